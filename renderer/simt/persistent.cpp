// Persistent warps: pools of pixels, rules of warps, and the turns that resident warps take (pool_*.cl, decide_*.cl,
// refill_*.cl, rays_*.cl).
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

/// The frame that persistent warps draw.
struct PersistentFrame {
    const SimtScene &scene;
    const TraversalInfo &info;
    const LoopParams &loops;
    int warps, round_after;
    std::vector<SimtCounts> &counts;
    PixelPool pool;
};

/// Calls turn(warp number) for all of them, again and again, until none has work left in a whole round.
template <typename Turn> void take_turns(const PersistentFrame &frame, Turn &&turn) {
    bool working = true;
    while (working) {
        working = false;
        for (std::size_t w = 0; w < static_cast<std::size_t>(frame.warps); ++w) {
            working = turn(w) || working;
        }
    }
}

std::vector<Warp> resident_warps(const PersistentFrame &frame) {
    return std::vector<Warp>(static_cast<std::size_t>(frame.warps),
                             Warp(frame.scene, frame.loops, frame.round_after, frame.counts));
}

constexpr std::string_view pool_names[] = {"interleaved", "warp", "group"};

/// The entry of that name, or none.
template <typename Rule, std::size_t count> const Rule *find_rule(const Rule (&rules)[count], std::string_view name) {
    const Rule *found =
        std::find_if(std::begin(rules), std::end(rules), [&](const Rule &one) { return one.name == name; });
    return found == std::end(rules) ? nullptr : found;
}

/// rays_one.cl
void draw_one_ray_a_lane(PersistentFrame &frame) {
    const Decision &decision = *find_rule(decision_rules, frame.info.decision);
    const Refill &refill = *find_rule(refill_rules, frame.info.refill);
    std::vector<Warp> resident = resident_warps(frame);
    std::vector<Exhausted> exhausted(resident.size());
    take_turns(frame, [&](std::size_t w) {
        Warp &warp = resident[w];
        bool working = false;
        const bool takes_rays = refill.takes_rays(warp, exhausted[w]);
        for (int i = 0; i < simt_lanes && takes_rays; ++i) {
            const auto lane = static_cast<std::size_t>(i);
            // Rays that miss the box are done at once, but their lane waits for the next chance all the same.
            if (!warp.lanes()[lane].active && !exhausted[w][lane]) {
                const int index = frame.pool.take(static_cast<int>(w), i);
                exhausted[w][lane] = index >= frame.pool.count();
                if (!exhausted[w][lane]) {
                    const glm::ivec2 xy = frame.pool.pixel(index);
                    warp.start_lane(i, xy.x, xy.y);
                }
                working = working || !exhausted[w][lane];
            }
        }
        for (int i = 0; i < frame.loops.decisions; ++i) {
            (warp.*decision.round)();
        }
        return working || warp.any([](const Lane &lane) { return lane.active; });
    });
}

/// held_ray.cl
struct HeldRay {
    Lane ray;
    bool held = false;      ///< one that misses the box is held, too, until it has had its turn
    bool traverses = false; ///< what it wants

    bool wants(bool traversing) const { return held && traverses == traversing; }

    /// Takes the next pixel if it has none. @param lane  that does it. @return whether there was one
    bool take(PersistentFrame &frame, Warp &warp, std::size_t w, std::size_t lane) {
        const int index = held ? frame.pool.count() : frame.pool.take(static_cast<int>(w), static_cast<int>(lane));
        if (index >= frame.pool.count()) {
            return false;
        }
        const glm::ivec2 xy = frame.pool.pixel(index);
        warp.start_ray(ray, xy.x, xy.y);
        return held = traverses = true;
    }

    /// Behind a round.
    void look(const Warp &warp) {
        held = ray.active;
        traverses = warp.wants_nodes(ray);
    }
};

/// A round of the warp with these rays, one for each of the first lanes; null: none.
void cast_round(Warp &warp, const std::vector<HeldRay *> &rays, bool traverses) {
    const auto deal = [&] {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            if (rays[i] != nullptr) {
                warp.deal(static_cast<int>(i), rays[i]->ray);
            }
        }
    };
    deal();
    traverses ? warp.traverse_into_buffer() : warp.march_from_buffer();
    warp.end_finished_lanes();
    deal(); // back
    for (HeldRay *ray : rays) {
        if (ray != nullptr) {
            ray->look(warp);
        }
    }
}

