// Every strategy against the serial reference, on volumes of all types and odd sizes.
#include "isosurface/block_extractor.h"
#include "isosurface/measures.h"
#include "isosurface/reference.h"
#include "isosurface/scan_extractor.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/formats/read.h"
#include "volume/synthetic/synthetic.h"

#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>

namespace voxmarch {
namespace {

/// Strategies under test; `blocks` with work-items that share a block and with ones that do not.
std::vector<std::pair<std::string, std::unique_ptr<Extractor>>> all_extractors(const ScalarField &field) {
    std::vector<std::pair<std::string, std::unique_ptr<Extractor>>> result;
    result.emplace_back("blocks, 32 lanes",
                        std::make_unique<BlockExtractor>(test_device(), field, BlockTuning{32, 2, 3, 3}));
    result.emplace_back("blocks, 1 lane",
                        std::make_unique<BlockExtractor>(test_device(), field, BlockTuning{1, 1, 1, 1}));
    result.emplace_back("scan, one layer of blocks a unit", std::make_unique<ScanExtractor>(test_device(), field, 1));
    result.emplace_back("scan, a few layers a unit", std::make_unique<ScanExtractor>(test_device(), field, 4000));
    for (const CellVertices kept : {CellVertices::in_private, CellVertices::in_local}) {
        result.emplace_back(fmt::format("scan, vertices in {} memory", name_of(kept)),
                            std::make_unique<ScanExtractor>(test_device(), field, 4000, kept));
    }
    for (const Extraction extraction : {Extraction::scan, Extraction::histopyramid}) {
        result.emplace_back(name_of(extraction), make_extractor(extraction, test_device(), field));
    }
    return result;
}

void expect_like_reference(const Volume &volume, const std::vector<double> &isovalues) {
    const DeviceField uploaded(test_device(), volume);
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        DeviceMesh mesh;
        for (const double isovalue : isovalues) {
            SCOPED_TRACE(name + " at " + std::to_string(isovalue));
            extractor->extract(isovalue, {}, mesh);
            const Mesh found = download(test_device(), mesh),
                       expected = extract_reference(volume, static_cast<float>(isovalue));
            expect_same_mesh(found, expected);
            expect_same_order(found, expected);
        }
    }
}

TEST(Extraction, noise_of_odd_sizes_and_all_types_gives_the_triangles_of_the_reference) {
    expect_like_reference(noise_volume({19, 13, 11}, ScalarType::u8, 1), {127.5, 20.5, 250.5});
    expect_like_reference(noise_volume({33, 9, 6}, ScalarType::u16, 2), {32767.5, 60000.5});
    expect_like_reference(noise_volume({8, 4, 4}, ScalarType::i16, 3), {-0.5, -20000.5});
    expect_like_reference(noise_volume({17, 5, 9}, ScalarType::f32, 4), {0.0, 0.7});
    expect_like_reference(noise_volume({16, 8, 8}, ScalarType::i8, 5), {-3.5});
}

TEST(Extraction, engine_has_as_many_triangles_as_rogeiro_counted) {
    const std::string file = VOXMARCH_SOURCE_DIR "/../shared/data/engine.vti";
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << "skipped: " << file << " is missing";
    }
    const DeviceField uploaded(test_device(), read_volume(file));
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        DeviceMesh mesh;
        (void)milliseconds(extractor->extract(80.0, {}, mesh));
        EXPECT_EQ(mesh.triangles, 593620U) << name << ": Rogeiro 2011, table 4.2";
    }
}

/// All bytes of a mesh as the device has it.
bool same_bits(const Mesh &a, const Mesh &b) {
    return a.positions == b.positions && a.normals == b.normals && a.triangles == b.triangles;
}

TEST(Extraction, every_run_and_strategy_gives_the_same_bytes) {
    // More than a region of blocks, with all kinds of gaps between active ones.
    const Volume volume = volume_of({136, 134, 135}, ScalarType::u8, [](int x, int y, int z) {
        return (x * 7 + y * 3 + z * 5) % 97 < 40 && (x / 9 + y / 7 + z / 6) % 13 == 0 ? 180.0 : 20.0;
    });
    const DeviceField uploaded(test_device(), volume);
    std::optional<Mesh> first;
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        SCOPED_TRACE(name);
        DeviceMesh mesh;
        extractor->extract(100.0, {}, mesh);
        const Mesh found = download(test_device(), mesh);
        first = first ? std::move(first) : found;
        EXPECT_TRUE(same_bits(found, *first));
        extractor->extract(100.0, {}, mesh);
        EXPECT_TRUE(same_bits(download(test_device(), mesh), *first));
    }
}

TEST(Extraction, smallest_volumes) {
    expect_like_reference(noise_volume({2, 2, 2}, ScalarType::u8, 6), {127.5});
    expect_like_reference(noise_volume({9, 2, 5}, ScalarType::u8, 7), {127.5});
    expect_like_reference(noise_volume({2, 17, 3}, ScalarType::u8, 8), {127.5});
    expect_like_reference(noise_volume({5, 5, 1}, ScalarType::u8, 9), {127.5});
    expect_like_reference(noise_volume({1, 1, 1}, ScalarType::u8, 9), {127.5});
}

