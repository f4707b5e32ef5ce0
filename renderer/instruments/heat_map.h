// Pictures of what the rays of a frame do, in false colours with a scale (thesis figures 3.8, 4.3, 4.7, 4.8, 4.15
// to 4.22).
#pragma once

#include "base/enum_names.h"
#include "renderer/image.h"
#include "renderer/volume_renderer.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

enum class HeatMap {
    traversal_simd,  ///< share of the lanes of a warp that take part in its traversal steps, 0 .. 1
    marching_simd,   ///< the same for marching steps
    traversal_steps, ///< traversal steps of the pixel's ray
    marching_steps,  ///< marching steps of the pixel's ray
    octree,          ///< nodes of the octree on the ray from entry to exit, whatever lies in front and skips
    undersampling,   ///< how many times too coarse the step is for the transfer function
    normals,         ///< of what is seen, as colours
    iteration        ///< who marches and who waits in one round of each warp (iteration_map.h)
};

template <> struct EnumNames<HeatMap> {
    static constexpr Named<HeatMap> all[] = {{HeatMap::traversal_simd, "traversal-simd"},
                                             {HeatMap::marching_simd, "marching-simd"},
                                             {HeatMap::traversal_steps, "traversal-steps"},
                                             {HeatMap::marching_steps, "marching-steps"},
                                             {HeatMap::octree, "octree"},
                                             {HeatMap::undersampling, "undersampling"},
                                             {HeatMap::normals, "normals"},
                                             {HeatMap::iteration, "iteration"}};
};

/// Traversal iterations of a warp before the round that HeatMap::iteration shows, as in the thesis.
constexpr int late_iteration = 15;

/// What the colours of a heat map mean.
struct HeatScale {
    /// What stands in place of a scale where colours tell kinds apart: the ends of each, and what it means.
    struct Key {
        std::array<std::uint8_t, 3> darkest, brightest;
        std::string meaning;
    };
    std::vector<Key> keys;
    float largest = 1.0f;    ///< value of the last colour; the first is 0's
    bool saturates = false;  ///< whether there are larger values, which have the last colour
    std::string title, unit; ///< what was measured, and what the values are
};

/// Colour of a share 0 .. 1 of the scale: black over violet and orange to yellow; r, g, b in 0 .. 255.
std::array<std::uint8_t, 3> heat_color(float share);

/// A frame's heat map as large as the frame.
/// @param scale  what its colours mean
/// @param after  see late_iteration; other maps do not look at it
/// SIMD efficiencies are counted on devices whose warps have 32 lanes, and simulated (simulate_simt) elsewhere.
/// @throws UsageError for a map of traversal steps of a traversal that takes none, for one of an iteration where warps
///         are no tiles of the picture, and as VolumeRenderer::render
Image heat_map_frame(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                     const RenderSettings &settings, HeatMap kind, HeatScale &scale, int after = late_iteration);

/// Pixels that a map's legend takes beside the frame.
constexpr int heat_legend_width = 190;

/// The same with its scale beside it: the picture is wider than the frame by heat_legend_width, and higher where the
/// legend is.
Image draw_heat_map(VolumeRenderer &renderer, const Camera &camera, int width, int height,
                    const RenderSettings &settings, HeatMap kind, int after = late_iteration);

/// Values in false colours (black over violet and orange to yellow) with a scale from 0 to `largest` at the right,
/// which makes low pictures higher.
/// @param values  one a pixel, row by row; negative ones mean "nothing happened here" and stay dark blue, larger ones
///                have the colour of `largest`, and the scale says so
/// @param unit    what the values are, in the legend
Image draw_false_colors(const std::vector<float> &values, int width, int height, float largest,
                        const std::string &title, const std::string &unit);

} // namespace voxmarch
