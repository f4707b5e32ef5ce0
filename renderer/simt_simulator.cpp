// The simulated warps. Names and order follow the kernels of the same names.
#include "renderer/simt_simulator.h"

#include "renderer/blue_noise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <functional>
#include <glm/glm.hpp>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

glm::vec3 vector3(const vx_float (&v)[3]) { return {v[0], v[1], v[2]}; }

glm::vec3 fma3(glm::vec3 a, glm::vec3 b, glm::vec3 c) {
    return {std::fma(a.x, b.x, c.x), std::fma(a.y, b.y, c.y), std::fma(a.z, b.z, c.z)};
}

/// ray.cl and leaf_ray.cl, in voxel space.
struct LaneRay {
    glm::vec3 origin{0.0f}, direction{0.0f}, plane_scale{0.0f}, plane_bias{0.0f};
    float t_first = 0.0f, sample_count = 0.0f, step = 1.0f, inverse_edge = 1.0f;
    glm::ivec3 last_leaf{0};

    LaneRay() = default;
    LaneRay(const SimtScene &scene, int x, int y) {
        const FrameParams &frame = scene.frame;
        step = frame.step;
        const glm::vec3 scale = vector3(frame.voxel_from_aligned);
        const glm::vec3 toward =
            glm::normalize(vector3(frame.ray_corner) + static_cast<float>(x) * vector3(frame.ray_dx) +
                           static_cast<float>(y) * vector3(frame.ray_dy));
        origin = vector3(frame.eye) * scale;
        direction = toward * scale;
        glm::vec3 safe = direction;
        for (int i = 0; i < 3; ++i) {
            safe[i] = std::abs(safe[i]) < 1e-9f ? std::copysign(1e-9f, safe[i]) : safe[i];
        }
        const glm::vec3 to_min = (vector3(frame.box_min) - origin) / safe,
                        to_max = (vector3(frame.box_max) - origin) / safe;
        const glm::vec3 enter = glm::min(to_min, to_max), leave = glm::max(to_min, to_max);
        float t_near = std::max({enter.x, enter.y, enter.z, 0.0f});
        float t_far = std::min({leave.x, leave.y, leave.z});
        for (int plane = 0; plane < frame.plane_count; ++plane) {
            const float *numbers = frame.planes + 4 * plane;
            const glm::vec3 normal(numbers[0], numbers[1], numbers[2]);
            const float slope = glm::dot(normal, direction);
            const float t = -(glm::dot(normal, origin) + numbers[3]) /
                            (std::abs(slope) < 1e-9f ? std::copysign(1e-9f, slope) : slope);
            (slope < 0.0f ? t_far : t_near) = slope < 0.0f ? std::min(t_far, t) : std::max(t_near, t);
        }
        const int tile = y % blue_noise_edge * blue_noise_edge + x % blue_noise_edge;
        const float offset = scene.jitter ? blue_noise_tile()[static_cast<std::size_t>(tile)] : 0.5f;
        t_first = std::fma(offset, step, t_near);
        const bool inside = x < frame.size[0] && y < frame.size[1] && t_far > t_near;
        sample_count = inside ? std::max(std::ceil((t_far - t_first) / step), 0.0f) : 0.0f;

        const float edge = static_cast<float>(1 << scene.layout.leaf_log2);
        inverse_edge = 1.0f / edge;
        last_leaf = {scene.layout.leaves[0] - 1, scene.layout.leaves[1] - 1, scene.layout.leaves[2] - 1};
        const glm::vec3 samples_per_voxel = 1.0f / (safe * step);
        const float largest = std::max({std::abs(origin.x), std::abs(origin.y), std::abs(origin.z)});
        const float margin = std::fma(std::abs(t_first) + largest, 1e-6f, 1e-3f);
        plane_scale = samples_per_voxel * edge;
        plane_bias = -origin * samples_per_voxel - t_first / step - margin * glm::abs(samples_per_voxel);
    }

    glm::ivec3 leaf_of_sample(float k) const {
        const glm::vec3 position = fma3(glm::vec3(std::fma(k, step, t_first)), direction, origin);
        return glm::clamp(glm::ivec3(position * inverse_edge), glm::ivec3(0), last_leaf);
    }

