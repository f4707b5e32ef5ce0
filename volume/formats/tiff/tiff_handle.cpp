// Opens TIFF files through libtiff's client interface.
#include "volume/formats/tiff/tiff_handle.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace voxmarch {

namespace {

TiffHandle &handle(thandle_t data) { return *static_cast<TiffHandle *>(data); }

tmsize_t read_bytes(thandle_t data, void *out, tmsize_t count) {
    TiffHandle &file = handle(data);
    const std::uint64_t size = file.bytes().size();
    const std::uint64_t wanted = count < 0 ? 0 : static_cast<std::uint64_t>(count);
    const std::uint64_t part = std::min(wanted, size - std::min(size, file.place));
    if (part > 0) {
        std::memcpy(out, file.bytes().data() + file.place, part);
    }
    file.place += part;
    return static_cast<tmsize_t>(part);
}

tmsize_t write_bytes(thandle_t, void *, tmsize_t) { return 0; }

toff_t seek(thandle_t data, toff_t offset, int from) {
    TiffHandle &file = handle(data);
    const std::uint64_t base = from == SEEK_CUR ? file.place : from == SEEK_END ? file.bytes().size() : 0;
    return file.place = base + offset;
}

int close_nothing(thandle_t) { return 0; }

toff_t size(thandle_t data) { return handle(data).bytes().size(); }

#if defined(TIFFLIB_MAJOR_VERSION) // since 4.5
int on_error(::TIFF *, void *data, const char *, const char *words, va_list arguments) {
    handle(data).complain(false, words, arguments);
    return 1;
}

int on_warning(::TIFF *, void *data, const char *, const char *words, va_list arguments) {
    handle(data).complain(true, words, arguments);
    return 1;
}

// One piece of memory that libtiff allocates is a table, a packed strip or a codec's unpacked block.
tmsize_t largest_piece(std::uint64_t file_size) {
    return static_cast<tmsize_t>((std::uint64_t{128} << 20) + std::min(file_size, std::uint64_t{1} << 40) * 8);
}

::TIFF *open_handle(TiffHandle &file) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, &file);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, &file);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest_piece(file.bytes().size()));
    ::TIFF *opened = TIFFClientOpenExt(file.file().c_str(), "rm", &file, read_bytes, write_bytes, seek, close_nothing,
                                       size, nullptr, nullptr, options);
    TIFFOpenOptionsFree(options);
    return opened;
}
#else
void on_error(thandle_t data, const char *, const char *words, va_list arguments) {
    if (data != nullptr) {
        handle(data).complain(false, words, arguments);
    }
}

void on_warning(thandle_t data, const char *, const char *words, va_list arguments) {
    if (data != nullptr) {
        handle(data).complain(true, words, arguments);
    }
}

::TIFF *open_handle(TiffHandle &file) {
    // Handlers are the process's here; every handle is one of ours.
    TIFFSetErrorHandler(nullptr);
    TIFFSetWarningHandler(nullptr);
    TIFFSetErrorHandlerExt(on_error);
    TIFFSetWarningHandlerExt(on_warning);
    return TIFFClientOpen(file.file().c_str(), "rm", &file, read_bytes, write_bytes, seek, close_nothing, size, nullptr,
                          nullptr);
}
#endif

} // namespace

TiffHandle::TiffHandle(const std::filesystem::path &file) : file_(file), mapping_(file, 0, size_of_file(file)) {
    tiff_ = open_handle(*this);
    if (tiff_ == nullptr) {
        throw FileError(file_, "is a damaged TIFF file (" + take_complaint(true) + ")");
    }
    take_complaint(true);
}

TiffHandle::~TiffHandle() { TIFFClose(tiff_); }

void TiffHandle::go_to(std::uint64_t directory) {
    take_complaint(true);
    if (TIFFSetSubDirectory(tiff_, directory) != 1) {
        throw FileError(file_, "is a damaged TIFF file (" + take_complaint(true) + ")");
    }
    // Unknown tags and the like are warned of; what does not fit its place is an error.
    if (const std::string problem = take_complaint(false); !problem.empty()) {
        throw FileError(file_, "is a damaged TIFF file (" + problem + ")");
    }
}

std::string TiffHandle::take_complaint(bool warnings) {
    std::string words = !error_.empty() || !warnings ? error_ : warning_;
    error_.clear();
    warning_.clear();
    return words;
}

void TiffHandle::complain(bool warning, const char *words, va_list arguments) {
    std::string &kept = warning ? warning_ : error_;
    if (!kept.empty()) {
        return;
    }
    std::array<char, 300> line{};
    std::vsnprintf(line.data(), line.size(), words, arguments);
    kept = line.data();
    std::replace_if(
        kept.begin(), kept.end(), [](unsigned char c) { return c < ' '; }, ' ');
    kept = text::trim(kept);
    while (kept.ends_with('.')) {
        kept.pop_back();
    }
    if (kept.empty()) {
        kept = "no reason is given";
    }
}

} // namespace voxmarch
