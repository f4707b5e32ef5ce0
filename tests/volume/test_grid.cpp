// Tests of Grid and of the checks on stated axes, origins and data files.
#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/file_grid.h"
#include "volume/grid.h"
#include "volume_test_files.h"

#include <limits>

namespace voxmarch {

using namespace testing;

namespace {

void expect_near(const glm::dvec3 &a, const glm::dvec3 &b, double tolerance = 1e-12) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
    }
}

} // namespace

TEST(Grid, MapsVoxelsToWorldInThreeSteps) {
    Grid grid;
    grid.dims = {5, 4, 3};
    grid.spacing = {0.5, 2.0, 3.0};
    grid.origin = {10, 20, 30};
    // 90 degrees about z: the x axis of the voxels runs along +y of the world, y along -x.
    grid.direction = glm::dmat3(glm::dvec3(0, 1, 0), glm::dvec3(-1, 0, 0), glm::dvec3(0, 0, 1));
    expect_near(glm::dvec3(grid.world_from_voxel() * glm::dvec4(0, 0, 0, 1)), {10, 20, 30});
    expect_near(glm::dvec3(grid.world_from_voxel() * glm::dvec4(4, 3, 2, 1)), {10 - 6, 20 + 2, 30 + 6});
    expect_near(grid.extent(), {2, 6, 6});
    expect_near(grid.center(), {10 - 3, 20 + 1, 30 + 3});
    EXPECT_DOUBLE_EQ(grid.smallest_spacing(), 0.5);
    EXPECT_EQ(grid.voxel_count(), 60U);
}

TEST(Grid, CountsVoxelsBeyond32Bits) {
    Grid grid;
    grid.dims = {4096, 4096, 4096};
    EXPECT_EQ(grid.voxel_count(), std::uint64_t{1} << 36);
}

TEST(FileGrid, SplitsStepsIntoSpacingAndDirectionAndKeepsMirroring) {
    Grid grid;
    const glm::dmat3 step(glm::dvec3(0, 0, -2), glm::dvec3(3, 0, 0), glm::dvec3(0, 0.25, 0)); // determinant < 0
    ASSERT_LT(glm::determinant(step), 0.0);
    set_axes(grid, step, "f");
    expect_near(grid.spacing, {2, 3, 0.25});
    for (int axis = 0; axis < 3; ++axis) {
        expect_near(grid.direction[axis] * grid.spacing[axis], step[axis]);
    }
}

TEST(FileGrid, MakesRoundedAxesExactlyPerpendicular) {
    Grid grid;
    set_axes(grid, glm::dmat3(glm::dvec3(1, 1e-4, 0), glm::dvec3(1e-4, 1, 1e-4), glm::dvec3(0, 0, 1)), "f");
    const glm::dmat3 identity = glm::transpose(grid.direction) * grid.direction;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            EXPECT_NEAR(identity[i][j], i == j ? 1.0 : 0.0, 1e-15);
        }
    }
}

TEST(FileGrid, RefusesShearedZeroAndInfiniteAxes) {
    Grid grid;
    EXPECT_TRUE(contains(message_of<FileError>([&] {
                             set_axes(grid, glm::dmat3(glm::dvec3(1, 0, 0), glm::dvec3(0.3, 1, 0), glm::dvec3(0, 0, 1)),
                                      "f");
                         }),
                         "not perpendicular"));
    EXPECT_THROW(set_axes(grid, glm::dmat3(0.0), "f"), FileError);
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THROW(set_axes(grid, glm::dmat3(infinity), "f"), FileError);
    EXPECT_THROW(set_origin(grid, glm::dvec3(0, std::nan(""), 0), "f"), FileError);
}

TEST(Grid, WhatNobodyMeasuresIsRefused) {
    const auto grid_of = [](double spacing, double origin) {
        Grid grid;
        grid.spacing.y = spacing;
        grid.origin.z = origin;
        return grid;
    };
    EXPECT_NO_THROW(require_measure(grid_of(1e30, -1e30), "f"));
    EXPECT_NO_THROW(require_measure(grid_of(1e-30, 0.0), "f"));
    for (const double spacing : {1.1e30, 0.9e-30, 0.0, std::nan("")}) {
        EXPECT_TRUE(contains(message_of<FileError>([&] { require_measure(grid_of(spacing, 0), "f"); }), "apart"));
    }
    for (const double origin : {1.1e30, -1.1e30, std::numeric_limits<double>::infinity(), std::nan("")}) {
        EXPECT_TRUE(contains(message_of<FileError>([&] { require_measure(grid_of(1, origin), "f"); }), "the place"));
    }
}

