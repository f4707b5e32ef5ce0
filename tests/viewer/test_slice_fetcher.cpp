// Slices that are read hold the values of the volume.
#include "app/viewer/jobs/slice_fetcher.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

std::shared_ptr<const LoadedVolume> loaded_tree(std::uint64_t large_above) {
    LoadRequest request;
    request.volume.source = "synthetic:tree:96";
    request.large_above = large_above;
    return load_volume(request);
}

TEST(SliceFetcher, reads_slices_and_a_value) {
    const auto large = loaded_tree(1), whole = loaded_tree(0);
    ASSERT_TRUE(large->volume.large());
    const glm::ivec3 voxel(40, 95, 7);
    for (const int pixels : {96, 30}) { // all voxels, and every third
        const int step = 96 / pixels;
        const ReadSlices read = read_slices({large, voxel, {true, false, true}, pixels, glm::ivec3(50, 48, 47)});
        EXPECT_EQ(read.value, whole->volume.value(50, 48, 47));
        ASSERT_EQ(read.slices.size(), 2u);
        const SliceValues &along_x = read.slices[0], &along_z = read.slices[1];
        EXPECT_EQ(along_x.normal, 0);
        EXPECT_EQ(along_x.position, 40);
        EXPECT_EQ(along_z.position, 7);
        ASSERT_EQ(along_x.width, 96 / step);
        ASSERT_EQ(along_x.values.size(), std::size_t(96 / step) * std::size_t(96 / step));
        for (int z = 0; z < along_x.height; ++z) {
            for (int y = 0; y < along_x.width; ++y) {
                ASSERT_EQ(along_x.values[std::size_t(z * along_x.width + y)],
                          whole->volume.value(40, y * step, z * step));
                ASSERT_EQ(along_z.values[std::size_t(z * along_x.width + y)],
                          whole->volume.value(y * step, z * step, 7));
            }
        }
    }
}

} // namespace

} // namespace voxmarch
