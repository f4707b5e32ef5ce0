// Meshes and skeletons of the public interface against closed forms.
#include "tests/api/device_fixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <numbers>

namespace voxmarch::testing {

namespace {

/// 128 at radius 10 around (12, 12, 12) mm, in the world.
Volume sphere_of_10_mm() {
    constexpr int n = 49;
    const Grid grid{.dims = {n, n, n}, .spacing = {0.5, 0.5, 0.5}, .unit = LengthUnit::millimeter};
    std::vector<float> voxels;
    for (int i = 0; i < n * n * n; ++i) {
        const double x = i % n * 0.5 - 12.0, y = i / n % n * 0.5 - 12.0, z = i / (n * n) * 0.5 - 12.0;
        voxels.push_back(static_cast<float>(138.0 - std::sqrt(x * x + y * y + z * z)));
    }
    return {grid, voxels};
}

TEST(ApiMesh, is_the_sphere_it_was_extracted_from) {
    const Volume volume = sphere_of_10_mm();
    const Mesh mesh = extract_isosurface(shared_device(), volume, 128.0);
    EXPECT_EQ(mesh.unit, LengthUnit::millimeter);
    const MeshMeasures measures = measure(mesh);
    EXPECT_TRUE(measures.watertight());
    EXPECT_EQ(measures.euler, 2);
    EXPECT_EQ(measures.components, 1U);
    EXPECT_NEAR(measures.area, 4.0 * std::numbers::pi * 100.0, 4.0);
    EXPECT_NEAR(measures.volume, 4.0 / 3.0 * std::numbers::pi * 1000.0, 15.0);
    ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); i += 97) {
        const auto [x, y, z] = mesh.positions[i];
        const double radius = std::hypot(x - 12.0, y - 12.0, z - 12.0);
        EXPECT_NEAR(radius, 10.0, 0.01);
        const auto [nx, ny, nz] = mesh.normals[i];
        EXPECT_GT((nx * (x - 12.0) + ny * (y - 12.0) + nz * (z - 12.0)) / radius, 0.98) << "outwards";
    }
    EXPECT_TRUE(extract_isosurface(shared_device(), volume, 500.0).triangles.empty());
    EXPECT_TRUE(extract_isosurface(shared_device(), volume, 128.0, {.normals = false}).normals.empty());
}

TEST(ApiMesh, is_the_same_whatever_the_size_of_work_units) {
    const Volume volume = sphere_of_10_mm();
    const Mesh whole = extract_isosurface(shared_device(), volume, 128.0);
    for (const int layers : {1, 12, 1000}) {
        const Mesh mesh = extract_isosurface(shared_device(), volume, 128.0, {.unit_layers = layers});
        EXPECT_TRUE(mesh.positions == whole.positions && mesh.normals == whole.normals &&
                    mesh.triangles == whole.triangles)
            << layers;
    }
    EXPECT_THROW(extract_isosurface(shared_device(), volume, 128.0, {.unit_layers = -1}), UsageError);
}

TEST(ApiMesh, can_be_changed) {
    Mesh mesh = extract_isosurface(shared_device(), sphere_of_10_mm(), 128.0);
    const MeshMeasures before = measure(mesh);
    flip(mesh);
    EXPECT_NEAR(measure(mesh).volume, -before.volume, 1e-3);
    flip(mesh);
    smooth(mesh, 10);
    EXPECT_NEAR(measure(mesh).volume, before.volume, 0.005 * before.volume);
    EXPECT_THROW(smooth(mesh, -1), UsageError);
    EXPECT_THROW(keep_largest(mesh, 0), UsageError);
    Mesh two;
    append_part(two, mesh, {.name = "near", .value = 128.0});
    for (auto &position : mesh.positions) {
        position[0] += 40.0F;
    }
    append_part(two, mesh, {.name = "far", .value = 128.0});
    ASSERT_EQ(two.parts.size(), 2U);
    EXPECT_EQ(two.parts[1].triangles, mesh.triangles.size());
    EXPECT_EQ(measure(two).components, 2U);
    keep_largest(two, 1);
    EXPECT_EQ(measure(two).components, 1U);
    EXPECT_THROW(append_part(mesh, two, {}), UsageError) << "what is there is no part";
    mesh.triangles.push_back({0, 1, 4000000000U});
    EXPECT_THROW(measure(mesh), UsageError);
    EXPECT_THROW(write_mesh(mesh, "broken.ply"), UsageError);
}

TEST(ApiMesh, is_written_in_every_format) {
    const Mesh mesh = extract_isosurface(shared_device(), sphere_of_10_mm(), 128.0);
    const std::filesystem::path folder = ::testing::TempDir();
    for (const char *name : {"api.ply", "api.stl", "api.obj", "api.vtk"}) {
        write_mesh(mesh, folder / name);
        EXPECT_GT(std::filesystem::file_size(folder / name), mesh.triangles.size() * 12) << name;
    }
    std::ifstream stream(folder / "api.ply", std::ios::binary);
    const std::string head(std::istreambuf_iterator<char>(stream), {});
    EXPECT_NE(head.find("UNIT=mm"), std::string::npos);
    EXPECT_THROW(write_mesh(mesh, folder / "api.unknown"), UsageError);
    EXPECT_THROW(write_mesh(mesh, folder / "no" / "such" / "api.ply"), OutputError);
}

