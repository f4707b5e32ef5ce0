// Isosurfaces in pictures: meshes against rays, both against closed forms, and both in a volume.
#include "device_fixture.h"
#include "isosurface/device_field.h"
#include "renderer/frame_params.h"
#include "renderer/mesh_picture.h"
#include "renderer/views.h"
#include "volume/synthetic/synthetic.h"

#include <cmath>
#include <functional>
#include <optional>
#include <random>

namespace voxmarch {
namespace {

/// n^3 voxels of spacing 1 with the values of a field.
Volume field_volume(int n, const std::function<double(glm::dvec3)> &field) {
    return volume_of({n, n, n}, ScalarType::f32, [&](int x, int y, int z) { return field({x, y, z}); });
}

/// Distance-like field around the middle of the box, positive inside, in voxels.
Volume sphere_volume(int n, double radius) {
    return field_volume(n, [=](glm::dvec3 p) { return radius - glm::length(p - glm::dvec3((n - 1) / 2.0)); });
}

RenderSettings surface_settings(std::vector<SurfaceStyle> surfaces, Mode mode = Mode::isosurface) {
    RenderSettings settings;
    settings.mode = mode;
    settings.surfaces = std::move(surfaces);
    return settings;
}

/// Flat colours: what is seen is the colour alone.
RenderSettings flat_settings(std::vector<SurfaceStyle> surfaces, Mode mode = Mode::isosurface) {
    RenderSettings settings = surface_settings(std::move(surfaces), mode);
    settings.shading = Shading::none;
    return settings;
}

glm::ivec3 pixel_at(const Image &image, int x, int y) {
    const std::uint8_t *p = image.rgba.data() + 4 * (y * image.width + x);
    return {p[0], p[1], p[2]};
}

const std::vector<SurfaceMethod> methods{SurfaceMethod::mesh, SurfaceMethod::raycast};

TEST(Surfaces, a_lit_sphere_looks_as_its_closed_form_says) {
    constexpr double radius = 18.0;
    const Volume volume = sphere_volume(48, radius);
    const Camera camera = standard_view(volume.grid());
    constexpr int size = 96;
    const PixelRays rays = pixel_rays(camera, size, size);
    const glm::dvec3 to_light = glm::normalize(glm::dvec3(1, 1, 0.5));
    RenderSettings settings = surface_settings({{0.0, {0.6f, 0.5f, 0.4f}}});
    settings.light.direction = to_light;
    settings.step = 0.25;
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        for (const SurfaceMethod method : methods) {
            settings.surface_method = method;
            const Image image = renderer.render(camera, size, size, settings);
            int largest = 0;
            for (int y = 0; y < size; ++y) {
                for (int x = 0; x < size; ++x) {
                    const glm::dvec3 d = glm::normalize(rays.corner + double(x) * rays.dx + double(y) * rays.dy);
                    const glm::dvec3 from = camera.eye - volume.grid().center();
                    const double b = glm::dot(from, d), c = glm::dot(from, from) - radius * radius;
                    const double closest = std::sqrt(glm::dot(from, from) - b * b);
                    if (closest > radius - 1.0 && closest < radius + 0.2) {
                        continue; // the silhouette, where a mesh is a little smaller
                    }
                    glm::dvec3 expected(0.0);
                    if (closest < radius) {
                        const glm::dvec3 normal = (from + (-b - std::sqrt(b * b - c)) * d) / radius;
                        const double toward = glm::dot(normal, to_light);
                        const double highlight = std::max(glm::dot(2.0 * toward * normal - to_light, -d), 0.0);
                        const Light &light = settings.light;
                        expected = glm::dvec3(settings.surfaces[0].color) *
                                       (double(light.ambient.x) + light.diffuse.x * std::abs(toward)) +
                                   double(light.specular.x) * std::pow(highlight, double(light.shininess));
                    }
                    for (int i = 0; i < 3; ++i) {
                        const auto right = static_cast<int>(std::lround(255.0 * std::min(expected[i], 1.0)));
                        largest = std::max(largest, std::abs(right - pixel_at(image, x, y)[i]));
                    }
                }
            }
            // Central differences of the field are off by up to 1 / (6 r^2); highlights magnify it.
            EXPECT_LE(largest, 6) << name_of(method) << " " << name_of(backend);
        }
    }
}

/// A ball around a place: larger values inside, f32 or of bytes.
Volume ball_volume(glm::dvec3 center, double radius, ScalarType type) {
    return volume_of({48, 40, 40}, type, [=](int x, int y, int z) {
        const double inside = radius - glm::length(glm::dvec3(x, y, z) - center);
        return type == ScalarType::f32 ? inside : std::clamp(128.0 + 8.0 * inside, 0.0, 255.0);
    });
}

TEST(Surfaces, of_two_channels_in_one_picture_are_those_of_each_alone) {
    constexpr double radius = 8.0;
    const Volume left = ball_volume({12, 20, 20}, radius, ScalarType::u8),
                 right = ball_volume({36, 20, 20}, radius, ScalarType::f32);
    const Camera camera = named_view("front", left.grid(), 1.0);
    constexpr int size = 96;
    const SurfaceStyle red{128.0, {1, 0, 0}}, green{0.0, {0, 1, 0}, 1.0f, 1};
    SurfaceStyle alone = green;
    alone.channel = 0;
    for (const SamplingBackend backend : quick_backends()) {
        const Image only_left =
            VolumeRenderer(test_device(), left, backend).render(camera, size, size, flat_settings({red}));
        const Image only_right =
            VolumeRenderer(test_device(), right, backend).render(camera, size, size, flat_settings({alone}));
        VolumeRenderer renderer(test_device(), left, backend);
        renderer.add_channel(right);
        const Image both = renderer.render(camera, size, size, flat_settings({red, green}));
        const PixelRays rays = pixel_rays(camera, size, size);
        int reds = 0, greens = 0, within_left = 0, within_right = 0;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                const glm::ivec3 l = pixel_at(only_left, x, y), r = pixel_at(only_right, x, y);
                EXPECT_EQ(pixel_at(both, x, y), l + r) << x << " " << y;
                reds += l.x > 0 ? 1 : 0;
                greens += r.y > 0 ? 1 : 0;
                const glm::dvec3 d = glm::normalize(rays.corner + double(x) * rays.dx + double(y) * rays.dy);
                const auto meets = [&](glm::dvec3 center) {
                    const glm::dvec3 from = center - camera.eye;
                    return glm::length(from - glm::dot(from, d) * d) < radius ? 1 : 0;
                };
                within_left += meets({12, 20, 20});
                within_right += meets({36, 20, 20});
            }
        }
        EXPECT_GT(within_left, 200);
        EXPECT_NEAR(reds, within_left, 0.05 * within_left) << name_of(backend);
        EXPECT_NEAR(greens, within_right, 0.05 * within_right) << name_of(backend);
        EXPECT_THROW(renderer.render(camera, size, size, flat_settings({{0.0, {1, 1, 1}, 1.0f, 2}})), UsageError);
        RenderSettings cast = flat_settings({red, green});
        cast.surface_method = SurfaceMethod::raycast;
        EXPECT_THROW(renderer.render(camera, size, size, cast), UsageError);
    }
}

