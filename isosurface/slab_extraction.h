// Extracting an isosurface slab by slab: with several devices, or from a volume larger than a device's memory.
#pragma once

#include "isosurface/slab_voxels.h"
#include "isosurface/work_units.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// What one device did.
struct DeviceShare {
    int device = 0; ///< DeviceInfo::index
    std::string name;
    int units = 0;
    std::uint64_t slices = 0;               ///< of voxels in its units; those between two units count for both
    std::uint64_t cells = 0, triangles = 0; ///< of its units
    double kernel_ms = 0.0;                 ///< extraction
    bool device_times = true;               ///< of kernel_ms; false: host times, see DeviceInfo::event_times
    double upload_ms = 0.0;                 ///< voxels to the device
    double read_back_ms = 0.0;              ///< mesh to host memory
    double busy_ms = 0.0;                   ///< from its first unit until its last one was cut to its cells
};

struct SlabSettings {
    Extraction extraction = Extraction::blocks;
    ExtractionSettings surface;
    int layers = 0;                       ///< of cells in a unit, rounded up to fours, fewer where memory asks for it;
                                          ///< 0: as memory and devices ask for
    std::function<void(double)> progress; ///< called with the share done, by any thread, one at a time; may throw
    bool prefetch = false; ///< the next unit's voxels come while a unit is worked on, and take as much memory again
};

/// Takes the meshes of units, in order: each is what FieldPart says, and one behind the other they are the mesh in one
/// piece.
class SlabSink {
public:
    virtual ~SlabSink() = default;

    /// What was taken until now is void: all begins (anew, with units of half the size).
    virtual void begin() = 0;

    /// Called by any thread, one at a time; what it throws ends the extraction.
    virtual void take(Mesh part) = 0;
};

/// The isosurface in voxel space, unit by unit.
///
/// Every device has a thread, which takes units from one counter (Rogeiro 2011, 3.3.1), and waits where it is more than
/// a few units ahead of the slowest. A unit that does not fit a device's memory makes all begin anew with units of half
/// the size. One device with room for the whole volume makes one unit of it.
/// @param devices  at least one, each once
/// @param shares   receives what each device did
/// @throws MemoryError, ProgramError, DeviceError: the first one of any device, after all have stopped; whatever
///         voxels, progress and sink throw
/// Cost: beside the kernels, the voxels' way to the device and the mesh's way back. Memory of the host: that of the
/// readers, and meshes of two units for each device.
void extract_slabs(std::span<Device *const> devices, const SlabVoxels &voxels, double isovalue,
                   const SlabSettings &settings, SlabSink &sink, std::vector<DeviceShare> &shares);

/// One mesh, every vertex once, the same as of an extraction in one piece, in its order.
/// @throws as above, and MemoryError where the mesh does not fit this machine
/// Cost: of several units a pass over the mesh beside the above.
Mesh extract_slabs(std::span<Device *const> devices, const SlabVoxels &voxels, double isovalue,
                   const SlabSettings &settings, std::vector<DeviceShare> &shares);
Mesh extract_slabs(std::span<Device *const> devices, const Volume &volume, double isovalue,
                   const SlabSettings &settings, std::vector<DeviceShare> &shares);

} // namespace voxmarch
