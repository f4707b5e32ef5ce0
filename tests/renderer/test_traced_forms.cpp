// Traced light against what is known: furnaces, a slab, single scattering, published random numbers.
#include "renderer/picture_finish.h"
#include "renderer/reference/sample.h"
#include "traced_fixture.h"

#include <array>
#include <fmt/format.h>
#include <numbers>

namespace voxmarch {
namespace {

// Vectors of Random123 (kat_vectors, philox 4x32 10).
TEST(TracedForms, random_numbers_are_those_of_philox) {
    using Words = std::array<std::uint32_t, 4>;
    struct Known {
        Words counter;
        std::array<std::uint32_t, 2> key;
        Words words;
    };
    const Known known[] = {
        {{}, {}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    Program program(test_device(), {"philox", {"philox.cl", "probe_philox.cl"}, {}});
    Buffer output(test_device(), sizeof(Words), "words");
    for (const Known &one : known) {
        program.kernel("philox_words").launch({}, one.counter, one.key, output).wait();
        Words words{};
        output.download(std::as_writable_bytes(std::span(words)));
        EXPECT_EQ(words, one.words);
    }
}

TransferFunction white_transfer() {
    TransferFunction white = smooth_transfer();
    white.colors = {{0.0, {1.0, 1.0, 1.0}}};
    return white;
}

constexpr int size = 12;

/// Mean of what is seen of matter over that of its opacity: 1 where nothing is lost.
double brightness_of(const std::vector<Estimate> &pixels) {
    double light = 0.0, opacity = 0.0;
    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        light += (pixels[i].mean + pixels[i + 1].mean + pixels[i + 2].mean) / 3.0;
        opacity += pixels[i + 3].mean;
    }
    return light / opacity;
}

// Matter that absorbs nothing, in even light, cannot be told from the light: however it scatters and wherever the light
// is looked for, in a pixel as on average.
TEST(TracedForms, a_white_furnace_is_constant) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(white_transfer());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = traced_settings(16);
    settings.light.ambient = glm::vec3(1.0f);
    settings.light.specular = glm::vec3(0.0f); // without a clear layer, in which facets hide each other
    settings.trace.bounces = 1000;
    for (const double surfaces : {0.0, 1.0}) {
        for (const double anisotropy : {0.0, 0.7, -0.5}) {
            settings.trace.surfaces = surfaces;
            settings.trace.anisotropy = anisotropy;
            double opacity = 0.0;
            for (const glm::dvec4 &pixel : traced_floats(renderer, camera, size, size, settings)) {
                for (int i = 0; i < 3; ++i) {
                    EXPECT_NEAR(pixel[i] + 1.0 - pixel.w, 1.0, 0.005) << surfaces << ", " << anisotropy;
                }
                opacity += pixel.w / (size * size);
            }
            EXPECT_GT(opacity, 0.3) << "there is matter";
        }
    }
    settings.trace.surfaces = 1.0;
    settings.trace.anisotropy = 0.0;
    for (const float shininess : {1.0f, 32.0f, 500.0f}) {
        settings.light.shininess = shininess;
        for (const float specular : {0.25f, 1.0f}) {
            settings.light.specular = glm::vec3(specular);
            const double mirrored = brightness_of(estimates(renderer, camera, size, size, settings, 8));
            EXPECT_NEAR(mirrored, 1.0, 0.01) << "specular " << specular << ", shininess " << shininess;
        }
    }
}

// Two lamps, each half of the sky: light that paths come upon, and light that is asked for at every collision. Both
// ways must agree, of matter and of surfaces.
TEST(TracedForms, lamps_all_around_are_an_environment) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings = traced_settings(16);
    settings.trace.surfaces = 1.0;
    settings.trace.anisotropy = 0.4;
    settings.trace.bounces = 4;
    settings.light.specular = glm::vec3(1.0f);
    RenderSettings lamps = settings;
    settings.light.ambient = glm::vec3(0.5f);
    lamps.trace.seed = 100; // paths of their own
    lamps.trace.lamp_radius = 90.0;
    lamps.light.diffuse = glm::vec3(1.0f);
    lamps.light.direction = glm::dvec3(1.0, 2.0, 3.0);
    lamps.side_lights = {{glm::dvec3(-1.0, -2.0, -3.0), false, glm::vec3(1.0f)}};
    expect_same_expectation(estimates(renderer, camera, size, size, settings, 16),
                            estimates(renderer, camera, size, size, lamps, 16), "lamps and environment");
}

// Beer and Lambert: what comes through matter that is the same everywhere.
TEST(TracedForms, a_slab_lets_as_much_through_as_its_depth_says) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    Camera camera = named_view("front", volume.grid(), 1.0);
    camera.height = 4.0; // parallel rays through the middle
    constexpr int wide = 64, samples = 8;
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    for (const double opacity : {0.02, 0.2, 0.6}) {
        renderer.set_transfer(constant_transfer(opacity));
        for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
            RenderSettings settings = traced_settings(samples);
            settings.traversal = traversal;
            for (const double length : {8.0, 4.0}) {
                settings.clip_high.z = length / 8.0;
                double through = 0.0;
                for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide, wide, settings)) {
                    through += (1.0 - pixel.w) / (wide * wide);
                }
                const double expected = std::pow(1.0 - opacity, length); // exp(-tau)
                const double error = std::sqrt(expected * (1.0 - expected) / (samples * wide * wide));
                EXPECT_NEAR(through, expected, 3.5 * error + 1e-5)
                    << fmt::format("opacity {}, length {}", opacity, length);
            }
        }
    }
}

