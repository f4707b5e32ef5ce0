// Isosurfaces extracted in work units of different sizes (Rogeiro 2011, 3.3.1.1), and the memory of a unit's phases.
#pragma once

#include "bench/timing.h"
#include "isosurface/scan_extractor.h"
#include "isosurface/slab_extraction.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// One isosurface by one device, from voxels in host memory to a mesh there, in units of one size.
struct UnitsRow {
    std::string volume;
    Extraction extraction = Extraction::scan;
    double isovalue = 0.0;
    int layers = 0;             ///< of cells in a unit
    int volume_slices = 0;      ///< of voxels
    DeviceShare share;          ///< of the last extraction
    Spread wall;                ///< ms on the host
    double from_smallest = 0.0; ///< share of the time of the smallest size that this one gains
    double from_previous = 0.0; ///< the same against the size before
    bool agrees = true;         ///< the mesh is that of one piece, bit for bit

    double overhead() const; ///< slices that units read more than once, as a share of all they read
};

/// Rows by the strategies scan and blocks, ascending, the last one of a single unit.
/// @param layers  sizes, rounded up to fours; those that make one unit are left out; empty: 8 to 100
/// @param frames  after one for warming up  @throws as extract_slabs()
std::vector<UnitsRow> measure_units(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                    const std::vector<int> &layers, int frames);

void print_units_head();
void print(const UnitsRow &row);
nlohmann::json to_json(const UnitsRow &row);

/// Memory of each phase of the strategy scan (Rogeiro 2011, figure 3.10), of a volume in one piece.
struct PhasesRow {
    std::string volume;
    double isovalue = 0.0;
    std::uint64_t voxel_bytes = 0, unit_voxels = 0; ///< of the volume; voxels whose codes are held at a time
    std::uint64_t held = 0;                         ///< on the device from the first phase to the last
    std::vector<PhaseMemory> phases;
};

/// @throws MemoryError, ProgramError, DeviceError
PhasesRow measure_phases(Device &device, const std::string &name, const Volume &volume, double isovalue);

void print_phases_head();
void print(const PhasesRow &row);
nlohmann::json to_json(const PhasesRow &row);

} // namespace voxmarch
