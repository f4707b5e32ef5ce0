// Volumes of the public interface: memory in, values out, files there and back.
#include "voxmarch/volume.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

namespace {

using namespace voxmarch;

Grid small_grid() { return {.dims = {4, 3, 2}, .spacing = {1.0, 2.0, 0.5}, .origin = {10.0, 0.0, -1.0}}; }

template <typename T> std::vector<T> counted() {
    std::vector<T> voxels(24);
    std::iota(voxels.begin(), voxels.end(), T{0});
    return voxels;
}

template <typename T> class TypedVolume : public ::testing::Test {};
using Scalars = ::testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::int32_t,
                                 std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(TypedVolume, Scalars, );

TYPED_TEST(TypedVolume, holds_the_values_it_was_given) {
    const Volume volume(small_grid(), counted<TypeParam>());
    for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 4; ++x) {
                EXPECT_EQ(volume.value(x, y, z), x + 4 * y + 12 * z);
            }
        }
    }
    EXPECT_EQ(volume.range(), (ValueRange{0.0, 23.0}));
    EXPECT_EQ(volume.grid(), small_grid());
    constexpr bool is_float = std::is_same_v<TypeParam, float>;
    const bool as_it_is = sizeof(TypeParam) < 4 || is_float;
    EXPECT_EQ(volume.type() == ScalarType::f32, !as_it_is || is_float);
    EXPECT_EQ(volume.notes().empty(), as_it_is) << "what is converted is said";
    if (as_it_is) {
        EXPECT_EQ(volume.voxels<TypeParam>()[23], TypeParam{23});
    } else {
        EXPECT_THROW(volume.voxels<TypeParam>(), UsageError);
    }
}

TEST(ApiVolume, copies_share_voxels) {
    const Volume volume(small_grid(), counted<float>());
    const Volume copy = volume; // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_EQ(copy.bytes().data(), volume.bytes().data());
}

TEST(ApiVolume, borrows_and_lets_go) {
    auto owner = std::make_shared<std::vector<std::uint8_t>>(24, std::uint8_t{7});
    const std::weak_ptr<void> alive = owner;
    {
        const std::span<const std::uint8_t> voxels(*owner);
        const Volume volume = Volume::borrow(small_grid(), ScalarType::u8, std::as_bytes(voxels), owner);
        owner.reset();
        EXPECT_FALSE(alive.expired());
        EXPECT_EQ(volume.bytes().data(), std::as_bytes(voxels).data()) << "nothing was copied";
        EXPECT_EQ(volume.value(3, 2, 1), 7.0);
    }
    EXPECT_TRUE(alive.expired());
}

TEST(ApiVolume, replaces_what_is_not_finite_and_says_how_many) {
    std::vector<float> voxels = counted<float>();
    voxels[5] = std::numeric_limits<float>::quiet_NaN();
    voxels[6] = std::numeric_limits<float>::infinity();
    const Volume volume(small_grid(), voxels);
    EXPECT_EQ(volume.non_finite_count(), 2U);
    ASSERT_FALSE(volume.notes().empty());
    EXPECT_TRUE(volume.notes().back().starts_with("2 voxels are NaN or infinite")) << volume.notes().back();
    const Volume channels = Volume::of_channels({volume, volume});
    EXPECT_EQ(channels.non_finite_count(), 2U);
    EXPECT_TRUE(channels.notes().back().starts_with("channel 1: 2 voxels are")) << channels.notes().back();
    EXPECT_EQ(volume.value(1, 1, 0), 0.0);
}

