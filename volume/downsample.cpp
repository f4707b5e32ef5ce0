// Box filter over factor^3 voxels.
#include "volume/downsample.h"

#include "device/error.h"
#include "volume/checked_size.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace voxmarch {

namespace {

void check_factor(int factor) {
    if (factor < 1 || factor > 64)
        throw UsageError(fmt::format("--downsample {}: the factor must lie in 1 to 64", factor));
}

// Exact for integers: at most 64^3 voxels of 16 bits.
template <typename T> using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

template <typename T> T mean(Sum<T> sum, std::int64_t count) {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(sum / static_cast<double>(count));
    else // nearest, halves away from zero
        return static_cast<T>(sum >= 0 ? (2 * sum + count) / (2 * count) : -((-2 * sum + count) / (2 * count)));
}

// Filters all boxes of one output slice.
template <typename T> void filter_slice(std::span<const T> in, const std::array<int, 3> &n, int factor, int slice,
                                        const std::array<int, 3> &m, std::span<T> out) {
    const int z_end = std::min((slice + 1) * factor, n[2]);
    std::vector<Sum<T>> sums(static_cast<std::size_t>(m[0]));
    for (int row = 0; row < m[1]; ++row) {
        const int y_end = std::min((row + 1) * factor, n[1]);
        std::fill(sums.begin(), sums.end(), Sum<T>{});
        for (int z = slice * factor; z < z_end; ++z)
            for (int y = row * factor; y < y_end; ++y) {
                const std::size_t line =
                    static_cast<std::size_t>(z) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(y);
                const T *voxel = in.data() + line * static_cast<std::size_t>(n[0]);
                for (int x = 0; x < n[0]; ++x)
                    sums[static_cast<std::size_t>(x / factor)] += voxel[x];
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

VolumeHeader downsample_header(const VolumeHeader &header, int factor) {
    check_factor(factor);
    VolumeHeader result = header;
    if (factor == 1)
        return result;
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
    result.notes.push_back(fmt::format("Downsampled by {} from {}x{}x{} voxels.", factor, n[0], n[1], n[2]));
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
        for (int z = 0; z < m[2]; ++z)
            filter_slice<T>(volume.voxels<T>(), volume.grid().dims, factor, z, m,
                            out.subspan(static_cast<std::size_t>(z) * slice, slice));
    });
    return Volume(std::move(header), std::move(bytes));
}

} // namespace voxmarch
