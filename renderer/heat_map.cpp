// Heat maps.
#include "renderer/heat_map.h"

#include "device/error.h"
#include "renderer/drawing.h"
#include "transfer/preset_data.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

const std::vector<HeatMap> &heat_maps() {
    static const std::vector<HeatMap> all{HeatMap::traversal_simd, HeatMap::marching_simd, HeatMap::traversal_steps,
                                          HeatMap::marching_steps, HeatMap::octree};
    return all;
}

std::string_view name_of(HeatMap value) {
    switch (value) {
    case HeatMap::traversal_simd: return "traversal-simd";
    case HeatMap::marching_simd: return "marching-simd";
    case HeatMap::traversal_steps: return "traversal-steps";
    case HeatMap::marching_steps: return "marching-steps";
    case HeatMap::octree: break;
    }
    return "octree";
}

namespace {

constexpr int legend_width = 190;
constexpr Rgb background{12, 14, 32}, ink{235, 235, 235};

/// Colour of a share from 0 to 1.
Rgb heat_color(float share) {
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

void draw_legend(Image &image, int left, float largest, const std::string &title) {
    // A long title is broken between words; each line holds 28 letters.
    int y = 8;
    std::string line;
    for (std::size_t at = 0; at <= title.size();) {
        const std::size_t end = std::min(title.find(' ', at), title.size());
        const std::string word = title.substr(at, end - at);
        if (!line.empty() && line.size() + 1 + word.size() > 28) {
            draw_text(image, left + 10, y, line, ink);
            y += 12;
            line.clear();
        }
        line += line.empty() ? word : " " + word;
        at = end + 1;
    }
    draw_text(image, left + 10, y, line, ink);

    const int top = y + 24, bottom = std::max(top + 8, image.height - 16), x = left + 10;
    for (int row = top; row <= bottom; ++row) {
        const float share = static_cast<float>(bottom - row) / static_cast<float>(bottom - top);
        for (int column = 0; column < 20; ++column) {
            set_pixel(image, x + column, row, heat_color(share));
        }
    }
    const int ticks = std::clamp((bottom - top) / 30, 1, 5);
    for (int i = 0; i <= ticks; ++i) {
        const int row = bottom - (bottom - top) * i / ticks;
        for (int column = 20; column < 25; ++column) {
            set_pixel(image, x + column, row, ink);
        }
        const float value = largest * static_cast<float>(i) / static_cast<float>(ticks);
        draw_text(image, x + 29, row - 4, largest <= 1.0f ? fmt::format("{:.2f}", value) : fmt::format("{:.0f}", value),
                  ink);
    }
}

/// A round number that is not below the value: 1, 2 or 5 times a power of ten.
float round_up_nicely(float value) {
    const float power = std::pow(10.0f, std::floor(std::log10(std::max(value, 1.0f))));
    for (const float factor : {1.0f, 2.0f, 5.0f}) {
        if (factor * power >= value) {
            return factor * power;
        }
    }
    return 10.0f * power;
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

} // namespace

Image draw_false_colors(const std::vector<float> &values, int width, int height, float largest,
                        const std::string &title) {
    Image image = make_image(width + legend_width, height, background);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float value =
                values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
            set_pixel(image, x, y, value < 0.0f ? background : heat_color(value / largest));
        }
    }
    draw_legend(image, width, largest, title);
    return image;
}

Image draw_heat_map(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                    const RenderSettings &settings, HeatMap kind) {
    RenderSettings counted = settings;
    if (kind == HeatMap::octree) {
        // The whole ray, at one node after the other.
        counted.traversal = Traversal::first_approach;
        counted.loops.reset();
        counted.opacity_cutoff = 1.0;
    }
    const bool traversing =
        kind == HeatMap::traversal_simd || kind == HeatMap::traversal_steps || kind == HeatMap::octree;
    if (traversing && info_of(counted.traversal).data == SkipData::none) {
        throw UsageError(fmt::format("--heatmap {} needs a traversal that skips: with --traversal none there is no "
                                     "traversal step",
                                     name_of(kind)));
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

    const std::string title = fmt::format("{} {}", name_of(counted.traversal), name_of(kind));
    if (simd) {
        return draw_false_colors(tile_efficiencies(steps, width, height), width, height, 1.0f, title);
    }
    std::vector<float> values;
    for (const Steps &pixel : steps) {
        values.push_back(static_cast<float>(pixel.steps));
    }
    // The scale ends where all but one in a thousand pixels lie: single long rays would darken everything else.
    std::vector<float> sorted = values;
    const auto high = sorted.begin() + static_cast<std::ptrdiff_t>(0.999 * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), high, sorted.end());
    return draw_false_colors(values, width, height, round_up_nicely(*high), title);
}

} // namespace voxmarch
