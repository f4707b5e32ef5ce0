// Blocks of every shape give the triangles of the serial reference, in whatever order.
#include "isosurface/block_extractor.h"
#include "isosurface/measures.h"
#include "isosurface/reference.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/formats/read.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

namespace voxmarch {
namespace {

/// Fewer and more rows than in the usual block along each axis, with fewer and more strips than lanes.
constexpr BlockShape all_shapes[] = {{2, 2}, {8, 2}, {2, 8}, {4, 8}, {8, 8}};

/// 32 lanes a block, and as many blocks a work-group as 32 KiB of local memory hold.
BlockTuning shared_by_lanes(BlockShape shape) { return {32, shape.cells() > 256 ? 1 : 2, 3, 3, shape}; }

/// Extractors by blocks of each shape, by work-items that share a block and by ones that do not.
template <typename Check>
void for_each_extractor(const ScalarField &field, std::span<const BlockShape> shapes, Check &&check) {
    for (const BlockShape shape : shapes) {
        for (const BlockTuning &tuning : {shared_by_lanes(shape), BlockTuning{1, 1, 2, 2, shape}}) {
            SCOPED_TRACE(std::to_string(shape.y) + " x " + std::to_string(shape.z) + ", lanes " +
                         std::to_string(tuning.lanes));
            BlockExtractor extractor(test_device(), field, tuning);
            check(extractor);
        }
    }
}

void expect_triangles_of_reference(const Volume &volume, double isovalue,
                                   std::span<const BlockShape> shapes = all_shapes) {
    const DeviceField uploaded(test_device(), volume);
    const Mesh expected = extract_reference(volume, static_cast<float>(isovalue));
    for_each_extractor(uploaded.field(), shapes, [&](BlockExtractor &extractor) {
        DeviceMesh mesh;
        for (int i = 0; i < 2; ++i) { // the second by ranges that were kept
            extractor.extract(isovalue, {}, mesh);
            expect_same_mesh(download(test_device(), mesh), expected);
        }
    });
}

TEST(BlockShapes, noise_has_the_triangles_of_the_reference) {
    expect_triangles_of_reference(noise_volume({19, 13, 11}, ScalarType::u8, 1), 127.5);
    expect_triangles_of_reference(noise_volume({24, 17, 21}, ScalarType::u8, 2), 60.5);
    expect_triangles_of_reference(noise_volume({2, 2, 2}, ScalarType::u8, 6), 127.5);
    constexpr BlockShape one[] = {{8, 2}};
    expect_triangles_of_reference(noise_volume({17, 5, 9}, ScalarType::f32, 4), 0.7, one);
}

TEST(BlockShapes, surfaces_are_watertight_over_gaps_between_blocks) {
    const Volume volume = synthesize("torus", 50);
    const DeviceField uploaded(test_device(), volume);
    const Mesh expected = extract_reference(volume, 128.0f);
    for_each_extractor(uploaded.field(), all_shapes, [&](BlockExtractor &extractor) {
        DeviceMesh mesh;
        extractor.extract(128.0, {}, mesh);
        const Mesh found = download(test_device(), mesh);
        EXPECT_TRUE(measure(found).watertight());
        EXPECT_LT(extractor.active_blocks(), extractor.blocks());
        expect_same_mesh(found, expected);
    });
}

TEST(BlockShapes, every_run_gives_the_same_bytes) {
    const Volume volume = noise_volume({41, 33, 30}, ScalarType::u8, 7);
    const DeviceField uploaded(test_device(), volume);
    for (const BlockShape shape : all_shapes) {
        BlockExtractor shared(test_device(), uploaded.field(), shared_by_lanes(shape));
        BlockExtractor single(test_device(), uploaded.field(), BlockTuning{1, 1, 2, 2, shape});
        DeviceMesh first, second;
        shared.extract(100.5, {}, first);
        single.extract(100.5, {}, second);
        const Mesh a = download(test_device(), first), b = download(test_device(), second);
        EXPECT_TRUE(a.positions == b.positions && a.normals == b.normals && a.triangles == b.triangles) << shape.y;
    }
}

TEST(BlockShapes, formulas_are_evaluated_for_them) {
    if (!evaluates_formulas(test_device().info())) {
        GTEST_SKIP() << "this device does not compute in doubles";
    }
    const FormulaVolume formula = formula_volume("bumpy-cayley:41x32x23");
    const Volume volume = read_volume("formula:bumpy-cayley:41x32x23");
    const DeviceFormula evaluated(test_device(), volume.header(), formula.text, formula.sizes[2]);
    const Mesh expected = extract_reference(volume, -0.5f);
    constexpr BlockShape two[] = {{2, 2}, {4, 8}};
    for_each_extractor(evaluated.field(), two, [&](BlockExtractor &extractor) {
        DeviceMesh mesh;
        extractor.extract(-0.5, {}, mesh);
        expect_same_mesh(download(test_device(), mesh), expected);
    });
}

} // namespace
} // namespace voxmarch