TEST(ApiVolume, holds_several_channels) {
    const Volume bytes(small_grid(), counted<std::uint8_t>()), floats(small_grid(), counted<float>());
    const Volume both = Volume::of_channels({bytes, floats});
    EXPECT_EQ(both.channels(), 2);
    EXPECT_EQ(both.type(), ScalarType::u8) << "the first channel's";
    EXPECT_EQ(both.channel(1).type(), ScalarType::f32);
    EXPECT_EQ(both.channel(1).bytes().data(), floats.bytes().data()) << "shared";
    EXPECT_EQ(both.channel_name(1), "channel 1");
    EXPECT_THROW(both.channel(2), UsageError);
    EXPECT_THROW(Volume::of_channels({}), UsageError);
    EXPECT_THROW(Volume::of_channels({both, bytes}), UsageError);
    EXPECT_THROW(Volume::of_channels({bytes, synthetic_volume("sphere", 4)}), UsageError);
    EXPECT_THROW(Volume::of_channels(std::vector<Volume>(5, bytes)), UsageError);
    EXPECT_THROW(write_volume(both, std::filesystem::path(::testing::TempDir()) / "both.nrrd"), UsageError);
}

TEST(ApiVolume, reads_the_channels_of_a_file) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_channels.nrrd";
    std::ofstream stream(file, std::ios::binary);
    stream << "NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 2 2 2\nkinds: vector domain domain domain\n"
              "spacings: NaN 1 1 1\n"
              "encoding: raw\n\n";
    for (char value = 0; value < 24; ++value) {
        stream.put(value);
    }
    stream.close();
    const Volume all = read_volume(file.string());
    ASSERT_EQ(all.channels(), 3);
    EXPECT_EQ(all.channel(2).value(1, 0, 0), 5.0);
    EXPECT_TRUE(all.notes().empty()) << all.notes().front();
    const Volume some = read_volume(file.string(), {.channels = {2, 0}});
    EXPECT_EQ(some.channels(), 2);
    EXPECT_EQ(some.value(1, 0, 0), 5.0);
    EXPECT_EQ(some.channel(1).value(1, 0, 0), 3.0);
    EXPECT_EQ(read_volume(file.string(), {.channels = {1}}).channels(), 1);
    EXPECT_THROW(read_volume(file.string(), {.channels = {3}}), UsageError);
}

TEST(ApiVolume, refuses_what_does_not_fit) {
    EXPECT_THROW(Volume(small_grid(), std::vector<float>(23)), UsageError);
    EXPECT_THROW(Volume(small_grid(), std::vector<float>(25)), UsageError);
    EXPECT_THROW(Volume(Grid{.dims = {0, 1, 1}}, std::vector<float>{}), UsageError);
    EXPECT_THROW(Volume(Grid{.dims = {2000000, 1, 1}}, std::vector<float>(1)), UsageError);
    EXPECT_THROW(Volume(Grid{.spacing = {1.0, 0.0, 1.0}}, std::vector<float>(1)), UsageError);
    EXPECT_THROW(Volume(Grid{.spacing = {1.0, std::nan(""), 1.0}}, std::vector<float>(1)), UsageError);
    Grid skew;
    skew.directions[0] = {1.0, 1.0, 0.0};
    EXPECT_THROW(Volume(skew, std::vector<float>(1)), UsageError);
    const Volume volume(small_grid(), counted<float>());
    EXPECT_THROW(volume.value(4, 0, 0), UsageError);
    EXPECT_THROW(volume.value(0, 0, -1), UsageError);
    EXPECT_THROW(volume.voxels<std::uint8_t>(), UsageError);
    EXPECT_THROW(volume.histogram(0), UsageError);
    EXPECT_THROW(volume.percentiles(std::array{1.5}), UsageError);
    EXPECT_THROW(volume.percentiles(std::array{std::nan("")}), UsageError);
}

TEST(ApiVolume, maps_voxels_to_the_world_and_back) {
    Grid grid = small_grid();
    grid.directions = {Vec3{0.0, 1.0, 0.0}, Vec3{-1.0, 0.0, 0.0}, Vec3{0.0, 0.0, 1.0}};
    EXPECT_EQ(grid.world_from_voxel({1.0, 1.0, 2.0}), (Vec3{8.0, 1.0, 0.0}));
    EXPECT_EQ(grid.voxel_from_world({8.0, 1.0, 0.0}), (Vec3{1.0, 1.0, 2.0}));
    EXPECT_EQ(grid.center(), (Vec3{8.0, 1.5, -0.75}));
}

