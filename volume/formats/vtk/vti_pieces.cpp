// Puts the pieces of a VTK image together.
#include "volume/formats/vtk/vti_pieces.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_gaps(std::size_t pieces, std::uint64_t missing, const Grid &grid, const fs::path &file) {
    throw FileError(file, fmt::format("its {} pieces leave {} of the {} voxels of its WholeExtent out", pieces, missing,
                                      grid.voxel_count()));
}

} // namespace

std::int64_t vti_length(const VtiExtent &extent, std::size_t axis, bool at_points) {
    const std::int64_t cells = extent[2 * axis + 1] - extent[2 * axis];
    return cells + (at_points || cells == 0 ? 1 : 0);
}

void check_vti_pieces(const std::vector<VtiPiece> &pieces, const Grid &grid, const fs::path &file) {
    std::uint64_t voxels = 0;
    for (const VtiPiece &piece : pieces) {
        voxels += checked_byte_count(piece.dims, 1, file);
    }
    if (voxels < grid.voxel_count()) {
        refuse_gaps(pieces.size(), grid.voxel_count() - voxels, grid, file);
    }
    const VtiArray &array = pieces.front().array;
    const std::uint64_t of_text = 4; // a value of 8 bytes is at least a digit and a space
    require_bytes(checked_multiply(voxels, file_scalar_size(array.type), file), size_of_file(file),
                  array.packing ? max_ratio(*array.packing) : of_text, file);
}

void read_vti_pieces(const std::vector<VtiPiece> &pieces, const VolumeHeader &header, std::span<std::byte> out,
                     const Progress &progress, const fs::path &file) {
    const std::size_t voxel = scalar_size(header.type);
    const auto &n = header.grid.dims;
    std::vector<bool> is_there(header.grid.voxel_count());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto &[array, first, dims] = pieces[i];
        auto part = allocate_voxels(checked_byte_count(dims, voxel, file), file);
        const auto report = [&](double share) {
            if (progress) {
                progress((static_cast<double>(i) + share) / static_cast<double>(pieces.size()));
            }
        };
        read_vti_array(array, part, report, file);
        const auto row = static_cast<std::size_t>(dims[0]);
        const std::byte *in = part.data();
        for (std::int64_t z = first[2]; z < first[2] + dims[2]; ++z) {
            for (std::int64_t y = first[1]; y < first[1] + dims[1]; ++y, in += row * voxel) {
                const auto at = static_cast<std::size_t>((z * n[1] + y) * n[0] + first[0]);
                std::copy_n(in, row * voxel, out.data() + at * voxel);
                std::fill_n(is_there.begin() + static_cast<std::ptrdiff_t>(at), row, true);
            }
        }
    }
    if (const auto missing = std::count(is_there.begin(), is_there.end(), false); missing > 0) {
        refuse_gaps(pieces.size(), static_cast<std::uint64_t>(missing), header.grid, file);
    }
}

} // namespace voxmarch
