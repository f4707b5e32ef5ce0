// Hands rays on from rank to rank where each can read a part of the volume alone.
#pragma once

#include "base/ranks.h"
#include "renderer/ray_relay.h"

#include <cstdint>
#include <vector>

namespace voxmarch {

/// Rays that wait go to the next rank, which hands on what it cannot draw: no rank needs to know where others are.
class RankRelay final : public RayRelay {
public:
    /// @param owners  the rank that reads each brick
    RankRelay(Ranks &ranks, std::vector<int> owners) : ranks_(ranks), owners_(std::move(owners)) {}

    bool has(std::uint32_t brick) const override { return owners_[brick] == ranks_.rank(); }
    std::array<std::uint32_t, 2> first_pixels(std::uint32_t pixels) const override;
    bool exchange(std::vector<WaitingRay> &rays, bool moved) override;
    void gather(EndedPixels &ended, std::size_t pixel_bytes) override;

private:
    Ranks &ranks_;
    std::vector<int> owners_;
    int idle_ = 0; ///< exchanges since a ray went on anywhere

    std::vector<std::size_t> counts(std::size_t mine, bool moved);
};

} // namespace voxmarch