// Whatever the format, and whoever says it.
TEST(Grid, FilesThatStateWhatNobodyMeasuresAreRefused) {
    const ScratchFolder folder;
    const std::string bytes(8, '\1'), nrrd = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n",
                                      vtk = "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET STRUCTURED_POINTS\n"
                                            "DIMENSIONS 2 2 2\n",
                                      data = "POINT_DATA 8\nSCALARS a unsigned_char 1\nLOOKUP_TABLE default\n";
    for (const std::string &file :
         {write_file(folder / "s.nrrd", nrrd + "spacings: 1e35 1 1\n\n" + bytes),
          write_file(folder / "o.nrrd", nrrd +
                                            "space: lps\nspace directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: "
                                            "(0,-1e35,0)\n\n" +
                                            bytes),
          write_file(folder / "s.vtk", vtk + "SPACING 1 1 1e-35\nORIGIN 0 0 0\n" + data + bytes),
          write_file(folder / "o.vtk", vtk + "SPACING 1 1 1\nORIGIN 0 0 1e35\n" + data + bytes)}) {
        EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume_header(file); }), "beyond all measure")) << file;
    }
    const auto raw = write_file(folder / "a.raw", bytes);
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume_header(raw, raw_layout("2x2x2:uint8:1,1,1e35")); }),
                         "beyond all measure"));
    ReadOptions far = raw_layout("2x2x2:uint8");
    far.spacing = glm::dvec3(1, 1, 1e35);
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume_header(raw, far); }), "1e-30 to 1e+30"));
}

TEST(FileGrid, TurnsRasIntoLps) {
    Grid grid;
    grid.origin = {1, 2, 3};
    convert_to_lps(grid, {-1, -1, 1});
    expect_near(grid.origin, {-1, -2, 3});
    // A voxel step to the right is a step to negative left.
    expect_near(grid.direction[0], {-1, 0, 0});
    expect_near(grid.direction[1], {0, -1, 0});
    expect_near(grid.direction[2], {0, 0, 1});
}

TEST(FileGrid, DataFilesMustLieInTheHeadersFolderOrBelow) {
    const ScratchFolder folder;
    const auto header = write_file(folder / "a/head.nhdr", "");
    write_file(folder / "a/below/data.raw", "x");
    const auto outside = write_file(folder / "secret.raw", "x");
    EXPECT_EQ(resolve_data_file(header, "below/data.raw").filename(), "data.raw");
    EXPECT_EQ(resolve_data_file(header, "below/../below/data.raw").filename(), "data.raw");
    for (const std::string &name :
         {std::string("../secret.raw"), outside, std::string("below/../../secret.raw"), std::string()}) {
        EXPECT_TRUE(
            contains(message_of<FileError>([&] { resolve_data_file(header, name); }), "does not lie in its folder"))
            << name;
    }
    // A sibling folder whose name begins like ours is not ours.
    write_file(folder / "ab/data.raw", "x");
    EXPECT_THROW(resolve_data_file(header, "../ab/data.raw"), FileError);
    std::filesystem::create_symlink(outside, folder / "a/link.raw");
    EXPECT_THROW(resolve_data_file(header, "link.raw"), FileError);
    EXPECT_TRUE(contains(message_of<FileError>([&] { resolve_data_file(header, "gone.raw"); }), "missing"));
}

TEST(CheckedSize, FindsOverflowAndLies) {
    EXPECT_EQ(checked_multiply(3, 5, "f"), 15U);
    EXPECT_THROW(checked_multiply(std::uint64_t{1} << 32, std::uint64_t{1} << 31, "f"), FileError); // 2^63
    EXPECT_THROW(checked_multiply(std::uint64_t{1} << 40, std::uint64_t{1} << 40, "f"), FileError);
    EXPECT_EQ(checked_multiply((std::uint64_t{1} << 62) - 1, 2, "f"), (std::uint64_t{1} << 63) - 2);
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-4}, max_axis_length + 1, std::numeric_limits<std::int64_t>::max(),
          std::numeric_limits<std::int64_t>::min()}) {
        EXPECT_THROW(checked_dims({8, bad, 8}, "f"), FileError) << bad;
    }
    EXPECT_NO_THROW(require_bytes(10320, 10, max_deflate_ratio, "f"));
    EXPECT_THROW(require_bytes(10321, 10, max_deflate_ratio, "f"), FileError);
    EXPECT_THROW(require_bytes(11, 10, 1, "f"), FileError);
}

TEST(CheckedSize, RefusesMoreThanTheMemoryOfTheMachine) {
    EXPECT_TRUE(
        contains(message_of<MemoryError>([] { allocate_voxels(std::uint64_t{1} << 60, "huge.raw"); }), "huge.raw"));
    EXPECT_EQ(allocate_voxels(17, "f").size(), 17U);
}

} // namespace voxmarch
