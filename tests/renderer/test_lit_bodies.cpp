// Shadows fall on other bodies, not on the one that throws them: numbers of lit balls.
#include "device_fixture.h"
#include "renderer/instruments/heat_map.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

struct Ball {
    glm::dvec3 center;
    double radius;
};

/// Values 128 at the surface of the nearest ball, and `slope` more for every voxel inwards. Spacing 1.
Volume balls_volume(const std::vector<Ball> &balls, int edge, double slope) {
    return volume_of({edge, edge, edge}, ScalarType::u8, [&](int x, int y, int z) {
        double inside = -1e9;
        for (const Ball &ball : balls) {
            inside = std::max(inside, ball.radius - glm::length(glm::dvec3(x, y, z) - ball.center));
        }
        return std::clamp(128.0 + slope * inside, 0.0, 255.0);
    });
}

/// Nothing up to 0.45 of the range, nearly opaque from 0.55 on; gray.
TransferFunction sharp_transfer() {
    TransferFunction transfer;
    transfer.name = "sharp";
    transfer.colors = {{0.0, {0.8, 0.8, 0.8}}};
    transfer.opacities = {{0.45, 0.0}, {0.55, 0.95}};
    return transfer;
}

/// The opacities of `thesis`: half of what is seen lies some voxels deep.
TransferFunction soft_transfer() {
    TransferFunction transfer = sharp_transfer();
    transfer.name = "soft";
    transfer.opacities = {{35.0 / 255.0, 0.0}, {1.0, 0.5}};
    return transfer;
}

constexpr int size = 80;

/// Where a pixel's ray first meets one of the balls: which, and the place; -1 for none.
std::pair<int, glm::dvec3> first_hit(const std::vector<Ball> &balls, const Camera &camera, int x, int y) {
    const PixelRays rays = pixel_rays(camera, size, size);
    const glm::dvec3 d = glm::normalize(rays.corner + double(x) * rays.dx + double(y) * rays.dy);
    std::pair<int, glm::dvec3> hit{-1, {}};
    double nearest = 1e30;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const glm::dvec3 from = camera.eye - balls[i].center;
        const double b = glm::dot(from, d), c = glm::dot(from, from) - balls[i].radius * balls[i].radius;
        const double t = -b - std::sqrt(std::max(b * b - c, 0.0));
        if (b * b > c && t < nearest) {
            nearest = t;
            hit = {static_cast<int>(i), camera.eye + t * d};
        }
    }
    return hit;
}

/// Mean and deviation of the red of some pixels, in 255ths.
struct Spread {
    double mean = 0.0, deviation = 0.0;
    int pixels = 0;
};

template <typename Chosen> Spread spread_of(const Image &image, Chosen &&chosen) {
    double sum = 0.0, squares = 0.0;
    Spread result;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            if (chosen(x, y)) {
                const double value = image.pixel(x, y)[0];
                sum += value;
                squares += value * value;
                ++result.pixels;
            }
        }
    }
    result.mean = sum / result.pixels;
    result.deviation = std::sqrt(std::max(squares / result.pixels - result.mean * result.mean, 0.0));
    return result;
}

constexpr ShadowMethod methods[] = {ShadowMethod::propagated, ShadowMethod::marched};
constexpr Shadows resolutions[] = {Shadows::full, Shadows::half, Shadows::quarter};

/// Draws with every kind of shadows, and without; `look` says what must hold.
template <typename Look>
void with_all_shadows(VolumeRenderer &renderer, const Camera &camera, RenderSettings settings, Look &&look) {
    settings.shadows = Shadows::none;
    const Image plain = renderer.render(camera, size, size, settings);
    for (const ShadowMethod method : methods) {
        for (const Shadows shadows : resolutions) {
            settings.shadow_method = method;
            settings.shadows = shadows;
            SCOPED_TRACE(fmt::format("{} {} {}", name_of(renderer.backend()), name_of(method), name_of(shadows)));
            look(plain, renderer.render(camera, size, size, settings));
        }
    }
}