    float first_sample_behind(glm::ivec3 low, glm::ivec3 high, float k) const {
        float behind = std::numeric_limits<float>::max();
        for (int i = 0; i < 3; ++i) {
            const float plane = static_cast<float>(direction[i] >= 0.0f ? high[i] : low[i]);
            behind = std::min(behind, std::fma(plane, plane_scale[i], plane_bias[i]));
        }
        return std::max(std::ceil(behind), k + 1.0f);
    }
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

    void start(const SimtScene &from, int x, int y, SimtCounts *into) {
        *this = Lane{};
        scene = &from;
        counts = into;
        ray = LaneRay(from, x, y);
        active = ray.sample_count > 0.0f;
        if (active) {
            if (!from.standard_samples.empty()) {
                const std::size_t pixel = static_cast<std::size_t>(y) * from.frame.size[0] + x;
                const float taken = static_cast<float>(from.standard_samples[pixel]);
                opaque_at = taken < ray.sample_count ? taken - 1.0f : opaque_at;
            }
            leaf = ray.leaf_of_sample(0.0f);
            level = from.layout.levels - 1;
        }
    }

    bool walk_is_done() const { return walk_k >= ray.sample_count; }

    int next_node(Segment &passed) {
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
        const unsigned changed = static_cast<unsigned>((next.x ^ leaf.x) | (next.y ^ leaf.y) | (next.z ^ leaf.z));
        level = std::min(std::max(static_cast<int>(std::bit_width(changed)) - 1, level), scene->layout.levels - 1);
        leaf = next;
        return state;
    }

    int distance_of_leaf(glm::ivec3 at) const {
        const glm::ivec3 count = ray.last_leaf + 1;
        int octant = 0;
        for (int i = 0; i < 3 && scene->octants; ++i) {
            octant |= ray.direction[i] >= 0.0f ? 1 << i : 0;
        }
        return scene
            ->distances[static_cast<std::size_t>(((octant * count.z + at.z) * count.y + at.y) * count.x + at.x)];
    }

    /// Takes `fused` samples; the lane is done if one of them makes the ray opaque.
    void take_samples(int fused) {
        if (opaque_at >= k && opaque_at < k + static_cast<float>(fused)) {
            active = marching = false;
        }
        k += static_cast<float>(fused);
    }

    void add_segment(Segment found) {
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

    void drop_finished() {
        while (!segments.empty() && k >= segments.front().end) {
            steps += k - segments.front().end;
            segments.pop_front();
            if (!segments.empty()) {
                steps -= std::max(k - segments.front().begin, 0.0f);
                k = std::max(k, segments.front().begin);
            }
        }
    }

    bool is_finished() const { return walk_is_done() && segments.empty(); }
};

/// 32 lanes in lockstep.
class Warp {
public:
    Warp(const SimtScene &scene, const LoopParams &loops, std::vector<SimtCounts> &counts)
        : scene_(scene), loops_(loops), counts_(counts) {}

    /// Gives lane `lane` the ray of a pixel; pixels beyond the border get none.
    void start_lane(int lane, int x, int y) {
        const bool inside = x < scene_.frame.size[0] && y < scene_.frame.size[1];
        SimtCounts *counts = inside ? &counts_[static_cast<std::size_t>(y) * scene_.frame.size[0] + x] : &outside_;
        lanes_[static_cast<std::size_t>(lane)].start(scene_, x, y, counts);
    }

    std::array<Lane, simt_lanes> &lanes() { return lanes_; }

    bool any(const std::function<bool(const Lane &)> &predicate) const {
        return std::any_of(lanes_.begin(), lanes_.end(), predicate);
    }

    int count(const std::function<bool(const Lane &)> &predicate) const {
        return static_cast<int>(std::count_if(lanes_.begin(), lanes_.end(), predicate));
    }

    void first_approach() {
        while (any([](const Lane &lane) { return lane.active; })) {
            find_nodes([](const Lane &lane) { return lane.active; });
            march_while(std::numeric_limits<int>::max());
        }
    }

    void if_if() { for_for(1, 1); }

    void while_while() { for_for(std::numeric_limits<int>::max(), std::numeric_limits<int>::max()); }

    void for_for(int node_steps, int marching_steps) {
        while (any([](const Lane &lane) { return lane.active; })) {
            const auto seeks = [](const Lane &lane) { return lane.active && !lane.marching; };
            for (int i = 0; i < node_steps && any(seeks); ++i) {
                find_nodes(seeks);
            }
            march_while(marching_steps);
        }
    }

