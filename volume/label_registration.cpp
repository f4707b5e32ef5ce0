// Finds how the grids of labels and volume lie to each other, and moves or resamples.
#include "volume/label_registration.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <type_traits>

namespace voxmarch {

namespace {

constexpr double same_voxel = 1e-3; // voxels

/// Which axis of the labels runs along each axis of the volume, and whether against it.
struct AxisMatch {
    std::array<int, 3> axis{0, 1, 2};
    std::array<bool, 3> flipped{};

    bool as_is() const { return axis == std::array{0, 1, 2} && flipped == std::array<bool, 3>{}; }
};

/// Units of the volume's world in one of the labels'.
double unit_factor(LengthUnit labels, LengthUnit volume) {
    const auto from = millimetres_per(labels), to = millimetres_per(volume);
    return from && to ? *from / *to : 1.0;
}

/// The labels' grid in the unit of the volume's.
Grid in_unit_of(const Grid &volume, Grid labels) {
    const double factor = unit_factor(labels.unit, volume.unit);
    labels.spacing *= factor;
    labels.origin *= factor;
    labels.unit = volume.unit;
    return labels;
}

template <typename F> void for_corners(const Grid &grid, F &&f) {
    for (int corner = 0; corner < 8; ++corner) {
        glm::dvec3 voxel(0.0);
        for (int i = 0; i < 3; ++i) {
            voxel[i] = corner >> i & 1 ? grid.dims[static_cast<std::size_t>(i)] - 1 : 0;
        }
        f(voxel);
    }
}

glm::dvec3 apply(const glm::dmat4 &m, const glm::dvec3 &p) { return {m * glm::dvec4(p, 1.0)}; }

bool matches(const AxisMatch &match, const Grid &volume, const Grid &labels, const glm::dmat4 &label_from_volume) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (volume.dims[i] != labels.dims[static_cast<std::size_t>(match.axis[i])]) {
            return false;
        }
    }
    double farthest = 0.0;
    for_corners(volume, [&](const glm::dvec3 &voxel) {
        glm::dvec3 expected(0.0);
        for (int i = 0; i < 3; ++i) {
            const auto n = static_cast<std::size_t>(i);
            expected[match.axis[n]] = match.flipped[n] ? volume.dims[n] - 1 - voxel[i] : voxel[i];
        }
        farthest = std::max(farthest, glm::length(apply(label_from_volume, voxel) - expected));
    });
    return farthest <= same_voxel;
}

/// How the voxels are the same ones; empty if they are others. As they are is found first.
std::optional<AxisMatch> match_axes(const Grid &volume, const Grid &labels, const glm::dmat4 &label_from_volume) {
    AxisMatch match;
    do {
        for (int flips = 0; flips < 8; ++flips) {
            match.flipped = {(flips & 1) != 0, (flips & 2) != 0, (flips & 4) != 0};
            if (matches(match, volume, labels, label_from_volume)) {
                return match;
            }
        }
    } while (std::next_permutation(match.axis.begin(), match.axis.end()));
    return std::nullopt;
}

VolumeHeader header_on(const VolumeHeader &volume, const VolumeHeader &labels) {
    VolumeHeader header = labels;
    header.grid = volume.grid;
    header.placement = volume.placement;
    return header;
}

/// A volume by fill(x, y, z of the volume) -> label.
template <typename Fill> Volume filled(const VolumeHeader &header, Fill &&fill) {
    auto bytes = allocate_voxels(header.byte_count(), header.name);
    const auto &n = header.grid.dims;
    visit_scalar(header.type, [&](auto tag) {
        using T = decltype(tag);
        T *out = reinterpret_cast<T *>(bytes.data());
        for (int z = 0; z < n[2]; ++z) {
            for (int y = 0; y < n[1]; ++y) {
                out = fill(y, z, out);
            }
        }
    });
    return {header, std::move(bytes)};
}

