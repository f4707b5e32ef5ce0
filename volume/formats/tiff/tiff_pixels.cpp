// Strips, tiles, packed bits, interleaved samples and mirrored rows of a TIFF page.
#include "volume/formats/tiff/tiff_pixels.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// A rectangle of pixels of the page: a strip or a tile, clipped to the page.
struct Block {
    int x, y, columns, rows;
};

class PixelReader {
public:
    PixelReader(TiffHandle &tiff, const TiffPage &page, int sample, ScalarType to, std::span<std::byte> out)
        : tiff_(tiff), page_(page), sample_(sample), to_(to), out_(out), voxel_(scalar_size(to)),
          stored_(page.separate ? 1 : page.samples) {}

    void read(const Progress &progress) {
        const std::uint64_t block_bytes = page_.block_row_bytes() * static_cast<std::uint64_t>(page_.block_rows);
        if (!goes_straight()) {
            packed_ = allocate_voxels(block_bytes, tiff_.file());
        }
        row_.resize(static_cast<std::size_t>(page_.block_columns) * file_scalar_size(page_.type));
        for (int y = 0; y < page_.rows; y += page_.block_rows) {
            for (int x = 0; x < page_.columns; x += page_.block_columns) {
                read_block({x, y, std::min(page_.block_columns, page_.columns - x),
                            std::min(page_.block_rows, page_.rows - y)});
            }
            if (progress) {
                progress(std::min(1.0, static_cast<double>(y + page_.block_rows) / page_.rows));
            }
        }
        mirror();
    }

private:
    TiffHandle &tiff_;
    const TiffPage &page_;
    int sample_;
    ScalarType to_;
    std::span<std::byte> out_;
    std::size_t voxel_;
    int stored_; // samples that lie side by side
    ZeroedBytes packed_;
    std::vector<std::byte> row_;

    bool has_odd_bits() const { return page_.bits < 8 || (page_.bits > 8 && page_.bits < 16); }

    // A strip of one sample in the type of the volume is unpacked where it belongs.
    bool goes_straight() const {
        return !page_.tiled && stored_ == 1 && !has_odd_bits() && !is_converted(page_.type) &&
               memory_type(page_.type) == to_;
    }

    std::span<std::byte> place(int x, int y, std::size_t voxels) const {
        const auto first =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(page_.columns) + static_cast<std::size_t>(x);
        return out_.subspan(first * voxel_, voxels * voxel_);
    }

    void read_block(const Block &block) {
        const auto plane = static_cast<std::uint16_t>(page_.separate ? sample_ : 0);
        const auto rows = static_cast<std::size_t>(page_.tiled ? page_.block_rows : block.rows);
        const std::size_t wanted = page_.block_row_bytes() * rows;
        const auto target = goes_straight() ? place(0, block.y, wanted / voxel_) : std::span(packed_).first(wanted);
        const auto size = static_cast<tmsize_t>(wanted);
        tiff_.take_complaint(true);
        tmsize_t got = 0;
        std::uint32_t number = 0;
        if (page_.tiled) {
            number = TIFFComputeTile(tiff_.get(), static_cast<std::uint32_t>(block.x),
                                     static_cast<std::uint32_t>(block.y), 0, plane);
            got = TIFFReadEncodedTile(tiff_.get(), number, target.data(), size);
        } else {
            number = TIFFComputeStrip(tiff_.get(), static_cast<std::uint32_t>(block.y), plane);
            got = TIFFReadEncodedStrip(tiff_.get(), number, target.data(), size);
        }
        check(got == size, number);
        if (!goes_straight()) {
            unpack(block);
        }
    }

    // Some codecs fill what is missing and only warn, so a warning counts like an error; that LZW is in the order of
    // old writers is none.
    void check(bool complete, std::uint32_t number) {
        const std::string problem = tiff_.take_complaint(true);
        if (complete && (problem.empty() || problem.starts_with("Old-style LZW"))) {
            return;
        }
        throw FileError(tiff_.file(),
                        fmt::format("its voxels are damaged or truncated ({} {} of a page: {})",
                                    page_.tiled ? "tile" : "strip", number, problem.empty() ? "short" : problem));
    }

    void unpack(const Block &block) {
        const auto columns = static_cast<std::size_t>(block.columns);
        const std::size_t size = file_scalar_size(page_.type);
        for (int y = 0; y < block.rows; ++y) {
            const auto source = std::span<const std::byte>(packed_).subspan(
                static_cast<std::size_t>(y) * page_.block_row_bytes(), page_.block_row_bytes());
            std::span<const std::byte> values = source.first(std::min(source.size(), columns * size));
            if (has_odd_bits()) {
                values = gather_bits(source, columns);
            } else if (stored_ > 1) {
                values = gather(source, columns, size);
            }
            convert_voxels(page_.type, values, to_, place(block.x, block.y + y, columns));
        }
    }

    std::span<const std::byte> gather(std::span<const std::byte> source, std::size_t columns, std::size_t size) {
        const std::size_t step = static_cast<std::size_t>(stored_) * size;
        const std::byte *from = source.data() + static_cast<std::size_t>(sample_) * size;
        for (std::size_t x = 0; x < columns; ++x) {
            std::memcpy(row_.data() + x * size, from + x * step, size);
        }
        return std::span(row_).first(columns * size);
    }

    // Samples of 1 .. 15 bits follow each other from the highest bit of each byte on.
    std::span<const std::byte> gather_bits(std::span<const std::byte> source, std::size_t columns) {
        const auto bits = static_cast<std::size_t>(page_.bits);
        const std::size_t size = file_scalar_size(page_.type);
        const auto sample = static_cast<std::size_t>(page_.separate ? 0 : sample_);
        for (std::size_t x = 0; x < columns; ++x) {
            const std::size_t first = (x * static_cast<std::size_t>(stored_) + sample) * bits;
            std::uint16_t value = 0;
            for (std::size_t bit = first; bit < first + bits; ++bit) {
                value = static_cast<std::uint16_t>(value << 1 |
                                                   (std::to_integer<unsigned>(source[bit / 8]) >> (7 - bit % 8) & 1U));
            }
            if (size == 1) {
                row_[x] = static_cast<std::byte>(value);
            } else {
                std::memcpy(row_.data() + 2 * x, &value, 2);
            }
        }
        return std::span(row_).first(columns * size);
    }

    // Orientation 2 and 3 begin at the right, 3 and 4 at the bottom.
    void mirror() const {
        if (page_.orientation == ORIENTATION_TOPLEFT) {
            return;
        }
        visit_scalar(to_, [&](auto tag) {
            using T = decltype(tag);
            const std::span<T> voxels{reinterpret_cast<T *>(out_.data()), out_.size() / sizeof(T)};
            const auto columns = static_cast<std::size_t>(page_.columns);
            const auto rows = static_cast<std::size_t>(page_.rows);
            const auto row = [&](std::size_t y) { return voxels.subspan(y * columns, columns); };
            for (std::size_t y = 0; page_.orientation != ORIENTATION_BOTLEFT && y < rows; ++y) {
                std::reverse(row(y).begin(), row(y).end());
            }
            for (std::size_t y = 0; page_.orientation != ORIENTATION_TOPRIGHT && y < rows / 2; ++y) {
                std::swap_ranges(row(y).begin(), row(y).end(), row(rows - 1 - y).begin());
            }
        });
    }
};

} // namespace

void read_tiff_pixels(TiffHandle &tiff, const TiffPage &page, int sample, ScalarType to, std::span<std::byte> out,
                      const Progress &progress) {
    PixelReader(tiff, page, sample, to, out).read(progress);
}

} // namespace voxmarch
