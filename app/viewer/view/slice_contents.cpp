// What slices show: windows and colours, pictures of what has moved, and these as planes of the 3D view.
#include "app/viewer/document/document.h"
#include "app/viewer/view/slice_turns.h"
#include "app/viewer/view/slices.h"
#include "renderer/brightness.h"
#include "scene/volume_looks.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace voxmarch {

bool shows_colors(const Document &document) {
    return document.channels() > 1 && are_colors(document.scene.settings.channel_blend);
}

namespace {

/// Values that are black and shown in full where nobody chose: of colours those of their type, else nearly all.
ValueRange usual_window(const Document &document, std::size_t place, bool colors) {
    const Volume &volume = channel_of(*document.loaded, place);
    const Histogram &histogram = document.histogram_of(place);
    return colors ? full_brightness(volume.type(), volume.range())
                  : ValueRange{histogram.percentile(0.002), histogram.percentile(0.998)};
}

/// A volume behind the first, in the colours of its function.
SliceChannel overlay_of(const Document &document, std::size_t place) {
    constexpr double overlay = 0.7; // what lies below stays seen
    const bool tints = document.scene.other_volumes[place - 1].place.nearest;
    const double usual = tints ? tint_weight : 1.0;
    SliceChannel channel{place, {}};
    channel.transfer = over_values(document.transfer_of(place), window_of(document.scene, *document.loaded, place));
    channel.overlay = overlay * std::min(document.share_of(place).weight / usual, 1.0);
    return channel;
}

/// Channels that are seen, in their colours; one alone in grey. Of several volumes the first one in grey, in full
/// though it is thinned in 3D, and the others laid over it.
std::vector<SliceChannel> shown_channels(const Slices &slices, const Document &document) {
    if (document.channels() == 1 || slices.only) {
        const std::size_t place = slices.only.value_or(0);
        SliceChannel channel{place, slice_window(document, place), glm::dvec3(1.0)};
        if (document.scene.slice_planes.colors && !document.loaded->volume.large()) {
            channel.colored =
                over_values(document.transfer_of(place), window_of(document.scene, *document.loaded, place));
        }
        return {channel};
    }
    std::vector<SliceChannel> channels;
    const bool colors = shows_colors(document);
    for (std::size_t place = 0; place < (colors ? 3 : document.channels()); ++place) {
        const ChannelShare &share = document.share_of(place);
        if (!colors && !share.visible) {
            continue;
        }
        if (!document.has_volumes()) {
            const double weight = colors ? 1.0 : share.weight;
            channels.push_back({place, slice_window(document, place), weight * color_of(document, place)});
        } else if (place == 0) {
            channels.push_back({0, slice_window(document, 0), glm::dvec3(1.0)});
        } else {
            channels.push_back(overlay_of(document, place));
        }
    }
    return channels;
}

/// Takes what was read of a large volume, and has read what is missing.
void read_missing(Slices &slices, const std::shared_ptr<const LoadedVolume> &loaded, SliceFetcher &reader, int pixels) {
    auto outcome = reader.take();
    if (outcome && !outcome->error.empty()) {
        slices.problem = outcome->error; // until another volume is opened
    } else if (outcome && outcome->result.order.loaded == loaded) {
        for (SliceValues &slice : outcome->result.slices) {
            slices.read[static_cast<std::size_t>(slice.normal)] = std::move(slice);
            ++slices.reads;
        }
        if (outcome->result.value) {
            slices.valued = outcome->result.order.at;
            slices.value = *outcome->result.value;
        }
    }
    if (reader.busy()) {
        return;
    }
    SliceOrder order{loaded, slices.voxel, {}, pixels, slices.under_mouse.value_or(slices.voxel)};
    bool any = order.at != slices.valued;
    for (int normal = 0; normal < 3; ++normal) {
        const SliceValues &there = slices.read[static_cast<std::size_t>(normal)];
        order.wanted[static_cast<std::size_t>(normal)] = there.values.empty() || there.position != slices.voxel[normal];
        any = any || order.wanted[static_cast<std::size_t>(normal)];
    }
    if (any && slices.problem.empty()) {
        reader.start(order);
    }
}

/// What pictures are to show now.
SliceContents wanted_contents(const Slices &slices, const Document &document) {
    const LoadedVolume &loaded = *document.loaded;
    const SlicePlanes &planes = document.scene.slice_planes;
    const bool labels = planes.labels && loaded.labels && !loaded.volume.large();
    SliceContents wanted;
    for (int normal = 0; normal < 3; ++normal) {
        wanted.frames[static_cast<std::size_t>(normal)] = frame_of(slices, document, normal);
    }
    wanted.channels = shown_channels(slices, document);
    wanted.slab = loaded.volume.large() ? SliceSlab{} : planes.slab;
    wanted.labels = labels;
    wanted.outlines = labels && planes.outlines;
    wanted.styles = labels ? document.scene.label_styles : std::vector<LabelStyle>{};
    wanted.isolines = planes.isolines ? document.scene.settings.surfaces : std::vector<SurfaceStyle>{};
    wanted.reads = slices.reads;
    return wanted;
}

/// Lines of the isosurfaces' values. @param read  of a large volume, which has fewer pixels
std::vector<SliceLine> lines_of(const LoadedVolume &loaded, const SliceContents &wanted, const SliceFrame &frame,
                                const SliceValues &read) {
    std::vector<SliceLine> lines;
    const bool large = loaded.volume.large() != nullptr;
    const bool turned = frame.axes.right > frame.axes.down;
    const int width = !large ? frame.width : turned ? read.height : read.width;
    const int height = !large ? frame.height : turned ? read.width : read.height;
    const glm::vec2 pixels(float(frame.width) / float(width), float(frame.height) / float(height));
    std::optional<std::size_t> sampled;
    std::vector<float> values; // of that channel
    for (const SurfaceStyle &surface : wanted.isolines) {
        const auto channel = static_cast<std::size_t>(surface.channel);
        if (sampled != channel) {
            values = large ? slice_values(read, frame.axes) : slice_values(loaded, frame, channel, wanted.slab);
            sampled = channel;
        }
        SliceLine &line =
            lines.emplace_back(SliceLine{surface.color, isolines(values, width, height, surface.isovalue)});
        for (LinePiece &piece : line.pieces) {
            piece = {(piece.from + 0.5f) * pixels - 0.5f, (piece.to + 0.5f) * pixels - 0.5f};
        }
    }
    return lines;
}

/// Whether a slice can be shown: of a large volume once its values are read.
bool is_ready(const Slices &slices, const LoadedVolume &loaded, std::size_t normal) {
    return loaded.volume.large() == nullptr || !slices.read[normal].values.empty();
}

void make_picture(Slices &slices, const LoadedVolume &loaded, const SliceContents &wanted, std::size_t normal) {
    const SliceFrame &frame = wanted.frames[normal];
    const SliceLabels labels{wanted.labels ? &*loaded.labels : nullptr, wanted.styles, wanted.outlines};
    slices.pictures[normal] = std::make_shared<const Image>(
        loaded.volume.large() != nullptr ? slice_image(slices.read[normal], frame.axes, wanted.channels)
                                         : slice_image(loaded, frame, wanted.channels, wanted.slab, labels));
    slices.textures[normal].show(*slices.pictures[normal]);
}

/// The lines over a picture that is there.
void make_lines(Slices &slices, const LoadedVolume &loaded, const SliceContents &wanted, std::size_t normal) {
    slices.lines[normal] = lines_of(loaded, wanted, wanted.frames[normal], slices.read[normal]);
    slices.lined[normal] =
        slices.lines[normal].empty()
            ? slices.pictures[normal]
            : std::make_shared<const Image>(with_lines(*slices.pictures[normal], slices.lines[normal]));
}

void update_pictures(Slices &slices, const Document &document) {
    const SliceContents wanted = wanted_contents(slices, document);
    SliceContents moved = wanted; // but for where slices lie and their lines
    if (slices.contents) {
        moved.frames = slices.contents->frames;
        moved.isolines = slices.contents->isolines;
    }
    const bool all = slices.contents != moved;
    const bool all_lines = !slices.contents || wanted.isolines != slices.contents->isolines;
    for (std::size_t normal = 0; normal < 3; ++normal) {
        if (!is_ready(slices, *document.loaded, normal)) {
            continue;
        }
        const bool picture = all || wanted.frames[normal] != slices.contents->frames[normal];
        if (picture) {
            make_picture(slices, *document.loaded, wanted, normal);
        }
        if (picture || all_lines) {
            make_lines(slices, *document.loaded, wanted, normal);
        }
    }
    slices.contents = wanted;
}

/// Takes over how slices are turned now, by the mouse, a session or undo. The crosshair stays where it is in each pane.
void follow_turns(Slices &slices, Document &document) {
    SlicePlanes &planes = document.scene.slice_planes;
    const Grid &grid = document.grid();
    if (planes.turned != slices.turned && can_turn(document)) {
        const glm::dvec3 center = slices.center();
        // From the middle of the pane, in the unit of the grid.
        const auto seen = [&](std::size_t normal, const glm::dmat3 &turned) {
            const SliceFrame frame = slice_frame(grid, static_cast<int>(normal), center, turned);
            const glm::dvec2 middle(frame.width - 1, frame.height - 1);
            return (glm::dvec2(frame.place(center)) - middle / 2.0) * frame.pixel;
        };
        for (std::size_t normal = 0; normal < 3; ++normal) {
            slices.views[normal].shift += seen(normal, slices.turned[normal]) - seen(normal, planes.turned[normal]);
        }
        slices.turned = planes.turned;
    }
    if (!are_turned(document)) {
        slices.beside = glm::dvec3(0.0);
    }
    planes.center = slices.center();
    planes.views = slices.views;
    planes.alone = slices.alone;
}

} // namespace

