// Walks the bricks of an object, adds the noise of the scanner, and sorts primitives into bricks.
#include "volume/synthetic/object.h"

namespace voxmarch {

namespace {

constexpr float noise_deviation = 4.8f;

/// Bins along one axis at most, which bounds the index of any volume to 1 MiB and its entries.
constexpr int max_bins = 64;

} // namespace

Brick ObjectField::brick_at(int x, int y, int z) const {
    Brick brick{{x, y, z}, glm::min(glm::ivec3(x, y, z) + Brick::edge, glm::ivec3(n_)), voxel_length(), {}};
    brick.bounds.add(glm::vec3(brick.begin) * brick.voxel_length, 1.5f * brick.voxel_length);
    brick.bounds.add(glm::vec3(brick.end - 1) * brick.voxel_length, 1.5f * brick.voxel_length);
    return brick;
}

void ObjectField::fill(const VoxelBox &box, std::span<std::byte> out) const {
    const auto first_brick = [&](std::size_t axis) { return box.low[axis] / Brick::edge * Brick::edge; };
    Values values;
    // Bricks lie at multiples of their edge in the volume, whatever the box, so that a voxel's value cannot depend on
    // how the volume was split.
    for (int z = first_brick(2); z < box.high[2]; z += Brick::edge) {
        for (int y = first_brick(1); y < box.high[1]; y += Brick::edge) {
            for (int x = first_brick(0); x < box.high[0]; x += Brick::edge) {
                const Brick brick = brick_at(x, y, z);
                values.fill(air);
                paint(brick, values);
                write(brick, values, box, out);
            }
        }
    }
}

void ObjectField::write(const Brick &brick, const Values &values, const VoxelBox &box, std::span<std::byte> out) const {
    const glm::ivec3 low(box.low[0], box.low[1], box.low[2]), high(box.high[0], box.high[1], box.high[2]);
    const glm::ivec3 begin = glm::max(brick.begin, low), end = glm::min(brick.end, high);
    const auto row = static_cast<std::size_t>(high.x - low.x), rows = static_cast<std::size_t>(high.y - low.y);
    for (int z = begin.z; z < end.z; ++z) {
        for (int y = begin.y; y < end.y; ++y) {
            const auto line =
                out.subspan((static_cast<std::size_t>(z - low.z) * rows + static_cast<std::size_t>(y - low.y)) * row);
            for (int x = begin.x; x < end.x; ++x) {
                const float noise = noise_deviation * normal_of_hash(hash_point(x, y, z));
                const float value = values[brick.index(x, y, z)] + noise;
                line[static_cast<std::size_t>(x - low.x)] = static_cast<std::byte>(to_u8(value));
            }
        }
    }
}

BrickIndex::BrickIndex(int n, const std::vector<Bounds> &bounds) {
    bin_edge_ = Brick::edge;
    while ((n + bin_edge_ - 1) / bin_edge_ > max_bins) {
        bin_edge_ *= 2;
    }
    bricks_per_axis_ = (n + bin_edge_ - 1) / bin_edge_;
    const auto voxels_per_unit = static_cast<float>(std::max(n - 1, 1));
    const auto for_each_bin = [&](const Bounds &box, auto &&f) {
        const auto bin = [&](const glm::vec3 &p, float margin) {
            const glm::ivec3 voxel(glm::floor(p * voxels_per_unit + margin));
            return glm::clamp(voxel / bin_edge_, glm::ivec3(0), glm::ivec3(bricks_per_axis_ - 1));
        };
        const glm::ivec3 low = bin(box.low, -2.0f);
        const glm::ivec3 high = bin(box.high, 3.0f);
        for (int z = low.z; z <= high.z; ++z) {
            for (int y = low.y; y <= high.y; ++y) {
                for (int x = low.x; x <= high.x; ++x) {
                    f(static_cast<std::size_t>((z * bricks_per_axis_ + y) * bricks_per_axis_ + x));
                }
            }
        }
    };
    // Counting sort: sizes, then first entries, then the entries themselves.
    const auto bins = static_cast<std::size_t>(bricks_per_axis_ * bricks_per_axis_ * bricks_per_axis_);
    first_.assign(bins + 1, 0);
    for (const Bounds &box : bounds) {
        for_each_bin(box, [&](std::size_t bin) { ++first_[bin + 1]; });
    }
    for (std::size_t i = 0; i < bins; ++i) {
        first_[i + 1] += first_[i];
    }
    entries_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        for_each_bin(bounds[i], [&](std::size_t bin) { entries_[next[bin]++] = static_cast<std::uint32_t>(i); });
    }
}

std::span<const std::uint32_t> BrickIndex::near(const Brick &brick) const {
    const glm::ivec3 b = brick.begin / bin_edge_;
    const auto bin = static_cast<std::size_t>((b.z * bricks_per_axis_ + b.y) * bricks_per_axis_ + b.x);
    return {entries_.data() + first_[bin], entries_.data() + first_[bin + 1]};
}

} // namespace voxmarch
