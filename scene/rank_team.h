// The devices of all ranks draw one picture: each rank has a team of its own, and rank 0 gets all parts.
#pragma once

#include "base/ranks.h"
#include "scene/device_team.h"
#include "scene/picture_plan.h"

#include <cstdint>
#include <vector>

namespace voxmarch {

/// What it took to bring parts of a picture to rank 0.
struct Gathering {
    std::uint64_t bytes = 0; ///< that came from other ranks
    double wait_ms = 0.0;    ///< of rank 0, from its last part to the last one of all
    double ms = 0.0;         ///< from then to the picture
};

/// All ranks make the same calls in the same order. Pictures are those of one device, bit for bit; the kd cut over the
/// costs of the last picture, which rank 0 keeps, knows no ranks: a device of another machine is one more device.
/// Of a first picture the parts are dealt, through rank 0. Alone it is its DeviceTeam.
class RankTeam {
public:
    /// @param devices  of each rank; they and the volume are the same everywhere (scene/rank_agreement.h)
    /// @param relayed  ranks have different bricks: all draw the whole picture, and hand rays on (VolumeRenderer::
    ///                 set_relay()) on their first device
    RankTeam(DeviceTeam &own, Ranks &ranks, const std::vector<std::size_t> &devices, bool relayed = false);

    DeviceTeam &own() { return own_; }
    Ranks &ranks() { return ranks_; }
    std::size_t size() const { return size_; } ///< devices of all ranks
    bool relayed() const { return relayed_; }

    /// The scene with these settings, the same on all ranks.
    /// @param sharing     its `progress` is that of this rank's parts
    /// @param statistics  of this rank's device that took longest; `frame_ms` of the device of all that did
    /// @return the picture on rank 0, an empty one on all others
    /// @throws as DeviceTeam::draw of this rank's devices; RanksEnded where another rank has failed
    Image draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
               FrameStatistics &statistics);

    /// Of the last picture, a device each, on rank 0. Empty where one device draws.
    const std::vector<PictureShare> &shares() const { return ranks_.alone() ? own_.shares() : shares_; }

    /// Of the last picture, on rank 0. All 0 alone.
    const Gathering &gathering() const { return gathering_; }

    /// Deals the next picture as if it were the first: for measurements.
    void forget_costs();

private:
    DeviceTeam &own_;
    Ranks &ranks_;
    bool relayed_;
    std::size_t size_ = 0, first_ = 0; ///< first_: the first device of this rank among all
    PicturePlan plan_;                 ///< of rank 0
    std::vector<PictureShare> shares_;
    Gathering gathering_;
    std::vector<Pixels> pixels_; ///< of the parts that this rank draws for rank 0; kept, as new memory is slow to fill

    struct Picture;
    void take(std::size_t part, Picture &picture);
    std::vector<Tile> agreed_parts(const Scene &scene, const RenderSettings &settings, double longest_part_ms);
    void draw_own(Picture &picture, const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing);
    void gather(Picture &picture, FrameStatistics &statistics);
    void receive_part(int rank, std::size_t part, Picture &picture);
};

} // namespace voxmarch
