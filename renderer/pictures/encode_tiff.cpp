// TIFF by libtiff, into memory.
#include "renderer/pictures/encoders.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <tiffio.h>
#include <vector>

namespace voxmarch {

namespace {

/// A file in memory: libtiff writes, seeks and reads back its directory.
struct TiffBytes {
    std::string bytes;
    std::size_t place = 0;
};

tmsize_t read_tiff_bytes(thandle_t handle, void *target, tmsize_t size) {
    auto &file = *static_cast<TiffBytes *>(handle);
    const std::size_t there = file.bytes.size() - std::min(file.place, file.bytes.size());
    const std::size_t count = std::min(static_cast<std::size_t>(size), there);
    std::memcpy(target, file.bytes.data() + file.place, count);
    file.place += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t write_tiff_bytes(thandle_t handle, void *source, tmsize_t size) {
    auto &file = *static_cast<TiffBytes *>(handle);
    const auto count = static_cast<std::size_t>(size);
    try {
        file.bytes.resize(std::max(file.bytes.size(), file.place + count));
    } catch (const std::bad_alloc &) {
        return 0;
    }
    std::memcpy(file.bytes.data() + file.place, source, count);
    file.place += count;
    return size;
}

toff_t seek_tiff_bytes(thandle_t handle, toff_t offset, int from) {
    auto &file = *static_cast<TiffBytes *>(handle);
    file.place = offset + (from == SEEK_CUR ? file.place : from == SEEK_END ? file.bytes.size() : 0);
    return file.place;
}

toff_t size_of_tiff_bytes(thandle_t handle) { return static_cast<TiffBytes *>(handle)->bytes.size(); }

int close_nothing(thandle_t /*handle*/) { return 0; }

struct CloseTiff {
    void operator()(TIFF *tiff) const { TIFFClose(tiff); }
};

bool is_opaque(const Image &image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
        if (image.rgba[i] != 255) {
            return false;
        }
    }
    return true;
}

void set_picture_fields(TIFF *tiff, const Image &image, std::uint16_t samples, const PictureWords &words) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, std::uint16_t{8});
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, std::uint16_t{PHOTOMETRIC_RGB});
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, std::uint16_t{PLANARCONFIG_CONTIG});
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, std::uint16_t{ORIENTATION_TOPLEFT});
    if (samples == 4) {
        std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, std::uint16_t{1}, &kind);
    }
    const bool deflates = TIFFIsCODECConfigured(COMPRESSION_ADOBE_DEFLATE) != 0;
    TIFFSetField(tiff, TIFFTAG_COMPRESSION,
                 static_cast<std::uint16_t>(deflates ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_LZW));
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, std::uint16_t{PREDICTOR_HORIZONTAL});
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    TIFFSetField(tiff, TIFFTAG_SOFTWARE, "voxmarch");
    if (!words.text.empty()) {
        TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, std::string(words.text).c_str());
    }
    if (words.dpi) {
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, *words.dpi);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, *words.dpi);
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, std::uint16_t{RESUNIT_INCH});
    }
}

} // namespace

bool can_encode_tiff() { return true; }

std::string encode_tiff(const Image &image, const PictureWords &words) {
    TiffBytes file;
    // 'm': nothing is mapped; 'l': the same bytes on every machine.
    std::unique_ptr<TIFF, CloseTiff> tiff(TIFFClientOpen("picture", "wlm", &file, read_tiff_bytes, write_tiff_bytes,
                                                         seek_tiff_bytes, close_nothing, size_of_tiff_bytes, nullptr,
                                                         nullptr));
    if (!tiff) {
        throw std::runtime_error("libtiff opens nothing");
    }
    const std::uint16_t samples = is_opaque(image) ? 3 : 4;
    set_picture_fields(tiff.get(), image, samples, words);
    std::vector<std::uint8_t> row(samples * static_cast<std::size_t>(image.width));
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            std::copy_n(image.pixel(x, y), samples, row.data() + static_cast<std::ptrdiff_t>(x) * samples);
        }
        if (TIFFWriteScanline(tiff.get(), row.data(), static_cast<std::uint32_t>(y), 0) != 1) {
            throw std::runtime_error("libtiff cannot pack its rows");
        }
    }
    if (TIFFWriteDirectory(tiff.get()) != 1) {
        throw std::runtime_error("libtiff cannot write its directory");
    }
    tiff.reset();
    return std::move(file.bytes);
}

} // namespace voxmarch
