// Counts scalars and gradient magnitudes.
#include "volume/joint_histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace voxmarch {

namespace {

/// Differences of voxels in memory.
class Differences {
public:
    explicit Differences(const Grid &grid) {
        std::size_t step = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            dims_[axis] = static_cast<std::size_t>(grid.dims[axis]);
            steps_[axis] = step;
            scale_[axis] = grid.smallest_spacing() / grid.spacing[static_cast<int>(axis)];
            step *= dims_[axis];
        }
    }

    /// Length of the gradient at voxel i; at the faces differences reach over one voxel alone.
    template <typename T> double magnitude(const T *values, std::size_t i) const {
        double square = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t at = i / steps_[axis] % dims_[axis];
            const std::size_t low = at > 0 ? 1 : 0, high = at + 1 < dims_[axis] ? 1 : 0;
            const double reach = std::max<double>(static_cast<double>(low + high), 1.0);
            const double slope = scale_[axis] / reach *
                                 (static_cast<double>(values[i + high * steps_[axis]]) -
                                  static_cast<double>(values[i - low * steps_[axis]]));
            square += slope * slope;
        }
        return std::sqrt(square);
    }

private:
    std::array<std::size_t, 3> dims_{}, steps_{};
    std::array<double, 3> scale_{};
};

/// How much of part `i` of so many equal ones lies in [low, high], in parts.
double overlap(int i, double low, double high) {
    return std::max(0.0, std::min(high, i + 1.0) - std::max(low, static_cast<double>(i)));
}

} // namespace

JointHistogram joint_histogram(const Volume &volume, std::size_t most, const std::function<void(double)> &progress) {
    JointHistogram joint;
    joint.range = volume.range();
    const double width = std::max(joint.range.max - joint.range.min, 1e-300);
    joint.largest = width;
    // A column for each value of few: else some would hold one value more than their neighbours.
    const bool few = volume.type() != ScalarType::f32 && width < 256.0;
    if (few) {
        joint.range.max += 1.0;
    }
    const double columns_width = few ? width + 1.0 : width;
    joint.columns = few ? static_cast<int>(width) + 1 : 256;
    joint.rows = 512;
    joint.counts.assign(static_cast<std::size_t>(joint.columns) * static_cast<std::size_t>(joint.rows), 0.0f);
    const Differences differences(volume.grid());
    const std::size_t voxels = volume.grid().voxel_count();
    std::size_t stride = std::max<std::size_t>(1, (voxels + most - 1) / std::max<std::size_t>(most, 1));
    while (std::gcd(stride, voxels) > 1) {
        ++stride; // else it would meet some columns and slices alone
    }
    std::vector<std::uint32_t> counts(joint.counts.size());
    visit_scalar(volume.type(), [&](auto tag) {
        const auto values = volume.voxels<decltype(tag)>();
        for (std::size_t i = 0, n = 0; i < voxels; i += stride, ++n) {
            const double share = (static_cast<double>(values[i]) - joint.range.min) / columns_width;
            const double root = std::sqrt(std::min(differences.magnitude(&values[0], i) / width, 1.0));
            const int column = std::clamp(static_cast<int>(share * joint.columns), 0, joint.columns - 1);
            const int row = std::min(static_cast<int>(root * joint.rows), joint.rows - 1);
            ++counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(joint.columns) +
                     static_cast<std::size_t>(column)];
            if (progress && n % 65536 == 0) {
                progress(static_cast<double>(i) / static_cast<double>(voxels));
            }
        }
    });
    std::transform(counts.begin(), counts.end(), joint.counts.begin(),
                   [&](std::uint32_t count) { return static_cast<float>(count) * static_cast<float>(stride); });
    return joint;
}

double JointHistogram::voxels(ValueRange scalars, ValueRange gradients) const {
    const double width = range.max - range.min;
    if (columns == 0 || !(width > 0.0)) {
        return 0.0;
    }
    const auto column_at = [&](double scalar) { return std::clamp((scalar - range.min) / width, 0.0, 1.0) * columns; };
    const auto row_at = [&](double gradient) { return std::sqrt(std::clamp(gradient / largest, 0.0, 1.0)) * rows; };
    const double left = column_at(scalars.min), right = column_at(scalars.max);
    const double low = row_at(gradients.min), high = row_at(gradients.max);
    double sum = 0.0;
    for (int row = static_cast<int>(low); row < rows && row < high; ++row) {
        const double part = overlap(row, low, high);
        for (int column = static_cast<int>(left); column < columns && column < right; ++column) {
            sum += part * overlap(column, left, right) *
                   static_cast<double>(counts[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                                              static_cast<std::size_t>(column)]);
        }
    }
    return sum;
}

double JointHistogram::gradient_of_share(double share) const {
    double all = 0.0, below = 0.0;
    for (const float count : counts) {
        all += static_cast<double>(count);
    }
    const auto row_length = static_cast<std::size_t>(columns);
    for (int row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < row_length; ++i) {
            below += static_cast<double>(counts[static_cast<std::size_t>(row) * row_length + i]);
        }
        if (below >= share * all) {
            const double root = (row + 1.0) / rows;
            return root * root * largest;
        }
    }
    return largest;
}

double gradient_magnitude(const Volume &volume, glm::ivec3 voxel) {
    const auto &dims = volume.grid().dims;
    const std::size_t i =
        (static_cast<std::size_t>(voxel.z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(voxel.y)) *
            static_cast<std::size_t>(dims[0]) +
        static_cast<std::size_t>(voxel.x);
    double found = 0.0;
    visit_scalar(volume.type(), [&](auto tag) {
        const auto values = volume.voxels<decltype(tag)>();
        found = Differences(volume.grid()).magnitude(&values[0], i);
    });
    return found;
}

} // namespace voxmarch
