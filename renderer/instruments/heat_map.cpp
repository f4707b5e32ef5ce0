// Makes false-colour pictures of what rays do, with their scale.
#include "renderer/instruments/heat_map.h"

#include "base/error.h"
#include "renderer/drawing.h"
#include "renderer/instruments/iteration_map.h"
#include "renderer/instruments/sampling_error.h"
#include "transfer/preset_data.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace voxmarch {

std::array<std::uint8_t, 3> heat_color(float share) {
    static const std::vector<ColorPoint> scale = color_map("inferno");
    const double at = std::clamp(static_cast<double>(share), 0.0, 1.0);
    std::size_t i = 1;
    while (i + 1 < scale.size() && scale[i].scalar < at) {
        ++i;
    }
    const double length = scale[i].scalar - scale[i - 1].scalar;
    const glm::dvec3 rgb = glm::mix(scale[i - 1].color, scale[i].color,
                                    length > 0.0 ? std::clamp((at - scale[i - 1].scalar) / length, 0.0, 1.0) : 1.0);
    return {static_cast<std::uint8_t>(std::lround(255.0 * rgb.r)),
            static_cast<std::uint8_t>(std::lround(255.0 * rgb.g)),
            static_cast<std::uint8_t>(std::lround(255.0 * rgb.b))};
}

namespace {

constexpr int legend_line = 12, key_height = 8, key_gap = 10;
constexpr int least_scale = 60; ///< rows of a scale with numbers beside it
constexpr Rgb background{12, 14, 32}, legend_ink{235, 235, 235};

/// Text broken between words into lines of 28 letters.
std::vector<std::string> wrapped(const std::string &text) {
    std::vector<std::string> lines{""};
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > 28) {
            lines.emplace_back();
        }
        lines.back() += lines.back().empty() ? word : " " + word;
        at = end + 1;
    }
    return lines;
}

/// @return the row below the text
int draw_wrapped(Image &image, int x, int y, const std::string &text) {
    for (const std::string &line : wrapped(text)) {
        draw_text(image, x, y, line, legend_ink);
        y += legend_line;
    }
    return y;
}

/// Rows of draw_legend().
int legend_height(const HeatScale &scale) {
    const auto rows = [](const std::string &text) { return legend_line * static_cast<int>(wrapped(text).size()); };
    int height = 8 + rows(scale.title) + 4 + rows(scale.unit) + 12;
    for (const HeatScale::Key &key : scale.keys) {
        height += key_height + rows(key.meaning) + key_gap;
    }
    return height + (scale.keys.empty() ? least_scale + 16 : 0);
}

/// One bar of colours for each kind, and below it what they mean.
void draw_keys(Image &image, int left, int top, const HeatScale &scale) {
    constexpr int width = 170;
    for (const HeatScale::Key &key : scale.keys) {
        for (int i = 0; i < width; ++i) {
            const float share = static_cast<float>(i) / (width - 1);
            Rgb color;
            for (std::size_t part = 0; part < color.size(); ++part) {
                color[part] = static_cast<std::uint8_t>(std::lround(
                    glm::mix(static_cast<float>(key.darkest[part]), static_cast<float>(key.brightest[part]), share)));
            }
            fill_rectangle(image, left + i, top, left + i + 1, top + key_height, color);
        }
        top = draw_wrapped(image, left, top + key_height + 4, key.meaning) + key_gap - 4;
    }
}

void draw_legend(Image &image, int left, const HeatScale &scale) {
    const float largest = scale.largest;
    const int below_title = draw_wrapped(image, left + 10, 8, scale.title);
    const int top = draw_wrapped(image, left + 10, below_title + 4, scale.unit) + 12;
    if (!scale.keys.empty()) {
        draw_keys(image, left + 10, top, scale);
        return;
    }
    const int bottom = image.height - 16, x = left + 10;
    for (int row = top; row <= bottom; ++row) {
        const float share = static_cast<float>(bottom - row) / static_cast<float>(bottom - top);
        for (int column = 0; column < 20; ++column) {
            set_pixel(image, x + column, row, heat_color(share));
        }
    }
    const auto tick = [&](double value, const char *addition) {
        const int row = bottom - static_cast<int>((bottom - top) * value / largest);
        fill_rectangle(image, x + 20, row, x + 25, row + 1, legend_ink);
        draw_text(image, x + 29, row - 4, fmt::format("{:.4g}{}", value, addition), legend_ink);
    };
    const double step = axis_scale(largest, std::clamp((bottom - top) / 30, 1, 5)).step;
    for (int i = 0; i * step < largest - 0.5 * step; ++i) {
        tick(i * step, "");
    }
    tick(largest, scale.saturates ? " and above" : "");
}

