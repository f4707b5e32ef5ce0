// Mesh files, read back by hand; triangles picked by label.
#include "base/error.h"
#include "isosurface/labels.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"
#include "isosurface/read_mesh.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace voxmarch {
namespace {

class MeshFile : public testing::Test {
protected:
    MeshFile() : folder_(std::filesystem::temp_directory_path() / ("voxmarch-mesh-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~MeshFile() override { std::filesystem::remove_all(folder_); }

    std::string written(const std::string &name, const Mesh &mesh) const {
        write_mesh(mesh, folder_ / name);
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::filesystem::path folder_;
};

template <typename T> T number_at(const std::string &bytes, std::size_t at, bool big = false) {
    std::string raw = bytes.substr(at, sizeof(T));
    if (big) {
        std::reverse(raw.begin(), raw.end());
    }
    T value;
    std::memcpy(&value, raw.data(), sizeof(T));
    return value;
}

std::size_t after(const std::string &bytes, const std::string &text) { return bytes.find(text) + text.size(); }

Mesh small_sphere() { return extract_reference(synthesize("sphere", 12), 120.5f); }

TEST_F(MeshFile, ply_holds_vertices_normals_and_faces) {
    const Mesh mesh = small_sphere();
    const std::string bytes = written("s.ply", mesh);
    EXPECT_EQ(bytes.find("ply\nformat binary_little_endian 1.0\n"), 0u);
    EXPECT_NE(bytes.find("element vertex " + std::to_string(mesh.positions.size()) + "\n"), bytes.npos);
    const std::size_t data = after(bytes, "end_header\n");
    EXPECT_EQ(bytes.size() - data, mesh.positions.size() * 24 + mesh.triangles.size() * 13);
    EXPECT_EQ(number_at<float>(bytes, data + 24 * 5 + 4), mesh.positions[5].y);
    EXPECT_EQ(number_at<float>(bytes, data + 24 * 5 + 12), mesh.normals[5].x);
    const std::size_t face = data + mesh.positions.size() * 24 + 13 * 7;
    EXPECT_EQ(bytes[face], 3);
    EXPECT_EQ(number_at<std::uint32_t>(bytes, face + 5), mesh.triangles[7][1]);
}

TEST_F(MeshFile, stl_repeats_corners_and_states_outward_normals) {
    const Mesh mesh = small_sphere();
    const std::string bytes = written("s.stl", mesh);
    ASSERT_EQ(bytes.size(), 84 + 50 * mesh.triangles.size());
    EXPECT_EQ(number_at<std::uint32_t>(bytes, 80), mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 9) {
        glm::vec3 normal, corner;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            normal[static_cast<int>(axis)] = number_at<float>(bytes, 84 + 50 * i + 4 * axis);
            corner[static_cast<int>(axis)] = number_at<float>(bytes, 84 + 50 * i + 12 + 4 * axis);
        }
        EXPECT_EQ(corner, mesh.positions[mesh.triangles[i][0]]);
        EXPECT_GT(glm::dot(normal, corner - 5.5f), 0.0f); // the sphere's centre
    }
}

TEST_F(MeshFile, obj_counts_from_one) {
    Mesh mesh = small_sphere();
    const std::string text = written("s.OBJ", mesh);
    std::istringstream lines(text);
    std::size_t points = 0, normals = 0, faces = 0;
    for (std::string line; std::getline(lines, line);) {
        points += line.starts_with("v ");
        normals += line.starts_with("vn ");
        faces += line.starts_with("f ");
    }
    EXPECT_EQ(points, mesh.positions.size());
    EXPECT_EQ(normals, mesh.positions.size());
    EXPECT_EQ(faces, mesh.triangles.size());
    const MeshTriangle &t = mesh.triangles[0];
    std::ostringstream first;
    first << "f " << t[0] + 1 << "//" << t[0] + 1 << ' ' << t[1] + 1 << "//" << t[1] + 1 << ' ';
    EXPECT_NE(text.find(first.str()), text.npos);
    mesh.normals.clear();
    EXPECT_EQ(written("plain.obj", mesh).find("//"), std::string::npos);
}

TEST_F(MeshFile, vtk_is_big_endian_polydata) {
    const Mesh mesh = small_sphere();
    const std::string bytes = written("s.vtk", mesh);
    EXPECT_EQ(bytes.find("# vtk DataFile Version 3.0\n"), 0u);
    const std::size_t points = after(bytes, "POINTS " + std::to_string(mesh.positions.size()) + " float\n");
    EXPECT_EQ(number_at<float>(bytes, points + 12 * 3 + 8, true), mesh.positions[3].z);
    const std::string counts = std::to_string(mesh.triangles.size()) + " " + std::to_string(4 * mesh.triangles.size());
    const std::size_t polygons = after(bytes, "POLYGONS " + counts + "\n");
    EXPECT_EQ(number_at<std::int32_t>(bytes, polygons + 16 * 2, true), 3);
    EXPECT_EQ(number_at<std::int32_t>(bytes, polygons + 16 * 2 + 12, true),
              static_cast<std::int32_t>(mesh.triangles[2][2]));
    const std::size_t normals = after(bytes, "NORMALS normals float\n");
    EXPECT_EQ(number_at<float>(bytes, normals + 12 * 4, true), mesh.normals[4].x);
}

Mesh two_parts(const std::string &value) {
    const Mesh sphere = small_sphere();
    Mesh mesh;
    mesh.part_value = value;
    append_part(mesh, sphere, {"Left lung", 40.0, {1.0f, 0.5f, 0.0f}});
    append_part(mesh, sphere, {"Left lung", 41.0, {0.0f, 0.0f, 1.0f}});
    return mesh;
}

TEST_F(MeshFile, parts_are_groups_of_obj) {
    const Mesh mesh = two_parts("label");
    const std::string text = written("s.obj", mesh);
    const std::size_t first = text.find("# label 40\ng Left_lung_40\nf "),
                      second = text.find("# label 41\ng Left_lung_41\nf ");
    ASSERT_NE(first, text.npos);
    ASSERT_NE(second, text.npos);
    EXPECT_EQ(std::count(text.begin() + static_cast<std::ptrdiff_t>(first),
                         text.begin() + static_cast<std::ptrdiff_t>(second), '\n'),
              static_cast<std::ptrdiff_t>(mesh.parts[0].triangles + 2));
    // Each vertex has the colour of its part.
    std::istringstream lines(text);
    std::size_t vertices = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("v ")) {
            const bool of_first = vertices++ < mesh.parts[0].vertices;
            EXPECT_TRUE(line.ends_with(of_first ? " 1.0000 0.5000 0.0000" : " 0.0000 0.0000 1.0000")) << line;
        }
    }
    EXPECT_EQ(vertices, mesh.positions.size());
    EXPECT_EQ(read_mesh(folder_ / "s.obj").mesh.positions.size(), vertices / 2) << "equal places are joined";
}

TEST_F(MeshFile, parts_are_numbers_and_colours_of_ply_and_vtk) {
    const Mesh mesh = two_parts("label");
    const std::size_t vertices = mesh.positions.size(), triangles = mesh.triangles.size();
    const std::string ply = written("s.ply", mesh);
    const std::size_t data = after(ply, "end_header\n");
    ASSERT_EQ(ply.size() - data, vertices * 27 + triangles * 17);
    EXPECT_NE(ply.find("property uchar red\nproperty uchar green\nproperty uchar blue\nelement face"), ply.npos);
    EXPECT_NE(ply.find("vertex_indices\nproperty int label\n"), ply.npos);
    EXPECT_EQ(ply.substr(data + 24, 3), "\xff\x80" + std::string(1, '\0'));
    EXPECT_EQ(ply.substr(data + 27 * (vertices / 2) + 24, 3), std::string("\0\0\xff", 3));
    EXPECT_EQ(number_at<std::int32_t>(ply, data + 27 * vertices + 17 * (triangles / 2 - 1) + 13), 40);
    EXPECT_EQ(number_at<std::int32_t>(ply, data + 27 * vertices + 17 * (triangles / 2) + 13), 41);
    const std::string vtk = written("s.vtk", mesh);
    const std::size_t labels =
        after(vtk, "CELL_DATA " + std::to_string(triangles) + "\nSCALARS label int 1\nLOOKUP_TABLE default\n");
    EXPECT_EQ(number_at<std::int32_t>(vtk, labels, true), 40);
    EXPECT_EQ(number_at<std::int32_t>(vtk, labels + 4 * (triangles - 1), true), 41);
    const std::size_t colors = after(vtk, "COLOR_SCALARS color 3\n");
    EXPECT_EQ(vtk.substr(colors + 3 * (triangles - 1), 3), std::string("\0\0\xff", 3));
    EXPECT_EQ(number_at<double>(written("i.vtk", two_parts("isovalue")),
                                after(written("i.vtk", two_parts("isovalue")), "LOOKUP_TABLE default\n"), true),
              40.0);
    EXPECT_FALSE(tells_parts_apart("a.STL"));
    EXPECT_TRUE(tells_parts_apart("a.ply"));
}

TEST_F(MeshFile, appears_whole_or_not_at_all) {
    const Mesh mesh = extract_reference(synthesize("sphere", 90), 128.0f); // more than one piece
    struct Stop {};
    EXPECT_THROW(write_mesh(mesh, folder_ / "s.ply", [](double) { throw Stop(); }), Stop);
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    EXPECT_THROW(write_mesh(mesh, folder_ / "s.xyz"), UsageError);
    EXPECT_THROW(write_mesh(mesh, folder_ / "missing" / "s.ply"), OutputError);
    double last = 0.0;
    write_mesh(mesh, folder_ / "s.ply", [&](double share) {
        EXPECT_GE(share, last);
        last = share;
    });
    EXPECT_EQ(last, 1.0);
    write_mesh({}, folder_ / "empty.stl");
    EXPECT_EQ(std::filesystem::file_size(folder_ / "empty.stl"), 84u);
}

TEST(Labels, keep_the_triangles_of_their_objects) {
    const auto ball = [](int x, int y, int z, double center) {
        return std::hypot(x - center, y - 8.0, z - 8.0) < 5.2 ? 100.0 : 0.0;
    };
    const Volume volume = volume_of({34, 17, 17}, ScalarType::u8, [&](int x, int y, int z) {
        return std::max(ball(x, y, z, 8.0), ball(x, y, z, 25.0));
    });
    const Volume labels = volume_of({34, 17, 17}, ScalarType::u8, [&](int x, int y, int z) {
        return ball(x, y, z, 8.0) > 0 ? 2.0 : ball(x, y, z, 25.0) > 0 ? 7.0 : 0.0;
    });
    const Mesh both = extract_reference(volume, 50.0f);
    Mesh second = both;
    keep_labels(second, volume, 50.0f, labels, {7});
    EXPECT_EQ(second.triangles.size() * 2, both.triangles.size());
    for (const glm::vec3 &p : second.positions) {
        EXPECT_GT(p.x, 17.0f);
    }
    EXPECT_TRUE(measure(second).watertight());
    Mesh none = both;
    keep_labels(none, volume, 50.0f, labels, {1});
    EXPECT_TRUE(none.triangles.empty());
    EXPECT_THROW(keep_labels(none, synthesize("sphere", 17), 50.0f, labels, {1}), UsageError);

    const std::vector<LabelledMesh> parts = cut_by_label(both, triangle_labels(both, volume, 50.0f, labels));
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].label, 2);
    EXPECT_EQ(parts[1].label, 7);
    EXPECT_TRUE(parts[1].mesh.positions == second.positions && parts[1].mesh.normals == second.normals &&
                parts[1].mesh.triangles == second.triangles);
}