/// Share of the pixels that differ by more than 8/255.
double difference_of_methods(const Volume &volume, RenderSettings settings, const Camera &camera) {
    VolumeRenderer renderer(test_device(), volume);
    settings.surface_method = SurfaceMethod::mesh;
    const Image mesh = renderer.render(camera, 128, 128, settings);
    settings.surface_method = SurfaceMethod::raycast;
    settings.step = 0.1;
    const Image rays = renderer.render(camera, 128, 128, settings);
    EXPECT_GT(compare(mesh, Image{128, 128, Pixels(128 * 128 * 4, 0)}, 0).pixels_above, 1000u);
    return static_cast<double>(compare(mesh, rays, 8).pixels_above) / (128 * 128);
}

TEST(Surfaces, meshes_and_rays_differ_at_silhouettes_only) {
    const Volume torus = synthesize("torus", 64);
    const Camera standard = standard_view(torus.grid());
    EXPECT_LT(difference_of_methods(torus, surface_settings({{128.0}}), standard), 0.01);
    EXPECT_LT(difference_of_methods(torus, surface_settings({{128.0, {1, 0, 0}, 0.4f}}), standard), 0.02);
    Volume blobs = blob_volume({40, 36, 44}, ScalarType::i16);
    const double middle = (blobs.range().min + blobs.range().max) / 2.0;
    Camera camera = standard_view(blobs.grid());
    EXPECT_LT(difference_of_methods(blobs, surface_settings({{middle}}), camera), 0.02);
    RenderSettings clipped = surface_settings({{middle}});
    clipped.clip_low = {0.2, 0.3, 0.1};
    clipped.clip_high = {0.9, 0.8, 0.7};
    clipped.clip_planes = {{{-1, 0.2, -1}, glm::dot(glm::dvec3(-1, 0.2, -1), blobs.grid().center())}};
    EXPECT_LT(difference_of_methods(blobs, clipped, camera), 0.02);
    clipped.clip_inverted = true;
    EXPECT_LT(difference_of_methods(blobs, clipped, camera), 0.02);
    camera.eye = blobs.grid().center();
    camera.target = camera.eye + glm::dvec3(0.3, -0.2, 1.0);
    camera.fov = 90.0;
    EXPECT_LT(difference_of_methods(blobs, surface_settings({{middle}}), camera), 0.03);
}

