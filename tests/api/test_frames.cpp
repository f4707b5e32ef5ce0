// What frames hold: floats that make the bytes, distances with a closed form, and their way into OpenCL buffers.
#include "tests/api/device_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace voxmarch::testing {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The bytes that floats make over a background.
std::vector<int> over(const Frame &frame, const Color &background) {
    std::vector<int> bytes;
    for (std::size_t i = 0; i < frame.rgba32f.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
            const float value = frame.rgba32f[i + c] + (1.0F - frame.rgba32f[i + 3]) * background[c];
            bytes.push_back(static_cast<int>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F)));
        }
    }
    return bytes;
}

/// Largest difference of a channel between the bytes and what the floats make.
int largest_difference(Renderer &renderer, const Scene &scene) {
    const Frame bytes = renderer.render(scene);
    const Frame floats = renderer.render(scene, {.format = PixelFormat::rgba32f});
    EXPECT_TRUE(floats.rgba8.empty());
    EXPECT_TRUE(bytes.rgba32f.empty());
    const std::vector<int> made = over(floats, scene.background);
    int largest = 0;
    for (std::size_t pixel = 0; pixel < bytes.rgba8.size() / 4; ++pixel) {
        EXPECT_EQ(bytes.rgba8[4 * pixel + 3], 255);
        for (std::size_t c = 0; c < 3; ++c) {
            largest = std::max(largest, std::abs(made[3 * pixel + c] - bytes.rgba8[4 * pixel + c]));
        }
    }
    const auto [low, high] = std::minmax_element(bytes.rgba8.begin(), bytes.rgba8.end());
    EXPECT_GT(*high - *low, 40) << "something is to be seen";
    return largest;
}

TEST(ApiFrames, floats_make_the_bytes_in_every_mode) {
    const Volume volume = synthetic_volume("sphere", 24);
    Scene scene = sphere_scene(volume);
    Renderer packets(shared_device(), volume, SamplingBackend::packet);
    EXPECT_LE(largest_difference(packets, scene), 1) << "composited, bytes by packets";
    Renderer renderer(shared_device(), volume, SamplingBackend::buffer);
    EXPECT_LE(largest_difference(renderer, scene), 1) << "composited";
    scene.blend = Blend::mip;
    EXPECT_LE(largest_difference(renderer, scene), 1) << "projected";
    scene.blend = Blend::composite;
    scene.surfaces = {{.isovalue = 128.0, .opacity = 0.5F}};
    scene.mode = Mode::isosurface;
    EXPECT_LE(largest_difference(renderer, scene), 1) << "surface";
    scene.mode = Mode::both;
    scene.classification = Classification::preintegrated;
    EXPECT_LE(largest_difference(renderer, scene), 1) << "both, pre-integrated";
}

TEST(ApiFrames, distances_leave_the_picture_as_it_is) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume, SamplingBackend::buffer);
    Scene scene = sphere_scene(volume);
    EXPECT_EQ(renderer.render(scene).rgba8, renderer.render(scene, {.depth = true}).rgba8);
    EXPECT_TRUE(renderer.render(scene).depth.empty());
    scene.transparent = true;
    const Frame clear = renderer.render(scene, {.depth = true});
    EXPECT_EQ(clear.rgba8[3], 0) << "a corner without volume";
    EXPECT_EQ(clear.depth[0], infinity);
}

TEST(ApiFrames, tell_where_half_of_the_light_is_blocked) {
    // A block of one value with opacity a per voxel length blocks half after log(1/2) / log(1 - a) voxel lengths.
    constexpr int n = 32;
    constexpr double opacity = 0.05, spacing = 2.5;
    const Grid grid{.dims = {n, n, n}, .spacing = {spacing, spacing, spacing}};
    const Volume volume(grid, std::vector<float>(static_cast<std::size_t>(n * n * n), 1.0F));
    Scene scene;
    scene.width = scene.height = 33;
    scene.camera = {.eye = {38.75, 38.75, 200.0}, .target = {38.75, 38.75, 0.0}};
    scene.transfer.domain = TransferDomain::value;
    scene.transfer.colors = {{0.0, {1.0, 1.0, 1.0}}};
    scene.transfer.opacities = {{0.0, opacity}};
    const double front = 200.0 - (n - 1) * spacing; // from the eye to the block
    const double half = spacing * std::log(0.5) / std::log(1.0 - opacity);
    for (const SamplingBackend backend : {SamplingBackend::buffer, SamplingBackend::packet}) {
        Renderer renderer(shared_device(), volume, backend);
        for (const double step : {1.0, 0.25}) {
            scene.step = step;
            const Frame frame = renderer.render(scene, {.depth = true});
            ASSERT_EQ(frame.depth.size(), 33U * 33U);
            EXPECT_NEAR(frame.depth[middle_of(frame)], front + half, spacing * step) << "step " << step;
            EXPECT_EQ(frame.depth[0], infinity) << "a ray that misses the block";
        }
    }
    scene.transfer.opacities = {{0.0, 0.001}};
    const Frame faint = Renderer(shared_device(), volume).render(scene, {.depth = true});
    EXPECT_EQ(faint.depth[middle_of(faint)], infinity) << "half is never blocked";
}

