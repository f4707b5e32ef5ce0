// Reads every real volume in ../shared/data and compares it with what SOURCES.md says.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <cmath>
#include <cstdlib>

namespace voxmarch {

using namespace testing;

namespace {

const std::string data_folder = VOXMARCH_SOURCE_DIR "/../shared/data/";

struct Known {
    std::string file;
    std::array<int, 3> dims;
    ScalarType type;
    glm::dvec3 spacing;
    double min; // NaN: not stated
    double max;
    bool needs_itk;
};

const double unknown = std::nan("");

const std::vector<Known> files = {
    {"teddybear_128x128x62_uint8.nhdr", {128, 128, 62}, ScalarType::u8, {2.8, 2.8, 5}, unknown, unknown, false},
    {"teddybear_128x128x62_uint8.raw", {128, 128, 62}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"fuel_64x64x64_uint8.nhdr", {64, 64, 64}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"neghip_64x64x64_uint8.nhdr", {64, 64, 64}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"silicium_98x34x34_uint8.nhdr", {98, 34, 34}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"bucky_32x32x32_uint8.nhdr", {32, 32, 32}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"nucleon_41x41x41_uint8.nhdr", {41, 41, 41}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"marschner_lobb_41x41x41_uint8.nhdr", {41, 41, 41}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"cranium_256x256x108_int16.nrrd", {256, 256, 108}, ScalarType::i16, {0.957031, 0.957031, 1.5}, -1024, 2986, false},
    {"cranium_labels_256x256x108_uint8.nrrd", {256, 256, 108}, ScalarType::u8, {0.957031, 0.957031, 1.5}, 0, 2, false},
    {"bonsai.nrrd", {256, 256, 256}, ScalarType::u8, {1, 1, 1}, 0, 255, false},
    {"stent.nrrd", {128, 128, 256}, ScalarType::f32, {1, 1, 1}, 0, 1, false},
    {"FLAIR.nrrd", {124, 160, 140}, ScalarType::u8, {1, 1, 1}, unknown, unknown, false},
    {"engine.vti", {256, 256, 128}, ScalarType::u8, {1, 1, 1}, 0, 255, false},
    {"aneurism.vti", {256, 256, 256}, ScalarType::u8, {1, 1, 1}, 0, 255, false},
    {"inia19-t1-brain.nii.gz", {168, 206, 128}, ScalarType::f32, {0.5, 0.5, 0.5}, 0, 383, true},
    {"inia19-NeuroMaps.nii.gz", {168, 206, 128}, ScalarType::i16, {0.5, 0.5, 0.5}, 0, 1605, true},
    {"stardist_img3d_57x61x31_uint16.tif", {57, 61, 31}, ScalarType::u16, {1, 1, 1}, 104, 375, false},
    {"stardist_mask3d_57x61x31_uint16.tif", {57, 61, 31}, ScalarType::u16, {1, 1, 1}, 0, 162, false},
};

// The two cranium files of the collection lost their first 20 bytes to an empty gzip member (their checksums in
// SOURCES.md are those of the damaged files). A copy gets the magic and the begin of the comment back; a sound file is
// read as it is.
std::string readable(const std::string &file, const ScratchFolder &scratch) {
    if (!file.starts_with("cranium")) {
        return data_folder + file;
    }
    std::string content = read_file(data_folder + file);
    if (content.starts_with("NRRD")) {
        return data_folder + file;
    }
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(data_folder + file); }), "is not an NRRD file"));
    return write_file(scratch / file, content.replace(0, 20, "NRRD0004\n#          "));
}

void PrintTo(const Known &known, std::ostream *out) { // NOLINT(readability-identifier-naming): GoogleTest asks for it
    *out << known.file;
}

} // namespace

class SharedData : public ::testing::TestWithParam<Known> {};

