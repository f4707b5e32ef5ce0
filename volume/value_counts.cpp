// Counts values in interleaved tables; runs of equal ones at once.
#include "volume/value_counts.h"

#include "volume/voxel_blocks.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

namespace voxmarch {

namespace {

/// Bytes that are compared at once to find runs: less would stop at noise too often, more at edges.
constexpr std::size_t piece_bytes = 16;

struct Piece {
    std::uint64_t low, high;
    bool operator==(const Piece &) const = default;
};

template <typename T> Piece piece_at(const T *voxels) {
    Piece piece{};
    std::memcpy(&piece, voxels, piece_bytes);
    return piece;
}

/// Whether all voxels of a piece are equal.
template <typename T> bool is_flat(const Piece &piece) {
    return piece.low == piece.high && piece.low == std::rotl(piece.low, 8 * sizeof(T));
}

template <typename T> struct ValueCounts {
    static constexpr int tables = sizeof(T) == 1 ? 8 : 4; // those of 16 bits fill the cache of the second level
    InterleavedCounts<tables> counts{std::size_t{1} << (8 * sizeof(T))};

    void take(const T *voxels, std::size_t first, std::size_t end) {
        constexpr std::size_t piece_voxels = piece_bytes / sizeof(T);
        std::size_t varied = first; // from here on voxels are not counted yet
        const auto count_varied = [&](std::size_t to) {
            counts.add(varied, to, [&](std::size_t i) { return voxels[i]; });
        };
        std::size_t i = first;
        while (i + piece_voxels <= end) {
            const Piece piece = piece_at(voxels + i);
            if (!is_flat<T>(piece)) {
                i += piece_voxels;
                continue;
            }
            count_varied(i);
            const std::size_t start = i;
            while (i + piece_voxels <= end && piece_at(voxels + i) == piece) {
                i += piece_voxels;
            }
            counts.add_equal(voxels[start], i - start);
            varied = i;
        }
        count_varied(end);
    }
};

template <typename T> std::vector<std::uint64_t> count_unsigned(const T *voxels, std::size_t size) {
    std::vector<std::uint64_t> sums(std::size_t{1} << (8 * sizeof(T)), 0);
    over_voxel_blocks<ValueCounts<T>>(
        size,
        [&](ValueCounts<T> &part, std::size_t, std::size_t first, std::size_t end) { part.take(voxels, first, end); },
        [&](ValueCounts<T> &part) { part.counts.add_to(sums); });
    return sums;
}

} // namespace

template <typename T> std::vector<std::uint64_t> count_values(std::span<const T> voxels) {
    using Unsigned = std::make_unsigned_t<T>;
    auto counts = count_unsigned(reinterpret_cast<const Unsigned *>(voxels.data()), voxels.size());
    if constexpr (std::is_signed_v<T>) { // the negative ones, in the upper half, come first
        std::rotate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2), counts.end());
    }
    return counts;
}

ValueRange range_of_counts(ScalarType type, std::span<const std::uint64_t> counts) {
    const double lowest =
        visit_scalar(type, [](auto tag) { return static_cast<double>(std::numeric_limits<decltype(tag)>::lowest()); });
    const auto is_used = [](std::uint64_t count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), is_used);
    const auto last = std::find_if(counts.rbegin(), counts.rend(), is_used);
    return {lowest + static_cast<double>(first - counts.begin()),
            lowest + static_cast<double>(counts.rend() - last - 1)};
}

template std::vector<std::uint64_t> count_values(std::span<const std::uint8_t>);
template std::vector<std::uint64_t> count_values(std::span<const std::int8_t>);
template std::vector<std::uint64_t> count_values(std::span<const std::uint16_t>);
template std::vector<std::uint64_t> count_values(std::span<const std::int16_t>);

} // namespace voxmarch
