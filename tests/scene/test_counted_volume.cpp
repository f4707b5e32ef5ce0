// Values counted on the device are those that the host counts, and give the same picture.
#include "scene/counted_volume.h"

#include "device_fixture.h"
#include "renderer/views.h"
#include "renderer/voxel_counts.h"
#include "scene/device_team.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <array>
#include <random>

namespace voxmarch {

namespace {

/// Wide flat parts, noise over all values, and both ends of the type, in rows of no even length.
LoadedVoxels mixed_voxels(ScalarType type, std::array<int, 3> dims) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.type = type;
    header.name = "mixed";
    ZeroedBytes bytes(header.byte_count());
    std::mt19937 generator(11);
    const std::size_t quarter = bytes.size() / 4;
    std::generate(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(quarter),
                  [&] { return static_cast<std::byte>(generator()); });
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(3 * quarter), bytes.end(), std::byte{0xff});
    return {header, std::make_unique<HeapVoxels>(std::move(bytes))};
}

std::shared_ptr<SceneContent> content_of(Volume volume) {
    return std::make_shared<SceneContent>(SceneContent{std::move(volume)});
}

TEST(CountedVolume, HasTheCountsOfTheHost) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16}) {
        for (const std::array<int, 3> dims : {std::array{1, 1, 1}, std::array{37, 21, 19}, std::array{5, 300, 70}}) {
            const Volume expected = volume_of(mixed_voxels(type, dims));
            for (const SamplingBackend backend : test_backends()) {
                const CountedVolume counted =
                    counted_volume(mixed_voxels(type, dims), {}, test_device(), backend, true);
                ASSERT_TRUE(counted.uploaded);
                EXPECT_TRUE(std::ranges::equal(counted.volume.value_counts(), expected.value_counts()))
                    << name_of(type) << ", " << name_of(backend) << ", " << dims[0];
                EXPECT_EQ(counted.volume.range().min, expected.range().min);
                EXPECT_EQ(counted.uploaded->range().max, expected.range().max);
            }
        }
    }
}

TEST(CountedVolume, IsCountedInSeveralLaunchesWhereSumsWouldNotFitIntoOne) {
    const LoadedVoxels loaded = mixed_voxels(ScalarType::u16, {13, 9, 11});
    DeviceArray voxels;
    voxels.buffer = Buffer(test_device(), loaded.voxels->bytes().size(), "voxels");
    voxels.buffer.upload(loaded.voxels->bytes());
    KernelCache kernels(test_device());
    const StoredVoxels stored{voxels, loaded.header.grid.dims, loaded.header.type};
    const auto whole = count_on_device(test_device(), kernels, stored, {false, false, "u16"});
    EXPECT_EQ(count_on_device(test_device(), kernels, stored, {false, false, "u16"}, 4 * 13 * 9), whole);
    EXPECT_EQ(count_on_device(test_device(), kernels, stored, {false, false, "u16"}, 5), whole) << "a slice at a time";
}

TEST(CountedVolume, IsCountedByTheHostWhereTheDeviceGetsOtherVoxels) {
    const auto uploaded = [](ScalarType type, int downsample) {
        ReadOptions options;
        options.downsample = downsample;
        return counted_volume(mixed_voxels(type, {8, 8, 8}), options, test_device(), test_backends().front(), true)
            .uploaded.has_value();
    };
    EXPECT_TRUE(uploaded(ScalarType::u8, 1));
    EXPECT_FALSE(uploaded(ScalarType::u8, 2));
    EXPECT_FALSE(uploaded(ScalarType::f32, 1));
}

TEST(CountedVolume, IsMadeByTheDeviceByteForByte) {
    int made_ones = 0;
    for (const char *name : {"cayley", "sphere", "torus", "hydrogen"}) {
        for (const int edge : {1, 2, 65, 130}) {
            const Volume expected = synthesize(name, edge);
            for (const SamplingBackend backend : test_backends()) {
                std::vector<double> shares;
                ReadOptions options;
                options.progress = [&](double share) { shares.push_back(share); };
                const auto made = made_volume(expected.header(), options, test_device(), backend);
                if (!made) {
                    continue;
                }
                ++made_ones;
                EXPECT_TRUE(std::ranges::equal(made->volume.bytes(), expected.bytes())) << name << " " << edge;
                EXPECT_TRUE(std::ranges::equal(made->volume.value_counts(), expected.value_counts()));
                EXPECT_EQ(made->uploaded->range().max, expected.range().max);
                EXPECT_EQ(shares, std::vector<double>{1.0});
            }
        }
    }
    const bool doubles = test_device().info().extensions.find("cl_khr_fp64") != std::string::npos;
    EXPECT_EQ(made_ones, doubles ? 3 * 4 * static_cast<int>(test_backends().size()) : 0);
}

