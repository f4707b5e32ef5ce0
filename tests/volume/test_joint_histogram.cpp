// Counts of scalar and gradient magnitude of volumes whose gradients are known.
#include "tests/support/volumes.h"
#include "volume/joint_histogram.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// 3 values a voxel along x, with voxels of 1, 1 and 4: a change of 3 in a voxel length.
Volume ramp(glm::dvec3 spacing) {
    VolumeHeader header;
    header.grid.dims = {20, 6, 5};
    header.grid.spacing = spacing;
    header.type = ScalarType::u8;
    return volume_of(header, [](int x, int, int) { return 3 * x; });
}

TEST(JointHistogram, ARampLiesInOneRow) {
    const JointHistogram joint = joint_histogram(ramp({1, 1, 4}), 1000000);
    EXPECT_EQ(joint.columns, 58) << "a column for each value";
    EXPECT_NEAR(joint.voxels(joint.range, {0, 57}), 600.0, 1e-3);
    EXPECT_NEAR(joint.voxels(joint.range, {2.8, 3.2}), 600.0, 1e-3) << "at the faces, too";
    EXPECT_EQ(joint.voxels(joint.range, {0, 2.7}), 0.0);
    EXPECT_NEAR(joint.voxels({30, 31}, {0, 57}), 30.0, 1e-3);
    EXPECT_NEAR(joint.voxels({30, 30.5}, {0, 57}), 15.0, 1e-3) << "spread evenly over their cell";
    EXPECT_LT(joint.voxels({31, 33}, {0, 57}), 1e-9);
    EXPECT_NEAR(joint.gradient_of_share(0.5), 3.0, 0.1);
    const JointHistogram wide = joint_histogram(ramp({2, 1, 1}), 1000000);
    EXPECT_NEAR(wide.voxels(wide.range, {1.4, 1.6}), 600.0, 1e-3) << "per smallest spacing";
    EXPECT_NEAR(gradient_magnitude(ramp({2, 1, 1}), {7, 3, 2}), 1.5, 1e-12);
}

TEST(JointHistogram, OfManyVoxelsSomeStandForAll) {
    const Volume volume = volume_of({40, 40, 40}, ScalarType::f32, [](int x, int y, int z) {
        return std::sin(0.2 * x) + std::cos(0.3 * y) * 0.1 * z;
    });
    const JointHistogram all = joint_histogram(volume, 1000000), some = joint_histogram(volume, 9000);
    EXPECT_NEAR(all.voxels(all.range, {0, all.largest}), 64000.0, 1.0);
    EXPECT_NEAR(some.voxels(some.range, {0, some.largest}), 64000.0, 16.0);
    const double middle = 0.5 * (all.range.min + all.range.max);
    EXPECT_NEAR(some.voxels({all.range.min, middle}, {0, all.largest}) /
                    all.voxels({all.range.min, middle}, {0, all.largest}),
                1.0, 0.05);
}

TEST(JointHistogram, StopsWhenAsked) {
    struct Stop {};
    EXPECT_THROW(joint_histogram(ramp({1, 1, 1}), 1000000, [](double) { throw Stop{}; }), Stop);
}

} // namespace
} // namespace voxmarch
