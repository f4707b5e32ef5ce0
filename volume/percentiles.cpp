// Counts values, those of 32 bits half by half.
#include "volume/percentiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>

namespace voxmarch {

namespace {

using Counts = std::vector<std::uint64_t>;

/// How many voxels must lie at or below the percentile; at least one.
std::uint64_t wanted_of(double share, std::uint64_t total) {
    const double wanted = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(total));
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, total);
}

/// The entry in which the sum reaches `wanted`, which is lowered by what lies below.
std::size_t entry_of(const Counts &counts, std::uint64_t &wanted) {
    std::size_t entry = 0;
    while (entry + 1 < counts.size() && counts[entry] < wanted) {
        wanted -= counts[entry++];
    }
    return entry;
}

/// Numbers in the order of the floats.
std::uint32_t key_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

double value_of(std::uint32_t key) {
    return double(std::bit_cast<float>((key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key)) + 0.0; // no -0
}

/// Upper halves of the keys first, then the lower halves where a percentile lies.
/// @param absent  so many voxels of the value `lowest` do not count, fewer than there are
std::vector<double> float_percentiles(std::span<const float> voxels, std::uint64_t absent, float lowest,
                                      std::span<const double> shares) {
    Counts upper(65536, 0);
    for (const float value : voxels) {
        ++upper[key_of(value) >> 16];
    }
    upper[key_of(lowest) >> 16] -= absent;
    std::vector<std::pair<std::size_t, std::uint64_t>> places; // upper half, and how many of its voxels
    std::map<std::size_t, Counts> lower;
    for (const double share : shares) {
        std::uint64_t wanted = wanted_of(share, voxels.size() - absent);
        const std::size_t half = entry_of(upper, wanted);
        places.emplace_back(half, wanted);
        lower.try_emplace(half, Counts(65536, 0));
    }
    std::vector<Counts *> looked_at(65536, nullptr);
    for (auto &[half, counts] : lower) {
        looked_at[half] = &counts;
    }
    for (const float value : voxels) {
        const std::uint32_t key = key_of(value);
        if (Counts *counts = looked_at[key >> 16]) {
            ++(*counts)[key & 0xffffu];
        }
    }
    if (Counts *counts = looked_at[key_of(lowest) >> 16]) {
        (*counts)[key_of(lowest) & 0xffffu] -= absent;
    }
    std::vector<double> result;
    for (auto [half, wanted] : places) {
        const std::size_t rest = entry_of(lower.at(half), wanted);
        result.push_back(value_of(static_cast<std::uint32_t>(half << 16 | rest)));
    }
    return result;
}

template <typename T>
std::vector<double> integer_percentiles(std::span<const T> voxels, std::span<const double> shares) {
    constexpr auto lowest = static_cast<std::int32_t>(std::numeric_limits<T>::lowest());
    Counts counts(std::size_t{1} << (8 * sizeof(T)), 0);
    for (const T value : voxels) {
        ++counts[static_cast<std::size_t>(static_cast<std::int32_t>(value) - lowest)];
    }
    std::vector<double> result;
    for (const double share : shares) {
        std::uint64_t wanted = wanted_of(share, voxels.size());
        result.push_back(double(entry_of(counts, wanted)) + lowest);
    }
    return result;
}

} // namespace

std::vector<double> percentiles_of(const Volume &volume, std::span<const double> shares) {
    return visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        if constexpr (std::is_same_v<T, float>) {
            const std::uint64_t absent = volume.non_finite_count();
            const auto voxels = volume.voxels<T>();
            return float_percentiles(voxels, absent < voxels.size() ? absent : 0, float(volume.range().min), shares);
        } else {
            return integer_percentiles<T>(volume.voxels<T>(), shares);
        }
    });
}

} // namespace voxmarch