TEST(ApiVolume, counts_its_values) {
    const Volume volume(small_grid(), counted<std::uint8_t>());
    const Histogram histogram = volume.histogram();
    ASSERT_EQ(histogram.counts.size(), 24U);
    EXPECT_EQ(histogram.bin_width(), 1.0);
    EXPECT_EQ(histogram.bin_center(3), 3.0);
    EXPECT_EQ(histogram.mean, 11.5);
    EXPECT_EQ(volume.percentiles(std::array{0.0, 0.5, 1.0}), (std::vector<double>{0.0, 11.0, 23.0}));
}

TEST(ApiVolume, lists_labels) {
    std::vector<std::uint16_t> voxels(24, 0);
    voxels[0] = voxels[1] = 300;
    const std::vector<LabelExtent> labels = Volume(small_grid(), voxels).labels();
    ASSERT_EQ(labels.size(), 2U);
    EXPECT_EQ(labels[1].label, 300);
    EXPECT_EQ(labels[1].voxels, 2U);
    EXPECT_EQ(labels[1].high, (std::array{1, 0, 0}));
    EXPECT_THROW(Volume(small_grid(), std::vector<float>(24, 0.5F)).labels(), UsageError);
}

TEST(ApiVolume, goes_through_a_file) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "api_volume.nrrd";
    Grid grid = small_grid();
    grid.unit = LengthUnit::millimeter;
    const Volume written(grid, counted<std::int16_t>());
    write_volume(written, file);
    double told = 0.0;
    const Volume read = read_volume(file.string(), {}, [&](double share) { told = share; });
    EXPECT_EQ(read.grid().spacing, grid.spacing);
    EXPECT_EQ(read.grid().unit, LengthUnit::millimeter);
    EXPECT_EQ(read.format(), "NRRD");
    EXPECT_EQ(read.name(), "api_volume.nrrd");
    EXPECT_GT(told, 0.0);
    EXPECT_TRUE(std::ranges::equal(read.bytes(), written.bytes()));
    const Volume half = read_volume(file.string(), {.downsample = 2});
    EXPECT_EQ(half.grid().dims, (std::array{2, 2, 1}));
    EXPECT_THROW(write_volume(written, "volume.unknown"), UsageError);
    EXPECT_THROW(write_volume(written, "no/such/folder/volume.nrrd"), OutputError);
}

TEST(ApiVolume, says_which_file_is_missing) {
    try {
        read_volume("no such file.nrrd");
        FAIL();
    } catch (const FileError &error) { // thrown within the shared library, caught here by its type
        EXPECT_EQ(error.path, "no such file.nrrd");
        EXPECT_NE(std::string(error.what()).find("no such file.nrrd"), std::string::npos);
        EXPECT_EQ(error.problem().find("no such file.nrrd"), 0U);
        EXPECT_TRUE(error.advice().empty());
    }
    EXPECT_THROW(synthetic_volume("cube", 8), UsageError);
    EXPECT_THROW(synthetic_volume("sphere", 0), UsageError);
    try {
        synthetic_volume("cube", 8);
    } catch (const std::exception &error) {
        EXPECT_NE(dynamic_cast<const Error *>(&error), nullptr);
    }
}

TEST(ApiVolume, says_what_helps) {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "voxmarch_api_plain.raw";
    std::ofstream(file) << std::string(512, 'x');
    try {
        read_volume(file);
        FAIL();
    } catch (const Error &error) {
        ASSERT_FALSE(error.advice().empty());
        EXPECT_EQ(error.advice()[0].remedy, Remedy::raw_layout);
    }
    std::filesystem::remove(file);
    // Programs may throw ours.
    const UsageError own("too small", {{Remedy::window, "0:255"}});
    EXPECT_EQ(own.problem(), "too small");
    EXPECT_EQ(own.advice(), (std::vector<Advice>{{Remedy::window, "0:255"}}));
}

TEST(ApiVolume, makes_the_volumes_of_the_command_line) {
    const Volume made = synthetic_volume("sphere", 16), read = read_volume("synthetic:sphere:16");
    EXPECT_TRUE(std::ranges::equal(made.bytes(), read.bytes()));
    EXPECT_EQ(made.name(), "sphere:16");
}

} // namespace
