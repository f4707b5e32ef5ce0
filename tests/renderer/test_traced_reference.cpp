// Traced pictures against paths that the CPU follows in another way, and a slab against a series of scatterings.
#include "renderer/reference/tracer.h"
#include "traced_fixture.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <numbers>

namespace voxmarch {
namespace {

constexpr int few = 12, block = 4; // pixels of a picture along an edge, and of its blocks

/// Mean and standard error of each channel of each pixel, from paths of the reference.
std::vector<Estimate> followed(const ReferenceScene &scene, int width, int height, int paths) {
    ReferenceTracer tracer(scene, width, height, 1);
    std::vector<Estimate> result;
    for (int pixel = 0; pixel < width * height; ++pixel) {
        glm::dvec4 sum(0.0), squares(0.0);
        for (int path = 0; path < paths; ++path) {
            const glm::dvec4 found = tracer.path(pixel % width, pixel / width);
            sum += found;
            squares += found * found;
        }
        for (int channel = 0; channel < 4; ++channel) {
            const double mean = sum[channel] / paths;
            const double variance = std::max(squares[channel] / paths - mean * mean, 0.0);
            result.push_back({mean, std::sqrt(variance / (paths - 1.0))});
        }
    }
    return result;
}

/// Mean of a channel over a square of pixels, and its standard error. Those of several channels go together: their mean
/// has no smaller one.
/// @param column, row  of the square among those of its size
Estimate square_of(const std::vector<Estimate> &picture, int edge, int column, int row, int channel) {
    Estimate sum;
    for (int pixel = 0; pixel < edge * edge; ++pixel) {
        const int x = column * edge + pixel % edge, y = row * edge + pixel / edge;
        const Estimate &one = picture[static_cast<std::size_t>((y * few + x) * 4 + channel)];
        sum.mean += one.mean / (edge * edge);
        sum.error = std::hypot(sum.error, one.error / (edge * edge));
    }
    return sum;
}

/// Of all squares.
/// @param errors  standard errors of both that they may be apart
void expect_like_squares(const std::vector<Estimate> &expected, const std::vector<Estimate> &found, int edge,
                         double errors, const std::string &what) {
    const int squares = few / edge;
    for (int i = 0; i < squares * squares * 4; ++i) {
        const int column = i / 4 % squares, row = i / 4 / squares;
        const Estimate a = square_of(expected, edge, column, row, i % 4);
        const Estimate b = square_of(found, edge, column, row, i % 4);
        EXPECT_NEAR(a.mean, b.mean, errors * std::hypot(a.error, b.error) + 1e-5)
            << fmt::format("{}: square {}, {} of {} pixels, channel {}", what, column, row, edge, i % 4);
    }
}

/// Matter and light that each case changes a part of.
struct TracedCase {
    Volume volume = blob_volume({16, 15, 17}, ScalarType::u8);
    TransferFunction transfer = smooth_transfer();
    Camera camera = standard_view(volume.grid());
    RenderSettings settings = traced_settings(64);

