// Extracting isosurfaces on a device: what every strategy takes and gives.
#pragma once

#include "base/enum_names.h"
#include "device/device.h"
#include "isosurface/mesh.h"
#include "transfer/packed_table.h"
#include "volume/grid.h"
#include "voxmarch/choices.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// The voxels of a volume on a device, as extraction reads them: a buffer, tightly packed, x fastest. Or a formula,
/// which `blocks` evaluates where it needs voxels; the buffer then holds coordinates (iso_field_formula.cl). Refers to
/// the buffer.
struct ScalarField {
    const Buffer *voxels;
    Grid grid;
    std::string_view stored_type; ///< "u8", "u16", "f32"; signed integers have their smallest value added
    ValueMapping mapping;         ///< from stored voxels to the file's values
    std::string formula = {};     ///< OpenCL C, see Expression::opencl(); empty: voxels are stored
};

/// Slices of a field whose vertices and triangles are wanted, where the field is a slab of a volume. Places are the
/// volume's. Triangles of the last layer of cells have corners in the slice behind: these count on behind the vertices
/// in the order in which the part that begins there has them first.
struct FieldPart {
    int first_slice; ///< the field's, in the volume
    int begin, end;  ///< slices of the field: multiples of 4; `end` may be the last one's end, the volume's end then
};

template <> struct EnumNames<Extraction> {
    static constexpr Named<Extraction> all[] = {
        {Extraction::blocks, "blocks"}, {Extraction::scan, "scan"}, {Extraction::histopyramid, "histopyramid"}};
};

/// Differences of voxels that normals are made of (kernels/isosurface/iso_normals_*.cl). Where none are made, triangles
/// have their own.
enum class NormalDifferences { central, forward };

template <> struct EnumNames<NormalDifferences> {
    static constexpr Named<NormalDifferences> all[] = {{NormalDifferences::central, "central"},
                                                       {NormalDifferences::forward, "forward"}};
};

struct ExtractionSettings {
    bool normals = true;
    bool flip = false;                  ///< triangles and normals face higher scalars
    std::optional<FieldPart> part = {}; ///< empty: all of the field

    /// Told the share of an extraction that is done, 0 .. 1, by strategies of several passes, which then wait after
    /// each; what it throws ends the extraction.
    std::function<void(double)> progress = {};

    NormalDifferences differences = NormalDifferences::central;
};

/// A mesh in device memory, in voxel space (see Mesh). Buffers grow as needed and stay for the next extraction.
///
/// Its order is that of the lattice alone, the same in every run, for every strategy and for parts joined together:
/// blocks of 8 x 4 x 4 cells, x fastest; in a block vertices row by row of the voxels at which their edges begin, in a
/// row axis by axis; triangles cell by cell, x fastest.
struct DeviceMesh {
    Buffer positions; ///< 3 floats a vertex
    Buffer normals;   ///< 3 floats a vertex
    Buffer indices;   ///< 3 uints a triangle
    std::uint32_t vertices = 0, triangles = 0;
    bool has_normals = false;
};

/// Copies a mesh to the host; all cores take it from pinned memory. @throws MemoryError, DeviceError
Mesh download(Device &device, const DeviceMesh &mesh);

/// Copies a mesh, which has normals and at least one triangle, to a device. @throws MemoryError, DeviceError
DeviceMesh upload_mesh(Device &device, const Mesh &mesh);

/// Extracts the isosurfaces of one volume. Refers to its device and the field's buffer.
class Extractor {
public:
    virtual ~Extractor() = default;

    /// @param isovalue  in the file's units
    /// @return what ran on the device. The first call contains what is kept for later isovalues; a launch whose output
    ///         did not fit is left out (buffers have grown, and it ran again)
    /// @throws MemoryError, DeviceError
    virtual Events extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) = 0;

    /// Forgets what was kept, so that the next extraction is a first one.
    virtual void forget() = 0;

    /// Bytes held on the device beside voxels and mesh.
    virtual std::uint64_t auxiliary_bytes() const = 0;
};

/// @throws ProgramError, DeviceError, UsageError for a formula with another strategy than `blocks`
/// Cost: builds the kernels, or takes them from the cache.
std::unique_ptr<Extractor> make_extractor(Extraction extraction, Device &device, const ScalarField &field);

} // namespace voxmarch
