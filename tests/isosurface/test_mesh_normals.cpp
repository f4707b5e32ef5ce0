// Normals of meshes by each kind of differences against closed forms.
#include "isosurface/block_extractor.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"

#include <glm/glm.hpp>

namespace voxmarch {
namespace {

constexpr glm::dvec3 middle(6.3, 5.8, 5.1);

/// -|p - middle|^2 in a grid of such a spacing, p in its unit. Its gradient is linear: differences of voxels on both
/// sides are exact, those of a voxel and the next one exact half a voxel on, and so is what lies between two voxels.
Volume paraboloid(const glm::dvec3 &spacing) {
    VolumeHeader header;
    header.grid.dims = {14, 13, 12};
    header.grid.spacing = spacing;
    header.type = ScalarType::f32;
    return volume_of(header, [&](int x, int y, int z) {
        const glm::dvec3 p = (glm::dvec3(x, y, z) - middle) * spacing;
        return -glm::dot(p, p);
    });
}

/// Largest difference of a normal from the unit vector along p - middle + share * spacing.
double most_turned(const Mesh &mesh, const glm::dvec3 &spacing, double share, double sign) {
    double most = 0.0;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const glm::dvec3 expected = glm::normalize((glm::dvec3(mesh.positions[i]) - middle + share) * spacing) * sign;
        most = std::max(most, glm::distance(glm::dvec3(mesh.normals[i]), expected));
    }
    return most;
}

std::vector<std::unique_ptr<Extractor>> extractors(const ScalarField &field) {
    std::vector<std::unique_ptr<Extractor>> all;
    for (const Extraction extraction : values_of<Extraction>()) {
        all.push_back(make_extractor(extraction, test_device(), field));
    }
    all.push_back(std::make_unique<BlockExtractor>(test_device(), field, BlockTuning{32, 2, 3, 3, {8, 2}}));
    return all;
}

TEST(MeshNormals, of_a_paraboloid_are_known_exactly) {
    for (const glm::dvec3 &spacing : {glm::dvec3(1.0, 1.0, 1.0), glm::dvec3(0.5, 1.0, 2.0)}) {
        const Volume volume = paraboloid(spacing);
        const DeviceField uploaded(test_device(), volume);
        for (const auto &extractor : extractors(uploaded.field())) {
            for (const bool flip : {false, true}) {
                const double sign = flip ? -1.0 : 1.0;
                DeviceMesh mesh;
                ExtractionSettings settings;
                settings.flip = flip;
                extractor->extract(-6.0, settings, mesh);
                const Mesh central = download(test_device(), mesh);
                ASSERT_GT(central.positions.size(), 30u);
                EXPECT_LT(most_turned(central, spacing, 0.0, sign), 1e-5);
                settings.differences = NormalDifferences::forward;
                extractor->extract(-6.0, settings, mesh);
                const Mesh forward = download(test_device(), mesh);
                EXPECT_LT(most_turned(forward, spacing, 0.5, sign), 1e-5);
                EXPECT_GT(most_turned(forward, spacing, 0.0, sign), 0.05) << "they are not the same";
                EXPECT_TRUE(forward.positions == central.positions);
            }
        }
    }
}

TEST(MeshNormals, at_the_border_are_one_sided) {
    // The value grows with the square of z alone, from the last slice on: the difference there is that of the last two.
    const Volume volume =
        volume_of({9, 9, 6}, ScalarType::f32, [](int x, int, int z) { return z * z + 100.0 * (x > 3); });
    const DeviceField uploaded(test_device(), volume);
    for (const auto &extractor : extractors(uploaded.field())) {
        for (const NormalDifferences differences : values_of<NormalDifferences>()) {
            DeviceMesh on_device;
            ExtractionSettings settings;
            settings.differences = differences;
            extractor->extract(60.0, settings, on_device);
            const Mesh mesh = download(test_device(), on_device);
            ASSERT_EQ(mesh.positions.size(), 54u) << "the cut edges from x = 3 to 4";
            const bool central = differences == NormalDifferences::central;
            for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
                const float z = mesh.positions[i].z, t = mesh.positions[i].x - 3.0f;
                const double rise = z == 5.0f ? 9.0 : z == 0.0f ? 1.0 : central ? 2.0 * z : 2.0 * z + 1.0;
                // Along x: 50 at both ends of the edge by central differences; 100 and then 0 by forward ones.
                const double run = central ? 50.0 : 100.0 * (1.0 - t);
                const glm::dvec3 expected = -glm::normalize(glm::dvec3(run, 0.0, rise));
                EXPECT_LT(glm::distance(glm::dvec3(mesh.normals[i]), expected), 1e-5) << z;
            }
        }
    }
}

} // namespace
} // namespace voxmarch
