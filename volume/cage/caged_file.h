// Readers that lean on libraries which damaged files can lead astray run in a process of their own.
#pragma once

#include "volume/formats/volume_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace voxmarch {

/// What a reader may use up beyond what its file explains.
struct CageBounds {
    int seconds = 2;                                 ///< of computing time
    int patience = 20;                               ///< seconds without a sign of life
    std::uint64_t memory = std::uint64_t{160} << 20; ///< bytes
};

/// A reader and its input.
struct CagedReader {
    std::filesystem::path source;   ///< file or folder: with what lies beside it all that can be read
    const char *library = "";       ///< that the reader leans on, for messages: "libtiff"
    std::uint64_t stored_bytes = 0; ///< of all files that it reads
    std::function<std::unique_ptr<VolumeFile>()> open;
    CageBounds bounds{};
};

/// Opens a file in another process (base/isolated.h), which then waits with what it has opened until the voxels are
/// wanted or the returned file is gone. It lays the voxels into memory that both processes share, where they stay.
///
/// Its bounds grow with what is read: computing time by a second for each MiB that is stored and that the voxels take,
/// patience by a second for two of them, memory by 4 times the one and 16 times the other, as pictures of four
/// channels are unpacked several times over. Where isolation_is_off() the reader runs in this process.
///
/// @throws what reader.open() throws; FileError where the reader crashed, went beyond a bound, or said what makes no
/// sense; MemoryError for voxels that cannot fit this machine. load() of what is returned: the same, and what progress
/// throws, which ends the other process
/// Cost: about a millisecond, and more where this process has much private memory
std::unique_ptr<VolumeFile> open_caged(const CagedReader &reader);

} // namespace voxmarch
