// Sides of comparisons: settings that were kept, or volumes alone.
#include "app/viewer/document/comparison.h"

#include "app/viewer/document/document.h"
#include "scene/camera_moves.h"
#include "scene/projection_choice.h"
#include "scene/volume_looks.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// The function that suits a volume alone.
TransferFunction automatic_alone(const Document &document, std::size_t place) {
    const Volume &volume = channel_of(*document.loaded, place);
    const DataSurvey &survey = document.survey_of(place);
    Scene alone;
    const DataGuess guess = guess_data_class(volume.header(), survey);
    alone.transfer = over_volume(automatic_transfer(volume.header(), survey.histogram, guess), *document.loaded, place);
    set_blend(alone, document.scene.settings.blend, volume.header(), volume.range(), survey);
    return over_volume(alone.transfer, *document.loaded, place);
}

/// Whether equal values of both mean the same, as far as files tell.
bool have_same_values(const Document &document, std::size_t a, std::size_t b) {
    const Volume &first = channel_of(*document.loaded, a), &second = channel_of(*document.loaded, b);
    const ValueRange one = first.range(), other = second.range();
    const double nearly = 0.1 * (one.max - one.min); // filters cut off peaks
    const bool same_range = first.type() == second.type() && std::abs(one.min - other.min) <= nearly &&
                            std::abs(one.max - other.max) <= nearly;
    return same_range || (has_hounsfield_units(document, a) && has_hounsfield_units(document, b));
}

/// How far places reach from the middle of a picture sideways, in halves of its height.
double reach_sideways(const Camera &camera, const std::vector<glm::dvec3> &places) {
    double reach = 0.0;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = view_from_world(camera, {2.0, 2.0}, place);
        reach = std::max(reach, at.z > 0.0 ? std::abs(at.x - 1.0) : HUGE_VAL);
    }
    return reach;
}

} // namespace

void Comparison::begin(const Document &document) {
    open = true;
    reveals = 2; // the panel knows its new length a frame later
    volumes.reset();
    added.reset();
    other = document.scene;
    corners = document.loaded->visible;
    device = -1;
}

void Comparison::end() {
    beside = beside && !compares_volumes(); // that was their own choice
    open = false;
    volumes.reset();
    added.reset();
    narrow.reset();
}

Scene side_of(const Comparison &compare, const Scene &scene, Side side) {
    if (compare.compares_volumes()) {
        return volume_alone(scene, side == Side::a ? compare.volumes->a : compare.volumes->b);
    }
    if (!compare.open || side == Side::a) {
        return scene;
    }
    Scene other = compare.other;
    other.camera = scene.camera;
    other.width = scene.width;
    other.height = scene.height;
    other.annotations = scene.annotations;
    other.slice_planes = scene.slice_planes;
    return other;
}

bool has_two_panes(const Comparison &compare, bool heat_map) { return compare.open && compare.beside && !heat_map; }

std::string caption_of(const Comparison &compare, const Document &document, Side side) {
    if (!compare.compares_volumes()) {
        return side == Side::a      ? "A: as it is now"
               : compare.difference ? "A - B, 16 times as strong"
                                    : "B: as it was kept";
    }
    const std::size_t place = side == Side::a ? compare.volumes->a : compare.volumes->b;
    return fmt::format("{}: {}", side == Side::a ? "A" : "B",
                       channel_of(*document.loaded, place).header().shown_name());
}

void compare_volumes(Comparison &compare, Document &document, VolumePair volumes) {
    compare.open = true;
    compare.beside = true;
    compare.difference = false;
    compare.volumes = volumes;
    compare.added.reset();
    compare.mode_before = std::exchange(document.scene.settings.mode, Mode::volume);
    compare.device = -1;
    compare.corners = document.loaded->visible;
    document.selected = volumes.a;
}

void compare_with_added(Comparison &compare, Document &document, const AwaitedVolume &awaited) {
    Scene &scene = document.scene;
    const std::size_t place = scene.other_volumes.size();
    compare_volumes(compare, document, {0, place});
    scene.other_channels.at(place - 1).transfer =
        have_same_values(document, 0, place) ? scene.transfer : automatic_alone(document, place);
    Scene begun = scene;
    keep_mixable(begun);
    compare.added = AddedVolume{awaited.before, std::move(begun)};
    compare.corners = awaited.corners;
}

Scene without_added(const AddedVolume &added, const Scene &scene) {
    const auto &[before, begun] = added;
    Scene result = scene;
    result.volume.other_channels = before.volume.other_channels;
    result.other_volumes = before.other_volumes;
    result.first_channel = before.first_channel;
    if (before.other_volumes.empty()) {
        result.other_channels = before.other_channels;
    } else {
        result.other_channels.resize(std::min(result.other_channels.size(), before.other_channels.size()));
        for (std::size_t i = 0; i < result.other_channels.size(); ++i) {
            result.other_channels[i].share = before.other_channels[i].share;
        }
    }
    const auto put_back = [](auto &now, const auto &opened, const auto &was) { now = now == opened ? was : now; };
    RenderSettings &settings = result.settings;
    put_back(settings.classification, begun.settings.classification, before.settings.classification);
    put_back(settings.adaptive_step, begun.settings.adaptive_step, before.settings.adaptive_step);
    put_back(settings.channel_blend, begun.settings.channel_blend, before.settings.channel_blend);
    settings.mode = before.settings.mode;
    settings.surfaces = before.settings.surfaces;
    if (same_transfer(result.transfer, begun.transfer)) {
        result.transfer = before.transfer;
    }
    result.slice_windows.resize(std::min(result.slice_windows.size(), 1 + result.other_channels.size()));
    return result;
}

bool keep_comparable(const Comparison &compare, Scene &scene) {
    return compare.compares_volumes() && std::exchange(scene.settings.mode, Mode::volume) != Mode::volume;
}

NarrowCamera narrowed(const Camera &camera, const std::vector<glm::dvec3> &places, double from, double to) {
    double factor = 1.0;
    for (int i = 0; i < 20; ++i) { // what lies behind the target shrinks less than that
        const double reach = std::min(reach_sideways(zoomed(camera, factor), places), from);
        if (reach <= to) {
            break;
        }
        factor *= 0.99 * to / reach;
    }
    return {camera, zoomed(camera, factor), factor};
}

Camera widened(const NarrowCamera &narrow, const Camera &camera) {
    return camera == narrow.begun ? narrow.before : zoomed(camera, 1.0 / narrow.factor);
}

} // namespace voxmarch
