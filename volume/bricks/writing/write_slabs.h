// Writes a volume of any size as one file, slab by slab.
#pragma once

#include "volume/bricks/brick_source.h"

#include <filesystem>
#include <functional>

namespace voxmarch {

struct SlabWriting {
    /// Gzip, of .nrrd; .nii.gz is always packed, .nii and .tif never.
    bool packed = true;

    /// Called now and then with the share done, 0 .. 1. May throw to end it.
    std::function<void(double)> progress;
};

/// Whether write_slabs() knows the extension: .nrrd, .nii, .nii.gz, .tif, .tiff.
bool is_slab_file(const std::filesystem::path &file);

/// Writes level 0 of a source; the file appears whole or not at all. Reads on all cores.
/// Memory: 64 slices or 256 MiB of them, at least one, and 8 MiB a core.
/// @return bytes of the file
/// @throws OutputError, UnsupportedError (gzip without zlib), as BrickSource::read(), what `progress` throws
std::uint64_t write_slabs(const BrickSource &source, const std::filesystem::path &file, const SlabWriting &options);

} // namespace voxmarch