/// Nested transparent shells: a ray through the middle crosses each twice, the front before the back.
TEST(Surfaces, shells_are_composited_front_to_back) {
    const Volume volume = sphere_volume(40, 16.0);
    Camera camera = standard_view(volume.grid());
    const std::vector<SurfaceStyle> shells = {{0.0, {1, 0, 0}, 0.25f}, {8.0, {0, 1, 0}, 0.5f}, {4.0, {0, 0, 1}, 0.4f}};
    const std::size_t order[] = {0, 2, 1, 1, 2, 0}; // outside in, inside out
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        for (const SurfaceMethod method : methods) {
            for (const int layers : {1, 3, 4, 6, 9}) {
                RenderSettings settings = flat_settings(shells);
                settings.surface_method = method;
                settings.surface_layers = layers;
                settings.background = {1, 1, 1};
                const Image image = renderer.render(camera, 65, 65, settings);
                glm::dvec3 expected(0.0);
                double transmittance = 1.0;
                for (int i = 0; i < std::min(layers, 6); ++i) {
                    const SurfaceStyle &shell = shells[order[i]];
                    expected += transmittance * shell.opacity * glm::dvec3(shell.color);
                    transmittance *= 1.0 - double(shell.opacity);
                }
                expected += transmittance;
                for (int i = 0; i < 3; ++i) {
                    EXPECT_NEAR(pixel_at(image, 32, 32)[i], 255.0 * expected[i], 2.0)
                        << name_of(method) << " " << layers << " layers, " << name_of(backend);
                }
            }
            RenderSettings opaque = flat_settings(shells);
            opaque.surface_method = method;
            opaque.surfaces[2].opacity = 1.0f;
            const glm::ivec3 seen = pixel_at(renderer.render(camera, 65, 65, opaque), 32, 32);
            EXPECT_EQ(seen, glm::ivec3(64, 0, 191)) << name_of(method);
        }
    }
}

