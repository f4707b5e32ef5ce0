// Counts values, those of 32 bits half by half.
#include "volume/percentiles.h"

#include "volume/voxel_blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

namespace voxmarch {

namespace {

using Counts = std::vector<std::uint64_t>;

/// How many voxels must lie at or below the percentile; at least one.
std::uint64_t wanted_of(double share, std::uint64_t total) {
    const double wanted = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(total));
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, total);
}

/// The entry in which the sum reaches `wanted`, which is lowered by what lies below.
std::size_t entry_of(std::span<const std::uint64_t> counts, std::uint64_t &wanted) {
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

struct UpperHalves {
    InterleavedCounts<2> counts{65536}; // more would leave the cache of the second level
};

/// Tables that a core counts lower halves in at a time, 512 KiB each.
constexpr std::size_t lower_tables = 32;

/// Counts the lower halves of the keys that have these upper halves, one pass for at most lower_tables of them.
/// @param wanted  upper halves, and where their counts go
void count_lower_halves(std::span<const float> voxels, std::span<const std::pair<std::size_t, Counts *>> wanted) {
    std::vector<std::uint8_t> tables(65536, 0); // of an upper half, from 1; 0: not wanted
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        tables[wanted[i].first] = static_cast<std::uint8_t>(i + 1);
    }
    over_voxel_blocks<std::vector<Counts>>(
        voxels.size(),
        [&](std::vector<Counts> &part, std::size_t, std::size_t first, std::size_t end) {
            part.resize(wanted.size(), Counts(65536, 0));
            for (const float value : voxels.subspan(first, end - first)) {
                const std::uint32_t key = key_of(value);
                if (const std::uint8_t table = tables[key >> 16]; table > 0) {
                    ++part[table - 1u][key & 0xffffu];
                }
            }
        },
        [&](const std::vector<Counts> &part) {
            for (std::size_t i = 0; i < part.size(); ++i) {
                Counts &sums = *wanted[i].second;
                std::transform(part[i].begin(), part[i].end(), sums.begin(), sums.begin(), std::plus<>());
            }
        });
}

template <typename T>
std::vector<double> integer_percentiles(std::span<const std::uint64_t> counts, std::uint64_t total,
                                        std::span<const double> shares) {
    constexpr auto lowest = std::int32_t{std::numeric_limits<T>::lowest()};
    std::vector<double> result;
    for (const double share : shares) {
        std::uint64_t wanted = wanted_of(share, total);
        result.push_back(double(entry_of(counts, wanted)) + lowest);
    }
    return result;
}

} // namespace

FloatPercentiles::FloatPercentiles(std::span<const double> shares)
    : shares_(shares.begin(), shares.end()), upper_(65536, 0) {}

void FloatPercentiles::count(std::span<const float> voxels) {
    total_ += voxels.size();
    over_voxel_blocks<UpperHalves>(
        voxels.size(),
        [&](UpperHalves &part, std::size_t, std::size_t first, std::size_t end) {
            part.counts.add(first, end, [&](std::size_t i) { return key_of(voxels[i]) >> 16; });
        },
        [&](UpperHalves &part) { part.counts.add_to(upper_); });
}

void FloatPercentiles::begin_closer_look(std::uint64_t absent, float lowest) {
    absent_ = absent < total_ ? absent : 0;
    lowest_ = key_of(lowest);
    upper_[lowest_ >> 16] -= absent_;
    for (const double share : shares_) {
        std::uint64_t wanted = wanted_of(share, total_ - absent_);
        const std::size_t half = entry_of(upper_, wanted);
        places_.emplace_back(half, wanted);
        lower_.try_emplace(half, Counts(65536, 0));
    }
    if (const auto found = lower_.find(lowest_ >> 16); found != lower_.end()) {
        found->second[lowest_ & 0xffffu] -= absent_; // wraps round, until they are counted
    }
}

void FloatPercentiles::look_closer(std::span<const float> voxels) {
    std::vector<std::pair<std::size_t, Counts *>> looked_at;
    for (auto &[half, counts] : lower_) {
        looked_at.emplace_back(half, &counts);
    }
    for (std::size_t i = 0; i < looked_at.size(); i += lower_tables) {
        count_lower_halves(voxels, std::span(looked_at).subspan(i, std::min(lower_tables, looked_at.size() - i)));
    }
}

std::vector<double> FloatPercentiles::result() const {
    std::vector<double> result;
    for (auto [half, wanted] : places_) {
        const std::size_t rest = entry_of(lower_.at(half), wanted);
        result.push_back(value_of(static_cast<std::uint32_t>(half << 16 | rest)));
    }
    return result;
}

std::vector<double> percentiles_of(ScalarType type, std::span<const std::uint64_t> value_counts,
                                   std::span<const double> shares) {
    const std::uint64_t total = std::accumulate(value_counts.begin(), value_counts.end(), std::uint64_t{0});
    return visit_scalar(type, [&](auto tag) -> std::vector<double> {
        using T = decltype(tag);
        if constexpr (std::is_same_v<T, float>) {
            return {};
        } else {
            return integer_percentiles<T>(value_counts, total, shares);
        }
    });
}

std::vector<double> percentiles_of(const Volume &volume, std::span<const double> shares) {
    if (volume.type() != ScalarType::f32) {
        return percentiles_of(volume.type(), volume.value_counts(), shares);
    }
    FloatPercentiles percentiles(shares);
    percentiles.count(volume.sample().voxels<float>());
    percentiles.begin_closer_look(volume.non_finite_count(), float(volume.range().min));
    percentiles.look_closer(volume.sample().voxels<float>());
    return percentiles.result();
}

} // namespace voxmarch
