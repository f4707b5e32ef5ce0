// Colours the lanes of simulated warps by what they do in one round.
#include "renderer/instruments/iteration_map.h"

#include "base/error.h"
#include "renderer/drawing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr Rgb nobody{0, 0, 255}, black{0, 0, 0}, idle{0, 255, 0}, shorter{255, 0, 0};
constexpr float most_steps = 30.0f, most_waiting = 0.5f; // where green and red are brightest

/// A colour from black (0) to itself (1); shares beyond are cut.
Rgb shade_of(Rgb color, float share) {
    for (std::uint8_t &part : color) {
        part = static_cast<std::uint8_t>(std::lround(static_cast<float>(part) * std::clamp(share, 0.0f, 1.0f)));
    }
    return color;
}

/// @param steps    of this lane
/// @param longest  of its warp
Rgb color_of(std::uint32_t steps, std::uint32_t longest) {
    if (longest == 0) {
        return nobody;
    }
    const auto own = static_cast<float>(steps), all = static_cast<float>(longest);
    return steps == 0 ? shade_of(idle, all / most_steps) : shade_of(shorter, (all - own) / all / most_waiting);
}

/// Why no warp marches after so many traversal iterations, and what shows more.
std::string nobody_text(const std::vector<SimtCounts> &counts, bool by_octree) {
    std::uint32_t last = 0;
    for (const SimtCounts &pixel : counts) {
        last = std::max(last, pixel.last_round);
    }
    if (last == 0) {
        return "; no warp marches at all: the transfer function shows nothing here";
    }
    return fmt::format("; no warp marches so late: try {}{}{} or another function", last - 1,
                       last > 1 ? " or fewer" : "", by_octree ? ", a higher threshold" : "");
}

} // namespace

Image iteration_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                      const RenderSettings &settings, int after, HeatScale &scale) {
    if (!info_of(settings.traversal).pool.empty()) {
        throw UsageError(fmt::format("the heat map {} needs a traversal whose warps are tiles of the picture: lanes of "
                                     "{} take new rays at different times",
                                     name_of(HeatMap::iteration), name_of(settings.traversal)),
                         {{Remedy::other_traversal}});
    }
    constexpr int no_pools = 1;
    const std::vector<SimtCounts> counts =
        simulate_simt(renderer.simt_scene(camera, width, height, settings), settings, no_pools, after);
    const auto steps_at = [&](int x, int y) {
        return counts[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)]
            .round_samples;
    };
    const bool any =
        std::any_of(counts.begin(), counts.end(), [](const SimtCounts &pixel) { return pixel.round_samples > 0; });
    const bool by_octree = info_of(settings.traversal).data == SkipData::octree;
    Image image = make_image(width, height, nobody);
    for (int top = 0; top < height; top += WARP_TILE_HEIGHT) {
        for (int left = 0; left < width; left += WARP_TILE_WIDTH) {
            const int bottom = std::min(top + WARP_TILE_HEIGHT, height),
                      right = std::min(left + WARP_TILE_WIDTH, width);
            std::uint32_t longest = 0;
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x) {
                    longest = std::max(longest, steps_at(x, y));
                }
            }
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x) {
                    set_pixel(image, x, y, color_of(steps_at(x, y), longest));
                }
            }
        }
    }
    scale = {
        {{black, idle, fmt::format("waits; brightest while its warp takes {:g} or more steps", most_steps)},
         {black, shorter, fmt::format("marches, then waits; brightest for {:g} or more of the steps", most_waiting)},
         {nobody, nobody, "its warp marches no more"}},
        1.0f,
        false,
        fmt::format("{}, one round of each warp", name_of(settings.traversal)),
        fmt::format("marching after more than {} traversal iterations of the warp{}", after,
                    any ? "" : nobody_text(counts, by_octree))};
    return image;
}

} // namespace voxmarch
