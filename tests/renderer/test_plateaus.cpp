// Smooth fields rounded to 8 bits have plateaus and steps: their shading must not show them as dark dots.
#include "device_fixture.h"

#include <cmath>

namespace voxmarch {
namespace {

/// A hill that rises by `slope` a voxel along z, with wide waves of some steps across: what smooth MR data look like.
Volume smooth_volume(int edge, double slope) {
    VolumeHeader header;
    header.grid.dims = {edge, edge, edge};
    header.name = "smooth";
    std::vector<std::byte> bytes;
    for (int z = 0; z < edge; ++z) {
        for (int y = 0; y < edge; ++y) {
            for (int x = 0; x < edge; ++x) {
                const double waves = 3.0 * std::sin(0.13 * x + 0.4) * std::cos(0.11 * y - 0.3);
                bytes.push_back(static_cast<std::byte>(std::lround(120.0 - slope * (z - edge / 2) + waves)));
            }
        }
    }
    bytes.front() = std::byte{0}; // elsewhere the data use all values
    bytes.back() = std::byte{255};
    return Volume(header, std::move(bytes));
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

Image picture_of(const Volume &volume, const RenderSettings &settings, SamplingBackend backend) {
    VolumeRenderer renderer(test_device(), volume, backend);
    TransferFunction transfer;
    transfer.name = "step";
    transfer.colors = {{0.0, {0.8, 0.8, 0.8}}};
    transfer.opacities = {{110.0 / 255.0, 0.0}, {118.0 / 255.0, 0.5}};
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
            const Image image = picture_of(volume, settings, test_device().info().backend);
            EXPECT_EQ(dark_dots(image, 12), 0) << slope << " " << name_of(gradient);
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
        const Image image = picture_of(volume, settings, backend);
        EXPECT_NEAR(image.pixel(48, 48)[0], 255.0 * 0.8 * (0.3 + 0.8 * std::sqrt(0.5)), 3.0) << backend_name(backend);
    }
}

} // namespace
} // namespace voxmarch