    void traverse_into_buffer() {
        const auto takes_part = [this](const Lane &lane) {
            return lane.active && !lane.walk_is_done() && static_cast<int>(lane.segments.size()) < loops_.buffer_length;
        };
        for (int i = 0; i < loops_.node_steps && any(takes_part); ++i) {
            Iteration iteration;
            for (Lane &lane : lanes_) {
                if (takes_part(lane)) {
                    iteration.node(lane);
                    Segment passed;
                    if (lane.next_node(passed) == NODE_MARCH) {
                        lane.add_segment(passed);
                    }
                }
            }
        }
    }

    void march_from_buffer() {
        std::array<bool, simt_lanes> takes_part;
        for (std::size_t i = 0; i < lanes_.size(); ++i) {
            takes_part[i] = lanes_[i].active;
        }
        for (int round = 0; round < loops_.marching_steps / loops_.fused_steps; ++round) {
            Iteration iteration;
            for (std::size_t i = 0; i < lanes_.size(); ++i) {
                Lane &lane = lanes_[i];
                if (takes_part[i]) {
                    lane.drop_finished();
                    takes_part[i] = !lane.segments.empty();
                }
                if (takes_part[i]) {
                    iteration.samples(lane, loops_.fused_steps);
                    lane.take_samples(loops_.fused_steps);
                    lane.steps -= static_cast<float>(loops_.fused_steps);
                    takes_part[i] = lane.active;
                }
            }
        }
        for (Lane &lane : lanes_) {
            if (lane.active) {
                lane.drop_finished();
            }
        }
    }

    void end_finished_lanes() {
        for (Lane &lane : lanes_) {
            lane.active = lane.active && !lane.is_finished();
        }
    }

    void buffered_for_for() {
        while (any([](const Lane &lane) { return lane.active; })) {
            traverse_into_buffer();
            march_from_buffer();
            end_finished_lanes();
        }
    }

    void buffered_for_for_with_flags() {
        while (any([](const Lane &lane) { return lane.active; })) {
            const auto underrun = [this](const Lane &lane) {
                return lane.active && !lane.walk_is_done() && lane.steps < static_cast<float>(loops_.marching_steps);
            };
            const auto stuck = [&](const Lane &lane) {
                return underrun(lane) && static_cast<int>(lane.segments.size()) == loops_.buffer_length;
            };
            if (any(underrun) && !any(stuck)) {
                traverse_into_buffer();
            } else {
                march_from_buffer();
            }
            end_finished_lanes();
        }
    }

    /// The decisions of persistent.cl between two chances to take new rays.
    void decide_by_majority() {
        for (int i = 0; i < loops_.decisions; ++i) {
            const auto traverses = [this](const Lane &lane) {
                return lane.active && !lane.walk_is_done() &&
                       static_cast<int>(lane.segments.size()) < loops_.buffer_length &&
                       lane.steps < static_cast<float>(loops_.marching_steps);
            };
            const int traversing = count(traverses);
            if (traversing > count([](const Lane &lane) { return lane.active; }) - traversing) {
                traverse_into_buffer();
            } else {
                march_from_buffer();
            }
            end_finished_lanes();
        }
    }

    void distance_map() {
        const auto done = [](const Lane &lane) { return lane.k >= lane.ray.sample_count; };
        while (any([](const Lane &lane) { return lane.active; })) {
            std::array<int, simt_lanes> distance;
            distance.fill(1);
            for (int step = 0; step < loops_.node_steps; ++step) {
                Iteration iteration;
                for (std::size_t i = 0; i < lanes_.size(); ++i) {
                    Lane &lane = lanes_[i];
                    if (lane.active && distance[i] > 0 && !done(lane)) {
                        iteration.node(lane);
                        const glm::ivec3 leaf = lane.ray.leaf_of_sample(lane.k);
                        distance[i] = lane.distance_of_leaf(leaf);
                        if (distance[i] > 0) {
                            lane.k = lane.ray.first_sample_behind(leaf + 1 - distance[i], leaf + distance[i], lane.k);
                        }
                    }
                }
            }
            for (int round = 0; round < loops_.marching_steps / loops_.fused_steps; ++round) {
                Iteration iteration;
                for (std::size_t i = 0; i < lanes_.size(); ++i) {
                    Lane &lane = lanes_[i];
                    if (lane.active && distance[i] == 0 && !done(lane)) {
                        iteration.samples(lane, loops_.fused_steps);
                        lane.take_samples(loops_.fused_steps);
                    }
                }
            }
            for (Lane &lane : lanes_) {
                lane.active = lane.active && !done(lane);
            }
        }
    }

private:
    /// One iteration of the warp: the first lane that takes part counts it.
    struct Iteration {
        bool counted = false;
        void node(Lane &lane) {
            lane.counts->nodes += 1;
            lane.counts->node_iterations += counted ? 0 : 1;
            counted = true;
        }
        void samples(Lane &lane, int fused) {
            lane.counts->samples += static_cast<std::uint32_t>(fused);
            lane.counts->sample_iterations += counted ? 0 : static_cast<std::uint32_t>(fused);
            counted = true;
        }
    };