/// The part of a single ball that faces the eye, and its light.
void expect_undimmed_cap(const Volume &volume, const Ball &ball, const TransferFunction &transfer,
                         const RenderSettings &settings, SamplingBackend backend, glm::dvec3 from) {
    Camera camera;
    camera.target = ball.center;
    camera.eye = ball.center + from * (4.0 * ball.radius);
    camera.fov = 36.0;
    const auto on_cap = [&](int x, int y) {
        const auto [which, place] = first_hit({ball}, camera, x, y);
        return which == 0 &&
               glm::dot(glm::normalize(place - ball.center), glm::normalize(camera.eye - camera.target)) > 0.7;
    };
    VolumeRenderer renderer(test_device(), volume, backend);
    renderer.set_transfer(transfer);
    with_all_shadows(renderer, camera, settings, [&](const Image &plain, const Image &shadowed) {
        const Spread before = spread_of(plain, on_cap), after = spread_of(shadowed, on_cap);
        EXPECT_GT(before.pixels, size * size / 10);
        EXPECT_GT(before.mean, 100.0);
        EXPECT_NEAR(after.mean, before.mean, 0.02 * before.mean) << transfer.name;
        EXPECT_NEAR(after.deviation, before.deviation, 1.0) << transfer.name;
    });
}

TEST(NormalMaps, show_the_normals_of_a_ball) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    const Volume volume = balls_volume({ball}, 64, 24.0);
    Camera camera;
    camera.target = ball.center;
    camera.eye = ball.center + glm::dvec3(-60.0, 40.0, 55.0);
    camera.fov = 36.0;
    for (const SamplingBackend backend : quick_backends()) {
        for (const Gradient gradient : values_of<Gradient>()) {
            SCOPED_TRACE(fmt::format("{} {}", name_of(backend), name_of(gradient)));
            VolumeRenderer renderer(test_device(), volume, backend);
            renderer.set_transfer(sharp_transfer());
            RenderSettings settings;
            settings.gradient = gradient;
            HeatScale scale;
            const Image image = heat_map_frame(renderer, camera, size, size, settings, HeatMap::normals, scale);
            EXPECT_EQ(scale.keys.size(), 3u);
            int seen = 0;
            for (int y = 0; y < size; ++y) {
                for (int x = 0; x < size; ++x) {
                    const auto [which, place] = first_hit({ball}, camera, x, y);
                    const glm::dvec3 normal = (place - ball.center) / ball.radius;
                    if (which < 0 || glm::dot(normal, glm::normalize(camera.eye - camera.target)) < 0.5) {
                        continue;
                    }
                    ++seen;
                    for (int axis = 0; axis < 3; ++axis) { // what is seen lies up to two voxels deep, and is 8 bits
                        EXPECT_NEAR(image.pixel(x, y)[axis], 127.5 + 127.5 * normal[axis], 14.0) << x << ' ' << y;
                    }
                }
            }
            EXPECT_GT(seen, size * size / 10);
        }
    }
}

TEST(LitBodies, a_ball_lit_from_the_eye_looks_as_without_shadows) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    for (const double slope : {8.0, 60.0}) {
        const Volume volume = balls_volume({ball}, 64, slope);
        for (const SamplingBackend backend : test_backends()) {
            for (const TransferFunction &transfer : {sharp_transfer(), soft_transfer()}) {
                expect_undimmed_cap(volume, ball, transfer, {}, backend, {0, 0, 1});
            }
        }
        expect_undimmed_cap(volume, ball, sharp_transfer(), {}, test_device().info().backend,
                            glm::normalize(glm::dvec3(1.0, 0.7, 0.4)));
    }
}

TEST(LitBodies, a_ball_without_shading_keeps_its_brightness_too) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    RenderSettings settings;
    settings.shading = Shading::none;
    for (const TransferFunction &transfer : {sharp_transfer(), soft_transfer()}) {
        expect_undimmed_cap(balls_volume({ball}, 64, 60.0), ball, transfer, settings, test_device().info().backend,
                            {0, 0, 1});
    }
}

TEST(LitBodies, an_isosurface_lit_from_the_eye_looks_as_without_shadows) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    const Volume volume = balls_volume({ball}, 64, 8.0);
    for (const SurfaceMethod method : {SurfaceMethod::mesh, SurfaceMethod::raycast}) {
        RenderSettings settings;
        settings.mode = Mode::isosurface;
        settings.surface_method = method;
        settings.surfaces = {{128.0, {0.8f, 0.8f, 0.8f}, 1.0f}};
        expect_undimmed_cap(volume, ball, sharp_transfer(), settings, SamplingBackend::buffer, {0, 0, 1});
    }
}