/// What a pixel's ray and its warp did, wherever the numbers come from.
struct Steps {
    std::uint32_t steps, iterations;
};

/// Efficiency of the warp tile around every pixel; -1 where the warp took no such step.
std::vector<float> tile_efficiencies(const std::vector<Steps> &steps, int width, int height) {
    std::vector<float> values(steps.size());
    const auto at = [&](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    };
    for (int top = 0; top < height; top += WARP_TILE_HEIGHT) {
        for (int left = 0; left < width; left += WARP_TILE_WIDTH) {
            const int bottom = std::min(top + WARP_TILE_HEIGHT, height),
                      right = std::min(left + WARP_TILE_WIDTH, width);
            double sum = 0.0, iterations = 0.0;
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x) {
                    sum += steps[at(x, y)].steps;
                    iterations += steps[at(x, y)].iterations;
                }
            }
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x) {
                    values[at(x, y)] = iterations > 0.0 ? static_cast<float>(sum / (simt_lanes * iterations)) : -1.0f;
                }
            }
        }
    }
    return values;
}

/// What the numbers of a map count.
std::string unit_of(HeatMap kind) {
    switch (kind) {
    case HeatMap::traversal_simd: return "share of the warp's lanes in a traversal step";
    case HeatMap::marching_simd: return "share of the warp's lanes in a marching step";
    case HeatMap::traversal_steps: return "traversal steps of a ray";
    case HeatMap::marching_steps: return "marching steps of a ray";
    case HeatMap::octree: return "nodes on a ray";
    case HeatMap::iteration:
    case HeatMap::normals:
    case HeatMap::undersampling: break;
    }
    return "step / step needed; more than 1 is too coarse";
}

/// Where the scale ends: 995 of 1000 rays that do anything lie below. A few long ones would darken everything else.
float scale_end(std::vector<float> values) {
    std::erase(values, 0.0f);
    if (values.empty()) {
        return 1.0f;
    }
    const auto high = values.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), high, values.end());
    return static_cast<float>(axis_scale(*high, 5).end);
}

/// Values in colours of the scale, row by row; negative ones mean "nothing happened here" and stay dark blue.
Image colored(const std::vector<float> &values, int width, int height, HeatScale &scale) {
    Image image = make_image(width, height, background);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float value =
                values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
            set_pixel(image, x, y, value < 0.0f ? background : heat_color(value / scale.largest));
        }
    }
    scale.saturates = std::any_of(values.begin(), values.end(), [&](float value) { return value > scale.largest; });
    return image;
}

/// The frame with its scale beside it.
Image with_legend(const Image &frame, const HeatScale &scale) {
    const int height = std::max(frame.height, legend_height(scale));
    Image image = make_image(frame.width + heat_legend_width, height, background);
    const std::size_t row = 4 * static_cast<std::size_t>(frame.width), all = 4 * static_cast<std::size_t>(image.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(frame.height); ++y) {
        std::copy_n(frame.rgba.data() + y * row, row, image.rgba.data() + y * all);
    }
    draw_legend(image, frame.width, scale);
    return image;
}

} // namespace

Image draw_false_colors(const std::vector<float> &values, int width, int height, float largest,
                        const std::string &title, const std::string &unit) {
    HeatScale scale{{}, largest, false, title, unit};
    const Image frame = colored(values, width, height, scale);
    return with_legend(frame, scale);
}

namespace {

/// How many times coarser the step is than every pixel needs.
Image undersampling_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                          const RenderSettings &settings, HeatScale &scale) {
    std::vector<float> values = renderer.sampling_errors(camera, width, height, settings);
    const std::string title = settings.adaptive_step ? "undersampling with an adaptive step"
                                                     : fmt::format("undersampling at step {:.3g}; proposed: {:.2g}",
                                                                   settings.step, proposed_step(values, settings.step));
    float largest = 1.0f;
    for (float &value : values) {
        if (value >= 0.0f) {
            value = static_cast<float>(settings.step / needed_step(settings.step, value));
            largest = std::max(largest, value);
        }
    }
    scale = {{}, static_cast<float>(axis_scale(largest, 5).end), false, title, unit_of(HeatMap::undersampling)};
    return colored(values, width, height, scale);
}

