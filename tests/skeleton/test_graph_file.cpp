// Files of skeletons, read back.
#include "base/error.h"
#include "skeleton/graph_file.h"
#include "skeleton/reference.h"
#include "tests/device/device_fixture.h"
#include "tests/skeleton/objects.h"
#include "volume/formats/read.h"

#include <map>

namespace voxmarch {
namespace {

class GraphFile : public testing::Test {
protected:
    GraphFile() {
        BitVolume object = letter_y(33, 2.5);
        const BitVolume ring = torus(33, 13.5, 1.2);
        ring.for_each([&](const VoxelIndex &v) { object.set({v[0], v[1], v[2] / 4}, true); });
        skeleton_ = object;
        thin_reference(skeleton_);
        grid_.dims = object.dims();
        grid_.spacing = {0.5, 1.0, 2.0};
        grid_.origin = {10.0, -20.0, 5.5};
        graph_ = graph_of(skeleton_, object, grid_);
    }
    std::filesystem::path path(const char *name) const { return folder_.path() / name; }
    std::string text(const char *name) const {
        std::ifstream stream(path(name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    TemporaryFolder folder_;
    BitVolume skeleton_{{1, 1, 1}};
    Grid grid_;
    SkeletonGraph graph_;
};

TEST_F(GraphFile, label_volume_marks_every_voxel_of_the_skeleton) {
    write_skeleton(graph_, grid_, path("s.nrrd"));
    const Volume labels = read_volume(path("s.nrrd").string());
    EXPECT_EQ(labels.grid().spacing, grid_.spacing);
    EXPECT_EQ(labels.grid().origin, grid_.origin);
    EXPECT_TRUE(object_of(labels, 0.5) == skeleton_);
    EXPECT_EQ(labels.range().max, static_cast<double>(graph_.edges.size()));
}

TEST_F(GraphFile, vtk_lines_come_back) {
    write_skeleton(graph_, grid_, path("s.vtk"));
    const SkeletonLines read = read_skeleton_lines(path("s.vtk")), written = lines_of(graph_);
    ASSERT_EQ(read.points.size(), written.points.size());
    EXPECT_EQ(read.lines, written.lines);
    EXPECT_EQ(read.lone_points, written.lone_points);
    for (std::size_t i = 0; i < read.points.size(); ++i) {
        EXPECT_EQ(read.points[i].position, written.points[i].position);
        EXPECT_EQ(read.points[i].radius, written.points[i].radius);
    }
}

TEST_F(GraphFile, lone_voxels_are_vertices) {
    BitVolume dots({9, 9, 9});
    dots.set({2, 3, 4}, true);
    dots.set({7, 7, 7}, true);
    const SkeletonGraph graph = graph_of(dots, dots, grid_);
    write_skeleton(graph, grid_, path("d.vtk"));
    const SkeletonLines read = read_skeleton_lines(path("d.vtk"));
    EXPECT_TRUE(read.lines.empty());
    EXPECT_EQ(read.lone_points, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(read.points.at(0).position, glm::dvec3(11.0, -17.0, 13.5));
    write_skeleton(graph, grid_, path("d.obj"));
    EXPECT_TRUE(text("d.obj").ends_with("p 1\np 2\n"));
}

TEST_F(GraphFile, lines_have_the_lengths_of_the_edges) {
    const SkeletonLines lines = lines_of(graph_);
    ASSERT_EQ(lines.lines.size(), graph_.edges.size());
    for (std::size_t e = 0; e < lines.lines.size(); ++e) {
        double length = 0.0;
        for (std::size_t i = 1; i < lines.lines[e].size(); ++i) {
            length +=
                glm::distance(lines.points[lines.lines[e][i - 1]].position, lines.points[lines.lines[e][i]].position);
        }
        EXPECT_NEAR(length, graph_.edges[e].length, 1e-9);
    }
}

TEST_F(GraphFile, obj_and_csv_hold_every_edge) {
    write_skeleton(graph_, grid_, path("s.obj"));
    write_skeleton(graph_, grid_, path("s.CSV"));
    const std::string obj = text("s.obj"), csv = text("s.CSV");
    const auto lines_with = [](const std::string &all, const std::string &begin) {
        std::istringstream stream(all);
        std::size_t count = 0;
        for (std::string line; std::getline(stream, line);) {
            count += line.starts_with(begin);
        }
        return count;
    };
    EXPECT_EQ(lines_with(obj, "l "), graph_.edges.size());
    EXPECT_EQ(lines_with(obj, "v "), lines_of(graph_).points.size());
    EXPECT_EQ(lines_with(csv, ""), graph_.edges.size() + 1);
    std::istringstream rows(csv);
    for (std::string row; std::getline(rows, row);) {
        EXPECT_EQ(std::count(row.begin(), row.end(), ','), 14) << row;
    }
}

TEST_F(GraphFile, lines_come_back_to_the_world_from_any_convention_and_unit) {
    grid_.anatomical = true;
    grid_.unit = LengthUnit::micrometer;
    write_skeleton(graph_, grid_, path("r.vtk"), Convention::ras);
    const SkeletonLines written = lines_of(graph_), file = read_skeleton_lines(path("r.vtk"));
    ASSERT_EQ(file.points.size(), written.points.size());
    EXPECT_EQ(file.points[3].position, written.points[3].position * glm::dvec3(-1, -1, 1));
    const SkeletonLines same = lines_in_world(file, grid_);
    grid_.unit = LengthUnit::millimeter;
    const SkeletonLines millimetres = lines_in_world(file, grid_);
    grid_.anatomical = false; // nothing to turn by
    const SkeletonLines plain = lines_in_world(file, grid_);
    for (std::size_t i = 0; i < written.points.size(); ++i) {
        const SkeletonPoint &point = written.points[i];
        EXPECT_EQ(same.points[i].position, point.position);
        EXPECT_EQ(same.points[i].radius, point.radius);
        EXPECT_LT(glm::distance(millimetres.points[i].position, 1e-3 * point.position), 1e-12);
        EXPECT_NEAR(millimetres.points[i].radius, 1e-3 * point.radius, 1e-12);
        EXPECT_LT(glm::distance(plain.points[i].position, 1e-3 * file.points[i].position), 1e-12);
    }
    // What is in the world already stays there.
    EXPECT_EQ(lines_in_world(same, grid_).points[3].position, 1e-3 * same.points[3].position);
    EXPECT_EQ(lines_in_world(millimetres, grid_).points[3].position, millimetres.points[3].position);
}

TEST_F(GraphFile, walls_are_told_from_ends) {
    const BitVolume object = object_where({40, 21, 21}, [](int x, int y, int z) {
        const double r = std::hypot(x - 10, y - 10, z - 10);
        return r >= 4.0 && (r <= 8.0 || (x > 10 && std::hypot(y - 10, z - 10) <= 1.0));
    });
    BitVolume skeleton = object;
    thin_reference(skeleton);
    Grid grid;
    grid.dims = object.dims();
    const SkeletonGraph graph = graph_of(skeleton, object, grid);
    ASSERT_EQ(graph.edges.size(), 1u);
    write_skeleton(graph, grid, path("w.csv"));
    const std::string csv = text("w.csv");
    EXPECT_TRUE(csv.find("1,1,2,wall,end,1,1,") != std::string::npos ||
                csv.find("1,2,end,wall,1,1,") != std::string::npos)
        << csv;
    write_skeleton(graph, grid, path("w.vtk"));
    const SkeletonLines lines = read_skeleton_lines(path("w.vtk"));
    std::ifstream stream(path("w.vtk"));
    for (std::string line; std::getline(stream, line) && line != "SCALARS node int 1";) {
    }
    std::string table;
    std::getline(stream, table);
    std::map<std::uint32_t, int> others; // points that are no inner ones of lines
    std::uint32_t point = 0;
    for (int kind = 0; stream >> kind; ++point) {
        if (kind != 0) {
            others[point] = kind;
        }
    }
    EXPECT_EQ(point, lines.points.size());
    // Both nodes, and the point of the wall that the line reaches.
    ASSERT_EQ(others.size(), 3u);
    const std::uint32_t first = lines.lines[0].front(), last = lines.lines[0].back();
    const bool first_is_end = lines.points[first].position.x > lines.points[last].position.x; // far from the wall
    EXPECT_EQ(others.at(first_is_end ? first : last), static_cast<int>(NodeKind::end));
    EXPECT_EQ(others.at(first_is_end ? last : first), static_cast<int>(NodeKind::wall));
}

TEST_F(GraphFile, refuses_other_names_and_damaged_files) {
    EXPECT_THROW(write_skeleton(graph_, grid_, path("s.png")), UsageError);
    EXPECT_THROW(write_skeleton(graph_, grid_, path("no/s.vtk")), OutputError);
    EXPECT_THROW(read_skeleton_lines(path("missing.vtk")), FileError);
    const auto damaged = [&](const std::string &content) {
        std::ofstream(path("d.vtk")) << content;
        EXPECT_THROW(read_skeleton_lines(path("d.vtk")), FileError) << content;
    };
    const std::string head = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n";
    damaged("");
    damaged("# vtk DataFile Version 3.0\nx\nBINARY\n");
    damaged(head + "POINTS 99999999999 double\n");
    damaged(head + "POINTS -1 double\n");
    damaged(head + "POINTS 2 double\n0 0 0 1 1");
    damaged(head + "POINTS 2 double\n0 0 0 1 1 1\nLINES 1 3\n2 0 2\n");
    damaged(head + "POINTS 2 double\n0 0 0 1 1 1\nLINES 1 3\n2 0 1\n");
    damaged(head + "POINTS 2 double\n0 0 0 1 1 1\nLINES 1 3\n2 0 1\nPOINTS 1 double\n0 0 0\n"
                   "POINT_DATA 1\nSCALARS radius double 1\nLOOKUP_TABLE default\n1\n");
}

} // namespace
} // namespace voxmarch