/// In a volume of constant opacity a surface shows what lies in front of it, itself, and what lies behind.
TEST(Surfaces, volumes_are_seen_in_front_of_surfaces_and_behind_them) {
    const Volume volume = sphere_volume(33, 10.0);
    constexpr double per_voxel = 0.04;
    const TransferFunction transfer = constant_transfer(per_voxel, {0, 1, 0});
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0, 0, 80);
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(transfer);
        for (const Classification classification :
             {Classification::post, Classification::pre, Classification::preintegrated}) {
            for (const double step : {0.5, 1.7}) {
                for (const float opacity : {1.0f, 0.5f}) {
                    RenderSettings settings = flat_settings({{0.0, {1, 0, 0}, opacity}}, Mode::both);
                    settings.classification = classification;
                    settings.step = step;
                    settings.opacity_cutoff = 1.0;
                    // Volume, surface, and so on: 6 voxels in front of the sphere, 20 in it, 6 behind it.
                    glm::dvec3 expected(0.0);
                    double through = 1.0;
                    for (const double length : {6.0, 20.0, 6.0}) {
                        const double next = through * std::pow(1.0 - per_voxel, length);
                        expected.y += through - next;
                        through = next;
                        if (length != 6.0 || expected.x == 0.0) {
                            expected.x += through * double(opacity);
                            through *= 1.0 - double(opacity);
                        }
                    }
                    const Image image = renderer.render(camera, 9, 9, settings);
                    for (int i = 0; i < 3; ++i) {
                        EXPECT_NEAR(pixel_at(image, 4, 4)[i], 255.0 * expected[i], step > 1.0 ? 3.5 : 2.0)
                            << name_of(classification) << " step " << step << " opacity " << opacity << " "
                            << name_of(backend);
                    }
                }
            }
        }
    }
}

TEST(Surfaces, skipping_never_changes_a_picture_of_both) {
    const Volume volume = synthesize("tree", 40);
    VolumeRenderer renderer(test_device(), volume);
    const Camera camera = standard_view(volume.grid());
    for (const Classification classification : {Classification::post, Classification::preintegrated}) {
        RenderSettings settings = surface_settings({{90.5, {1, 0.8f, 0.6f}, 0.5f}, {180.5}}, Mode::both);
        settings.classification = classification;
        const Image whole = renderer.render(camera, 64, 48, settings);
        for (const Traversal traversal :
             {Traversal::buffered_for_for_with_flags, Traversal::while_while, Traversal::octant_distance_map}) {
            settings.traversal = traversal;
            // What packets do not have is drawn by the kernels of buffers, which round otherwise.
            const bool same = renderer.backend() != SamplingBackend::packet || info_of(traversal).packets;
            EXPECT_EQ(compare(renderer.render(camera, 64, 48, settings), whole, same ? 0 : 1).pixels_above, 0u)
                << name_of(traversal) << " " << name_of(classification);
        }
    }
}

/// Whether the last frame had a stage.
bool has(const VolumeRenderer &renderer, Stage wanted) {
    const std::vector<StageTime> &stages = renderer.statistics().stages;
    return std::any_of(stages.begin(), stages.end(), [&](const StageTime &one) { return one.stage == wanted; });
}

/// Draws both at once, and after the surface alone, which measures blocks by itself.
void expect_same_with_ranges_of_leaves(const Volume &volume, SamplingBackend backend, int leaf_size) {
    SCOPED_TRACE(std::string(name_of(backend)) + ", leaf " + std::to_string(leaf_size));
    const Camera camera = standard_view(volume.grid());
    const double middle = 0.5 * (volume.range().min + volume.range().max);
    RenderSettings settings = surface_settings({{middle, {1, 0.8f, 0.6f}, 0.5f}}, Mode::both);
    settings.traversal = Traversal::buffered_for_for_with_flags;
    settings.leaf_size = leaf_size;
    VolumeRenderer together(test_device(), volume, backend), apart(test_device(), volume, backend);
    const Image picture = together.render(camera, 48, 40, settings);
    EXPECT_EQ(has(together, Stage::block_ranges), leaf_size >= 4);
    settings.mode = Mode::isosurface;
    apart.render(camera, 48, 40, settings);
    settings.mode = Mode::both;
    EXPECT_EQ(compare(apart.render(camera, 48, 40, settings), picture, 0).pixels_above, 0u);
    EXPECT_FALSE(has(apart, Stage::block_ranges));
    together.count_samples(camera, 48, 40, settings);
    apart.count_samples(camera, 48, 40, settings);
    const FrameStatistics &a = together.statistics(), &b = apart.statistics();
    EXPECT_EQ(a.nodes, b.nodes);
    EXPECT_EQ(a.samples, b.samples);
    EXPECT_EQ(a.leaves_skipped, b.leaves_skipped);
    EXPECT_GT(a.leaves, 0u);
    EXPECT_EQ(a.surfaces.triangles, b.surfaces.triangles);
    // Blocks that begin at the last voxel, 6 x 10 along z and 6 x 7 along y, may be looked at in vain.
    EXPECT_LE(a.surfaces.blocks_skipped, b.surfaces.blocks_skipped);
    EXPECT_LE(b.surfaces.blocks_skipped - a.surfaces.blocks_skipped, 102u);
}

