// What one page of a TIFF file holds, and whether it can be a slice.
#pragma once

#include "volume/formats/file_scalar.h"
#include "volume/formats/tiff/tiff_handle.h"
#include "volume/formats/tiff/tiff_structure.h"

#include <vector>

namespace voxmarch {

/// The tags of a page that say how its voxels are stored.
struct TiffPage {
    int columns = 1;
    int rows = 1;
    int bits = 8;                     ///< of a sample as stored
    FileScalar type = FileScalar::u8; ///< of a sample once unpacked: the next wider one for 1 .. 7 and 9 .. 15 bits
    int samples = 1;                  ///< values per pixel
    bool separate = false;            ///< each sample in strips or tiles of its own
    bool tiled = false;
    int block_columns = 1; ///< of a tile, or of the page
    int block_rows = 1;    ///< of a tile or a strip
    int orientation = 1;   ///< where the first pixel belongs, 1 .. 4 (TIFF 6.0, Orientation)
    int compression = 1;
    bool is_color = false; ///< the first three samples are red, green and blue, a fourth opacity

    /// Colours that the one sample of a pixel is the number of: all red, then all green, then all blue, 2^bits of each;
    /// empty: none, or one of greys that are the numbers themselves.
    std::vector<std::uint8_t> palette;
    bool white_is_zero = false;
    bool reduced = false;   ///< a thumbnail, a smaller copy or a mask of another page
    int smaller_copies = 0; ///< pages of a pyramid below this one (SubIFDs)

    /// Whether it can be a slice of one volume with another page.
    bool fits(const TiffPage &other) const {
        return columns == other.columns && rows == other.rows && bits == other.bits && type == other.type &&
               samples == other.samples && palette.empty() == other.palette.empty();
    }

    /// Bytes of a row of a block, in whole bytes as TIFF stores rows.
    std::uint64_t block_row_bytes() const;
};

/// Reads the tags of the page at `place`, which becomes the current one. No pixel is read. Luminance and differences
/// packed as JPEG are red, green and blue from then on.
/// @throws FileError if it holds colour, a type or an arrangement that cannot be shown, or claims more voxels than its
/// strips or tiles can hold
TiffPage read_tiff_page(TiffHandle &tiff, const TiffPlace &place);

/// Whether the page is a thumbnail, a smaller copy or a mask. @throws FileError
bool is_reduced_page(TiffHandle &tiff, const TiffPlace &place);

/// "512x512 voxels of type uint16"
std::string describe(const TiffPage &page);

/// How far the packing of a page can shrink data; 1 for none.
std::uint64_t max_tiff_ratio(int compression);

} // namespace voxmarch
