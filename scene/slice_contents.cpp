// Windows and colours of channels, pictures with lines, and these as planes.
#include "scene/slice_contents.h"

#include "renderer/brightness.h"
#include "scene/volume_looks.h"
#include "volume/bricks/large_volume.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

const TransferFunction &function_of(const Scene &scene, std::size_t place) {
    return place == 0 ? scene.transfer : scene.other_channels.at(place - 1).transfer;
}

const ChannelShare &share_of(const Scene &scene, std::size_t place) {
    return place == 0 ? scene.first_channel : scene.other_channels.at(place - 1).share;
}

/// A volume behind the first, in the colours of its function.
SliceChannel overlay_of(const Scene &scene, const SceneContent &content, std::size_t place) {
    constexpr double overlay = 0.7; // what lies below stays seen
    const bool tints = scene.other_volumes[place - 1].place.nearest;
    const double usual = tints ? tint_weight : 1.0;
    SliceChannel channel{place, {}};
    channel.transfer = over_values(function_of(scene, place), window_of(scene, content, place));
    channel.overlay = overlay * std::min(share_of(scene, place).weight / usual, 1.0);
    return channel;
}

/// Channels that are seen, in their colours; one alone in grey. Of several volumes the first one in grey, in full
/// though it is thinned in 3D, and the others laid over it.
std::vector<SliceChannel> shown_channels(const Scene &scene, const SceneContent &content, const SliceWindows &window,
                                         std::optional<std::size_t> only) {
    const std::size_t count = 1 + scene.other_channels.size();
    if (count == 1 || only) {
        const std::size_t place = only.value_or(0);
        SliceChannel channel{place, window(place), glm::dvec3(1.0)};
        if (scene.slice_planes.colors && !content.volume.large()) {
            channel.colored = over_values(function_of(scene, place), window_of(scene, content, place));
        }
        return {channel};
    }
    std::vector<SliceChannel> channels;
    const bool colors = shows_colors(scene);
    for (std::size_t place = 0; place < (colors ? 3 : count); ++place) {
        const ChannelShare &share = share_of(scene, place);
        if (!colors && !share.visible) {
            continue;
        }
        if (scene.other_volumes.empty()) {
            const double weight = colors ? 1.0 : share.weight;
            channels.push_back({place, window(place), weight * color_of(scene, place)});
        } else if (place == 0) {
            channels.push_back({0, window(0), glm::dvec3(1.0)});
        } else {
            channels.push_back(overlay_of(scene, content, place));
        }
    }
    return channels;
}

/// Where the scene's slices cross, in voxels of the content. Half a voxel lies between the corner and the first centre.
glm::dvec3 center_in(const Scene &scene, const SceneContent &content) {
    const Grid &grid = content.grid();
    const glm::dvec3 &center = scene.slice_planes.center;
    if (center == glm::dvec3(0.0)) {
        return glm::dvec3(grid.dims[0] / 2, grid.dims[1] / 2, grid.dims[2] / 2);
    }
    const double longer = content.stands_for ? content.stands_for->voxels : 1.0;
    const glm::dvec3 inside = glm::clamp((center + 0.5) / longer - 0.5, glm::dvec3(0.0), grid.dims_d() - 1.0);
    return scene.slice_planes.are_turned() && !content.volume.large() ? inside : glm::round(inside);
}

} // namespace

bool shows_colors(const Scene &scene) {
    return !scene.other_channels.empty() && are_colors(scene.settings.channel_blend);
}

glm::dvec3 color_of(const Scene &scene, std::size_t place) {
    if (are_colors(scene.settings.channel_blend)) {
        constexpr glm::dvec3 own[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 1.0, 1.0}};
        return own[std::min<std::size_t>(place, 3)];
    }
    const TransferFunction &transfer = function_of(scene, place);
    return transfer.colors.empty() ? glm::dvec3(1.0) : transfer.colors.back().color;
}

ValueRange usual_slice_window(const Scene &scene, const SceneContent &content, std::size_t place,
                              const Histogram &histogram) {
    const Volume &volume = channel_of(content, place);
    return shows_colors(scene) ? full_brightness(volume.type(), volume.range())
                               : ValueRange{histogram.percentile(0.002), histogram.percentile(0.998)};
}

ValueRange slice_window(const Scene &scene, std::size_t place, const std::function<ValueRange()> &usual) {
    const auto &windows = scene.slice_windows;
    return place < windows.size() && windows[place] ? *windows[place] : usual();
}

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