    TracedCase() {
        settings.light = key_light();
        settings.light.ambient = glm::vec3(0.4f);
        settings.light.diffuse = glm::vec3(0.8f);
    }
};

void expect_like_followed(const TracedCase &one, const std::string &what) {
    const ValueRange window = default_window(one.volume.type(), one.volume.range());
    const ReferenceScene scene{&one.volume, over_grid(over_values(one.transfer, window), one.volume.grid()), one.camera,
                               one.settings};
    const std::vector<Estimate> expected = followed(scene, few, few, 256);
    VolumeRenderer renderer(test_device(), one.volume, one_pixel_backend());
    renderer.set_transfer(one.transfer);
    const std::vector<Estimate> found = estimates(renderer, one.camera, few, few, one.settings, 8);
    EXPECT_GT(mean_of(expected).mean, 0.05) << what;
    expect_like_squares(expected, found, few, 3.0, what);
    expect_like_squares(expected, found, block, 4.0, what);
}

TEST(TracedReference, matter_scatters_as_paths_of_the_reference) {
    for (const auto &[anisotropy, bounces] : {std::pair(0.0, 1), {0.0, 2}, {0.0, 8}, {0.6, 2}, {0.6, 8}, {-0.4, 8}}) {
        TracedCase one;
        one.settings.trace.anisotropy = anisotropy;
        one.settings.trace.bounces = bounces;
        expect_like_followed(one, fmt::format("anisotropy {}, {} bounces", anisotropy, bounces));
    }
}

TEST(TracedReference, surfaces_scatter_as_those_of_the_reference) {
    for (const int bounces : {1, 8}) {
        TracedCase one;
        one.settings.trace.surfaces = 0.7;
        one.settings.trace.anisotropy = 0.6;
        one.settings.trace.bounces = bounces;
        expect_like_followed(one, fmt::format("{} bounces", bounces));
    }
    TracedCase mirrors;
    mirrors.settings.trace.surfaces = 1.0;
    mirrors.settings.light.specular = glm::vec3(0.9f, 0.6f, 0.3f);
    mirrors.settings.light.shininess = 30.0f;
    expect_like_followed(mirrors, "a strong clear layer");
}

TEST(TracedReference, light_comes_as_in_the_reference) {
    TracedCase one;
    one.settings.trace.surfaces = 0.7;
    one.settings.trace.lamp_radius = 40.0;
    one.settings.trace.emission = 0.5;
    one.settings.side_lights = {{glm::dvec3(-1.0, 0.2, 0.4), false, glm::vec3(0.9f, 0.5f, 0.2f)}};
    one.settings.trace.environment = Environment::background;
    one.settings.background = glm::vec3(0.7f, 0.3f, 0.1f);
    one.settings.finish.background_top = glm::vec3(0.1f, 0.3f, 0.9f);
    expect_like_followed(one, "three wide lamps, a sky, glowing matter");
    TracedCase black;
    black.transfer.colors = {{0.0, {1.0, 0.5, 0.0}}};
    black.settings.light.ambient = glm::vec3(0.0f);
    black.settings.trace.lamp_radius = 0.0;
    expect_like_followed(black, "albedo 1, one half and 0, lamps alone");
}

TEST(TracedReference, the_volume_is_cut_as_in_the_reference) {
    TracedCase box;
    box.settings.trace.surfaces = 0.7;
    box.settings.clip_low = {0.2, 0.0, 0.1};
    box.settings.clip_high = {1.0, 0.7, 0.8};
    expect_like_followed(box, "clip box");
    box.settings.clip_planes = {{{1.0, 1.0, 0.0}, 9.0}};
    box.settings.clip_inverted = true;
    expect_like_followed(box, "cut out");
}

TEST(TracedReference, grids_and_tables_are_those_of_the_reference) {
    TracedCase turned;
    VolumeHeader header;
    header.grid = grid_of_its_own();
    turned.volume = volume_of(header, [](int x, int y, int z) {
        return 128.0 + 42.0 * (std::sin(0.5 * x) + std::cos(0.6 * y) + std::sin(0.7 * z + 0.5 * x));
    });
    turned.camera = standard_view(header.grid);
    turned.camera.height = 16.0;
    turned.settings.trace.surfaces = 0.7;
    expect_like_followed(turned, "a turned grid of its own spacings, parallel rays");
    TracedCase classified;
    classified.settings.trace.surfaces = 0.7;
    classified.settings.classification = Classification::pre;
    expect_like_followed(classified, "pre-classified");
}

/// Light that an even slab of optical depth 1 sends out, by the number of its scatterings: discrete ordinates. Matter
/// scatters evenly; light of radiance 1 comes evenly from one side.
class SlabSeries {
public:
    /// @param albedo      share of the light that is not absorbed
    /// @param scatterings  most of them
    SlabSeries(double albedo, int scatterings) {
        std::array<double, layers> light{};    // mean radiance of each layer, of light scattered so often
        for (int i = 0; i < directions; ++i) { // not scattered at all
            flux_through_ += 2.0 * cosine(i) * weight(i) * sweep(cosine(i), {}, 1.0, false, 0.5 * weight(i), light);
        }
        for (int n = 0; n < scatterings; ++n) {
            std::array<double, layers> source{};
            for (std::size_t layer = 0; layer < layers; ++layer) {
                source[layer] = albedo * light[layer];
            }
            light.fill(0.0);
            back_ += sweep(1.0, source, 0.0, true, 0.0, light);
            through_ += sweep(1.0, source, 0.0, false, 0.0, light);
            for (int i = 0; i < directions; ++i) {
                sweep(cosine(i), source, 0.0, true, 0.5 * weight(i), light);
                flux_through_ +=
                    2.0 * cosine(i) * weight(i) * sweep(cosine(i), source, 0.0, false, 0.5 * weight(i), light);
            }
        }
    }

