// Finds the grid of the finest volume, continues it, and places all volumes on it.
#include "volume/common_grid.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace voxmarch {

namespace {

constexpr double same_lattice = 1e-3; // voxels

glm::dvec3 place_point(const glm::dmat4 &m, const glm::dvec3 &p) { return {m * glm::dvec4(p, 1.0)}; }

/// Units of the first volume's world in one of another's; 1 where one is not known.
double unit_ratio(LengthUnit from, LengthUnit to) {
    const auto a = millimetres_per(from), b = millimetres_per(to);
    return a && b ? *a / *b : 1.0;
}

template <typename F> void for_box_corners(const std::array<int, 3> &dims, F &&f) {
    for (int corner = 0; corner < 8; ++corner) {
        f(glm::dvec3(corner & 1 ? dims[0] - 1 : 0, corner & 2 ? dims[1] - 1 : 0, corner & 4 ? dims[2] - 1 : 0));
    }
}

struct PointBox {
    glm::dvec3 low{std::numeric_limits<double>::max()}, high{std::numeric_limits<double>::lowest()};

    void add(const glm::dvec3 &p) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
};

/// Of the voxel centres of a volume in the space of another.
PointBox box_of(const std::array<int, 3> &dims, const glm::dmat4 &to_space) {
    PointBox box;
    for_box_corners(dims, [&](const glm::dvec3 &voxel) { box.add(place_point(to_space, voxel)); });
    return box;
}

/// World of the first volume from voxels of each, before volumes are moved.
std::vector<glm::dmat4> worlds_from_voxels(std::span<const VolumeToPlace> volumes, std::vector<Note> &notes) {
    const VolumeHeader &first = volumes.front().header;
    const auto whole = std::ranges::find_if(
        volumes, [](const VolumeToPlace &one) { return one.header.placement == Placement::whole; });
    std::vector<glm::dmat4> worlds;
    for (const VolumeToPlace &one : volumes) {
        const VolumeHeader &header = one.header;
        Grid grid = header.grid;
        if (whole != volumes.end() && header.placement != Placement::whole) {
            const bool alike = grid.dims == whole->header.grid.dims;
            notes.emplace_back(
                alike ? fmt::format("{} does not say where it lies, and has as many voxels as {}: it lies on them",
                                    header.name, whole->header.name)
                      : fmt::format("{} does not say where it lies: its first voxel is put at the origin, along the "
                                    "world's axes",
                                    header.name),
                std::vector<Advice>{});
            grid = alike ? whole->header.grid : grid;
        }
        if ((grid.unit == LengthUnit::unknown) != (first.grid.unit == LengthUnit::unknown)) {
            const bool silent = grid.unit == LengthUnit::unknown;
            notes.emplace_back(fmt::format("{} states no unit: its lengths are taken in{}",
                                           silent ? header.name : first.name,
                                           unit_suffix(silent ? first.grid.unit : grid.unit)));
        }
        const double factor = unit_ratio(grid.unit, first.grid.unit);
        grid.spacing *= factor;
        grid.origin *= factor;
        worlds.push_back(grid.world_from_voxel());
    }
    return worlds;
}

/// A grid with the directions and distances of these voxels, made upright.
Grid upright_grid(const glm::dmat4 &world_from_voxel, const VolumeHeader &first, const std::array<int, 3> &dims) {
    Grid grid;
    grid.dims = dims;
    grid.unit = first.grid.unit;
    grid.anatomical = first.grid.anatomical;
    grid.origin = world_from_voxel[3];
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = world_from_voxel[axis];
        grid.spacing[axis] = glm::length(along);
        glm::dvec3 upright = along;
        for (int before = 0; before < axis; ++before) {
            upright -= glm::dot(upright, grid.direction[before]) * grid.direction[before];
        }
        grid.direction[axis] = glm::normalize(upright);
    }
    return grid;
}

/// Largest difference of whole numbers that two affine maps of voxels have anywhere in the box.
double farthest(const glm::dmat4 &a, const glm::dmat4 &b, const std::array<int, 3> &dims) {
    double result = 0.0;
    for_box_corners(dims, [&](const glm::dvec3 &voxel) {
        result = std::max(result, glm::length(place_point(a, voxel) - place_point(b, voxel)));
    });
    return result;
}

/// Voxels that are those of the grid but for whole numbers are exactly so: nothing is interpolated then.
glm::dmat4 snapped(const glm::dmat4 &own_from_grid, const Grid &grid) {
    glm::dmat4 whole(1.0);
    whole[3] = glm::dvec4(glm::round(glm::dvec3(own_from_grid[3])), 1.0);
    return farthest(own_from_grid, whole, grid.dims) <= same_lattice ? whole : own_from_grid;
}

/// Voxels by which the grid is continued to both sides.
struct Extension {
    glm::dvec3 before{0.0}, behind{0.0};

    Extension scaled(double share) const { return {glm::floor(share * before), glm::floor(share * behind)}; }
    bool operator==(const Extension &) const = default;
};

std::array<int, 3> extended_dims(const std::array<int, 3> &dims, const Extension &by) {
    std::array<int, 3> result{};
    for (int axis = 0; axis < 3; ++axis) {
        const double sum = dims[static_cast<std::size_t>(axis)] + by.before[axis] + by.behind[axis];
        result[static_cast<std::size_t>(axis)] = static_cast<int>(std::min(sum, 1e9));
    }
    return result;
}

