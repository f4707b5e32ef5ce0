// Counts voxels by label, a run of equal ones at a time.
#include "volume/label_statistics.h"

#include "base/error.h"
#include "volume/voxel_box.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace voxmarch {

/// Extents by label.
class LabelCounter::Extents {
public:
    /// Voxels x_begin .. x_end - 1 of a line have this label.
    void add_run(int label, int x_begin, int x_end, int y, int z) {
        LabelExtent &extent = extent_of(label);
        extent.voxels += static_cast<std::uint64_t>(x_end - x_begin);
        extent.low = {std::min(extent.low[0], x_begin), std::min(extent.low[1], y), std::min(extent.low[2], z)};
        extent.high = {std::max(extent.high[0], x_end - 1), std::max(extent.high[1], y), std::max(extent.high[2], z)};
    }

    /// All voxels of a box have this label.
    void add_box(int label, const VoxelBox &box) {
        LabelExtent &extent = extent_of(label);
        extent.voxels += box.voxel_count();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            extent.low[axis] = std::min(extent.low[axis], box.low[axis]);
            extent.high[axis] = std::max(extent.high[axis], box.high[axis] - 1);
        }
    }

    std::vector<LabelExtent> sorted() && {
        std::sort(extents_.begin(), extents_.end(),
                  [](const LabelExtent &a, const LabelExtent &b) { return a.label < b.label; });
        return std::move(extents_);
    }

private:
    std::unordered_map<int, std::size_t> place_;
    std::vector<LabelExtent> extents_;

    LabelExtent &extent_of(int label) {
        const auto [found, is_new] = place_.try_emplace(label, extents_.size());
        if (is_new) {
            constexpr int none = std::numeric_limits<int>::max();
            extents_.push_back({label, 0, {none, none, none}, {-1, -1, -1}});
        }
        return extents_[found->second];
    }
};

namespace {

/// @throws UsageError
int label_of(double value, int x, int y, int z, const std::string &name) {
    if (!(value >= 0.0 && value <= largest_label && value == std::floor(value))) {
        throw UsageError(fmt::format("voxel ({}, {}, {}) of {} is {}; labels are whole numbers from 0 to {}", x, y, z,
                                     name, value, largest_label));
    }
    return static_cast<int>(value);
}

} // namespace

LabelCounter::LabelCounter(const VolumeHeader &volume) : volume_(&volume), extents_(std::make_unique<Extents>()) {}
LabelCounter::~LabelCounter() = default;

void LabelCounter::take(std::span<const std::byte> slices, int first) {
    const auto &n = volume_->grid.dims;
    visit_scalar(volume_->type, [&](auto tag) {
        const auto *line = reinterpret_cast<const decltype(tag) *>(slices.data());
        const auto *const behind = line + slices.size() / sizeof(tag);
        for (int z = first; line != behind; ++z) {
            for (int y = 0; y < n[1]; ++y, line += n[0]) {
                for (int begin = 0, end = 0; begin < n[0]; begin = end) {
                    for (end = begin + 1; end < n[0] && line[end] == line[begin];) {
                        ++end;
                    }
                    const int label = label_of(static_cast<double>(line[begin]), begin, y, z, volume_->name);
                    extents_->add_run(label, begin, end, y, z);
                }
            }
        }
    });
}

void LabelCounter::take_only(double value, int first, int count) {
    const std::array<int, 3> &dims = volume_->grid.dims;
    extents_->add_box(label_of(value, 0, 0, first, volume_->name), {{0, 0, first}, {dims[0], dims[1], first + count}});
}

std::vector<LabelExtent> LabelCounter::result() && { return std::move(*extents_).sorted(); }

std::vector<LabelExtent> label_extents(const Volume &volume) {
    LabelCounter counter(volume.header());
    counter.take(volume.bytes(), 0);
    return std::move(counter).result();
}

} // namespace voxmarch