TEST(ApiFrames, tell_how_far_surfaces_are) {
    constexpr int n = 41;
    const Grid grid{.dims = {n, n, n}, .spacing = {0.5, 0.5, 0.5}};
    const Volume sphere = synthetic_volume("sphere", n);
    const Volume volume(grid, sphere.voxels<std::uint8_t>());
    Renderer renderer(shared_device(), volume);
    Scene scene;
    scene.width = scene.height = 33;
    scene.camera = {.eye = {10.0, 10.0, 50.0}, .target = {10.0, 10.0, 10.0}, .fov = 40.0};
    scene.transfer = transfer_preset("thesis");
    scene.mode = Mode::isosurface;
    scene.surfaces = {{.isovalue = 128.0}};
    const double expected = 40.0 - 0.35 * (n - 1) * 0.5; // the sphere's radius is 0.35 of the box
    for (const SurfaceMethod method : values_of<SurfaceMethod>()) {
        scene.surface_method = method;
        const Frame frame = renderer.render(scene, {.depth = true});
        EXPECT_NEAR(frame.depth[middle_of(frame)], expected, 0.05) << name_of(method);
        EXPECT_EQ(frame.depth[0], infinity);
    }
    scene.surfaces[0].opacity = 0.25F; // both sides together block less than half
    EXPECT_EQ(renderer.render(scene, {.depth = true}).depth[33 * 16 + 16], infinity);
    scene.surfaces[0].opacity = 0.75F;
    scene.mode = Mode::both;
    scene.transfer.opacities = {{0.0, 0.0}};
    const Frame both = renderer.render(scene, {.depth = true});
    EXPECT_NEAR(both.depth[middle_of(both)], expected, 0.05) << "a clear volume around it";
}

TEST(ApiFrames, tell_the_same_whatever_skips_empty_space) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume, SamplingBackend::buffer);
    Scene scene = sphere_scene(volume);
    scene.speed.traversal = "none";
    const Frame standard = renderer.render(scene, {.format = PixelFormat::rgba32f, .depth = true});
    EXPECT_TRUE(std::any_of(standard.depth.begin(), standard.depth.end(), [](float d) { return d < infinity; }));
    for (const char *traversal : {"buffered-for-for-with-flags", "octant-distance-map"}) {
        scene.speed.traversal = traversal;
        const Frame skipped = renderer.render(scene, {.format = PixelFormat::rgba32f, .depth = true});
        EXPECT_EQ(skipped.depth, standard.depth) << traversal;
        EXPECT_EQ(skipped.rgba32f, standard.rgba32f) << traversal;
    }
}

TEST(ApiFrames, have_no_distance_in_projections) {
    const Volume volume = synthetic_volume("sphere", 16);
    Renderer renderer(shared_device(), volume);
    Scene scene = sphere_scene(volume);
    scene.blend = Blend::mip;
    EXPECT_THROW(renderer.render(scene, {.depth = true}), UsageError);
}

TEST(ApiFrames, go_into_buffers_of_the_program) {
    const Volume volume = synthetic_volume("sphere", 24);
    Renderer renderer(shared_device(), volume);
    const Scene scene = sphere_scene(volume);
    constexpr std::size_t pixels = 48 * 48;
    const Frame frame = renderer.render(scene, {.format = PixelFormat::rgba32f, .depth = true});
    const OwnBuffer colors(shared_device(), std::vector<float>(4 * pixels + 3, -1.0F));
    const OwnBuffer depths(shared_device(), std::vector<float>(pixels, -1.0F));
    renderer.render_into(scene, {colors.get(), 3 * sizeof(float)}, {depths.get()}, PixelFormat::rgba32f);
    const std::vector<float> shifted = colors.read<float>();
    EXPECT_EQ(shifted[2], -1.0F) << "before the offset nothing changes";
    EXPECT_TRUE(std::equal(shifted.begin() + 3, shifted.end(), frame.rgba32f.begin(), frame.rgba32f.end()));
    EXPECT_EQ(depths.read<float>(), frame.depth);

    const OwnBuffer bytes(shared_device(), std::vector<std::uint8_t>(4 * pixels));
    const FrameStatistics statistics = renderer.render_into(scene, {bytes.get()});
    EXPECT_EQ(bytes.read<std::uint8_t>(), renderer.render(scene).rgba8);
    EXPECT_FALSE(statistics.stages.empty());

    EXPECT_THROW(renderer.render_into(scene, {bytes.get(), 4}), UsageError) << "too small by the offset";
    EXPECT_THROW(renderer.render_into(scene, {bytes.get()}, {}, PixelFormat::rgba32f), UsageError);
    EXPECT_THROW(renderer.render_into(scene, {bytes.get()}, {bytes.get(), 4}), UsageError);
    Scene clear = scene;
    clear.transparent = true;
    EXPECT_THROW(renderer.render_into(clear, {bytes.get()}), UsageError);
}

