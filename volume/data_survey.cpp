// Looks at rows of voxels and at their neighbours along all axes.
#include "volume/data_survey.h"

#include "base/parallel.h"
#include "volume/bricks/large_volume.h"
#include "volume/value_ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
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

/// Of lines, those that are darker than a bright one.
constexpr double bright_share = 0.99;

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

/// Numbers of pairs of neighbours.
struct Pairs {
    std::uint64_t all = 0, equal = 0, inside = 0, equal_inside = 0, steps_inside = 0;

    static std::uint32_t one(bool is_true) { return is_true ? 1u : 0u; }

    /// Ranks of voxels and of their neighbours; no branches, so that compilers make vectors of it.
    void add(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to, std::uint32_t mode,
             std::uint32_t last) {
        std::uint32_t pairs = 0, same = 0, pairs_inside = 0, same_inside = 0, steps = 0;
        const std::size_t size = from.size();
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t a = from[i], b = to[i];
            const std::uint32_t counts = one(a != 0) & one(b != 0), is_same = one(a == b);
            const std::uint32_t is_inside = counts & one(a != mode) & one(b != mode) & one(a < last) & one(b < last);
            pairs += counts;
            same += counts & is_same;
            pairs_inside += is_inside;
            same_inside += is_inside & is_same;
            steps += is_inside & (one(a + 1 == b) | one(b + 1 == a));
        }
        all += pairs;
        equal += same;
        inside += pairs_inside;
        equal_inside += same_inside;
        steps_inside += steps;
    }

    Pairs &operator+=(const Pairs &other) {
        all += other.all;
        equal += other.equal;
        inside += other.inside;
        equal_inside += other.equal_inside;
        steps_inside += other.steps_inside;
        return *this;
    }
};

double share(std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : -1.0;
}

/// Rows that a core takes at a time.
constexpr std::size_t rows_at_a_time = 256;

/// Adds up what add(sums, row) adds for each row, on all cores; sums of whole numbers, so that their order is free.
template <typename Sums, typename Add> Sums over_rows(const std::vector<std::size_t> &rows, const Add &add) {
    std::vector<Sums> sums(piece_count(rows.size(), rows_at_a_time));
    in_pieces(rows.size(), rows_at_a_time, [&](std::size_t piece, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            add(sums[piece], rows[i]);
        }
    });
    Sums all;
    for (const Sums &part : sums) {
        all += part;
    }
    return all;
}

/// Numbers of steps from voxel to voxel along an axis.
struct Steps {
    std::uint64_t all = 0, unequal = 0, twice = 0, turning = 0;

    /// Voxels, those one step on and those two steps on.
    template <typename T> void add(const T *first, const T *second, const T *third, std::size_t count) {
        unsigned steps = 0, pairs = 0, turns = 0; // narrow, so that compilers make vectors of them
        for (std::size_t i = 0; i < count; ++i) {
            const T a = first[i], b = second[i], c = third[i];
            steps += a != b ? 1u : 0u;
            pairs += ((a != b) & (b != c)) ? 1u : 0u;
            turns += (((b > a) & (b > c)) | ((b < a) & (b < c))) ? 1u : 0u;
        }
        all += count;
        unequal += steps;
        twice += pairs;
        turning += turns;
    }

    Steps &operator+=(const Steps &other) {
        all += other.all;
        unequal += other.unequal;
        twice += other.twice;
        turning += other.turning;
        return *this;
    }
};

/// Rows of voxels by their numbers y + z * ny.
template <typename T> struct RowsOfVolume {
    const T *voxels;
    std::size_t length;
    const T *operator[](std::size_t row) const { return voxels + row * length; }
};

/// Takes the steps from voxel to voxel along each axis, from the voxels of these rows on.
template <typename Rows>
NeighbourSurvey survey_steps(const Rows &voxels, const std::array<int, 3> &dims, const std::vector<std::size_t> &rows) {
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    const std::size_t all = ny * static_cast<std::size_t>(dims[2]);
    const auto steps = over_rows<Steps>(rows, [&](Steps &sums, std::size_t row) {
        const auto *first = voxels[row];
        if (nx > 2) {
            sums.add(first, first + 1, first + 2, nx - 2);
        }
        if (row % ny + 2 < ny) {
            sums.add(first, voxels[row + 1], voxels[row + 2], nx);
        }
        if (row + 2 * ny < all) {
            sums.add(first, voxels[row + ny], voxels[row + 2 * ny], nx);
        }
    });
    NeighbourSurvey result;
    result.unequal = share(steps.unequal, steps.all);
    result.unequal_twice = share(steps.twice, steps.unequal);
    result.turning = share(steps.turning, steps.twice);
    return result;
}

