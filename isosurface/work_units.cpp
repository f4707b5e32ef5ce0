// Plans slabs by memory and by the number of devices.
#include "isosurface/work_units.h"

#include "isosurface/extraction_parts.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Slices of voxels of a unit of so many layers. All units begin at a multiple of four slices, the last one too, which
/// ends with the volume: so the slices left over by the fours are those of the volume.
int unit_slices(int volume_slices, int layers) {
    const int needed = layers + 2 * ISO_BLOCK_Z + 1;
    return needed >= volume_slices ? volume_slices : needed + (volume_slices - needed) % ISO_BLOCK_Z;
}

/// Bytes a voxel that a strategy holds beside voxels and mesh (see the extractors), and its largest buffer's.
struct WorkingMemory {
    double all, largest;
};

WorkingMemory working_memory(Extraction extraction) {
    switch (extraction) {
    case Extraction::scan: return {9.6, 8.0};
    case Extraction::histopyramid: return {5.5, 2.0};
    case Extraction::blocks: break;
    }
    return {0.75, 0.5};
}

bool fits(const Device &device, const VolumeHeader &volume, Extraction extraction, double voxel_bytes, int slices) {
    const auto &dims = volume.grid.dims;
    const double voxels = static_cast<double>(dims[0]) * dims[1] * slices;
    const WorkingMemory memory = working_memory(extraction);
    // The mesh: what extract_into() begins with, and half as much again to grow.
    const double mesh =
        1.5 * 48.0 * std::max(static_cast<double>(least_vertices), vertices_per_face * std::pow(voxels, 2.0 / 3.0));
    const auto free = static_cast<double>(device.info().global_memory - device.allocated());
    return voxels * (voxel_bytes + memory.all) + mesh <= free &&
           voxels * std::max(voxel_bytes, memory.largest) <= static_cast<double>(device.info().largest_allocation);
}

} // namespace

WorkPlan plan_work(int volume_slices, int layers) {
    WorkPlan plan;
    layers = (layers + ISO_BLOCK_Z - 1) / ISO_BLOCK_Z * ISO_BLOCK_Z;
    plan.slices = unit_slices(volume_slices, layers);
    for (int first = 0; first < volume_slices - 1; first += layers) {
        const int end = std::min(first + layers, volume_slices - 1);
        plan.units.push_back({first, end, std::clamp(first - ISO_BLOCK_Z, 0, volume_slices - plan.slices)});
    }
    return plan;
}

int layers_that_fit(const Device &device, const VolumeHeader &volume, Extraction extraction, std::size_t voxel_bytes) {
    const auto bytes = static_cast<double>(voxel_bytes);
    const int slices = volume.grid.dims[2];
    if (fits(device, volume, extraction, bytes, slices)) {
        return std::max(1, slices - 1);
    }
    int layers = std::max(slices / ISO_BLOCK_Z, 1) * ISO_BLOCK_Z;
    while (layers > ISO_BLOCK_Z && !fits(device, volume, extraction, bytes, unit_slices(slices, layers))) {
        layers -= ISO_BLOCK_Z;
    }
    return layers;
}

int layers_within(int volume_slices, int most_slices) {
    if (most_slices >= volume_slices) {
        return std::max(1, volume_slices - 1);
    }
    int layers = std::max(most_slices / ISO_BLOCK_Z, 1) * ISO_BLOCK_Z;
    while (layers > ISO_BLOCK_Z && unit_slices(volume_slices, layers) > most_slices) {
        layers -= ISO_BLOCK_Z;
    }
    return layers;
}

int shared_layers(int volume_slices, std::size_t devices) {
    const int units = 4 * static_cast<int>(devices);
    return std::max(16, (volume_slices - 1 + units - 1) / units);
}

} // namespace voxmarch
