// Views of sources, and what is written slab by slab, against what the readers find in it.
#include "base/error.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/writing/source_views.h"
#include "volume/bricks/writing/tiff_text.h"
#include "volume/bricks/writing/write_slabs.h"
#include "volume/downsample.h"
#include "volume/formats/packing/deflate.h"
#include "volume_test_files.h"

#include <random>

namespace voxmarch {

using namespace testing;

namespace {

Volume noise_volume(ScalarType type, const std::array<int, 3> &dims) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = {0.5, 0.75, 1.25};
    header.grid.origin = {10.0, -20.0, 30.5};
    const double angle = 0.3;
    header.grid.direction =
        glm::dmat3({std::cos(angle), std::sin(angle), 0.0}, {-std::sin(angle), std::cos(angle), 0.0}, {0.0, 0.0, -1.0});
    header.grid.anatomical = true;
    header.grid.unit = LengthUnit::millimeter;
    header.type = type;
    header.name = "a <noise> & \"more\"";
    std::vector<std::byte> voxels(header.byte_count());
    std::mt19937 random(3);
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        for (std::size_t i = 0; i < voxels.size(); i += sizeof(T)) {
            const T value = static_cast<T>(static_cast<int>(random() % 65536) - 32768);
            std::memcpy(voxels.data() + i, &value, sizeof(T));
        }
    });
    return Volume(std::move(header), std::move(voxels));
}

std::vector<std::byte> read_all(const BrickSource &source) {
    std::vector<std::byte> voxels(source.header().byte_count());
    source.read(0, {{0, 0, 0}, source.header().grid.dims}, voxels);
    return voxels;
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

constexpr ScalarType all_types[] = {ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16, ScalarType::f32};

/// What this build can read again.
constexpr const char *readable_files[] = {
    "a.nrrd",   "plain.nrrd", "a.nii",
#ifdef VOXMARCH_HAS_ZLIB
    "a.nii.gz",
#endif
#ifdef VOXMARCH_HAS_TIFF
    "a.tif",
#endif
};

} // namespace

TEST(SlabFiles, AreReadAsTheyWere) {
    const ScratchFolder scratch;
    for (const ScalarType type : all_types) {
        const Volume volume = noise_volume(type, {33, 21, 70});
        const BrickSourcePointer source = bricks_of(noise_volume(type, {33, 21, 70}));
        for (const std::string name : readable_files) {
            const bool is_tiff = name == "a.tif";
            const std::string file = scratch / name;
            const std::uint64_t written = write_slabs(*source, file, {name != "plain.nrrd", {}});
            EXPECT_EQ(written, std::filesystem::file_size(file));
            const Volume again = read_volume(file);
            EXPECT_EQ(again.type(), type) << name;
            EXPECT_TRUE(same_bytes(again.bytes(), volume.bytes())) << name;
            const Grid &grid = again.grid();
            EXPECT_EQ(grid.dims, volume.grid().dims);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_NEAR(grid.spacing[axis], volume.grid().spacing[axis], 1e-6) << name;
                if (!is_tiff) {
                    EXPECT_NEAR(grid.origin[axis], volume.grid().origin[axis], 1e-5) << name;
                    EXPECT_NEAR(glm::length(grid.direction[axis] - volume.grid().direction[axis]), 0.0, 1e-6) << name;
                }
            }
            EXPECT_EQ(grid.unit, LengthUnit::millimeter) << name;
            EXPECT_EQ(grid.anatomical, !is_tiff) << name;
        }
    }
}

TEST(SlabFiles, LongAxesMakeTheSecondNifti) {
    const ScratchFolder scratch;
    const BrickSourcePointer source = bricks_of(noise_volume(ScalarType::i16, {40000, 3, 2}));
    write_slabs(*source, scratch / "long.nii", {});
    const Volume again = read_volume(scratch / "long.nii");
    EXPECT_EQ(again.grid().dims, (std::array<int, 3>{40000, 3, 2}));
    EXPECT_TRUE(same_bytes(again.bytes(), read_all(*source)));
    EXPECT_NEAR(again.grid().origin.x, 10.0, 1e-12);
    EXPECT_EQ(read_file(scratch / "long.nii").substr(4, 3), "n+2");
}

