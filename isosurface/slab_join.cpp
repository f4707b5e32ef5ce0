// Copies the meshes of slabs behind each other; triangles move on by the vertices before theirs.
#include "isosurface/slab_join.h"

#include "base/error.h"
#include "base/host_memory.h"
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

/// Bytes of a mesh in host memory.
std::uint64_t mesh_bytes(std::uint64_t vertices, std::uint64_t triangles, bool normals) {
    return vertices * (normals ? 24 : 12) + triangles * 12;
}

void require_host_memory(std::uint64_t vertices, std::uint64_t triangles, bool normals) {
    const std::uint64_t memory = host_memory();
    const std::uint64_t bytes = mesh_bytes(vertices, triangles, normals);
    if (bytes > memory) {
        throw MemoryError(fmt::format("the isosurface of {} triangles needs {} MiB, this machine has {} MiB of memory",
                                      triangles, bytes >> 20, memory >> 20),
                          {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    }
}

template <typename T> void copy_to(UnsetVector<T> &whole, std::size_t begin, const UnsetVector<T> &part) {
    in_pieces(part.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        std::copy(part.data() + first, part.data() + end, whole.data() + begin + first);
    });
}

/// Corners of the last layer count on into the vertices of the next part, which follow those of this one.
void copy_triangles(UnsetVector<MeshTriangle> &whole, std::size_t begin, const UnsetVector<MeshTriangle> &part,
                    std::uint64_t first_vertex, std::uint64_t vertices) {
    std::atomic<bool> good = true;
    in_pieces(part.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        std::uint32_t largest = 0;
        for (std::size_t i = first; i < end; ++i) {
            const auto [a, b, c] = part[i];
            largest = std::max({largest, a, b, c});
            const auto offset = static_cast<std::uint32_t>(first_vertex);
            whole[begin + i] = {a + offset, b + offset, c + offset};
        }
        if (first_vertex + largest >= vertices) {
            good = false;
        }
    });
    if (!good) {
        throw slabs_disagree();
    }
}

} // namespace

void require_vertex_numbers(std::uint64_t vertices) {
    if (vertices > std::numeric_limits<std::uint32_t>::max()) {
        throw MemoryError(fmt::format("the isosurface has {} vertices, a mesh holds 2^32", vertices),
                          {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    }
}

DeviceError slabs_disagree() {
    return DeviceError("devices disagree about the surface between two slabs", {{Remedy::leave_device_out}});
}

Mesh join_slabs(std::vector<Mesh> parts) {
    std::uint64_t vertices = 0, triangles = 0;
    bool normals = false;
    for (const Mesh &part : parts) {
        vertices += part.positions.size();
        triangles += part.triangles.size();
        normals = normals || !part.normals.empty();
    }
    require_vertex_numbers(vertices);
    require_host_memory(vertices, triangles, normals);
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    Mesh whole;
    whole.positions.resize(vertices);
    whole.normals.resize(normals ? vertices : 0);
    whole.triangles.resize(triangles);
    std::size_t vertex = 0, triangle = 0;
    for (Mesh &part : parts) {
        const Mesh from = std::exchange(part, {}); // goes when it is copied
        copy_to(whole.positions, vertex, from.positions);
        copy_to(whole.normals, vertex, from.normals);
        copy_triangles(whole.triangles, triangle, from.triangles, vertex, vertices);
        vertex += from.positions.size();
        triangle += from.triangles.size();
    }
    return whole;
}

} // namespace voxmarch
