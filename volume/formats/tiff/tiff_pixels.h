// Unpacks the strips or tiles of a TIFF page into a slice.
#pragma once

#include "volume/formats/tiff/tiff_page.h"

namespace voxmarch {

/// Reads one sample of every pixel of the current page of `tiff`, rows from the top, in native byte order.
/// @param to   type of the voxels in `out`: memory_type(page.type)
/// @param out  page.columns * page.rows voxels
/// @param progress  share of the page done, after each strip or tile; may be empty
/// @throws FileError if a strip or tile is damaged or short
void read_tiff_pixels(TiffHandle &tiff, const TiffPage &page, int sample, ScalarType to, std::span<std::byte> out,
                      const Progress &progress);

} // namespace voxmarch
