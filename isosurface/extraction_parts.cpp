// Parameters, tables and buffers of the strategies.
#include "isosurface/extraction_parts.h"

#include "isosurface/case_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace voxmarch {

IsoParams iso_params(const ScalarField &field, const ExtractionSettings &settings, BlockShape shape) {
    const int block[3] = {ISO_BLOCK_X, shape.y, shape.z};
    IsoParams params{};
    for (int i = 0; i < 3; ++i) {
        const int n = field.grid.dims[static_cast<std::size_t>(i)];
        params.dims[i] = n;
        params.blocks[i] = (n + block[i] - 1) / block[i];
        params.inv_spacing[i] = static_cast<float>(field.grid.smallest_spacing() / field.grid.spacing[i]);
    }
    params.aligned = params.dims[0] % 8 == 0;
    params.flip = settings.flip;
    const FieldPart part = settings.part.value_or(FieldPart{0, 0, params.dims[2]});
    params.first_slice = part.first_slice;
    params.begin_slice = part.begin;
    params.end_slice = part.end;
    params.end_layer = std::min(part.end, params.dims[2] - 1);
    return params;
}

float stored_isovalue(const ScalarField &field, double isovalue) {
    return static_cast<float>((isovalue - field.mapping.offset) / field.mapping.scale);
}

CaseBuffers::CaseBuffers(Device &device, BlockShape shape)
    : counts(device, case_table.size(), "case table"), edges(device, case_table.size() * 16, "case table"),
      corners(device, case_table.size() * max_cell_triangles * 4, "case table of rows") {
    std::array<std::uint8_t, 256> all_counts{};
    std::array<std::uint8_t, 256 * 16> all_edges{};
    std::array<std::uint32_t, 256 * max_cell_triangles> all_corners{};
    for (std::size_t i = 0; i < case_table.size(); ++i) {
        all_counts[i] = case_table[i].count;
        for (std::size_t j = 0; j < 3u * case_table[i].count; ++j) {
            const int edge = case_table[i].edges[j], axis = edge / 4, corner = edge_corner(edge);
            const int rows = (corner >> 1 & 1) + (shape.y + 2) * (corner >> 2);
            all_edges[16 * i + j] = static_cast<std::uint8_t>(axis | corner << 2);
            all_corners[max_cell_triangles * i + j / 3] |=
                static_cast<std::uint32_t>((corner & 1) | axis << 3 | rows << 5) << 10 * (j % 3);
        }
    }
    counts.upload(std::as_bytes(std::span(all_counts)));
    edges.upload(std::as_bytes(std::span(all_edges)));
    corners.upload(std::as_bytes(std::span(all_corners)));
}

void reserve_at_least(Device &device, Buffer &buffer, std::uint64_t bytes, const std::string &label) {
    if (buffer.bytes() < bytes) {
        buffer = Buffer(); // the old one goes before the new one comes
        buffer = Buffer(device, bytes, label);
    }
}

void reserve_mesh(Device &device, DeviceMesh &mesh, std::uint64_t vertices, std::uint64_t triangles, bool normals) {
    reserve_at_least(device, mesh.positions, vertices * 12, "the mesh's vertices");
    reserve_at_least(device, mesh.normals, normals ? vertices * 12 : 12, "the mesh's normals");
    reserve_at_least(device, mesh.indices, triangles * 12, "the mesh's triangles");
    mesh.has_normals = normals;
}

Events extract_into(Device &device, const ScalarField &field, const ExtractionSettings &settings, DeviceMesh &mesh,
                    const std::function<Events(std::uint64_t &, std::uint64_t &)> &run) {
    mesh.vertices = mesh.triangles = 0;
    const auto &dims = field.grid.dims;
    if (std::min({dims[0], dims[1], dims[2]}) < 2) {
        return {};
    }
    // A first guess of the size of a surface: a few times the faces of the volume.
    const double face = std::pow(static_cast<double>(field.grid.voxel_count()), 2.0 / 3.0);
    std::uint64_t vertices = std::max(least_vertices, static_cast<std::uint64_t>(vertices_per_face * face));
    std::uint64_t triangles = 2 * vertices;
    for (;;) {
        reserve_mesh(device, mesh, vertices, triangles, settings.normals);
        Events events = run(vertices, triangles);
        if (std::max(vertices, triangles) > std::numeric_limits<vx_int>::max()) {
            throw MemoryError("the isosurface has more than 2^31 vertices or triangles",
                              {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
        }
        IsoParams limits{};
        set_limits(limits, mesh);
        if (vertices <= static_cast<std::uint64_t>(limits.vertices) &&
            triangles <= static_cast<std::uint64_t>(limits.triangles)) {
            mesh.vertices = static_cast<std::uint32_t>(vertices);
            mesh.triangles = static_cast<std::uint32_t>(triangles);
            return events;
        }
        vertices += vertices / 8;
        triangles += triangles / 8;
    }
}

void set_limits(IsoParams &params, const DeviceMesh &mesh) {
    constexpr std::uint64_t most = std::numeric_limits<vx_int>::max();
    const std::uint64_t points =
        mesh.has_normals ? std::min(mesh.positions.bytes(), mesh.normals.bytes()) : mesh.positions.bytes();
    params.vertices = static_cast<vx_int>(std::min(most, points / 12));
    params.triangles = static_cast<vx_int>(std::min(most, mesh.indices.bytes() / 12));
}

} // namespace voxmarch
