// Pictures with parallel rays: what is known of them in advance, and the same from every way to draw them. That no
// traversal, brick or part of a picture changes them: views_around() and test_tiles.cpp.
#include "device_fixture.h"
#include "renderer/traversal.h"
#include "renderer/views.h"
#include "volume/synthetic/synthetic.h"

#include <cmath>

namespace voxmarch {
namespace {

/// From the front, a world unit a pixel.
Camera front_of(const Grid &grid, int rows) {
    Camera camera = named_view("front", grid, 1.0);
    camera.height = rows;
    return camera;
}

TEST(Orthographic, a_box_from_the_front_is_a_rectangle_of_one_colour) {
    const Volume volume = filled_volume({33, 25, 17}, 100);
    TestScene scene{&volume, constant_transfer(0.05), front_of(volume.grid(), 40), {}, 48, 40};
    scene.settings.shading = Shading::none;
    scene.settings.opacity_cutoff = 1.0;
    const double opacity = 1.0 - std::pow(0.95, 16.0);
    for (const SamplingBackend backend : test_backends()) {
        const Image image = render_on_device(scene, backend);
        for (int y = 0; y < 40; ++y) {
            for (int x = 0; x < 48; ++x) {
                const bool inside = std::abs(x + 0.5 - 24.0) < 16.0 && std::abs(y + 0.5 - 20.0) < 12.0;
                ASSERT_NEAR(image.pixel(x, y)[0], inside ? 255.0 * opacity : 0.0, 1.0)
                    << name_of(backend) << " " << x << " " << y;
            }
        }
    }
}

TEST(Orthographic, pictures_are_those_of_the_reference) {
    const Volume plain = blob_volume({41, 32, 27}, ScalarType::u8);
    VolumeHeader header = plain.header();
    header.grid.spacing = {0.7, 1.1, 1.9};
    header.grid.origin = {-40.0, 7.0, 3.0};
    const Volume volume(header, std::vector<std::byte>(plain.bytes().begin(), plain.bytes().end()));
    TestScene scene{&volume, smooth_transfer(), standard_view(volume.grid()), {}};
    scene.camera = framed(orthographic(scene.camera), volume.grid(), 40.0 / 30.0);
    expect_like_reference(scene, "whole");
    scene.settings.clip_planes = {{{1.0, 0.3, 0.2}, -25.0}};
    scene.settings.clip_low = {0.1, 0.0, 0.2};
    scene.settings.light.direction = glm::dvec3(1.0, 2.0, 0.5);
    expect_like_reference(scene, "clipped");
    scene.settings.clip_inverted = true;
    expect_like_reference(scene, "cut out", {one_pixel_backend()});
    scene.settings = {};
    scene.camera.eye = volume.grid().center(); // rays begin in the plane through the eye
    scene.camera.target = scene.camera.eye + glm::dvec3(0.3, 0.2, -1.0);
    expect_like_reference(scene, "from inside");
}

/// Planes along the rays of all pixels, whose slopes are 0 with either sign, neither cut nor leave all.
TEST(Orthographic, clipping_planes_along_the_rays_cut_between_pixels) {
    const Volume volume = filled_volume({33, 33, 17}, 255);
    for (const glm::dvec3 &normal :
         {glm::dvec3(1, 0, 0), glm::dvec3(-1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, -1, 0)}) {
        for (const char *name : {"front", "back"}) {
            TestScene scene{&volume, constant_transfer(1.0), named_view(name, volume.grid(), 1.0), {}, 32, 32};
            scene.camera.height = 32.0;
            scene.settings.shading = Shading::none;
            scene.settings.clip_planes = {{normal, glm::dot(normal, volume.grid().center())}};
            for (const SamplingBackend backend : test_backends()) {
                const Image image = render_on_device(scene, backend);
                int seen = 0;
                for (int i = 0; i < 32 * 32; ++i) {
                    seen += image.pixel(i % 32, i / 32)[0] > 200 ? 1 : 0;
                }
                EXPECT_EQ(seen, 16 * 32) << name << " " << name_of(backend) << " " << normal.x << " " << normal.y;
            }
        }
    }
}

/// Two balls of one radius beside each other, one near to the eye and one far.
Volume two_balls(double radius) {
    return volume_of({80, 40, 80}, ScalarType::f32, [=](int x, int y, int z) {
        const glm::dvec3 at(x, y, z);
        return std::max(radius - glm::length(at - glm::dvec3(20, 20, 62)),
                        radius - glm::length(at - glm::dvec3(60, 20, 18)));
    });
}

RenderSettings flat_surface(double isovalue, SurfaceMethod method) {
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{isovalue, {1.0f, 1.0f, 1.0f}}};
    settings.shading = Shading::none;
    settings.surface_method = method;
    return settings;
}

TEST(Orthographic, balls_are_as_large_wherever_they_are) {
    constexpr double radius = 12.0;
    const Volume volume = two_balls(radius);
    constexpr int width = 320, height = 160; // 4 pixels a voxel
    VolumeRenderer renderer(test_device(), volume);
    Camera camera = named_view("front", volume.grid(), 2.0);
    camera.height = 40.0;
    for (const SurfaceMethod method : {SurfaceMethod::mesh, SurfaceMethod::raycast}) {
        const RenderSettings settings = flat_surface(0.0, method);
        const Image image = renderer.render(camera, width, height, settings);
        int seen[2] = {0, 0};
        for (int i = 0; i < width * height; ++i) {
            seen[i % width < width / 2 ? 0 : 1] += image.pixel(i % width, i / width)[0] > 128 ? 1 : 0;
        }
        const double area = 3.14159265 * radius * radius * 16.0;
        EXPECT_NEAR(seen[0], area, 0.01 * area) << name_of(method);
        EXPECT_NEAR(seen[1], area, 0.01 * area) << name_of(method);
        Camera farther = camera; // in whole voxels: samples stay where they are
        farther.eye.z += 512.0;
        EXPECT_EQ(compare(renderer.render(farther, width, height, settings), image, 2).pixels_above, 0u)
            << name_of(method) << ": what is seen changes with the distance";
    }
}

/// Pixels of one picture with none of the other within a pixel.
int beyond_a_pixel(const Image &image, const Image &other) {
    int beyond = 0;
    for (int y = 1; y + 1 < image.height; ++y) {
        for (int x = 1; x + 1 < image.width; ++x) {
            bool near = false;
            for (int i = 0; i < 9; ++i) {
                near = near || other.pixel(x + i % 3 - 1, y + i / 3 - 1)[0] > 128;
            }
            beyond += image.pixel(x, y)[0] > 128 && !near ? 1 : 0;
        }
    }
    return beyond;
}

TEST(Orthographic, meshes_have_the_silhouettes_of_the_surfaces_along_rays) {
    const Volume torus = synthesize("torus", 48);
    VolumeRenderer renderer(test_device(), torus);
    for (const char *name : {"front", "front-left-top", "right", "bottom"}) {
        const Camera camera = framed(orthographic(named_view(name, torus.grid(), 1.0)), torus.grid(), 1.0);
        const Image mesh = renderer.render(camera, 128, 128, flat_surface(128.0, SurfaceMethod::mesh));
        const Image rays = renderer.render(camera, 128, 128, flat_surface(128.0, SurfaceMethod::raycast));
        EXPECT_GT(compare(mesh, Image{128, 128, Pixels(128 * 128 * 4, 0)}, 9).pixels_above, 1000u) << name;
        EXPECT_EQ(beyond_a_pixel(mesh, rays), 0) << name;
        EXPECT_EQ(beyond_a_pixel(rays, mesh), 0) << name;
    }
}

TEST(Orthographic, meshes_are_lit_layered_and_cut_as_surfaces_along_rays) {
    const Volume torus = synthesize("torus", 48);
    VolumeRenderer renderer(test_device(), torus);
    Camera camera = framed(orthographic(standard_view(torus.grid())), torus.grid(), 1.0);
    RenderSettings settings = flat_surface(128.0, SurfaceMethod::mesh);
    settings.shading = Shading::phong;
    settings.surfaces = {{128.0, {1.0f, 0.5f, 0.2f}, 0.4f}, {200.0, {0.2f, 0.5f, 1.0f}, 1.0f}};
    const auto differs = [&](const Camera &seen_from) {
        settings.surface_method = SurfaceMethod::mesh;
        const Image mesh = renderer.render(seen_from, 128, 128, settings);
        settings.surface_method = SurfaceMethod::raycast;
        return static_cast<double>(compare(mesh, renderer.render(seen_from, 128, 128, settings), 8).pixels_above) /
               (128 * 128);
    };
    EXPECT_LT(differs(camera), 0.02);
    settings.clip_planes = {{{-1, 0.2, -1}, glm::dot(glm::dvec3(-1, 0.2, -1), torus.grid().center())}};
    EXPECT_LT(differs(camera), 0.02);
    settings.clip_planes.clear();
    camera.eye = torus.grid().center() + 0.1 * glm::normalize(camera.eye - camera.target); // nearer ones are not seen
    EXPECT_LT(differs(camera), 0.03);
    camera.height = 0.01; // triangles reach beyond the guard band
    EXPECT_LT(differs(camera), 0.03);
}

} // namespace
} // namespace voxmarch
