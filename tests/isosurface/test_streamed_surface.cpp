// Isosurfaces of volumes that are read slab by slab against those of the same volumes in memory: the same files, the
// same measures, and no brick that is read in vain.
#include "isosurface/crossed_bricks.h"
#include "isosurface/measures.h"
#include "isosurface/streamed_surface.h"
#include "tests/isosurface/device_mesh_check.h"
#include "tests/isosurface/test_volumes.h"
#include "tests/support/streamed_source.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace voxmarch {
namespace {

using testing::StreamedSource;

class StreamedMeshes : public ::testing::Test {
protected:
    StreamedMeshes() { std::filesystem::create_directories(folder_); }
    ~StreamedMeshes() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path file(const std::string &name) const { return folder_ / name; }

    static std::string content(const std::filesystem::path &file) {
        std::ostringstream text;
        text << std::ifstream(file, std::ios::binary).rdbuf();
        return text.str();
    }

    /// All files of a mesh.
    std::vector<std::string> files_of(const MeshView &mesh) const {
        std::vector<std::string> files;
        for (const char *ending : {"a.ply", "a.stl", "a.obj", "a.vtk"}) {
            write_mesh(mesh, file(ending));
            files.push_back(content(file(ending)));
            std::filesystem::remove(file(ending));
        }
        return files;
    }