TEST(Surfaces, one_octree_serves_volume_and_surfaces_and_nothing_changes) {
    constexpr std::array<int, 3> dims{43, 37, 29};
    for (const SamplingBackend backend : quick_backends()) {
        for (const int leaf_size : {2, 4, 8, 16}) {
            expect_same_with_ranges_of_leaves(blob_volume(dims, ScalarType::u8), backend, leaf_size);
        }
        expect_same_with_ranges_of_leaves(blob_volume(dims, ScalarType::i16), backend, 4);
    }
    expect_same_with_ranges_of_leaves(blob_volume(dims, ScalarType::f32), SamplingBackend::buffer, 4);
}

/// Surfaces along rays, of whole isovalues that many voxels equal: with the ranges of the volume's octree and with
/// their own. @param shared  whether the volume's octree has ranges of leaves of 4 cells
void expect_same_rays_with_ranges_of_leaves(const Volume &volume, SamplingBackend backend, RenderSettings settings,
                                            bool shared) {
    SCOPED_TRACE(std::string(name_of(backend)) + ", leaf " + std::to_string(settings.leaf_size));
    const Camera camera = standard_view(volume.grid());
    settings.traversal = Traversal::buffered_for_for_with_flags;
    settings.surface_method = SurfaceMethod::raycast;
    RenderSettings alone = settings;
    alone.mode = Mode::isosurface;
    VolumeRenderer together(test_device(), volume, backend), apart(test_device(), volume, backend);
    const Image picture = together.render(camera, 48, 40, settings);
    EXPECT_NE(has(together, Stage::isovalue_ranges), shared);
    EXPECT_TRUE(has(together, Stage::isovalue_occupancy));
    const std::uint64_t skipped = together.statistics().surfaces.blocks_skipped;
    settings.surfaces[0].isovalue += 1.0; // and they are still there for the next isovalue
    together.render(camera, 48, 40, settings);
    EXPECT_FALSE(has(together, Stage::isovalue_ranges));
    settings.surfaces[0].isovalue -= 1.0;
    EXPECT_EQ(compare(together.render(camera, 48, 40, settings), picture, 0).pixels_above, 0u);
    apart.render(camera, 48, 40, alone);
    EXPECT_TRUE(has(apart, Stage::isovalue_ranges));
    EXPECT_EQ(apart.statistics().surfaces.blocks_skipped, skipped);
    EXPECT_GT(skipped, 0u);
    RenderSettings finest = settings; // leaves that surfaces have no use for: they keep ranges of their own
    finest.leaf_size = 2;
    EXPECT_EQ(compare(apart.render(camera, 48, 40, finest), picture, 0).pixels_above, 0u);
    EXPECT_EQ(apart.statistics().surfaces.blocks_skipped, skipped);
    EXPECT_EQ(compare(apart.render(camera, 48, 40, settings), picture, 0).pixels_above, 0u);
}

TEST(Surfaces, surfaces_along_rays_use_the_ranges_of_the_volumes_octree_and_nothing_changes) {
    constexpr std::array<int, 3> dims{43, 37, 29};
    const auto expect_same = [](const Volume &volume, SamplingBackend backend, int leaf_size, bool shared,
                                Classification classification = Classification::post) {
        const auto value_at = [&](double share) { // whole values of integers: voxels equal the isovalue
            const double value = volume.range().min + share * (volume.range().max - volume.range().min);
            return volume.type() == ScalarType::f32 ? value : std::round(value);
        };
        RenderSettings settings =
            surface_settings({{value_at(0.5), {1, 0.8f, 0.6f}, 0.5f}, {value_at(0.8)}}, Mode::both);
        settings.leaf_size = leaf_size;
        settings.classification = classification;
        expect_same_rays_with_ranges_of_leaves(volume, backend, settings, shared);
    };
    for (const SamplingBackend backend : quick_backends()) {
        expect_same(blob_volume(dims, ScalarType::u8), backend, 16, true);
        expect_same(blob_volume(dims, ScalarType::i16), backend, 4, true);
    }
    expect_same(blob_volume(dims, ScalarType::f32), SamplingBackend::buffer, 4, true);
    expect_same(blob_volume(dims, ScalarType::u8), SamplingBackend::buffer, 4, false,
                Classification::preintegrated); // leaves that look beyond their faces
}

