// What a frame did, and how long it took.
#pragma once

#include "renderer/stage.h"
#include "renderer/surfaces.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

struct StageTime {
    Stage stage;
    double ms = 0.0;
};

/// What the last frame did. Counts come from a separate counting pass (count_samples) and are 0 without it.
struct FrameStatistics {
    std::uint64_t rays = 0;              ///< pixels
    std::uint64_t rays_in_box = 0;       ///< rays with at least one sample
    std::uint64_t samples = 0;           ///< marching steps
    std::uint64_t visible_samples = 0;   ///< marching steps with opacity > 0
    std::uint64_t fetches = 0;           ///< trilinear fetches of those steps
    std::uint64_t nodes = 0;             ///< traversal steps
    std::uint64_t leaves = 0;            ///< of the octree that rays go through; 0 without one, and for projections
    std::uint64_t leaves_skipped = 0;    ///< of these, transparent everywhere
    std::uint64_t octree_bytes = 0;      ///< held for skipping: ranges of leaves, nodes, distances
    std::uint64_t skip_bytes = 0;        ///< of these, what rays look at: nodes or distances
    std::uint64_t node_iterations = 0;   ///< warp iterations of traversal steps; 0 where the device cannot count them
    std::uint64_t sample_iterations = 0; ///< warp iterations of marching steps; 0 where the device cannot count them
    int warp_lanes = 1;                  ///< lanes of a warp: SIMD efficiency = steps / (lanes * iterations)
    std::uint64_t group_local_bytes = 0; ///< local memory of a work-group; 0: none, or not known
    double frame_ms = 0.0;               ///< drawing alone: ray casting, or rastering, shading and blending surfaces
    std::string beyond_packets;    ///< why the kernels of the buffer back end drew arrays for packets; empty: they
                                   ///< did not
    SurfaceStatistics surfaces;    ///< of the modes isosurface and both
    int paths = 0;                 ///< a pixel, of which a traced picture is the mean; 0: it is shaded
    double extraction_ms = 0.0;    ///< of isosurfaces in this frame; 0 if they were there
    double raster_ms = 0.0;        ///< finding visible triangles, or surfaces along rays; part of frame_ms
    bool device_times = false;     ///< false: host times, the platform's events are not usable
    std::vector<StageTime> stages; ///< everything done for this frame, in order
};

/// Adds times to those of the same stages, or behind them.
void add_times(std::vector<StageTime> &sum, std::span<const StageTime> more);

/// SIMD efficiency: steps / (lanes * warp iterations); < 0 where the device cannot count them or there was no step.
double traversal_efficiency(const FrameStatistics &counts);
double marching_efficiency(const FrameStatistics &counts);

} // namespace voxmarch
