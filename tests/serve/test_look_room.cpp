// What pages may ask for within a limit of memory.
#include "app/serve/look_room.h"

#include "base/error.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// A server of a volume of 96^3 bytes, whose device has much more than the limit.
struct Served {
    std::shared_ptr<LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:tree:96";
        return load_volume(request);
    }();
    DeviceInfo device = [] {
        DeviceInfo info;
        info.global_memory = info.largest_allocation = 4096 * mib;
        info.image_3d_limit = {2048, 2048, 2048};
        return info;
    }();
    const RenderSettings first = [this] {
        loaded->scene.settings.traversal = Traversal::octant_distance_map;
        return loaded->scene.settings;
    }();
    const PlannedPicture page = planned_page(1, {320, 240});

    std::uint64_t whole(const RenderSettings &settings) const {
        return plan_memory(loaded->volume.header(), device, SamplingBackend::packet, settings, page).total;
    }
    LookRoom within(std::uint64_t limit, const BrickChoice &bricks = {}) const {
        BrickWish wish;
        wish.memory = limit;
        return {*loaded, device, SamplingBackend::packet, wish, bricks, page};
    }
};

RenderSettings with_shadows(RenderSettings settings, Shadows shadows) {
    settings.shadows = shadows;
    return settings;
}

} // namespace

TEST(LookRoom, AWholeVolumeLeavesRoomForWhatTheLimitHolds) {
    const Served served;
    const RenderSettings quarter = with_shadows(served.first, Shadows::quarter),
                         full = with_shadows(served.first, Shadows::full);
    const LookRoom room = served.within(served.whole(quarter));
    EXPECT_TRUE(room.holds(served.first));
    EXPECT_TRUE(room.holds(quarter));
    EXPECT_FALSE(room.holds(quarter, 1)) << "beside something else";
    EXPECT_FALSE(room.holds(full));
    EXPECT_NO_THROW(room.require(quarter));
    try {
        room.require(full);
        FAIL() << "shadows beyond the limit";
    } catch (const MemoryError &error) {
        EXPECT_NE(error.problem().find("4 MiB for light (shadows or ambient occlusion)"), std::string::npos)
            << error.problem();
    }
    EXPECT_TRUE(served.within(0).holds(full)) << "no limit was given";
}

TEST(LookRoom, BricksKeepTheirPlaceBesideLight) {
    const Served served;
    BrickChoice bricks;
    bricks.slots = 2;
    bricks.size.edge = 32;
    bricks.memory = 1;
    const auto fits = [&](const RenderSettings &settings) { return served.within(64 * mib, bricks).holds(settings); };
    while (bricks.memory < 64 * mib && !fits(served.first)) {
        bricks.memory += mib / 8;
    }
    ASSERT_TRUE(fits(served.first));
    const RenderSettings full = with_shadows(served.first, Shadows::full);
    EXPECT_FALSE(fits(full));
    EXPECT_THROW(served.within(64 * mib, bricks).require(full), MemoryError);
    bricks.memory = 64 * mib;
    EXPECT_TRUE(fits(full));
}

} // namespace voxmarch
