// Sides of comparisons: settings that were kept, or volumes alone.
#include "app/viewer/document/comparison.h"

#include "app/viewer/document/document.h"
#include "renderer/visible_part.h"
#include "scene/camera_moves.h"
#include "scene/projection_choice.h"
#include "scene/volume_looks.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
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
    return same_range || (document.loaded->hounsfield.at(a).as_file && document.loaded->hounsfield.at(b).as_file);
}

/// How far places reach from the middle of a picture sideways and upwards or downwards, in halves of its height.
glm::dvec2 reach_of(const Camera &camera, const std::vector<glm::dvec3> &places) {
    glm::dvec2 reach(0.0);
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = view_from_world(camera, {2.0, 2.0}, place);
        reach = glm::max(reach, at.z > 0.0 ? glm::abs(glm::dvec2(at) - 1.0) : glm::dvec2(HUGE_VAL));
    }
    return reach;
}

/// By how much the camera is zoomed so that `reach` of it becomes this.
template <typename Reach> double zoom_for(const Camera &camera, double to, const Reach &reach) {
    double factor = 1.0;
    for (int i = 0; i < 20; ++i) { // what lies behind the target shrinks less than that
        const double now = reach(zoomed(camera, factor));
        if (now <= to) {
            break;
        }
        factor *= 0.99 * to / now;
    }
    return factor;
}

void add_box(std::vector<glm::dvec3> &places, const Grid &grid) {
    const std::vector<glm::dvec3> corners = clip_box_corners(grid, RenderSettings());
    places.insert(places.end(), corners.begin(), corners.end());
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

std::optional<SceneComparison> kept_comparison(const Comparison &compare, int gap) {
    if (!compare.open) {
        return std::nullopt;
    }
    SceneComparison kept;
    kept.volumes = compare.volumes;
    kept.beside = compare.beside;
    kept.wipe = compare.wipe;
    kept.difference = compare.difference;
    kept.gap = gap;
    kept.zoom = compare.narrow ? compare.narrow->factor : 1.0;
    if (compare.volumes) {
        kept.mode = compare.mode_before;
        kept.closes_last = compare.added.has_value();
    } else {
        kept.other = look_of(compare.other);
    }
    return kept;
}

void reopen(Comparison &compare, Document &document, const SceneComparison &kept) {
    const Scene &scene = document.scene;
    compare.open = true;
    compare.reveals = 2;
    compare.volumes = kept.volumes;
    compare.added.reset();
    compare.beside = kept.beside;
    compare.wipe = static_cast<float>(kept.wipe);
    compare.difference = kept.difference;
    compare.corners.clear();
    compare.device = -1;
    compare.narrow.reset();
    if (kept.beside) { // the camera is that of panes
        compare.narrow = NarrowCamera{zoomed(scene.camera, 1.0 / kept.zoom), scene.camera, kept.zoom};
    }
    if (!kept.volumes) {
        compare.other = with_look(scene, kept.other);
        return;
    }
    document.selected = kept.volumes->a;
    compare.mode_before = kept.mode;
    if (kept.closes_last) {
        Scene before = scene;
        before.settings.mode = kept.mode;
        before.other_volumes.pop_back();
        before.other_channels.pop_back();
        if (before.other_volumes.empty()) {
            before.first_channel = {};
        }
        compare.added = AddedVolume{std::move(before), scene};
    }
}

Scene side_of(const Comparison &compare, const Scene &scene, Side side) {
    if (compare.compares_volumes()) {
        return volume_alone(scene, side == Side::a ? compare.volumes->a : compare.volumes->b);
    }
    return !compare.open || side == Side::a ? scene : with_look(scene, look_of(compare.other));
}

bool has_two_panes(const Comparison &compare, bool heat_map) { return compare.open && compare.beside && !heat_map; }

std::string caption_of(const Comparison &compare, const Document &document, Side side) {
    SceneComparison kept;
    kept.volumes = compare.volumes;
    kept.difference = compare.difference;
    return caption_of(kept, *document.loaded, side);
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
    if (compare.corners.empty()) {
        add_box(compare.corners, document.loaded->volume.grid());
    }
    add_box(compare.corners, channel_of(*document.loaded, place).grid());
    compare.frames_all = true;
}

Scene without_added(const AddedVolume &added, const Scene &scene) {
    const Scene &before = added.before, &begun = added.begun;
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

Scene with_added(Scene scene, const Scene &now) {
    scene.volume.other_channels.clear();
    if (scene.other_volumes.empty()) {
        scene.other_channels.clear(); // of the first volume
    }
    for (std::size_t i = 0; i < now.other_channels.size(); ++i) {
        if (i >= scene.other_channels.size()) {
            scene.other_channels.push_back(now.other_channels[i]);
        }
        scene.other_channels[i].share = now.other_channels[i].share;
    }
    for (std::size_t i = scene.other_volumes.size(); i < now.other_volumes.size(); ++i) {
        scene.other_volumes.push_back(now.other_volumes[i]);
    }
    scene.first_channel = now.first_channel;
    scene.settings.channel_blend = now.settings.channel_blend;
    keep_mixable(scene);
    return scene;
}

void open_history(Comparison &compare, const Document &document, History &history) {
    AddedVolume &added = *compare.added;
    history.change_edits([&](const Scene &before, std::optional<std::size_t> number) {
        Scene scene = with_added(before, document.scene);
        scene.settings.mode = Mode::volume;
        EditWithout &step = number ? added.steps.emplace_back() : added.saved;
        step = {edit_of(scene), edit_of(before)};
        return scene;
    });
    history.follow(added.begun);
    added.current = {edit_of(added.begun), edit_of(added.before)};
}

void close_history(const AddedVolume &added, History &history) {
    history.change_edits([&](const Scene &scene, std::optional<std::size_t> number) {
        const SceneEdit edit = edit_of(scene);
        const EditWithout &own = !number                        ? added.saved
                                 : *number < added.steps.size() ? added.steps[*number]
                                                                : added.current;
        for (const EditWithout *step : {&own, &added.current}) {
            if (step->with == edit) {
                return step->without.scene;
            }
        }
        return without_added(added, scene);
    });
}

bool keep_comparable(const Comparison &compare, Scene &scene) {
    return compare.compares_volumes() && std::exchange(scene.settings.mode, Mode::volume) != Mode::volume;
}

NarrowCamera narrowed(const Camera &camera, const std::vector<glm::dvec3> &places, double from, double to) {
    const double factor =
        zoom_for(camera, to, [&](const Camera &now) { return std::min(reach_of(now, places).x, from); });
    return {camera, zoomed(camera, factor), factor};
}

NarrowCamera stepped_back(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    const double factor = zoom_for(camera, 1.0, [&](const Camera &now) {
        const glm::dvec2 reach = reach_of(now, places);
        return std::min(std::max(reach.x / aspect, reach.y), 1.25); // places behind the eye: further away by and by
    });
    return {camera, zoomed(camera, factor), factor};
}

Camera widened(const NarrowCamera &narrow, const Camera &camera) {
    return camera == narrow.begun ? narrow.before : zoomed(camera, 1.0 / narrow.factor);
}

} // namespace voxmarch
