// A volume cut into slabs: the work units of devices.
#pragma once

#include "isosurface/extraction.h"
#include "volume/volume.h"

#include <vector>

namespace voxmarch {

/// One slab. Layer z of cells lies between the slices z and z + 1 of voxels.
struct WorkUnit {
    int first_layer, end_layer; ///< layers it makes triangles of
    int first_slice;            ///< first of the slices of voxels that it needs
};

/// All units need the same number of slices, so that a device makes its buffers and kernels once.
struct WorkPlan {
    int slices = 0; ///< of voxels a unit: those of its layers, and one more on either side for normals
    std::vector<WorkUnit> units;
};

/// Cuts a volume of so many slices into units of at most `layers` layers.
WorkPlan plan_work(int volume_slices, int layers);

/// Most layers of a unit that fit a device: voxels twice (the next unit comes while one is worked on), what the
/// strategy needs, and room for a mesh. All layers if the whole volume fits, and at least 1.
int layers_that_fit(const Device &device, const VolumeHeader &volume, Extraction extraction);

/// Layers of a unit for devices that share the work: four units each, but not below 16 layers (a unit reads three
/// slices more than it has layers).
int shared_layers(int volume_slices, std::size_t devices);

} // namespace voxmarch
