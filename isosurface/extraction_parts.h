// What the strategies share on the host: parameters, tables on the device, growing buffers. Only isosurface/ includes
// this.
#pragma once

#include "isosurface/extraction.h"
#include "kernels/shared/shared_types.h"

#include <functional>

namespace voxmarch {

/// Voxels of a block along y and z: 2, 4 or 8 each. Along x there are ISO_BLOCK_X.
struct BlockShape {
    int y = ISO_BLOCK_Y, z = ISO_BLOCK_Z;

    int cells() const { return ISO_BLOCK_X * y * z; }
    bool operator==(const BlockShape &) const = default;
};

/// Everything but isovalue, limits and counters.
IsoParams iso_params(const ScalarField &field, const ExtractionSettings &settings, BlockShape shape = {});

constexpr std::uint64_t block_voxels = ISO_BLOCK_X * ISO_BLOCK_Y * ISO_BLOCK_Z;

/// Behind the last layer of blocks whose vertices are extracted.
constexpr int end_block_layer(const IsoParams &params) { return (params.end_slice + ISO_BLOCK_Z - 1) / ISO_BLOCK_Z; }

/// The isovalue as stored voxels are compared with it.
float stored_isovalue(const ScalarField &field, double isovalue);

/// A mesh's first buffers have room for so many vertices a voxel of a face of a cube as large as the volume, for
/// least_vertices at least and for twice as many triangles; they grow if a surface is larger.
constexpr double vertices_per_face = 6.0;
constexpr std::uint64_t least_vertices = 4096;

/// The case table as kernels read it.
struct CaseBuffers {
    explicit CaseBuffers(Device &device, BlockShape shape = {});
    Buffer counts;  ///< triangles of a case, a byte each
    Buffer edges;   ///< 16 bytes a case: axis | dx << 2 | dy << 3 | dz << 4 of each corner's edge
    Buffer corners; ///< 5 numbers of 32 bits a case, one a triangle: of each corner's edge 10 bits, which are dx | axis
                    ///< << 3 | (dy + (shape.y + 2) * dz) << 5, for rows of blocks
};

/// Makes the buffer at least so large; what it held is lost. @throws MemoryError, DeviceError
void reserve_at_least(Device &device, Buffer &buffer, std::uint64_t bytes, const std::string &label);

/// Makes room for a mesh. @throws MemoryError, DeviceError
void reserve_mesh(Device &device, DeviceMesh &mesh, std::uint64_t vertices, std::uint64_t triangles, bool normals);

/// Runs an extraction, and once more in larger buffers as long as the mesh did not fit.
/// @param run  writes as much of the mesh as there is room for and tells how large the mesh is
/// @return the events of the last run; no run and an empty mesh where an axis has one voxel
Events extract_into(Device &device, const ScalarField &field, const ExtractionSettings &settings, DeviceMesh &mesh,
                    const std::function<Events(std::uint64_t &vertices, std::uint64_t &triangles)> &run);

/// Vertices and triangles there is room for.
void set_limits(IsoParams &params, const DeviceMesh &mesh);

} // namespace voxmarch