TEST(Surfaces, blocks_and_leaves_that_hold_nothing_are_counted) {
    // A ball around the corner of eight leaves, in a box that is empty elsewhere.
    const Volume volume =
        field_volume(65, [](glm::dvec3 p) { return std::max(0.0, 6.0 - glm::length(p - glm::dvec3(16.0))); });
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    TransferFunction transfer = constant_transfer(0.2);
    transfer.domain = TransferDomain::value;
    transfer.opacities = {{2.0, 0.0}, {6.0, 0.2}};
    renderer.set_transfer(transfer);
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = surface_settings({{3.0}}, Mode::both);
    settings.traversal = Traversal::octant_distance_map;
    settings.leaf_size = 8;
    for (const SurfaceMethod method : methods) {
        settings.surface_method = method;
        renderer.render(camera, 16, 16, settings);
        renderer.count_samples(camera, 16, 16, settings);
        const FrameStatistics &statistics = renderer.statistics();
        EXPECT_EQ(statistics.leaves, 512u);
        EXPECT_EQ(statistics.leaves_skipped, 512u - 8u);
        const SurfaceStatistics &surfaces = statistics.surfaces;
        EXPECT_EQ(surfaces.blocks, method == SurfaceMethod::mesh ? 9u * 17u * 17u : 16u * 16u * 16u);
        EXPECT_GT(surfaces.blocks_skipped, surfaces.blocks * 9 / 10);
        EXPECT_LT(surfaces.blocks_skipped, surfaces.blocks);
    }
}

TEST(Surfaces, without_a_surface_both_is_the_volume) {
    const Volume volume = blob_volume({20, 18, 16}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    renderer.set_transfer(smooth_transfer());
    RenderSettings settings = surface_settings({{1000.0}}, Mode::both);
    const Camera camera = standard_view(volume.grid());
    const Image both = renderer.render(camera, 40, 30, settings);
    settings.mode = Mode::volume;
    EXPECT_EQ(compare(both, renderer.render(camera, 40, 30, settings), 0).pixels_above, 0u);
}

/// Labels colour one half of a sphere, hide a quarter and leave a quarter as it is.
TEST(Surfaces, labels_hide_and_colour) {
    const Volume volume = sphere_volume(40, 14.0);
    const Volume labels = volume_of(volume.grid().dims, ScalarType::u8, [](int x, int y, int z) {
        const bool inside = glm::length(glm::dvec3(x, y, z) - 19.5) <= 14.0;
        return !inside ? 0 : x < 20 ? 1 : y < 20 ? 2 : 3;
    });
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_labels(&labels, {{0.0f, {}}, {1.0f, glm::vec3(0, 0, 1)}, {0.0f, {}}, {1.0f, {}}});
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0, 0, 60);
    camera.fov = 40.0;
    for (const SurfaceMethod method : methods) {
        RenderSettings settings = flat_settings({{0.0, {1, 0, 0}}});
        settings.surface_method = method;
        const Image image = renderer.render(camera, 64, 64, settings);
        EXPECT_EQ(pixel_at(image, 28, 28), glm::ivec3(0, 0, 255)) << name_of(method);
        EXPECT_EQ(pixel_at(image, 28, 36), glm::ivec3(0, 0, 255)) << name_of(method);
        EXPECT_EQ(pixel_at(image, 36, 28), glm::ivec3(255, 0, 0)) << name_of(method); // label 3: above
        EXPECT_EQ(pixel_at(image, 36, 36), glm::ivec3(0, 0, 0)) << name_of(method);   // label 2: hidden, front and back
    }
}