/// Counts pairs of neighbours from the voxels of these rows on.
template <typename T, typename Rows>
Pairs survey_pairs(const Rows &voxels, const std::array<int, 3> &dims, const std::vector<std::size_t> &rows,
                   const Ranks<T> &ranks) {
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    const std::size_t all = ny * static_cast<std::size_t>(dims[2]);
    const auto mode = static_cast<std::uint32_t>(ranks.mode()), last = static_cast<std::uint32_t>(ranks.size() - 1);
    return over_rows<Pairs>(rows, [&](Pairs &sums, std::size_t row) {
        std::vector<std::uint32_t> here(nx), there(nx);
        ranks.of({voxels[row], nx}, here);
        sums.add({here.data(), nx - 1}, {here.data() + 1, nx - 1}, mode, last);
        for (const std::size_t next : {(row + 1) % ny != 0 ? row + 1 : 0, row + ny}) {
            if (next > 0 && next < all) {
                ranks.of({voxels[next], nx}, there);
                sums.add(here, there, mode, last);
            }
        }
    });
}

/// The value that one in a hundred exceeds.
double bright_one(std::vector<double> values) {
    const auto bright = values.begin() + static_cast<std::ptrdiff_t>(bright_share * double(values.size() - 1));
    std::nth_element(values.begin(), bright, values.end());
    return *bright;
}

/// Means across rows that have one coordinate in common, y or z: estimates of those along lines. Memory: of the rows,
/// however long the axes are.
class LineMeans {
public:
    /// @param coordinates  of all rows that will come
    LineMeans(std::size_t length, const std::vector<std::size_t> &coordinates) : length_(length) {
        for (const std::size_t coordinate : coordinates) {
            ++lines_[coordinate].rows;
        }
        std::erase_if(lines_, [](const auto &line) { return line.second.rows < fewest_rows; });
        for (auto &[coordinate, line] : lines_) {
            line.sums.resize(length);
        }
    }

    template <typename T> void add(const T *row, std::size_t coordinate) {
        if (const auto line = lines_.find(coordinate); line != lines_.end()) {
            for (std::size_t x = 0; x < length_; ++x) {
                line->second.sums[x] += static_cast<double>(row[x]);
            }
        }
    }

    /// Of lines that are known well enough; empty: none is.
    std::optional<double> bright() const {
        std::vector<double> means;
        for (const auto &[coordinate, line] : lines_) {
            for (const double sum : line.sums) {
                means.push_back(sum / line.rows);
            }
        }
        return means.empty() ? std::nullopt : std::optional(bright_one(std::move(means)));
    }

private:
    static constexpr int fewest_rows = 8;
    struct Line {
        int rows = 0;
        std::vector<double> sums;
    };
    std::size_t length_;
    std::map<std::size_t, Line> lines_; ///< by coordinate
};

/// See NeighbourSurvey::bright_line.
template <typename Rows>
double bright_line(const Rows &voxels, const std::array<int, 3> &dims, const std::vector<std::size_t> &rows) {
    const auto nx = static_cast<std::size_t>(dims[0]), ny = static_cast<std::size_t>(dims[1]);
    std::vector<double> means;
    std::vector<std::size_t> ys, zs;
    for (const std::size_t row : rows) {
        ys.push_back(row % ny);
        zs.push_back(row / ny);
    }
    LineMeans along_y(nx, zs), along_z(nx, ys);
    for (const std::size_t row : rows) {
        const auto *first = voxels[row];
        means.push_back(std::accumulate(first, first + nx, 0.0) / static_cast<double>(nx));
        along_y.add(first, row / ny);
        along_z.add(first, row % ny);
    }
    const double along_x = bright_one(std::move(means));
    return std::max({along_x, along_y.bright().value_or(along_x), along_z.bright().value_or(along_x)});
}

