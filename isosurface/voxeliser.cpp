// Launches the kernels of the voxeliser, and puts what they found into words.
#include "isosurface/voxeliser.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::size_t group_items = 64;
constexpr double steps_a_voxel = 256.0, most_steps = 1 << 23; // see kernels/isosurface/voxelize.cl

/// Positions as the kernels take them.
std::vector<std::array<std::int32_t, 3>> steps_of(const Mesh &mesh, const Grid &grid) {
    const glm::dmat4 voxel_from_world = glm::inverse(grid.world_from_voxel());
    std::vector<std::array<std::int32_t, 3>> steps(mesh.positions.size());
    std::atomic<bool> is_far = false;
    in_pieces(steps.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t v = first; v < end; ++v) {
            const glm::dvec3 voxel(voxel_from_world * glm::dvec4(glm::dvec3(mesh.positions[v]), 1.0));
            for (int axis = 0; axis < 3; ++axis) {
                const double place = std::round(voxel[axis] * steps_a_voxel);
                if (!(std::abs(place) <= most_steps)) {
                    is_far = true;
                    return;
                }
                steps[v][static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(place);
            }
        }
    });
    if (is_far) {
        throw UsageError("the mesh reaches farther than 32768 voxels from the volume");
    }
    return steps;
}

} // namespace

Grid grid_around(const Mesh &mesh, int edge, const Grid &world) {
    glm::dvec3 low(0.0), high(0.0);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const glm::dvec3 position(mesh.positions[v]);
        low = v == 0 ? position : glm::min(low, position);
        high = v == 0 ? position : glm::max(high, position);
    }
    const glm::dvec3 extent = high - low;
    const double longest = glm::max(extent.x, glm::max(extent.y, extent.z));
    if (longest == 0.0) {
        throw UsageError("the mesh has no extent: all its vertices are at one place");
    }
    Grid grid = world;
    const double spacing = longest / (edge - 2);
    grid.spacing = glm::dvec3(spacing);
    for (int axis = 0; axis < 3; ++axis) {
        grid.dims[static_cast<std::size_t>(axis)] =
            extent[axis] == longest ? edge : static_cast<int>(std::ceil(extent[axis] / spacing)) + 2;
    }
    grid.origin = 0.5 * (low + high - grid.extent());
    return grid;
}

ProgramSource voxelizing_source() {
    ProgramSource source;
    source.name = "voxelizing";
    source.files = {"voxelize.cl"};
    source.constants = {{"GROUP", static_cast<long>(group_items)}};
    return source;
}

Voxeliser::Voxeliser(Device &device)
    : device_(&device), program_(device, voxelizing_source()), count_crossings_(program_.kernel("count_crossings")),
      sum_crossings_(program_.kernel("sum_crossings")), fill_inside_(program_.kernel("fill_inside")),
      found_(device, VOXELIZE_FOUND * sizeof(std::int32_t), "what rays have found") {}

std::uint64_t Voxeliser::slice_words() const {
    return (static_cast<std::uint64_t>(grid_.dims[0]) * static_cast<std::uint64_t>(grid_.dims[1]) + 3) / 4;
}

