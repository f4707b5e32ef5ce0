// Walks the directories of a TIFF file (TIFF 6.0, section 2; BigTIFF).
#include "volume/formats/tiff/tiff_structure.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <fmt/format.h>
#include <set>

namespace voxmarch {

namespace {

constexpr std::uint16_t tag_strip_offsets = 273;
constexpr std::uint16_t tag_strip_sizes = 279;
constexpr std::uint16_t tag_tile_offsets = 324;
constexpr std::uint16_t tag_tile_sizes = 325;

constexpr std::size_t max_pages = std::size_t{1} << 20;

class Walker {
public:
    explicit Walker(const std::filesystem::path &file)
        : file_(file), mapping_(file, 0, size_of_file(file)), bytes_(mapping_.bytes()) {}

    std::vector<TiffPlace> walk() {
        const char order = bytes_.size() < 8 ? '\0' : static_cast<char>(number(0, 1));
        big_endian_ = order == 'M';
        if ((order != 'I' && order != 'M') || number(1, 1) != number(0, 1)) {
            throw FileError(file_, "is not a TIFF file, or is damaged");
        }
        const std::uint64_t version = number(2, 2);
        if (version != 42 && version != 43) {
            throw FileError(file_, "is not a TIFF file, or is damaged");
        }
        big_ = version == 43;
        std::vector<TiffPlace> pages;
        std::set<std::uint64_t> seen;
        std::uint64_t page = big_ ? number(8, 8) : number(4, 4);
        while (page != 0) {
            if (!seen.insert(page).second) {
                throw FileError(file_, "is damaged: its pages form a circle");
            }
            if (pages.size() == max_pages) {
                throw FileError(file_, fmt::format("has more than {} pages", max_pages));
            }
            pages.push_back({page, 0, pages.size() + 1});
            page = directory(pages.back());
        }
        if (pages.empty()) {
            throw FileError(file_, "holds no image");
        }
        return pages;
    }

private:
    // A table of numbers: where it begins, how many, and bytes of each.
    struct Table {
        std::uint64_t place = 0;
        std::uint64_t count = 0;
        std::size_t size = 0;
    };

    std::filesystem::path file_;
    FileMapping mapping_;
    std::span<const std::byte> bytes_;
    bool big_endian_ = false;
    bool big_ = false;
    std::uint64_t tables_ = 0; // bytes of all tables of strips read so far

    void require(std::uint64_t at, std::uint64_t count) const {
        if (at > bytes_.size() || count > bytes_.size() - at) {
            throw FileError(file_, fmt::format("truncated: it points to byte {} of {}", at, bytes_.size()));
        }
    }

    std::uint64_t number(std::uint64_t at, std::size_t size) const {
        require(at, size);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at + (big_endian_ ? i : size - 1 - i)]);
        }
        return value;
    }

    std::uint64_t number(const Table &table, std::uint64_t i) const {
        return i < table.count ? number(table.place + i * table.size, table.size) : 0;
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

    // Values of one entry, after checking that they lie in the file.
    Table entry(std::uint64_t at) const {
        Table table;
        table.size = size_of_type(number(at + 2, 2));
        table.count = big_ ? number(at + 4, 8) : number(at + 4, 4);
        const std::uint64_t room = big_ ? 8 : 4;
        const std::uint64_t length = checked_multiply(table.count, table.size, file_);
        table.place = at + (big_ ? 12 : 8);
        if (length > room) {
            table.place = number(table.place, static_cast<std::size_t>(room));
        }
        require(table.place, length);
        return table;
    }

    // Checks one page; returns where the next begins, 0 after the last.
    std::uint64_t directory(TiffPlace &page) {
        const std::uint64_t entries = big_ ? number(page.directory, 8) : number(page.directory, 2);
        const std::uint64_t entry_size = big_ ? 20 : 12;
        const std::uint64_t begin = page.directory + (big_ ? 8 : 2);
        const std::uint64_t length = checked_multiply(entries, entry_size, file_);
        require(begin, length);
        Table strips, strip_sizes, tiles, tile_sizes;
        for (std::uint64_t i = 0; i < entries; ++i) {
            const std::uint64_t at = begin + i * entry_size;
            const Table table = entry(at);
            switch (number(at, 2)) {
            case tag_strip_offsets: strips = table; break;
            case tag_strip_sizes: strip_sizes = table; break;
            case tag_tile_offsets: tiles = table; break;
            case tag_tile_sizes: tile_sizes = table; break;
            default: break;
            }
        }
        page.stored = stored_bytes(strips, strip_sizes) + stored_bytes(tiles, tile_sizes);
        return big_ ? number(begin + length, 8) : number(begin + length, 4);
    }

    std::uint64_t stored_bytes(const Table &offsets, const Table &sizes) {
        // Pages that share one long table would take time beyond any relation to the file.
        tables_ += offsets.count * offsets.size;
        if (tables_ > 2 * bytes_.size()) {
            throw FileError(file_, "is damaged: its tables of strips are longer than the file");
        }
        if (offsets.count > 0 && sizes.count == 0) { // very old writers leave the sizes out
            return bytes_.size();
        }
        std::uint64_t stored = 0;
        for (std::uint64_t i = 0; i < offsets.count; ++i) {
            const std::uint64_t size = number(sizes, i);
            require(number(offsets, i), size);
            stored += size;
        }
        return stored;
    }
};

} // namespace

std::vector<TiffPlace> find_tiff_pages(const std::filesystem::path &file) { return Walker(file).walk(); }

} // namespace voxmarch
