// Smooth fields rounded to 8 bits have plateaus and steps: their shading must not show them as dark dots.
#include "device_fixture.h"
#include "renderer/rounding.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace voxmarch {
namespace {

/// A hill that rises by `slope` a voxel along z, with wide waves of some steps across: what smooth MR data look like.
Volume smooth_volume(int edge, double slope) {
    return volume_of({edge, edge, edge}, ScalarType::u8, [&](int x, int y, int z) {
        if (x + y + z == 0 || x + y + z == 3 * (edge - 1)) {
            return x == 0 ? 0.0 : 255.0; // elsewhere the data use all values
        }
        const double waves = 3.0 * std::sin(0.13 * x + 0.4) * std::cos(0.11 * y - 0.3);
        return 120.0 - slope * (z - edge / 2) + waves;
    });
}

/// Pixels of the inner picture that are darker by more than `depth` than the mean of the ring 3 pixels around.
int dark_dots(const Image &image, int depth) {
    int dots = 0;
    constexpr int reach = 3, rim = 16;
    for (int y = rim; y < image.height - rim; ++y) {
        for (int x = rim; x < image.width - rim; ++x) {
            double around = 0.0;
            int count = 0;
            for (int v = -reach; v <= reach; ++v) {
                for (int u = -reach; u <= reach; ++u) {
                    if (std::max(std::abs(u), std::abs(v)) == reach) {
                        around += image.pixel(x + u, y + v)[0];
                        ++count;
                    }
                }
            }
            dots += image.pixel(x, y)[0] + depth < around / count ? 1 : 0;
        }
    }
    return dots;
}

TransferFunction step() {
    TransferFunction transfer;
    transfer.name = "step";
    transfer.colors = {{0.0, {0.8, 0.8, 0.8}}};
    transfer.opacities = {{110.0 / 255.0, 0.0}, {118.0 / 255.0, 0.5}};
    return transfer;
}

Image picture_of(const Volume &volume, const TransferFunction &transfer, const RenderSettings &settings,
                 SamplingBackend backend = test_device().info().backend) {
    VolumeRenderer renderer(test_device(), volume, backend);
    renderer.set_transfer(transfer);
    Camera camera;
    const glm::dvec3 center = volume.grid().center();
    camera.target = center;
    camera.eye = center + glm::dvec3(10.0, 14.0, 150.0);
    camera.fov = 18.0;
    return renderer.render(camera, 96, 96, settings);
}

TEST(Plateaus, smooth_8_bit_data_show_no_dark_dots) {
    for (const double slope : {0.35, 0.6, 0.83, 1.7}) {
        const Volume volume = smooth_volume(48, slope);
        for (const Gradient gradient : {Gradient::sobel, Gradient::central}) {
            RenderSettings settings;
            settings.gradient = gradient;
            settings.light.direction = glm::dvec3(0.3, 0.4, 1.0);
            const Image image = picture_of(volume, step(), settings);
            EXPECT_EQ(dark_dots(image, 12), 0) << slope << " " << name_of(gradient);
        }
    }
}

/// The same hill, and a ball of falling values, in bytes or in floats.
struct Field {
    const char *name;
    double slope; ///< along z, steps a voxel; 0: the ball, which falls by a step a voxel to all sides
};

Volume field_volume(const Field &field, ScalarType type) {
    constexpr int edge = 48;
    return volume_of({edge, edge, edge}, type, [&](int x, int y, int z) {
        if (x + y + z == 0 || x + y + z == 3 * (edge - 1)) {
            return x == 0 ? 0.0 : 255.0; // elsewhere the data use all values
        }
        const double waves = 3.0 * std::sin(0.13 * x + 0.4) * std::cos(0.11 * y - 0.3);
        const double radius = glm::distance(glm::dvec3(x, y, z), glm::dvec3(23.3, 22.6, 24.2));
        const double value = field.slope > 0.0 ? 120.0 - field.slope * (z - edge / 2) + waves : 140.0 - radius;
        return std::clamp(value, 0.0, 255.0);
    });
}

double inner_mean(const Image &image) {
    double sum = 0.0;
    for (int y = 16; y < image.height - 16; ++y) {
        for (int x = 16; x < image.width - 16; ++x) {
            sum += image.pixel(x, y)[0];
        }
    }
    return sum / ((image.height - 32) * (image.width - 32));
}

/// Root mean square of what pixels of the inner picture differ from the mean of 9 x 9 around them.
double local_deviation(const Image &image) {
    constexpr int reach = 4, rim = 16;
    double sum = 0.0;
    int count = 0;
    for (int y = rim; y < image.height - rim; ++y) {
        for (int x = rim; x < image.width - rim; ++x, ++count) {
            double around = 0.0;
            for (int v = -reach; v <= reach; ++v) {
                for (int u = -reach; u <= reach; ++u) {
                    around += image.pixel(x + u, y + v)[0] / 81.0;
                }
            }
            sum += std::pow(image.pixel(x, y)[0] - around, 2.0);
        }
    }
    return std::sqrt(sum / count);
}

/// Against the picture of the values before they were rounded; opacity rises over 8 or 40 values.
TEST(Plateaus, rounding_leaves_smooth_light_smooth) {
    const Field fields[] = {{"hill", 0.35}, {"hill", 0.6}, {"hill", 1.0}, {"hill", 1.7}, {"ball", 0.0}};
    for (const auto &[name, slope] : fields) {
        const Volume rounded = field_volume({name, slope}, ScalarType::u8);
        const Volume exact = field_volume({name, slope}, ScalarType::f32);
        for (const Classification classification : {Classification::post, Classification::pre}) {
            for (const double rise : {8.0, 40.0}) {
                TransferFunction transfer;
                transfer.name = "ramp";
                transfer.domain = TransferDomain::value;
                transfer.colors = {{0.0, {0.8, 0.8, 0.8}}};
                transfer.opacities = {{110.0, 0.0}, {110.0 + rise, 0.5}};
                RenderSettings settings;
                settings.classification = classification;
                settings.light.direction = glm::dvec3(0.3, 0.4, 1.0);
                const double before = local_deviation(picture_of(exact, transfer, settings));
                const double after = local_deviation(picture_of(rounded, transfer, settings));
                // Along an axis, at a whole step a voxel, all voxels of a slice are rounded at the same places:
                // terraces stay, at half the contrast of full light. No filter of 3 voxels removes them.
                const double most = slope == 1.0 ? 5.5 : before + 0.6;
                EXPECT_LT(after, most) << name << slope << " " << name_of(classification) << " " << rise;
            }
        }
    }
}

/// A mask of zeros and ones has no gradients but of one step: it is lit all the same.
TEST(Plateaus, masks_are_lit_in_full) {
    VolumeHeader header;
    header.grid.dims = {48, 48, 48};
    std::vector<std::byte> bytes;
    for (int i = 0; i < 48 * 48 * 48; ++i) {
        bytes.push_back(static_cast<std::byte>(i / 2304 < 24 ? 1 : 0));
    }
    const Volume volume(header, std::move(bytes));
    RenderSettings settings;
    settings.light.specular = glm::vec3(0.0f);
    settings.light.direction = glm::dvec3(0.0, 1.0, 1.0);
    VolumeRenderer renderer(test_device(), volume);
    TransferFunction transfer;
    transfer.name = "mask";
    transfer.colors = {{0.0, {0.8, 0.8, 0.8}}};
    transfer.opacities = {{0.4, 0.0}, {0.6, 0.9}};
    renderer.set_transfer(transfer, ValueRange{0.0, 1.0});
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(10.0, 14.0, 150.0);
    camera.fov = 18.0;
    const Image image = renderer.render(camera, 96, 96, settings);
    EXPECT_NEAR(image.pixel(48, 48)[0], 255.0 * 0.8 * (0.3 + 0.8 * std::sqrt(0.5)), 3.0);
}

/// The cosine of a plane that falls by 20 a voxel is seen in full: 0.3 + 0.8 * cosine of 0.8.
TEST(Plateaus, sharp_surfaces_are_lit_in_full) {
    VolumeHeader header;
    header.grid.dims = {48, 48, 48};
    std::vector<std::byte> bytes;
    for (int i = 0; i < 48 * 48 * 48; ++i) {
        bytes.push_back(static_cast<std::byte>(std::lround(std::clamp(120.0 - 20.0 * (i / 2304 - 24), 0.0, 255.0))));
    }
    const Volume volume(header, std::move(bytes));
    RenderSettings settings;
    settings.light.specular = glm::vec3(0.0f);
    settings.light.direction = glm::dvec3(0.0, 1.0, 1.0);
    for (const SamplingBackend backend : test_backends()) {
        const Image image = picture_of(volume, step(), settings, backend);
        EXPECT_NEAR(image.pixel(48, 48)[0], 255.0 * 0.8 * (0.3 + 0.8 * std::sqrt(0.5)), 3.0) << name_of(backend);
    }
}

/// Where opacity leaps from voxel to voxel its gradients are large, whatever the function: a sixth of the shading is
/// lost at most.
TEST(Plateaus, leaps_of_opacity_are_lit_as_those_of_floats) {
    for (const double rise : {2.0, 8.0, 12.0}) {
        TransferFunction transfer = step();
        transfer.opacities = {{110.0 / 255.0, 0.0}, {(110.0 + rise) / 255.0, 0.5}};
        RenderSettings settings;
        settings.classification = Classification::pre;
        settings.light.direction = glm::dvec3(0.0, 1.0, 1.0);
        const Image rounded = picture_of(field_volume({"sharp", 20.0}, ScalarType::u8), transfer, settings);
        const Image exact =
            picture_of(field_volume({"sharp", 20.0}, ScalarType::f32), over_values(transfer, {0.0, 255.0}), settings);
        EXPECT_NEAR(inner_mean(rounded), inner_mean(exact), 4.0) << rise; // unlit it is 204
        EXPECT_LT(inner_mean(rounded), 190.0) << rise;
    }
}

std::array<double, 256> roundings(const std::vector<OpacityPoint> &points, ScalarType type = ScalarType::u8) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, glm::dvec3(1.0)}};
    transfer.opacities = points;
    return opacity_rounding_gradients(sample_table(transfer, {0.0, 255.0}, default_table_entries(type), 1.0),
                                      type != ScalarType::f32);
}