std::span<const NamedWindow> named_windows() {
    static constexpr NamedWindow all[] = {{"Brain", 40.0, 80.0},        {"Stroke", 40.0, 40.0},
                                          {"Soft tissue", 50.0, 400.0}, {"Liver", 30.0, 150.0},
                                          {"Mediastinum", 50.0, 350.0}, {"Lung", -600.0, 1500.0},
                                          {"Bone", 400.0, 1800.0},      {"Temporal bone", 600.0, 2800.0}};
    return all;
}

ValueRange range_of(const NamedWindow &named) {
    return {named.level - named.width / 2.0, named.level + named.width / 2.0};
}

bool has_named_windows(const Document &document, std::size_t channel) {
    constexpr double air = -200.0;
    return channel_of(*document.loaded, channel).range().min < air;
}

ValueRange slice_window(const Document &document, std::size_t place) {
    const auto &windows = document.scene.slice_windows;
    const std::optional<ValueRange> own = place < windows.size() ? windows[place] : std::nullopt;
    return own.value_or(usual_window(document, place, shows_colors(document)));
}

void set_slice_window(Document &document, std::size_t place, std::optional<ValueRange> window) {
    auto &windows = document.scene.slice_windows;
    windows.resize(std::max(windows.size(), place + 1));
    windows[place] = window;
    while (!windows.empty() && !windows.back()) {
        windows.pop_back();
    }
}