TEST_P(SharedData, IsReadAsSourcesSay) {
    const Known &known = GetParam();
    if (!std::filesystem::exists(data_folder + known.file)) {
        GTEST_SKIP() << data_folder << known.file << " is not there";
    }
    if (known.needs_itk && !VOXMARCH_HAS_ITK) {
        GTEST_SKIP() << "this build lacks ITK";
    }
#if !defined(VOXMARCH_HAS_TIFF)
    if (known.file.ends_with(".tif")) {
        GTEST_SKIP() << "this build lacks libtiff";
    }
#endif
#if !defined(VOXMARCH_HAS_ZLIB) || !defined(VOXMARCH_HAS_TINYXML2)
    if (known.file.ends_with(".nrrd") || known.file.ends_with(".vti")) {
        GTEST_SKIP() << "this build lacks zlib or tinyxml2";
    }
#endif
    const ScratchFolder scratch;
    const std::string file = readable(known.file, scratch);
    const VolumeHeader header = read_volume_header(file);
    const Volume volume = read_volume(file);
    EXPECT_EQ(header.grid.dims, known.dims);
    EXPECT_EQ(header.type, known.type);
    EXPECT_EQ(volume.grid().dims, known.dims);
    EXPECT_EQ(volume.type(), known.type);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(volume.grid().spacing[axis], known.spacing[axis], 5e-3);
    }
    const glm::dmat3 identity = glm::transpose(volume.grid().direction) * volume.grid().direction;
    for (int i = 0; i < 9; ++i) {
        EXPECT_NEAR(identity[i / 3][i % 3], i / 3 == i % 3 ? 1.0 : 0.0, 1e-12);
    }
    if (!std::isnan(known.min)) {
        EXPECT_NEAR(volume.range().min, known.min, known.type == ScalarType::f32 ? 0.5 : 0.0);
        EXPECT_NEAR(volume.range().max, known.max, known.type == ScalarType::f32 ? 0.5 : 0.0);
    }
    EXPECT_LT(volume.range().min, volume.range().max);
    EXPECT_EQ(volume.non_finite_count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(EveryFile, SharedData, ::testing::ValuesIn(files), [](const auto &test) {
    std::string name = test.param.file;
    for (char &c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) {
            c = '_';
        }
    }
    return name;
});

TEST(SharedDataPlaces, FlairStaysOblique) {
    const std::string file = data_folder + "FLAIR.nrrd";
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << file << " is not there";
    }
    const Grid grid = read_volume_header(file).grid;
    EXPECT_TRUE(grid.anatomical);
    // The header's own numbers: origin + 10 steps along each axis.
    const glm::dvec3 expected = glm::dvec3(64.898239135742202, 110.4311447143555, -27.92553901672364) +
                                10.0 * glm::dvec3(-0.99359200921208746, 0.04970492721885441, -0.10151029228632795) +
                                10.0 * glm::dvec3(-0.016005020190061219, -0.95093665139041228, -0.30897139733494045) +
                                10.0 * glm::dvec3(-0.11188725988575336, -0.30536684015686016, 0.94563858529983524);
    const auto at = glm::dvec3(grid.world_from_voxel() * glm::dvec4(10, 10, 10, 1));
    EXPECT_LT(glm::distance(at, expected), 1e-2);
}

TEST(SharedDataDicom, TheTiltedSeriesIsResampled) {
    const std::string archive = data_folder + "ct_head_ge_tilt_28.dicom.tar.xz";
    if (!std::filesystem::exists(archive) || !VOXMARCH_HAS_ITK) {
        GTEST_SKIP() << archive << " is not there, or this build lacks ITK";
    }
    const ScratchFolder folder;
    if (std::system(("tar -xJf '" + archive + "' -C '" + folder.path().string() + "'").c_str()) != 0) {
        GTEST_SKIP() << "tar cannot unpack " << archive;
    }
    // The archive may hold a folder.
    std::string series = folder.path().string();
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder.path())) {
        if (entry.is_regular_file()) {
            series = entry.path().parent_path().string();
        }
    }
    ReadOptions other;
    other.series = "9.9";
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(series, other); }), "(28 slices)"));
    const Volume volume = read_volume(series);
    const Grid &grid = volume.grid();
    EXPECT_TRUE(grid.anatomical);
    EXPECT_EQ(grid.dims[0], 512);
    EXPECT_GE(grid.dims[1], 512);
    EXPECT_NEAR(grid.spacing.x, 0.48828, 1e-4);
    EXPECT_NEAR(grid.spacing.y, 0.48828, 1e-4);
    EXPECT_GT(grid.dims[2], 28);
    ASSERT_FALSE(volume.header().notes.empty());
    EXPECT_TRUE(contains(volume.header().notes.back(), "tilted by 18.5 degrees"));
    EXPECT_TRUE(contains(volume.header().notes.back(), "uneven"));
    EXPECT_TRUE(std::none_of(volume.header().notes.begin(), volume.header().notes.end(), [](const Note &note) {
        return note.text.find("slope") != std::string::npos; // 1, with intercept 0
    }));
    EXPECT_LT(volume.range().min, -900); // air
    EXPECT_GT(volume.range().max, 1000); // bone
    // The first row of voxels leans as the gantry did: its normal is 18.5 degrees off the patient's axis.
    EXPECT_NEAR(std::abs(grid.direction[2].z), std::cos(glm::radians(18.5)), 2e-3);
}

} // namespace voxmarch
