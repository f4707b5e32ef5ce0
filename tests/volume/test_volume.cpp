// Tests of Volume: types, range, non-finite voxels, sizes.
#include "base/error.h"
#include "volume/volume.h"
#include "volume/voxel_storage.h"
#include "volume_test_files.h"

#include <cmath>
#include <limits>

namespace voxmarch {

using namespace testing;

namespace {

template <typename T> std::vector<std::byte> as_bytes(const std::vector<T> &values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

VolumeHeader header(int x, int y, int z, ScalarType type) {
    VolumeHeader h;
    h.grid.dims = {x, y, z};
    h.type = type;
    h.name = "test";
    return h;
}

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

TEST(Volume, NamesAndSizesOfTypes) {
    EXPECT_EQ(name_of(ScalarType::u8), "uint8");
    EXPECT_EQ(name_of(ScalarType::i8), "int8");
    EXPECT_EQ(name_of(ScalarType::u16), "uint16");
    EXPECT_EQ(name_of(ScalarType::i16), "int16");
    EXPECT_EQ(name_of(ScalarType::f32), "float32");
    EXPECT_EQ(scalar_size(ScalarType::i8), 1U);
    EXPECT_EQ(scalar_size(ScalarType::i16), 2U);
    EXPECT_EQ(scalar_size(ScalarType::f32), 4U);
}

TEST(Volume, RangeAndValuesOfEachType) {
    const Volume u8(header(3, 1, 1, ScalarType::u8), as_bytes<std::uint8_t>({7, 255, 3}));
    EXPECT_EQ(u8.range().min, 3);
    EXPECT_EQ(u8.range().max, 255);
    const Volume i8(header(3, 1, 1, ScalarType::i8), as_bytes<std::int8_t>({-128, 127, 0}));
    EXPECT_EQ(i8.range().min, -128);
    EXPECT_EQ(i8.range().max, 127);
    const Volume u16(header(2, 1, 1, ScalarType::u16), as_bytes<std::uint16_t>({65535, 40000}));
    EXPECT_EQ(u16.range().min, 40000);
    EXPECT_EQ(u16.value(0, 0, 0), 65535);
    const Volume i16(header(2, 1, 1, ScalarType::i16), as_bytes<std::int16_t>({-1024, 2986}));
    EXPECT_EQ(i16.range().min, -1024);
    EXPECT_EQ(i16.value(1, 0, 0), 2986);
    const Volume f32(header(2, 1, 1, ScalarType::f32), as_bytes<float>({-2.5F, -7.25F}));
    EXPECT_EQ(f32.range().min, -7.25);
    EXPECT_EQ(f32.range().max, -2.5);
    EXPECT_EQ(f32.non_finite_count(), 0U);
}

TEST(Volume, XIsTheFastestAxis) {
    std::vector<std::uint8_t> values(2 * 3 * 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<std::uint8_t>(i);
    }
    const Volume volume(header(2, 3, 4, ScalarType::u8), as_bytes(values));
    EXPECT_EQ(volume.value(1, 0, 0), 1);
    EXPECT_EQ(volume.value(0, 1, 0), 2);
    EXPECT_EQ(volume.value(0, 0, 1), 6);
    EXPECT_EQ(volume.value(1, 2, 3), 23);
}

TEST(Volume, NonFiniteVoxelsAreCountedAndSetToTheSmallestFiniteValue) {
    const Volume volume(header(5, 1, 1, ScalarType::f32),
                        as_bytes<float>({nan_value, 4.0F, -infinity, -3.0F, infinity}));
    EXPECT_EQ(volume.non_finite_count(), 3U);
    EXPECT_EQ(volume.range().min, -3.0);
    EXPECT_EQ(volume.range().max, 4.0);
    EXPECT_EQ(volume.value(0, 0, 0), -3.0);
    EXPECT_EQ(volume.value(2, 0, 0), -3.0);
    EXPECT_EQ(volume.value(4, 0, 0), -3.0);
    EXPECT_EQ(volume.value(1, 0, 0), 4.0);
}

TEST(Volume, NothingFiniteBecomesZero) {
    const Volume volume(header(2, 1, 1, ScalarType::f32), as_bytes<float>({nan_value, infinity}));
    EXPECT_EQ(volume.non_finite_count(), 2U);
    EXPECT_EQ(volume.value(0, 0, 0), 0.0);
    EXPECT_EQ(volume.range().min, 0.0);
    EXPECT_EQ(volume.range().max, 0.0);
}

TEST(Volume, AMappingWithNonFiniteVoxelsIsCopiedAndTheFileKept) {
    const ScratchFolder folder;
    const std::string content = bytes_of<float>({1.0F, nan_value, 2.0F});
    const auto file = write_file(folder / "m.raw", content);
    const Volume volume(header(3, 1, 1, ScalarType::f32), std::make_unique<FileMapping>(file, 0, content.size()));
    EXPECT_EQ(volume.value(1, 0, 0), 1.0);
    EXPECT_EQ(read_file(file), content);
}

TEST(Volume, RefusesAWrongNumberOfBytes) {
    EXPECT_THROW(Volume(header(2, 2, 2, ScalarType::u16), std::vector<std::byte>(15)), UsageError);
    EXPECT_THROW(Volume(header(2, 2, 2, ScalarType::u16), std::vector<std::byte>(17)), UsageError);
    EXPECT_THROW(Volume(header(0, 2, 2, ScalarType::u8), std::vector<std::byte>()), UsageError);
}

TEST(FileMapping, StartsAnywhereAndRefusesShortFiles) {
    const ScratchFolder folder;
    std::string content(10000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i) {
        content[i] = static_cast<char>(i * 7);
    }
    const auto file = write_file(folder / "m.raw", content);
    const FileMapping mapping(file, 4500, 5500);
    EXPECT_EQ(0, std::memcmp(mapping.bytes().data(), content.data() + 4500, 5500));
    EXPECT_THROW(FileMapping(file, 4500, 5501), FileError);
    EXPECT_THROW(FileMapping(file, ~std::uint64_t{0}, 1), FileError);
    EXPECT_THROW(FileMapping(folder / "gone", 0, 1), FileError);
}

} // namespace voxmarch
