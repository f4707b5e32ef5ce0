// Follows one ray as ray.cl, leaf_ray.cl, octree_walk.cl and segment_buffer.cl do.
#include "renderer/simt/lane.h"

#include "renderer/blue_noise.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace voxmarch::simt {

namespace {

glm::vec3 vector3(const vx_float (&v)[3]) { return {v[0], v[1], v[2]}; }

glm::vec3 fma3(glm::vec3 a, glm::vec3 b, glm::vec3 c) {
    return {std::fma(a.x, b.x, c.x), std::fma(a.y, b.y, c.y), std::fma(a.z, b.z, c.z)};
}

glm::vec3 unit_vector(glm::vec3 v) { return v * (1.0f / std::sqrt(std::fma(v.z, v.z, std::fma(v.y, v.y, v.x * v.x)))); }

float nonzero(float slope) { return std::abs(slope) < 1e-9f ? std::copysign(1e-9f, slope) : slope; }

} // namespace

LaneRay::LaneRay(const SimtScene &scene, int column, int row) {
    const FrameParams &frame = scene.frame;
    const int x = column + frame.view.pixel_origin[0], y = row + frame.view.pixel_origin[1];
    step = frame.sampling.step;
    const glm::vec3 scale = vector3(frame.volume.voxel_from_aligned);
    const glm::vec3 toward = unit_vector(
        fma3(glm::vec3(static_cast<float>(x)), vector3(frame.view.ray_dx),
             fma3(glm::vec3(static_cast<float>(y)), vector3(frame.view.ray_dy), vector3(frame.view.ray_corner))));
    origin = fma3(glm::vec3(static_cast<float>(x)), vector3(frame.view.eye_dx),
                  fma3(glm::vec3(static_cast<float>(y)), vector3(frame.view.eye_dy), vector3(frame.view.eye))) *
             scale;
    start = origin + LATTICE_OFFSET;
    direction = toward * scale;
    const glm::vec3 safe(nonzero(direction.x), nonzero(direction.y), nonzero(direction.z));
    const glm::vec3 to_min = (vector3(frame.volume.box_min) - origin) / safe,
                    to_max = (vector3(frame.volume.box_max) - origin) / safe;
    const glm::vec3 enter = glm::min(to_min, to_max), leave = glm::max(to_min, to_max);
    float t_near = std::max({enter.x, enter.y, enter.z, 0.0f});
    float t_far = std::min({leave.x, leave.y, leave.z});
    for (int plane = 0; plane < frame.volume.plane_count; ++plane) {
        const float *numbers = frame.volume.planes + 4 * plane;
        const glm::vec3 normal(numbers[0], numbers[1], numbers[2]);
        const float slope = nonzero(glm::dot(normal, direction));
        const float t = -(glm::dot(normal, origin) + numbers[3]) / slope;
        (slope < 0.0f ? t_far : t_near) = slope < 0.0f ? std::min(t_far, t) : std::max(t_near, t);
    }
    const int tile = y % blue_noise_edge * blue_noise_edge + x % blue_noise_edge;
    const float offset = scene.jitter ? blue_noise_tile()[static_cast<std::size_t>(tile)] : 0.5f;
    t_first = std::fma(offset, step, t_near);
    const bool inside = column < frame.view.size[0] && row < frame.view.size[1] && t_far > t_near;
    sample_count = inside ? std::max(std::ceil((t_far - t_first) / step), 0.0f) : 0.0f;

    const auto edge = static_cast<float>(1 << scene.layout.leaf_log2);
    inverse_edge = 1.0f / edge;
    last_leaf = {scene.layout.leaves[0] - 1, scene.layout.leaves[1] - 1, scene.layout.leaves[2] - 1};
    const glm::vec3 samples_per_voxel = 1.0f / (safe * step);
    const float largest = std::max({std::abs(origin.x), std::abs(origin.y), std::abs(origin.z)});
    const float margin = std::fma(std::abs(t_first) + largest, 1e-6f, octree_sample_rounding(&scene.layout));
    plane_scale = samples_per_voxel * edge;
    plane_bias = -origin * samples_per_voxel - t_first / step - margin * glm::abs(samples_per_voxel);
}

glm::vec3 LaneRay::position(float k) const {
    return fma3(glm::vec3(std::fma(k, step, t_first)), direction, start) - LATTICE_OFFSET;
}

glm::ivec3 LaneRay::leaf_of_sample(float k) const {
    return glm::clamp(glm::ivec3(position(k) * inverse_edge), glm::ivec3(0), last_leaf);
}

float LaneRay::first_sample_behind(glm::ivec3 low, glm::ivec3 high, float k) const {
    float behind = std::numeric_limits<float>::max();
    for (int i = 0; i < 3; ++i) {
        const auto plane = static_cast<float>(direction[i] >= 0.0f ? high[i] : low[i]);
        behind = std::min(behind, std::fma(plane, plane_scale[i], plane_bias[i]));
    }
    return std::max(std::ceil(behind), k + 1.0f);
}

