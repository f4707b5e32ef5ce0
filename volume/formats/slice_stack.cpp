// Geometry of stacked slices, and their resampling.
#include "volume/formats/slice_stack.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/file_grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

namespace {

// Places in a file are rounded; within this, in voxels, a place is the one meant.
constexpr double place_rounding = 1e-3;

struct Gaps {
    double smallest;
    double largest;
};

Gaps gaps(const std::vector<double> &heights) {
    Gaps result{heights[1] - heights[0], heights[1] - heights[0]};
    for (std::size_t i = 1; i < heights.size(); ++i) {
        result.smallest = std::min(result.smallest, heights[i] - heights[i - 1]);
        result.largest = std::max(result.largest, heights[i] - heights[i - 1]);
    }
    return result;
}

bool is_even(const std::vector<double> &heights) {
    const double step = heights.back() / static_cast<double>(heights.size() - 1);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (std::abs(heights[i] - static_cast<double>(i) * step) > 0.05 * step) {
            return false;
        }
    }
    return true;
}

void check_distinct(const std::vector<double> &heights, const std::filesystem::path &source) {
    if (gaps(heights).smallest < 1e-4) {
        throw FileError(source,
                        "two of its slices lie at the same place (several phases, echoes or copies); keep one volume "
                        "per folder");
    }
}

// Sorts the slices along their normal and measures where they lie.
void measure(const SliceStack &stack, SlicePlan &plan) {
    const auto &places = stack.first_voxels;
    const glm::dvec3 normal = glm::normalize(glm::cross(stack.row_step, stack.column_step));
    const auto height = [&](std::size_t i) { return glm::dot(places[i], normal); };
    plan.order.resize(places.size());
    std::iota(plan.order.begin(), plan.order.end(), std::size_t{0});
    std::stable_sort(plan.order.begin(), plan.order.end(),
                     [&](std::size_t a, std::size_t b) { return height(a) < height(b); });
    const glm::dvec3 first = places[plan.order[0]];
    for (const std::size_t i : plan.order) {
        const glm::dvec3 offset = places[i] - first;
        plan.heights.push_back(glm::dot(offset, normal));
        plan.shifts.emplace_back(glm::dot(offset, stack.row_step) / glm::dot(stack.row_step, stack.row_step),
                                 glm::dot(offset, stack.column_step) / glm::dot(stack.column_step, stack.column_step));
    }
}

/// How slices lie that make no grid.
std::string lie_of(const SlicePlan &plan, const glm::dvec3 &sideways, bool tilted) {
    const Gaps gap = gaps(plan.heights);
    std::string what;
    if (!is_even(plan.heights)) {
        what = fmt::format("at uneven distances ({:.4g} to {:.4g} mm)", gap.smallest, gap.largest);
    }
    if (tilted) {
        what += fmt::format("{}tilted by {:.1f} degrees", what.empty() ? "" : " and ",
                            glm::degrees(std::atan2(glm::length(sideways), plan.heights.back())));
    }
    return what;
}

// Lays a right-angled grid over all slices.
void cover(const SliceStack &stack, SlicePlan &plan, const std::filesystem::path &source) {
    glm::dvec2 low(0.0);
    glm::dvec2 high(0.0);
    for (const auto &shift : plan.shifts) {
        low = glm::min(low, glm::floor(shift + place_rounding));
        high = glm::max(high, glm::ceil(shift - place_rounding));
    }
    for (auto &shift : plan.shifts) {
        shift -= low;
    }
    // What lies farther aside than a grid may be long is refused as such.
    const auto steps_aside = [](double steps) {
        return static_cast<std::int64_t>(std::min(steps, 2.0 * static_cast<double>(max_axis_length)));
    };
    const double extent = plan.heights.back();
    const auto intervals = static_cast<double>(plan.heights.size() - 1);
    const double wanted = std::max(gaps(plan.heights).smallest, extent / (4.0 * intervals));
    const double steps = std::max(1.0, std::round(extent / wanted));
    plan.grid.dims = checked_dims({stack.columns + steps_aside(high.x - low.x),
                                   stack.rows + steps_aside(high.y - low.y), static_cast<std::int64_t>(steps) + 1},
                                  source);
    const std::uint64_t slice = static_cast<std::uint64_t>(stack.columns) * static_cast<std::uint64_t>(stack.rows);
    require_filled(slice * plan.order.size(), plan.grid.voxel_count(), source);
    plan.grid.spacing.z = extent / steps;
    plan.grid.origin += low.x * stack.row_step + low.y * stack.column_step;
}

// Weights and indices of linear interpolation at a place on an axis of n voxels.
struct Neighbours {
    int index;
    double weight; ///< of index + 1
    bool inside;
};

Neighbours neighbours(double place, int n) {
    if (place < -2.0 * place_rounding || place > n - 1 + 2.0 * place_rounding) {
        return {0, 0.0, false};
    }
    const int index = std::clamp(static_cast<int>(std::floor(place)), 0, std::max(0, n - 2));
    return {index, n == 1 ? 0.0 : std::clamp(place - index, 0.0, 1.0), true};
}

template <typename T> T rounded(double value) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(value);
    } else {
        return static_cast<T>(std::lround(value));
    }
}

// Two slices and the share of the second, with the place of the blended slice in the grid.
template <typename T> struct SlicePair {
    const T *low;
    const T *high;
    double weight;
    glm::dvec2 shift;
};