/// A small ball hangs above a large one, in the light that falls on its top.
TEST(Surfaces, opaque_surfaces_throw_shadows_whatever_the_transfer_function) {
    const Volume balls = field_volume(40, [](glm::dvec3 p) {
        return std::max(8.0 - glm::length(p - glm::dvec3(19.5, 12.0, 19.5)),
                        5.0 - glm::length(p - glm::dvec3(19.5, 30.0, 19.5)));
    });
    VolumeRenderer renderer(test_device(), balls);
    renderer.set_transfer(constant_transfer(0.0));
    RenderSettings settings = surface_settings({{0.0, {0.5f, 0.5f, 0.5f}}});
    settings.light.direction = glm::dvec3(0, 1, 0);
    settings.light.specular = glm::vec3(0.0f);
    Camera camera;
    camera.target = {19.5, 20.0, 19.5}; // the top of the large ball
    camera.eye = camera.target + 60.0 * glm::normalize(glm::dvec3(0.5, 0.35, 0.79));
    for (const SurfaceMethod method : methods) {
        settings.surface_method = method;
        settings.shadows = Shadows::none;
        EXPECT_NEAR(pixel_at(renderer.render(camera, 33, 33, settings), 16, 16).x, 255 * 0.5 * 1.1, 3);
        settings.shadows = Shadows::full;
        EXPECT_NEAR(pixel_at(renderer.render(camera, 33, 33, settings), 16, 16).x, 255 * 0.5 * 0.3, 3);
        settings.surfaces[0].opacity = 0.999f; // not opaque
        EXPECT_NEAR(pixel_at(renderer.render(camera, 33, 33, settings), 16, 16).x, 255 * 0.5 * 1.1, 3);
        settings.surfaces[0].opacity = 1.0f;
    }
}

TEST(Surfaces, rays_miss_no_crossing_in_leaves_that_hold_none_of_their_samples) {
    // Grains in air that flickers: surfaces of no opacity inside both make every leaf worth searching.
    const Volume grains = volume_of({44, 40, 36}, ScalarType::u8, [](int x, int y, int z) {
        const bool grain = (x * 7919 + y * 104729 + z * 1299709) % 509 == 0;
        return (grain ? 200 : 20) + (x + y + z) % 2;
    });
    const SurfaceStyle seen{100.0, {0.8f, 0.7f, 0.6f}, 0.5f};
    RenderSettings skipping = surface_settings({seen});
    skipping.surface_method = SurfaceMethod::raycast;
    RenderSettings searching = skipping;
    searching.surfaces.push_back({20.5, {1.0f, 1.0f, 1.0f}, 0.0f});
    searching.surfaces.push_back({200.5, {1.0f, 1.0f, 1.0f}, 0.0f});
    const Camera camera = standard_view(grains.grid());
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), grains, backend);
        for (const double step : {0.5, 2.5, 9.0}) {
            skipping.step = searching.step = step;
            const Image expected = renderer.render(camera, 120, 110, searching);
            EXPECT_EQ(compare(renderer.render(camera, 120, 110, skipping), expected, 0).pixels_above, 0)
                << "step " << step;
        }
    }
}

TEST(Surfaces, bad_settings_are_refused) {
    EXPECT_THROW(validate(surface_settings({})), UsageError);
    EXPECT_THROW(validate(surface_settings(std::vector<SurfaceStyle>(surface_limit + 1))), UsageError);
    EXPECT_THROW(validate(surface_settings({{1.0, {0, 0, 0}, 1.5f}})), UsageError);
    EXPECT_THROW(validate(surface_settings({{std::nan("")}})), UsageError);
    EXPECT_NO_THROW(validate(surface_settings({{1.0}})));
}

