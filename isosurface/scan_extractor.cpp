// Launches the kernels of the strategy `scan`.
#include "isosurface/scan_extractor.h"

#include "isosurface/program_files.h"

#include <algorithm>
#include <array>

namespace voxmarch {

namespace {

constexpr std::size_t group_size = scan_group;

/// Of a layer of blocks.
std::uint64_t layer_voxels(const IsoParams &params) {
    return block_voxels * static_cast<std::uint64_t>(params.blocks[0]) * static_cast<std::uint64_t>(params.blocks[1]);
}

int unit_layers(const ScalarField &field, std::uint64_t unit_voxels) {
    const IsoParams params = iso_params(field, {});
    const std::uint64_t layers = unit_voxels / layer_voxels(params);
    return static_cast<int>(std::clamp<std::uint64_t>(layers, 1, static_cast<std::uint64_t>(params.blocks[2])));
}

LaunchSize groups_of(int items_a_group, std::uint64_t items) {
    const auto size = static_cast<std::size_t>(items_a_group);
    return {{(items + size - 1) / size * size, 1, 1}, {size, 1, 1}};
}

} // namespace

ScanExtractor::ScanExtractor(Device &device, const ScalarField &field, std::uint64_t unit_voxels, CellVertices vertices)
    : device_(&device), field_(field), vertices_(vertices), layers_(unit_layers(field, unit_voxels)), cases_(device),
      counting_(device, scan_source(field, {}, vertices)), classify_(counting_.kernel("scan_classify")),
      sums_kernel_(counting_.kernel("scan_sums")), compact_(counting_.kernel("scan_compact")), generating_(device) {
    const std::uint64_t voxels = layer_voxels(iso_params(field, {})) * static_cast<std::uint64_t>(layers_ + 1);
    codes_ = Buffer(device, voxels, "codes of voxels");
    sums_ = Buffer(device, (voxels + group_size - 1) / group_size * 16, "sums of work-groups");
    ranks_ = Buffer(device, voxels / 8 * 4, "first vertices of rows");
    active_ = Buffer(device, voxels * 8, "active voxels");
    counters_ = Buffer(device, 32, "counters");
}

void ScanExtractor::run_unit(const IsoParams &params, int first_layer, Kernel &generate, DeviceMesh &mesh,
                             Counts &counts, Events &events) {
    const int own = std::min(layers_, end_block_layer(params) - first_layer);
    const ScanUnit unit{first_layer, own, std::min(own + 1, params.blocks[2] - first_layer), 0};
    const LaunchSize size = groups_of(scan_group, layer_voxels(params) * static_cast<std::uint64_t>(unit.layers));
    events.push_back(classify_.launch(size, params, unit, *field_.voxels, cases_.counts, codes_, sums_));
    events.push_back(sums_kernel_.launch({{group_size, 1, 1}, {group_size, 1, 1}},
                                         static_cast<int>(size.global[0] / group_size), sums_, counters_));
    events.push_back(compact_.launch(size, params, unit, codes_, sums_, ranks_, active_, counters_));
    std::uint32_t counted[8];
    counters_.download(std::as_writable_bytes(std::span(counted)));
    const std::uint32_t active = counted[0], triangles = counted[2], own_vertices = counted[4];
    if (active > 0) {
        const std::array<std::uint32_t, 2> first{static_cast<std::uint32_t>(counts.vertices),
                                                 static_cast<std::uint32_t>(counts.triangles)};
        events.push_back(generate.launch(groups_of(generate_group(vertices_), active), params, unit, first, active,
                                         *field_.voxels, cases_.edges, codes_, ranks_, active_, mesh.positions,
                                         mesh.normals, mesh.indices));
    }
    counts.vertices += own_vertices;
    counts.triangles += triangles;
}

Events ScanExtractor::run(const IsoParams &params, Kernel &generate, DeviceMesh &mesh, Counts &counts) {
    Events events;
    for (int layer = params.begin_slice / ISO_BLOCK_Z; layer < end_block_layer(params); layer += layers_) {
        run_unit(params, layer, generate, mesh, counts, events);
    }
    return events;
}

Events ScanExtractor::extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) {
    IsoParams params = iso_params(field_, settings);
    params.isovalue = stored_isovalue(field_, isovalue);
    Kernel &generate = generating_.kernel(scan_source(field_, normals_of(settings), vertices_), "scan_generate");
    return extract_into(*device_, field_, settings, mesh, [&](std::uint64_t &vertices, std::uint64_t &triangles) {
        set_limits(params, mesh);
        Counts counts;
        Events events = run(params, generate, mesh, counts);
        vertices = counts.vertices;
        triangles = counts.triangles;
        return events;
    });
}

std::uint64_t ScanExtractor::auxiliary_bytes() const {
    return codes_.bytes() + sums_.bytes() + ranks_.bytes() + active_.bytes() + counters_.bytes() +
           cases_.counts.bytes() + cases_.edges.bytes();
}

std::vector<PhaseMemory> ScanExtractor::phases(const DeviceMesh &mesh) const {
    const std::uint64_t always =
        field_.voxels->bytes() + counters_.bytes() + cases_.counts.bytes() + cases_.edges.bytes();
    const std::uint64_t points = mesh.vertices * std::uint64_t{mesh.has_normals ? 24U : 12U};
    const std::uint64_t counted = always + codes_.bytes() + sums_.bytes();
    return {{"scan_classify", counted},
            {"scan_sums", counted},
            {"scan_compact", counted + ranks_.bytes() + active_.bytes()},
            {"scan_generate",
             always + codes_.bytes() + ranks_.bytes() + active_.bytes() + points + mesh.triangles * std::uint64_t{12}}};
}

} // namespace voxmarch
