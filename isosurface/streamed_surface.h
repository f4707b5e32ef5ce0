// An isosurface on its way from units into a spool: into the world, measured, and into the numbers of the whole mesh.
#pragma once

#include "isosurface/measures.h"
#include "isosurface/mesh_spool.h"
#include "isosurface/slab_extraction.h"

#include <functional>
#include <optional>

namespace voxmarch {

/// The spool gets the mesh that extraction in one piece, to_world(), flip() and `change` would give. Holds two units'
/// meshes at a time.
class StreamedSurface final : public SlabSink {
public:
    /// @param spool   null: the surface is measured alone
    /// @param grid    of the volume
    /// @param turned  whether triangles and normals face higher scalars in the end
    /// @param change  of vertices, at the end; may be called for several parts of the mesh
    StreamedSurface(MeshSpool *spool, const Grid &grid, bool turned, std::function<void(Mesh &)> change);

    void begin() override;

    /// @throws DeviceError if a triangle has a corner that no part has; OutputError
    void take(Mesh part) override;

    /// Call it when all parts were taken. @return of the surface in the world, before it is turned
    /// @throws as take(); MemoryError if the whole mesh has more than 2^32 vertices
    MeshMeasures finish();

private:
    MeshSpool *spool_;
    Grid grid_;
    bool turned_;
    std::function<void(Mesh &)> change_;
    MeshSpool::Size start_;      ///< of the spool without this surface
    std::uint64_t vertices_ = 0; ///< of the spool with what was taken from it
    MeshMeasurer measurer_;
    std::optional<Mesh> held_; ///< until the part after it is here

    void release(std::span<const glm::vec3> next);
    void spool(Mesh &part);
};

} // namespace voxmarch
