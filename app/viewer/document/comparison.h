// A/B: what the scene is compared with, and how both are shown.
#pragma once

#include "app/viewer/document/history.h"
#include "scene/scene.h"

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;

/// A state of the history with a volume that was opened for a comparison, and before that.
struct EditWithout {
    SceneEdit with, without;
};

/// A volume that was opened for a comparison, and is closed with it.
struct AddedVolume {
    Scene before;                     ///< the scene without it
    Scene begun;                      ///< with it, as it was opened
    std::vector<EditWithout> steps{}; ///< of the history when it was opened
    EditWithout saved{}, current{};   ///< what was saved last then, and where the history stood
};

/// A volume that is read to be compared.
struct AwaitedVolume {
    Scene before;                    ///< the scene without it
    std::vector<glm::dvec3> corners; ///< of what is seen of that, world
};

/// The camera of panes beside each other, which are narrower than the view: from further away.
struct NarrowCamera {
    Camera before, begun; ///< when they were opened
    double factor;        ///< by which it was zoomed
};

struct Comparison {
    bool open = false;
    int reveals = 0;                   ///< frames in which the panel scrolls to it: it was opened by a key
    Scene other;                       ///< whose look is that of B
    std::optional<VolumePair> volumes; ///< A and B are these alone, in the scene; empty: the scene, and `other`
    std::optional<AddedVolume> added;
    Mode mode_before{}; ///< of the scene whose volumes are compared, which are shown as volumes meanwhile
    std::optional<AwaitedVolume> awaited;
    int device = -1;                    ///< DeviceInfo::index that draws B; < 0: the one that draws A
    bool beside = false;                ///< A and B have a pane each; else B lies behind a line
    std::optional<NarrowCamera> narrow; ///< while they do
    std::vector<glm::dvec3> corners;    ///< of what panes are to show, world; empty: of all
    bool frames_all = false;            ///< all of it, whatever was seen before: once, of a volume that was just opened
    float wipe = 0.5f;                  ///< share of the view where B begins
    bool wipe_held = false;             ///< that line is dragged
    bool difference = false;            ///< B shows where it differs from A, 16 times as strong

    /// Opens it with the document's scene as B.
    void begin(const Document &document);

    /// Closes it.
    void end();

    bool compares_volumes() const { return open && volumes; }
};

/// What sessions keep of it; empty: there is none. @param gap  pixels between both pictures
std::optional<SceneComparison> kept_comparison(const Comparison &compare, int gap);

/// Opens what a session kept, of the document's scene.
void reopen(Comparison &compare, Document &document, const SceneComparison &kept);

/// What is drawn of a scene at one side. Without a comparison: the scene.
Scene side_of(const Comparison &compare, const Scene &scene, Side side);

/// Whether sides have a pane each. @param heat_map  whether one is shown, in place of a comparison
bool has_two_panes(const Comparison &compare, bool heat_map);

/// What stands over the side: "A: bonsai.nrrd".
std::string caption_of(const Comparison &compare, const Document &document, Side side);

/// Compares two of the volumes that are drawn together as volumes, beside each other. The first one's function is
/// edited.
void compare_volumes(Comparison &compare, Document &document, VolumePair volumes);

/// The same with the last volume, which was read for that: its function becomes the one that suits it alone, or that of
/// the first where values mean the same.
void compare_with_added(Comparison &compare, Document &document, const AwaitedVolume &awaited);

/// The scene without the volume that was opened for a comparison: what opening it has changed, and nobody since, is as
/// it was before.
Scene without_added(const AddedVolume &added, const Scene &scene);

/// A scene from before, with the volumes that `now` has in addition.
Scene with_added(Scene scene, const Scene &now);

/// Takes a history from before into the comparison with an added volume that the document's scene shows.
void open_history(Comparison &compare, const Document &document, History &history);

/// Takes it out again: what was before is as it was, and edits since stay.
void close_history(const AddedVolume &added, History &history);

/// Volumes are compared as volumes: not by isosurfaces. @return whether the scene was changed
bool keep_comparable(const Comparison &compare, Scene &scene);

/// The camera for panes beside each other: from so far away that as much of these places is seen sideways as was.
/// @param from, to  width / height of the view, and of a pane
NarrowCamera narrowed(const Camera &camera, const std::vector<glm::dvec3> &places, double from, double to);

/// The camera from so far away that a pane shows all of these places. @param aspect  width / height of the pane
NarrowCamera stepped_back(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect);

/// The camera for the whole view again: the one before, if nobody has moved it since.
Camera widened(const NarrowCamera &narrow, const Camera &camera);

} // namespace voxmarch
