// Numbers the values of voxels from the smallest to the largest.
#pragma once

#include "volume/data_survey.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace voxmarch {

/// The values that occur, numbered from the smallest.
template <typename T> class Ranks {
public:
    /// Counts one more voxel. @return false if the value is not whole, or there are too many
    bool count(T value) {
        if constexpr (std::is_floating_point_v<T>) {
            if (value != last_ || !last_count_) {
                if (value != std::floor(value) || distinct_ >= survey_distinct_limit) {
                    return false;
                }
                last_ = value;
                last_count_ = &count_of(value);
                distinct_ += *last_count_ == 0 ? 1 : 0;
            }
            ++*last_count_;
        } else {
            ++table_[slot(value)];
        }
        return true;
    }

    /// Call it once, when all are counted.
    void number() {
        std::uint64_t most = 0;
        const auto take = [&](std::uint64_t &count) {
            if (count > most) {
                most = count;
                mode_ = size_;
            }
            count = size_++;
        };
        if constexpr (std::is_floating_point_v<T>) {
            std::vector<T> values;
            for (const auto &[value, count] : counts_) {
                values.push_back(value);
            }
            for (std::size_t i = 0; i < table_.size(); ++i) {
                if (table_[i] > 0) {
                    values.push_back(static_cast<T>(i) - near_values);
                }
            }
            std::sort(values.begin(), values.end());
            for (const T value : values) {
                std::uint64_t &count = count_of(value);
                take(count);
                count += is_near(value) ? 1 : 0; // 0 stays for values that do not occur
            }
        } else {
            for (std::uint64_t &count : table_) {
                if (count > 0) {
                    take(count);
                }
            }
        }
    }

    std::size_t size() const { return size_; }
    std::size_t mode() const { return mode_; } ///< rank of the most frequent value

    /// Ranks of values that were counted. Others, which rows beside those counted may hold, have any rank.
    void of(std::span<const T> values, std::span<std::uint32_t> ranks) const {
        if constexpr (std::is_floating_point_v<T>) {
            T last = std::numeric_limits<T>::quiet_NaN();
            std::size_t rank = 0;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (values[i] != last) {
                    rank = rank_of(values[i]);
                    last = values[i];
                }
                ranks[i] = static_cast<std::uint32_t>(rank);
            }
        } else {
            for (std::size_t i = 0; i < values.size(); ++i) {
                ranks[i] = static_cast<std::uint32_t>(table_[slot(values[i])]);
            }
        }
    }

private:
    static std::size_t slot(T value) {
        return static_cast<std::size_t>(static_cast<std::int32_t>(value) -
                                        static_cast<std::int32_t>(std::numeric_limits<T>::lowest()));
    }

    /// Floats that were integers once are found in a table, which is faster than a map.
    static constexpr T near_values = std::is_floating_point_v<T> ? T(1 << 17) : T(0);
    static bool is_near(T value) { return value >= -near_values && value <= near_values; }

    std::uint64_t &count_of(T whole) {
        return is_near(whole) ? table_[static_cast<std::size_t>(whole + near_values)] : counts_[whole];
    }

    std::size_t rank_of(T value) const {
        if (is_near(value)) {
            const std::uint64_t behind =
                value == std::floor(value) ? table_[static_cast<std::size_t>(value + near_values)] : 0;
            return behind > 0 ? behind - 1 : size_;
        }
        const auto found = counts_.find(value);
        return found != counts_.end() ? found->second : size_;
    }

    std::size_t size_ = 0, mode_ = 0, distinct_ = 0;
    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(
        sizeof(T) <= 2 ? std::size_t{1} << (8 * sizeof(T)) : 2 * static_cast<std::size_t>(near_values) + 1);
    std::unordered_map<T, std::uint64_t> counts_; ///< of floats that are not near
    T last_ = std::numeric_limits<T>::lowest();
    std::uint64_t *last_count_ = nullptr;
};

} // namespace voxmarch