/// Light of one lamp far away that a soft ball scatters once, by quadrature along a ray.
class SingleScattering {
public:
    SingleScattering(const Volume &volume, const ReferenceScene &scene, glm::dvec3 lamp, double anisotropy)
        : sampler_(scene), scene_(scene), lamp_(lamp), anisotropy_(anisotropy),
          length_(glm::length(volume.grid().extent())) {}

    /// @param from, toward  of the ray, in voxels of edge 1
    double radiance(glm::dvec3 from, glm::dvec3 toward) const {
        const ReferenceRay ray = sampler_.clip(from, toward);
        const double cosine = glm::dot(toward, lamp_), g = anisotropy_;
        const double phase = (1.0 - g * g) / (4.0 * std::numbers::pi * std::pow(1.0 + g * g - 2.0 * g * cosine, 1.5));
        double sum = 0.0, depth = 0.0;
        for (double t = ray.t_near + 0.5 * step; t < ray.t_far; t += step) {
            const glm::dvec3 place = from + t * toward;
            const double extinction = extinction_at(place);
            if (extinction > 0.0) {
                sum += extinction * std::exp(-depth - 0.5 * step * extinction - depth_toward_lamp(place)) * step;
                depth += extinction * step;
            }
        }
        return sum * phase * std::numbers::pi; // a white matt surface that faces the lamp would send back 1
    }

private:
    static constexpr double step = 0.1;
    ReferenceSampler sampler_;
    const ReferenceScene &scene_;
    glm::dvec3 lamp_;
    double anisotropy_, length_;

    double extinction_at(glm::dvec3 place) const {
        return -std::log(1.0 - scene_.transfer.evaluate(sampler_.value(place)).w);
    }
    double depth_toward_lamp(glm::dvec3 place) const {
        const ReferenceRay ray = sampler_.clip(place, lamp_);
        double depth = 0.0;
        for (double t = 0.5 * step; t < ray.t_far; t += step) {
            depth += extinction_at(place + t * lamp_) * step;
        }
        return depth;
    }
};

TEST(TracedForms, a_ball_scatters_once_as_quadrature_says) {
    const Volume volume = volume_of({17, 17, 17}, ScalarType::u8, [](int x, int y, int z) {
        return std::clamp(255.0 - 30.0 * (glm::length(glm::dvec3(x - 8, y - 8, z - 8)) - 2.0), 0.0, 255.0);
    });
    TransferFunction transfer = constant_transfer(0.0, {1.0, 1.0, 1.0});
    transfer.opacities = {{0.0, 0.0}, {1.0, 0.3}};
    const ValueRange window = default_window(volume.type(), volume.range());
    Camera camera = standard_view(volume.grid());
    camera.height = 16.0;
    RenderSettings settings = traced_settings(8);
    settings.trace.bounces = 1;
    settings.trace.lamp_radius = 0.0;
    settings.trace.anisotropy = 0.5;
    settings.light.diffuse = glm::vec3(1.0f);
    settings.light.direction = glm::dvec3(1.0, 0.4, -0.2);
    const ReferenceScene scene{&volume, over_grid(over_values(transfer, window), volume.grid()), camera, settings};
    const SingleScattering form(volume, scene, glm::normalize(*settings.light.direction), 0.5);

    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(transfer);
    constexpr int edge = 8, fine = 4; // blocks of pixels, and pixels of a block along an edge
    const std::vector<Estimate> found = estimates(renderer, camera, edge * fine, edge * fine, settings, 16);
    const PixelRays rays = pixel_rays(camera, edge * fine, edge * fine);
    double squares = 0.0, sum = 0.0, expected_sum = 0.0, error_sum = 0.0;
    for (int block = 0; block < edge * edge; ++block) {
        double expected = 0.0, mean = 0.0, variance = 0.0;
        for (int i = 0; i < fine * fine; ++i) {
            const int x = block % edge * fine + i % fine, y = block / edge * fine + i / fine;
            expected += form.radiance(rays.start(x, y), glm::normalize(rays.direction(x, y))) / (fine * fine);
            const Estimate &pixel = found[static_cast<std::size_t>(y * edge * fine + x) * 4];
            mean += pixel.mean / (fine * fine);
            variance += pixel.error * pixel.error / (fine * fine * fine * fine);
        }
        const double error = std::hypot(std::sqrt(variance), 0.004 * expected + 1e-4); // of both
        squares += (mean - expected) * (mean - expected) / (error * error);
        sum += mean;
        expected_sum += expected;
        error_sum += variance;
    }
    EXPECT_GT(expected_sum, 1.0);
    EXPECT_NEAR(sum, expected_sum, 3.0 * std::sqrt(error_sum) + 0.003 * expected_sum);
    EXPECT_LT(squares / (edge * edge), 1.7);
}

