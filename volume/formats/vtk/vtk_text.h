// The parts of a legacy VTK file: its grid, and where each array lies.
#pragma once

#include "volume/formats/array_choice.h"
#include "volume/formats/file_scalar.h"

#include <array>
#include <filesystem>
#include <glm/glm.hpp>
#include <string_view>

namespace voxmarch {

/// An array and its voxels as they are stored.
struct VtkArray {
    NamedArray named;
    std::string type;           ///< VTK's word
    std::uint64_t values = 0;   ///< components times points or cells
    std::size_t offset = 0;     ///< of the first byte or number
    bool is_color_text = false; ///< the numbers are bytes as shares of 255
};

/// A file of structured points.
struct VtkText {
    bool is_ascii = false; ///< else binary, big endian
    std::array<std::int64_t, 3> points{};
    glm::dvec3 spacing{1.0};
    glm::dvec3 origin{0.0};
    std::vector<VtkArray> arrays; ///< of points and cells
};

/// Parses the whole file, passing over the values. Cost: one pass over ascii values, none over binary ones.
/// @throws FileError for other data sets than structured points and for whatever does not fit the bytes there
VtkText parse_vtk(std::string_view text, const std::filesystem::path &file);

/// A file of points: polygonal data, or an unstructured grid.
struct VtkPoints {
    bool is_ascii = false;        ///< else binary, big endian
    VtkArray places;              ///< three values a point
    std::vector<VtkArray> arrays; ///< of points and cells
};

/// As parse_vtk(), of what has no lattice. @throws FileError for other data sets
VtkPoints parse_vtk_points(std::string_view text, const std::filesystem::path &file);

/// Type of the values of an array. @throws FileError if it is none of one to eight whole bytes
FileScalar vtk_scalar(const VtkArray &array, const std::filesystem::path &file);

} // namespace voxmarch
