// Which file lies where in memory: for who is told that a page of it is gone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace voxmarch {

/// Enters a mapping as long as it lives. Of more than 256 at a time, and of names of more than 1000 bytes, nothing is
/// known. Any thread.
class MappedFile {
public:
    MappedFile(std::span<const std::byte> place, const std::filesystem::path &file) noexcept;
    ~MappedFile();
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;

private:
    std::size_t slot_;
};

/// The name of the file that is mapped at an address; null: none is known. Safe in a signal handler: a file that
/// becomes shorter while it is mapped ends in SIGBUS for who reads what it lost.
const char *mapped_file_at(const void *address) noexcept;

} // namespace voxmarch
