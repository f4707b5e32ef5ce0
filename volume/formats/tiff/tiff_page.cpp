// Reads and checks the tags of a TIFF page.
#include "volume/formats/tiff/tiff_page.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace voxmarch {

namespace {

class PageReader {
public:
    PageReader(TiffHandle &tiff, std::size_t number) : tiff_(tiff), number_(number) {}

    TiffPage read(const TiffPlace &place) {
        refuse_nonsense();
        read_samples();
        read_type();
        read_size();
        read_blocks();
        page_.white_is_zero = tag<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == PHOTOMETRIC_MINISWHITE;
        std::uint16_t copies = 0;
        void *places = nullptr;
        if (TIFFGetField(tiff_.get(), TIFFTAG_SUBIFD, &copies, &places) == 1) {
            page_.smaller_copies = copies;
        }
        check_claim(place);
        return page_;
    }

private:
    TiffHandle &tiff_;
    std::size_t number_;
    TiffPage page_;

    template <typename T> T tag(std::uint32_t name, T otherwise) const {
        T value{};
        return TIFFGetFieldDefaulted(tiff_.get(), name, &value) == 1 ? value : otherwise;
    }

    FileError problem(const std::string &words) const {
        return FileError(tiff_.file(), number_ == 1 ? words : fmt::format("{} (page {})", words, number_));
    }

    // A date without a digit is another tag whose number was damaged, and with it who knows what else.
    void refuse_nonsense() const {
        const char *date = nullptr;
        if (TIFFGetField(tiff_.get(), TIFFTAG_DATETIME, &date) != 1 || date == nullptr) {
            return;
        }
        const std::string words = text::trim(date);
        if (!words.empty() && words.find_first_of("0123456789") == std::string::npos) {
            throw problem("is a damaged TIFF file (its DateTime is no date)");
        }
    }

    // Red, green and blue, and an opacity, are samples like others.
    void read_samples() {
        page_.samples = tag<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
        const auto kind = tag<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (kind == PHOTOMETRIC_PALETTE) {
            return read_palette();
        }
        page_.is_color = (kind == PHOTOMETRIC_RGB && (page_.samples == 3 || page_.samples == 4)) ||
                         (kind == PHOTOMETRIC_YCBCR && turns_into_rgb());
        if (!page_.is_color && kind != PHOTOMETRIC_MINISBLACK && kind != PHOTOMETRIC_MINISWHITE &&
            kind != PHOTOMETRIC_MASK) {
            throw problem(fmt::format("has {} values per voxel that are colours, but not red, green and blue; save it "
                                      "as RGB",
                                      page_.samples));
        }
    }

