// Into which parts the next picture is cut, from what the last one took.
#pragma once

#include "scene/picture_cost.h"
#include "scene/scene.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

/// A picture of which nothing is known is cut into sixteen parts a member of equal areas, which are taken by whoever is
/// free; the times of parts become a map of costs, and the next picture is one part a member of equal costs. Where that
/// was no good guess, as behind a jump of the camera, the next one is cut finer again.
class PicturePlan {
public:
    /// Sixteen parts of equal areas a device, taken by whoever is free, keep 2 or 4 of them busy for 97 to 99 % of the
    /// time (`bench devices`: samples counted on bonsai 256^3 from outside and from within, and cranium), eight 91
    /// to 99.
    static constexpr std::size_t unknown_parts = 16;

    /// @param members  that draw parts at the same time, at least 1
    explicit PicturePlan(std::size_t members) : members_(members) {}

    /// Parts of the scene's picture. The first one is for the first member, and so on; those behind one for each are
    /// for whoever is free.
    /// @param longest_part_ms  parts that are expected to take longer are cut
    std::vector<Tile> parts(const Scene &scene, const RenderSettings &settings, double longest_part_ms);

    /// @param parts  of parts()  @param part_ms  of each  @param member_ms  what each member took for its own
    void learn(std::span<const Tile> parts, std::span<const double> part_ms, std::span<const double> member_ms);

    /// The next picture is cut as if it were the first.
    void forget() { cost_.reset(); }

private:
    std::size_t members_;
    std::optional<PictureCost> cost_; ///< of the last picture
    double cost_ms_ = 0.0;            ///< of the last picture, all members together; 0: not known
    bool uneven_ = true;              ///< the last picture was not shared well

    std::size_t count(const Scene &scene, const RenderSettings &settings, double longest_part_ms) const;
};

} // namespace voxmarch
