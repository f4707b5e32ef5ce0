// Persistent warps: pools of pixels and the turns that resident warps take (pool_pixels.cl, persistent.cl).
#include "renderer/simt/persistent.h"

#include "renderer/simt/warp.h"

#include <array>
#include <utility>

namespace voxmarch::simt {

namespace {

/// Pixels of persistent threads (pool_pixels.cl and the three pools).
class PixelPool {
public:
    PixelPool(const FrameParams &frame, Traversal traversal, const LoopParams &loops, int warps)
        : across_((frame.view.size[0] + WARP_TILE_WIDTH - 1) / WARP_TILE_WIDTH),
          count_(across_ * ((frame.view.size[1] + WARP_TILE_HEIGHT - 1) / WARP_TILE_HEIGHT) * simt_lanes),
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

} // namespace

bool has_pool(Traversal traversal) {
    return traversal == Traversal::persistent_interleaved || traversal == Traversal::persistent_warp_pool ||
           traversal == Traversal::persistent_group_pool;
}

void simulate_persistent(const SimtScene &scene, Traversal traversal, const LoopParams &loops, int warps,
                         int round_after, std::vector<SimtCounts> &counts) {
    PixelPool pool(scene.frame, traversal, loops, warps);
    std::vector<Warp> resident(static_cast<std::size_t>(warps), Warp(scene, loops, round_after, counts));
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

} // namespace voxmarch::simt
