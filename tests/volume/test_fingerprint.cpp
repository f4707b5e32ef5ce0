// The hash of voxels: what counts and what does not, and a value by another program.
#include "volume/fingerprint.h"

#include <cstring>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Volume volume_of(std::array<int, 3> dims, ScalarType type, double spacing = 1.0) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = glm::dvec3(spacing);
    header.type = type;
    std::vector<std::byte> voxels(header.byte_count());
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        voxels[i] = static_cast<std::byte>(i % 251);
    }
    return Volume(std::move(header), std::move(voxels));
}

TEST(Fingerprint, IsThatOfAnotherProgram) {
    // python3 -c "import xxhash; print(xxhash.xxh3_128_hexdigest(b'4x3x2 uint8\n' + bytes(range(24))))"
    EXPECT_EQ(voxel_hash(volume_of({4, 3, 2}, ScalarType::u8)), "83cb2500dab5d413d415ffb829a330df");
}

TEST(Fingerprint, ShapeAndTypeCountSpacingDoesNot) {
    const std::string hash = voxel_hash(volume_of({4, 3, 2}, ScalarType::u8));
    EXPECT_EQ(voxel_hash(volume_of({4, 3, 2}, ScalarType::u8, 0.5)), hash);
    EXPECT_NE(voxel_hash(volume_of({3, 4, 2}, ScalarType::u8)), hash);
    EXPECT_NE(voxel_hash(volume_of({4, 3, 2}, ScalarType::i8)), hash);
    EXPECT_NE(voxel_hash(volume_of({2, 3, 2}, ScalarType::u16)), hash);
}

} // namespace
} // namespace voxmarch
