// A volume cut into slabs: the work units of devices.
#pragma once

#include "isosurface/extraction.h"
#include "volume/volume.h"

#include <vector>

namespace voxmarch {

/// One slab. Layer z of cells lies between the slices z and z + 1 of voxels.
struct WorkUnit {
    int first_layer, end_layer; ///< layers it makes triangles of
    int first_slice;            ///< first of the slices of voxels that it needs, a multiple of 4
};

/// All units need the same number of slices, so that a device makes its buffers and kernels once.
struct WorkPlan {
    /// Of voxels a unit: as many as it has layers, a layer of blocks before and behind, one for the far side, and up to
    /// three by which the last one begins at a multiple of four: 9 to 12 slices more than layers. The last unit reads
    /// as many, too, whatever it has left.
    int slices = 0;
    std::vector<WorkUnit> units;
};

/// Cuts a volume of so many slices into units of whole layers of blocks: of `layers` layers of cells, rounded up to
/// fours; the last one has what is left. The layer of blocks before gives normals and keeps blocks where those of the
/// whole volume are; of the one behind vertices are numbered, and its far side is one slice more.
WorkPlan plan_work(int volume_slices, int layers);

/// Most layers of a unit that fit a device: voxels of so many bytes (0: they are not stored), what the strategy needs,
/// and room for a mesh. All layers if the whole volume fits, and at least 4.
int layers_that_fit(const Device &device, const VolumeHeader &volume, Extraction extraction, std::size_t voxel_bytes);

/// Most layers of a unit that takes at most so many slices; at least 4.
int layers_within(int volume_slices, int most_slices);

/// Layers of a unit for devices that share the work: four units each, but not below 16 layers (a unit reads
/// nine to twelve slices more than it has layers).
int shared_layers(int volume_slices, std::size_t devices);

} // namespace voxmarch