TEST(Plateaus, steps_of_scalars_become_steps_of_opacity) {
    constexpr double bytes = 5.0 / 255.0;
    const auto ramp = roundings({{100.0, 0.0}, {140.0, 0.5}});
    EXPECT_NEAR(ramp[64], 5.0 * 0.5 / 40.0, 1e-6);
    EXPECT_EQ(ramp[200], bytes) << "no value has that opacity";
    const auto two = roundings({{50.0, 0.0}, {150.0, 0.1}, {170.0, 0.6}});
    EXPECT_EQ(two[13], bytes) << "a gentle ramp below a steep one is as it was";
    EXPECT_NEAR(two[90], 5.0 * 0.5 / 20.0, 1e-6);
    EXPECT_EQ(roundings({{100.0, 0.0}, {140.0, 0.5}}, ScalarType::f32)[64], bytes);
    EXPECT_EQ(roundings({{0.5, 0.0}, {1.0, 0.7}})[90], bytes) << "labels";
    EXPECT_EQ(roundings({{100.0, 0.0}, {104.0, 0.5}})[64], bytes) << "edges that are meant";
    double before = 0.0;
    for (double rise = 4.5; rise < 9.0; rise += 0.1) { // no jump where functions become steep
        const double now = roundings({{100.0, 0.0}, {100.0 + rise, 0.5}})[64];
        EXPECT_LT(std::abs(now - before), 0.05) << rise;
        before = now;
    }
}

} // namespace
} // namespace voxmarch
