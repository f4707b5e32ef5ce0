// Box filter over factor^3 voxels.
#include "volume/downsample.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace voxmarch {

namespace {

void check_factor(int factor) {
    if (factor < 1 || factor > 64) {
        throw UsageError(fmt::format("the volume cannot be reduced by {}: the factor must lie in 1 to 64", factor));
    }
}

// Exact for integers: at most 64^3 voxels of 16 bits.
template <typename T> using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

template <typename T> T mean(Sum<T> sum, std::int64_t count) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(sum / static_cast<double>(count));
    } else { // nearest, halves away from zero
        return static_cast<T>(sum >= 0 ? (2 * sum + count) / (2 * count) : -((-2 * sum + count) / (2 * count)));
    }
}

// Filters all boxes of one output slice.
template <typename T>
void filter_slice(std::span<const T> in, const std::array<int, 3> &n, int factor, int slice,
                  const std::array<int, 3> &m, std::span<T> out) {
    const int z_end = std::min((slice + 1) * factor, n[2]);
    std::vector<Sum<T>> sums(static_cast<std::size_t>(m[0]));
    for (int row = 0; row < m[1]; ++row) {
        const int y_end = std::min((row + 1) * factor, n[1]);
        std::fill(sums.begin(), sums.end(), Sum<T>{});
        for (int z = slice * factor; z < z_end; ++z) {
            for (int y = row * factor; y < y_end; ++y) {
                const std::size_t line =
                    static_cast<std::size_t>(z) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(y);
                const T *voxel = in.data() + line * static_cast<std::size_t>(n[0]);
                for (int x = 0; x < n[0]; ++x) {
                    sums[static_cast<std::size_t>(x / factor)] += voxel[x];
                }
            }
        }
        const std::int64_t lines = std::int64_t{z_end - slice * factor} * (y_end - row * factor);
        for (int x = 0; x < m[0]; ++x) {
            const int width = std::min((x + 1) * factor, n[0]) - x * factor;
            out[static_cast<std::size_t>(row) * static_cast<std::size_t>(m[0]) + static_cast<std::size_t>(x)] =
                mean<T>(sums[static_cast<std::size_t>(x)], lines * width);
        }
    }
}

} // namespace

namespace {

/// The most frequent of them, the smallest of several. Sorts them.
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

/// The values of the box that becomes one voxel.
template <typename T>
void gather(std::span<const T> in, const std::array<int, 3> &n, int factor, const std::array<int, 3> &box,
            std::vector<T> &values) {
    values.clear();
    const int x_begin = box[0] * factor, x_end = std::min(x_begin + factor, n[0]);
    for (int z = box[2] * factor; z < std::min((box[2] + 1) * factor, n[2]); ++z) {
        for (int y = box[1] * factor; y < std::min((box[1] + 1) * factor, n[1]); ++y) {
            const std::ptrdiff_t line = (std::ptrdiff_t{z} * n[1] + y) * n[0];
            values.insert(values.end(), in.begin() + line + x_begin, in.begin() + line + x_end);
        }
    }
}

} // namespace

VolumeHeader downsample_header(const VolumeHeader &header, int factor) {
    check_factor(factor);
    VolumeHeader result = header;
    if (factor == 1) {
        return result;
    }
    glm::dvec3 first_box_middle(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const int n = header.grid.dims[a];
        result.grid.dims[a] = n / factor + (n % factor != 0 ? 1 : 0);
        first_box_middle[axis] = 0.5 * (std::min(factor, n) - 1);
    }
    result.grid.spacing *= factor;
    result.grid.origin = glm::dvec3(header.grid.world_from_voxel() * glm::dvec4(first_box_middle, 1.0));
    const auto &n = header.grid.dims;
    result.notes.emplace_back(fmt::format("Downsampled by {} from {}x{}x{} voxels.", factor, n[0], n[1], n[2]));
    return result;
}

Volume downsample(const Volume &volume, int factor) {
    VolumeHeader header = downsample_header(volume.header(), factor);
    auto bytes = allocate_voxels(header.byte_count(), header.name);
    if (factor == 1) {
        std::memcpy(bytes.data(), volume.bytes().data(), bytes.size());
        return Volume(std::move(header), std::move(bytes));
    }
    visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        const auto &m = header.grid.dims;
        const std::size_t slice = static_cast<std::size_t>(m[0]) * static_cast<std::size_t>(m[1]);
        const std::span<T> out{reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)};
        for (int z = 0; z < m[2]; ++z) {
            filter_slice<T>(volume.voxels<T>(), volume.grid().dims, factor, z, m,
                            out.subspan(static_cast<std::size_t>(z) * slice, slice));
        }
    });
    return Volume(std::move(header), std::move(bytes));
}

Volume downsample_labels(const Volume &labels, int factor) {
    VolumeHeader header = downsample_header(labels.header(), factor);
    auto bytes = allocate_voxels(header.byte_count(), header.name);
    visit_scalar(labels.type(), [&](auto tag) {
        using T = decltype(tag);
        const auto &m = header.grid.dims;
        T *out = reinterpret_cast<T *>(bytes.data());
        std::vector<T> values;
        for (int z = 0; z < m[2]; ++z) {
            for (int y = 0; y < m[1]; ++y) {
                for (int x = 0; x < m[0]; ++x) {
                    gather<T>(labels.voxels<T>(), labels.grid().dims, factor, {x, y, z}, values);
                    *out++ = most_frequent(values);
                }
            }
        }
    });
    return Volume(std::move(header), std::move(bytes));
}

} // namespace voxmarch
