// Triangle meshes: isosurfaces and surfaces of labels, what is measured of them, and their files.
#pragma once

#include "voxmarch/device.h"
#include "voxmarch/error.h"
#include "voxmarch/types.h"
#include "voxmarch/volume.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch::v1 {

/// One surface of a mesh of several: of a label or an isovalue.
struct MeshPart {
    std::string name{}; ///< "isovalue 150", "Left kidney"
    double value = 0.0; ///< label or isovalue
    Color color{1.0f, 1.0f, 1.0f};
    std::size_t vertices = 0, triangles = 0; ///< how many, after those of the parts before
};

/// An indexed triangle mesh in world coordinates.
struct Mesh {
    std::vector<std::array<float, 3>> positions{};
    std::vector<std::array<float, 3>> normals{};           ///< unit vectors outwards, one a vertex; or empty
    std::vector<std::array<std::uint32_t, 3>> triangles{}; ///< corners, counter-clockwise from outside
    std::vector<MeshPart> parts{};                         ///< surfaces that files tell apart; usually empty
    std::string part_value{};                              ///< what MeshPart::value is: "label" or "isovalue"
    LengthUnit unit = LengthUnit::unknown;                 ///< of the positions
    bool anatomical = false;                               ///< world axes are those of a patient, LPS
};

struct ExtractionOptions {
    Extraction extraction = Extraction::blocks;
    bool normals = true;

    /// Layers of cells in a work unit, which goes through a device as one piece; rounded up to fours, fewer where
    /// memory asks for it. The mesh does not depend on it. 0: as memory and the number of devices ask for.
    int unit_layers = 0;

    /// Called with the share done, 0 .. 1, by any thread, one at a time. What it throws ends the extraction.
    std::function<void(double)> progress{};
};

/// Extracts an isosurface by Marching Cubes on a device: watertight but where it meets the border of the volume. A
/// voxel is inside if its value is not below the isovalue; outside is where values are lower. The same mesh whatever
/// device or strategy made it; empty if there is no such surface. A volume larger than the device's memory goes through
/// in slabs. Parallel Marching Blocks, or see Extraction.
/// @param isovalue  in the file's units
/// @throws UsageError for a volume of fewer than two voxels along an axis and options out of their ranges, MemoryError,
///         DeviceError
VOXMARCH_API Mesh extract_isosurface(Device &device, const Volume &volume, double isovalue,
                                     const ExtractionOptions &options = {});

/// The same with several devices, which share the work (Rogeiro 2011, 3.4.2). @param devices  each once
VOXMARCH_API Mesh extract_isosurface(std::span<Device *const> devices, const Volume &volume, double isovalue,
                                     const ExtractionOptions &options = {});

/// The closed surface between the voxels of one label and all others, also where the label touches the border. Its
/// vertices lie midway between voxels; smooth() takes the steps away. Empty if no voxel has the label.
/// @throws UsageError if the volume holds other values than whole numbers from 0
/// Cost: one core.
VOXMARCH_API Mesh extract_label(const Volume &labels, int label);

/// Smooths by Taubin's lambda-mu filter (Taubin, SIGGRAPH 1995; lambda 0.5, pass band 0.01, uniform weights), which
/// keeps the size of the object, and makes normals anew. Open borders stay. @param steps  [0, 1000]; 10 to 30 are usual
VOXMARCH_API void smooth(Mesh &mesh, int steps);

/// Leaves the `count` components with most triangles; parts are lost. @throws UsageError for count < 1
VOXMARCH_API void keep_largest(Mesh &mesh, int count);

/// Turns triangles and normals to the other side.
VOXMARCH_API void flip(Mesh &mesh);

/// Appends a surface as a part of its own; `part` names it, its sizes are set here.
/// @throws UsageError if the mesh has surfaces that are no parts
VOXMARCH_API void append_part(Mesh &mesh, const Mesh &surface, MeshPart part);

struct MeshMeasures {
    std::uint64_t vertices = 0, triangles = 0, edges = 0;
    std::uint64_t open_edges = 0; ///< with one triangle
    std::uint64_t bad_edges = 0;  ///< with more than two triangles, or two that disagree about the outside
    std::uint64_t degenerate = 0; ///< triangles with two corners at one place
    std::int64_t euler = 0;       ///< vertices - edges + triangles
    std::size_t components = 0;
    double area = 0.0;   ///< square units
    double volume = 0.0; ///< cubic units inside; means little if not watertight

    /// Every edge has exactly two triangles, which agree about the outside.
    bool watertight() const { return open_edges == 0 && bad_edges == 0; }
};

/// By index: vertices at the same place are different ones. Cost: sorts the edges.
VOXMARCH_API MeshMeasures measure(const Mesh &mesh);

/// Writes by extension: .ply and .stl (binary, little-endian), .obj, .vtk (binary legacy polydata). Parts become
/// groups, numbers and colours; STL loses them and is written in mm where the unit is known. The file appears whole or
/// not at all.
/// @param convention  of the coordinates in the file, of patients
/// @throws UsageError for another extension or a triangle with a corner that there is not, OutputError
VOXMARCH_API void write_mesh(const Mesh &mesh, const std::filesystem::path &file,
                             Convention convention = Convention::lps);

/// Reads by extension: .ply (text, binary), .stl (text, binary; in mm), .obj, .glb (glTF 2.0). Vertices at the same
/// place are one; polygons become triangles; what else there is, normals among it, is left out.
/// @throws FileError for what is damaged or holds no triangle, MemoryError
VOXMARCH_API Mesh read_mesh(const std::filesystem::path &file);

struct VoxelizeOptions {
    InsideRule inside = InsideRule::winding; ///< what is inside where parts of the mesh overlap
    int value = 255;                         ///< of voxels inside, [1, 255]; others are 0
};

/// The voxels whose centre lies in a closed mesh, 8-bit; the same on every device. Where triangles do not agree about
/// the outside, parity tells what is inside.
/// @param grid  in the world and the unit of the mesh; at most 16384 voxels along an axis
/// @throws UsageError for a mesh that is not closed, or that reaches farther than 32768 voxels from the grid;
///         MemoryError, DeviceError
VOXMARCH_API Volume voxelize(Device &device, const Mesh &mesh, const Grid &grid, const VoxelizeOptions &options = {});

/// The same with `edge` cubes along the longest side of the mesh, which lies in the middle.
/// @param edge  [3, 16384]
VOXMARCH_API Volume voxelize(Device &device, const Mesh &mesh, int edge, const VoxelizeOptions &options = {});

} // namespace voxmarch::v1
