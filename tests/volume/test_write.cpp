// Tests of the writers: what is written reads back the same, and nothing half-written stays.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume/formats/write.h"
#include "volume_test_files.h"

#include <random>

namespace voxmarch {

using namespace testing;

namespace {

Volume noise(ScalarType type, bool anatomical) {
    VolumeHeader header;
    header.grid.dims = {5, 4, 3};
    header.grid.spacing = {0.1, 1.0 / 3.0, 7.25};
    header.grid.origin = {-1.5, 1e-7, 1234.5678901234};
    header.grid.direction = glm::dmat3(glm::dvec3(0.8, 0.6, 0), glm::dvec3(0.6, -0.8, 0), glm::dvec3(0, 0, 1));
    header.grid.anatomical = anatomical;
    header.type = type;
    std::vector<std::byte> bytes(60 * scalar_size(type));
    std::mt19937 random(1);
    for (auto &b : bytes) {
        b = static_cast<std::byte>(random() % 64);
    }
    return Volume(std::move(header), std::move(bytes));
}

std::size_t files_in(const ScratchFolder &folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

} // namespace

TEST(WriteVolume, NrrdKeepsEveryTypeAndThePlaceInTheWorldExactly) {
    for (const auto type : values_of<ScalarType>()) {
        for (const bool anatomical : {false, true}) {
            const ScratchFolder folder;
            const Volume volume = noise(type, anatomical);
            write_volume(volume, folder / "a.nrrd");
            const Volume again = read_volume(folder / "a.nrrd");
            EXPECT_EQ(again.type(), type);
            EXPECT_EQ(again.grid().dims, volume.grid().dims);
            EXPECT_EQ(again.grid().anatomical, anatomical);
            EXPECT_EQ(again.grid().origin, volume.grid().origin);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(again.grid().spacing[axis], volume.grid().spacing[axis], 1e-14);
                EXPECT_LT(glm::distance(again.grid().direction[axis], volume.grid().direction[axis]), 1e-14);
            }
            ASSERT_EQ(again.bytes().size(), volume.bytes().size());
            EXPECT_EQ(0, std::memcmp(again.bytes().data(), volume.bytes().data(), volume.bytes().size()));
            EXPECT_EQ(files_in(folder), 1U);
        }
    }
}

TEST(WriteVolume, RawIsTheVoxelsAndNothingElse) {
    const ScratchFolder folder;
    const Volume volume = noise(ScalarType::u16, false);
    write_volume(volume, folder / "a_5x4x3_uint16.raw");
    const std::string bytes = read_file(folder / "a_5x4x3_uint16.raw");
    ASSERT_EQ(bytes.size(), volume.bytes().size());
    EXPECT_EQ(0, std::memcmp(bytes.data(), volume.bytes().data(), bytes.size()));
    EXPECT_EQ(read_volume(folder / "a_5x4x3_uint16.raw").value(4, 3, 2), volume.value(4, 3, 2));
}

TEST(WriteVolume, RefusesNamesThatLie) {
    const ScratchFolder folder;
    EXPECT_TRUE(contains(
        message_of<UsageError>([&] { write_volume(noise(ScalarType::u8, false), folder / "a_5x4x3_uint16.raw"); }),
        "NAME_5x4x3_uint8.raw"));
    EXPECT_THROW(write_volume(noise(ScalarType::u8, false), folder / "a.tiff"), UsageError);
    EXPECT_EQ(files_in(folder), 0U);
}

TEST(WriteVolume, FailuresLeaveNothingBehind) {
    const ScratchFolder folder;
    EXPECT_THROW(write_volume(noise(ScalarType::u8, false), folder / "no/such/folder/a.nrrd"), OutputError);
    std::filesystem::create_directory(folder / "a.raw");
    write_file(folder / "a.raw/keep", "x");
    EXPECT_THROW(write_volume(noise(ScalarType::u8, false), folder / "a.raw"), OutputError);
    EXPECT_EQ(files_in(folder), 1U);
}

TEST(WriteVolume, ReplacesWhatWasThere) {
    const ScratchFolder folder;
    write_file(folder / "a.nrrd", "old");
    write_volume(noise(ScalarType::u8, false), folder / "a.nrrd");
    EXPECT_EQ(read_volume(folder / "a.nrrd").grid().voxel_count(), 60U);
}

} // namespace voxmarch
