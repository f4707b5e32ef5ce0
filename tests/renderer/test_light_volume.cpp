// The light volume, propagated and marched, against closed forms and an integral along the light.
#include "device_fixture.h"
#include "renderer/derived_data.h"
#include "renderer/frame_params.h"
#include "renderer/light_volume.h"
#include "renderer/views.h"

namespace voxmarch {
namespace {

/// Share of the light at every texel, x fastest, in 255ths.
std::vector<double> shadow_texels(const Volume &volume, const TransferFunction &transfer,
                                  const RenderSettings &settings, SamplingBackend backend) {
    DerivedData data(test_device(), volume, backend);
    data.set_transfer(over_values(transfer, {0, 255}));
    FrameParams frame = make_frame_params(volume.grid(), standard_view(volume.grid()), 1, 1, settings);
    data.update(settings, frame);
    const std::array<int, 3> dims = light_dims(volume.grid().dims, light_spacing(settings, volume.grid().dims));
    std::vector<std::uint8_t> texels(static_cast<std::size_t>(dims[0] * dims[1] * dims[2]) * 4);
    const SceneData scene = data.scene();
    if (scene.lights.image && backend == SamplingBackend::image) {
        scene.lights.image.download(std::as_writable_bytes(std::span(texels)));
    } else {
        scene.lights.buffer.download(std::as_writable_bytes(std::span(texels)));
    }
    std::vector<double> shares;
    for (std::size_t i = 0; i < texels.size(); i += 4) {
        shares.push_back(texels[i]);
    }
    return shares;
}

RenderSettings settings_of(ShadowMethod method, Shadows shadows, glm::dvec3 light) {
    RenderSettings settings;
    settings.shadow_method = method;
    settings.shadows = shadows;
    settings.light.direction = light;
    return settings;
}

/// Voxel lengths from a voxel towards the light to where it leaves the box.
double way_out(const Volume &volume, glm::dvec3 voxel, glm::dvec3 light) {
    const glm::dvec3 last = volume.grid().dims_d() - 1.0;
    double way = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        if (light[i] != 0.0) {
            way = std::min(way, (light[i] > 0.0 ? last[i] - voxel[i] : -voxel[i]) / light[i]);
        }
    }
    return way;
}

TEST(LightVolume, in_a_constant_box_the_light_is_its_transmittance) {
    // Opacity 0.05 per voxel length everywhere: at depth d the transmittance is 0.95^d. Odd sizes: the last texels of
    // half resolution lie behind the box.
    const Volume volume = filled_volume({9, 12, 17}, 255);
    const TransferFunction transfer = constant_transfer(0.05, {1, 1, 1});
    const std::vector<glm::dvec3> lights{{0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {1, 2, 0.5}, {-2, 1.9, -2.1}};
    for (const SamplingBackend backend : test_backends()) {
        for (const ShadowMethod method : {ShadowMethod::propagated, ShadowMethod::marched}) {
            for (const Shadows shadows : {Shadows::full, Shadows::half}) {
                for (const glm::dvec3 &light : lights) {
                    const RenderSettings settings = settings_of(method, shadows, light);
                    const std::vector<double> texels = shadow_texels(volume, transfer, settings, backend);
                    const int spacing = light_spacing(settings, volume.grid().dims);
                    const std::array<int, 3> dims = light_dims(volume.grid().dims, spacing);
                    // Marched rays end on a whole step; where the nearest face changes, light between two rays is not
                    // linear.
                    const bool oblique = glm::length(light) != 1.0;
                    const double way_off = !oblique ? 0.0 : method == ShadowMethod::marched ? 1.0 : 1.7 * spacing;
                    const double allowed = 1.0 + 255.0 * (1.0 - std::pow(0.95, way_off));
                    double worst = 0.0;
                    std::size_t i = 0;
                    for (int z = 0; z < dims[2]; ++z) {
                        for (int y = 0; y < dims[1]; ++y) {
                            for (int x = 0; x < dims[0]; ++x, ++i) {
                                const glm::dvec3 voxel = glm::dvec3(x, y, z) * double(spacing);
                                const double way = way_out(volume, voxel, glm::normalize(light));
                                const bool inside = glm::all(glm::lessThan(voxel, volume.grid().dims_d()));
                                if (inside) {
                                    worst = std::max(worst, std::abs(texels[i] - 255.0 * std::pow(0.95, way)));
                                }
                            }
                        }
                    }
                    EXPECT_LE(worst, allowed) << name_of(backend) << " " << name_of(method) << " " << name_of(shadows)
                                              << " light " << light.x << " " << light.y;
                }
            }
        }
    }
}

/// A ball whose values fall from its middle outwards: 255 there, less by `slope` for every voxel length.
Volume ball_volume(int edge, double slope) {
    return volume_of({edge, edge, edge}, ScalarType::u8, [&](int x, int y, int z) {
        return std::max(0.0, 255.0 - slope * glm::length(glm::dvec3(x, y, z) - 0.5 * (edge - 1)));
    });
}

TEST(LightVolume, both_methods_are_close_to_the_integral_along_the_light) {
    constexpr int edge = 41;
    constexpr double slope = 12.0, middle = 0.5 * (edge - 1);
    const Volume volume = ball_volume(edge, slope);
    TransferFunction transfer = smooth_transfer(); // opacity 0 up to 0.4, 0.6 at 1
    const auto opacity_at = [&](glm::dvec3 voxel) {
        const double value = std::max(0.0, 255.0 - slope * glm::length(voxel - middle)) / 255.0;
        return std::max(0.0, value - 0.4) / 0.6 * 0.6;
    };
    for (const Shadows shadows : {Shadows::full, Shadows::half, Shadows::quarter}) {
        for (const glm::dvec3 light : {glm::dvec3(0, 0, 1), glm::dvec3(1, 2, 0.5), glm::dvec3(-1, -0.9, 0.95)}) {
            for (const ShadowMethod method : {ShadowMethod::propagated, ShadowMethod::marched}) {
                const RenderSettings settings = settings_of(method, shadows, light);
                const std::vector<double> texels =
                    shadow_texels(volume, transfer, settings, test_device().info().backend);
                const int spacing = light_spacing(settings, volume.grid().dims);
                const std::array<int, 3> dims = light_dims(volume.grid().dims, spacing);
                const glm::dvec3 toward = glm::normalize(light);
                double squares = 0.0, worst = 0.0;
                std::size_t i = 0;
                for (int z = 0; z < dims[2]; ++z) {
                    for (int y = 0; y < dims[1]; ++y) {
                        for (int x = 0; x < dims[0]; ++x, ++i) {
                            const glm::dvec3 voxel = glm::dvec3(x, y, z) * double(spacing);
                            double depth = 0.0;
                            constexpr double step = 0.1;
                            for (double t = 0.5 * step; t < way_out(volume, voxel, toward); t += step) {
                                depth -= step * std::log(1.0 - opacity_at(voxel + t * toward));
                            }
                            const double error = std::abs(texels[i] - 255.0 * std::exp(-depth));
                            squares += error * error;
                            worst = std::max(worst, error);
                        }
                    }
                }
                const double mean = std::sqrt(squares / static_cast<double>(texels.size()));
                // Between rays a texel apart the light of so steep a ball is not linear.
                const bool between = method == ShadowMethod::propagated && glm::length(light) != 1.0;
                EXPECT_LT(mean, between ? 0.3 + 0.9 * spacing * spacing : 0.5) << name_of(method) << " " << spacing;
                EXPECT_LT(worst, between ? 19.0 * spacing : 3.0) << name_of(method) << " " << spacing;
            }
        }
    }
}

/// Half of the box is clipped away, the plane across the light: what is left is lit as if the rest were not there.
TEST(LightVolume, clipped_parts_throw_no_shadow) {
    const Volume volume = filled_volume({16, 16, 16}, 255);
    for (const ShadowMethod method : {ShadowMethod::propagated, ShadowMethod::marched}) {
        RenderSettings settings = settings_of(method, Shadows::full, {0, 0, 1});
        settings.clip_planes = {{{0, 0, -1}, -volume.grid().center().z}}; // keeps z below the middle, 7.5
        const std::vector<double> texels =
            shadow_texels(volume, constant_transfer(0.1, {1, 1, 1}), settings, test_device().info().backend);
        for (int z = 0; z < 16; ++z) {
            const double way = std::max(0.0, 7.5 - z);
            EXPECT_NEAR(texels[static_cast<std::size_t>((z * 16 + 8) * 16 + 8)], 255.0 * std::pow(0.9, way),
                        method == ShadowMethod::marched ? 255.0 * 0.06 : 1.0)
                << name_of(method) << " z " << z;
        }
    }
}

/// A slab across the light is cut out: behind it there is as much light as in front of it.
TEST(LightVolume, what_is_cut_out_throws_no_shadow) {
    const Volume volume = filled_volume({16, 16, 16}, 255);
    for (const ShadowMethod method : {ShadowMethod::propagated, ShadowMethod::marched}) {
        RenderSettings settings = settings_of(method, Shadows::full, {0, 0, 1});
        settings.clip_low.z = 5.0 / 15.0;
        settings.clip_high.z = 10.0 / 15.0;
        settings.clip_inverted = true;
        const std::vector<double> texels =
            shadow_texels(volume, constant_transfer(0.1, {1, 1, 1}), settings, test_device().info().backend);
        for (int z = 0; z < 16; ++z) {
            const double way = 15.0 - z - std::clamp(10.0 - z, 0.0, 5.0);
            EXPECT_NEAR(texels[static_cast<std::size_t>((z * 16 + 8) * 16 + 8)], 255.0 * std::pow(0.9, way),
                        method == ShadowMethod::marched ? 255.0 * 0.06 : 255.0 * 0.03)
                << name_of(method) << " z " << z;
        }
    }
}

} // namespace
} // namespace voxmarch