    std::size_t file_count() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

private:
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("voxmarch_streams_" + std::to_string(getpid()));
};

Device *const device = &test_device();

StreamedSource source_of(const Volume &volume, const std::array<int, 3> &box) {
    return {volume.header(), {volume.bytes().begin(), volume.bytes().end()}, box};
}

void expect_equal(const MeshMeasures &found, const MeshMeasures &expected) {
    EXPECT_EQ(found.vertices, expected.vertices);
    EXPECT_EQ(found.triangles, expected.triangles);
    EXPECT_EQ(found.edges, expected.edges);
    EXPECT_EQ(found.open_edges, expected.open_edges);
    EXPECT_EQ(found.bad_edges, expected.bad_edges);
    EXPECT_EQ(found.hole, expected.hole);
    EXPECT_EQ(found.degenerate, expected.degenerate);
    EXPECT_EQ(found.euler, expected.euler);
    EXPECT_EQ(found.components, expected.components);
    EXPECT_EQ(found.area, expected.area); // to the bit: sums are added in one order
    EXPECT_EQ(found.volume, expected.volume);
}

/// A volume in a turned, left-handed world.
Volume turned(const Volume &volume) {
    VolumeHeader header = volume.header();
    header.grid.spacing = {0.5, 1.5, 2.0};
    header.grid.origin = {-3.0, 7.0, 11.0};
    header.grid.direction = glm::dmat3(glm::dvec3(0, 1, 0), glm::dvec3(1, 0, 0), glm::dvec3(0, 0, 1));
    return Volume(header, std::vector<std::byte>(volume.bytes().begin(), volume.bytes().end()));
}

struct Case {
    std::array<int, 3> box;
    int layers;
    std::uint64_t bytes;
};
constexpr Case cases[] = {{{64, 64, 64}, 0, std::uint64_t{1} << 30},
                          {{16, 16, 16}, 5, 1},
                          {{1000, 7, 1}, 4, 1},
                          {{16, 16, 16}, 100, 40000}, // the room decides
                          {{9, 64, 5}, 12, std::uint64_t{1} << 30}};

TEST_F(StreamedMeshes, HaveTheBytesAndMeasuresOfTheWholeMesh) {
    for (const Volume &volume :
         {noise_volume({21, 18, 33}, ScalarType::u8, 3), noise_volume({9, 10, 41}, ScalarType::i16, 4),
          turned(noise_volume({8, 9, 30}, ScalarType::f32, 5)), exact_sphere(49, 0.4),
          noise_volume({5, 6, 2}, ScalarType::u8, 6)}) {
        const ValueRange range = volume.range();
        for (const double isovalue : {0.5 * (range.min + range.max), 0.9 * range.max, range.min, range.max + 1.0}) {
            for (const bool normals : {true, false}) {
                SlabSettings settings;
                settings.surface.normals = normals;
                std::vector<DeviceShare> shares;
                Mesh whole = extract_slabs({&device, 1}, volume, isovalue, settings, shares);
                to_world(whole, volume.grid());
                const MeshMeasures measures = measure(whole);
                flip(whole);
                const std::vector<std::string> expected = files_of(whole);
                for (const Case &some : cases) {
                    SCOPED_TRACE(volume.header().name + " at " + std::to_string(isovalue) + ", layers " +
                                 std::to_string(some.layers));
                    StreamedSource source = source_of(volume, some.box);
                    if (some.layers > 4) {
                        source.with_ranges();
                    }
                    settings.layers = some.layers;
                    MeshSpool spool(file("m"));
                    StreamedSurface surface(&spool, volume.grid(), true, {});
                    const StreamedVoxels voxels(source, some.bytes);
                    extract_slabs({&device, 1}, voxels, isovalue, settings, surface, shares);
                    expect_equal(surface.finish(), measures);
                    EXPECT_TRUE(files_of(spool.view()) == expected);
                    EXPECT_EQ(voxels.read_bytes().read, source.read_bytes);
                }
            }
        }
    }
    EXPECT_EQ(file_count(), 0u);
}

/// Several surfaces in one spool, and one that begins anew.
TEST_F(StreamedMeshes, FollowEachOtherInOneSpool) {
    const Volume volume = noise_volume({13, 12, 30}, ScalarType::u8, 9);
    const StreamedSource source = source_of(volume, {8, 8, 8});
    const StreamedVoxels voxels(source, 1);
    MeshSpool spool(file("m"));
    Mesh expected;
    for (const double isovalue : {100.0, 180.0}) {
        std::vector<DeviceShare> shares;
        append(expected, extract_slabs({&device, 1}, volume, isovalue, {}, shares));
        StreamedSurface surface(&spool, volume.grid(), false, {});
        extract_slabs({&device, 1}, voxels, isovalue, {}, surface, shares);
        extract_slabs({&device, 1}, voxels, isovalue, {}, surface, shares); // begins anew
        surface.finish();
    }
    const MeshView view = spool.view();
    EXPECT_TRUE(std::ranges::equal(view.positions, expected.positions));
    EXPECT_TRUE(std::ranges::equal(view.normals, expected.normals));
    EXPECT_TRUE(std::ranges::equal(view.triangles, expected.triangles));
}

TEST_F(StreamedMeshes, AreClosedAcrossSlabs) {
    const Volume sphere = exact_sphere(60, 0.4);
    const StreamedSource source = source_of(sphere, {64, 64, 64});
    for (const int layers : {4, 12}) {
        SlabSettings settings;
        settings.layers = layers;
        std::vector<DeviceShare> shares;
        StreamedSurface surface(nullptr, sphere.grid(), false, {});
        extract_slabs({&device, 1}, StreamedVoxels(source, 1), 0.0, settings, surface, shares);
        const MeshMeasures measures = surface.finish();
        EXPECT_TRUE(measures.watertight());
        EXPECT_EQ(measures.euler, 2);
        EXPECT_EQ(measures.components, 1u);
        EXPECT_GT(shares.at(0).units, 3);
    }
}

/// A blob in the middle of one brick of 3^3, which its neighbours are read for; and one at a corner of bricks.
TEST_F(StreamedMeshes, SkipBricksWithoutTheIsovalue) {
    const auto blob = [](double low) {
        return volume_of({200, 150, 190}, ScalarType::u8, [low](int x, int y, int z) {
            const double distance = std::hypot(x - low, y - low, z - low);
            return distance < 6.0 ? 200.0 - distance : 10.0 + (x % 3);
        });
    };
    for (const double low : {32.0, 64.0, 63.0}) {
        const Volume volume = blob(low);
        StreamedSource source = source_of(volume, {64, 64, 64});
        source.with_ranges();
        for (const double isovalue : {100.0, 10.5, 250.0}) {
            source.read_bytes = 0;
            const StreamedVoxels voxels(source, 1);
            SlabSettings settings;
            std::vector<DeviceShare> shares;
            const Mesh found = extract_slabs({&device, 1}, voxels, isovalue, settings, shares);
            const Mesh expected = extract_slabs({&device, 1}, volume, isovalue, settings, shares);
            EXPECT_TRUE(found.positions == expected.positions && found.normals == expected.normals &&
                        found.triangles == expected.triangles);
            EXPECT_EQ(voxels.read_bytes().read + voxels.read_bytes().skipped, source.header().byte_count());
            EXPECT_EQ(voxels.read_bytes().skipped > 0, isovalue != 10.5) << low << " " << isovalue;
            if (isovalue == 250.0) {
                EXPECT_EQ(source.read_bytes, 0u);
            }
        }
    }
}

/// No brick has the isovalue: the surface lies between bricks, across faces, along edges, at a corner.
TEST_F(StreamedMeshes, FindSurfacesBetweenBricks) {
    for (const std::array<bool, 3> axes : {std::array{true, false, false},
                                           {false, true, false},
                                           {false, false, true},
                                           {true, true, false},
                                           {true, true, true}}) {
        for (const bool is_upper : {false, true}) {
            const Volume volume = volume_of({260, 130, 130}, ScalarType::u8, [&](int x, int y, int z) {
                const bool beyond = (!axes[0] || x >= 64) && (!axes[1] || y >= 64) && (!axes[2] || z >= 64);
                return (beyond == is_upper ? 150 : 50) + (x * 7 + y * 3 + z) % 5;
            });
            StreamedSource source = source_of(volume, {64, 64, 64});
            source.with_ranges();
            std::vector<DeviceShare> shares;
            const Mesh found = extract_slabs({&device, 1}, StreamedVoxels(source, 1), 100.0, {}, shares);
            const Mesh expected = extract_slabs({&device, 1}, volume, 100.0, {}, shares);
            EXPECT_GT(expected.triangles.size(), 0u);
            EXPECT_TRUE(found.positions == expected.positions && found.normals == expected.normals &&
                        found.triangles == expected.triangles);
            EXPECT_LT(source.read_bytes, source.header().byte_count());
        }
    }
}

/// Voxels that are not finite stand for the smallest value of the volume, which is not in their brick's range.
TEST_F(StreamedMeshes, FindVoxelsThatAreNotFiniteWithinBricks) {
    Volume solid = volume_of({330, 70, 70}, ScalarType::f32, [](int x, int, int) { return x < 70 ? -1.0 : 5.0; });
    std::vector<std::byte> stored(solid.bytes().begin(), solid.bytes().end());
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(stored.data() + 4 * (230 + 330 * (30 + 70 * 30)), &nan, 4);
    StreamedSource source(solid.header(), std::move(stored), {64, 64, 64});
    source.with_ranges();
    std::vector<DeviceShare> shares;
    const Mesh found = extract_slabs({&device, 1}, StreamedVoxels(source, 1), 2.0, {}, shares);
    EXPECT_EQ(components_of(found).count, 2u);
    EXPECT_TRUE(found.triangles == extract_slabs({&device, 1}, source.whole(), 2.0, {}, shares).triangles);
}

/// Integers are compared as stored, where a fraction of an isovalue may be lost.
TEST_F(StreamedMeshes, CompareRangesAsKernelsCompareVoxels) {
    const Volume flat = volume_of({65, 3, 3}, ScalarType::i16, [](int x, int, int) { return x < 30 ? -5.0 : 0.0; });
    for (const double isovalue : {0.0, 1e-4, 0.01, -4.9999, -5.0, -5.0001}) {
        StreamedSource source = source_of(flat, {64, 64, 64});
        source.with_ranges();
        std::vector<DeviceShare> shares;
        const Mesh found = extract_slabs({&device, 1}, StreamedVoxels(source, 1), isovalue, {}, shares);
        const Mesh expected = extract_slabs({&device, 1}, flat, isovalue, {}, shares);
        EXPECT_TRUE(found.positions == expected.positions && found.triangles == expected.triangles) << isovalue;
    }
}

TEST_F(StreamedMeshes, EndWithTheChunkThatCannotBeRead) {
    const Volume volume = noise_volume({20, 20, 60}, ScalarType::u8, 1);
    StreamedSource source = source_of(volume, {20, 20, 8});
    source.fails_from_slice = 40;
    std::vector<DeviceShare> shares;
    SlabSettings settings;
    settings.layers = 8;
    MeshSpool spool(file("m"));
    StreamedSurface surface(&spool, volume.grid(), false, {});
    try {
        extract_slabs({&device, 1}, StreamedVoxels(source, 1), 100.0, settings, surface, shares);
        ADD_FAILURE();
    } catch (const FileError &error) {
        EXPECT_NE(std::string(error.what()).find("store/0/c/1/2/3"), std::string::npos);
    }
    EXPECT_EQ(file_count(), 0u);
    EXPECT_THROW(MeshSpool(file("no") / "m"), OutputError);
}

/// Volumes have room for few slices, so that all of them are never here.
TEST_F(StreamedMeshes, HoldAWindowOfSlices) {
    const StreamedSource source = source_of(noise_volume({4, 4, 100}, ScalarType::u8, 1), {4, 4, 4});
    for (const auto &[bytes, slices] : {std::pair{16 * 20, 20}, {16 * 100, 100}, {1, 0}}) {
        EXPECT_EQ(StreamedVoxels(source, static_cast<std::uint64_t>(bytes)).most_slices(), slices);
    }
    EXPECT_EQ(layers_within(100, 20), 8); // 8 + 9, and what the fours leave over
    EXPECT_EQ(layers_within(100, 0), 4);
    EXPECT_EQ(layers_within(100, 100), 99);
    for (int most = 16; most < 100; ++most) {
        EXPECT_LE(plan_work(100, layers_within(100, most)).slices, most);
    }
}

} // namespace
} // namespace voxmarch
