// Small volumes and scenes the renderer's tests share.
#pragma once

#include "renderer/reference/caster.h"
#include "renderer/views.h"
#include "renderer/volume_renderer.h"
#include "tests/support/test_device.h"
#include "tests/support/volumes.h"

#include <gtest/gtest.h>
#include <random>

namespace voxmarch {

/// Back ends that work on this device.
inline std::vector<SamplingBackend> test_backends() {
    std::vector<SamplingBackend> backends{SamplingBackend::buffer, SamplingBackend::packet};
    if (!test_device().info().good_formats.empty()) {
        backends.push_back(SamplingBackend::image);
    }
    return backends;
}

/// The same for many programs: without packets where they are not the default, as building theirs takes minutes there.
inline std::vector<SamplingBackend> quick_backends() {
    std::vector<SamplingBackend> backends = test_backends();
    if (test_device().info().backend != SamplingBackend::packet) {
        std::erase(backends, SamplingBackend::packet);
    }
    return backends;
}

/// The back end of one pixel a work-item that this device is good at.
inline SamplingBackend one_pixel_backend() {
    return test_device().info().backend == SamplingBackend::image ? SamplingBackend::image : SamplingBackend::buffer;
}

/// Smooth random blobs over the whole range of a type; f32 runs over [-3, 5].
inline Volume blob_volume(std::array<int, 3> dims, ScalarType type, unsigned seed = 1) {
    std::mt19937 random(seed);
    double phases[6];
    for (double &phase : phases) {
        phase = static_cast<double>(random()) / 4294967296.0 * 6.28;
    }
    return volume_of(dims, type, [&](int x, int y, int z) {
        const double wave =
            (std::sin(0.45 * x + phases[0]) + std::sin(0.39 * y + phases[1]) + std::sin(0.51 * z + phases[2]) + 3.0) /
            6.0;
        return visit_scalar(type, [&](auto tag) {
            using T = decltype(tag);
            if constexpr (std::is_integral_v<T>) {
                const double low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
                return low + wave * (high - low);
            } else {
                return -3.0 + 8.0 * wave;
            }
        });
    });
}

inline Volume filled_volume(std::array<int, 3> dims, std::uint8_t value) {
    return volume_of(dims, ScalarType::u8, [&](int, int, int) { return value; });
}

/// Labels in slabs of `width` voxels along x: 0, 1, 2, 3, ...
inline Volume slab_labels(std::array<int, 3> dims, int width) {
    return volume_of(dims, ScalarType::u8, [&](int x, int, int) { return x / width; });
}

/// A smooth function with an empty part: transparent in the lower 40 % of the range.
inline TransferFunction smooth_transfer() {
    TransferFunction transfer;
    transfer.name = "smooth";
    transfer.colors = {{0.0, {0.1, 0.2, 0.9}}, {0.5, {0.9, 0.6, 0.1}}, {1.0, {1.0, 1.0, 0.9}}};
    transfer.opacities = {{0.4, 0.0}, {1.0, 0.6}};
    return transfer;
}

inline TransferFunction constant_transfer(double opacity, glm::dvec3 color = {1.0, 0.5, 0.25}) {
    TransferFunction transfer;
    transfer.name = "constant";
    transfer.colors = {{0.0, color}};
    transfer.opacities = {{0.0, opacity}};
    return transfer;
}

struct TestScene {
    const Volume *volume;
    TransferFunction transfer;
    Camera camera;
    RenderSettings settings;
    int width = 40, height = 30;
};

inline Image render_on_device(const TestScene &scene, SamplingBackend backend) {
    VolumeRenderer renderer(test_device(), *scene.volume, backend);
    renderer.set_transfer(scene.transfer);
    return renderer.render(scene.camera, scene.width, scene.height, scene.settings);
}

inline Image render_reference(const TestScene &scene) {
    const ValueRange window = default_window(scene.volume->type(), scene.volume->range());
    const ReferenceScene reference{scene.volume, over_grid(over_values(scene.transfer, window), scene.volume->grid()),
                                   scene.camera, scene.settings};
    return reference_render(reference, scene.width, scene.height);
}

/// Largest difference of a picture to the reference that a back end may show. Texture units interpolate with weights
/// of 8 bits (error up to 0.004), so their pictures may be a little further off than the arithmetic ones.
inline int tolerance(SamplingBackend backend) {
    const bool gpu = test_device().info().kind == DeviceKind::gpu;
    return gpu && backend == SamplingBackend::image ? 3 : 1;
}

inline void expect_like_reference(const TestScene &scene, const std::string &what,
                                  const std::vector<SamplingBackend> &backends = test_backends()) {
    const Image expected = render_reference(scene);
    for (const SamplingBackend backend : backends) {
        const ImageDifference difference = compare(render_on_device(scene, backend), expected, tolerance(backend));
        EXPECT_EQ(difference.pixels_above, 0u)
            << what << ", " << name_of(backend) << ": largest difference " << difference.largest << "/255";
    }
}

struct NamedView {
    const char *name;
    Camera camera;
};

/// Outside, inside, and along a face where rays graze leaves; parallel rays to all sides, and along an axis in the
/// planes between leaves.
inline std::vector<NamedView> views_around(const Volume &volume) {
    const glm::dvec3 center = volume.grid().center();
    Camera inside = standard_view(volume.grid());
    inside.eye = center + glm::dvec3(1.3, -2.1, 0.7);
    inside.target = center + glm::dvec3(9.0, 4.0, -7.0);
    Camera grazing = inside;
    grazing.eye = {center.x, 8.0, 3.0 * center.z}; // in the plane between two layers of leaves
    grazing.target = {center.x, 8.0, center.z};
    grazing.up = {1, 0, 0};
    grazing.fov = 40.0;
    Camera parallel = standard_view(volume.grid());
    parallel.height = 1.3 * glm::length(volume.grid().extent());
    Camera along_axis = grazing;
    along_axis.height = 29.0; // a voxel a pixel in pictures of 29 rows, whose middles lie in those planes
    return {{"outside", standard_view(volume.grid())},
            {"inside", inside},
            {"grazing", grazing},
            {"parallel", parallel},
            {"along an axis", along_axis}};
}

} // namespace voxmarch
