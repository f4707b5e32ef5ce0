// Looks at rows of voxels and at their neighbours along all axes.
#include "volume/data_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace voxmarch {

namespace {

/// Up to so many values may be labels whatever their steps: there are too few to judge by. Noise and dithering are told
/// by a share of unequal_twice, which thin lines do not reach; lone points do, but they are rare.
constexpr std::size_t few_values = 5;
constexpr double most_unequal_twice = 0.42, fewest_unequal = 0.02;

/// More, but not many, values may be labels in the order of their places (vertebrae), which pass from one to the next
/// as slopes of posterised grey images do; their neighbours are more alike.
constexpr std::size_t some_values = 16;
constexpr double least_equal_in_order = 0.9;

/// Labels have more equal neighbours than the first and fewer steps to the next value than the second.
constexpr double least_equal = 0.5, most_steps = 0.4;

/// Rows (y + z * ny) to look at, in the order of a golden section: evenly spread whatever the number of rows in a
/// slice.
std::vector<std::size_t> chosen_rows(const std::array<int, 3> &dims) {
    const std::size_t rows = static_cast<std::size_t>(dims[1]) * static_cast<std::size_t>(dims[2]);
    const std::size_t wanted = std::max<std::size_t>(1, survey_voxels / static_cast<std::size_t>(dims[0]));
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < std::min(rows, wanted); ++i) {
        const double share = static_cast<double>(i) * 0.6180339887498949;
        chosen.push_back(rows <= wanted ? i : static_cast<std::size_t>((share - std::floor(share)) * double(rows)));
    }
    return chosen;
}