SliceContents slice_contents(const Scene &scene, const SceneContent &content, const glm::dvec3 &center,
                             const SliceWindows &window, std::optional<std::size_t> only) {
    const SlicePlanes &planes = scene.slice_planes;
    const bool large = content.volume.large() != nullptr;
    const bool labels = planes.labels && content.labels && !large;
    SliceContents wanted;
    for (std::size_t normal = 0; normal < 3; ++normal) {
        wanted.frames[normal] = slice_frame(content.grid(), static_cast<int>(normal), center,
                                            large ? glm::dmat3(1.0) : planes.turned[normal]);
    }
    wanted.channels = shown_channels(scene, content, window, only);
    wanted.slab = large ? SliceSlab{} : planes.slab;
    wanted.labels = labels;
    wanted.outlines = labels && planes.outlines;
    wanted.label_opacity = labels && !planes.outlines ? planes.label_opacity : 0.0;
    wanted.styles = labels ? scene.label_styles : std::vector<LabelStyle>{};
    wanted.isolines = planes.isolines ? scene.settings.surfaces : std::vector<SurfaceStyle>{};
    return wanted;
}

Image slice_image(const SceneContent &content, const SliceContents &contents, std::size_t normal,
                  const SliceValues &read) {
    const SliceFrame &frame = contents.frames[normal];
    if (content.volume.large()) {
        return slice_image(read, frame.axes, contents.channels);
    }
    const SliceLabels labels{contents.labels ? &*content.labels : nullptr, contents.styles, contents.outlines,
                             contents.label_opacity, contents.line_width};
    return slice_image(content, frame, contents.channels, contents.slab, labels);
}

std::vector<SliceLine> slice_lines(const SceneContent &content, const SliceContents &contents, std::size_t normal,
                                   const SliceValues &read) {
    const SliceFrame &frame = contents.frames[normal];
    std::vector<SliceLine> lines;
    const bool large = content.volume.large() != nullptr;
    const bool turned = frame.axes.right > frame.axes.down;
    const int width = !large ? frame.width : turned ? read.height : read.width;
    const int height = !large ? frame.height : turned ? read.width : read.height;
    const glm::vec2 pixels(float(frame.width) / float(width), float(frame.height) / float(height));
    std::optional<std::size_t> sampled;
    std::vector<float> values; // of that channel
    for (const SurfaceStyle &surface : contents.isolines) {
        const auto channel = static_cast<std::size_t>(surface.channel);
        if (sampled != channel) {
            values = large ? slice_values(read, frame.axes) : slice_values(content, frame, channel, contents.slab);
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

void add_planes(Scene &drawn, const std::vector<PicturePlane> &planes) {
    const PlanesShown shown = drawn.slice_planes.shown;
    if (shown == PlanesShown::lines || planes.empty()) {
        return;
    }
    drawn.planes = planes;
    for (PicturePlane &plane : drawn.planes) {
        plane.opacity = static_cast<float>(drawn.slice_planes.opacity);
    }
    drawn.settings.surface_method = SurfaceMethod::mesh;
    drawn.settings.adaptive_step = false;
    if (shown == PlanesShown::alone) {
        drawn.settings.mode = Mode::isosurface;
        drawn.settings.surfaces.clear();
    }
}

std::vector<PicturePlane> SlicePlanePainter::planes(const Scene &scene, const SceneContent &content) {
    if (scene.slice_planes.shown == PlanesShown::lines) {
        return {};
    }
    const bool same_voxels = of_ == &content && time_ == scene.volume.time;
    if (!same_voxels) {
        usual_.clear();
        contents_.reset();
    }
    of_ = &content;
    time_ = scene.volume.time;
    usual_.resize(1 + scene.other_channels.size());
    const auto window = [&](std::size_t place) {
        return slice_window(scene, place, [&] {
            if (!usual_[place]) {
                usual_[place] =
                    usual_slice_window(scene, content, place, compute_histogram(channel_of(content, place)));
            }
            return *usual_[place];
        });
    };
    const glm::dvec3 center = center_in(scene, content);
    const SliceContents wanted = slice_contents(scene, content, center, window);
    if (contents_ == wanted) {
        return planes_;
    }
    planes_.clear();
    for (std::size_t normal = 0; normal < 3; ++normal) {
        SliceValues read;
        if (const LargeVolume *large = content.volume.large()) {
            const auto axis = static_cast<int>(normal);
            const auto position = static_cast<int>(std::lround(center[axis]));
            read = read_slice(*large->source, axis, position, std::max(scene.width, scene.height));
        }
        Image image = slice_image(content, wanted, normal, read);
        if (const std::vector<SliceLine> lines = slice_lines(content, wanted, normal, read); !lines.empty()) {
            image = with_lines(image, lines, wanted.line_width);
        }
        planes_.push_back({wanted.frames[normal], std::make_shared<const Image>(std::move(image)),
                           glm::vec3(slice_colors[normal]) / 255.0f});
    }
    contents_ = wanted;
    return planes_;
}

} // namespace voxmarch
