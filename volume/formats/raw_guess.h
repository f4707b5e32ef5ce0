// What plain voxels in a file may look like when nobody says it, and whether a layout fits the file.
#pragma once

#include "volume/formats/volume_file.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Bytes of all voxels; empty if an edge is not in [1, max_axis_length] or there are more than 2^63.
std::optional<std::uint64_t> voxel_bytes(const RawLayout &layout);

/// The text that parse_raw_layout() reads, as short as it can be: "256x256x256:uint8:1,1,2:big:offset=352".
std::string to_text(const RawLayout &layout);

/// A layout against the size of a file, bytes.
struct RawFit {
    std::uint64_t needed = 0; ///< by header and voxels; 0: no volume has these edges
    std::uint64_t size = 0;   ///< of the file
    bool possible() const { return needed > 0 && needed <= size; }
    bool exact() const { return needed > 0 && needed == size; }
};
RawFit fit_of(const RawLayout &layout, std::uint64_t size);

/// Layouts for a file of this size, likely ones first, at most `limit`: the edges and type that stand in its name,
/// cubes, square slices, and cubes after a header of at most 4096 bytes. Cost: some thousand multiplications.
std::vector<RawLayout> guess_raw_layouts(const std::string &file_name, std::uint64_t size, std::size_t limit = 12);

/// Whether nothing says how the voxels of this file lie: it is a .raw file without a layout in its name that fits its
/// size, or binary data of no format that is known here. False for what cannot be read at all.
bool lacks_raw_layout(const std::filesystem::path &file);

} // namespace voxmarch
