// Turns closed meshes into volumes on a device: which voxel centres lie inside.
#pragma once

#include "base/enum_names.h"
#include "device/device.h"
#include "isosurface/measures.h"
#include "volume/volume.h"
#include "voxmarch/choices.h"

#include <cstdint>
#include <string>

namespace voxmarch {

template <> struct EnumNames<InsideRule> {
    static constexpr Named<InsideRule> all[] = {{InsideRule::winding, "winding"}, {InsideRule::parity, "parity"}};
};

/// Cubes around a mesh: `edge` voxels along its longest side and as many as it takes along the others, with the mesh in
/// the middle; the outermost centres lie half a voxel outside of it, or more. Origin and spacing are in the mesh's
/// unit.
/// @param edge   [3, largest_voxelized]
/// @param world  unit and `anatomical` of the grid
/// @throws UsageError for a mesh without extent
Grid grid_around(const Mesh &mesh, int edge, const Grid &world = {});

/// Voxels along an axis at most.
inline constexpr int largest_voxelized = 16384;

/// What rays along z through the voxel centres have found.
struct RayCounts {
    std::uint64_t rays = 0;
    std::uint64_t open_rays = 0;   ///< that cross the mesh an odd number of times: it has a hole
    std::uint64_t uneven_rays = 0; ///< that enter another number of times than they leave: sides disagree
    int lowest = 0, highest = 0;   ///< winding numbers of voxels; 0 and 1 of a mesh that faces outwards

    bool closed() const { return open_rays == 0; }
    bool sides_agree() const { return open_rays == 0 && uneven_rays == 0; }
};

/// The program of all kernels of the voxeliser.
ProgramSource voxelizing_source();

/// A centre is inside by its winding number, the times a ray to it has entered less those it has left. Positions are
/// rounded to 256ths of a voxel; beyond that nothing is: devices agree in every voxel. Refers to its device.
/// Device memory: a byte a voxel, 12 a vertex and a triangle. Time: that of clearing and reading the voxels three
/// times.
class Voxeliser {
public:
    /// @throws ProgramError, DeviceError
    explicit Voxeliser(Device &device);

    /// Counts the crossings. @param mesh  in the world of the grid
    /// @throws UsageError for a grid longer than largest_voxelized, for a mesh farther than 32768 voxels from it;
    ///         MemoryError, DeviceError
    RayCounts count(const Mesh &mesh, const Grid &grid);

    /// The volume of the last count(), with `value` inside and 0 outside; once for each. Rays that are open or uneven
    /// tell nothing sure of the voxels behind a hole.
    /// @param value  [1, 255]
    Volume volume(InsideRule rule, int value, const std::string &name);

private:
    Device *device_;
    Program program_;
    Kernel count_crossings_, sum_crossings_, fill_inside_;
    Buffer positions_, triangles_, words_, found_;
    Grid grid_;

    std::uint64_t slice_words() const;
};

/// Edges with one triangle: "3 edges have one triangle, one near (1, 2, 3)"; "" if there is none.
std::string open_edges_text(const MeshMeasures &measures);

/// Why rays through a mesh disagree: "is not closed: of 100 rays through it 5 go in without coming out; 3 edges ..".
/// @param counts  not closed
std::string hole_text(const Mesh &mesh, const RayCounts &counts);

/// What is odd about a closed mesh, and what is taken as inside; "" if nothing is.
std::string oddity_text(const RayCounts &counts, InsideRule rule);

} // namespace voxmarch
