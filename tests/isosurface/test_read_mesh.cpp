// Mesh files: those that we write read back, those of other programs' dialects, and damaged ones.
#include "base/error.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"
#include "isosurface/read_mesh.h"
#include "isosurface/reference.h"
#include "tests/isosurface/test_volumes.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace voxmarch {
namespace {

class ReadMesh : public testing::Test {
protected:
    ReadMesh() : folder_(std::filesystem::temp_directory_path() / ("voxmarch-read-mesh-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~ReadMesh() override { std::filesystem::remove_all(folder_); }

    StoredMesh read(const std::string &name, const std::string &bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return read_mesh(folder_ / name);
    }

    std::string written(const std::string &name, const Mesh &mesh, const std::string &world = {}) const {
        write_mesh(mesh, folder_ / name, {}, world);
        std::ifstream file(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// What the reader says of damaged bytes; "" if it takes them.
    std::string problem_of(const std::string &name, const std::string &bytes) const {
        try {
            read(name, bytes);
        } catch (const FileError &error) {
            return error.problem();
        }
        return "";
    }

    std::filesystem::path folder_;
};

const std::string tetrahedron_ply = "ply\nformat ascii 1.0\ncomment SPACE=RAS;UNIT=mm\nelement vertex 4\n"
                                    "property uchar red\nproperty double x\nproperty float y\nproperty int z\n"
                                    "element face 4\nproperty list uchar int vertex_index\nproperty float quality\n"
                                    "element edge 1\nproperty int vertex1\nend_header\n"
                                    "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
                                    "3 0 2 1 .5\n3 0 1 3 .5\n3 0 3 2 .5\n3 1 2 3 .5\n7\n";

TEST_F(ReadMesh, reads_what_we_write) {
    const Mesh mesh = extract_reference(exact_sphere(14, 0.35), 0.0f);
    for (const std::string file : {"s.ply", "s.stl", "s.obj"}) {
        const Mesh found = read(file, written(file, mesh)).mesh;
        EXPECT_EQ(found.triangles.size(), mesh.triangles.size()) << file;
        ASSERT_EQ(found.positions.size(), mesh.positions.size()) << file;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                EXPECT_EQ(found.positions[found.triangles[t][corner]], mesh.positions[mesh.triangles[t][corner]]);
            }
        }
        EXPECT_TRUE(measure(found).watertight()) << file;
    }
}

TEST_F(ReadMesh, takes_the_world_that_comments_tell) {
    const Mesh mesh = extract_reference(exact_sphere(8, 0.35), 0.0f);
    for (const std::string file : {"s.ply", "s.stl", "s.obj"}) {
        StoredMesh found = read(file, written(file, mesh, "SPACE=RAS;UNIT=um"));
        EXPECT_EQ(found.world.unit, LengthUnit::micrometer) << file;
        EXPECT_EQ(found.world.convention, Convention::ras) << file;
        const glm::vec3 stored = found.mesh.positions[5];
        const Grid world = world_of(found);
        EXPECT_TRUE(world.anatomical);
        EXPECT_EQ(found.mesh.positions[5], glm::vec3(-stored.x, -stored.y, stored.z));
    }
    EXPECT_EQ(read("s.stl", written("s.stl", mesh)).world.unit, LengthUnit::millimeter);
    StoredMesh silent = read("s.obj", written("s.obj", mesh));
    EXPECT_EQ(silent.world.unit, LengthUnit::unknown);
    EXPECT_FALSE(world_of(silent).anatomical);
}

TEST_F(ReadMesh, reads_ply_in_text_with_other_properties) {
    const StoredMesh found = read("t.ply", tetrahedron_ply);
    EXPECT_EQ(found.world.unit, LengthUnit::millimeter);
    const MeshMeasures measures = measure(found.mesh);
    EXPECT_TRUE(measures.watertight());
    EXPECT_NEAR(measures.volume, 1.0 / 6.0, 1e-7);
}

TEST_F(ReadMesh, reads_ply_of_the_other_byte_order) {
    std::string bytes = "ply\r\nformat binary_big_endian 1.0\r\nelement vertex 4\r\nproperty float x\r\n"
                        "property float y\r\nproperty float z\r\nelement face 1\r\n"
                        "property list uchar ushort vertex_indices\r\nend_header\r\n";
    for (const auto &[x, y] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        const std::string zero(4, '\0'), one("\x3f\x80\0\0", 4);
        bytes += (x ? one : zero) + (y ? one : zero) + zero;
    }
    bytes += std::string("\4\0\0\0\1\0\2\0\3", 9);
    const Mesh square = read("q.ply", bytes).mesh;
    EXPECT_EQ(square.triangles.size(), 2u); // of four corners
    EXPECT_NEAR(measure(square).area, 1.0, 1e-7);
}

TEST_F(ReadMesh, reads_obj_with_textures_and_places_from_the_end) {
    const Mesh mesh = read("t.obj", "# made by hand\nmtllib a.mtl\nv 0 0 0\nv +1 0 0 1.0\nv 0 1e0 0\nvt 0 0\nvn 0 0 1\n"
                                    "v 0 0 1\ng one\nusemtl red\nf 1/1/1 3/1/1 2/1/1\nf -4//1 -3//1 -1//1\ns off\n"
                                    "f 1/1 4/1 3/1\r\nf 2 3 4\nf 1 2\nv 0 0 0\nf 1 5 2\n")
                          .mesh;
    EXPECT_EQ(mesh.triangles.size(), 4u);
    EXPECT_TRUE(measure(mesh).watertight());
    EXPECT_NEAR(measure(mesh).volume, 1.0 / 6.0, 1e-7);
}

TEST_F(ReadMesh, reads_stl_in_text) {
    const Mesh mesh =
        read("t.stl", "solid UNIT=mm\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 2 0 0\n"
                      "   vertex 0 1 0\n  endloop\n endfacet\n facet normal 0 0 1\n outer loop\n vertex 2 0 0\n"
                      "vertex 2 1 0\nvertex -0.0 1 0\nendloop\nendfacet\nendsolid\n")
            .mesh;
    const std::string loud = "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 2 0 0\nVERTEX 0 1 0\n"
                             "ENDLOOP\nENDFACET\nENDSOLID A\n";
    EXPECT_NEAR(measure(read("loud.stl", loud).mesh).area, 1.0, 1e-7);
    EXPECT_EQ(mesh.positions.size(), 4u); // corners at one place are one, and so are both zeros
    EXPECT_NEAR(measure(mesh).area, 2.0, 1e-7);
}

TEST_F(ReadMesh, tells_what_is_wrong) {
    const auto damaged = [](std::string text, const std::string &part, const std::string &with) {
        return text.replace(text.find(part), part.size(), with);
    };
    const std::string &ply = tetrahedron_ply;
    const auto expect = [&](const std::string &name, const std::string &bytes, const std::string &words) {
        const std::string problem = problem_of(name, bytes);
        EXPECT_NE(problem.find(words), problem.npos) << "'" << problem << "' without '" << words << "'";
    };
    expect("a.ply", "", "does not begin with 'ply'");
    expect("a.ply", "ply\nformat ascii 1.0\n", "ends within the header");
    expect("a.ply", damaged(ply, "format ascii 1.0\n", ""), "names no format");
    expect("a.ply", damaged(ply, "element edge 1", "elements edge 1"), "has the line 'elements edge 1'");
    expect("a.ply", damaged(ply, "ascii", "utf8"), "format 'utf8'");
    expect("a.ply", damaged(ply, "property double x", "property long x"), "the type 'long'");
    expect("a.ply", damaged(ply, "property double x", "property double w"), "without x, y and z");
    expect("a.ply", damaged(ply, "vertex_index", "corners"), "without a list of vertex_indices");
    expect("a.ply", damaged(ply, "element vertex 4", "element vertex -4"), "does not say how many");
    expect("a.ply", damaged(ply, "element vertex 4", "element vertex 9000000000000000000"), "are claimed, but only");
    expect("a.ply", damaged(ply, "element face 4", "element face 40"), "are claimed, but only");
    expect("a.ply", damaged(ply, "element face 4", "element face 7"), "a list of 7 values");
    expect("a.ply", damaged(ply, "3 1 2 3 .5", "3 1 2 4 .5"),
           "a corner that is not there: vertex 4 of 4, counted from 0");
    expect("a.ply", damaged(ply, "3 1 2 3 .5", "3 1 2 -1 .5"), "a corner that is not there");
    expect("a.ply", damaged(ply, "3 1 2 3 .5", "999999 1 2 3"), "a list of 999999 values");
    expect("a.ply", damaged(ply, "3 1 2 3 .5", "3 1 2 0.5 .5"), "0.5 in the place of a whole number");
    expect("a.ply", damaged(ply, "2 1 0 0", "2 nan 0 0"), "must be a finite number");
    expect("a.ply", damaged(ply, "2 1 0 0", "2 1e39 0 0"), "must be a finite number");
    expect("a.ply", damaged(ply, "2 1 0 0", "2 1.1e30 0 0"), "at most 1e+30");
    expect("a.ply", damaged(ply, "2 1 0 0", "2 one 0 0"), "'one' in the place of a number");
    expect("a.ply", damaged(ply, "element edge 1\nproperty int vertex1\n", "element edge 999999999999\n"),
           "without properties");
    expect("a.ply", damaged(ply, "element edge", "element tristrips"), "triangle strips");
    expect("a.stl", "", "begins without 'solid'");
    expect("a.stl", std::string(84, '\0') + "rest", "is not that of the triangles it claims");
    expect("a.stl", std::string(84, '\0'), "holds no triangle with three corners");
    expect("a.stl", "solid\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "has 2 vertices");
    expect("a.stl", "solid\nvertex 0 0 0\n", "ends within a triangle");
    expect("a.stl", "solid\nvertex 0 0\n", "'' in the place of a coordinate");
    expect("a.obj", "v 0 0 0\nf 1 1 2\n", "a corner that is not there: vertex 2 of 1, counted from 1");
    expect("a.obj", "v 0 0 0\nf 1 1 -2\n", "a corner that is not there: -2 with 1 vertices before it");
    expect("a.obj", "v 0 0 0\nv 0 zero 0\n", "vertex 2 has 'zero'");
    expect("a.obj", "v nan 0 0\n", "vertex 1 is at nan");
    expect("a.obj", "v 0 0 0\nf 1 1 0\n", "'0' in the place of a vertex");
    expect("a.obj", "v 0 0 0\nf 1 x 1\n", "'x' in the place of a vertex");
    expect("a.obj", "v 0 0 0\n", "holds no triangle with three corners");
    EXPECT_THROW(read_mesh(folder_ / "there_is_none.ply"), FileError);
    EXPECT_THROW(read_mesh(folder_ / "a.vtk"), FileError);
}

TEST_F(ReadMesh, every_cut_and_every_flipped_byte_is_read_or_refused) {
    const Mesh mesh = extract_reference(exact_sphere(5, 0.3), 0.0f);
    std::mt19937 random(7);
    int refused = 0;
    for (const std::string file : {"s.ply", "s.stl", "s.obj", "t.ply"}) {
        const std::string whole = file == "t.ply" ? tetrahedron_ply : written(file, mesh);
        for (std::size_t length = 0; length < whole.size(); length += 37) {
            refused += !problem_of(file, whole.substr(0, length)).empty();
        }
        for (int i = 0; i < 100; ++i) {
            std::string flipped = whole;
            flipped[random() % flipped.size()] = static_cast<char>(random());
            refused += !problem_of(file, flipped).empty();
        }
    }
    EXPECT_GT(refused, 150);
}

} // namespace
} // namespace voxmarch