template <typename T> void expect_same_from_device(const Volume &volume, SamplingBackend backend) {
    const std::span<const T> voxels = volume.voxels<T>();
    const OwnBuffer field(shared_device(), std::vector<T>(voxels.begin(), voxels.end()));
    Scene scene = sphere_scene(volume);
    scene.window = volume.range(); // a field is known by its range alone
    const Frame expected = Renderer(shared_device(), volume, backend).render(scene);
    Renderer found(shared_device(), DeviceField{field.get(), volume.type(), volume.grid(), {}}, backend);
    EXPECT_EQ(found.render(scene).rgba8, expected.rgba8) << name_of(volume.type()) << ' ' << name_of(backend);
    scene.window.reset();
    if (volume.type() != ScalarType::u8) { // the window is then the range that was found
        EXPECT_EQ(found.render(scene).rgba8, expected.rgba8) << "range of " << name_of(volume.type());
    }
    Renderer given(shared_device(), DeviceField{field.get(), volume.type(), volume.grid(), volume.range()}, backend);
    EXPECT_EQ(given.render(scene).rgba8, found.render(scene).rgba8);
}

template <typename T> Volume converted(const Volume &volume, double scale, double offset) {
    std::vector<T> voxels;
    for (const std::uint8_t value : volume.voxels<std::uint8_t>()) {
        voxels.push_back(static_cast<T>(value * scale + offset));
    }
    return {volume.grid(), voxels};
}

TEST(ApiFrames, show_a_field_on_the_device_as_the_same_voxels_of_the_host) {
    const Volume bytes = synthetic_volume("sphere", 21);            // no multiple of a leaf
    const SamplingBackend backend = shared_device().info().backend; // images where they are quick, else buffers
    expect_same_from_device<std::uint8_t>(bytes, backend);
    expect_same_from_device<std::uint16_t>(converted<std::uint16_t>(bytes, 100.0, 7.0), backend);
    expect_same_from_device<float>(converted<float>(bytes, 0.01, -1.0), backend);
}

TEST(ApiFrames, need_somewhere_to_go) {
    const Volume volume = synthetic_volume("sphere", 16);
    Renderer renderer(shared_device(), volume);
    EXPECT_THROW(renderer.render_into(sphere_scene(volume), {}), UsageError);
}

TEST(ApiFrames, refuse_fields_that_are_none) {
    const Grid grid{.dims = {4, 4, 4}};
    const OwnBuffer field(shared_device(), std::vector<float>(64, 0.5F));
    EXPECT_THROW(Renderer(shared_device(), DeviceField{nullptr, ScalarType::f32, grid, {}}), UsageError);
    EXPECT_THROW(Renderer(shared_device(), DeviceField{field.get(), ScalarType::u8, grid, {}}), UsageError);
    EXPECT_THROW(Renderer(shared_device(), DeviceField{field.get(), ScalarType::i16, {.dims = {4, 4, 8}}, {}}),
                 UsageError);
    EXPECT_THROW(Renderer(shared_device(), DeviceField{field.get(), ScalarType::f32, {.dims = {4, 4, 5}}, {}}),
                 UsageError);
    EXPECT_THROW(Renderer(shared_device(), DeviceField{field.get(), ScalarType::f32, grid, {{1.0, 0.0}}}), UsageError);
    std::vector<float> broken(64, 0.5F);
    broken[33] = infinity;
    const OwnBuffer infinite(shared_device(), broken);
    EXPECT_THROW(Renderer(shared_device(), DeviceField{infinite.get(), ScalarType::f32, grid, {}}), UsageError);
    const OwnQueue other(shared_device());
    const Device elsewhere(other.context, other.queue, with_cache());
    const OwnBuffer foreign(elsewhere, std::vector<float>(64, 0.5F));
    EXPECT_THROW(Renderer(shared_device(), DeviceField{foreign.get(), ScalarType::f32, grid, {}}), UsageError);
}

} // namespace

} // namespace voxmarch::testing