TEST(ApiMesh, is_read_and_turned_into_voxels) {
    const Volume sphere = sphere_of_10_mm();
    const Mesh mesh = extract_isosurface(shared_device(), sphere, 128.0);
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "again.stl";
    write_mesh(mesh, file);
    const Mesh again = read_mesh(file);
    EXPECT_EQ(again.unit, LengthUnit::millimeter);
    EXPECT_EQ(measure(again).open_edges, 0U);
    EXPECT_EQ(again.triangles.size(), mesh.triangles.size() - measure(mesh).degenerate);
    const Volume like = voxelize(shared_device(), again, sphere.grid(), {.value = 9});
    EXPECT_EQ(like.grid().dims, sphere.grid().dims);
    EXPECT_EQ(like.range().max, 9.0);
    EXPECT_EQ(voxelize(shared_device(), mesh, 20).grid().dims, (std::array{20, 20, 20}));
    EXPECT_THROW(voxelize(shared_device(), mesh, 2), UsageError);
    EXPECT_THROW(voxelize(shared_device(), mesh, 20, {.value = 256}), UsageError);
    Mesh open = mesh;
    open.triangles.resize(open.triangles.size() / 2);
    EXPECT_THROW(voxelize(shared_device(), open, 20), UsageError);
    EXPECT_THROW(read_mesh("there_is_none.ply"), FileError);
}

TEST(ApiMesh, needs_cells_and_devices) {
    const Volume flat(Grid{.dims = {4, 4, 1}}, std::vector<float>(16, 1.0F));
    EXPECT_THROW(extract_isosurface(shared_device(), flat, 0.5), UsageError);
    EXPECT_THROW(extract_isosurface(std::span<Device *const>(), sphere_of_10_mm(), 128.0), UsageError);
    Device *const none[] = {nullptr};
    EXPECT_THROW(extract_isosurface(none, sphere_of_10_mm(), 128.0), UsageError);
    Device *const twice[] = {&shared_device(), &shared_device()};
    EXPECT_THROW(extract_isosurface(twice, sphere_of_10_mm(), 128.0), UsageError);
    EXPECT_THROW(extract_isosurface(shared_device(), sphere_of_10_mm(), std::nan("")), UsageError);
    const auto stop = [](double) { throw std::runtime_error("enough"); };
    EXPECT_THROW(extract_isosurface(shared_device(), sphere_of_10_mm(), 128.0, {.progress = stop}), std::runtime_error);
}

TEST(ApiMesh, closes_labels_at_the_border) {
    std::vector<std::uint8_t> voxels(64, 0);
    voxels[0] = 5; // one voxel in the corner: an octahedron
    const Volume labels(Grid{.dims = {4, 4, 4}}, voxels);
    const MeshMeasures measures = measure(extract_label(labels, 5));
    EXPECT_TRUE(measures.watertight());
    EXPECT_EQ(measures.triangles, 8U);
    EXPECT_NEAR(measures.volume, std::sqrt(2.0) / 3.0 * std::pow(std::sqrt(0.5), 3), 1e-6);
    EXPECT_TRUE(extract_label(labels, 6).triangles.empty());
    EXPECT_THROW(extract_label(Volume(Grid{.dims = {2, 1, 1}}, std::vector<float>{0.5F, 1.0F}), 1), UsageError);
}

TEST(ApiSkeleton, finds_the_loop_of_a_torus) {
    constexpr int n = 48;
    const Volume volume = synthetic_volume("torus", n);
    const Skeleton skeleton = extract_skeleton(shared_device(), volume, 128.0);
    EXPECT_EQ(skeleton.summary.loops, 1);
    ASSERT_EQ(skeleton.branches.size(), 1U);
    EXPECT_NEAR(skeleton.summary.length, 2.0 * std::numbers::pi * 0.28 * (n - 1), 3.0);
    EXPECT_NEAR(skeleton.branches[0].mean_radius, 0.12 * (n - 1), 1.1); // radii are those of voxels
    EXPECT_EQ(skeleton.grid, volume.grid());
    const std::filesystem::path folder = ::testing::TempDir();
    for (const char *name : {"api_skeleton.vtk", "api_skeleton.obj", "api_skeleton.csv", "api_skeleton.nrrd"}) {
        write_skeleton(skeleton, folder / name);
        EXPECT_GT(std::filesystem::file_size(folder / name), 0U) << name;
    }
    EXPECT_EQ(read_volume((folder / "api_skeleton.nrrd").string()).range().max, 1.0) << "one branch";
    EXPECT_THROW(write_skeleton(skeleton, folder / "api_skeleton.ply"), UsageError);
    Skeleton broken = skeleton;
    broken.branches[0].from = 12;
    EXPECT_THROW(write_skeleton(broken, folder / "api_skeleton.vtk"), UsageError);
}

TEST(ApiSkeleton, takes_labels_and_options) {
    std::vector<std::uint8_t> voxels(11 * 11 * 11, 0);
    for (int x = 0; x < 11; ++x) {
        voxels[static_cast<std::size_t>(5 * 121 + 5 * 11 + x)] = 3; // a line along x
    }
    voxels[0] = 3; // and a lone voxel
    const Volume labels(Grid{.dims = {11, 11, 11}}, voxels);
    const std::array wanted{3, 4};
    EXPECT_EQ(extract_skeleton(shared_device(), labels, wanted).summary.components, 2U);
    const Skeleton line = extract_skeleton(shared_device(), labels, wanted, {.largest = 1});
    EXPECT_EQ(line.summary.components, 1U);
    EXPECT_NEAR(line.summary.length, 10.0, 1e-9);
    EXPECT_EQ(line.nodes.size(), 2U);
    EXPECT_EQ(line.nodes[0].kind, NodeKind::end);
    const std::array absent{9};
    EXPECT_THROW(extract_skeleton(shared_device(), labels, absent), UsageError);
    EXPECT_THROW(extract_skeleton(shared_device(), labels, -1.0), UsageError) << "all is object";
    EXPECT_THROW(extract_skeleton(shared_device(), labels, wanted, {.prune = -1.0}), UsageError);
}

} // namespace

} // namespace voxmarch::testing
