// Every rung of the ladder of thinning against the serial reference, with work-groups of any size.
#include "bench/thinning_ladder.h"
#include "skeleton/reference.h"
#include "tests/device/device_fixture.h"
#include "tests/skeleton/objects.h"

namespace voxmarch {
namespace {

void expect_like_reference(const BitVolume &object, int group_items) {
    BitVolume expected = object;
    const int iterations = thin_reference(expected, Peeling::published);
    for (const LadderRung rung : values_of<LadderRung>()) {
        BitVolume found = object;
        EXPECT_EQ(thin_by_ladder(test_device(), rung, found, group_items).iterations, iterations) << name_of(rung);
        EXPECT_TRUE(found == expected) << name_of(rung) << ": " << found.count() << " voxels instead of "
                                       << expected.count();
    }
}

TEST(ThinningLadder, every_rung_gives_the_serial_skeleton) {
    expect_like_reference(torus(40, 12.0, 6.0), 64);
    expect_like_reference(blobs({37, 20, 19}, 0.5, 3), 32);
    expect_like_reference(random_object({33, 17, 9}, 0.6, 5), 128);
    expect_like_reference(BitVolume({9, 9, 9}), 1);
}

} // namespace
} // namespace voxmarch