TEST(CountedVolume, IsBetterMadeIfItIsLargeAndSynthetic) {
    ReadOptions reduced;
    reduced.downsample = 2;
    EXPECT_TRUE(better_made(synthetic_header("cayley", 512), {}));
    EXPECT_FALSE(better_made(synthetic_header("cayley", 511), {}));
    EXPECT_FALSE(better_made(synthetic_header("cayley", 1024), reduced));
}

TEST(CountedVolume, OfSlabsMadeOnTheDeviceHasTheirVoxels) {
    const Volume expected = volume_of(mixed_voxels(ScalarType::u16, {37, 21, 19}));
    for (const SamplingBackend backend : test_backends()) {
        const auto make = [&](int z_begin, int z_end, Buffer &target) {
            const std::size_t slice = expected.bytes().size() / 19;
            target.upload(expected.bytes().subspan(slice * std::size_t(z_begin), slice * std::size_t(z_end - z_begin)));
            return Event();
        };
        const DeviceVolume made(test_device(), expected.header(), make, backend);
        EXPECT_TRUE(std::ranges::equal(made.value_counts(), expected.value_counts())) << name_of(backend);
    }
}

TEST(CountedVolume, GoesToAllDevicesAtOnceAndIsDrawnAlikeOnEach) {
    Device second(test_device().info().index, environment_options()),
        third(test_device().info().index, environment_options());
    const std::vector<Device *> devices{&test_device(), &second, &third};
    const SamplingBackend backend = one_pixel_backend();
    CountedVolume counted = counted_volume(load_voxels("synthetic:tree:24"), {}, test_device(), backend, true,
                                           std::span(devices).subspan(1));
    ASSERT_TRUE(counted.uploaded);
    ASSERT_EQ(counted.others.size(), 2u);
    EXPECT_EQ(&counted.others[0].device(), &second);
    EXPECT_EQ(&counted.others[1].device(), &third);
    const auto content = content_of(std::move(counted.volume));
    SceneRenderer first(content, std::move(*counted.uploaded));
    Scene scene;
    scene.width = 48;
    scene.height = 36;
    scene.camera = standard_view(content->volume.grid());
    scene.transfer = find_preset("thesis");
    const std::uint64_t before = second.allocated();
    DeviceTeam team(first, devices, std::move(counted.others));
    EXPECT_LT(second.allocated(), before + 24 * 24 * 24) << "the volume was there";
    FrameStatistics statistics;
    const Image together = team.draw(scene, scene.settings, {}, statistics);
    EXPECT_EQ(together.rgba, first.draw(scene).rgba);
    for (const std::size_t member : {1u, 2u}) {
        EXPECT_EQ(team.renderer(member).draw(scene).rgba, together.rgba);
    }
}

TEST(CountedVolume, GivesThePictureOfAVolumeThatTheHostCounted) {
    Scene scene;
    scene.width = 64;
    scene.height = 48;
    scene.transfer = resolve_transfer("thesis");
    for (const SamplingBackend backend : test_backends()) {
        const auto draw = [&](bool on_device) {
            CountedVolume counted =
                counted_volume(load_voxels("synthetic:tree:24"), {}, test_device(), backend, on_device);
            const auto content = content_of(std::move(counted.volume));
            scene.camera = standard_view(content->volume.grid());
            return counted.uploaded ? SceneRenderer(content, std::move(*counted.uploaded)).draw(scene)
                                    : SceneRenderer(test_device(), content, backend).draw(scene);
        };
        EXPECT_EQ(draw(true).rgba, draw(false).rgba) << name_of(backend);
    }
}

} // namespace

} // namespace voxmarch