RayCounts Voxeliser::count(const Mesh &mesh, const Grid &grid) {
    const auto &[nx, ny, nz] = grid.dims;
    if (std::max({nx, ny, nz}) > largest_voxelized) {
        throw UsageError(
            fmt::format("{} x {} x {} voxels: meshes fill at most {} along an axis", nx, ny, nz, largest_voxelized));
    }
    grid_ = grid;
    upload(*device_, positions_, steps_of(mesh, grid), "the vertices of a mesh");
    upload(*device_, triangles_, mesh.triangles, "the triangles of a mesh");
    const std::uint64_t words = slice_words() * (static_cast<std::uint64_t>(nz) + 1);
    reserve(*device_, words_, 4 * words, "the voxels of a mesh");
    words_.fill(0);
    found_.fill(0);
    const auto slice = static_cast<std::uint32_t>(slice_words());
    const auto triangles = static_cast<std::uint32_t>(mesh.triangles.size());
    count_crossings_.submit({{round_up(mesh.triangles.size(), group_items), 1, 1}, {group_items, 1, 1}}, nx, ny, nz,
                            slice, triangles, positions_, triangles_, words_);
    sum_crossings_.submit({{round_up(slice, group_items), 1, 1}, {group_items, 1, 1}}, nz, slice, words_, found_);
    std::array<std::int32_t, VOXELIZE_FOUND> found{};
    found_.download(std::as_writable_bytes(std::span(found)));
    RayCounts counts{static_cast<std::uint64_t>(nx) * static_cast<std::uint64_t>(ny),
                     static_cast<std::uint64_t>(found[VOXELIZE_OPEN_RAYS]),
                     static_cast<std::uint64_t>(found[VOXELIZE_UNEVEN_RAYS]), found[VOXELIZE_LOWEST],
                     found[VOXELIZE_HIGHEST]};
    if (glm::determinant(grid.direction) < 0.0) { // voxels see the mesh in a mirror, its triangles from behind
        counts.lowest = -found[VOXELIZE_HIGHEST];
        counts.highest = -found[VOXELIZE_LOWEST];
    }
    return counts;
}

Volume Voxeliser::volume(InsideRule rule, int value, const std::string &name) {
    const auto slices = static_cast<std::uint64_t>(grid_.dims[2]);
    const std::uint32_t flag = rule == InsideRule::parity ? VOXELIZE_ODD : VOXELIZE_NOT_ZERO;
    const std::uint64_t words = slice_words() * slices;
    const std::size_t items = std::min<std::uint64_t>(round_up(words, group_items), std::uint64_t{1} << 20);
    fill_inside_.submit({{items, 1, 1}, {group_items, 1, 1}}, flag, static_cast<std::uint32_t>(value), words, words_);
    VolumeHeader header;
    header.grid = grid_;
    header.format = "mesh";
    header.name = name;
    const std::size_t slice_bytes = grid_.voxel_count() / slices;
    ZeroedBytes voxels = allocate_voxels(header.byte_count(), name);
    for (std::size_t z = 0; z < (slice_bytes % 4 == 0 ? 1 : slices); ++z) {
        const std::size_t bytes = slice_bytes % 4 == 0 ? voxels.size() : slice_bytes;
        words_.download(std::span(voxels).subspan(z * slice_bytes, bytes), 4 * slice_words() * z);
    }
    return {std::move(header), std::move(voxels)};
}

std::string open_edges_text(const MeshMeasures &measures) {
    if (measures.open_edges == 0) {
        return "";
    }
    const glm::dvec3 near = measures.hole.value_or(glm::dvec3(0.0));
    return fmt::format("{} one triangle, one near ({:.6g}, {:.6g}, {:.6g})",
                       measures.open_edges == 1 ? "1 edge has" : fmt::format("{} edges have", measures.open_edges),
                       near.x, near.y, near.z);
}

std::string hole_text(const Mesh &mesh, const RayCounts &counts) {
    const std::string edges = open_edges_text(measure(mesh));
    return fmt::format("is not closed: of {} rays through it {} go in without coming out; {}", counts.rays,
                       counts.open_rays, edges.empty() ? "at some edges three triangles meet" : edges);
}

std::string oddity_text(const RayCounts &counts, InsideRule rule) {
    if (!counts.sides_agree()) {
        return "its triangles do not agree about the outside: inside is what a ray has crossed them an odd number of "
               "times to";
    }
    if (counts.lowest == -1 && counts.highest <= 0) {
        return "its triangles face inwards";
    }
    if (counts.lowest < 0 && counts.highest > 0) {
        return fmt::format("some parts of it face inwards, others outwards (winding numbers from {} to {}): {}",
                           counts.lowest, counts.highest,
                           rule == InsideRule::winding
                               ? "what lies in any of them is inside, but for where as many of both kinds overlap"
                               : "what lies in an odd number of them is inside");
    }
    if (counts.lowest < 0 || counts.highest > 1) {
        return fmt::format("parts of it overlap (winding numbers from {} to {}): {}", counts.lowest, counts.highest,
                           rule == InsideRule::winding ? "what lies in any of them is inside"
                                                       : "what lies in an odd number of them is inside");
    }
    return "";
}

} // namespace voxmarch
