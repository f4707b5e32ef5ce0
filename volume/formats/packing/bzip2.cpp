// Bytes of bzip2 streams through libbz2.
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/block_packing.h"

#include "base/error.h"

#ifdef VOXMARCH_HAS_BZIP2
#include <algorithm>
#include <bzlib.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>
#endif

namespace voxmarch {

#ifdef VOXMARCH_HAS_BZIP2

namespace {

class Bzip2Bytes final : public ByteSource {
public:
    Bzip2Bytes(const std::filesystem::path &file, std::uint64_t offset)
        : file_(file), input_(file, std::ios::binary), packed_(1 << 20) {
        if (!input_) {
            throw FileError(file, std::string("cannot be opened: ") + std::strerror(errno));
        }
        input_.seekg(static_cast<std::streamoff>(offset));
        begin();
    }
    ~Bzip2Bytes() override { BZ2_bzDecompressEnd(&z_); }
    Bzip2Bytes(const Bzip2Bytes &) = delete;
    Bzip2Bytes &operator=(const Bzip2Bytes &) = delete;

    void read(std::span<std::byte> out) override {
        while (!out.empty()) {
            out = out.subspan(step(out));
        }
    }

    // The last block's checksum stands behind it.
    void finish() override {
        std::vector<std::byte> rest(1 << 16);
        for (std::size_t more = 0; inside_stream_ && more < packed_.size();) {
            more += step(rest);
        }
    }

private:
    std::filesystem::path file_;
    std::ifstream input_;
    std::vector<char> packed_;
    bz_stream z_{};
    bool inside_stream_ = false;

    void begin() {
        if (BZ2_bzDecompressInit(&z_, 0, 0) != BZ_OK) {
            throw MemoryError(file_.string() + ": no memory to unpack bzip2 data");
        }
    }

    // Unpacks once; returns how many bytes came out.
    std::size_t step(std::span<std::byte> out) {
        if (z_.avail_in == 0) {
            input_.read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
            z_.next_in = packed_.data();
            z_.avail_in = static_cast<unsigned>(input_.gcount());
            if (z_.avail_in == 0) {
                throw FileError(file_, "truncated: the bzip2 data end early");
            }
        }
        inside_stream_ = true;
        const auto room = static_cast<unsigned>(std::min<std::size_t>(out.size(), 1U << 30));
        z_.next_out = reinterpret_cast<char *>(out.data());
        z_.avail_out = room;
        const int status = BZ2_bzDecompress(&z_);
        const std::size_t done = room - z_.avail_out;
        if (status == BZ_STREAM_END) {
            inside_stream_ = false;
            next_stream();
        } else if (status != BZ_OK) {
            throw FileError(file_, "corrupt bzip2 data");
        }
        return done;
    }

    void next_stream() {
        char *const next = z_.next_in;
        const unsigned left = z_.avail_in;
        BZ2_bzDecompressEnd(&z_);
        z_ = {};
        begin();
        z_.next_in = next;
        z_.avail_in = left;
    }
};

} // namespace

std::unique_ptr<ByteSource> open_bzip2_bytes(const std::filesystem::path &file, std::uint64_t offset) {
    return std::make_unique<Bzip2Bytes>(file, offset);
}

#else

std::unique_ptr<ByteSource> open_bzip2_bytes(const std::filesystem::path &, std::uint64_t) {
    throw UnsupportedError("this build lacks libbz2: bzip2 data cannot be read (install libbz2-dev and rebuild)");
}

#endif

} // namespace voxmarch