Volume moved(const Volume &labels, const VolumeHeader &volume, const AxisMatch &match) {
    const auto &m = labels.grid().dims;
    const std::array<std::ptrdiff_t, 3> stride{1, m[0], std::ptrdiff_t{m[0]} * m[1]};
    std::ptrdiff_t first = 0;
    std::array<std::ptrdiff_t, 3> step{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<std::size_t>(match.axis[i]);
        step[i] = match.flipped[i] ? -stride[axis] : stride[axis];
        first += match.flipped[i] ? (m[axis] - 1) * stride[axis] : 0;
    }
    const int width = volume.grid.dims[0];
    return filled(header_on(volume, labels.header()), [&](int y, int z, auto *out) {
        using T = std::remove_pointer_t<decltype(out)>;
        const T *in = labels.voxels<T>().data() + first + y * step[1] + z * step[2];
        for (int x = 0; x < width; ++x) {
            *out++ = in[x * step[0]];
        }
        return out;
    });
}

/// The voxel nearest to a place, halves up whatever rounding did to them; -1 if it lies in none.
std::ptrdiff_t nearest_voxel(const glm::dvec3 &place, const std::array<int, 3> &dims) {
    const glm::dvec3 voxel = glm::floor(place + (0.5 + 1e-9));
    for (int i = 0; i < 3; ++i) {
        if (!(voxel[i] >= 0.0 && voxel[i] < dims[static_cast<std::size_t>(i)])) {
            return -1;
        }
    }
    const auto x = static_cast<std::ptrdiff_t>(voxel.x), y = static_cast<std::ptrdiff_t>(voxel.y),
               z = static_cast<std::ptrdiff_t>(voxel.z);
    return (z * dims[1] + y) * dims[0] + x;
}

struct Resampled {
    Volume labels;
    bool overlaps = false;
};

Resampled resampled(const Volume &labels, const VolumeHeader &volume, const glm::dmat4 &label_from_volume) {
    const glm::dvec3 step = label_from_volume[0];
    bool overlaps = false;
    Volume result = filled(header_on(volume, labels.header()), [&](int y, int z, auto *out) {
        using T = std::remove_pointer_t<decltype(out)>;
        const auto in = labels.voxels<T>();
        const glm::dvec3 begin = apply(label_from_volume, {0.0, y, z});
        for (int x = 0; x < volume.grid.dims[0]; ++x) {
            const auto voxel = nearest_voxel(begin + static_cast<double>(x) * step, labels.grid().dims);
            overlaps = overlaps || voxel >= 0;
            *out++ = voxel >= 0 ? in[static_cast<std::size_t>(voxel)] : T{};
        }
        return out;
    });
    return {std::move(result), overlaps};
}

struct OutsideCount {
    std::uint64_t labelled = 0, outside = 0;
};

/// Counts voxels of labels other than 0, and those whose centres lie in no voxel of the volume.
OutsideCount count_outside(const Volume &labels, const Grid &volume, const glm::dmat4 &volume_from_label) {
    OutsideCount count;
    const auto &n = labels.grid().dims;
    visit_scalar(labels.type(), [&](auto tag) {
        auto voxel = labels.voxels<decltype(tag)>().begin();
        for (int z = 0; z < n[2]; ++z) {
            for (int y = 0; y < n[1]; ++y) {
                for (int x = 0; x < n[0]; ++x) {
                    if (*voxel++ != 0) {
                        ++count.labelled;
                        count.outside +=
                            nearest_voxel(apply(volume_from_label, glm::dvec3(x, y, z)), volume.dims) < 0 ? 1 : 0;
                    }
                }
            }
        }
    });
    return count;
}

std::string dims_text(const Grid &grid) { return fmt::format("{}x{}x{}", grid.dims[0], grid.dims[1], grid.dims[2]); }

/// "(0, 0, 0) .. (255, 255, 107) mm", the box of voxel centres in the world.
std::string box_text(const Grid &grid) {
    glm::dvec3 low(std::numeric_limits<double>::max()), high = -low;
    for_corners(grid, [&](const glm::dvec3 &voxel) {
        const glm::dvec3 place = apply(grid.world_from_voxel(), voxel);
        low = glm::min(low, place);
        high = glm::max(high, place);
    });
    const std::string_view unit = name_of(grid.unit);
    return fmt::format("({:.5g}, {:.5g}, {:.5g}) .. ({:.5g}, {:.5g}, {:.5g}){}{}", low.x, low.y, low.z, high.x, high.y,
                       high.z, unit.empty() ? "" : " ", unit);
}

