// Files of curve skeletons: label volumes, poly-lines, tables; and poly-lines read back.
#pragma once

#include "skeleton/graph.h"
#include "volume/world_convention.h"

#include <filesystem>

namespace voxmarch {

/// Poly-lines over common points, as files hold them.
struct SkeletonLines {
    std::vector<SkeletonPoint> points;             ///< nodes first, in the graph's order
    std::vector<std::vector<std::uint32_t>> lines; ///< one an edge, by point; a closed one ends with its first point
    std::vector<std::uint32_t> lone_points;        ///< nodes without edges
    WorldTag world;                                ///< what the file said about its coordinates
};

SkeletonLines lines_of(const SkeletonGraph &graph);

/// Whether write_skeleton() knows the extension: .nrrd, .vtk, .obj, .csv (whatever the case).
bool is_skeleton_file(const std::filesystem::path &file);

/// Writes by extension. The file appears whole or not at all.
///   .nrrd  label volume, u16: number of the edge (from 1; beyond 65535 from 1 again) at its voxels, 0 elsewhere;
///   voxels
///          of a node have the smallest number of its edges, a lone voxel 65535
///   .vtk   legacy poly data in text: vertices and lines with length, mean radius and number, points with radius
///          and NodeKind (0 within a line)
///   .obj   points, p points and l lines
///   .csv   a row for each edge: number, nodes with kind and degree, length, mean radius, both ends
/// Coordinates are the world's, in the grid's unit; .vtk and .obj say convention and unit in a comment, .csv in the
/// names of its columns. A .nrrd is in the world within, LPS, as its header says.
/// @param grid  of the volume
/// @throws UsageError for another extension, OutputError
void write_skeleton(const SkeletonGraph &graph, const Grid &grid, const std::filesystem::path &file,
                    Convention convention = Convention::lps);

/// Reads the points, vertices, lines and radii of a .vtk file as write_skeleton() writes it; other programs' files do
/// if they are text and hold a point scalar called radius.
/// @throws FileError
SkeletonLines read_skeleton_lines(const std::filesystem::path &file);

/// The lines in the world of a grid: turned and scaled where the file says another convention or unit than the grid.
SkeletonLines lines_in_world(SkeletonLines lines, const Grid &grid);

} // namespace voxmarch
