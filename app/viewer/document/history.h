// What the user did: edits of the scene and movements of the camera, each with its own undo.
#pragma once

#include "app/viewer/document/undo.h"
#include "scene/scene.h"

#include <cstddef>
#include <functional>
#include <optional>

namespace voxmarch {

/// What an edit changes: the scene, but its camera and size.
struct SceneEdit {
    Scene scene; ///< with the camera and size of every edit
    bool operator==(const SceneEdit &) const = default;
};
SceneEdit edit_of(Scene scene);

/// One gesture is one step: whoever drags calls settle() when the mouse is up.
class History {
public:
    History() : edits_(SceneEdit{}), cameras_(Camera{}) {}

    /// Forgets all; the scene is the first state.
    void begin(const Scene &scene);

    /// Notes what has changed since the last state.
    void settle_edits(const Scene &scene);
    void settle_camera(const Scene &scene);

    /// Forgets movements of the camera, which were through another world.
    void begin_cameras(const Camera &camera) { cameras_ = UndoStack<Camera>(camera); }

    /// The scene is shown at another time of its time line: no step of its own, the last state and camera are so now.
    void follow(const Scene &scene);

    /// Other volumes are drawn from now on: all edits become those that `change` makes of them, and of that which was
    /// saved last, which has no number. @param change  gets the number of an edit, from 0 on
    using Change = std::function<Scene(const Scene &edit, std::optional<std::size_t> number)>;
    void change_edits(const Change &change);

    bool can_undo() const { return edits_.can_undo(); }
    bool can_redo() const { return edits_.can_redo(); }

    /// Whether the last settled state is another one than that which was opened or saved last.
    bool has_unsaved_edits() const { return !(edits_.current() == saved_); }
    void mark_saved() { saved_ = edits_.current(); }

    /// The first state has edits that were made before it, and are not saved.
    void mark_unsaved() { saved_ = SceneEdit{}; }

    /// Puts back all but camera and size. Nothing happens if there is nothing to undo.
    void undo(Scene &scene);
    void redo(Scene &scene);

    /// The camera before or after; empty: there is none.
    std::optional<Camera> camera_before();
    std::optional<Camera> camera_after();

private:
    UndoStack<SceneEdit> edits_;
    UndoStack<Camera> cameras_;
    SceneEdit saved_;

    void put_back(Scene &scene) const;
};

} // namespace voxmarch
