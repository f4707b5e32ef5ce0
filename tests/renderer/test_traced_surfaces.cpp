// Isosurfaces in traced light against what is known: planes, a ball, a furnace, and the same surfaces as meshes.
#include "traced_fixture.h"

#include <array>
#include <numbers>
#include <random>

namespace voxmarch {
namespace {

constexpr int surface_edge = 24;

/// Values rise by 10 a voxel towards the eye of ahead_of().
Volume ramp_volume() {
    return volume_of({9, 9, 17}, ScalarType::u8, [](int, int, int z) { return 10.0 * z; });
}

/// Parallel rays along -z through the middle.
Camera ahead_of(const Volume &volume, double height = 4.0) {
    Camera camera = named_view("front", volume.grid(), 1.0);
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 40.0);
    camera.up = {0.0, 1.0, 0.0};
    camera.height = height;
    return camera;
}

/// A small lamp, and nothing else.
RenderSettings lamp_settings(int samples, const glm::dvec3 &toward) {
    RenderSettings settings = traced_settings(samples);
    settings.mode = Mode::isosurface;
    settings.light.specular = glm::vec3(0.0f);
    settings.light.diffuse = glm::vec3(1.0f);
    settings.light.direction = toward;
    settings.trace.lamp_radius = 0.0;
    settings.trace.bounces = 1;
    return settings;
}

glm::dvec4 mean_pixel(const FloatPixels &pixels) {
    glm::dvec4 sum{0.0};
    for (const glm::dvec4 &pixel : pixels) {
        sum += pixel;
    }
    return sum / static_cast<double>(pixels.size());
}

// A matt plane sends back c cos(angle) of a lamp, to whichever side it is seen from.
TEST(TracedSurfaces, a_plane_is_lit_as_lambert_says) {
    const Volume volume = ramp_volume();
    const glm::dvec3 toward = glm::normalize(glm::dvec3(0.6, 0.3, 1.0));
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        RenderSettings settings = lamp_settings(1, toward);
        settings.surfaces = {{85.0, glm::vec3(0.9f, 0.5f, 0.25f), 1.0f, 0}};
        Camera camera = ahead_of(volume);
        for (const double side : {1.0, -1.0}) {
            camera.eye.z = camera.target.z + side * 40.0;
            settings.light.direction = side * toward;
            for (const glm::dvec4 &pixel : traced_floats(renderer, camera, surface_edge, surface_edge, settings)) {
                EXPECT_NEAR(pixel.x, 0.9 * toward.z, 1e-4);
                EXPECT_NEAR(pixel.y, 0.5 * toward.z, 1e-4);
                EXPECT_NEAR(pixel.z, 0.25 * toward.z, 1e-4);
                EXPECT_EQ(pixel.w, 1.0);
            }
        }
        settings.light.direction = -toward; // behind it
        camera.eye.z = camera.target.z + 40.0;
        EXPECT_EQ(mean_pixel(traced_floats(renderer, camera, surface_edge, surface_edge, settings)),
                  glm::dvec4(0.0, 0.0, 0.0, 1.0));
    }
}

// Planes of opacity o pass 1 - o, on the line of sight and towards the lamp: a lit one behind another one, and behind
// matter, which takes its share of both ways.
TEST(TracedSurfaces, transparent_planes_and_matter_take_their_share) {
    const Volume volume = ramp_volume();
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = ahead_of(volume);
    constexpr int samples = 64;
    RenderSettings settings = lamp_settings(samples, {0.0, 0.0, 1.0});
    constexpr double front = 0.4, back = 0.8, matter = 0.06;
    settings.surfaces = {{55.0, glm::vec3(1.0f, 0.0f, 0.0f), float(back), 0},
                         {105.0, glm::vec3(0.0f, 1.0f, 0.0f), float(front), 0}};
    const double through = std::pow(1.0 - front, 2.0);
    const glm::dvec4 alone = mean_pixel(traced_floats(renderer, camera, surface_edge, surface_edge, settings));
    const double error = 3.5 * 0.5 / std::sqrt(double(samples) * surface_edge * surface_edge);
    EXPECT_NEAR(alone.y, front, error);
    EXPECT_NEAR(alone.x, back * through, error);
    EXPECT_NEAR(alone.w, 1.0 - (1.0 - front) * (1.0 - back), error);
    settings.mode = Mode::both;
    renderer.set_transfer(constant_transfer(matter, {0.0, 0.0, 0.0}));
    for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
        settings.traversal = traversal;
        const glm::dvec4 both = mean_pixel(traced_floats(renderer, camera, surface_edge, surface_edge, settings));
        const auto left = [](double depth) { return std::pow(1.0 - matter, depth); }; // exp(-tau)
        EXPECT_NEAR(both.y, front * left(2.0 * 5.5), error);
        EXPECT_NEAR(both.x, back * through * left(2.0 * 10.5), error);
        EXPECT_NEAR(both.w, 1.0 - (1.0 - front) * (1.0 - back) * left(16.0), error);
    }
}

