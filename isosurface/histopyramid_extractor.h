// The strategy `histopyramid`: work-items belong to vertices and triangles and find their voxels.
#pragma once

#include "isosurface/extraction_parts.h"
#include "isosurface/made_mesh.h"

namespace voxmarch {

/// Output-centric Marching Cubes on a HistoPyramid with 5-to-1 reductions (Dyken and Ziegler 2010), which holds the
/// counts of vertices and triangles; counts are read back once.
/// Device memory: 1 byte a voxel for codes, about 4.5 for sidebands and levels.
class HistopyramidExtractor final : public Extractor {
public:
    HistopyramidExtractor(Device &device, const ScalarField &field);

    Events extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) override;
    /// Builds the pyramid alone, from which a rasteriser makes the triangles. @throws as extract()
    Events find(double isovalue, const ExtractionSettings &settings, MadeMesh &mesh);

    void forget() override {}
    std::uint64_t auxiliary_bytes() const override;

private:
    Device *device_;
    ScalarField field_;
    CaseBuffers cases_;
    Program program_;
    Kernel classify_, reduce_codes_, reduce_, own_, triangles_;
    KernelCache vertices_;               ///< made when their normals are first asked for
    std::vector<std::uint64_t> nodes_;   ///< of levels 1, 2, ...; the last has one
    std::vector<std::uint64_t> offsets_; ///< of levels 2, 3, ... in levels_, in uint2
    Buffer codes_, levels_, offsets_buffer_, sidebands_[2], own_vertices_;

    Events build(const IsoParams &params, std::uint64_t &vertices, std::uint64_t &triangles);
};

} // namespace voxmarch
