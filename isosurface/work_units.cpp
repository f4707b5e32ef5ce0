// Plans slabs by memory and by the number of devices.
#include "isosurface/work_units.h"

#include "isosurface/extraction_parts.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr int extra_slices = 3; ///< the far side of the last layer, and one slice on either side

/// Bytes a voxel that a strategy holds beside voxels and mesh (see the extractors), and its largest buffer's.
struct WorkingMemory {
    double all, largest;
};

WorkingMemory working_memory(Extraction extraction) {
    switch (extraction) {
    case Extraction::scan: return {21.0, 16.0};
    case Extraction::histopyramid: return {5.5, 2.0};
    case Extraction::blocks: break;
    }
    return {0.75, 0.5};
}

bool fits(const Device &device, const VolumeHeader &volume, Extraction extraction, int slices) {
    const auto &dims = volume.grid.dims;
    const double voxels = static_cast<double>(dims[0]) * dims[1] * slices;
    const auto voxel_bytes = static_cast<double>(scalar_size(volume.type));
    const int copies = slices < dims[2] ? 2 : 1;
    const WorkingMemory memory = working_memory(extraction);
    // The mesh: what extract_into() begins with, and half as much again to grow.
    const double mesh =
        1.5 * 48.0 * std::max(static_cast<double>(least_vertices), vertices_per_face * std::pow(voxels, 2.0 / 3.0));
    const auto free = static_cast<double>(device.info().global_memory - device.allocated());
    return voxels * (copies * voxel_bytes + memory.all) + mesh <= free &&
           voxels * std::max(voxel_bytes, memory.largest) <= static_cast<double>(device.info().largest_allocation);
}

} // namespace

WorkPlan plan_work(int volume_slices, int layers) {
    WorkPlan plan;
    plan.slices = std::min(volume_slices, layers + extra_slices);
    for (int first = 0; first < volume_slices - 1; first += layers) {
        const int end = std::min(first + layers, volume_slices - 1);
        plan.units.push_back({first, end, std::clamp(first - 1, 0, volume_slices - plan.slices)});
    }
    return plan;
}

int layers_that_fit(const Device &device, const VolumeHeader &volume, Extraction extraction) {
    int slices = volume.grid.dims[2];
    while (slices > extra_slices + 1 && !fits(device, volume, extraction, slices)) {
        --slices;
    }
    return std::max(1, slices == volume.grid.dims[2] ? slices - 1 : slices - extra_slices);
}

int shared_layers(int volume_slices, std::size_t devices) {
    const int units = 4 * static_cast<int>(devices);
    return std::max(16, (volume_slices - 1 + units - 1) / units);
}

} // namespace voxmarch