/// A cone of values: 128 at `radius` around the middle, which trilinear cells meet within 1 / (8 radius) of a voxel.
Volume cone_volume(int voxels, double radius) {
    const double middle = 0.5 * (voxels - 1);
    return volume_of({voxels, voxels, voxels}, ScalarType::u8, [&](int x, int y, int z) {
        const double distance = glm::length(glm::dvec3(x, y, z) - middle);
        return std::clamp(std::round(128.0 - 12.0 * (distance - radius)), 0.0, 255.0);
    });
}

// A ball covers pi r^2 of the picture, and white ones cannot be told from even light.
TEST(TracedSurfaces, a_ball_is_round_and_a_white_one_loses_no_light) {
    constexpr double radius = 8.0, height = 20.0;
    const Volume volume = cone_volume(25, radius);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = ahead_of(volume, height);
    RenderSettings settings = lamp_settings(64, {0.0, 0.0, 1.0});
    settings.surfaces = {{128.0, glm::vec3(1.0f), 1.0f, 0}};
    settings.light.diffuse = glm::vec3(0.0f);
    settings.light.ambient = glm::vec3(1.0f);
    settings.trace.bounces = 1000;
    double opacity = 0.0, light = 0.0;
    for (const glm::dvec4 &pixel : traced_floats(renderer, camera, surface_edge, surface_edge, settings)) {
        opacity += pixel.w;
        light += pixel.x;
        EXPECT_NEAR(pixel.x, pixel.w, 0.02) << "noise is none";
    }
    const double area = opacity / (surface_edge * surface_edge) * height * height;
    EXPECT_NEAR(area, std::numbers::pi * radius * radius, 0.02 * area) << "values are rounded to 1/24 of a voxel";
    EXPECT_NEAR(light / opacity, 1.0, 0.005);
}

/// A ball of radius 8 that is cut `height` above its middle, seen from where it is cut.
/// @param up  away from the middle, unit vector
RenderSettings cut_ball_settings(const Volume &volume, const glm::dvec3 &up, double height, bool inverted) {
    RenderSettings settings = lamp_settings(16, up);
    settings.surfaces = {{128.0, glm::vec3(0.9f, 0.5f, 0.25f), 1.0f, 0}};
    settings.surface_caps = true;
    const double place = glm::dot(volume.grid().center(), up) + height;
    settings.clip_planes = {inverted ? ClipPlane{up, place} : ClipPlane{-up, -place}};
    settings.clip_inverted = inverted;
    return settings;
}

// The cap is a disc of pi (r^2 - h^2) that faces the lamp behind the eye, and the rest of the ball around it sends
// back the integral of its cosines, 2 pi h^3 / (3 r): whether a plane keeps the ball below it or cuts out what is
// above.
TEST(TracedSurfaces, a_cap_closes_a_ball_that_is_cut) {
    constexpr double radius = 8.0, above = 4.0, height = 20.0, pi = std::numbers::pi;
    const Volume volume = cone_volume(25, radius);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const double expected = pi * (radius * radius - above * above) + 2.0 * pi * above * above * above / (3.0 * radius);
    for (const glm::dvec3 &up : {glm::dvec3(0.0, 0.0, 1.0), glm::normalize(glm::dvec3(0.5, -0.3, 1.0))}) {
        for (const bool inverted : {false, true}) {
            RenderSettings settings = cut_ball_settings(volume, up, above, inverted);
            Camera camera = ahead_of(volume, height);
            camera.eye = camera.target + 40.0 * up;
            const FloatPixels pixels = traced_floats(renderer, camera, surface_edge, surface_edge, settings);
            const glm::dvec4 middle = pixels[std::size_t(surface_edge / 2 * (surface_edge + 1))];
            EXPECT_NEAR(middle.x, 0.9, 1e-4) << "it faces the lamp";
            EXPECT_NEAR(middle.y, 0.5, 1e-4);
            EXPECT_NEAR(middle.z, 0.25, 1e-4);
            const double light = mean_pixel(pixels).x / 0.9 * height * height;
            EXPECT_NEAR(light, expected, 0.02 * expected) << up.x << ' ' << inverted;
        }
    }
}

