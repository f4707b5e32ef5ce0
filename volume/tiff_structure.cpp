// Walks the directories of a TIFF file (TIFF 6.0, section 2; BigTIFF).
#include "volume/tiff_structure.h"

#include "device/error.h"
#include "volume/checked_size.h"
#include "volume/voxel_storage.h"

#include <fmt/format.h>
#include <map>
#include <set>
#include <vector>

namespace voxmarch {

namespace {

constexpr std::uint16_t tag_strip_offsets = 273;
constexpr std::uint16_t tag_strip_sizes = 279;
constexpr std::uint16_t tag_tile_offsets = 324;
constexpr std::uint16_t tag_tile_sizes = 325;

class Walker {
public:
    explicit Walker(const std::filesystem::path &file)
        : file_(file), mapping_(file, 0, size_of_file(file)), bytes_(mapping_.bytes()) {}

    void walk() {
        const char order = static_cast<char>(number(0, 1));
        big_endian_ = order == 'M';
        if ((order != 'I' && order != 'M') || number(1, 1) != number(0, 1))
            throw FileError(file_, "is not a TIFF file, or is damaged");
        const std::uint64_t version = number(2, 2);
        if (version != 42 && version != 43)
            throw FileError(file_, "is not a TIFF file, or is damaged");
        big_ = version == 43;
        std::uint64_t page = big_ ? number(8, 8) : number(4, 4);
        std::set<std::uint64_t> seen;
        while (page != 0) {
            if (!seen.insert(page).second)
                throw FileError(file_, "is damaged: its pages form a circle");
            page = directory(page);
        }
        if (seen.empty())
            throw FileError(file_, "holds no image");
    }

private:
    std::filesystem::path file_;
    FileMapping mapping_;
    std::span<const std::byte> bytes_;
    bool big_endian_ = false;
    bool big_ = false;

    void require(std::uint64_t at, std::uint64_t count) const {
        if (at > bytes_.size() || count > bytes_.size() - at)
            throw FileError(file_, fmt::format("truncated: it points to byte {} of {}", at, bytes_.size()));
    }

    std::uint64_t number(std::uint64_t at, std::size_t size) const {
        require(at, size);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at + (big_endian_ ? i : size - 1 - i)]);
        return value;
    }

    static std::size_t size_of_type(std::uint64_t type) {
        switch (type) {
        case 3:
        case 8: return 2;
        case 4:
        case 9:
        case 11:
        case 13: return 4;
        case 5:
        case 10:
        case 12:
        case 16:
        case 17:
        case 18: return 8;
        default: return 1;
        }
    }

    // Values of one entry, after checking that they lie in the file. Only those of strips and tiles are kept.
    std::vector<std::uint64_t> entry(std::uint64_t at, std::uint16_t tag) const {
        const std::size_t size = size_of_type(number(at + 2, 2));
        const std::uint64_t count = big_ ? number(at + 4, 8) : number(at + 4, 4);
        const std::uint64_t room = big_ ? 8 : 4;
        const std::uint64_t length = checked_multiply(count, size, file_);
        std::uint64_t place = at + (big_ ? 12 : 8);
        if (length > room)
            place = number(place, static_cast<std::size_t>(room));
        require(place, length);
        std::vector<std::uint64_t> values;
        if (tag == tag_strip_offsets || tag == tag_strip_sizes || tag == tag_tile_offsets || tag == tag_tile_sizes)
            for (std::uint64_t i = 0; i < count; ++i)
                values.push_back(number(place + i * size, size));
        return values;
    }

    // Checks one page; returns where the next begins, 0 after the last.
    std::uint64_t directory(std::uint64_t at) const {
        const std::uint64_t entries = big_ ? number(at, 8) : number(at, 2);
        const std::uint64_t entry_size = big_ ? 20 : 12;
        const std::uint64_t begin = at + (big_ ? 8 : 2);
        const std::uint64_t length = checked_multiply(entries, entry_size, file_);
        require(begin, length);
        std::map<std::uint16_t, std::vector<std::uint64_t>> kept;
        for (std::uint64_t i = 0; i < entries; ++i) {
            const auto tag = static_cast<std::uint16_t>(number(begin + i * entry_size, 2));
            kept[tag] = entry(begin + i * entry_size, tag);
        }
        check_blocks(kept[tag_strip_offsets], kept[tag_strip_sizes]);
        check_blocks(kept[tag_tile_offsets], kept[tag_tile_sizes]);
        return big_ ? number(begin + length, 8) : number(begin + length, 4);
    }

    void check_blocks(const std::vector<std::uint64_t> &offsets, const std::vector<std::uint64_t> &sizes) const {
        for (std::size_t i = 0; i < offsets.size(); ++i)
            require(offsets[i], i < sizes.size() ? sizes[i] : 0);
    }
};

} // namespace

void check_tiff_structure(const std::filesystem::path &file) { Walker(file).walk(); }

} // namespace voxmarch
