// The text header of an NRRD file, as written there.
#pragma once

#include "volume/formats/file_scalar.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Fields of an NRRD header (teem.sourceforge.net/nrrd/format.html). Per-axis vectors are empty or `sizes.size()` long.
struct NrrdHeader {
    FileScalar type = FileScalar::u8;
    std::vector<std::int64_t> sizes;
    std::string encoding; ///< lower case: "raw", "gzip", "ascii", ...
    std::optional<std::endian> endian;
    std::string space;                                 ///< lower case, empty if not stated
    std::vector<std::optional<glm::dvec3>> directions; ///< empty optional: "none"
    std::vector<double> time_steps;                    ///< of axes along the world's fourth, with no direction; else 0
    std::vector<double> spacings;                      ///< NaN where unknown
    std::vector<double> axis_maxs;                     ///< NaN where unknown
    std::vector<double> axis_mins;                     ///< NaN where unknown
    std::vector<std::string> kinds;                    ///< lower case
    std::vector<std::string> centerings;               ///< lower case
    std::vector<std::string> space_units; ///< one for each axis of the world, as written; empty: not stated
    std::vector<std::string> units;       ///< one for each axis of the voxels; empty: not stated
    std::optional<glm::dvec3> origin;
    std::string data_file; ///< empty: attached
    std::int64_t line_skip = 0;
    std::int64_t byte_skip = 0;                    ///< -1: the voxels are the last bytes of the file
    std::uint64_t data_offset = 0;                 ///< where attached data begin
    std::map<std::string, std::string> key_values; ///< "key:=value": what NRRD itself does not define
};

/// Parses the header. @throws FileError on anything missing, contradictory or malformed
NrrdHeader read_nrrd_header(const std::filesystem::path &file);

} // namespace voxmarch
