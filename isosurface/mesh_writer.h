// The bytes of a mesh file: made by all cores in pieces, written in order while the next are made.
#pragma once

#include "base/output_file.h"

#include <bit>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Bytes in the making. What is appended may move all of them.
class ByteBlock {
public:
    /// At least `size` bytes behind the last one, for end() to tell how many were used.
    char *room(std::size_t size) {
        if (used_ + size > bytes_.size()) {
            bytes_.resize(2 * (used_ + size));
        }
        return bytes_.data() + used_;
    }
    void end(const char *behind_last) { used_ = static_cast<std::size_t>(behind_last - bytes_.data()); }

    void text(std::string_view characters) {
        std::memcpy(room(characters.size()), characters.data(), characters.size());
        used_ += characters.size();
    }

    std::string_view bytes() const { return {bytes_.data(), used_}; }
    void clear() { used_ = 0; }

private:
    std::vector<char> bytes_;
    std::size_t used_ = 0;
};

/// Puts a number there. @return behind it
template <std::endian order, typename T> char *put(char *at, T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        at[i] = raw[order == std::endian::native ? i : sizeof(T) - 1 - i];
    }
    return at + sizeof(T);
}

/// A mesh file on its way.
class MeshWriter {
public:
    /// @param items     vertices, triangles and whatever else will come, for `progress`
    /// @param progress  called on this thread with the share written, 0 .. 1; may throw
    /// @param forget    called between items, see MeshView
    /// @throws OutputError
    MeshWriter(const std::filesystem::path &file, std::size_t items, const std::function<void(double)> &progress,
               std::string world, const std::function<void()> &forget)
        : file_(file), items_(items), progress_(progress), world_(std::move(world)), forget_(forget) {}

    /// A line of a comment: where the coordinates are, after `before`; "" if that is not known.
    std::string world(std::string_view before, std::string_view after) const;

    void text(std::string_view characters);

    /// Appends items 0 .. count - 1. @param make  appends the items first .. last - 1 to the block; called for several
    /// ranges at once. The bytes do not depend on the ranges.
    void items(std::size_t count,
               const std::function<void(ByteBlock &block, std::size_t first, std::size_t last)> &make);

    void commit();

private:
    OutputFile file_;
    std::size_t items_, done_ = 0;
    const std::function<void(double)> &progress_;
    std::string world_;
    const std::function<void()> &forget_;
    std::vector<ByteBlock> made_, written_; ///< the blocks that are made, and those before that are written meanwhile
    std::size_t filled_ = 0;                ///< of made_

    void write(std::vector<ByteBlock> &blocks, std::size_t count);
    void flush();
};

} // namespace voxmarch
