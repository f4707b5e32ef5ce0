// Writes small TIFF files through libtiff for the tests.
#pragma once

#include "volume_test_files.h"

#include <functional>
#include <tiffio.h>

namespace voxmarch::testing {

/// How the pages of a test file are stored.
struct TiffStyle {
    int bits = 8;
    int format = SAMPLEFORMAT_UINT;
    int samples = 1;
    int compression = COMPRESSION_NONE;
    int predictor = 1;
    bool separate = false;
    bool tiled = false;
    std::string mode = "wl"; ///< "wl" little-endian, "wb" big-endian, with "8" for BigTIFF
    int photometric = PHOTOMETRIC_MINISBLACK;
    int orientation = ORIENTATION_TOPLEFT;
    int fill_order = FILLORDER_MSB2LSB;
    int rows_per_strip = 3;
    std::string description;            ///< of the first page
    std::vector<std::uint16_t> palette; ///< 2^bits of red, of green, of blue
    float resolution = 0.0F;            ///< 0: not stated
    int resolution_unit = RESUNIT_NONE;
};

/// The bits of sample s of the pixel (x, y) of page z.
using TiffValue = std::function<std::uint64_t(int x, int y, int z, int s)>;

/// Rows of a block, packed as TIFF wants them: samples side by side, from the highest bit on, rows in whole bytes.
class TiffBlock {
public:
    TiffBlock(int columns, int rows, int samples, int bits)
        : row_bytes_((static_cast<std::size_t>(columns * samples * bits) + 7) / 8), samples_(samples), bits_(bits),
          bytes_(row_bytes_ * static_cast<std::size_t>(rows)) {}

    void set(int x, int y, int s, std::uint64_t value) {
        std::uint8_t *row = bytes_.data() + row_bytes_ * static_cast<std::size_t>(y);
        const auto index = static_cast<std::size_t>(x * samples_ + s);
        if (bits_ % 8 == 0 && bits_ != 24) {
            std::memcpy(row + index * static_cast<std::size_t>(bits_) / 8, &value, static_cast<std::size_t>(bits_) / 8);
            return;
        }
        for (int bit = 0; bit < bits_; ++bit) {
            const std::size_t at = index * static_cast<std::size_t>(bits_) + static_cast<std::size_t>(bit);
            if ((value >> (bits_ - 1 - bit) & 1U) != 0) {
                row[at / 8] = static_cast<std::uint8_t>(row[at / 8] | 0x80U >> at % 8);
            }
        }
    }

    void *data() { return bytes_.data(); }
    tmsize_t size() const { return static_cast<tmsize_t>(bytes_.size()); }

private:
    std::size_t row_bytes_;
    int samples_;
    int bits_;
    std::vector<std::uint8_t> bytes_;
};

inline void write_tiff_blocks(TIFF *tiff, const TiffStyle &style, int columns, int rows, int z,
                              const TiffValue &value) {
    const int planes = style.separate ? style.samples : 1;
    const int side_by_side = style.separate ? 1 : style.samples;
    const int width = style.tiled ? 16 : columns;
    const int height = style.tiled ? 32 : style.rows_per_strip;
    for (int plane = 0; plane < planes; ++plane) {
        for (int y = 0; y < rows; y += height) {
            for (int x = 0; x < columns; x += width) {
                TiffBlock block(width, style.tiled ? height : std::min(height, rows - y), side_by_side, style.bits);
                for (int j = 0; j < std::min(height, rows - y); ++j) {
                    for (int i = 0; i < std::min(width, columns - x); ++i) {
                        for (int s = 0; s < side_by_side; ++s) {
                            block.set(i, j, s, value(x + i, y + j, z, plane + s));
                        }
                    }
                }
                const auto sample = static_cast<std::uint16_t>(plane);
                const auto at_x = static_cast<std::uint32_t>(x), at_y = static_cast<std::uint32_t>(y);
                const tmsize_t written =
                    style.tiled
                        ? TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, at_x, at_y, 0, sample), block.data(),
                                               block.size())
                        : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, at_y, sample), block.data(), block.size());
                ASSERT_EQ(written, block.size());
            }
        }
    }
}

inline void write_tiff_page(TIFF *tiff, const TiffStyle &style, int columns, int rows, int z, const TiffValue &value) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, columns);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, rows);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, style.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, style.format);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, style.samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, style.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, style.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, style.compression);
    if (style.photometric == PHOTOMETRIC_YCBCR) {
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB); // what it is given
    }
    if (!style.palette.empty()) {
        const std::size_t entries = style.palette.size() / 3;
        TIFFSetField(tiff, TIFFTAG_COLORMAP, style.palette.data(), style.palette.data() + entries,
                     style.palette.data() + 2 * entries);
    }
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, style.orientation);
    TIFFSetField(tiff, TIFFTAG_FILLORDER, style.fill_order);
    if (style.predictor != 1) {
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, style.predictor);
    }
    if (const int extra = style.photometric <= PHOTOMETRIC_MINISBLACK ? style.samples - 1 : 0; extra > 0) {
        const std::vector<std::uint16_t> kinds(static_cast<std::size_t>(extra), EXTRASAMPLE_UNSPECIFIED);
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, extra, kinds.data());
    }
    if (style.tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, style.rows_per_strip);
    }
    if (style.resolution > 0.0F) {
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, static_cast<double>(style.resolution));
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, static_cast<double>(style.resolution));
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, style.resolution_unit);
    }
    if (z == 0 && !style.description.empty()) {
        TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, style.description.c_str());
    }
    write_tiff_blocks(tiff, style, columns, rows, z, value);
}

/// Writes `pages` pages. The value is given in the byte order of this machine; libtiff turns it.
inline std::string write_tiff(const std::string &file, const TiffStyle &style, int columns, int rows, int pages,
                              const TiffValue &value) {
    const TIFFErrorHandler warn = TIFFSetWarningHandler(nullptr); // of old packings that are meant
    TIFF *tiff = TIFFOpen(file.c_str(), style.mode.c_str());
    EXPECT_NE(tiff, nullptr);
    for (int z = 0; tiff != nullptr && z < pages; ++z) {
        write_tiff_page(tiff, style, columns, rows, z, value);
        EXPECT_EQ(TIFFWriteDirectory(tiff), 1);
    }
    TIFFClose(tiff);
    TIFFSetWarningHandler(warn);
    return file;
}

} // namespace voxmarch::testing