/// rays_two.cl
void draw_two_rays_a_lane(PersistentFrame &frame) {
    struct Pair {
        HeldRay hand, other;
    };
    std::vector<Warp> resident = resident_warps(frame);
    std::vector<std::array<Pair, simt_lanes>> pairs(resident.size());
    take_turns(frame, [&](std::size_t w) {
        bool working = false;
        for (HeldRay Pair::*place : {&Pair::hand, &Pair::other}) {
            for (std::size_t lane = 0; lane < simt_lanes; ++lane) {
                working = (pairs[w][lane].*place).take(frame, resident[w], w, lane) || working;
            }
        }
        for (int i = 0; i < frame.loops.decisions; ++i) {
            const auto lanes_for = [&](bool traversing) {
                return std::count_if(pairs[w].begin(), pairs[w].end(), [&](const Pair &pair) {
                    return pair.hand.wants(traversing) || pair.other.wants(traversing);
                });
            };
            const bool traverses = lanes_for(true) > lanes_for(false);
            std::vector<HeldRay *> rays;
            for (Pair &pair : pairs[w]) {
                if (!pair.hand.held || (!pair.hand.wants(traverses) && pair.other.wants(traverses))) {
                    std::swap(pair.hand, pair.other);
                }
                rays.push_back(pair.hand.held ? &pair.hand : nullptr);
            }
            cast_round(resident[w], rays, traverses);
        }
        return working || std::any_of(pairs[w].begin(), pairs[w].end(),
                                      [](const Pair &pair) { return pair.hand.held || pair.other.held; });
    });
}

/// rays_shared.cl
void draw_shared_rays(PersistentFrame &frame) {
    std::vector<Warp> resident = resident_warps(frame);
    std::vector<std::array<HeldRay, 2 * simt_lanes - 1>> slots(resident.size());
    take_turns(frame, [&](std::size_t w) {
        bool working = false;
        for (std::size_t slot = 0; slot < slots[w].size(); ++slot) {
            working = slots[w][slot].take(frame, resident[w], w, slot % simt_lanes) || working;
        }
        const auto count = [&](bool traversing) {
            return std::count_if(slots[w].begin(), slots[w].end(),
                                 [&](const HeldRay &ray) { return ray.wants(traversing); });
        };
        const bool traverses = count(true) >= count(false);
        std::vector<HeldRay *> rays;
        for (HeldRay &ray : slots[w]) {
            if (ray.wants(traverses) && rays.size() < simt_lanes) {
                rays.push_back(&ray);
            }
        }
        cast_round(resident[w], rays, traverses);
        return working || std::any_of(slots[w].begin(), slots[w].end(), [](const HeldRay &ray) { return ray.held; });
    });
}

/// A file rays_NAME.cl.
struct Rays {
    std::string_view name;
    void (*draw)(PersistentFrame &frame);
};

constexpr Rays ray_rules[] = {
    {"one", draw_one_ray_a_lane}, {"two", draw_two_rays_a_lane}, {"shared", draw_shared_rays}};

} // namespace

bool knows_rules(const TraversalInfo &info) {
    const bool rules =
        find_rule(decision_rules, info.decision) != nullptr && find_rule(refill_rules, info.refill) != nullptr;
    return std::find(std::begin(pool_names), std::end(pool_names), info.pool) != std::end(pool_names) &&
           find_rule(ray_rules, info.rays) != nullptr && (rules || info.rays != "one");
}

void simulate_persistent(const SimtScene &scene, const TraversalInfo &info, const LoopParams &loops, int warps,
                         int round_after, std::vector<SimtCounts> &counts) {
    PersistentFrame frame{
        scene, info, loops, warps, round_after, counts, PixelPool(scene.frame, info.pool, loops, warps)};
    find_rule(ray_rules, info.rays)->draw(frame);
}

} // namespace voxmarch::simt
