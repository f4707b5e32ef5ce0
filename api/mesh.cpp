// Meshes: extraction, what changes them, measures and files.
#include "voxmarch/mesh.h"

#include "api/convert.h"
#include "api/convert_shapes.h"
#include "api/inside.h"
#include "base/error.h"
#include "isosurface/label_surface.h"
#include "isosurface/measures.h"
#include "isosurface/mesh.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"
#include "isosurface/read_mesh.h"
#include "isosurface/voxeliser.h"
#include "scene/mesh_source.h"
#include "volume/label_statistics.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace voxmarch::v1 {

namespace {

/// Takes over elements of the same bytes.
template <typename From, typename To> void recast(const From &from, To &to) {
    using Element = typename To::value_type;
    static_assert(sizeof(Element) == sizeof(typename From::value_type) && std::is_trivially_copyable_v<Element> &&
                  std::is_trivially_copyable_v<typename From::value_type>);
    to.resize(from.size());
    if (!from.empty()) {
        std::memcpy(to.data(), from.data(), from.size() * sizeof(Element));
    }
}

} // namespace

voxmarch::Mesh inner(const Mesh &mesh) {
    for (const auto &triangle : mesh.triangles) {
        const std::uint32_t largest = std::max({triangle[0], triangle[1], triangle[2]});
        if (largest >= mesh.positions.size()) {
            throw UsageError(
                fmt::format("a triangle has the corner {}, and the mesh {} vertices", largest, mesh.positions.size()));
        }
    }
    if (!mesh.normals.empty() && mesh.normals.size() != mesh.positions.size()) {
        throw UsageError(fmt::format("a mesh has {} vertices and {} normals; it needs one a vertex, or none",
                                     mesh.positions.size(), mesh.normals.size()));
    }
    voxmarch::Mesh result;
    recast(mesh.positions, result.positions);
    recast(mesh.normals, result.normals);
    recast(mesh.triangles, result.triangles);
    for (const MeshPart &part : mesh.parts) {
        result.parts.push_back({part.name, part.value, inner(part.color), part.vertices, part.triangles});
    }
    result.part_value = mesh.part_value;
    return result;
}

namespace {

/// Takes over geometry and parts; unit and axes of `mesh` stay.
void assign(voxmarch::Mesh from, Mesh &mesh) {
    recast(from.positions, mesh.positions);
    recast(from.normals, mesh.normals);
    recast(from.triangles, mesh.triangles);
    mesh.parts.clear();
    for (voxmarch::MeshPart &part : from.parts) {
        mesh.parts.push_back({std::move(part.name), part.value, v1::outer(part.color), part.vertices, part.triangles});
    }
    mesh.part_value = std::move(from.part_value);
}

/// @param grid  of the volume in whose world the mesh is
Mesh outer(voxmarch::Mesh mesh, const voxmarch::Grid &grid) {
    Mesh result;
    assign(std::move(mesh), result);
    result.unit = grid.unit;
    result.anatomical = grid.anatomical;
    return result;
}

/// @throws UsageError if the volume is flat
void require_cells(const voxmarch::Volume &volume) {
    const auto &[x, y, z] = volume.grid().dims;
    if (std::min({x, y, z}) < 2) {
        throw UsageError(fmt::format("{} has {}x{}x{} voxels: a surface needs at least two along each axis",
                                     volume.header().name, x, y, z));
    }
}

/// What a change of the inner mesh makes of a mesh.
template <typename Change> void change(Mesh &mesh, const Change &apply) {
    voxmarch::Mesh changed = inner(mesh);
    apply(changed);
    assign(std::move(changed), mesh);
}

} // namespace

Mesh extract_isosurface(std::span<Device *const> devices, const Volume &volume, double isovalue,
                        const ExtractionOptions &options) {
    const voxmarch::Volume &voxels = Inside::volume(volume);
    require_cells(voxels);
    if (devices.empty()) {
        throw UsageError("an isosurface is extracted on one device at least");
    }
    if (!std::isfinite(isovalue)) {
        throw UsageError(fmt::format("the isovalue is {}", isovalue));
    }
    if (options.unit_layers < 0) {
        throw UsageError(
            fmt::format("{} layers in a work unit: at least one, or 0 for the device's", options.unit_layers));
    }
    std::vector<voxmarch::Device *> opened;
    for (const Device *device : devices) {
        if (!device) {
            throw UsageError("a device to extract an isosurface on is null");
        }
        opened.push_back(&Inside::device(*device));
        if (std::count(opened.begin(), opened.end(), opened.back()) > 1) {
            throw UsageError("a device to extract an isosurface on is there twice");
        }
    }
    ExtractionSettings settings;
    settings.normals = options.normals;
    std::vector<DeviceShare> shares;
    const SlabSettings slabs{options.extraction, settings, options.unit_layers, options.progress};
    voxmarch::Mesh mesh = extract_slabs(opened, voxels, isovalue, slabs, shares);
    to_world(mesh, voxels.grid());
    return outer(std::move(mesh), voxels.grid());
}

