// Decodes VTK XML data arrays (VTK file formats, "XML file formats": header words, blocks, base64).
#include "volume/formats/vtk/vti_data.h"

#include "base/base64.h"
#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/text.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

// The bytes of a binary array, decoded up to `most` of them.
std::vector<std::byte> decoded(const VtiArray &array, std::size_t most, const fs::path &file) {
    if (array.coding == VtiArray::Coding::raw) {
        const auto bytes = std::as_bytes(std::span(array.stored)).first(std::min(most, array.stored.size()));
        return {bytes.begin(), bytes.end()};
    }
    auto bytes = decode_base64(array.stored, most);
    if (!bytes) {
        throw FileError(file, "its base64 data are corrupt");
    }
    return std::move(*bytes);
}

// Word number i in front of the data.
std::uint64_t header_word(const VtiArray &array, std::span<const std::byte> bytes, std::size_t i,
                          const fs::path &file) {
    if (bytes.size() / array.header_word <= i) {
        throw FileError(file, "truncated: the lengths in front of the voxels are missing");
    }
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < array.header_word; ++k) {
        const std::size_t at = array.order == std::endian::little ? array.header_word - 1 - k : k;
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[i * array.header_word + at]);
    }
    return value;
}

// Where the packed blocks lie and how long they are unpacked.
struct Blocks {
    std::uint64_t count = 0;
    std::uint64_t size = 0;      ///< unpacked, of all but perhaps the last
    std::uint64_t last_size = 0; ///< unpacked, of the last
    std::size_t begin = 0;       ///< of the first block's bytes
};

// Words: number of blocks, block size, size of a partial last block or 0, packed size of each block.
Blocks block_header(const VtiArray &array, std::span<const std::byte> bytes, std::uint64_t needed,
                    const fs::path &file) {
    Blocks blocks;
    blocks.count = header_word(array, bytes, 0, file);
    blocks.size = header_word(array, bytes, 1, file);
    const std::uint64_t partial = header_word(array, bytes, 2, file);
    blocks.last_size = partial == 0 ? blocks.size : partial;
    const bool plausible =
        blocks.count >= 1 && blocks.size >= 1 && blocks.last_size <= blocks.size && blocks.count <= needed;
    if (!plausible || checked_multiply(blocks.count - 1, blocks.size, file) + blocks.last_size != needed) {
        throw FileError(file, fmt::format("its packed blocks do not hold the {} bytes that its extent needs", needed));
    }
    blocks.begin = static_cast<std::size_t>((3 + blocks.count) * array.header_word);
    return blocks;
}

void check_plain(const VtiArray &array, std::uint64_t bytes, const fs::path &file) {
    const auto head = decoded(array, array.header_word, file);
    const std::uint64_t length = header_word(array, head, 0, file);
    if (length != bytes) {
        throw FileError(file, fmt::format("its data array holds {} bytes, but its extent needs {}", length, bytes));
    }
    const std::uint64_t there =
        array.coding == VtiArray::Coding::raw ? array.stored.size() : array.stored.size() / 4 * 3;
    require_bytes(bytes, there - std::min<std::uint64_t>(there, array.header_word), 1, file);
}