/// Share of a disc of radius 1 that lies beyond a line at this distance from its middle, > 0: less than half of it.
double share_beyond(double distance) {
    const double d = std::clamp(distance, -1.0, 1.0);
    return 0.5 - (std::asin(d) + d * std::sqrt(1.0 - d * d)) / std::numbers::pi;
}

// The edge of a thin sheet at distance d is as soft as a disc of diameter A |d - f| / f is wide there.
TEST(TracedForms, a_lens_blurs_edges_as_far_as_they_are_from_its_focus) {
    constexpr double aperture = 100.0, distance = 400.0, wide = 60.0; // of the picture at the sheet
    constexpr int columns = 16, rows = 8, samples = 256;
    const Volume volume = filled_volume({161, 161, 2}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(1.0));
    const glm::dvec3 middle = volume.grid().center();
    Camera camera;
    camera.eye = middle + glm::dvec3(0.0, 0.0, distance);
    camera.target = middle;
    camera.fov = glm::degrees(2.0 * std::atan(0.5 * wide * rows / columns / distance));
    RenderSettings settings = traced_settings(samples);
    settings.trace.bounces = 1;
    settings.trace.aperture = aperture;
    settings.clip_planes = {{{1.0, 0.0, 0.0}, middle.x}}; // the right half is there
    const auto expect_blur = [&](double focus, const std::string &what) {
        const double radius = std::max(0.5 * aperture * std::abs(distance - focus) / focus, 1e-3);
        const FloatPixels pixels = traced_floats(renderer, camera, columns, rows, settings);
        for (int x = 0; x < columns; ++x) {
            double found = 0.0, expected = 0.0;
            for (int y = 0; y < rows; ++y) {
                found += pixels[static_cast<std::size_t>(y * columns + x)].w / rows;
            }
            for (int part = 0; part < 64; ++part) {
                const double place = ((x + (part + 0.5) / 64.0) / columns - 0.5) * wide;
                expected += share_beyond(-place / radius) / 64.0;
            }
            const double error = std::sqrt(expected * (1.0 - expected) / (samples * rows));
            EXPECT_NEAR(found, expected, 4.0 * error + 0.006) << what << ", column " << x;
        }
    };
    expect_blur(distance, "focus on the target");
    settings.trace.focus_distance = 200.0;
    expect_blur(200.0, "before the sheet");
    settings.trace.focus_distance = 800.0;
    expect_blur(800.0, "behind it");
    settings.trace.focus_distance.reset();
    camera.target.z = camera.eye.z - 200.0;
    expect_blur(200.0, "target before it");
    settings.trace.focus_at = {0.8, 0.4};
    expect_blur(distance - 0.5, "on what is seen there");
    settings.trace.focus_at = {0.2, 0.4};
    expect_blur(200.0, "nothing is seen there");
    camera.height = wide * rows / columns;
    expect_blur(200.0, "parallel");
    settings.trace.focus_at = {0.8, 0.4};
    expect_blur(distance, "parallel, on what is seen there");
}

