// An anonymous file in memory that cannot shrink: who reads from it never meets an end.
#include "volume/cage/shared_memory.h"

#include "base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace voxmarch {

namespace {

class MappedVoxels final : public VoxelStorage {
public:
    explicit MappedVoxels(std::span<std::byte> bytes) : bytes_(bytes) {}
    ~MappedVoxels() override { munmap(bytes_.data(), bytes_.size()); }
    MappedVoxels(const MappedVoxels &) = delete;
    MappedVoxels &operator=(const MappedVoxels &) = delete;
    std::span<const std::byte> bytes() const override { return bytes_; }
    std::span<std::byte> writable() override { return bytes_; }

private:
    std::span<std::byte> bytes_;
};

[[noreturn]] void fail(const std::filesystem::path &file) {
    throw FileError(file, fmt::format("cannot be read: no memory to share ({})", std::strerror(errno)));
}

} // namespace

SharedMemory::SharedMemory() : file_(memfd_create("voxels", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {}

SharedMemory::~SharedMemory() {
    if (file_ >= 0) {
        close(file_);
    }
}

void SharedMemory::resize(std::uint64_t bytes, const std::filesystem::path &file) {
    if (ftruncate(file_, static_cast<off_t>(bytes)) != 0 ||
        fcntl(file_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        fail(file);
    }
}

std::span<std::byte> SharedMemory::map(std::uint64_t bytes, const std::filesystem::path &file) const {
    void *place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (place == MAP_FAILED) {
        fail(file);
    }
    return {static_cast<std::byte *>(place), bytes};
}

std::unique_ptr<VoxelStorage> SharedMemory::take(std::uint64_t bytes, const std::filesystem::path &file) const {
    return std::make_unique<MappedVoxels>(map(bytes, file));
}

} // namespace voxmarch
