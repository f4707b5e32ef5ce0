// What the tags of a TIFF file's first page say of all pages.
#pragma once

#include "volume/formats/tiff/tiff_description.h"
#include "volume/formats/tiff/tiff_handle.h"

namespace voxmarch {

/// Reads the description that the current page carries, by whichever program, and the resolution tags.
/// @param samples  values per pixel of the page
/// @throws FileError if it contradicts itself, or the file is of a kind that hides its slices (MetaMorph, LSM);
/// UnsupportedError for OME-TIFF in a build without tinyxml2
TiffDescription read_tiff_description(TiffHandle &tiff, int samples);

} // namespace voxmarch