    double back() const { return back_; }       ///< radiance along the normal, on the side of the light
    double through() const { return through_; } ///< and on the other, beside light that was not scattered

    /// Share of the light that comes through, in all directions.
    double flux_through() const { return flux_through_; }

private:
    static constexpr std::size_t layers = 200;
    static constexpr int directions = 60;
    double back_ = 0.0, through_ = 0.0, flux_through_ = 0.0;

    // Midpoints of roots of cosines: those near 0 count for little and change fast.
    static double root(int i) { return (i + 0.5) / directions; }
    static double cosine(int i) { return root(i) * root(i); }
    static double weight(int i) { return 2.0 * root(i) / directions; }

    /// Mean radiance in a layer of this source; what enters becomes what leaves.
    static double mean_in_layer(double cosine, double source, double &radiance) {
        const double depth = 1.0 / layers / cosine, lost = 1.0 - std::exp(-depth), entered = radiance;
        radiance += (source - radiance) * lost;
        return source + (entered - source) * lost / depth;
    }

    /// Adds what a direction carries through the layers, in which it finds a source, to their light.
    /// @param radiance  that enters
    /// @return what leaves
    static double sweep(double cosine, const std::array<double, layers> &source, double radiance, bool toward_light,
                        double weight, std::array<double, layers> &light) {
        for (std::size_t step = 0; step < layers; ++step) {
            const std::size_t layer = toward_light ? layers - 1 - step : step;
            light[layer] += weight * mean_in_layer(cosine, source[layer], radiance);
        }
        return radiance;
    }
};

// What is known without any path: nothing is lost at albedo 1, and the flux through a plate of depth 1 then is 0.5532
// (Heaslet and Warming 1965, "Radiative transport and wall temperature slip in an absorbing planar medium").
TEST(TracedReference, the_series_of_a_slab_is_that_of_radiative_equilibrium) {
    const SlabSeries white(1.0, 100);
    EXPECT_NEAR(white.back() + white.through() + std::exp(-1.0), 1.0, 1e-4);
    EXPECT_NEAR(white.flux_through(), 0.5532, 2e-4);
    EXPECT_NEAR(SlabSeries(0.5, 1).back() / SlabSeries(1.0, 1).back(), 0.5, 1e-12);
}

// A plate so wide that its edges are not seen from the middle: even light from one side comes back and comes through as
// often as it is scattered.
TEST(TracedReference, a_slab_sends_back_and_lets_through_what_discrete_ordinates_say) {
    const Volume volume = filled_volume({65, 65, 2}, 200);
    const std::array<double, 3> albedos{0.5, 0.9, 1.0};
    const TransferFunction transfer = constant_transfer(1.0 - std::exp(-1.0), {albedos[0], albedos[1], albedos[2]});
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(transfer);
    RenderSettings settings = traced_settings(64);
    settings.light.diffuse = glm::vec3(1.0f); // half of a sky of radiance 1/2
    settings.light.direction = glm::dvec3(0.0, 0.0, 1.0);
    settings.trace.lamp_radius = 90.0;
    const ValueRange window = default_window(volume.type(), volume.range());
    for (const bool back : {true, false}) {
        Camera camera = named_view(back ? "front" : "back", volume.grid(), 1.0);
        camera.height = 4.0;
        for (const int bounces : {1, 2, 1000}) {
            settings.trace.bounces = bounces;
            const ReferenceScene scene{&volume, over_grid(over_values(transfer, window), volume.grid()), camera,
                                       settings};
            const std::vector<Estimate> device = estimates(renderer, camera, few, few, settings, 8);
            const std::vector<Estimate> reference = followed(scene, few, few, 128);
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const SlabSeries series(albedos[channel], std::min(bounces, 60));
                const double expected = 0.5 * (back ? series.back() : series.through());
                for (const auto &[picture, name] : {std::pair(&device, "device"), {&reference, "reference"}}) {
                    std::vector<Estimate> pixels;
                    for (std::size_t i = channel; i < picture->size(); i += 4) {
                        pixels.push_back((*picture)[i]);
                    }
                    const Estimate found = mean_of(pixels);
                    EXPECT_NEAR(found.mean, expected, 3.5 * found.error + 1e-3 * expected)
                        << fmt::format("{}: {}, albedo {}, {} bounces, standard error {}", name,
                                       back ? "back" : "through", albedos[channel], bounces, found.error);
                }
            }
        }
    }
}

} // namespace
} // namespace voxmarch
