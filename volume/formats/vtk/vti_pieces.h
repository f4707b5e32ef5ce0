// A VTK image in several pieces, as programs that write in parallel leave it.
#pragma once

#include "volume/formats/vtk/vti_data.h"

#include <array>
#include <cstdint>
#include <vector>

namespace voxmarch {

/// First and last point along each axis.
using VtiExtent = std::array<std::int64_t, 6>;

/// Voxels along an axis: points, or the cells between them; one layer of points counts as one layer of cells.
std::int64_t vti_length(const VtiExtent &extent, std::size_t axis, bool at_points);

/// The array of one piece, and the box of the image's voxels that it fills.
struct VtiPiece {
    VtiArray array; ///< all of one type
    std::array<std::int64_t, 3> first{};
    std::array<int, 3> dims{};
};

/// Pieces may overlap: neighbours share points, and VTK writes an image that cannot be cut as often as pieces are asked
/// for.
/// @throws FileError for fewer voxels than the image has, or more than a file of this size can hold
void check_vti_pieces(const std::vector<VtiPiece> &pieces, const Grid &grid, const std::filesystem::path &file);

/// Copies the pieces to their places in `out`, the voxels of the whole image. @throws FileError if some are in none
void read_vti_pieces(const std::vector<VtiPiece> &pieces, const VolumeHeader &header, std::span<std::byte> out,
                     const Progress &progress, const std::filesystem::path &file);

} // namespace voxmarch
