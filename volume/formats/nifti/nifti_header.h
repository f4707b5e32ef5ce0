// The binary header of a NIfTI or ANALYZE file, as written there.
#pragma once

#include "volume/formats/file_scalar.h"
#include "volume/length_unit.h"

#include <filesystem>
#include <glm/glm.hpp>

namespace voxmarch {

/// Fields of a NIfTI-1, NIfTI-2 (nifti.nimh.nih.gov) or ANALYZE 7.5 header that decide about voxels and places.
struct NiftiHeader {
    enum class Kind { analyze, first, second };
    Kind kind = Kind::first;
    bool is_single = true; ///< voxels follow in the same file; else they lie in NAME.img
    std::endian order = std::endian::little;
    std::array<std::int64_t, 8> dims{}; ///< number of axes, then their lengths, 1 where there is no axis
    int type = 0;                       ///< NIfTI's code
    std::uint64_t offset = 0;           ///< of the first voxel
    std::array<double, 8> steps{};      ///< pixdim: sign of the normal, then distances
    double slope = 0.0;                 ///< 0: not scaled
    double intercept = 0.0;
    LengthUnit unit = LengthUnit::unknown;
    int time_unit = 0; ///< xyzt_units: 8 s, 16 ms, 24 us; others and 0: not stated
    double first_time = 0.0;
    int qform = 0; ///< 0: states no rotation
    int sform = 0; ///< 0: states no matrix
    glm::dvec3 quaternion{0.0};
    glm::dvec3 quaternion_offset{0.0};
    std::array<glm::dvec4, 3> rows{}; ///< of the matrix from voxels to right, anterior, superior
};

/// Parses the first bytes of a file, unpacked. @throws FileError if they are no such header, or claim the impossible
NiftiHeader parse_nifti_header(std::span<const std::byte> bytes, const std::filesystem::path &file);

/// Bytes that a header may have.
inline constexpr std::size_t longest_nifti_header = 540;

} // namespace voxmarch
