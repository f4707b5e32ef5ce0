// Launches the kernels of the strategy `scan`.
#include "isosurface/scan_extractor.h"

#include "isosurface/program_files.h"

#include <algorithm>
#include <array>

namespace voxmarch {

namespace {

constexpr std::size_t group_size = scan_group;

std::uint64_t slice_voxels(const ScalarField &field) {
    return static_cast<std::uint64_t>(field.grid.dims[0]) * static_cast<std::uint64_t>(field.grid.dims[1]);
}

int unit_slices(const ScalarField &field, std::uint64_t unit_voxels) {
    const std::uint64_t slices = unit_voxels / slice_voxels(field);
    return static_cast<int>(std::clamp<std::uint64_t>(slices, 1, static_cast<std::uint64_t>(field.grid.dims[2])));
}

LaunchSize scan_groups(std::uint64_t items) {
    return {{(items + group_size - 1) / group_size * group_size, 1, 1}, {group_size, 1, 1}};
}

} // namespace

ScanExtractor::ScanExtractor(Device &device, const ScalarField &field, std::uint64_t unit_voxels)
    : device_(&device), field_(field), slices_(unit_slices(field, unit_voxels)), cases_(device),
      with_normals_(device, scan_source(field, true)), without_normals_(device, scan_source(field, false)),
      classify_(with_normals_.kernel("scan_classify")), sums_kernel_(with_normals_.kernel("scan_sums")),
      compact_(with_normals_.kernel("scan_compact")), generate_with_normals_(with_normals_.kernel("scan_generate")),
      generate_without_normals_(without_normals_.kernel("scan_generate")) {
    const std::uint64_t voxels = slice_voxels(field) * static_cast<std::uint64_t>(slices_ + 1);
    codes_ = Buffer(device, voxels, "codes of voxels");
    sums_ = Buffer(device, (voxels + group_size - 1) / group_size * 16, "sums of work-groups");
    ranks_ = Buffer(device, voxels * 4, "first vertices of voxels");
    active_ = Buffer(device, voxels * 16, "active voxels");
    counters_ = Buffer(device, 32, "counters");
}

void ScanExtractor::run_unit(const IsoParams &params, int first_slice, DeviceMesh &mesh, Counts &counts,
                             Events &events) {
    const int own = std::min(slices_, params.dims[2] - first_slice);
    const ScanUnit unit{first_slice, own, std::min(own + 1, params.dims[2] - first_slice), 0};
    const LaunchSize size = scan_groups(slice_voxels(field_) * static_cast<std::uint64_t>(unit.slices));
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
        Kernel &generate = mesh.has_normals ? generate_with_normals_ : generate_without_normals_;
        events.push_back(generate.launch(scan_groups(active), params, unit, first, active, *field_.voxels, cases_.edges,
                                         codes_, ranks_, active_, mesh.positions, mesh.normals, mesh.indices));
    }
    counts.vertices += own_vertices;
    counts.triangles += triangles;
}

Events ScanExtractor::run(const IsoParams &params, DeviceMesh &mesh, Counts &counts) {
    Events events;
    for (int slice = 0; slice < params.dims[2]; slice += slices_) {
        run_unit(params, slice, mesh, counts, events);
    }
    return events;
}

Events ScanExtractor::extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) {
    IsoParams params = iso_params(field_, settings);
    params.isovalue = stored_isovalue(field_, isovalue);
    return extract_into(*device_, field_, settings, mesh, [&](std::uint64_t &vertices, std::uint64_t &triangles) {
        set_limits(params, mesh);
        Counts counts;
        Events events = run(params, mesh, counts);
        vertices = counts.vertices;
        triangles = counts.triangles;
        return events;
    });
}

std::uint64_t ScanExtractor::auxiliary_bytes() const {
    return codes_.bytes() + sums_.bytes() + ranks_.bytes() + active_.bytes() + counters_.bytes() +
           cases_.counts.bytes() + cases_.edges.bytes();
}

} // namespace voxmarch