    const SimtScene &scene_;
    LoopParams loops_;
    std::vector<SimtCounts> &counts_;
    std::array<Lane, simt_lanes> lanes_;
    SimtCounts outside_; ///< of lanes beyond the border of the picture, which never do anything

    /// One traversal step of the lanes chosen; those that find a node to march start marching, those at the end stop.
    void find_nodes(const std::function<bool(const Lane &)> &takes_part) {
        Iteration iteration;
        for (Lane &lane : lanes_) {
            if (takes_part(lane)) {
                iteration.node(lane);
                Segment passed;
                if (lane.next_node(passed) == NODE_MARCH) {
                    lane.marching = true;
                    lane.k = passed.begin;
                    lane.end = passed.end;
                } else {
                    lane.active = !lane.walk_is_done();
                }
            }
        }
    }

    /// Marching steps of the lanes in a node, at most `most` each.
    void march_while(int most) {
        const auto marches = [](const Lane &lane) { return lane.active && lane.marching; };
        for (int i = 0; i < most && any(marches); ++i) {
            Iteration iteration;
            for (Lane &lane : lanes_) {
                if (marches(lane)) {
                    iteration.samples(lane, 1);
                    lane.take_samples(1);
                    if (lane.marching && lane.k >= lane.end) {
                        lane.marching = false;
                        lane.active = !lane.walk_is_done();
                    }
                }
            }
        }
    }
};

/// Pixels of persistent threads (pool_pixels.cl and the three pools).
class PixelPool {
public:
    PixelPool(const FrameParams &frame, Traversal traversal, const LoopParams &loops, int warps)
        : across_((frame.size[0] + WARP_TILE_WIDTH - 1) / WARP_TILE_WIDTH),
          count_(across_ * ((frame.size[1] + WARP_TILE_HEIGHT - 1) / WARP_TILE_HEIGHT) * simt_lanes),
          traversal_(traversal), rectangle_(loops.pool_tiles * simt_lanes), stride_(warps * simt_lanes) {
        const int pools =
            traversal == Traversal::persistent_group_pool ? (warps + warps_of_group - 1) / warps_of_group : warps;
        next_.assign(static_cast<std::size_t>(pools), 0);
        end_.assign(static_cast<std::size_t>(pools), 0);
        interleaved_.resize(static_cast<std::size_t>(stride_));
        for (int i = 0; i < stride_; ++i) {
            interleaved_[static_cast<std::size_t>(i)] = i;
        }
    }

    /// Next pixel of a lane; count() or more when none is left.
    int take(int warp, int lane) {
        if (traversal_ == Traversal::persistent_interleaved) {
            int &place = interleaved_[static_cast<std::size_t>(warp * simt_lanes + lane)];
            return std::exchange(place, place + stride_);
        }
        const auto pool =
            static_cast<std::size_t>(traversal_ == Traversal::persistent_group_pool ? warp / warps_of_group : warp);
        if (next_[pool] == end_[pool]) {
            next_[pool] = rectangles_++ * rectangle_;
            end_[pool] = next_[pool] + rectangle_;
        }
        return next_[pool]++;
    }