std::size_t windowed_channel(const Slices &slices, const Document &document) {
    return slices.only.value_or(document.has_volumes() ? 0 : document.channel());
}

void update_slices(Slices &slices, Document &document, SliceFetcher &reader, int pixels) {
    follow_turns(slices, document);
    if (document.loaded->volume.large()) {
        read_missing(slices, document.loaded, reader, pixels);
    }
    update_pictures(slices, document);
}

std::string why_no_planes(const Scene &scene, bool in_bricks, bool labelled) {
    const RenderSettings &settings = scene.settings;
    const bool with_volume = scene.slice_planes.shown == PlanesShown::with_volume;
    if (with_volume && settings.mode != Mode::isosurface && settings.blend != Blend::composite) {
        return "Not with a projection of the volume: choose pictures alone, or another way to add up samples.";
    }
    const bool surfaces = with_volume && settings.mode != Mode::volume && !settings.surfaces.empty();
    if (in_bricks && scene.slice_planes.shown != PlanesShown::lines && (labelled || surfaces)) {
        return "Not beside labels or isosurfaces of a volume that is drawn in bricks.";
    }
    return "";
}

SlicePictures pictures_of(const Slices &slices, bool in_bricks, bool labelled) {
    SlicePictures pictures{{}, slices.only, in_bricks, labelled};
    for (std::size_t normal = 0; slices.contents && normal < 3; ++normal) {
        if (slices.lined[normal]) {
            const ImVec4 border = ImGui::ColorConvertU32ToFloat4(slice_colors[normal]);
            pictures.planes.push_back(
                {slices.contents->frames[normal], slices.lined[normal], {border.x, border.y, border.z}});
        }
    }
    return pictures;
}

void add_planes(Scene &drawn, const SlicePictures &pictures) {
    const std::string problem = why_no_planes(drawn, pictures.in_bricks, pictures.labelled);
    const PlanesShown shown = drawn.slice_planes.shown;
    drawn.slice_planes = {};
    const bool of_another = pictures.only && (visible_channels(drawn) >> *pictures.only & 1u) == 0;
    if (shown == PlanesShown::lines || pictures.planes.empty() || !problem.empty() || of_another) {
        return;
    }
    const bool alone = shown == PlanesShown::alone;
    drawn.planes = pictures.planes;
    drawn.settings.surface_method = SurfaceMethod::mesh;
    drawn.settings.adaptive_step = false;
    if (alone) {
        drawn.settings.mode = Mode::isosurface;
        drawn.settings.surfaces.clear();
    }
}

} // namespace voxmarch
