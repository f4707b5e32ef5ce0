// Looks through a folder of DICOM files: which series it holds, where their slices lie.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// The tags of one DICOM file that decide where its slice lies and what its voxels are, as they are spelled there.
struct DicomFile {
    std::filesystem::path file;
    std::map<std::uint32_t, std::string> tags; ///< by group << 16 | element

    std::string text(std::uint32_t tag) const;

    /// Numbers separated by backslashes; empty if there are not `count` of them.
    std::vector<double> numbers(std::uint32_t tag, std::size_t count) const;

    std::string series() const;
    std::optional<glm::dvec3> position() const; ///< centre of the first voxel, mm, left posterior superior
    double slice_distance() const;              ///< stated distance or thickness, mm; 1 if none is
    long long number() const;                   ///< instance number, 0 if not stated
    long long frames() const;                   ///< 1 for a plain slice
    bool has_image() const;
};

/// What a folder holds, grouped by series.
struct DicomScan {
    std::map<std::string, std::vector<DicomFile>> series;
    std::size_t left_out = 0; ///< DICOM files without an image, or damaged
};

/// Whether a file has the DICOM magic.
bool is_dicom(const std::filesystem::path &file);

/// Reads the tags of all files of a folder. Cost: no pixel is read. @throws FileError
DicomScan scan_dicom_folder(const std::filesystem::path &folder);

/// The series that was asked for, or the only one. @throws UsageError with a list of all series; FileError if there is
/// none
std::pair<std::string, std::vector<DicomFile>> choose_dicom_series(DicomScan &scan, const std::string &wanted,
                                                                   const std::filesystem::path &folder);

/// @throws FileError unless all slices have one size, orientation and pixel size, and one frame each
void check_dicom_alike(const std::vector<DicomFile> &files);

/// Whether every slice is stored and scaled like the first.
bool have_one_type(const std::vector<DicomFile> &files);

} // namespace voxmarch
