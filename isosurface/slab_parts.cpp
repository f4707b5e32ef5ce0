// Cuts and joins the meshes of slabs.
#include "isosurface/slab_parts.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <unistd.h>

namespace voxmarch {

namespace {

/// A vertex as kernels/isosurface/iso_place_edge.cl writes it, in the volume.
struct EdgeVertex {
    std::uint64_t edge; ///< 4 * voxel + axis
    int slice;          ///< of the edge's voxel
    int axis;
    float share;
};

std::uint64_t edge_in_slab(const glm::vec3 &words) {
    return std::bit_cast<std::uint32_t>(words.x) | std::uint64_t{std::bit_cast<std::uint32_t>(words.y)} << 32;
}

EdgeVertex edge_vertex(const glm::vec3 &words, std::uint64_t slice_voxels, int first_slice) {
    const std::uint64_t edge = edge_in_slab(words) + 4 * slice_voxels * static_cast<std::uint64_t>(first_slice);
    return {edge, static_cast<int>(edge / 4 / slice_voxels), static_cast<int>(edge % 4), words.z};
}

glm::vec3 position(const EdgeVertex &vertex, const std::array<int, 3> &dims) {
    const std::uint64_t nx(dims[0]), ny(dims[1]);
    const std::uint64_t row = vertex.edge / 4 / nx;
    glm::vec3 place(vertex.edge / 4 - row * nx, row % ny, vertex.slice);
    place[vertex.axis] += vertex.share;
    return place;
}

std::vector<EdgeVertex> edge_vertices(const Mesh &slab, std::uint64_t slice_voxels, int first_slice) {
    std::vector<EdgeVertex> vertices;
    vertices.reserve(slab.positions.size());
    for (const glm::vec3 &words : slab.positions) {
        vertices.push_back(edge_vertex(words, slice_voxels, first_slice));
    }
    return vertices;
}

constexpr std::uint32_t unused = ~std::uint32_t{0};

/// Keeps the triangles of a unit's layers. A triangle's layer is its lowest corner's: corners are never all in the
/// upper slice of their cell, because no chord lies in a face of a cell (case_tables.h).
/// @return 0 for vertices of these triangles, `unused` for others
std::vector<std::uint32_t> keep_layers(const Mesh &slab, const std::vector<EdgeVertex> &vertices, const WorkUnit &unit,
                                       std::vector<MeshTriangle> &kept) {
    std::vector<std::uint32_t> renamed(vertices.size(), unused);
    for (const MeshTriangle &t : slab.triangles) {
        const int layer = std::min({vertices[t[0]].slice, vertices[t[1]].slice, vertices[t[2]].slice});
        if (layer >= unit.first_layer && layer < unit.end_layer) {
            kept.push_back(t);
            renamed[t[0]] = renamed[t[1]] = renamed[t[2]] = 0;
        }
    }
    return renamed;
}

/// Bytes of a mesh in host memory.
std::uint64_t mesh_bytes(std::uint64_t vertices, std::uint64_t triangles, bool normals) {
    return vertices * (normals ? 24 : 12) + triangles * 12;
}

void require_host_memory(std::uint64_t vertices, std::uint64_t triangles, bool normals) {
    const auto memory =
        static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    const std::uint64_t bytes = mesh_bytes(vertices, triangles, normals);
    if (vertices > std::numeric_limits<std::uint32_t>::max()) {
        throw MemoryError(fmt::format("the isosurface has {} vertices, a mesh holds 2^32", vertices),
                          {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    }
    if (bytes > memory) {
        throw MemoryError(fmt::format("the isosurface of {} triangles needs {} MiB, this machine has {} MiB of memory",
                                      triangles, bytes >> 20, memory >> 20),
                          {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    }
}

/// Vertex of the next part on an edge.
std::uint32_t lent_vertex(const SlabPart &part, std::uint64_t edge) {
    const auto found = std::lower_bound(part.lent.begin(), part.lent.end(), std::pair(edge, std::uint32_t{0}));
    if (found == part.lent.end() || found->first != edge) {
        throw DeviceError("devices disagree about the surface between two slabs", {{Remedy::leave_device_out}});
    }
    return found->second;
}

/// @param next  the part that lends vertices; null for the last one
void append_part(Mesh &whole, const SlabPart &part, const SlabPart *next) {
    const auto first = static_cast<std::uint32_t>(whole.positions.size());
    const auto own = static_cast<std::uint32_t>(part.mesh.positions.size());
    std::vector<std::uint32_t> borrowed;
    borrowed.reserve(part.borrowed.size());
    for (const std::uint64_t edge : part.borrowed) {
        borrowed.push_back(first + own + lent_vertex(*next, edge));
    }
    for (const MeshTriangle &triangle : part.mesh.triangles) {
        MeshTriangle &joined = whole.triangles.emplace_back();
        for (std::size_t i = 0; i < 3; ++i) {
            joined[i] = triangle[i] < own ? first + triangle[i] : borrowed[triangle[i] - own];
        }
    }
    whole.positions.insert(whole.positions.end(), part.mesh.positions.begin(), part.mesh.positions.end());
    whole.normals.insert(whole.normals.end(), part.mesh.normals.begin(), part.mesh.normals.end());
}

} // namespace

std::vector<std::uint64_t> slab_edges(const Mesh &slab) {
    std::vector<std::uint64_t> edges;
    edges.reserve(slab.positions.size());
    for (const glm::vec3 &words : slab.positions) {
        edges.push_back(edge_in_slab(words));
    }
    return edges;
}

SlabPart cut_slab(const Mesh &slab, const WorkUnit &unit, const std::array<int, 3> &dims) {
    const std::uint64_t slice_voxels = static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]);
    const std::vector<EdgeVertex> vertices = edge_vertices(slab, slice_voxels, unit.first_slice);
    SlabPart part;
    std::vector<std::uint32_t> renamed = keep_layers(slab, vertices, unit, part.mesh.triangles);
    const bool shares_begin = unit.first_layer > 0, shares_end = unit.end_layer < dims[2] - 1;
    std::vector<std::uint32_t> borrowed;
    for (std::uint32_t v = 0; v < renamed.size(); ++v) {
        const EdgeVertex &vertex = vertices[v];
        if (renamed[v] == unused) {
            continue;
        }
        if (shares_end && vertex.slice == unit.end_layer) {
            borrowed.push_back(v);
            part.borrowed.push_back(vertex.edge);
            continue;
        }
        renamed[v] = static_cast<std::uint32_t>(part.mesh.positions.size());
        if (shares_begin && vertex.slice == unit.first_layer && vertex.axis < 2) {
            part.lent.emplace_back(vertex.edge, renamed[v]);
        }
        part.mesh.positions.push_back(position(vertex, dims));
        if (!slab.normals.empty()) {
            part.mesh.normals.push_back(slab.normals[v]);
        }
    }
    for (std::size_t i = 0; i < borrowed.size(); ++i) {
        renamed[borrowed[i]] = static_cast<std::uint32_t>(part.mesh.positions.size() + i);
    }
    for (MeshTriangle &triangle : part.mesh.triangles) {
        triangle = {renamed[triangle[0]], renamed[triangle[1]], renamed[triangle[2]]};
    }
    std::sort(part.lent.begin(), part.lent.end());
    return part;
}

Mesh join_slabs(std::vector<SlabPart> parts) {
    std::uint64_t vertices = 0, triangles = 0;
    bool normals = false;
    for (const SlabPart &part : parts) {
        vertices += part.mesh.positions.size();
        triangles += part.mesh.triangles.size();
        normals = normals || !part.mesh.normals.empty();
    }
    require_host_memory(vertices, triangles, normals);
    if (parts.size() == 1) {
        return std::move(parts.front().mesh);
    }
    Mesh whole;
    whole.positions.reserve(vertices);
    whole.normals.reserve(normals ? vertices : 0);
    whole.triangles.reserve(triangles);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        append_part(whole, std::exchange(parts[i], {}), i + 1 < parts.size() ? &parts[i + 1] : nullptr);
    }
    return whole;
}

} // namespace voxmarch