    int count() const { return count_; }
    glm::ivec2 pixel(int index) const {
        const int tile = index / simt_lanes, place = index % simt_lanes;
        return {tile % across_ * WARP_TILE_WIDTH + place % WARP_TILE_WIDTH,
                tile / across_ * WARP_TILE_HEIGHT + place / WARP_TILE_WIDTH};
    }

private:
    static constexpr int warps_of_group = 4; // 16 x 8 pixels
    int across_, count_;
    Traversal traversal_;
    int rectangle_, stride_, rectangles_ = 0;
    std::vector<int> next_, end_, interleaved_;
};

void simulate_persistent(const SimtScene &scene, Traversal traversal, const LoopParams &loops, int warps,
                         std::vector<SimtCounts> &counts) {
    PixelPool pool(scene.frame, traversal, loops, warps);
    std::vector<Warp> resident(static_cast<std::size_t>(warps), Warp(scene, loops, counts));
    std::vector<std::array<bool, simt_lanes>> exhausted(resident.size());
    bool working = true;
    while (working) {
        working = false;
        for (std::size_t w = 0; w < resident.size(); ++w) {
            for (int i = 0; i < simt_lanes; ++i) {
                const auto lane = static_cast<std::size_t>(i);
                // Rays that miss the box are done at once, but their lane waits for the next chance all the same.
                if (!resident[w].lanes()[lane].active && !exhausted[w][lane]) {
                    const int index = pool.take(static_cast<int>(w), i);
                    exhausted[w][lane] = index >= pool.count();
                    if (!exhausted[w][lane]) {
                        const glm::ivec2 xy = pool.pixel(index);
                        resident[w].start_lane(i, xy.x, xy.y);
                    }
                    working = working || !exhausted[w][lane];
                }
            }
            resident[w].decide_by_majority();
            working = working || resident[w].any([](const Lane &lane) { return lane.active; });
        }
    }
}

void run(Warp &warp, Traversal traversal, const LoopParams &loops) {
    switch (traversal) {
    case Traversal::first_approach: return warp.first_approach();
    case Traversal::if_if: return warp.if_if();
    case Traversal::while_while: return warp.while_while();
    case Traversal::for_for: return warp.for_for(loops.node_steps, loops.marching_steps);
    case Traversal::buffered_for_for: return warp.buffered_for_for();
    case Traversal::buffered_for_for_with_flags:
    case Traversal::persistent_warp_refill: return warp.buffered_for_for_with_flags();
    case Traversal::distance_map:
    case Traversal::octant_distance_map: return warp.distance_map();
    default: return;
    }
}

} // namespace

std::vector<RaySpan> walk_ray(const SimtScene &scene, int x, int y, int last, int &descents) {
    std::vector<SimtCounts> counts(1);
    Lane lane;
    lane.start(scene, x, y, counts.data());
    const float stop = std::min(static_cast<float>(last + 1), lane.ray.sample_count);
    std::vector<RaySpan> spans;
    const auto add_span = [&](bool marched, int level, float begin, float end) {
        const float t = std::fma(begin, lane.ray.step, lane.ray.t_first);
        spans.push_back({marched, level, begin, std::min(end, stop), t, lane.ray.origin + t * lane.ray.direction});
    };
    descents = 0;
    while (!scene.states.empty() && lane.active && lane.walk_k < stop) {
        const int level = lane.level;
        Segment passed;
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

std::vector<SimtCounts> simulate_simt(const SimtScene &scene, const RenderSettings &settings, int persistent_warps) {
    const int width = scene.frame.size[0], height = scene.frame.size[1];
    std::vector<SimtCounts> counts(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const LoopParams loops = loops_of(settings);
    const TraversalInfo &info = info_of(settings.traversal);
    if (info.persistent && settings.traversal != Traversal::persistent_warp_refill) {
        simulate_persistent(scene, settings.traversal, loops, persistent_warps, counts);
        return counts;
    }
    Warp warp(scene, loops, counts);
    for (int top = 0; top < height; top += WARP_TILE_HEIGHT) {
        for (int left = 0; left < width; left += WARP_TILE_WIDTH) {
            for (int lane = 0; lane < simt_lanes; ++lane) {
                warp.start_lane(lane, left + lane % WARP_TILE_WIDTH, top + lane / WARP_TILE_WIDTH);
            }
            if (settings.traversal == Traversal::none) {
                std::uint32_t most = 0;
                for (int lane = 0; lane < simt_lanes; ++lane) {
                    Lane &at = warp.lanes()[static_cast<std::size_t>(lane)];
                    if (at.active) {
                        at.counts->samples =
                            static_cast<std::uint32_t>(std::min(at.opaque_at + 1.0f, at.ray.sample_count));
                        most = std::max(most, at.counts->samples);
                    }
                }
                counts[static_cast<std::size_t>(top) * static_cast<std::size_t>(width) + static_cast<std::size_t>(left)]
                    .sample_iterations = most;
            } else {
                run(warp, settings.traversal, loops);
            }
        }
    }
    return counts;
}

} // namespace voxmarch
