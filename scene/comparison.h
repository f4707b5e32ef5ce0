// Two pictures of a scene beside each other, A left and B right: of two of its volumes, or of two looks.
#pragma once

#include "renderer/settings.h"
#include "scene/channel_look.h"
#include "scene/figure/figure_choice.h"
#include "transfer/automatic_classes.h"
#include "transfer/transfer_function.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct Scene;
struct SceneContent;

enum class Side { a, b };

/// Two of the volumes that are drawn together, by their places among them.
struct VolumePair {
    std::size_t a = 0, b = 1;
    bool operator==(const VolumePair &) const = default;
};

/// What sides of a comparison have each of their own: the fields of a Scene with these names. Volumes, camera, size and
/// what lies beside the picture are those of both.
struct SceneLook {
    TransferFunction transfer;
    DataKind data = DataKind::automatic;
    std::optional<std::string> value_unit;
    std::optional<ValueRange> window;
    ChannelShare first_channel;
    std::vector<ChannelLook> other_channels;
    std::vector<LabelStyle> label_styles;
    RenderSettings settings;
    bool transparent = false;
    FigureChoice figure;
    bool operator==(const SceneLook &) const = default;
};

/// A comparison as sessions keep it. The camera is that of both sides.
struct SceneComparison {
    std::optional<VolumePair> volumes; ///< A and B are these alone; empty: A is the scene, and B has another look
    SceneLook other;                   ///< of B, where no volumes are compared
    bool beside = true;                ///< a viewer shows both beside each other; else B behind a line over A
    double wipe = 0.5;                 ///< share of the view where B begins, [0, 1]
    bool difference = false;           ///< B shows where it differs from A, 16 times as strong
    int gap = 3;                       ///< pixels between both pictures, [0, gap_limit]
    double zoom = 1.0;                 ///< by which the camera was zoomed to show in a half what the whole showed, > 0
    Mode mode = Mode::volume;          ///< of the scene when its volumes are not compared any more
    bool closes_last = false;          ///< the last volume was opened for the comparison, and is closed with it
    bool operator==(const SceneComparison &) const = default;

    static constexpr int gap_limit = 64;
};

SceneLook look_of(const Scene &scene);

/// The scene with another look. Precondition: of as many channels
Scene with_look(Scene scene, const SceneLook &look);

/// Whether the scene has the volumes, or the channels, that its comparison is of. True without one.
bool has_what_is_compared(const Scene &scene);

/// Whether pictures show both sides beside each other. Looks behind a line are not pictured: their picture is A.
bool shows_both_sides(const Scene &scene);

/// Pixels of one side in the scene's picture: its half beside the gap, or all of it.
int width_of_side(const Scene &scene);

/// What is seen at one side of the scene's comparison, without that; its size is that of the scene. Without a
/// comparison: the scene. Precondition: has_what_is_compared()
Scene side_of(Scene scene, Side side);

/// The same, width_of_side() wide.
Scene half_of(const Scene &scene, Side side);

/// What stands over a side: "A: bonsai.nrrd", "B: as it was kept".
std::string caption_of(const SceneComparison &comparison, const SceneContent &content, Side side);

} // namespace voxmarch
