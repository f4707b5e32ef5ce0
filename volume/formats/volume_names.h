// Which files and folders look like volumes in a list, before one of them is opened.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace voxmarch {

/// Whether the name says that a file holds a volume. Slices of DICOM often have no such name.
bool names_volume(const std::filesystem::path &file);

/// Ends of such names, in small letters: ".nrrd", ".nii.gz".
std::vector<std::string> volume_name_ends();

/// Whether a folder is one volume: a Zarr store, slices of DICOM, or slices of TIFF or PNG and nothing else. False for
/// what cannot be read. Cost: the names in the folder, and the first bytes of up to 16 files.
bool is_volume_folder(const std::filesystem::path &folder);

} // namespace voxmarch