bool is_allowed(const std::array<int, 3> &own, const Extension &by, double growth) {
    const std::array<int, 3> dims = extended_dims(own, by);
    const auto voxels = [](const std::array<int, 3> &d) { return double(d[0]) * double(d[1]) * double(d[2]); };
    return std::ranges::all_of(dims, [](int edge) { return edge <= 16384; }) &&
           voxels(dims) <= std::max(growth * voxels(own), double(1 << 26));
}

/// As much of it as is allowed, shortened on all sides alike.
Extension allowed_part(const std::array<int, 3> &own, const Extension &wanted, double growth) {
    if (is_allowed(own, wanted, growth)) {
        return wanted;
    }
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        (is_allowed(own, wanted.scaled(middle), growth) ? low : high) = middle;
    }
    return wanted.scaled(low);
}

std::string box_words(const PointBox &box, LengthUnit unit) {
    return fmt::format("({:.5g}, {:.5g}, {:.5g}) .. ({:.5g}, {:.5g}, {:.5g}){}", box.low.x, box.low.y, box.low.z,
                       box.high.x, box.high.y, box.high.z, unit_suffix(unit));
}

bool boxes_overlap(const PointBox &a, const PointBox &b) {
    return glm::all(glm::lessThanEqual(a.low, b.high)) && glm::all(glm::lessThanEqual(b.low, a.high));
}

/// Volumes that lie beside the first were perhaps never brought together.
void note_far_ones(std::span<const VolumeToPlace> volumes, const std::vector<glm::dmat4> &worlds,
                   std::vector<Note> &notes) {
    const LengthUnit unit = volumes.front().header.grid.unit;
    const PointBox first = box_of(volumes.front().header.grid.dims, worlds.front());
    for (std::size_t i = 1; i < volumes.size(); ++i) {
        const PointBox other = box_of(volumes[i].header.grid.dims, worlds[i]);
        if (!boxes_overlap(first, other)) {
            notes.emplace_back(fmt::format("{} does not overlap with {}: it lies in {}, the other in {}; is its place "
                                           "missing?",
                                           volumes[i].header.name, volumes.front().header.name, box_words(other, unit),
                                           box_words(first, unit)));
        }
    }
}

} // namespace

bool CommonGrid::operator==(const CommonGrid &other) const {
    return grid.dims == other.grid.dims && grid.spacing == other.grid.spacing && grid.origin == other.grid.origin &&
           grid.direction == other.grid.direction && places == other.places;
}

double own_voxel_length(const std::array<int, 3> &own, const CommonGrid &common, std::size_t i) {
    if (common.places[i].is_own(own, common.grid.dims)) {
        return 1.0;
    }
    const glm::dmat3 grid_from_own = glm::inverse(glm::dmat3(common.places[i].own_from_grid));
    double smallest = std::numeric_limits<double>::max();
    for (int axis = 0; axis < 3; ++axis) {
        smallest = std::min(smallest, glm::length(grid_from_own[axis] * common.grid.spacing));
    }
    const double length = smallest / common.grid.smallest_spacing();
    return std::abs(length - 1.0) < 1e-6 ? 1.0 : length;
}

CommonGrid common_grid(std::span<const VolumeToPlace> volumes, const CommonGridLimits &limits,
                       std::vector<Note> &notes) {
    std::vector<glm::dmat4> worlds = worlds_from_voxels(volumes, notes);
    std::size_t finest = 0;
    const auto voxel_size = [&](std::size_t i) { return std::abs(glm::determinant(glm::dmat3(worlds[i]))); };
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        worlds[i] = volumes[i].moved * worlds[i];
        if (!(voxel_size(i) > 0.0) || !std::isfinite(voxel_size(i))) {
            throw UsageError(fmt::format("{} is placed by numbers that have no inverse", volumes[i].header.name));
        }
        finest = voxel_size(i) < (1.0 - 1e-6) * voxel_size(finest) ? i : finest;
    }
    note_far_ones(volumes, worlds, notes);

    const VolumeHeader &finest_header = volumes[finest].header;
    CommonGrid result{upright_grid(worlds[finest], volumes.front().header, finest_header.grid.dims), {}};
    const glm::dmat4 voxel_from_world = glm::inverse(result.grid.world_from_voxel());
    Extension wanted;
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        const PointBox box = box_of(volumes[i].header.grid.dims, voxel_from_world * worlds[i]);
        wanted.before = glm::max(wanted.before, glm::ceil(-box.low - same_lattice));
        wanted.behind = glm::max(wanted.behind, glm::ceil(box.high - (result.grid.dims_d() - 1.0) - same_lattice));
    }
    const Extension taken =
        limits.extended ? allowed_part(finest_header.grid.dims, wanted, limits.growth) : Extension();
    if (!(taken == wanted)) {
        const std::array<int, 3> all = extended_dims(finest_header.grid.dims, wanted);
        const std::string why =
            limits.extended ? "is too much" : "is more than isosurfaces can have, which are those of one grid";
        notes.emplace_back(fmt::format("what all volumes fill together, {}x{}x{} voxels of {}, {}: what lies {}beyond "
                                       "that volume is cut off",
                                       all[0], all[1], all[2], finest_header.name, why, limits.extended ? "far " : ""));
    }
    result.grid.origin = place_point(result.grid.world_from_voxel(), -taken.before);
    result.grid.dims = extended_dims(finest_header.grid.dims, taken);
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        const glm::dmat4 own_from_grid = glm::inverse(worlds[i]) * result.grid.world_from_voxel();
        result.places.push_back({snapped(own_from_grid, result.grid), volumes[i].nearest});
    }
    return result;
}

} // namespace voxmarch
