// Where voxels live: heap memory, a read-only file mapping, or another volume.
#pragma once

#include "volume/volume.h"

#include "base/mapped_files.h"
#include "base/zeroed_bytes.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace voxmarch {

/// Voxels on the heap.
template <typename Bytes> class OwnedVoxels final : public VoxelStorage {
public:
    explicit OwnedVoxels(Bytes bytes) : bytes_(std::move(bytes)) {}
    std::span<const std::byte> bytes() const override { return bytes_; }
    std::span<std::byte> writable() override { return bytes_; }

private:
    Bytes bytes_;
};

/// Those of allocate_voxels().
using HeapVoxels = OwnedVoxels<ZeroedBytes>;

/// Voxels of a volume that others have too.
class SharedVoxels final : public VoxelStorage {
public:
    explicit SharedVoxels(std::shared_ptr<const Volume> owner) : owner_(std::move(owner)) {}
    std::span<const std::byte> bytes() const override { return owner_->bytes(); }

private:
    std::shared_ptr<const Volume> owner_;
};

/// A part of a file, mapped read-only; unmapped at the end. Pages are read when touched. Where the file shrinks
/// meanwhile the operating system sends SIGBUS, which ends the program; mapped_file_at() then knows the file.
class FileMapping final : public VoxelStorage {
public:
    /// Maps `length` bytes from `offset`. @throws FileError if the file is missing, shorter, or cannot be mapped
    FileMapping(const std::filesystem::path &file, std::uint64_t offset, std::uint64_t length);
    ~FileMapping() override;
    FileMapping(const FileMapping &) = delete;
    FileMapping &operator=(const FileMapping &) = delete;
    std::span<const std::byte> bytes() const override { return bytes_; }

    /// Lets go of the pages that end in these bytes; who reads them again waits for them again. For those who read more
    /// than memory holds.
    void forget(std::uint64_t offset, std::uint64_t length) const;

private:
    void *base_ = nullptr;
    std::size_t mapped_ = 0;
    std::span<const std::byte> bytes_;
    std::optional<MappedFile> entry_;
};

} // namespace voxmarch
