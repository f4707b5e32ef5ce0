// Memory that two processes have: the one lays voxels there, to the other they are a volume.
#pragma once

#include "volume/volume.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace voxmarch {

/// Made before the process forks; empty until it is resized. Move-only.
class SharedMemory {
public:
    /// What there is none of shows when it is resized.
    SharedMemory();
    ~SharedMemory();
    SharedMemory(const SharedMemory &) = delete;
    SharedMemory &operator=(const SharedMemory &) = delete;

    int descriptor() const { return file_; } ///< -1: none

    /// Gives it its size, full of zeros, for good. Once. @throws FileError naming `file`
    void resize(std::uint64_t bytes, const std::filesystem::path &file);

    /// All of it, for the process that writes; it stays mapped for good. @param bytes  that it was resized to
    /// @throws FileError
    std::span<std::byte> map(std::uint64_t bytes, const std::filesystem::path &file) const;

    /// Its first bytes as the storage of a volume, which others must not write to any more. @throws FileError
    std::unique_ptr<VoxelStorage> take(std::uint64_t bytes, const std::filesystem::path &file) const;

private:
    int file_;
};

} // namespace voxmarch