/// The values that occur, numbered from the smallest.
template <typename T> class Ranks {
public:
    /// Counts one more voxel. @return false if the value is not whole, or there are too many
    bool count(T value) {
        if constexpr (std::is_floating_point_v<T>) {
            if (value != last_ || !last_count_) {
                if (value != std::floor(value) || counts_.size() >= survey_distinct_limit) {
                    return false;
                }
                last_ = value;
                last_count_ = &counts_[value];
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
            std::sort(values.begin(), values.end());
            for (const T value : values) {
                take(counts_[value]);
            }
            last_ = std::numeric_limits<T>::quiet_NaN();
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

    /// Of a value that was counted. Others, which rows beside those counted may hold, have any rank.
    std::size_t rank(T value) {
        if constexpr (std::is_floating_point_v<T>) {
            if (value != last_) {
                const auto found = counts_.find(value);
                last_rank_ = found != counts_.end() ? found->second : size_;
                last_ = value;
            }
            return last_rank_;
        } else {
            return table_[slot(value)];
        }
    }

private:
    static std::size_t slot(T value) {
        return static_cast<std::size_t>(static_cast<std::int32_t>(value) -
                                        static_cast<std::int32_t>(std::numeric_limits<T>::lowest()));
    }

    std::size_t size_ = 0, mode_ = 0, last_rank_ = 0;
    std::vector<std::uint64_t> table_ =
        std::vector<std::uint64_t>(sizeof(T) <= 2 ? std::size_t{1} << (8 * sizeof(T)) : 0);
    std::unordered_map<T, std::uint64_t> counts_;
    T last_ = std::numeric_limits<T>::lowest();
    std::uint64_t *last_count_ = nullptr;
};

/// Numbers of pairs of neighbours.
struct Pairs {
    std::uint64_t all = 0, equal = 0, inside = 0, equal_inside = 0, steps_inside = 0;

    void add(std::size_t a, std::size_t b, std::size_t mode, std::size_t last) {
        if (a == 0 || b == 0) {
            return;
        }
        ++all;
        equal += a == b ? 1 : 0;
        if (a == mode || b == mode || a >= last || b >= last) {
            return;
        }
        ++inside;
        equal_inside += a == b ? 1 : 0;
        steps_inside += a + 1 == b || b + 1 == a ? 1 : 0;
    }
};

double share(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : -1.0;
}

/// Takes the steps from voxel to voxel along each axis, from the voxels of these rows on.
template <typename T>
NeighbourSurvey survey_steps(std::span<const T> voxels, const std::array<int, 3> &dims,
                             const std::vector<std::size_t> &rows) {
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    std::uint64_t all = 0, unequal = 0, twice = 0, turning = 0;
    const auto take = [&](const T *first, std::size_t count, std::size_t stride) {
        unsigned steps = 0, pairs = 0, turns = 0; // narrow, so that compilers make vectors of them
        for (std::size_t i = 0; i < count; ++i) {
            const T a = first[i], b = first[i + stride], c = first[i + 2 * stride];
            steps += a != b ? 1u : 0u;
            pairs += ((a != b) & (b != c)) ? 1u : 0u;
            turns += (((b > a) & (b > c)) | ((b < a) & (b < c))) ? 1u : 0u;
        }
        all += count;
        unequal += steps;
        twice += pairs;
        turning += turns;
    };
    for (const std::size_t row : rows) {
        const T *first = voxels.data() + row * nx;
        if (nx > 2) {
            take(first, nx - 2, 1);
        }
        if (row % ny + 2 < ny) {
            take(first, nx, nx);
        }
        if ((row + 2 * ny + 1) * nx <= voxels.size()) {
            take(first, nx, nx * ny);
        }
    }
    NeighbourSurvey result;
    result.unequal = share(unequal, all);
    result.unequal_twice = share(twice, unequal);
    result.turning = share(turning, twice);
    return result;
}

template <typename T> NeighbourSurvey survey_rows(const Volume &volume) {
    const std::array<int, 3> &dims = volume.grid().dims;
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    const std::span<const T> voxels = volume.voxels<T>();
    const std::vector<std::size_t> rows = chosen_rows(dims);
    NeighbourSurvey result = survey_steps(voxels, dims, rows);
    Ranks<T> ranks;
    for (const std::size_t row : rows) {
        for (const T value : voxels.subspan(row * nx, nx)) {
            if (!ranks.count(value)) {
                result.distinct = survey_distinct_limit;
                return result;
            }
        }
    }
    ranks.number();
    result.whole = true;
    result.distinct = ranks.size();
    Pairs pairs;
    std::vector<std::size_t> here(nx);
    for (const std::size_t row : rows) {
        for (std::size_t x = 0; x < nx; ++x) {
            here[x] = ranks.rank(voxels[row * nx + x]);
            if (x > 0) {
                pairs.add(here[x - 1], here[x], ranks.mode(), ranks.size() - 1);
            }
        }
        for (const std::size_t next : {(row + 1) % ny != 0 ? row + 1 : 0, row + ny}) {
            for (std::size_t x = 0; next > 0 && (next + 1) * nx <= voxels.size() && x < nx; ++x) {
                pairs.add(here[x], ranks.rank(voxels[next * nx + x]), ranks.mode(), ranks.size() - 1);
            }
        }
    }
    result.equal = share(pairs.equal, pairs.all);
    result.equal_inside = share(pairs.equal_inside, pairs.inside);
    result.steps_inside = share(pairs.steps_inside, pairs.inside - pairs.equal_inside);
    return result;
}

} // namespace

NeighbourSurvey survey_neighbours(const Volume &volume) {
    return visit_scalar(volume.type(), [&](auto tag) { return survey_rows<decltype(tag)>(volume); });
}

DataSurvey survey_data(const Volume &volume) {
    return {volume.grid().dims, compute_histogram(volume), survey_neighbours(volume)};
}

bool holds_labels(const Volume &volume) { return holds_labels(survey_neighbours(volume), volume.range()); }

bool holds_labels(const NeighbourSurvey &found, ValueRange range) {
    if (!found.whole || range.min < 0.0 || !(range.max > range.min)) {
        return false;
    }
    if (found.distinct <= few_values) {
        const bool is_noise = found.unequal >= fewest_unequal && found.unequal_twice > most_unequal_twice;
        return !is_noise && (found.equal < 0.0 || found.equal >= least_equal);
    }
    if (found.distinct <= some_values && found.equal >= least_equal_in_order) {
        return true;
    }
    return found.equal_inside >= least_equal && found.steps_inside <= most_steps;
}

} // namespace voxmarch
