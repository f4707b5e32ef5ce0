// Deflate by zlib, block by block.
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/deflate.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <memory>
#include <utility>
#include <vector>
#include <zlib.h>

namespace voxmarch {

namespace {

constexpr std::size_t chunk_size = 1 << 20;
constexpr int any_wrapper = 15 + 32; // zlib's code for "window of 32 KiB, gzip or zlib header"

uInt capped(std::size_t n) { return static_cast<uInt>(std::min<std::size_t>(n, 1U << 30)); }

class GzipBytes final : public ByteSource {
public:
    GzipBytes(const std::filesystem::path &file, std::uint64_t offset)
        : file_(file), offset_(offset), input_(file, std::ios::binary), packed_(chunk_size) {
        if (!input_) {
            throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
        }
        input_.seekg(static_cast<std::streamoff>(offset));
        if (inflateInit2(&z_, any_wrapper) != Z_OK) {
            throw MemoryError(file.string() + ": no memory to unpack gzip data");
        }
    }
    ~GzipBytes() override { inflateEnd(&z_); }
    GzipBytes(const GzipBytes &) = delete;
    GzipBytes &operator=(const GzipBytes &) = delete;

    // Only noted, as read_at_once() may unpack these bytes as well.
    void skip(std::uint64_t count) override { skipped_ += count; }

    bool read_at_once(std::span<std::byte> out) override {
        if (begun_ || out.size() < smallest_at_once || out.size() > largest_at_once || skipped_ > out.size() / 2) {
            return false;
        }
        const std::uint64_t size = size_of_file(file_);
        if (size <= offset_) {
            return false;
        }
        const FileMapping packed(file_, offset_, size - offset_);
        if (skipped_ == 0) {
            all_read_ = inflate_at_once(packed.bytes(), out);
            return all_read_;
        }
        // Without values, so that memory is taken as bytes come, not as a header says.
        const auto bytes = std::make_unique_for_overwrite<std::byte[]>(skipped_ + out.size());
        all_read_ = inflate_at_once(packed.bytes(), {bytes.get(), skipped_ + out.size()});
        if (all_read_) {
            std::memcpy(out.data(), bytes.get() + skipped_, out.size());
        }
        return all_read_;
    }

    void read(std::span<std::byte> out) override {
        begun_ = true;
        ByteSource::skip(std::exchange(skipped_, 0));
        while (!out.empty()) {
            out = out.subspan(step(out));
        }
    }

    void finish() override {
        std::vector<std::byte> rest(1 << 16);
        for (std::size_t more = 0; !all_read_ && inside_member_ && more < chunk_size;) {
            more += step(rest);
        }
    }

private:
    // Unpacks once; returns how many bytes came out.
    std::size_t step(std::span<std::byte> out) {
        refill();
        inside_member_ = true;
        const uInt room = capped(out.size());
        z_.next_out = reinterpret_cast<Bytef *>(out.data());
        z_.avail_out = room;
        const int status = inflate(&z_, Z_NO_FLUSH);
        if (status == Z_STREAM_END) {
            inside_member_ = false;
            inflateReset(&z_); // another gzip member may follow
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            throw FileError(file_, fmt::format("corrupt gzip data ({})", z_.msg ? z_.msg : "checksum"));
        }
        return room - z_.avail_out;
    }

    void refill() {
        if (z_.avail_in > 0) {
            return;
        }
        input_.read(reinterpret_cast<char *>(packed_.data()), static_cast<std::streamsize>(packed_.size()));
        z_.next_in = packed_.data();
        z_.avail_in = static_cast<uInt>(input_.gcount());
        if (z_.avail_in == 0) {
            throw FileError(file_, "truncated: the gzip data end early");
        }
    }

    static constexpr std::size_t smallest_at_once = 1 << 16, largest_at_once = std::size_t{1} << 31;

    std::filesystem::path file_;
    std::uint64_t offset_, skipped_ = 0; ///< where the data begin; unpacked bytes that are still to be passed over
    std::ifstream input_;
    std::vector<Bytef> packed_;
    z_stream z_{};
    bool begun_ = false, all_read_ = false; ///< in pieces; at once
    bool inside_member_ = false;            ///< begun and not yet ended by its checksum
};

} // namespace

std::unique_ptr<ByteSource> open_gzip_bytes(const std::filesystem::path &file, std::uint64_t offset) {
    return std::make_unique<GzipBytes>(file, offset);
}

void inflate_block(std::span<const std::byte> packed, std::span<std::byte> out, const std::filesystem::path &file) {
    auto length = static_cast<uLongf>(out.size());
    const int status = uncompress(reinterpret_cast<Bytef *>(out.data()), &length,
                                  reinterpret_cast<const Bytef *>(packed.data()), static_cast<uLong>(packed.size()));
    if (status != Z_OK || length != out.size()) {
        throw FileError(file, "corrupt zlib data");
    }
}

namespace {

// Unpacks data in memory up to `most` bytes. `status` tells how it ended: Z_STREAM_END, Z_OK (more is there) or a
// fault.
std::vector<std::byte> inflate_up_to(std::span<const std::byte> packed, int window, std::uint64_t most, int &status) {
    z_stream z{};
    if (inflateInit2(&z, window) != Z_OK) {
        throw MemoryError("no memory to unpack deflated data");
    }
    struct Closer {
        z_stream &z;
        ~Closer() { inflateEnd(&z); }
    } closer{z};
    std::vector<std::byte> out;
    std::size_t used = 0; // of out
    status = Z_OK;
    while (used < most && status != Z_BUF_ERROR) {
        if (z.avail_in == 0 && !packed.empty()) {
            z.avail_in = capped(packed.size());
            z.next_in = reinterpret_cast<Bytef *>(const_cast<std::byte *>(packed.data()));
            packed = packed.subspan(z.avail_in);
        }
        if (used == out.size()) {
            out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(most, used == 0 ? 65536 : 2 * used)));
        }
        z.avail_out = capped(out.size() - used);
        z.next_out = reinterpret_cast<Bytef *>(out.data() + used);
        const uInt room = z.avail_out;
        status = inflate(&z, Z_NO_FLUSH);
        used += room - z.avail_out;
        const bool more = z.avail_in > 2 && z.next_in[0] == 0x1f && z.next_in[1] == 0x8b;
        if (status == Z_STREAM_END && window == any_wrapper && more) {
            status = inflateReset(&z);
        } else if (status != Z_OK) {
            break;
        }
    }
    out.resize(used);
    return out;
}

} // namespace

std::vector<std::byte> inflate_all(std::span<const std::byte> packed, DeflateWrapper wrapper, std::uint64_t most,
                                   const std::filesystem::path &file) {
    int status = Z_OK;
    auto bytes = inflate_up_to(packed, wrapper == DeflateWrapper::none ? -MAX_WBITS : any_wrapper, most, status);
    if (bytes.size() == most) {
        throw FileError(file, fmt::format("unpacks to more than {} MiB", most >> 20));
    }
    if (status != Z_STREAM_END) {
        throw FileError(file,
                        status == Z_BUF_ERROR ? "truncated: its deflated data end early" : "corrupt deflate data");
    }
    return bytes;
}

std::vector<std::byte> inflate_head(std::span<const std::byte> packed, std::size_t most) {
    int status = Z_OK;
    return inflate_up_to(packed, any_wrapper, most, status);
}

bool has_deflate() { return true; }

} // namespace voxmarch