// A slab that glows and reflects nothing: e c (1 - exp(-tau)). And deep inside of glowing matter that reflects c the
// light L is c (e + L).
TEST(TracedForms, glowing_matter_is_as_bright_as_its_depth_says) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    Camera camera = named_view("front", volume.grid(), 1.0);
    camera.height = 4.0;
    constexpr int wide = 64, samples = 8;
    constexpr double glow = 3.0;
    const glm::dvec3 color{0.5, 0.25, 1.0};
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    RenderSettings settings = traced_settings(samples);
    settings.trace.emission = glow;
    settings.trace.bounces = 1;
    for (const double opacity : {0.02, 0.2, 0.6}) {
        renderer.set_transfer(constant_transfer(opacity, color));
        glm::dvec3 light{0.0};
        for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide, wide, settings)) {
            light += glm::dvec3(pixel) / double(wide * wide);
        }
        const double blocked = 1.0 - std::pow(1.0 - opacity, 8.0); // 1 - exp(-tau)
        const double error = std::sqrt(blocked * (1.0 - blocked) / (samples * wide * wide));
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(light[i], glow * color[i] * blocked, glow * color[i] * (3.5 * error + 5e-4))
                << opacity << ", colours of 10 bits";
        }
    }
    renderer.set_transfer(constant_transfer(1.0, {0.5, 0.25, 0.0}));
    settings.trace.bounces = 1000;
    camera.height.reset();
    camera.eye = volume.grid().center();
    camera.target = camera.eye + glm::dvec3(0.0, 0.0, 1.0);
    glm::dvec3 light{0.0};
    for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide, wide, settings)) {
        light += glm::dvec3(pixel) / double(wide * wide);
    }
    EXPECT_NEAR(light.x, glow * 0.5 / 0.5, 0.03);
    EXPECT_NEAR(light.y, glow * 0.25 / 0.75, 0.01);
    EXPECT_EQ(light.z, 0.0);
}

// A picture of bytes holds the light that is seen, thin matter in front of the background: not its colour at most,
// times its opacity.
TEST(TracedForms, thin_matter_may_be_brighter_than_it_is_opaque) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    Camera camera = named_view("front", volume.grid(), 1.0);
    camera.height = 4.0;
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.02, {0.5, 0.25, 1.0}));
    RenderSettings settings = traced_settings(64);
    settings.background = glm::vec3(0.0f, 0.5f, 0.25f);
    settings.trace.emission = 8.0;
    settings.trace.bounces = 1;
    for (const ToneCurve tone : {ToneCurve::none, ToneCurve::filmic}) {
        settings.finish.tone = tone;
        const Image picture = renderer.render(camera, 8, 8, settings);
        const FloatPixels light = traced_floats(renderer, camera, 8, 8, settings);
        int brighter = 0;
        for (std::size_t i = 0; i < light.size(); ++i) {
            const glm::dvec3 expected = 255.0 * glm::min(finished(settings, light[i], static_cast<int>(i) / 8, 8), 1.0);
            brighter += light[i].x > light[i].w ? 1 : 0;
            for (int channel = 0; channel < 3; ++channel) {
                EXPECT_NEAR(picture.rgba[4 * i + static_cast<std::size_t>(channel)], expected[channel], 0.51) << i;
            }
            if (tone == ToneCurve::none) {
                EXPECT_NEAR(expected.x, 255.0 * std::min(light[i].x, 1.0), 0.01); // no red behind
            }
        }
        EXPECT_GT(brighter, 32);
    }
}

// Matter glows by its scalar, linear between the points of the transfer function and constant beyond: a slab of it
// sends out (e + e(v)) c (1 - exp(-tau)), on every back end, before and after interpolation.
TEST(TracedForms, matter_glows_by_its_scalar) {
    constexpr int wide = 64, samples = 4;
    constexpr double opacity = 0.2, color = 0.6; // as they are in 255ths
    const std::pair<std::vector<EmissionPoint>, double> functions[] = {
        {{{100.0, 2.0}, {150.0, 3.0}}, 2.5}, {{{130.0, 2.0}, {150.0, 3.0}}, 2.0}, {{{50.0, 2.0}, {100.0, 3.0}}, 3.0}};
    const Volume volume = filled_volume({9, 9, 9}, 125);
    Camera camera = named_view("front", volume.grid(), 1.0);
    camera.height = 4.0;
    TransferFunction transfer = constant_transfer(opacity, glm::dvec3(color));
    transfer.domain = TransferDomain::value;
    RenderSettings settings = traced_settings(samples);
    settings.trace.bounces = 1;
    const double blocked = 1.0 - std::pow(1.0 - opacity, 8.0); // 1 - exp(-tau)
    const double error = 3.5 * std::sqrt(blocked * (1.0 - blocked) / (samples * wide * wide)) + 1e-3;
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        for (const Classification classification : {Classification::post, Classification::pre}) {
            settings.classification = classification;
            for (const auto &[points, glow] : functions) {
                transfer.emissions = points;
                renderer.set_transfer(transfer);
                settings.trace.emission = 0.5 * (glow - 2.0); // is added
                double light = 0.0;
                for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide, wide, settings)) {
                    light += pixel.y / double(wide * wide);
                }
                const double expected = (glow + settings.trace.emission) * color;
                EXPECT_NEAR(light, expected * blocked, expected * error) << points.front().scalar;
            }
        }
    }
}

} // namespace
} // namespace voxmarch
