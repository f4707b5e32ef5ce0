// Byte sources that need no library: files and memory.
#include "volume/formats/byte_source.h"

#include "base/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

constexpr const char *ends_early = "truncated: the voxels end early";

class FileBytes final : public ByteSource {
public:
    FileBytes(const std::filesystem::path &file, std::uint64_t offset) : file_(file), stream_(file, std::ios::binary) {
        if (!stream_) {
            throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
        }
        stream_.seekg(static_cast<std::streamoff>(offset));
    }

    void read(std::span<std::byte> out) override {
        stream_.read(reinterpret_cast<char *>(out.data()), static_cast<std::streamsize>(out.size()));
        if (!stream_) {
            throw FileError(file_, ends_early);
        }
    }

private:
    std::filesystem::path file_;
    std::ifstream stream_;
};

class MemoryBytes final : public ByteSource {
public:
    MemoryBytes(std::span<const std::byte> bytes, std::filesystem::path file) : rest_(bytes), file_(std::move(file)) {}

    void read(std::span<std::byte> out) override {
        if (out.size() > rest_.size()) {
            throw FileError(file_, ends_early);
        }
        std::copy_n(rest_.begin(), out.size(), out.begin());
        rest_ = rest_.subspan(out.size());
    }

private:
    std::span<const std::byte> rest_;
    std::filesystem::path file_;
};

} // namespace

void ByteSource::skip(std::uint64_t count) {
    std::vector<std::byte> sink(std::min<std::uint64_t>(count, 1 << 20));
    while (count > 0) {
        const auto part = std::min<std::uint64_t>(count, sink.size());
        read({sink.data(), part});
        count -= part;
    }
}

std::unique_ptr<ByteSource> open_file_bytes(const std::filesystem::path &file, std::uint64_t offset) {
    return std::make_unique<FileBytes>(file, offset);
}

std::unique_ptr<ByteSource> open_memory_bytes(std::span<const std::byte> bytes, const std::filesystem::path &file) {
    return std::make_unique<MemoryBytes>(bytes, file);
}

} // namespace voxmarch
