// A simulated warp: 32 lanes in lockstep, and the control structures of the traversals.
#pragma once

#include "renderer/simt/lane.h"

#include <array>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace voxmarch::simt {

/// 32 lanes in lockstep. Refers to the scene and the counts.
class Warp {
public:
    /// @param round_after  see simulate_simt()
    Warp(const SimtScene &scene, const LoopParams &loops, int round_after, std::vector<SimtCounts> &counts)
        : scene_(scene), loops_(loops), round_after_(round_after), counts_(counts) {}

    /// Gives lane `lane` the ray of a pixel; pixels beyond the border get none.
    void start_lane(int lane, int x, int y) { start_ray(lanes_[static_cast<std::size_t>(lane)], x, y); }

    /// The same for a ray that is to be dealt to a lane later.
    void start_ray(Lane &ray, int x, int y);

    /// Gives lane `lane` a ray that was put away, and puts away what it had.
    void deal(int lane, Lane &ray) { std::swap(lanes_[static_cast<std::size_t>(lane)], ray); }

    const std::array<Lane, simt_lanes> &lanes() const { return lanes_; }

    bool any(const std::function<bool(const Lane &)> &predicate) const;
    int count(const std::function<bool(const Lane &)> &predicate) const;

    void every_sample();
    void first_approach();
    void if_if() { for_for(1, 1); }
    void while_while() { for_for(std::numeric_limits<int>::max(), std::numeric_limits<int>::max()); }
    void for_for(int node_steps, int marching_steps);
    void traverse_into_buffer();
    void march_from_buffer();
    void end_finished_lanes();
    void buffered_for_for();
    void buffered_for_for_with_flags();

    // One round each, as cast_round() of the files decide_*.cl of the same names.
    void decide_majority();
    void decide_flags();
    void decide_none();

    /// Of persistent_ray.cl: whether a lane would rather traverse than march.
    bool wants_nodes(const Lane &lane) const;

    void distance_map();

private:
    struct Iteration;

    const SimtScene &scene_;
    LoopParams loops_;
    int round_after_;
    int traversed_ = 0; ///< traversal iterations so far
    int round_ = 0;     ///< traversal iterations before the round that is counted apart; 0: it has not come yet
    std::vector<SimtCounts> &counts_;
    std::array<Lane, simt_lanes> lanes_;
    SimtCounts outside_; ///< of lanes beyond the border of the picture, which never do anything

    /// One traversal step of the lanes chosen; those that find a node to march start marching, those at the end stop.
    void find_nodes(const std::function<bool(const Lane &)> &takes_part);

    /// Marching steps of the lanes in a node, at most `most` each.
    void march_while(int most);
};

} // namespace voxmarch::simt
