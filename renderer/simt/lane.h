// One lane of a simulated warp: its ray, its walk through the octree, its buffer. Names follow the kernels of the same
// names.
#pragma once

#include "renderer/simt/simulator.h"

#include <deque>
#include <glm/glm.hpp>
#include <limits>

namespace voxmarch::simt {

/// ray.cl and leaf_ray.cl, in voxel space.
struct LaneRay {
    glm::vec3 origin{0.0f}, start{0.0f}, direction{0.0f}, plane_scale{0.0f}, plane_bias{0.0f};
    float t_first = 0.0f, sample_count = 0.0f, step = 1.0f, inverse_edge = 1.0f;
    glm::ivec3 last_leaf{0};

    LaneRay() = default;
    LaneRay(const SimtScene &scene, int column, int row);

    glm::vec3 position(float k) const; ///< of sample k
    glm::ivec3 leaf_of_sample(float k) const;
    float first_sample_behind(glm::ivec3 low, glm::ivec3 high, float k) const;
};

struct Segment {
    float begin, end;
};

/// One lane: its ray, its walk, its buffer, and what it has done.
struct Lane {
    const SimtScene *scene = nullptr;
    SimtCounts *counts = nullptr;
    LaneRay ray;
    bool active = false;
    bool marching = false;
    float opaque_at = std::numeric_limits<float>::max(); ///< sample that makes the ray opaque
    float walk_k = 0.0f;                                 ///< of the walk through the octree
    float k = 0.0f, end = 0.0f;                          ///< of marching
    glm::ivec3 leaf{0};
    int level = 0;
    std::deque<Segment> segments;
    float last = -1.0f, steps = 0.0f;

    void start(const SimtScene &from, int x, int y, SimtCounts *into);

    bool walk_is_done() const { return walk_k >= ray.sample_count; }
    int next_node(Segment &passed);
    int distance_of_leaf(glm::ivec3 at) const;

    /// Takes `fused` samples; the lane is done if one of them makes the ray opaque.
    void take_samples(int fused);

    void add_segment(Segment found);
    void drop_finished();
    bool is_finished() const { return walk_is_done() && segments.empty(); }
};

} // namespace voxmarch::simt
