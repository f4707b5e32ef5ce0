// Persistent warps: pools of pixels, rules of warps, and the turns that resident warps take (pool_*.cl, decide_*.cl,
// refill_*.cl, persistent.cl).
#include "renderer/simt/persistent.h"

#include "renderer/simt/warp.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace voxmarch::simt {

namespace {

/// Pixels of persistent threads (pool_*.cl).
class PixelPool {
public:
    PixelPool(const FrameParams &frame, std::string_view name, const LoopParams &loops, int warps)
        : across_((frame.view.size[0] + WARP_TILE_WIDTH - 1) / WARP_TILE_WIDTH),
          count_(across_ * ((frame.view.size[1] + WARP_TILE_HEIGHT - 1) / WARP_TILE_HEIGHT) * simt_lanes), name_(name),
          rectangle_(loops.pool_tiles * simt_lanes), stride_(warps * simt_lanes) {
        const int pools = name == "group" ? (warps + warps_of_group - 1) / warps_of_group : warps;
        next_.assign(static_cast<std::size_t>(pools), 0);
        end_.assign(static_cast<std::size_t>(pools), 0);
        interleaved_.resize(static_cast<std::size_t>(stride_));
        for (int i = 0; i < stride_; ++i) {
            interleaved_[static_cast<std::size_t>(i)] = i;
        }
    }

    /// Next pixel of a lane; count() or more when none is left.
    int take(int warp, int lane) {
        if (name_ == "interleaved") {
            int &place = interleaved_[static_cast<std::size_t>(warp * simt_lanes + lane)];
            return std::exchange(place, place + stride_);
        }
        const auto pool = static_cast<std::size_t>(name_ == "group" ? warp / warps_of_group : warp);
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
    std::string_view name_;
    int rectangle_, stride_, rectangles_ = 0;
    std::vector<int> next_, end_, interleaved_;
};

/// A file decide_NAME.cl.
struct Decision {
    std::string_view name;
    void (Warp::*round)();
};

constexpr Decision decision_rules[] = {
    {"majority", &Warp::decide_majority}, {"flags", &Warp::decide_flags}, {"none", &Warp::decide_none}};

using Exhausted = std::array<bool, simt_lanes>; ///< lanes that found no pixel left

/// A file refill_NAME.cl: whether lanes that wait for a ray get one now.
struct Refill {
    std::string_view name;
    bool (*takes_rays)(const Warp &warp, const Exhausted &exhausted);
};

bool refill_vote(const Warp &warp, const Exhausted &exhausted) {
    int waiting = 0;
    for (std::size_t i = 0; i < exhausted.size(); ++i) {
        waiting += !warp.lanes()[i].active && !exhausted[i] ? 1 : 0;
    }
    const int traversing = warp.count([&](const Lane &lane) { return warp.wants_nodes(lane); });
    const int marching = warp.count([](const Lane &lane) { return lane.active; }) - traversing;
    return waiting >= std::max(traversing, marching);
}

constexpr Refill refill_rules[] = {{"always", [](const Warp &, const Exhausted &) { return true; }},
                                   {"vote", refill_vote}};

constexpr std::string_view pool_names[] = {"interleaved", "warp", "group"};

/// The entry of that name, or none.
template <typename Rule, std::size_t count> const Rule *find_rule(const Rule (&rules)[count], std::string_view name) {
    const Rule *found =
        std::find_if(std::begin(rules), std::end(rules), [&](const Rule &one) { return one.name == name; });
    return found == std::end(rules) ? nullptr : found;
}

} // namespace

bool knows_rules(const TraversalInfo &info) {
    return std::find(std::begin(pool_names), std::end(pool_names), info.pool) != std::end(pool_names) &&
           find_rule(decision_rules, info.decision) != nullptr && find_rule(refill_rules, info.refill) != nullptr;
}

void simulate_persistent(const SimtScene &scene, const TraversalInfo &info, const LoopParams &loops, int warps,
                         int round_after, std::vector<SimtCounts> &counts) {
    const Decision &decision = *find_rule(decision_rules, info.decision);
    const Refill &refill = *find_rule(refill_rules, info.refill);
    PixelPool pool(scene.frame, info.pool, loops, warps);
    std::vector<Warp> resident(static_cast<std::size_t>(warps), Warp(scene, loops, round_after, counts));
    std::vector<Exhausted> exhausted(resident.size());
    bool working = true;
    while (working) {
        working = false;
        for (std::size_t w = 0; w < resident.size(); ++w) {
            Warp &warp = resident[w];
            const bool takes_rays = refill.takes_rays(warp, exhausted[w]);
            for (int i = 0; i < simt_lanes && takes_rays; ++i) {
                const auto lane = static_cast<std::size_t>(i);
                // Rays that miss the box are done at once, but their lane waits for the next chance all the same.
                if (!warp.lanes()[lane].active && !exhausted[w][lane]) {
                    const int index = pool.take(static_cast<int>(w), i);
                    exhausted[w][lane] = index >= pool.count();
                    if (!exhausted[w][lane]) {
                        const glm::ivec2 xy = pool.pixel(index);
                        warp.start_lane(i, xy.x, xy.y);
                    }
                    working = working || !exhausted[w][lane];
                }
            }
            for (int i = 0; i < loops.decisions; ++i) {
                (warp.*decision.round)();
            }
            working = working || warp.any([](const Lane &lane) { return lane.active; });
        }
    }
}

} // namespace voxmarch::simt
