// The loops of the traversals, as the files traversal_*.cl of the same names have them.
#include "renderer/simt/warp.h"

#include <algorithm>
#include <limits>

namespace voxmarch::simt {

/// One iteration of the warp: the first lane that takes part counts it.
struct Warp::Iteration {
    Warp &warp;
    bool counted = false;
    void node(Lane &lane) {
        lane.counts->nodes += 1;
        if (!counted) {
            lane.counts->node_iterations += 1;
            ++warp.traversed_;
        }
        counted = true;
    }
    void samples(Lane &lane, int fused) {
        const auto taken = static_cast<std::uint32_t>(fused);
        lane.counts->samples += taken;
        lane.counts->sample_iterations += counted ? 0 : taken;
        counted = true;
        lane.counts->last_round = static_cast<std::uint32_t>(warp.traversed_);
        if (warp.traversed_ > warp.round_after_ && (warp.round_ == 0 || warp.round_ == warp.traversed_)) {
            warp.round_ = warp.traversed_;
            lane.counts->round_samples += taken;
        }
    }
};

void Warp::start_ray(Lane &ray, int x, int y) {
    const bool inside = x < scene_.frame.view.size[0] && y < scene_.frame.view.size[1];
    SimtCounts *counts = inside ? &counts_[static_cast<std::size_t>(y) * scene_.frame.view.size[0] + x] : &outside_;
    ray.start(scene_, x, y, counts);
}

bool Warp::any(const std::function<bool(const Lane &)> &predicate) const {
    return std::any_of(lanes_.begin(), lanes_.end(), predicate);
}

int Warp::count(const std::function<bool(const Lane &)> &predicate) const {
    return static_cast<int>(std::count_if(lanes_.begin(), lanes_.end(), predicate));
}

void Warp::every_sample() {
    std::uint32_t most = 0;
    for (Lane &lane : lanes_) {
        if (lane.active) {
            lane.counts->samples = static_cast<std::uint32_t>(std::min(lane.opaque_at + 1.0f, lane.ray.sample_count));
            most = std::max(most, lane.counts->samples);
        }
    }
    lanes_.front().counts->sample_iterations = most; // its pixel is the tile's first, which is always in the picture
}

void Warp::first_approach() {
    while (any([](const Lane &lane) { return lane.active; })) {
        find_nodes([](const Lane &lane) { return lane.active; });
        march_while(std::numeric_limits<int>::max());
    }
}

void Warp::for_for(int node_steps, int marching_steps) {
    while (any([](const Lane &lane) { return lane.active; })) {
        const auto seeks = [](const Lane &lane) { return lane.active && !lane.marching; };
        for (int i = 0; i < node_steps && any(seeks); ++i) {
            find_nodes(seeks);
        }
        march_while(marching_steps);
    }
}

void Warp::traverse_into_buffer() {
    const auto takes_part = [this](const Lane &lane) {
        return lane.active && !lane.walk_is_done() && static_cast<int>(lane.segments.size()) < loops_.buffer_length;
    };
    for (int i = 0; i < loops_.node_steps && any(takes_part); ++i) {
        Iteration iteration{*this};
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

void Warp::march_from_buffer() {
    std::array<bool, simt_lanes> takes_part;
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        takes_part[i] = lanes_[i].active;
    }
    for (int round = 0; round < loops_.marching_steps / loops_.fused_steps; ++round) {
        Iteration iteration{*this};
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

void Warp::end_finished_lanes() {
    for (Lane &lane : lanes_) {
        lane.active = lane.active && !lane.is_finished();
    }
}

void Warp::buffered_for_for() {
    while (any([](const Lane &lane) { return lane.active; })) {
        decide_none();
    }
}

void Warp::buffered_for_for_with_flags() {
    while (any([](const Lane &lane) { return lane.active; })) {
        decide_flags();
    }
}

bool Warp::wants_nodes(const Lane &lane) const {
    return lane.active && !lane.walk_is_done() && static_cast<int>(lane.segments.size()) < loops_.buffer_length &&
           lane.steps < static_cast<float>(loops_.marching_steps);
}

void Warp::decide_majority() {
    const int traversing = count([this](const Lane &lane) { return wants_nodes(lane); });
    if (traversing > count([](const Lane &lane) { return lane.active; }) - traversing) {
        traverse_into_buffer();
    } else {
        march_from_buffer();
    }
    end_finished_lanes();
}

void Warp::decide_flags() {
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

void Warp::decide_none() {
    traverse_into_buffer();
    march_from_buffer();
    end_finished_lanes();
}

void Warp::distance_map() {
    const auto done = [](const Lane &lane) { return lane.k >= lane.ray.sample_count; };
    while (any([](const Lane &lane) { return lane.active; })) {
        std::array<int, simt_lanes> distance;
        distance.fill(1);
        for (int step = 0; step < loops_.node_steps; ++step) {
            Iteration iteration{*this};
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
            Iteration iteration{*this};
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

void Warp::find_nodes(const std::function<bool(const Lane &)> &takes_part) {
    Iteration iteration{*this};
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

void Warp::march_while(int most) {
    const auto marches = [](const Lane &lane) { return lane.active && lane.marching; };
    for (int i = 0; i < most && any(marches); ++i) {
        Iteration iteration{*this};
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

} // namespace voxmarch::simt