TEST(MeshLabels, vertices_between_two_labels_are_in_both) {
    // A slab of two labels, side by side: a plane is cut along a line.
    const Volume volume = volume_of({9, 5, 5}, ScalarType::u8, [](int, int, int z) { return z < 2 ? 100.0 : 0.0; });
    const Volume labels = volume_of({9, 5, 5}, ScalarType::u8, [](int x, int, int) { return x < 4 ? 1.0 : 3.0; });
    const Mesh plane = extract_reference(volume, 50.0f);
    const std::vector<LabelledMesh> parts = cut_by_label(plane, triangle_labels(plane, volume, 50.0f, labels));
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].mesh.triangles.size() + parts[1].mesh.triangles.size(), plane.triangles.size());
    EXPECT_GT(parts[0].mesh.positions.size() + parts[1].mesh.positions.size(), plane.positions.size());
    for (const LabelledMesh &part : parts) {
        EXPECT_EQ(part.mesh.normals.size(), part.mesh.positions.size());
        EXPECT_EQ(measure(part.mesh).components, 1U);
    }
    EXPECT_NEAR(measure(parts[0].mesh).area + measure(parts[1].mesh).area, measure(plane).area, 1e-6);
    EXPECT_TRUE(cut_by_label({}, {}).empty());
}

} // namespace
} // namespace voxmarch