template <typename T, typename Rows>
NeighbourSurvey survey_rows(const Rows &voxels, const std::array<int, 3> &dims, const std::vector<std::size_t> &rows) {
    const auto nx = static_cast<std::size_t>(dims[0]);
    NeighbourSurvey result = survey_steps(voxels, dims, rows);
    result.bright_line = bright_line(voxels, dims, rows);
    Ranks<T> ranks;
    for (const std::size_t row : rows) {
        for (const T value : std::span(voxels[row], nx)) {
            if (!ranks.count(value)) {
                result.distinct = survey_distinct_limit;
                return result;
            }
        }
    }
    ranks.number();
    result.whole = true;
    result.distinct = ranks.size();
    const Pairs pairs = survey_pairs(voxels, dims, rows, ranks);
    result.equal = share(pairs.equal, pairs.all);
    result.equal_inside = share(pairs.equal_inside, pairs.inside);
    result.steps_inside = share(pairs.steps_inside, pairs.inside - pairs.equal_inside);
    return result;
}

template <typename T> struct KeptRows {
    const std::map<std::size_t, std::vector<std::byte>> &rows;
    const T *operator[](std::size_t row) const { return reinterpret_cast<const T *>(rows.at(row).data()); }
};

} // namespace

NeighbourSurvey survey_neighbours(const Volume &volume) {
    if (volume.large()) {
        return survey_neighbours(volume.large()->excerpt);
    }
    const std::array<int, 3> &dims = volume.grid().dims;
    NeighbourSurvey survey = visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        const RowsOfVolume<T> rows{volume.voxels<T>().data(), static_cast<std::size_t>(dims[0])};
        return survey_rows<T>(rows, dims, chosen_rows(dims));
    });
    survey.of_colors = volume.header().channels_are_colors;
    return survey;
}

SlabSurvey::SlabSurvey(const std::array<int, 3> &dims, ScalarType type) : dims_(dims), type_(type) {
    const auto ny = static_cast<std::size_t>(dims[1]), all = ny * static_cast<std::size_t>(dims[2]);
    for (const std::size_t row : chosen_rows(dims)) {
        rows_.try_emplace(row);
        for (const std::size_t on : {std::size_t{1}, std::size_t{2}}) {
            if (row % ny + on < ny) {
                rows_.try_emplace(row + on);
            }
            if (row + on * ny < all) {
                rows_.try_emplace(row + on * ny);
            }
        }
    }
}

void SlabSurvey::take(std::span<const std::byte> slices, int first) {
    const std::size_t bytes = static_cast<std::size_t>(dims_[0]) * scalar_size(type_);
    const std::size_t begin = static_cast<std::size_t>(first) * static_cast<std::size_t>(dims_[1]);
    const std::size_t end = begin + slices.size() / bytes;
    for (auto row = rows_.lower_bound(begin); row != rows_.end() && row->first < end; ++row) {
        const auto voxels = slices.subspan((row->first - begin) * bytes, bytes);
        row->second.assign(voxels.begin(), voxels.end());
    }
}

void SlabSurvey::take_only(double value, int first, int count) {
    const auto ny = static_cast<std::size_t>(dims_[1]), begin = static_cast<std::size_t>(first) * ny;
    const std::size_t end = begin + static_cast<std::size_t>(count) * ny;
    visit_scalar(type_, [&](auto tag) {
        using T = decltype(tag);
        const std::vector<T> voxels(static_cast<std::size_t>(dims_[0]), static_cast<T>(value));
        const auto bytes = std::as_bytes(std::span(voxels));
        for (auto row = rows_.lower_bound(begin); row != rows_.end() && row->first < end; ++row) {
            row->second.assign(bytes.begin(), bytes.end());
        }
    });
}

NeighbourSurvey SlabSurvey::result() const {
    return visit_scalar(type_, [&](auto tag) {
        return survey_rows<decltype(tag)>(KeptRows<decltype(tag)>{rows_}, dims_, chosen_rows(dims_));
    });
}

DataSurvey survey_data(const Volume &volume) {
    return {volume.grid().dims, compute_histogram(volume), survey_neighbours(volume)};
}

bool holds_labels(const Volume &volume) { return holds_labels(survey_neighbours(volume), volume.range()); }

bool holds_labels(const NeighbourSurvey &found, ValueRange range) {
    if (found.of_colors || !found.whole || range.min < 0.0 || !(range.max > range.min)) {
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
