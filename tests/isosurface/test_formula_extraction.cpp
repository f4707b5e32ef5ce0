// Isosurfaces of formulas that kernels evaluate against those of the same voxels, stored: not one bit of difference.
#include "base/error.h"
#include "isosurface/slab_extraction.h"
#include "tests/isosurface/device_mesh_check.h"
#include "volume/bricks/brick_source.h"
#include "volume/formats/read.h"
#include "volume/synthetic/formula_volume.h"

#include <cmath>
#include <numbers>

namespace voxmarch {
namespace {

class FormulaExtraction : public ::testing::Test {
protected:
    void SetUp() override {
        if (!evaluates_formulas(test_device().info())) {
            GTEST_SKIP() << "this device does not compute in doubles";
        }
    }
};

Mesh extracted(Extractor &extractor, double isovalue, const ExtractionSettings &settings = {}) {
    DeviceMesh mesh;
    (void)extractor.extract(isovalue, settings, mesh);
    return download(test_device(), mesh);
}

void expect_equal(const Mesh &mesh, const Mesh &expected) {
    EXPECT_TRUE(mesh.positions == expected.positions);
    EXPECT_TRUE(mesh.normals == expected.normals);
    EXPECT_TRUE(mesh.triangles == expected.triangles);
}

/// Every function and operation; values that are not finite; sizes that are and are not those of blocks.
const std::vector<std::string> formulas{
    "cayley:64x32x40",
    "cayley:45",
    "bumpy-cayley:41x32x23",
    "superbumpy-cayley:32x29x37",
    "gyroid:48x20x33",
    "torus:16x47x30",
    "sqrt(x - y^3) / (z - 0.25) - abs(y):40x33x29",
    "min(exp(x*y) - 1.1, max(cos(7*z), sin(90*x)/3)) - -y/x:31x40x24",
    "x + y + z:2x2x2",
};

TEST_F(FormulaExtraction, IsThatOfTheStoredVoxels) {
    for (const std::string &words : formulas) {
        SCOPED_TRACE(words);
        const FormulaVolume formula = formula_volume(words);
        const Volume volume = read_volume("formula:" + words);
        const DeviceField stored(test_device(), volume);
        const DeviceFormula evaluated(test_device(), volume.header(), formula.text, formula.sizes[2]);
        const auto with = make_extractor(Extraction::blocks, test_device(), stored.field());
        const auto without = make_extractor(Extraction::blocks, test_device(), evaluated.field());
        for (const double isovalue : {-0.012, 0.1, -1.0}) {
            for (const bool normals : {true, false}) {
                const Mesh expected = extracted(*with, isovalue, {.normals = normals});
                EXPECT_FALSE(expected.triangles.empty()) << isovalue;
                expect_equal(extracted(*without, isovalue, {.normals = normals}), expected);
            }
        }
    }
}

TEST_F(FormulaExtraction, OfSlabsReadsNoVoxel) {
    const std::shared_ptr<const BrickSource> source = open_bricks("formula:bumpy-cayley:40x33x61");
    const Volume volume = read_volume("formula:bumpy-cayley:40x33x61");
    const std::array<Device *, 1> device{&test_device()};
    for (const int layers : {0, 8, 20}) {
        SlabSettings settings;
        settings.layers = layers;
        std::vector<DeviceShare> shares;
        const StreamedVoxels voxels(*source, 1); // room for next to nothing
        const Mesh mesh = extract_slabs(device, voxels, -0.5, settings, shares);
        EXPECT_EQ(voxels.read_bytes().read, 0u);
        EXPECT_EQ(shares.front().units, layers == 0 ? 1 : (60 + layers - 1) / layers);
        std::vector<DeviceShare> of_stored;
        expect_equal(mesh, extract_slabs(device, volume, -0.5, {}, of_stored));
    }
}

TEST_F(FormulaExtraction, OtherStrategiesGetVoxels) {
    const std::shared_ptr<const BrickSource> source = open_bricks("formula:gyroid:33");
    const std::array<Device *, 1> device{&test_device()};
    const DeviceFormula formula(test_device(), source->header(), source->formula(), 33);
    std::vector<DeviceShare> shares;
    const StreamedVoxels voxels(*source, 1 << 20);
    const Mesh expected = extract_slabs(device, voxels, 0.1, {}, shares);
    EXPECT_EQ(voxels.read_bytes().read, 0u);
    for (const Extraction extraction : {Extraction::scan, Extraction::histopyramid}) {
        SlabSettings settings;
        settings.extraction = extraction;
        expect_equal(extract_slabs(device, voxels, 0.1, settings, shares), expected);
        EXPECT_THROW(make_extractor(extraction, test_device(), formula.field()), UsageError);
    }
    EXPECT_GE(voxels.read_bytes().read, source->header().byte_count());
}

TEST_F(FormulaExtraction, OfABallHasItsArea) {
    const std::shared_ptr<const BrickSource> source = open_bricks("formula:x^2 + y^2 + z^2:65x129x97");
    std::vector<DeviceShare> shares;
    const std::array<Device *, 1> device{&test_device()};
    Mesh mesh = extract_slabs(device, StreamedVoxels(*source, 1), 0.49, {}, shares);
    to_world(mesh, source->header().grid);
    double area = 0.0;
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::dvec3 a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
        area += 0.5 * glm::length(glm::cross(b - a, c - a));
    }
    const double radius = 0.7 * 64.0; // the box is 128 wide
    EXPECT_NEAR(area / (4.0 * std::numbers::pi * radius * radius), 1.0, 0.003);
}

} // namespace
} // namespace voxmarch
