// A source over voxels in memory that counts what is read of it.
#pragma once

#include "base/error.h"
#include "volume/bricks/box_copy.h"
#include "volume/bricks/brick_source.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace voxmarch::testing {

class StreamedSource final : public BrickSource {
public:
    /// @param stored  voxels, which may be not finite  @param box  read_size()
    StreamedSource(const VolumeHeader &header, std::vector<std::byte> stored, const std::array<int, 3> &box)
        : stored_(std::move(stored)), whole_(header, stored_), box_(box) {}

    /// With the ranges of its bricks, of finite voxels as they are stored.
    StreamedSource &with_ranges() {
        const auto &n = whole_.grid().dims;
        BrickRanges &found = ranges_.emplace();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            found.bricks[axis] = (n[axis] + source_brick_edge - 1) / source_brick_edge;
        }
        const Volume &stored = whole_; // stand-ins are the smallest value of all, and may be below a brick's range
        found.ranges.assign(static_cast<std::size_t>(found.bricks[0] * found.bricks[1] * found.bricks[2]),
                            {1e30, -1e30});
        for (int z = 0; z < n[2]; ++z) {
            for (int y = 0; y < n[1]; ++y) {
                for (int x = 0; x < n[0]; ++x) {
                    const int brick =
                        (z / source_brick_edge * found.bricks[1] + y / source_brick_edge) * found.bricks[0] +
                        x / source_brick_edge;
                    ValueRange &range = found.ranges[static_cast<std::size_t>(brick)];
                    if (is_finite(x, y, z)) {
                        range.min = std::min(range.min, stored.value(x, y, z));
                        range.max = std::max(range.max, stored.value(x, y, z));
                    }
                }
            }
        }
        return *this;
    }

    const Volume &whole() const { return whole_; }
    const VolumeHeader &header() const override { return whole_.header(); }
    int level_count() const override { return 1; }
    Grid grid(int) const override { return whole_.grid(); }
    std::array<int, 3> read_size(int) const override { return box_; }
    const std::optional<BrickRanges> &ranges(int) const override { return ranges_; }
    bool reads_any_box() const override { return any_box; }

    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        copy(whole_.bytes(), box, voxels);
    }
    void read_as_stored(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        copy(stored_, box, voxels);
    }

    mutable std::atomic<std::uint64_t> read_bytes = 0, largest_read = 0;
    bool any_box = false;           ///< reads_any_box()
    int fails_from_slice = 1 << 30; ///< reading these throws

private:
    std::vector<std::byte> stored_;
    Volume whole_;
    std::array<int, 3> box_;
    std::optional<BrickRanges> ranges_;

    bool is_finite(int x, int y, int z) const {
        if (whole_.type() != ScalarType::f32) {
            return true;
        }
        const auto &n = whole_.grid().dims;
        float value = 0.0f;
        std::memcpy(&value,
                    stored_.data() + 4 * (static_cast<std::size_t>(z * n[1] + y) * static_cast<std::size_t>(n[0]) +
                                          static_cast<std::size_t>(x)),
                    4);
        return std::isfinite(value);
    }

    void copy(std::span<const std::byte> from, const VoxelBox &box, std::span<std::byte> to) const {
        if (box.high[2] > fails_from_slice) {
            throw FileError("store/0/c/1/2/3", "cannot be read: Input/output error");
        }
        const std::size_t size = scalar_size(whole_.type());
        ASSERT_EQ(to.size(), box.voxel_count() * size);
        for_each_run(box, whole_.grid().dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t before) {
            std::memcpy(to.data() + before * size, from.data() + voxel * size, count * size);
        });
        read_bytes += to.size();
        std::uint64_t largest = largest_read;
        while (largest < to.size() && !largest_read.compare_exchange_weak(largest, to.size())) {
        }
    }
};

} // namespace voxmarch::testing
