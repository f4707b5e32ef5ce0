// A TIFF file opened by libtiff, which says nothing on the terminal.
#pragma once

#include "volume/voxel_storage.h"

#include <filesystem>
#include <string>
#include <tiffio.h>

namespace voxmarch {

/// Owns libtiff's handle. What libtiff complains about is kept for us; the bytes come from a mapping of the file.
class TiffHandle {
public:
    /// @throws FileError if it is no TIFF file
    explicit TiffHandle(const std::filesystem::path &file);
    ~TiffHandle();
    TiffHandle(const TiffHandle &) = delete;
    TiffHandle &operator=(const TiffHandle &) = delete;

    ::TIFF *get() const { return tiff_; }
    const std::filesystem::path &file() const { return file_; }
    std::span<const std::byte> bytes() const { return mapping_.bytes(); }

    /// Makes the page whose directory begins at this byte the current one. @throws FileError
    void go_to(std::uint64_t directory);

    /// What libtiff said first since the last call, one line; empty for nothing. `warnings` counts them too.
    std::string take_complaint(bool warnings);

    // For libtiff's callbacks.
    void complain(bool warning, const char *words, va_list arguments);
    std::uint64_t place = 0; ///< the next byte that libtiff reads

private:
    std::filesystem::path file_;
    FileMapping mapping_;
    std::string error_;
    std::string warning_;
    ::TIFF *tiff_ = nullptr;
};

} // namespace voxmarch