// A white cap cannot be told from even light, and one that halves the light halves what comes from behind it.
TEST(TracedSurfaces, caps_lose_no_light) {
    const Volume volume = cone_volume(25, 8.0);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const glm::dvec3 up = glm::normalize(glm::dvec3(0.5, -0.3, 1.0));
    RenderSettings settings = cut_ball_settings(volume, up, 2.0, false);
    settings.surfaces[0].color = glm::vec3(1.0f);
    settings.light.diffuse = glm::vec3(0.0f);
    settings.light.ambient = glm::vec3(1.0f);
    settings.trace.bounces = 1000;
    const Camera camera = ahead_of(volume, 20.0); // both the cap and the ball
    for (const float opacity : {1.0f, 0.5f}) {
        settings.surfaces[0].opacity = opacity;
        for (const glm::dvec4 &pixel : traced_floats(renderer, camera, surface_edge, surface_edge, settings)) {
            EXPECT_NEAR(pixel.x, pixel.w, 0.03);
        }
    }
}

Volume noise_volume(const std::array<int, 3> &dims) {
    std::mt19937 random(3);
    return volume_of(dims, ScalarType::u16, [&](int, int, int) { return double(random() % 60000); });
}

// The denoiser knows them: their pixels share light along the ball and not with what lies around it.
TEST(TracedSurfaces, noise_is_taken_out_of_them) {
    const Volume volume = cone_volume(25, 8.0);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    RenderSettings settings = lamp_settings(256, {1.0, 0.5, 1.0});
    settings.surfaces = {{128.0, glm::vec3(0.8f, 0.6f, 0.4f), 1.0f, 0}};
    settings.light.ambient = glm::vec3(0.6f);
    settings.trace.lamp_radius = 20.0;
    settings.trace.bounces = 4;
    const auto drawn = [&](int samples, bool denoise) {
        settings.finish.samples = samples;
        settings.trace.denoise = denoise;
        ++settings.trace.seed;
        return traced_floats(renderer, ahead_of(volume, 20.0), surface_edge, surface_edge, settings);
    };
    const FloatPixels truth = drawn(512, false), noisy = drawn(8, false), smooth = drawn(8, true);
    const auto error_of = [&](const FloatPixels &pixels) {
        double squares = 0.0;
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            const glm::dvec3 off = glm::dvec3(pixels[i]) - glm::dvec3(truth[i]);
            squares += pixels[i].w > 0.99 ? glm::dot(off, off) : 0.0; // edges lie where chance has put them
        }
        return squares;
    };
    EXPECT_LT(error_of(smooth), 0.5 * error_of(noisy));
}

// Paths see what rays of isosurfaces see: the same bodies, by their opacity, whatever the field. And all of a field
// that is noise: cells with up to three crossings, two isovalues, a label that hides a part, and clipping.
TEST(TracedSurfaces, paths_meet_the_surfaces_that_rays_meet) {
    const Volume volume = noise_volume({13, 11, 12});
    const Volume labels = volume_of({13, 11, 12}, ScalarType::u8, [](int x, int, int) { return x < 6 ? 1.0 : 0.0; });
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    const Camera camera = standard_view(volume.grid());
    const double low = volume.range().min, range = volume.range().max - low;
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{low + 0.8 * range, glm::vec3(1.0f), 1.0f, 0}, {low + 0.95 * range, glm::vec3(1.0f), 0.5f, 0}};
    settings.surface_method = SurfaceMethod::raycast;
    settings.surface_layers = 64;
    settings.step = 0.05;
    settings.shading = Shading::none;
    settings.finish.samples = 64;
    const auto expect_same = [&](const std::string &what) {
        RenderSettings traced = settings;
        traced.lighting = Lighting::traced;
        traced.finish.samples = 256;
        traced.trace.bounces = 1;
        const FloatPixels rays = traced_floats(renderer, camera, surface_edge, surface_edge, settings);
        const FloatPixels paths = traced_floats(renderer, camera, surface_edge, surface_edge, traced);
        double off = 0.0, seen = 0.0, sum = 0.0;
        for (std::size_t i = 0; i < rays.size(); ++i) {
            off += std::abs(rays[i].w - paths[i].w) / double(rays.size());
            seen += rays[i].w / double(rays.size());
            sum += paths[i].w / double(rays.size());
        }
        EXPECT_GT(seen, 0.05) << what;
        EXPECT_LT(seen, 0.9) << what;
        EXPECT_NEAR(sum, seen, 0.004) << what;
        EXPECT_LT(off, 0.03) << what << ": samples of edges lie elsewhere";
    };
    expect_same("noise");
    renderer.set_labels(&labels, {LabelStyle{}, {.visibility = 0.0f}});
    expect_same("labels hide a half");
    renderer.set_labels(nullptr, {});
    settings.clip_high = {0.7, 1.0, 1.0};
    expect_same("clipped");
    settings.surface_caps = true;
    settings.clip_planes = {{{0.5, 1.0, 0.25}, 6.0}};
    expect_same("clipped and filled");
    settings.surface_caps = false;
    settings.clip_planes.clear();
    settings.clip_high.y = 0.6;
    settings.clip_inverted = true;
    expect_same("cut out");
    settings.surface_caps = true;
    expect_same("cut out and filled");
}

