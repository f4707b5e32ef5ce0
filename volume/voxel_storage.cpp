// Maps files into memory, read-only.
#include "volume/voxel_storage.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace voxmarch {

FileMapping::FileMapping(const std::filesystem::path &file, std::uint64_t offset, std::uint64_t length) {
    const std::uint64_t size = size_of_file(file);
    if (offset > size || length > size - offset) {
        throw FileError(file, "is shorter than its header says");
    }
    if (length == 0) {
        return;
    }
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
    }
    // A mapping starts on a page; the bytes wanted may start inside it.
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    const std::uint64_t lead = offset % page;
    void *base = mmap(nullptr, length + lead, PROT_READ, MAP_PRIVATE, descriptor, static_cast<off_t>(offset - lead));
    const int problem = errno;
    close(descriptor);
    if (base == MAP_FAILED) {
        throw FileError(file, std::string("cannot be mapped into memory: ") + std::strerror(problem));
    }
    base_ = base;
    mapped_ = length + lead;
    bytes_ = {static_cast<const std::byte *>(base) + lead, length};
    entry_.emplace(std::span(static_cast<const std::byte *>(base), (mapped_ + page - 1) / page * page), file);
}

void FileMapping::forget(std::uint64_t offset, std::uint64_t length) const {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes_.data()) + offset;
    const std::uintptr_t first = begin / page * page, end = (begin + length) / page * page;
    if (first < end) { // a hint: that it fails is no error
        madvise(reinterpret_cast<void *>(first), end - first, MADV_DONTNEED);
    }
}

FileMapping::~FileMapping() {
    entry_.reset();
    if (base_ != nullptr) {
        munmap(base_, mapped_);
    }
}

} // namespace voxmarch