/// Light from beside the eye: the far side has the light of the surroundings alone, however coarse the shadows are.
TEST(LitBodies, no_light_leaks_to_the_far_side) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    const Volume volume = balls_volume({ball}, 64, 8.0);
    Camera camera;
    camera.target = ball.center;
    camera.eye = ball.center + glm::dvec3(0, 0, 4.0 * ball.radius);
    camera.fov = 36.0;
    RenderSettings settings;
    settings.light.direction = glm::normalize(glm::dvec3(-1.0, 0.2, -0.1));
    settings.light.fill = 0.0f;
    const auto with_cosine = [&](double low, double high) {
        return [&, low, high](int x, int y) {
            const auto [which, place] = first_hit({ball}, camera, x, y);
            const double cosine = glm::dot(glm::normalize(place - ball.center), *settings.light.direction);
            return which == 0 && cosine > low && cosine < high;
        };
    };
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(sharp_transfer());
        with_all_shadows(renderer, camera, settings, [&](const Image &plain, const Image &shadowed) {
            const Spread lit = spread_of(plain, with_cosine(-0.9, -0.15)); // without shadows both sides are
            const Spread dark = spread_of(shadowed, with_cosine(-0.9, -0.15));
            EXPECT_GT(dark.pixels, size * size / 10);
            EXPECT_LT(dark.mean, 0.6 * lit.mean);
            EXPECT_LT(dark.deviation, 2.0);
            EXPECT_NEAR(spread_of(shadowed, with_cosine(0.4, 0.95)).mean, spread_of(plain, with_cosine(0.4, 0.95)).mean,
                        0.02 * lit.mean);
        });
    }
}

/// A small ball above a large one, the light from above.
TEST(LitBodies, a_second_body_still_throws_its_shadow) {
    const std::vector<Ball> balls{{{31.5, 20.0, 31.5}, 18.0}, {{31.5, 52.0, 31.5}, 7.0}};
    const Volume volume = balls_volume(balls, 64, 60.0);
    Camera camera;
    camera.target = {31.5, 34.0, 31.5};
    camera.eye = {31.5, 90.0, 125.0};
    camera.fov = 36.0;
    const auto on_large = [&](int x, int y, double low, double high) { // distance from the axis of the shadow
        const auto [which, place] = first_hit(balls, camera, x, y);
        const double away = std::hypot(place.x - 31.5, place.z - 31.5);
        return which == 0 && place.y > 29.0 && away >= low && away <= high;
    };
    const auto in_shadow = [&](int x, int y) { return on_large(x, y, 0.0, 3.5); };
    const auto in_light = [&](int x, int y) { return on_large(x, y, 12.0, 15.0); };
    for (const Mode mode : {Mode::volume, Mode::isosurface}) {
        RenderSettings settings;
        settings.mode = mode;
        settings.surfaces = {{128.0, {0.8f, 0.8f, 0.8f}, 1.0f}};
        settings.light.direction = glm::dvec3(0, 1, 0);
        for (const TransferFunction &transfer : {sharp_transfer(), soft_transfer()}) {
            VolumeRenderer renderer(test_device(), volume);
            renderer.set_transfer(transfer);
            with_all_shadows(renderer, camera, settings, [&](const Image &plain, const Image &shadowed) {
                EXPECT_GT(spread_of(plain, in_shadow).pixels, 20);
                EXPECT_LT(spread_of(shadowed, in_shadow).mean, 0.5 * spread_of(plain, in_shadow).mean);
                EXPECT_NEAR(spread_of(shadowed, in_light).mean, spread_of(plain, in_light).mean,
                            0.06 * spread_of(plain, in_light).mean);
            });
        }
    }
}

/// What lies in the dark is seen in the fill alone, and the fill throws no shadows.
TEST(LitBodies, a_fill_lights_what_the_light_does_not_reach) {
    const Ball ball{{31.5, 31.5, 31.5}, 22.0};
    const Volume volume = balls_volume({ball}, 64, 60.0);
    Camera camera;
    camera.target = ball.center;
    camera.eye = ball.center + glm::dvec3(0, 0, 88);
    camera.fov = 36.0;
    RenderSettings settings;
    settings.shadows = Shadows::half;
    settings.light.direction = glm::dvec3(0, 0, -1); // from behind
    settings.light.ambient = glm::vec3(0.0f);
    settings.light.specular = glm::vec3(0.0f);
    const auto in_the_middle = [&](int x, int y) { return std::hypot(x - 39.5, y - 39.5) < 6.0; };
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(sharp_transfer());
    EXPECT_LT(spread_of(renderer.render(camera, size, size, settings), in_the_middle).mean, 2.0);
    settings.light.fill = 0.5f;
    // 255 * colour 0.8 * diffuse 0.8 * fill 0.5, where the surface faces the eye
    EXPECT_NEAR(spread_of(renderer.render(camera, size, size, settings), in_the_middle).mean, 81.6, 3.0);
}

} // namespace
} // namespace voxmarch