/// Composited normals of the samples, which need no light.
Image normal_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height, RenderSettings settings,
                   HeatScale &scale) {
    settings.shading = Shading::phong;
    settings.shadows = Shadows::none;
    settings.ambient_occlusion = 0;
    settings.background = glm::vec3(background[0], background[1], background[2]) / 255.0f;
    const DeviceFrame frame = renderer.draw(camera, width, height, settings, {.normals = true});
    Image image = make_image(width, height, background);
    frame.pixels->download(std::as_writable_bytes(std::span(image.rgba)));
    scale = {{}, 1.0f, false, "normals of what is seen", "toward the viewer, along the axes of the grid, -1 to 1"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        HeatScale::Key key{{128, 128, 128}, {128, 128, 128}, std::string(1, "xyz"[axis])};
        key.darkest[axis] = 0;
        key.brightest[axis] = 255;
        scale.keys.push_back(key);
    }
    return image;
}

} // namespace

Image draw_heat_map(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                    const RenderSettings &settings, HeatMap kind, int after) {
    HeatScale scale;
    const Image frame = heat_map_frame(renderer, camera, width, height, settings, kind, scale, after);
    return with_legend(frame, scale);
}

Image heat_map_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                     const RenderSettings &settings, HeatMap kind, HeatScale &scale, int after) {
    if (kind == HeatMap::undersampling) {
        return undersampling_frame(renderer, camera, width, height, settings, scale);
    }
    if (kind == HeatMap::normals) {
        return normal_frame(renderer, camera, width, height, settings, scale);
    }
    RenderSettings counted = settings;
    if (kind == HeatMap::octree) {
        // The whole ray, at one node after the other.
        counted.traversal = Traversal::first_approach;
        counted.loops.reset();
        counted.adaptive_step = false;
        counted.opacity_cutoff = 1.0;
    }
    const bool traversing = kind == HeatMap::traversal_simd || kind == HeatMap::traversal_steps ||
                            kind == HeatMap::octree || kind == HeatMap::iteration;
    if (traversing && info_of(counted.traversal).data == SkipData::none) {
        throw UsageError(
            fmt::format("the heat map {} needs a traversal that skips: without one there is no traversal step",
                        name_of(kind)),
            {{Remedy::other_traversal}});
    }
    if (kind == HeatMap::iteration) {
        return iteration_frame(renderer, camera, width, height, counted, after, scale);
    }
    const bool simd = kind == HeatMap::traversal_simd || kind == HeatMap::marching_simd;
    const bool counts_warps =
        renderer.backend() != SamplingBackend::packet && renderer.device().warp_lanes == simt_lanes;
    std::vector<Steps> steps;
    if (simd ? counts_warps : renderer.backend() != SamplingBackend::packet || info_of(counted.traversal).packets) {
        for (const PixelCounts &pixel : renderer.count_pixels(camera, width, height, counted)) {
            steps.push_back(traversing ? Steps{pixel.nodes, pixel.node_iterations}
                                       : Steps{pixel.samples, pixel.sample_iterations});
        }
    } else {
        for (const SimtCounts &pixel : simulate_simt(renderer.simt_scene(camera, width, height, counted), counted)) {
            steps.push_back(traversing ? Steps{pixel.nodes, pixel.node_iterations}
                                       : Steps{pixel.samples, pixel.sample_iterations});
        }
    }

    const std::string title = kind == HeatMap::octree
                                  ? fmt::format("octree from entry to exit, leaf {}, threshold {:.3g}",
                                                leaf_size_of(counted), counted.threshold)
                                  : fmt::format("{} {}", name_of(counted.traversal), name_of(kind));
    if (simd) {
        std::string unit = unit_of(kind);
        if (info_of(counted.traversal).persistent) { // warps take rays of other tiles
            unit += "; steps of a warp are counted at one of its rays, so tiles may have more than 1";
        }
        scale = {{}, 1.0f, false, title, unit};
        return colored(tile_efficiencies(steps, width, height), width, height, scale);
    }
    std::vector<float> values;
    for (const Steps &pixel : steps) {
        values.push_back(static_cast<float>(pixel.steps));
    }
    scale = {{}, scale_end(values), false, title, unit_of(kind)};
    return colored(values, width, height, scale);
}

} // namespace voxmarch