// Light is stopped by surfaces: the shadow of a bar falls on the plane behind it.
TEST(TracedSurfaces, lamps_throw_sharp_shadows) {
    // 200 on the plane z = 2, and in a bar over it, x = 8 .. 12.
    const Volume volume = volume_of({21, 9, 21}, ScalarType::u8, [](int x, int, int z) {
        return z <= 2 || (x >= 8 && x <= 12 && z >= 12 && z <= 14) ? 200.0 : 0.0;
    });
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    Camera camera = ahead_of(volume, 5.0);
    camera.target.x = camera.eye.x = 17.0;
    RenderSettings settings = lamp_settings(4, {-1.0, 0.0, 1.0}); // 45 degrees
    settings.surfaces = {{100.0, glm::vec3(1.0f), 1.0f, 0}};
    // The surface lies half a voxel beyond the voxels of 200: the plane at z = 2.5, the bar from x = 7.5 and z = 11.5
    // on. So the shadow begins at x = 7.5 + (11.5 - 2.5) = 16.5 and ends outside of the picture.
    const FloatPixels pixels = traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    for (int x = 0; x < surface_edge; ++x) {
        const double place = camera.target.x + ((x + 0.5) / surface_edge - 0.5) * 5.0;
        if (std::abs(place - 16.5) > 0.5) {
            const double expected = place < 16.5 ? std::sqrt(0.5) : 0.0;
            EXPECT_NEAR(pixels[std::size_t(surface_edge / 2 * surface_edge + x)].x, expected, 1e-3) << place;
        }
    }
}

// The focus is on a surface, too, and it is looked for once as long as nothing changes.
TEST(TracedSurfaces, a_focus_is_found_once_for_a_camera) {
    const Volume volume = ramp_volume();
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    Camera camera = ahead_of(volume);
    RenderSettings settings = lamp_settings(4, {0.0, 0.0, 1.0});
    settings.surfaces = {{85.0, glm::vec3(1.0f), 1.0f, 0}};
    settings.trace.aperture = 2.0;
    settings.trace.focus_at = {0.5, 0.5};
    (void)traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    settings.trace.seed = 5;
    (void)traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    EXPECT_EQ(renderer.stage_counts().foci, 1u);
    camera.eye.z += 1.0;
    (void)traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    EXPECT_EQ(renderer.stage_counts().foci, 2u) << "another camera";
    settings.surfaces[0].isovalue = 100.0;
    (void)traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    EXPECT_EQ(renderer.stage_counts().foci, 3u) << "another surface";
    settings.mode = Mode::both;
    for (const double opacity : {0.2, 0.3}) {
        renderer.set_transfer(constant_transfer(opacity));
        (void)traced_floats(renderer, camera, surface_edge, surface_edge, settings);
    }
    EXPECT_EQ(renderer.stage_counts().foci, 5u) << "other matter";
    settings.mode = Mode::isosurface;
    settings.surfaces[0].isovalue = 85.0;
    settings.clip_planes = {{{1.0, 0.0, 0.0}, 4.0}}; // the right half is there
    settings.trace.aperture = 20.0;
    camera.eye.z = camera.target.z + 20.0;
    camera.height.reset();
    camera.fov = 12.0;
    const auto width_of_edge = [&](double x) { // pixels that are neither in nor out
        settings.trace.focus_at = {x, 0.5};
        settings.finish.samples = 64;
        int soft = 0;
        for (const glm::dvec4 &pixel : traced_floats(renderer, camera, surface_edge, surface_edge, settings)) {
            soft += pixel.w > 0.02 && pixel.w < 0.98 ? 1 : 0;
        }
        return soft;
    };
    camera.target.z = camera.eye.z - 5.0; // where the focus is of what is not seen
    EXPECT_LE(width_of_edge(0.8), 2 * surface_edge);
    EXPECT_GE(width_of_edge(0.1), 3 * surface_edge);
}

TEST(TracedSurfaces, what_is_not_drawn_is_refused) {
    const Volume volume = ramp_volume();
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    RenderSettings settings = lamp_settings(1, {0.0, 0.0, 1.0});
    settings.surfaces = {{85.0, glm::vec3(1.0f), 1.0f, 1}};
    EXPECT_THROW((void)renderer.render(ahead_of(volume), 4, 4, settings), UsageError);
}

} // namespace
} // namespace voxmarch