template <typename T>
void blend_slices(const SlicePair<T> &pair, const SliceStack &stack, const Grid &grid, std::span<T> out) {
    const auto width = static_cast<std::size_t>(stack.columns);
    const std::size_t right = stack.columns > 1 ? 1 : 0;
    const std::size_t below = stack.rows > 1 ? width : 0;
    for (int j = 0; j < grid.dims[1]; ++j) {
        const Neighbours y = neighbours(j - pair.shift.y, stack.rows);
        for (int i = 0; y.inside && i < grid.dims[0]; ++i) {
            const Neighbours x = neighbours(i - pair.shift.x, stack.columns);
            if (!x.inside) {
                continue;
            }
            const std::size_t at = static_cast<std::size_t>(y.index) * width + static_cast<std::size_t>(x.index);
            const auto bilinear = [&](const T *v) {
                return glm::mix(glm::mix<double>(v[at], v[at + right], x.weight),
                                glm::mix<double>(v[at + below], v[at + below + right], x.weight), y.weight);
            };
            out[static_cast<std::size_t>(j) * static_cast<std::size_t>(grid.dims[0]) + static_cast<std::size_t>(i)] =
                rounded<T>(glm::mix(bilinear(pair.low), bilinear(pair.high), pair.weight));
        }
    }
}

template <typename T>
void resample(const SlicePlan &plan, const SliceStack &stack, std::span<const T> slices, std::span<T> out) {
    const std::size_t slice_in = static_cast<std::size_t>(stack.columns) * static_cast<std::size_t>(stack.rows);
    const std::size_t slice_out =
        static_cast<std::size_t>(plan.grid.dims[0]) * static_cast<std::size_t>(plan.grid.dims[1]);
    std::fill(out.begin(), out.end(), *std::min_element(slices.begin(), slices.end()));
    std::size_t low = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(plan.grid.dims[2]); ++k) {
        const double height = static_cast<double>(k) * plan.grid.spacing.z;
        while (low + 2 < plan.heights.size() && plan.heights[low + 1] <= height) {
            ++low;
        }
        const double gap = plan.heights[low + 1] - plan.heights[low];
        const double weight = std::clamp((height - plan.heights[low]) / gap, 0.0, 1.0);
        const SlicePair<T> pair{slices.data() + low * slice_in, slices.data() + (low + 1) * slice_in, weight,
                                glm::mix(plan.shifts[low], plan.shifts[low + 1], weight)};
        blend_slices(pair, stack, plan.grid, out.subspan(k * slice_out, slice_out));
    }
}

} // namespace

void require_filled(std::uint64_t filled, std::uint64_t voxels, const std::filesystem::path &source) {
    constexpr std::uint64_t always_allowed = std::uint64_t{1} << 29, most_per_filled = 64;
    if (voxels > always_allowed && filled < voxels / most_per_filled) {
        throw FileError(source, fmt::format("its slices lie so far apart that a volume of them would have {} voxels, "
                                            "of which they fill {}; split it into files of slices that lie together",
                                            voxels, filled));
    }
}

SlicePlan plan_slices(const SliceStack &stack, const std::filesystem::path &source) {
    SlicePlan plan;
    for (const glm::dvec3 &place : stack.first_voxels) {
        require_measure(place, source);
    }
    const glm::dvec3 normal = glm::normalize(glm::cross(stack.row_step, stack.column_step));
    set_axes(plan.grid, glm::dmat3(stack.row_step, stack.column_step, normal * stack.thickness), source);
    measure(stack, plan);
    set_origin(plan.grid, stack.first_voxels[plan.order[0]], source);
    plan.grid.dims = checked_dims({stack.columns, stack.rows, static_cast<std::int64_t>(plan.order.size())}, source);
    if (plan.order.size() == 1) {
        return plan;
    }
    check_distinct(plan.heights, source);
    plan.grid.spacing.z = plan.heights.back() / static_cast<double>(plan.heights.size() - 1);
    const bool tilted = std::any_of(plan.shifts.begin(), plan.shifts.end(),
                                    [](const glm::dvec2 &s) { return std::abs(s.x) > 0.5 || std::abs(s.y) > 0.5; });
    if (!tilted && is_even(plan.heights)) {
        return plan;
    }
    plan.resamples = true;
    if (!tilted) {
        std::fill(plan.shifts.begin(), plan.shifts.end(), glm::dvec2(0.0));
    }
    const glm::dvec2 drift = plan.shifts.back();
    cover(stack, plan, source);
    const std::string lie = lie_of(plan, drift.x * stack.row_step + drift.y * stack.column_step, tilted);
    plan.resampled_from = "slices " + lie;
    plan.note = fmt::format("The {} slices lie {}; resampled to {} slices {:.4g} mm apart.", plan.order.size(), lie,
                            plan.grid.dims[2], plan.grid.spacing.z);
    return plan;
}

ZeroedBytes resample_slices(const SlicePlan &plan, const SliceStack &stack, ScalarType type,
                            std::span<const std::byte> slices, const std::filesystem::path &source) {
    auto bytes = allocate_voxels(plan.grid.voxel_count() * scalar_size(type), source);
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        resample<T>(plan, stack, {reinterpret_cast<const T *>(slices.data()), slices.size() / sizeof(T)},
                    {reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)});
    });
    return bytes;
}

} // namespace voxmarch