TEST(Extraction, isovalues_that_voxels_have_and_that_none_has) {
    std::mt19937 random(10);
    const Volume steps = volume_of({14, 12, 10}, ScalarType::u8, [&](int, int, int) { return random() % 4 * 50; });
    expect_like_reference(steps, {50.0, 150.0, 0.0, 151.0, -5.0, 1e9});
}

TEST(Extraction, normals_follow_the_spacing) {
    Volume noise = noise_volume({12, 11, 10}, ScalarType::u8, 11);
    VolumeHeader header = noise.header();
    header.grid.spacing = {0.5, 1.0, 2.5};
    const std::vector<std::byte> voxels(noise.bytes().begin(), noise.bytes().end());
    expect_like_reference(Volume(header, voxels), {100.5});
}

TEST(Extraction, meshes_are_indexed_and_watertight) {
    for (const bool torus : {false, true}) {
        const Volume volume = synthesize(torus ? "torus" : "sphere", 50);
        const DeviceField uploaded(test_device(), volume);
        for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
            DeviceMesh mesh;
            extractor->extract(128.0, {}, mesh);
            const MeshMeasures measures = measure(download(test_device(), mesh));
            EXPECT_TRUE(measures.watertight()) << name;
            EXPECT_EQ(measures.euler, torus ? 0 : 2) << name;
            EXPECT_EQ(measures.components, 1u) << name;
        }
    }
}

TEST(Extraction, flips_and_leaves_normals_out) {
    const Volume volume = noise_volume({13, 9, 7}, ScalarType::u8, 12);
    const DeviceField uploaded(test_device(), volume);
    Mesh expected = extract_reference(volume, 99.5f);
    flip(expected);
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        SCOPED_TRACE(name);
        DeviceMesh mesh;
        extractor->extract(99.5, {true, true}, mesh);
        expect_same_mesh(download(test_device(), mesh), expected);
        extractor->extract(99.5, {false, true}, mesh);
        EXPECT_TRUE(download(test_device(), mesh).normals.empty());
        expect_same_mesh(download(test_device(), mesh), expected, false);
    }
}

TEST(Extraction, buffers_grow_when_a_surface_is_larger_than_guessed) {
    // All blocks are active and nearly all edges are cut: more than the first guess for blocks, vertices and triangles.
    const Volume checker =
        volume_of({56, 56, 56}, ScalarType::u8, [](int x, int y, int z) { return (x + y + z) % 2 ? 200.0 : 10.0; });
    const DeviceField uploaded(test_device(), checker);
    const Mesh expected = extract_reference(checker, 90.0f);
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        SCOPED_TRACE(name);
        DeviceMesh mesh;
        extractor->extract(90.0, {}, mesh);
        expect_same_mesh(download(test_device(), mesh), expected, false);
        extractor->extract(9.0, {}, mesh);
        EXPECT_EQ(mesh.triangles, 0u);
        EXPECT_TRUE(download(test_device(), mesh).positions.empty());
    }
}

TEST(Extraction, an_interrupted_one_leaves_nothing_for_the_next) {
    const Volume volume = synthesize("tree", 32);
    const DeviceField uploaded(test_device(), volume);
    const Mesh expected = extract_reference(volume, 60.0f);
    for (const auto &[name, extractor] : all_extractors(uploaded.field())) {
        const auto *const blocks = dynamic_cast<const BlockExtractor *>(extractor.get());
        DeviceMesh first;
        extractor->extract(60.0, {}, first);
        const std::uint32_t active = blocks ? blocks->active_blocks() : 0;
        for (int steps = 0; steps < 4; ++steps) {
            SCOPED_TRACE(fmt::format("{}, interrupted after {} steps", name, steps));
            ExtractionSettings settings;
            int told = 0;
            settings.progress = [&](double) {
                if (told++ == steps) {
                    throw std::runtime_error("enough");
                }
            };
            DeviceMesh mesh;
            try {
                extractor->extract(20.0, settings, mesh); // of more triangles
            } catch (const std::runtime_error &) {
            }
            extractor->extract(60.0, {}, mesh);
            expect_same_mesh(download(test_device(), mesh), expected, false);
            EXPECT_EQ(blocks ? blocks->active_blocks() : 0, active);
        }
    }
}

TEST(BlockExtractor, passes_over_blocks_without_the_isovalue_and_keeps_ranges) {
    const Volume volume = synthesize("sphere", 64);
    const DeviceField uploaded(test_device(), volume);
    BlockExtractor extractor(test_device(), uploaded.field());
    DeviceMesh mesh;
    EXPECT_EQ(extractor.extract(128.0, {}, mesh).size(), 5u);
    EXPECT_EQ(extractor.blocks(), 8u * 16 * 16);
    EXPECT_LT(extractor.active_blocks(), extractor.blocks() / 2);
    const auto triangles = mesh.triangles;
    EXPECT_EQ(extractor.extract(100.0, {}, mesh).size(), 4u);
    EXPECT_GT(mesh.triangles, triangles);
    extractor.forget();
    EXPECT_EQ(extractor.extract(128.0, {}, mesh).size(), 5u);
    EXPECT_EQ(mesh.triangles, triangles);
}

} // namespace
} // namespace voxmarch
