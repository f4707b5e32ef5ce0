// Undo of edits and camera movements.
#include "app/viewer/document/history.h"

#include <utility>

namespace voxmarch {

/// Takes over what is no edit: from where and when the scene is looked at.
static void look_as(Scene &scene, const Scene &other) {
    scene.camera = other.camera;
    scene.width = other.width;
    scene.height = other.height;
    scene.volume.time = other.volume.time;
    scene.identity = other.identity;
    scene.slice_planes.center = other.slice_planes.center;
    scene.slice_planes.open = other.slice_planes.open;
    scene.slice_planes.views = other.slice_planes.views;
    scene.slice_planes.alone = other.slice_planes.alone;
}

SceneEdit edit_of(Scene scene) {
    look_as(scene, Scene());
    return {std::move(scene)};
}

void History::begin(const Scene &scene) {
    edits_ = UndoStack<SceneEdit>(edit_of(scene));
    cameras_ = UndoStack<Camera>(scene.camera);
    mark_saved();
}

void History::settle_edits(const Scene &scene) { edits_.push(edit_of(scene)); }

void History::settle_camera(const Scene &scene) { cameras_.push(scene.camera); }

void History::follow(const Scene &scene) {
    const bool was_saved = !has_unsaved_edits();
    edits_.replace(edit_of(scene));
    cameras_.replace(scene.camera);
    if (was_saved) {
        mark_saved();
    }
}

void History::change_edits(const Change &change) {
    edits_.change_all([&](const SceneEdit &edit, std::size_t number) { return edit_of(change(edit.scene, number)); });
    saved_ = edit_of(change(saved_.scene, std::nullopt));
}

void History::put_back(Scene &scene) const {
    Scene state = edits_.current().scene;
    look_as(state, scene);
    scene = std::move(state);
}

void History::undo(Scene &scene) {
    settle_edits(scene);
    if (edits_.can_undo()) {
        edits_.undo();
        put_back(scene);
    }
}

void History::redo(Scene &scene) {
    if (edits_.can_redo()) {
        edits_.redo();
        put_back(scene);
    }
}

std::optional<Camera> History::camera_before() {
    return cameras_.can_undo() ? std::optional(cameras_.undo()) : std::nullopt;
}

std::optional<Camera> History::camera_after() {
    return cameras_.can_redo() ? std::optional(cameras_.redo()) : std::nullopt;
}

} // namespace voxmarch
