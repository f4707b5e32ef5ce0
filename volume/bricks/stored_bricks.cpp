// Replaces what is not finite in boxes that were read.
#include "volume/bricks/stored_bricks.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace voxmarch {

namespace {

// Voxels that are looked at together, at most.
constexpr int scan_edge = 256;

void require_inside(const VoxelBox &box, const std::array<int, 3> &dims, std::size_t voxel_size, std::size_t bytes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (box.low[axis] < 0 || box.low[axis] >= box.high[axis] || box.high[axis] > dims[axis]) {
            throw UsageError(fmt::format("the box {} to {} does not lie within {}", fmt::join(box.low, ","),
                                         fmt::join(box.high, ","), fmt::join(dims, "x")));
        }
    }
    if (bytes != box.voxel_count() * voxel_size) {
        throw UsageError(fmt::format("a box of {} voxels does not take {} bytes", box.voxel_count(), bytes));
    }
}

std::span<float> floats_of(std::span<std::byte> bytes) {
    return {reinterpret_cast<float *>(bytes.data()), bytes.size() / sizeof(float)};
}

/// By integers, of which compilers make vectors: all bits of the exponent are set in what is not finite.
bool are_finite(std::span<const float> values) {
    std::int32_t odd = 0;
    for (const float value : values) {
        odd |= 0x7f7fffff - (std::bit_cast<std::int32_t>(value) & 0x7fffffff);
    }
    return odd >= 0;
}

} // namespace

void for_each_box(const std::array<int, 3> &dims, const std::array<int, 3> &size,
                  const std::function<void(const VoxelBox &)> &work, const std::function<void(double)> &progress) {
    std::array<int, 3> count{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        count[axis] = (dims[axis] - 1) / size[axis] + 1;
    }
    // A row of boxes is one piece: there may be more boxes than pieces can be numbered.
    on_all_cores(
        count[1] * count[2],
        [&](int row) {
            for (int x = 0; x < count[0]; ++x) {
                const std::array<int, 3> place{x, row % count[1], row / count[1]};
                VoxelBox box;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    box.low[axis] = place[axis] * size[axis];
                    box.high[axis] = std::min(box.low[axis] + size[axis], dims[axis]);
                }
                work(box);
            }
        },
        progress);
}

void StoredBricks::read_as_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const {
    require_inside(box, grid(level).dims, scalar_size(header_.type), voxels.size());
    read_stored(level, box, voxels);
}

void StoredBricks::read(int level, const VoxelBox &box, std::span<std::byte> voxels) const {
    read_as_stored(level, box, voxels);
    if (header_.type != ScalarType::f32) {
        return;
    }
    constexpr std::size_t part = 4096; // stays in the first cache
    for (auto rest = floats_of(voxels); !rest.empty(); rest = rest.subspan(std::min(part, rest.size()))) {
        const auto values = rest.first(std::min(part, rest.size()));
        if (are_finite(values)) {
            continue;
        }
        replaced_ = true;
        const float smallest = smallest_finite();
        std::replace_if(
            values.begin(), values.end(), [](float value) { return !std::isfinite(value); }, smallest);
    }
}

const std::optional<BrickRanges> &StoredBricks::ranges(int) const {
    static const std::optional<BrickRanges> unknown;
    return unknown;
}

float StoredBricks::smallest_finite() const {
    std::call_once(looked_, [&] {
        const auto known = known_smallest();
        smallest_ = known ? *known : find_smallest();
    });
    return smallest_;
}

float StoredBricks::find_smallest() const {
    const auto &dims = header_.grid.dims;
    std::array<int, 3> size = read_size(0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        size[axis] = std::min({size[axis], scan_edge, dims[axis]});
    }
    std::mutex mutex;
    float smallest = std::numeric_limits<float>::infinity();
    for_each_box(dims, size, [&](const VoxelBox &box) {
        std::vector<float> values(box.voxel_count());
        read_stored(0, box, std::as_writable_bytes(std::span(values)));
        float least = std::numeric_limits<float>::infinity();
        for (const float value : values) {
            least = std::isfinite(value) && value < least ? value : least;
        }
        if (box.high[0] == dims[0]) { // boxes side by side share the pages of a file's rows
            forget(0, {{0, box.low[1], box.low[2]}, box.high});
        }
        const std::lock_guard lock(mutex);
        smallest = std::min(smallest, least);
    });
    return std::isfinite(smallest) ? smallest + 0.0f : 0.0f; // never -0, as in a volume
}

} // namespace voxmarch
