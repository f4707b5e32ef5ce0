// Builds the HistoPyramid and launches the kernels that go through it.
#include "isosurface/histopyramid_extractor.h"

#include "base/error.h"
#include "isosurface/program_files.h"

#include <algorithm>
#include <limits>

namespace voxmarch {

namespace {

/// Numbers of voxels, see kernels/isosurface/iso_cell.cl.
std::uint64_t voxel_numbers(const IsoParams &params) {
    return block_voxels * static_cast<std::uint64_t>(params.blocks[0]) * static_cast<std::uint64_t>(params.blocks[1]) *
           static_cast<std::uint64_t>(params.blocks[2]);
}

constexpr std::uint64_t padded(std::uint64_t count) { return (count + 4) / 5 * 5; }

LaunchSize pyramid_groups(std::uint64_t items) { return {{(items + 127) / 128 * 128, 1, 1}, {128, 1, 1}}; }

} // namespace

HistopyramidExtractor::HistopyramidExtractor(Device &device, const ScalarField &field)
    : device_(&device), field_(field), cases_(device), program_(device, pyramid_source(field, {})),
      classify_(program_.kernel("pyramid_classify")), reduce_codes_(program_.kernel("pyramid_reduce_codes")),
      reduce_(program_.kernel("pyramid_reduce")), own_(program_.kernel("pyramid_own")),
      triangles_(program_.kernel("pyramid_triangles")), vertices_(device) {
    const std::uint64_t voxels = voxel_numbers(iso_params(field, {}));
    std::uint64_t size = 0;
    for (nodes_ = {padded(voxels) / 5}; nodes_.back() > 1;) {
        nodes_.push_back(padded(nodes_.back()) / 5);
        offsets_.push_back(size);
        size += 4 * nodes_.back();
    }
    own_vertices_ = Buffer(device, 4, "number of own vertices");
    codes_ = Buffer(device, padded(voxels), "codes of voxels");
    levels_ = Buffer(device, std::max<std::uint64_t>(size, 1) * 8, "levels of the HistoPyramid");
    offsets_buffer_ = Buffer(device, std::max<std::size_t>(offsets_.size(), 1) * 8, "levels' offsets");
    if (!offsets_.empty()) {
        offsets_buffer_.upload(std::as_bytes(std::span(offsets_)));
    }
    sidebands_[0] = Buffer(device, padded(nodes_[0]) * 8, "sideband of the HistoPyramid");
    sidebands_[1] = Buffer(device, padded(padded(nodes_[0]) / 5) * 8, "sideband of the HistoPyramid");
}

Events HistopyramidExtractor::build(const IsoParams &params, std::uint64_t &vertices, std::uint64_t &triangles) {
    const std::uint64_t voxels = voxel_numbers(params);
    Events events;
    events.push_back(classify_.launch(pyramid_groups(padded(voxels)), params, *field_.voxels, cases_.counts, voxels,
                                      padded(voxels), codes_));
    events.push_back(
        reduce_codes_.launch(pyramid_groups(padded(nodes_[0])), nodes_[0], padded(nodes_[0]), codes_, sidebands_[0]));
    std::size_t top = 0;
    for (std::size_t level = 1; level < nodes_.size(); ++level, top ^= 1) {
        events.push_back(reduce_.launch(pyramid_groups(padded(nodes_[level])), nodes_[level], padded(nodes_[level]),
                                        offsets_[level - 1], sidebands_[top], levels_, sidebands_[top ^ 1]));
    }
    std::uint32_t counted[2];
    sidebands_[top].download(std::as_writable_bytes(std::span(counted)));
    vertices = counted[0];
    triangles = counted[1];
    if (const std::uint64_t own_end =
            voxels / static_cast<std::uint64_t>(params.blocks[2]) * static_cast<std::uint64_t>(end_block_layer(params));
        own_end < voxels) {
        events.push_back(own_.launch({{1, 1, 1}, {1, 1, 1}}, own_end, static_cast<int>(offsets_.size()),
                                     offsets_buffer_, levels_, codes_, own_vertices_));
        std::uint32_t own = 0;
        own_vertices_.download(std::as_writable_bytes(std::span(&own, 1)));
        vertices = own;
    }
    return events;
}

Events HistopyramidExtractor::find(double isovalue, const ExtractionSettings &settings, MadeMesh &mesh) {
    mesh = {iso_params(field_, settings),
            &field_,
            static_cast<int>(offsets_.size()),
            &offsets_buffer_,
            &levels_,
            &codes_,
            &cases_.edges,
            0};
    mesh.params.isovalue = stored_isovalue(field_, isovalue);
    const auto &dims = field_.grid.dims;
    if (std::min({dims[0], dims[1], dims[2]}) < 2) {
        return {};
    }
    std::uint64_t vertices = 0, triangles = 0;
    Events events = build(mesh.params, vertices, triangles);
    if (triangles > std::numeric_limits<vx_int>::max()) {
        throw MemoryError("the isosurface has more than 2^31 vertices or triangles",
                          {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    }
    mesh.triangles = static_cast<std::uint32_t>(triangles);
    return events;
}

Events HistopyramidExtractor::extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) {
    IsoParams params = iso_params(field_, settings);
    params.isovalue = stored_isovalue(field_, isovalue);
    return extract_into(*device_, field_, settings, mesh, [&](std::uint64_t &vertices, std::uint64_t &triangles) {
        Events events = build(params, vertices, triangles);
        set_limits(params, mesh);
        if (triangles == 0 || vertices > static_cast<std::uint64_t>(params.vertices) ||
            triangles > static_cast<std::uint64_t>(params.triangles)) {
            return events;
        }
        const auto levels = static_cast<int>(offsets_.size());
        Kernel &vertex_kernel = vertices_.kernel(pyramid_source(field_, normals_of(settings)), "pyramid_vertices");
        events.push_back(vertex_kernel.launch(pyramid_groups(vertices), params, static_cast<std::uint32_t>(vertices),
                                              levels, offsets_buffer_, levels_, codes_, *field_.voxels, mesh.positions,
                                              mesh.normals));
        events.push_back(triangles_.launch(pyramid_groups(triangles), params, static_cast<std::uint32_t>(triangles),
                                           levels, offsets_buffer_, levels_, codes_, *field_.voxels, cases_.edges,
                                           mesh.indices));
        return events;
    });
}

std::uint64_t HistopyramidExtractor::auxiliary_bytes() const {
    return codes_.bytes() + levels_.bytes() + offsets_buffer_.bytes() + sidebands_[0].bytes() + sidebands_[1].bytes() +
           cases_.counts.bytes() + cases_.edges.bytes();
}

} // namespace voxmarch