Mesh extract_isosurface(Device &device, const Volume &volume, double isovalue, const ExtractionOptions &options) {
    Device *const one[] = {&device};
    return extract_isosurface(one, volume, isovalue, options);
}

Mesh extract_label(const Volume &labels, int label) {
    const voxmarch::Volume &voxels = Inside::volume(labels);
    for (const voxmarch::LabelExtent &extent : label_extents(voxels)) {
        if (extent.label == label) {
            voxmarch::Mesh mesh = label_surface(voxels, extent);
            to_world(mesh, voxels.grid());
            mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
            make_normals(mesh);
            return outer(std::move(mesh), voxels.grid());
        }
    }
    return {};
}

void smooth(Mesh &mesh, int steps) {
    constexpr int most = 1000;
    if (steps < 0 || steps > most) {
        throw UsageError(fmt::format("{} steps of smoothing: 0 to {} are possible", steps, most));
    }
    change(mesh, [&](voxmarch::Mesh &inside) { voxmarch::smooth(inside, steps); });
}

void keep_largest(Mesh &mesh, int count) {
    if (count < 1) {
        throw UsageError(fmt::format("{} components: at least one is kept", count));
    }
    change(mesh, [&](voxmarch::Mesh &inside) {
        inside.parts.clear();
        voxmarch::keep_largest(inside, static_cast<std::size_t>(count));
    });
}

void flip(Mesh &mesh) {
    change(mesh, [](voxmarch::Mesh &inside) { voxmarch::flip(inside); });
}

void append_part(Mesh &mesh, const Mesh &surface, MeshPart part) {
    if (mesh.parts.empty() && !mesh.positions.empty()) {
        throw UsageError("parts are appended to an empty mesh or to parts, so that all of it is told apart");
    }
    if (mesh.positions.empty()) {
        mesh.unit = surface.unit;
        mesh.anatomical = surface.anatomical;
    }
    change(mesh, [&](voxmarch::Mesh &inside) {
        voxmarch::append_part(inside, inner(surface), {std::move(part.name), part.value, inner(part.color), 0, 0});
    });
}

MeshMeasures measure(const Mesh &mesh) {
    const voxmarch::MeshMeasures m = voxmarch::measure(inner(mesh));
    return {m.vertices,   m.triangles, m.edges,      m.open_edges, m.bad_edges,
            m.degenerate, m.euler,     m.components, m.area,       m.volume};
}

void write_mesh(const Mesh &mesh, const std::filesystem::path &file, Convention convention) {
    voxmarch::Grid world;
    world.unit = mesh.unit;
    world.anatomical = mesh.anatomical;
    voxmarch::Mesh written = inner(mesh);
    const std::string tag = to_outside(written, OuterWorld(world, convention), file);
    voxmarch::write_mesh(written, file, {}, tag);
}

Mesh read_mesh(const std::filesystem::path &file) {
    StoredMesh stored = voxmarch::read_mesh(file);
    const voxmarch::Grid world = world_of(stored);
    return outer(std::move(stored.mesh), world);
}

namespace {

Volume voxelized(Device &device, const voxmarch::Mesh &mesh, const voxmarch::Grid &grid,
                 const VoxelizeOptions &options) {
    if (options.value < 1 || options.value > 255) {
        throw UsageError(fmt::format("voxels inside have the value {}; 1 to 255 are possible", options.value));
    }
    Voxeliser voxeliser(Inside::device(device));
    const RayCounts counts = voxeliser.count(mesh, grid);
    if (!counts.closed()) {
        throw UsageError("the mesh " + hole_text(mesh, counts));
    }
    const InsideRule rule = counts.sides_agree() ? options.inside : InsideRule::parity;
    return Inside::make_volume(voxeliser.volume(rule, options.value, "mesh"));
}

} // namespace

Volume voxelize(Device &device, const Mesh &mesh, const Grid &grid, const VoxelizeOptions &options) {
    return voxelized(device, inner(mesh), v1::inner(grid), options);
}

Volume voxelize(Device &device, const Mesh &mesh, int edge, const VoxelizeOptions &options) {
    if (edge < 3 || edge > largest_voxelized) {
        throw UsageError(fmt::format("{} voxels along a mesh; 3 to {} are possible", edge, largest_voxelized));
    }
    voxmarch::Grid world;
    world.unit = mesh.unit;
    world.anatomical = mesh.anatomical;
    const voxmarch::Mesh inside = inner(mesh);
    return voxelized(device, inside, grid_around(inside, edge, world), options);
}

} // namespace voxmarch::v1