    // Luminance and differences, of fewer pixels than there are, of which libtiff makes colours of each pixel.
    bool turns_into_rgb() const {
        return page_.samples == 3 && tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1) == 8 &&
               tag<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_CONTIG &&
               tag<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE) == COMPRESSION_JPEG &&
               TIFFIsCODECConfigured(COMPRESSION_JPEG) != 0 &&
               TIFFSetField(tiff_.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) == 1;
    }

    // libtiff has checked that there are 2^bits entries of each colour.
    void read_palette() {
        const auto bits = tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
        std::array<const std::uint16_t *, 3> parts{};
        if (page_.samples != 1 || bits < 1 || bits > 8 ||
            TIFFGetField(tiff_.get(), TIFFTAG_COLORMAP, &parts[0], &parts[1], &parts[2]) != 1 ||
            std::ranges::count(parts, nullptr) > 0) {
            throw problem("has colours from a palette that is missing or too large; save it as grey values or as red, "
                          "green and blue (RGB)");
        }
        const std::size_t entries = std::size_t{1} << bits;
        std::uint16_t largest = 0;
        bool is_grey = true; // each number means itself
        for (const std::uint16_t *part : parts) {
            largest = std::max(largest, *std::max_element(part, part + entries));
        }
        const int shift = largest < 256 ? 0 : 8; // old writers have entries of 8 bits
        for (const std::uint16_t *part : parts) {
            for (std::size_t i = 0; i < entries; ++i) {
                page_.palette.push_back(static_cast<std::uint8_t>(part[i] >> shift));
                is_grey = is_grey && page_.palette.back() == i * 255 / (entries - 1);
            }
        }
        if (is_grey) {
            page_.palette.clear();
        }
    }

    void read_type() {
        page_.bits = tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
        const auto format = tag<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
        const auto type = type_of(format);
        if (!type) {
            throw problem(fmt::format("has voxels of {} bits and {}, which are not supported", page_.bits,
                                      format == SAMPLEFORMAT_IEEEFP       ? "floating point"
                                      : format == SAMPLEFORMAT_INT        ? "sign"
                                      : format >= SAMPLEFORMAT_COMPLEXINT ? "complex numbers"
                                                                          : "unsigned integers"));
        }
        page_.type = page_.palette.empty() ? *type : FileScalar::u8;
    }

    std::optional<FileScalar> type_of(int format) const {
        const int bits = page_.bits;
        switch (format) {
        case SAMPLEFORMAT_VOID:
        case SAMPLEFORMAT_UINT:
            if (bits >= 1 && bits <= 16) {
                return bits <= 8 ? FileScalar::u8 : FileScalar::u16;
            }
            if (bits == 32 || bits == 64) {
                return bits == 32 ? FileScalar::u32 : FileScalar::u64;
            }
            return std::nullopt;
        case SAMPLEFORMAT_INT:
            if (bits == 8 || bits == 16) {
                return bits == 8 ? FileScalar::i8 : FileScalar::i16;
            }
            if (bits == 32 || bits == 64) {
                return bits == 32 ? FileScalar::i32 : FileScalar::i64;
            }
            return std::nullopt;
        case SAMPLEFORMAT_IEEEFP:
            if (bits == 16) {
                return FileScalar::f16;
            }
            if (bits == 32 || bits == 64) {
                return bits == 32 ? FileScalar::f32 : FileScalar::f64;
            }
            return std::nullopt;
        default: return std::nullopt;
        }
    }

    void read_size() {
        const auto columns = tag<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0);
        const auto rows = tag<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
        const auto dims = checked_dims({columns, rows, 1}, tiff_.file());
        page_.columns = dims[0];
        page_.rows = dims[1];
        if (tag<std::uint32_t>(TIFFTAG_IMAGEDEPTH, 1) > 1 || tag<std::uint32_t>(TIFFTAG_TILEDEPTH, 1) > 1) {
            throw problem("has pages of several slices (ImageDepth), which are not supported; write a page a slice");
        }
        page_.orientation = tag<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
        if (page_.orientation < 1 || page_.orientation > 4) {
            throw problem(
                fmt::format("has rows and columns exchanged (Orientation {}), which is not supported; save it "
                            "upright",
                            page_.orientation));
        }
    }

    void read_blocks() {
        page_.separate =
            page_.samples > 1 && tag<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
        page_.compression = tag<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
        page_.tiled = TIFFIsTiled(tiff_.get()) != 0;
        page_.block_columns = page_.columns;
        page_.block_rows = page_.rows;
        if (page_.tiled) {
            const auto block = checked_dims(
                {tag<std::uint32_t>(TIFFTAG_TILEWIDTH, 0), tag<std::uint32_t>(TIFFTAG_TILELENGTH, 0), 1}, tiff_.file());
            page_.block_columns = block[0];
            page_.block_rows = block[1];
        } else if (const auto rows = tag<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, 0);
                   rows > 0 && rows < static_cast<std::uint32_t>(page_.rows)) {
            page_.block_rows = static_cast<int>(rows);
        }
        if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(page_.compression)) == 0) {
            throw problem(fmt::format("is packed by method {}, which this machine's libtiff cannot unpack; save it "
                                      "uncompressed or with deflate (zlib)",
                                      page_.compression));
        }
    }

    // A page of more voxels than its strips can hold is refused before anything is allocated; so is a tile.
    void check_claim(const TiffPlace &place) const {
        const auto block =
            checked_multiply(page_.block_row_bytes(), static_cast<std::uint64_t>(page_.block_rows), tiff_.file());
        const std::uint64_t bits = checked_multiply(
            checked_multiply(static_cast<std::uint64_t>(page_.columns), static_cast<std::uint64_t>(page_.rows),
                             tiff_.file()),
            static_cast<std::uint64_t>(page_.bits) * static_cast<std::uint64_t>(page_.samples), tiff_.file());
        const std::uint64_t ratio = max_tiff_ratio(page_.compression);
        require_bytes(bits / 8, place.stored, ratio, tiff_.file());
        if (page_.tiled) {
            require_bytes(block, size_of_file(tiff_.file()), ratio, tiff_.file());
        }
    }
};

} // namespace

std::uint64_t TiffPage::block_row_bytes() const {
    const auto values = static_cast<std::uint64_t>(block_columns) * static_cast<std::uint64_t>(separate ? 1 : samples);
    return (values * static_cast<std::uint64_t>(bits) + 7) / 8;
}

TiffPage read_tiff_page(TiffHandle &tiff, const TiffPlace &place) {
    tiff.go_to(place.directory);
    return PageReader(tiff, place.number).read(place);
}

bool is_reduced_page(TiffHandle &tiff, const TiffPlace &place) {
    tiff.go_to(place.directory);
    std::uint32_t kind = 0;
    return TIFFGetField(tiff.get(), TIFFTAG_SUBFILETYPE, &kind) == 1 &&
           (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

std::string describe(const TiffPage &page) {
    return fmt::format("{}x{} voxels of type {}{}", page.columns, page.rows, name_of(page.type),
                       page.samples == 1 ? "" : fmt::format(" and {} channels", page.samples));
}

std::uint64_t max_tiff_ratio(int compression) {
    switch (compression) {
    case COMPRESSION_NONE: return 1;
    case COMPRESSION_PACKBITS: return 64;
    case COMPRESSION_LZW: return 1500; // 7.4 MB in a table's 3837 codes
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_PIXARLOG: return max_deflate_ratio * 2;
    default: return 100000; // a block of one value has no bound in zstd, LERC and fax
    }
}

} // namespace voxmarch
