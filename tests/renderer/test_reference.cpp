// The reference caster against closed forms.
#include "renderer/reference/caster.h"
#include "tests/support/volumes.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

Volume constant_volume(std::array<int, 3> dims, std::uint8_t value) {
    return volume_of(dims, ScalarType::u8, [&](int, int, int) { return value; });
}

TransferFunction constant_transfer(double opacity) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, {1.0, 0.5, 0.25}}};
    transfer.opacities = {{0.0, opacity}};
    return transfer;
}

Camera along_z(const Grid &grid) {
    Camera camera;
    camera.target = grid.center();
    camera.eye = camera.target + glm::dvec3(0, 0, 100);
    camera.fov = 1.0;
    return camera;
}

TEST(Reference, ConstantMediumHasTheExactTransmittance) {
    // 16 voxel lengths of opacity 0.1 each let 0.9^16 of the light through, at any step that divides the length.
    const Volume volume = constant_volume({9, 9, 17}, 100);
    for (const double step : {2.0, 1.0, 0.5, 0.25}) {
        ReferenceScene scene{&volume, constant_transfer(0.1), along_z(volume.grid()), RenderSettings()};
        scene.settings.shading = Shading::none;
        scene.settings.opacity_cutoff = 1.0;
        scene.settings.step = step;
        const glm::dvec4 pixel = reference_pixel(scene, 0, 0, 1, 1);
        const double opacity = 1.0 - std::pow(0.9, 16.0);
        EXPECT_NEAR(pixel.w, opacity, 1e-12) << step;
        EXPECT_NEAR(pixel.x, opacity, 1e-12) << step;
        EXPECT_NEAR(pixel.y, 0.5 * opacity, 1e-12) << step;
    }
}

TEST(Reference, EarlyTerminationChangesAtMostTheRest) {
    const Volume volume = constant_volume({9, 9, 65}, 100);
    ReferenceScene scene{&volume, constant_transfer(0.2), along_z(volume.grid()), RenderSettings()};
    scene.settings.shading = Shading::none;
    scene.settings.opacity_cutoff = 1.0;
    const double full = reference_pixel(scene, 0, 0, 1, 1).x;
    scene.settings.opacity_cutoff = 0.95;
    const double cut = reference_pixel(scene, 0, 0, 1, 1).x;
    EXPECT_LT(cut, full);
    EXPECT_GT(cut, full - 0.05);
}

TEST(Reference, PlaneFacingTheHeadlightIsFullyLit) {
    // A ramp along z, seen along z: normals face the eye, so diffuse and specular are at their largest.
    VolumeHeader header;
    header.grid.dims = {5, 5, 33};
    std::vector<std::byte> voxels(header.byte_count());
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        voxels[i] = static_cast<std::byte>(200 - 4 * (i / 25));
    }
    const Volume volume(header, std::move(voxels));
    ReferenceScene scene{&volume, constant_transfer(1.0), along_z(volume.grid()), RenderSettings()};
    scene.settings.light = {{}, glm::vec3(0.2f), glm::vec3(0.5f), glm::vec3(0.0f), 10.0f};
    scene.settings.gradient = Gradient::central;
    EXPECT_NEAR(reference_pixel(scene, 0, 0, 1, 1).x, 0.7, 2e-3);
    scene.settings.light.direction = glm::dvec3(1, 0, 0);
    EXPECT_NEAR(reference_pixel(scene, 0, 0, 1, 1).x, 0.2, 1e-2);
}

TEST(Reference, RaysBesideTheBoxSeeNothing) {
    const Volume volume = constant_volume({9, 9, 9}, 100);
    ReferenceScene scene{&volume, constant_transfer(0.5), along_z(volume.grid()), RenderSettings()};
    scene.camera.eye.x += 50.0;
    scene.camera.target.x += 50.0;
    EXPECT_EQ(reference_pixel(scene, 0, 0, 1, 1), glm::dvec4(0.0));
}

} // namespace
} // namespace voxmarch
