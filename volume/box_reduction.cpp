// Sums of boxes row by row, and the most frequent of their values.
#include "volume/box_reduction.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace voxmarch {

namespace {

/// Exact for integers: at most 8 (factor 2) or 64^3 voxels of 16 bits.
template <typename T, int fixed>
using BoxSum =
    std::conditional_t<std::is_floating_point_v<T>, double, std::conditional_t<fixed == 2, std::int32_t, std::int64_t>>;

/// A box grid over `dims`; `fixed` is the factor where the compiler shall know it, else 0.
template <int fixed> struct BoxGrid {
    std::array<int, 3> n, m;
    int variable;

    BoxGrid(const std::array<int, 3> &dims, int factor) : n(dims), m(reduced_dims(dims, factor)), variable(factor) {}
    int factor() const { return fixed > 0 ? fixed : variable; }
    int begin(int box) const { return box * factor(); }
    int end(int box, std::size_t axis) const { return std::min((box + 1) * factor(), n[axis]); }
    std::size_t row(int y, int z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(n[0]);
    }
};

template <typename T, int fixed> BoxSum<T, fixed> add_voxels(BoxSum<T, fixed> sum, const T *voxel, int count) {
    for (int i = 0; i < count; ++i) {
        sum += voxel[i];
    }
    return sum;
}

/// Adds the voxels of a row to the sums of its boxes.
template <typename T, int fixed> void add_row(const BoxGrid<fixed> &grid, const T *row, BoxSum<T, fixed> *sums) {
    const int factor = grid.factor(), whole = grid.n[0] / factor;
    for (int box = 0; box < whole; ++box) {
        sums[box] = add_voxels<T, fixed>(sums[box], row + box * factor, factor);
    }
    if (whole < grid.m[0]) {
        sums[whole] = add_voxels<T, fixed>(sums[whole], row + whole * factor, grid.n[0] - whole * factor);
    }
}

/// Writes the means of `boxes` sums of `count` voxels each. Integers go to nearest, halves away from zero.
template <typename T, int fixed>
void write_means(const BoxSum<T, fixed> *sums, int boxes, BoxSum<T, fixed> count, T *out) {
    if constexpr (std::is_floating_point_v<T>) {
        std::transform(sums, sums + boxes, out, [&](double sum) { return static_cast<T>(sum / count); });
    } else if constexpr (fixed == 2) { // a count of 1, 2, 4 or 8: no division
        const int shift = std::countr_zero(static_cast<std::uint32_t>(count));
        const std::int32_t half = count / 2, towards_zero = count > 1 ? 1 : 0;
        std::transform(sums, sums + boxes, out, [&](std::int32_t sum) {
            return static_cast<T>((sum + half - (sum < 0 ? towards_zero : 0)) >> shift);
        });
    } else {
        std::transform(sums, sums + boxes, out, [&](std::int64_t sum) {
            return static_cast<T>(sum >= 0 ? (2 * sum + count) / (2 * count) : -((-2 * sum + count) / (2 * count)));
        });
    }
}

template <typename T, int fixed> void average_boxes(const T *in, const BoxGrid<fixed> &grid, T *out) {
    using Sum = BoxSum<T, fixed>;
    const auto &m = grid.m;
    const int whole = grid.n[0] / grid.factor();
    std::vector<Sum> sums(static_cast<std::size_t>(m[0]));
    for (int z = 0; z < m[2]; ++z) {
        for (int y = 0; y < m[1]; ++y, out += m[0]) {
            std::fill(sums.begin(), sums.end(), Sum{});
            for (int k = grid.begin(z); k < grid.end(z, 2); ++k) {
                for (int j = grid.begin(y); j < grid.end(y, 1); ++j) {
                    add_row<T, fixed>(grid, in + grid.row(j, k), sums.data());
                }
            }
            const auto lines = static_cast<Sum>((grid.end(z, 2) - grid.begin(z)) * (grid.end(y, 1) - grid.begin(y)));
            write_means<T, fixed>(sums.data(), whole, lines * static_cast<Sum>(grid.factor()), out);
            if (whole < m[0]) {
                write_means<T, fixed>(&sums.back(), 1, lines * static_cast<Sum>(grid.n[0] - whole * grid.factor()),
                                      out + whole);
            }
        }
    }
}

/// The most frequent of the values, the smallest of several. Sorts them.
template <typename T> T most_frequent(std::vector<T> &values) {
    std::sort(values.begin(), values.end());
    T best = values.front();
    std::ptrdiff_t most = 0;
    for (auto run = values.begin(); run != values.end();) {
        const auto end = std::upper_bound(run, values.end(), *run);
        if (end - run > most) {
            most = end - run;
            best = *run;
        }
        run = end;
    }
    return best;
}

template <typename T> void take_modes(const T *in, const BoxGrid<0> &grid, T *out) {
    std::vector<T> values;
    for (int z = 0; z < grid.m[2]; ++z) {
        for (int y = 0; y < grid.m[1]; ++y) {
            for (int x = 0; x < grid.m[0]; ++x) {
                values.clear();
                for (int k = grid.begin(z); k < grid.end(z, 2); ++k) {
                    for (int j = grid.begin(y); j < grid.end(y, 1); ++j) {
                        const T *row = in + grid.row(j, k);
                        values.insert(values.end(), row + grid.begin(x), row + grid.end(x, 0));
                    }
                }
                // Most boxes lie within one object.
                const bool is_one = std::all_of(values.begin(), values.end(), [&](T v) { return v == values.front(); });
                *out++ = is_one ? values.front() : most_frequent(values);
            }
        }
    }
}

} // namespace

std::array<int, 3> reduced_dims(const std::array<int, 3> &dims, int factor) {
    std::array<int, 3> result{};
    std::transform(dims.begin(), dims.end(), result.begin(),
                   [&](int n) { return n / factor + (n % factor != 0 ? 1 : 0); });
    return result;
}

void reduce_boxes(ScalarType type, BoxValue how, std::span<const std::byte> in, const std::array<int, 3> &dims,
                  int factor, std::span<std::byte> out) {
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        const T *from = reinterpret_cast<const T *>(in.data());
        T *to = reinterpret_cast<T *>(out.data());
        if (how == BoxValue::mode) {
            take_modes<T>(from, {dims, factor}, to);
        } else if (factor == 2) {
            average_boxes<T, 2>(from, {dims, factor}, to);
        } else {
            average_boxes<T, 0>(from, {dims, factor}, to);
        }
    });
}

} // namespace voxmarch