void Lane::start(const SimtScene &from, int x, int y, SimtCounts *into) {
    *this = Lane{};
    scene = &from;
    counts = into;
    ray = LaneRay(from, x, y);
    active = ray.sample_count > 0.0f;
    if (active) {
        if (!from.standard_samples.empty()) {
            const std::size_t pixel = static_cast<std::size_t>(y) * from.frame.view.size[0] + x;
            const auto taken = static_cast<float>(from.standard_samples[pixel]);
            opaque_at = taken < ray.sample_count ? taken - 1.0f : opaque_at;
        }
        leaf = ray.leaf_of_sample(0.0f);
        level = from.layout.levels - 1;
    }
}

int Lane::next_node(Segment &passed) {
    const glm::ivec3 node(leaf.x >> level, leaf.y >> level, leaf.z >> level);
    const int state =
        scene->states[static_cast<std::size_t>(octree_address(&scene->layout, level, node.x, node.y, node.z))];
    if (state == NODE_DESCEND) {
        --level;
        return state;
    }
    const glm::ivec3 low(node.x << level, node.y << level, node.z << level);
    passed.begin = walk_k;
    passed.end = std::min(ray.first_sample_behind(low, low + (1 << level), walk_k), ray.sample_count);
    walk_k = passed.end;
    const glm::ivec3 next = ray.leaf_of_sample(walk_k);
    const auto changed = static_cast<unsigned>((next.x ^ leaf.x) | (next.y ^ leaf.y) | (next.z ^ leaf.z));
    level = std::min(std::max(static_cast<int>(std::bit_width(changed)) - 1, level), scene->layout.levels - 1);
    leaf = next;
    return state;
}

int Lane::distance_of_leaf(glm::ivec3 at) const {
    const glm::ivec3 count = ray.last_leaf + 1;
    int octant = 0;
    for (int i = 0; i < 3 && scene->octants; ++i) {
        octant |= ray.direction[i] >= 0.0f ? 1 << i : 0;
    }
    return scene->distances[static_cast<std::size_t>(((octant * count.z + at.z) * count.y + at.y) * count.x + at.x)];
}

void Lane::take_samples(int fused) {
    if (opaque_at >= k && opaque_at < k + static_cast<float>(fused)) {
        active = marching = false;
    }
    k += static_cast<float>(fused);
}

void Lane::add_segment(Segment found) {
    if (!segments.empty() && last == found.begin) {
        segments.back().end = found.end;
    } else {
        found.begin = std::max(found.begin, k);
        if (found.begin >= found.end) {
            return;
        }
        if (segments.empty()) {
            k = found.begin;
        }
        segments.push_back(found);
    }
    last = found.end;
    steps += found.end - found.begin;
}

void Lane::drop_finished() {
    while (!segments.empty() && k >= segments.front().end) {
        steps += k - segments.front().end;
        segments.pop_front();
        if (!segments.empty()) {
            steps -= std::max(k - segments.front().begin, 0.0f);
            k = std::max(k, segments.front().begin);
        }
    }
}

} // namespace voxmarch::simt

namespace voxmarch {

std::vector<RaySpan> walk_ray(const SimtScene &scene, int x, int y, int last, int &descents) {
    std::vector<SimtCounts> counts(1);
    simt::Lane lane;
    lane.start(scene, x, y, counts.data());
    const float stop = std::min(static_cast<float>(last + 1), lane.ray.sample_count);
    std::vector<RaySpan> spans;
    const auto add_span = [&](bool marched, int level, float begin, float end) {
        const float t = std::fma(begin, lane.ray.step, lane.ray.t_first);
        spans.push_back({marched, level, begin, std::min(end, stop), t, lane.ray.position(begin)});
    };
    descents = 0;
    while (!scene.states.empty() && lane.active && lane.walk_k < stop) {
        const int level = lane.level;
        simt::Segment passed;
        const int state = lane.next_node(passed);
        if (state == NODE_DESCEND) {
            ++descents;
        } else {
            add_span(state == NODE_MARCH, level, passed.begin, passed.end);
        }
    }
    while (!scene.distances.empty() && lane.active && lane.k < stop) {
        const glm::ivec3 leaf = lane.ray.leaf_of_sample(lane.k);
        const int distance = lane.distance_of_leaf(leaf), reach = std::max(distance, 1);
        const float begin = lane.k;
        lane.k = lane.ray.first_sample_behind(leaf + 1 - reach, leaf + reach, lane.k);
        add_span(distance == 0, distance, begin, lane.k);
    }
    return spans;
}

} // namespace voxmarch