void check_ascii(const VtiArray &array, std::uint64_t bytes, const fs::path &file) {
    // A digit and, but for the last, a space per voxel.
    require_bytes(bytes / file_scalar_size(array.type), array.stored.size() / 2 + 1, 1, file);
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <typename T> void read_ascii(const VtiArray &array, std::span<std::byte> out, const fs::path &file) {
    const std::string_view stored = array.stored;
    std::size_t at = 0;
    const auto step = static_cast<std::size_t>(array.components.count);
    const auto chosen = static_cast<std::size_t>(array.components.chosen);
    for (std::size_t i = 0; i < out.size() / sizeof(T) * step; ++i) {
        while (at < stored.size() && is_blank(stored[at])) {
            ++at;
        }
        const std::size_t begin = at;
        while (at < stored.size() && !is_blank(stored[at])) {
            ++at;
        }
        if (begin == at) {
            throw FileError(file, "truncated: the voxels end early");
        }
        const auto word = stored.substr(begin, at - begin);
        const auto number = text::to_double(word);
        bool fits = number.has_value();
        if constexpr (!std::is_floating_point_v<T>) {
            fits = fits && *number >= std::numeric_limits<T>::lowest() && *number <= std::numeric_limits<T>::max();
        }
        if (!fits) {
            throw FileError(file, fmt::format("'{}' among the voxels is no number of their type", word));
        }
        if (i % step == chosen) {
            const auto value = static_cast<T>(*number);
            std::memcpy(out.data() + i / step * sizeof(T), &value, sizeof(T));
        }
    }
    if (array.is_alone) {
        require_no_more(stored.substr(at), file);
    }
}

// Unpacks block after block on demand.
class BlockBytes final : public ByteSource {
public:
    BlockBytes(const VtiArray &array, std::span<const std::byte> bytes, std::uint64_t needed, const fs::path &file)
        : array_(array), bytes_(bytes), blocks_(block_header(array, bytes, needed, file)), at_(blocks_.begin),
          file_(file) {}

    void read(std::span<std::byte> out) override {
        while (!out.empty()) {
            if (rest_.empty()) {
                unpack_next();
            }
            const std::size_t part = std::min(out.size(), rest_.size());
            std::copy_n(rest_.begin(), part, out.begin());
            out = out.subspan(part);
            rest_ = rest_.subspan(part);
        }
    }

    /// All blocks on all cores, if nothing was read before.
    bool read_at_once(std::span<std::byte> out) override {
        if (next_ > 0 || out.size() != (blocks_.count - 1) * blocks_.size + blocks_.last_size) {
            return false;
        }
        try {
            std::vector<std::span<const std::byte>> packed;
            while (next_ < blocks_.count) {
                packed.push_back(next_packed());
            }
            on_all_cores(static_cast<int>(packed.size()), [&](int i) {
                const auto block = static_cast<std::size_t>(i);
                const auto first = static_cast<std::size_t>(blocks_.size) * block;
                const std::size_t end = std::min<std::size_t>(out.size(), first + blocks_.size);
                unpack_block(*array_.packing, packed[block], out.subspan(first, end - first), file_);
            });
        } catch (const FileError &) { // read() tells it
            next_ = 0;
            at_ = blocks_.begin;
            return false;
        }
        return true;
    }

private:
    const VtiArray &array_;
    std::span<const std::byte> bytes_;
    Blocks blocks_;
    std::uint64_t next_ = 0;
    std::size_t at_;
    fs::path file_;
    std::vector<std::byte> block_;
    std::span<const std::byte> rest_;

    std::uint64_t size_of(std::uint64_t block) const {
        return block + 1 == blocks_.count ? blocks_.last_size : blocks_.size;
    }

    std::span<const std::byte> next_packed() {
        if (next_ == blocks_.count) {
            throw FileError(file_, "truncated: the voxels end early");
        }
        const std::uint64_t packed = header_word(array_, bytes_, static_cast<std::size_t>(3 + next_), file_);
        if (at_ > bytes_.size() || packed > bytes_.size() - at_) {
            throw FileError(file_, "truncated: a packed block ends early");
        }
        require_bytes(size_of(next_), packed, max_ratio(*array_.packing), file_);
        const auto block = bytes_.subspan(at_, static_cast<std::size_t>(packed));
        at_ += static_cast<std::size_t>(packed);
        ++next_;
        return block;
    }

    void unpack_next() {
        const std::span<const std::byte> packed = next_packed();
        block_.resize(static_cast<std::size_t>(size_of(next_ - 1)));
        unpack_block(*array_.packing, packed, block_, file_);
        rest_ = block_;
    }
};

} // namespace

void check_vti_array(const VtiArray &array, std::uint64_t bytes, const fs::path &file) {
    if (array.coding == VtiArray::Coding::ascii) {
        return check_ascii(array, bytes, file);
    }
    if (!array.packing) {
        return check_plain(array, bytes, file);
    }
    block_header(array, decoded(array, 3 * array.header_word, file), bytes, file);
    require_bytes(bytes, array.stored.size(), max_ratio(*array.packing), file);
}

void read_vti_array(const VtiArray &array, std::span<std::byte> out, const Progress &progress, const fs::path &file) {
    const std::size_t count = out.size() / scalar_size(memory_type(array.type));
    const std::size_t size = file_scalar_size(array.type);
    const std::uint64_t needed = count * size * static_cast<std::uint64_t>(array.components.count);
    if (array.coding == VtiArray::Coding::ascii) {
        return visit_scalar(memory_type(array.type), [&](auto tag) { read_ascii<decltype(tag)>(array, out, file); });
    }
    std::vector<std::byte> unwrapped;
    auto bytes = std::as_bytes(std::span(array.stored));
    if (array.coding == VtiArray::Coding::base64) {
        unwrapped = decoded(array, array.packing ? ~std::size_t{0} : needed + array.header_word, file);
        bytes = unwrapped;
    }
    std::unique_ptr<ByteSource> all;
    if (array.packing) {
        all = std::make_unique<BlockBytes>(array, bytes, needed, file);
    } else {
        all = open_memory_bytes(bytes.subspan(std::min(array.header_word, bytes.size())), file);
    }
    const auto source = open_component(std::move(all), array.components, size);
    read_voxels(*source, array.type, array.order, out, progress);
}

void require_no_more(std::string_view rest, const fs::path &file) {
    if (!std::ranges::all_of(rest, is_blank)) {
        throw FileError(file, "its data array holds more values than the file has places for");
    }
}

} // namespace voxmarch
