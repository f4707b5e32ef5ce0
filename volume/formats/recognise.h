// What a file is: by its name, or by its first bytes.
#pragma once

#include "volume/formats/volume_file.h"

#include <filesystem>
#include <initializer_list>
#include <optional>

namespace voxmarch {

enum class FileFormat { raw, nrrd, vti, vtk, nifti, dicom, png, tiff, numpy, mgh, hdf5, openvdb, itk };

/// A format that is read here.
struct Recognised {
    FileFormat format;
    ItkFormat itk = ItkFormat::meta;
};

/// Whether the same name exists with one of these extensions.
bool lies_beside(const std::filesystem::path &file, std::initializer_list<const char *> extensions);

/// Empty for names that say nothing, or that programs of all kinds give.
std::optional<Recognised> by_extension(const std::filesystem::path &file);

/// Empty for content of no format that begins with something of its own.
std::optional<Recognised> by_content(const std::filesystem::path &file);

} // namespace voxmarch
