// Runs the control structures of the traversals for warps of 32 rays on the host and counts how many lanes take part:
// SIMD efficiencies without a GPU, the same on every machine (thesis 2.2.3, 4.3).
#pragma once

#include "kernels/shared/octree_layout.h"
#include "kernels/shared/shared_types.h"
#include "renderer/settings.h"

#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <vector>

namespace voxmarch {

/// What the simulated warps look at; all sizes as the device's.
struct SimtScene {
    FrameParams frame{};
    OctreeLayout layout{};
    std::vector<std::uint8_t> states;    ///< of the octree's nodes; empty if the traversal reads distances
    std::vector<std::uint8_t> distances; ///< distance maps of its leaves; empty if the traversal reads nodes
    bool jitter = false;                 ///< the lattices of pixels are offset (RenderSettings::jitter)
    bool octants = false;                ///< whether `distances` holds a map for each octant
    /// For each pixel: marching steps of the standard caster, after which the ray was opaque or at its end.
    std::vector<std::uint32_t> standard_samples;
};

/// As PixelCounts: iterations of a warp are counted by one of its lanes.
struct SimtCounts {
    std::uint32_t nodes = 0, node_iterations = 0, samples = 0, sample_iterations = 0;
    std::uint32_t round_samples = 0; ///< in the one round of marching that was asked for
    std::uint32_t last_round = 0;    ///< traversal iterations of the warp before the ray's last marching
};

/// Lanes of a simulated warp.
constexpr int simt_lanes = 32;

/// A piece of a ray about which a traversal decides at once: samples begin .. end - 1.
struct RaySpan {
    bool marched; ///< false: skipped as empty
    int level;    ///< of the octree's node, 0 is a leaf; for distance maps the distance in leaves instead
    float begin, end;
    float t;            ///< of sample `begin`: distance from the eye in voxels of the smallest spacing
    glm::vec3 position; ///< of sample `begin`, voxel space
};

/// The spans of a pixel's ray from entry to its sample `last`, as the node by node walk or the distance map finds them;
/// the last span ends behind that sample. Visits of nodes whose children are then looked at are counted in `descents`.
std::vector<RaySpan> walk_ray(const SimtScene &scene, int x, int y, int last, int &descents);

/// Whether the simulator knows the loop of a traversal, which is written a second time for it.
bool has_simt_twin(Traversal traversal);

/// Simulates the frame. Warps take tiles of 8x4 pixels; persistent ones take turns, one round of their loop each.
/// @param persistent_warps  warps resident at once, for the persistent traversals
/// @param round_after  the round whose samples are counted apart: the first in which a lane of the warp marches after
///                     more traversal iterations of the warp than this
/// @return counts of every pixel
/// @throws UnsupportedError for a traversal without a twin
/// Cost: about a microsecond a step of a ray.
std::vector<SimtCounts> simulate_simt(const SimtScene &scene, const RenderSettings &settings,
                                      int persistent_warps = 264, int round_after = std::numeric_limits<int>::max());

} // namespace voxmarch
