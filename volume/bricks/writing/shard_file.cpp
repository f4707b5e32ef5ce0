// Writes shards piece by piece, and checks those that are there.
#include "volume/bricks/writing/shard_file.h"

#include "base/error.h"
#include "volume/bricks/zarr/decode.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace voxmarch {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little, "indices are written as they lie in memory");

namespace {

std::span<const std::byte> index_bytes(const ShardIndex &index) { return std::as_bytes(std::span(index.entries)); }

/// A file that is open to be written at its end.
class Appending {
public:
    /// @param file  how it is called in errors
    /// @throws OutputError
    Appending(const fs::path &file, const fs::path &beside, bool is_new) : file_(file) {
        if (is_new) {
            std::error_code problem;
            fs::create_directories(file.parent_path(), problem);
            if (problem) {
                throw OutputError(file.parent_path(), "cannot be made: " + problem.message());
            }
        }
        stream_.reset(std::fopen(beside.c_str(), is_new ? "wb" : "ab"));
        check(stream_ != nullptr);
    }
    void write(std::span<const std::byte> bytes) {
        check(std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) == bytes.size());
    }
    void close() { check(std::fclose(stream_.release()) == 0); }

private:
    struct Close {
        void operator()(std::FILE *stream) const { std::fclose(stream); }
    };
    const fs::path &file_;
    std::unique_ptr<std::FILE, Close> stream_;

    void check(bool went_well) const {
        if (!went_well) {
            throw OutputError(file_, std::string("cannot be written: ") + std::strerror(errno));
        }
    }
};

} // namespace

ShardWriter::~ShardWriter() {
    if (size_ > 0) {
        std::error_code ignored;
        fs::remove(beside(), ignored);
    }
}

fs::path ShardWriter::beside() const { return fs::path(file_) += unfinished_ending; }

void ShardWriter::add(const std::vector<PackedChunk> &chunks) {
    std::optional<Appending> end; // a shard without chunks is no file
    for (const PackedChunk &chunk : chunks) {
        if (!chunk.bytes.empty()) {
            if (!end) {
                end.emplace(file_, beside(), size_ == 0);
            }
            index_.entries[chunk.slot] = {size_, chunk.bytes.size()};
            size_ += chunk.bytes.size();
            end->write(chunk.bytes);
        }
    }
    if (end) {
        end->close();
    }
}

std::uint64_t ShardWriter::finish() {
    std::error_code problem;
    if (size_ == 0) {
        fs::remove(file_, problem); // a damaged one of an earlier run
        return 0;
    }
    const std::uint32_t checksum = zarr::crc32c(index_bytes(index_));
    std::vector<std::byte> end(ShardIndex::byte_count);
    std::memcpy(end.data(), index_.entries.data(), end.size() - sizeof(checksum));
    std::memcpy(end.data() + end.size() - sizeof(checksum), &checksum, sizeof(checksum));
    Appending file(file_, beside(), false);
    file.write(end);
    file.close();
    fs::rename(beside(), file_, problem);
    if (problem) {
        throw OutputError(file_, "cannot be put in its place: " + problem.message());
    }
    return std::exchange(size_, 0) + end.size();
}

std::optional<FinishedShard> FinishedShard::open(const fs::path &file) {
    std::error_code problem;
    const std::uint64_t size = fs::is_regular_file(file, problem) ? fs::file_size(file, problem) : 0;
    if (problem || size <= ShardIndex::byte_count) {
        return std::nullopt;
    }
    FinishedShard shard;
    shard.mapping_ = std::make_unique<FileMapping>(file, 0, size);
    const std::span<const std::byte> end = shard.mapping_->bytes().last(ShardIndex::byte_count);
    std::uint32_t checksum = 0;
    std::memcpy(shard.index_.entries.data(), end.data(), end.size() - sizeof(checksum));
    std::memcpy(&checksum, end.data() + end.size() - sizeof(checksum), sizeof(checksum));
    const std::uint64_t stored = size - ShardIndex::byte_count;
    std::uint64_t described = 0;
    const bool fits = std::all_of(shard.index_.entries.begin(), shard.index_.entries.end(), [&](const auto &entry) {
        described += entry.stored() ? entry.size : 0;
        return !entry.stored() || (entry.size <= stored && entry.offset <= stored - entry.size);
    });
    if (checksum != zarr::crc32c(index_bytes(shard.index_)) || !fits || described != stored) {
        return std::nullopt;
    }
    return shard;
}

bool FinishedShard::read(std::size_t slot, ChunkCodec codec, std::span<std::byte> chunk) const {
    const ShardIndex::Entry &entry = index_.entries[slot];
    if (!entry.stored()) {
        std::fill(chunk.begin(), chunk.end(), std::byte{});
        return true;
    }
    return unpack_chunk(codec, mapping_->bytes().subspan(entry.offset, entry.size), chunk);
}

} // namespace voxmarch