RegisteredLabels resample(const Volume &labels, const VolumeHeader &volume, const glm::dmat4 &label_from_volume,
                          const std::string &file) {
    Resampled result = resampled(labels, volume, label_from_volume);
    const OutsideCount count = count_outside(labels, volume.grid, glm::inverse(label_from_volume));
    if (count.outside == count.labelled && (count.labelled > 0 || !result.overlaps)) {
        throw FileError(file, fmt::format("does not overlap with {}: the labels lie in {}, the volume in {}; are they "
                                          "of the same scan?",
                                          volume.name, box_text(labels.grid()), box_text(volume.grid)));
    }
    const double share =
        count.labelled > 0 ? 100.0 * static_cast<double>(count.outside) / static_cast<double>(count.labelled) : 0.0;
    return {std::move(result.labels),
            fmt::format("{} ({} voxels) lies on another grid than {} ({}): its labels are resampled to the nearest "
                        "voxel{}",
                        file, dims_text(labels.grid()), volume.name, dims_text(volume.grid),
                        share > 0.0 ? fmt::format("; {:.3g} % of the labelled voxels lie outside of the volume", share)
                                    : "")};
}

/// For labels or a volume that do not say where they lie.
RegisteredLabels voxel_by_voxel(Volume labels, const VolumeHeader &volume, const std::string &file) {
    const bool labels_know_less = labels.header().placement < volume.placement;
    const std::string &silent = labels_know_less ? file : volume.name;
    if (labels.grid().dims != volume.grid.dims) {
        throw FileError(file, fmt::format("has {} voxels and {} has {}; {} does not say where its voxels lie, so the "
                                          "labels cannot be resampled",
                                          dims_text(labels.grid()), volume.name, dims_text(volume.grid), silent));
    }
    return {std::move(labels), fmt::format("{} does not say where its voxels lie: the labels of {} are taken voxel by "
                                           "voxel, both have {}",
                                           silent, file, dims_text(volume.grid))};
}

bool equal_lattices(const Grid &a, const Grid &b) {
    const double longest = std::max({a.dims[0], a.dims[1], a.dims[2]});
    return a.dims == b.dims && glm::length(a.spacing / b.spacing - 1.0) * longest <= same_voxel;
}

} // namespace

bool have_same_voxels(const VolumeHeader &labels, const VolumeHeader &volume) {
    if (labels.placement == Placement::none || volume.placement == Placement::none) {
        return false;
    }
    const Grid grid = in_unit_of(volume.grid, labels.grid);
    return match_axes(volume.grid, grid, glm::inverse(grid.world_from_voxel()) * volume.grid.world_from_voxel())
        .has_value();
}

RegisteredLabels register_labels(Volume labels, const VolumeHeader &volume, const std::string &file) {
    const Placement stated = labels.header().placement;
    if (stated == Placement::none || volume.placement == Placement::none) {
        return voxel_by_voxel(std::move(labels), volume, file);
    }
    const Grid label_grid = in_unit_of(volume.grid, labels.grid());
    const glm::dmat4 label_from_volume = glm::inverse(label_grid.world_from_voxel()) * volume.grid.world_from_voxel();
    if (const auto match = match_axes(volume.grid, label_grid, label_from_volume)) {
        return {match->as_is() ? std::move(labels) : moved(labels, volume, *match), ""};
    }
    // An origin that one of them does not state is 0, as everywhere, unless the lattices tell that it is the other's.
    if (stated != volume.placement && equal_lattices(label_grid, volume.grid)) {
        return voxel_by_voxel(std::move(labels), volume, file);
    }
    return resample(labels, volume, label_from_volume, file);
}

} // namespace voxmarch
