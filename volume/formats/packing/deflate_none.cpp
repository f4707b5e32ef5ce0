// Deflate in a build without zlib: says so.
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/deflate.h"

#include "base/error.h"

namespace voxmarch {

namespace {

UnsupportedError no_zlib() {
    return UnsupportedError(
        "this build lacks zlib: gzip and zlib data cannot be read (install zlib1g-dev and rebuild)");
}

} // namespace

std::unique_ptr<ByteSource> open_gzip_bytes(const std::filesystem::path &, std::uint64_t) { throw no_zlib(); }

void inflate_block(std::span<const std::byte>, std::span<std::byte>, const std::filesystem::path &) { throw no_zlib(); }

std::vector<std::byte> inflate_all(std::span<const std::byte>, DeflateWrapper, std::uint64_t,
                                   const std::filesystem::path &) {
    throw no_zlib();
}

std::vector<std::byte> inflate_head(std::span<const std::byte>, std::size_t) { return {}; }

void gzip(std::span<const std::byte>, const std::function<void(std::span<const std::byte>)> &) { throw no_zlib(); }

GzipStream::GzipStream(std::function<void(std::span<const std::byte>)>) { throw no_zlib(); }

void GzipStream::write(std::span<const std::byte>) {}

void GzipStream::finish() {}

bool has_deflate() { return false; }

} // namespace voxmarch