TEST(Surfaces, pictures_are_the_same_in_every_run_and_for_every_strategy) {
    // Many voxels equal an isovalue, so that many triangles lie at the same depth of a pixel.
    std::mt19937 random(11);
    const Volume volume = volume_of({60, 44, 40}, ScalarType::u8, [&](int, int, int) { return random() % 5; });
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings =
        surface_settings({{2.0, {0.9f, 0.3f, 0.2f}, 0.3f}, {3.0, {0.2f, 0.4f, 0.9f}, 0.4f}, {2.0, {0, 1, 0}, 0.2f}});
    settings.surface_layers = 12;
    std::optional<Image> first;
    for (const Extraction extraction : values_of<Extraction>()) {
        settings.extraction = extraction;
        for (int run = 0; run < 3; ++run) {
            VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
            const Image image = renderer.render(camera, 160, 120, settings);
            first = first ? std::move(first) : image;
            EXPECT_EQ(compare(image, *first, 0).pixels_above, 0) << name_of(extraction) << ", run " << run;
        }
    }
}

TEST(Surfaces, own_meshes_look_like_the_isosurfaces_they_were_taken_from) {
    const Volume volume = sphere_volume(40, 12.0);
    const DeviceField uploaded(test_device(), volume);
    DeviceMesh extracted;
    make_extractor(Extraction::blocks, test_device(), uploaded.field())->extract(0.0, {}, extracted);
    const SurfaceStyle inner{0.0, {0.2f, 0.8f, 0.3f}}, outer{-5.0, {0.9f, 0.4f, 0.2f}, 0.4f};
    const Camera camera = standard_view(volume.grid());
    const auto expect_equal = [&](const Image &found, const Image &expected, const char *what) {
        EXPECT_EQ(compare(found, expected, 0).pixels_above, 0) << what;
    };
    VolumeRenderer plain(test_device(), volume, SamplingBackend::buffer);
    VolumeRenderer own(test_device(), volume, SamplingBackend::buffer);
    const Image volume_alone = own.render(camera, 70, 60, RenderSettings{});
    own.set_meshes({{download(test_device(), extracted), inner.color}});
    for (const Mode mode : {Mode::isosurface, Mode::both}) {
        expect_equal(own.render(camera, 70, 60, surface_settings({outer}, mode)),
                     plain.render(camera, 70, 60, surface_settings({inner, outer}, mode)), "with an isosurface");
    }
    expect_equal(own.render(camera, 70, 60, RenderSettings{}),
                 plain.render(camera, 70, 60, surface_settings({inner}, Mode::both)), "in the volume");
    RenderSettings projection, rays = surface_settings({outer});
    projection.blend = Blend::mip;
    rays.surface_method = SurfaceMethod::raycast;
    EXPECT_THROW(own.render(camera, 70, 60, projection), UsageError);
    EXPECT_THROW(own.render(camera, 70, 60, rays), UsageError);
    own.set_meshes({});
    expect_equal(own.render(camera, 70, 60, RenderSettings{}), volume_alone, "without meshes again");
}

TEST(MeshPicture, draws_meshes_as_a_renderer_draws_those_isosurfaces) {
    const Volume volume = sphere_volume(40, 12.0);
    const DeviceField uploaded(test_device(), volume);
    const auto extractor = make_extractor(Extraction::blocks, test_device(), uploaded.field());
    DeviceMesh inner, outer;
    (void)extractor->extract(0.0, {}, inner);
    (void)extractor->extract(-5.0, {}, outer);
    RenderSettings settings = surface_settings({{0.0, {0.2f, 0.8f, 0.3f}}, {-5.0, {0.9f, 0.4f, 0.2f}, 0.4f}});
    settings.side_lights = {{{1.0, 0.0, 0.0}, false, {0.2f, 0.3f, 0.4f}}};
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(test_device(), volume, SamplingBackend::buffer);
    const Image expected = renderer.render(camera, 70, 60, settings);
    MeshPicture picture(test_device());
    const std::vector<DrawnMesh> meshes{{&inner, {0.2f, 0.8f, 0.3f}}, {&outer, {0.9f, 0.4f, 0.2f}, 0.4f}};
    const Image found = picture.draw(volume.grid(), camera, 70, 60, settings, meshes);
    EXPECT_EQ(compare(found, expected, 0).pixels_above, 0);
    const Image empty = picture.draw(volume.grid(), camera, 70, 60, settings, {});
    EXPECT_GT(compare(empty, expected, 0).pixels_above, 500) << "the background alone";
}

} // namespace
} // namespace voxmarch
