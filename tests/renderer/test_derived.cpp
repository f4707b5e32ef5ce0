// Derived volumes, voxel by voxel: colour+opacity against the transfer function, normals against known gradients.
#include "device_fixture.h"
#include "renderer/device_volume.h"

#include <cmath>

namespace voxmarch {
namespace {

std::vector<std::uint8_t> texels(const DeviceArray &array, const Grid &grid, std::size_t texel_bytes = 4) {
    std::vector<std::uint8_t> result(grid.voxel_count() * texel_bytes);
    if (array.image) {
        array.image.download(std::as_writable_bytes(std::span(result)));
    } else {
        array.buffer.download(std::as_writable_bytes(std::span(result)));
    }
    return result;
}

TEST(Derived, ScalarsAreTheSameThroughPinnedMemory) {
    DeviceOptions options = test_device().options();
    options.staged_copies = StagedCopies::always;
    Device staged(test_device().info().index, options);
    for (const ScalarType type : values_of<ScalarType>()) {
        const Volume volume = blob_volume({13, 7, 9}, type);
        for (const SamplingBackend backend : test_backends()) {
            const DeviceVolume direct(test_device(), volume, backend), through(staged, volume, backend);
            EXPECT_EQ(texels(direct.scalars(), volume.grid(), scalar_size(type)),
                      texels(through.scalars(), volume.grid(), scalar_size(type)))
                << name_of(type) << ", " << name_of(backend);
        }
    }
}

TEST(Derived, ColoursAreTheTransferFunctionOfEveryVoxel) {
    const Volume volume = blob_volume({13, 7, 9}, ScalarType::i16);
    const TransferFunction transfer = over_values(smooth_transfer(), default_window(volume.type(), volume.range()));
    for (const SamplingBackend backend : test_backends()) {
        DeviceVolume device_volume(test_device(), volume, backend);
        (void)milliseconds(device_volume.classify(sample_table(transfer, volume.range(), 1024, 1.0)));
        const std::vector<std::uint8_t> colors = texels(device_volume.colors(), volume.grid());
        for (std::size_t i = 0; i < colors.size() / 4; ++i) {
            const glm::dvec4 exact = transfer.evaluate(volume.voxels<std::int16_t>()[i]);
            for (int channel = 0; channel < 4; ++channel) {
                ASSERT_NEAR(colors[i * 4 + static_cast<std::size_t>(channel)], 255.0 * exact[channel], 1.0)
                    << name_of(backend);
            }
        }
    }
}

TEST(Derived, NormalsPointDownTheSlopeAlsoWithUnequalSpacing) {
    // f = 0.1 x^2 + 5 y + 7 z in millimetres on a grid of 1 x 0.5 x 0.25 mm, rows longer than two runs of 16 voxels.
    VolumeHeader header;
    header.grid.dims = {43, 9, 10};
    header.grid.spacing = {1.0, 0.5, 0.25};
    header.type = ScalarType::f32;
    const Volume volume = volume_of(header, [](int x, int y, int z) { return 0.1 * x * x + 2.5 * y + 1.75 * z; });
    for (const SamplingBackend backend : test_backends()) {
        for (const Gradient gradient : {Gradient::central, Gradient::sobel}) {
            DeviceVolume device_volume(test_device(), volume, backend);
            (void)milliseconds(device_volume.make_normals(Classification::post, gradient));
            const std::vector<std::uint8_t> normals = texels(device_volume.normals(), volume.grid());
            const auto at = [&](int x, int y, int z) {
                const std::uint8_t *texel = normals.data() + ((z * 9 + y) * 43 + x) * 4;
                return glm::dvec3(texel[0], texel[1], texel[2]) / 127.5 - 1.0;
            };
            // Along y and z everywhere for central differences, also on the faces; inside for Sobel, whose smoothing
            // there is lopsided.
            const int border = gradient == Gradient::central ? 0 : 1;
            for (int z = border; z < 10 - border; ++z) {
                for (int y = border; y < 9 - border; ++y) {
                    for (int x = 1; x < 42; ++x) {
                        const glm::dvec3 expected = -glm::normalize(glm::dvec3(0.2 * x, 5, 7));
                        ASSERT_LT(glm::distance(at(x, y, z), expected), 0.012)
                            << name_of(backend) << " " << name_of(gradient) << " " << x << " " << y << " " << z;
                    }
                }
            }
        }
    }
}

TEST(Derived, FlatFieldsHaveNoNormal) {
    const Volume volume = filled_volume({6, 6, 6}, 77);
    for (const SamplingBackend backend : test_backends()) {
        DeviceVolume device_volume(test_device(), volume, backend);
        (void)milliseconds(device_volume.make_normals(Classification::post, Gradient::sobel));
        const std::vector<std::uint8_t> normals = texels(device_volume.normals(), volume.grid());
        for (std::size_t i = 0; i < normals.size(); ++i) {
            const int channel = normals[i];
            ASSERT_TRUE(i % 4 == 3 ? channel == 0 : channel == 128 || channel == 127) << channel; // a: the magnitude
        }
    }
}

} // namespace
} // namespace voxmarch
