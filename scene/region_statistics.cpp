// Counts the voxels of a region slice by slice.
#include "scene/region_statistics.h"

#include "scene/pick.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Which voxels a region has, in voxel coordinates.
class Region {
public:
    Region(const Grid &grid, const Annotation &region) : spacing_(grid.spacing) {
        const glm::dvec3 first = voxel_of(grid, region.places.at(0)), second = voxel_of(grid, region.places.at(1));
        ball_ = region.kind == AnnotationKind::sphere;
        radius_ = ball_ ? glm::distance(region.places[0], region.places[1]) : 0.0;
        center_ = first;
        low_ = ball_ ? first - radius_ / grid.spacing : glm::min(first, second);
        high_ = ball_ ? first + radius_ / grid.spacing : glm::max(first, second);
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            const double last = grid.dims[i] - 1.0;
            box_.low[i] = static_cast<int>(std::clamp(std::ceil(low_[axis] - rounding), 0.0, last + 1.0));
            box_.high[i] = static_cast<int>(std::clamp(std::floor(high_[axis] + rounding) + 1.0, 0.0, last + 1.0));
            box_.high[i] = std::max(box_.high[i], box_.low[i]);
        }
    }

    const VoxelBox &box() const { return box_; }

    bool holds(int x, int y, int z) const {
        const glm::dvec3 away = (glm::dvec3(x, y, z) - center_) * spacing_;
        return !ball_ || glm::dot(away, away) <= radius_ * radius_ * (1.0 + 2.0 * rounding);
    }

private:
    static constexpr double rounding = 1e-9; // a corner on a voxel's centre has the voxel
    bool ball_ = false;
    glm::dvec3 center_{0.0}, low_{0.0}, high_{0.0}, spacing_;
    double radius_ = 0.0;
    VoxelBox box_;
};

/// The values of a slice of a box, x fastest.
std::vector<float> slice_of(const Volume &volume, const VoxelBox &box, int z) {
    VoxelBox slice = box;
    slice.low[2] = z;
    slice.high[2] = z + 1;
    std::vector<float> values;
    values.reserve(slice.voxel_count());
    if (const LargeVolume *large = volume.large()) {
        std::vector<std::byte> bytes(slice.voxel_count() * scalar_size(volume.type()));
        large->source->read(0, slice, bytes);
        visit_scalar(volume.type(), [&](auto tag) {
            const auto *first = reinterpret_cast<const decltype(tag) *>(bytes.data());
            values.assign(first, first + slice.voxel_count());
        });
        return values;
    }
    for (int y = box.low[1]; y < box.high[1]; ++y) {
        for (int x = box.low[0]; x < box.high[0]; ++x) {
            values.push_back(static_cast<float>(volume.value(x, y, z)));
        }
    }
    return values;
}

/// Calls visit(value) for every voxel of the region.
template <typename Visit>
void for_each_value(const Volume &volume, const Region &region, const std::function<void(double)> &progress,
                    Visit visit) {
    const VoxelBox &box = region.box();
    for (int z = box.low[2]; z < box.high[2]; ++z) {
        const std::vector<float> values = slice_of(volume, box, z);
        std::size_t i = 0;
        for (int y = box.low[1]; y < box.high[1]; ++y) {
            for (int x = box.low[0]; x < box.high[0]; ++x, ++i) {
                if (region.holds(x, y, z)) {
                    visit(static_cast<double>(values[i]));
                }
            }
        }
        if (progress) {
            progress(double(z + 1 - box.low[2]) / box.length(2));
        }
    }
}

/// Of values that this puts into another order.
double median_of(std::vector<float> &values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (double(*middle) + *std::max_element(values.begin(), middle)) / 2.0;
}

} // namespace

VoxelBox voxels_around(const Grid &grid, const Annotation &region) { return Region(grid, region).box(); }

RegionStatistics region_statistics(const Volume &volume, const Annotation &region, double threshold,
                                   const std::function<void(double)> &progress) {
    const Region voxels(volume.grid(), region);
    RegionStatistics result;
    double sum = 0.0, squares = 0.0, offset = 0.0; // about the first value: large values of small deviation stay exact
    std::vector<float> kept;
    for_each_value(volume, voxels, progress, [&](double value) {
        if (result.voxels++ == 0) {
            offset = result.smallest = result.largest = value;
        }
        const double away = value - offset;
        sum += away;
        squares += away * away;
        result.smallest = std::min(result.smallest, value);
        result.largest = std::max(result.largest, value);
        result.above += value >= threshold;
        if (kept.size() < median_limit) {
            kept.push_back(static_cast<float>(value));
        }
    });
    if (result.voxels == 0) {
        return result;
    }
    const auto count = static_cast<double>(result.voxels);
    result.mean = offset + sum / count;
    result.deviation = count > 1.0 ? std::sqrt(std::max(squares - sum * sum / count, 0.0) / (count - 1.0)) : 0.0;
    const glm::dvec3 &spacing = volume.grid().spacing;
    const double voxel = spacing.x * spacing.y * spacing.z;
    result.volume = count * voxel;
    result.volume_above = static_cast<double>(result.above) * voxel;
    const double length = result.largest - result.smallest;
    if (volume.type() != ScalarType::f32) { // parts of equally many values have no combs
        result.bin_width = std::ceil((length + 1.0) / region_bins);
        result.histogram.assign(static_cast<std::size_t>(std::ceil((length + 1.0) / result.bin_width)), 0);
    } else {
        result.bin_width = length / region_bins;
        result.histogram.assign(region_bins, 0);
    }
    const auto count_in_bin = [&](double value) {
        const double bins = result.bin_width > 0.0 ? (value - result.smallest) / result.bin_width : 0.0;
        ++result.histogram[std::min(static_cast<std::size_t>(bins), result.histogram.size() - 1)];
    };
    if (kept.size() == result.voxels) {
        std::ranges::for_each(kept, count_in_bin);
        result.median = median_of(kept);
    } else {
        for_each_value(volume, voxels, {}, count_in_bin);
    }
    return result;
}

} // namespace voxmarch
