// Meshes of many pieces: files hold what a loop over all items writes, measures are those of a torus.
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <numbers>
#include <unistd.h>

namespace voxmarch {
namespace {

constexpr double big = 3.0, small = 1.0; // radii

/// A closed grid of around x across vertices, each with two triangles.
Mesh torus(std::uint32_t around, std::uint32_t across) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < around; ++i) {
        for (std::uint32_t j = 0; j < across; ++j) {
            const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * j / across;
            const glm::dvec3 normal(std::cos(u) * std::cos(v), std::sin(u) * std::cos(v), std::sin(v));
            mesh.positions.emplace_back(glm::dvec3(big * std::cos(u), big * std::sin(u), 0.0) + small * normal);
            mesh.normals.emplace_back(normal);
            const std::uint32_t next_i = (i + 1) % around, next_j = (j + 1) % across;
            const std::uint32_t a = i * across + j, b = next_i * across + j, c = next_i * across + next_j;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, i * across + next_j});
        }
    }
    return mesh;
}

/// Of several parts, one of them empty, whose borders lie somewhere within the pieces.
Mesh parted_torus() {
    Mesh mesh = torus(900, 700);
    mesh.part_value = "label";
    mesh.parts = {
        {"first", 4, {1, 0, 0}, 100'001, 300'007}, {"none", 5, {0, 1, 0}, 0, 0}, {"rest", 9, {0, 0, 1}, 0, 0}};
    mesh.parts[2].vertices = mesh.positions.size() - mesh.parts[0].vertices;
    mesh.parts[2].triangles = mesh.triangles.size() - mesh.parts[0].triangles;
    return mesh;
}

std::string written(const Mesh &mesh, const std::string &extension) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("voxmarch-large-{}{}", getpid(), extension);
    write_mesh(mesh, file);
    std::ifstream stream(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    std::filesystem::remove(file);
    return bytes;
}

template <typename T> void append_number(std::string &bytes, T value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value); // this machine is little-endian
}

TEST(LargeMesh, obj_holds_every_line_in_order) {
    const Mesh mesh = parted_torus();
    std::string wanted = "# by voxmarch\n";
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const glm::vec3 &p = mesh.positions[i];
        const char *const color = i < mesh.parts[0].vertices ? "1.0000 0.0000 0.0000" : "0.0000 0.0000 1.0000";
        wanted += fmt::format("v {} {} {} {}\n", p.x, p.y, p.z, color);
    }
    for (const glm::vec3 &n : mesh.normals) {
        wanted += fmt::format("vn {} {} {}\n", n.x, n.y, n.z);
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        wanted += i == 0 ? "# label 4\ng first\n" : i == mesh.parts[0].triangles ? "# label 9\ng rest\n" : "";
        const auto &[a, b, c] = mesh.triangles[i];
        wanted += fmt::format("f {0}//{0} {1}//{1} {2}//{2}\n", a + 1, b + 1, c + 1);
    }
    EXPECT_TRUE(written(mesh, ".obj") == wanted);
}

TEST(LargeMesh, ply_holds_every_record_in_order) {
    const Mesh mesh = parted_torus();
    std::string wanted;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        append_number(wanted, mesh.positions[v]);
        append_number(wanted, mesh.normals[v]);
        wanted += v < mesh.parts[0].vertices ? std::string("\xff\0\0", 3) : std::string("\0\0\xff", 3);
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        wanted += '\3';
        append_number(wanted, mesh.triangles[i]);
        append_number(wanted, i < mesh.parts[0].triangles ? 4 : 9);
    }
    const std::string bytes = written(mesh, ".ply"), end = "end_header\n";
    EXPECT_TRUE(bytes.substr(bytes.find(end) + end.size()) == wanted);
}

TEST(LargeMesh, progress_grows_and_ends_at_one) {
    const Mesh mesh = torus(900, 700);
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("voxmarch-progress-{}.vtk", getpid());
    std::vector<double> shares;
    write_mesh(mesh, file, [&](double share) { shares.push_back(share); });
    std::filesystem::remove(file);
    EXPECT_GE(shares.size(), 4u);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1.0);
}

TEST(LargeMesh, measures_are_those_of_a_torus) {
    Mesh mesh = torus(900, 700);
    const std::uint64_t vertices = 630'000;
    const MeshMeasures whole = measure(mesh);
    EXPECT_EQ(whole.edges, 3 * vertices);
    EXPECT_EQ(whole.euler, 0);
    EXPECT_EQ(whole.components, 1u);
    EXPECT_TRUE(whole.watertight());
    EXPECT_FALSE(whole.hole);
    const double pi = std::numbers::pi;
    EXPECT_NEAR(whole.area, 4 * pi * pi * big * small, 1e-4 * whole.area);
    EXPECT_NEAR(whole.volume, 2 * pi * pi * big * small * small, 1e-4 * whole.volume);

    std::swap(mesh.triangles[800'000][0], mesh.triangles[800'000][1]); // disagrees with its three neighbours
    EXPECT_EQ(measure(mesh).bad_edges, 3u);
    mesh.triangles.erase(mesh.triangles.begin() + 800'000);
    const MeshMeasures open = measure(mesh);
    EXPECT_EQ(open.open_edges, 3u);
    EXPECT_EQ(open.bad_edges, 0u);
    ASSERT_TRUE(open.hole);
    const glm::dvec3 corner(mesh.positions[400'000]);
    EXPECT_LT(glm::distance(*open.hole, corner), 0.05);
}

} // namespace
} // namespace voxmarch