TEST(SlabFiles, LargeStacksAreBigTiff) {
    VolumeHeader header;
    header.grid.dims = {4096, 4096, 255};
    EXPECT_FALSE(TiffText(header).is_big());
    header.grid.dims[2] = 256;
    EXPECT_TRUE(TiffText(header).is_big());
    EXPECT_EQ(TiffText(header).before_slice(0).substr(0, 4), std::string("II+\0", 4));
}

TEST(SlabFiles, GzipDoesNotDependOnTheCuts) {
    if (!has_deflate()) {
        GTEST_SKIP();
    }
    std::vector<std::byte> bytes(std::size_t{19} << 20);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(random() % 7 * (i >> 18));
    }
    const auto packed = [&](std::size_t cut) {
        std::string stream;
        GzipStream gzip_stream([&](std::span<const std::byte> piece) {
            stream.append(reinterpret_cast<const char *>(piece.data()), piece.size());
        });
        for (std::size_t i = 0; i < bytes.size(); i += cut) {
            gzip_stream.write(std::span(bytes).subspan(i, std::min(cut, bytes.size() - i)));
        }
        gzip_stream.finish();
        return stream;
    };
    const std::string whole = packed(bytes.size());
    EXPECT_TRUE(packed(3333333) == whole);
    EXPECT_TRUE(packed(std::size_t{1} << 20) == whole);
    const auto stream = std::as_bytes(std::span(whole));
    EXPECT_TRUE(inflate_all(stream, DeflateWrapper::gzip_or_zlib, bytes.size() + 1, "test") == bytes);
}

TEST(SourceViews, ARegionStaysWhereItIs) {
    const BrickSourcePointer whole = bricks_of(noise_volume(ScalarType::u16, {30, 20, 10}));
    const BrickSourcePointer part = region_of(whole, {{3, 4, 5}, {10, 20, 6}});
    EXPECT_EQ(part->header().grid.dims, (std::array<int, 3>{7, 16, 1}));
    const glm::dvec4 corner = whole->header().grid.world_from_voxel() * glm::dvec4(3.0, 4.0, 5.0, 1.0);
    EXPECT_NEAR(glm::length(part->header().grid.origin - glm::dvec3(corner)), 0.0, 1e-12);
    std::vector<std::byte> expected(part->header().byte_count()), found = read_all(*part);
    whole->read(0, {{3, 4, 5}, {10, 20, 6}}, expected);
    EXPECT_EQ(found, expected);
    for (const VoxelBox &box : {VoxelBox{{0, 0, 0}, {31, 1, 1}}, VoxelBox{{5, 0, 0}, {5, 1, 1}},
                                VoxelBox{{-1, 0, 0}, {5, 1, 1}}, VoxelBox{{0, 0, 9}, {5, 1, 11}}}) {
        EXPECT_TRUE(contains(message_of<UsageError>([&] { region_of(whole, box); }), "30x20x10"));
    }
}

TEST(SourceViews, AReducedSourceIsTheReducedVolume) {
    for (const ScalarType type : all_types) {
        const Volume volume = noise_volume(type, {200, 61, 50});
        const BrickSourcePointer whole = bricks_of(noise_volume(type, {200, 61, 50}));
        for (const int factor : {2, 3, 64}) {
            const BrickSourcePointer mean = reduced(whole, factor, BoxValue::mean);
            const Volume expected = downsample(volume, factor);
            EXPECT_EQ(mean->header().grid.dims, expected.grid().dims);
            EXPECT_EQ(mean->header().grid.origin, expected.grid().origin);
            EXPECT_TRUE(same_bytes(read_all(*mean), expected.bytes())) << factor;
            EXPECT_TRUE(same_bytes(read_all(*reduced(whole, factor, BoxValue::mode)),
                                   downsample_labels(volume, factor).bytes()))
                << factor;
        }
    }
}

} // namespace voxmarch
