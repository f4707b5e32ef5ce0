// The strategy `scan`: every voxel is classified, sums give each its place.
#pragma once

#include "isosurface/extraction_parts.h"

namespace voxmarch {

/// Device memory that a kernel reads or writes, or that waits for a later one meanwhile.
struct PhaseMemory {
    std::string kernel;
    std::uint64_t bytes = 0;
};

/// Where a work-item has the vertices of its cell before it writes them: each one only as long as it is made, or all
/// twelve in private or in local memory, as Rogeiro 2011 (3.4.2.4) compares them.
enum class CellVertices { single, in_private, in_local };

template <> struct EnumNames<CellVertices> {
    static constexpr Named<CellVertices> all[] = {
        {CellVertices::single, "single"}, {CellVertices::in_private, "private"}, {CellVertices::in_local, "local"}};
};

/// Marching Cubes as classification, exclusive scan, compaction and generation (Rogeiro 2011, chapter 3), in work units
/// of layers of blocks that bound the memory: 10 bytes a voxel of a unit and one layer. Counts are read back once a
/// unit.
class ScanExtractor final : public Extractor {
public:
    static constexpr std::uint64_t usual_unit = std::uint64_t{1} << 23;

    /// @param unit_voxels  most voxels of a work unit (it has one layer of blocks at least)
    ScanExtractor(Device &device, const ScalarField &field, std::uint64_t unit_voxels = usual_unit,
                  CellVertices vertices = CellVertices::single);

    Events extract(double isovalue, const ExtractionSettings &settings, DeviceMesh &mesh) override;
    void forget() override {}
    std::uint64_t auxiliary_bytes() const override;

    /// The kernels of a work unit in their order, with voxels and mesh. Buffers are made once and stay, so all of them
    /// are held all the time.
    std::vector<PhaseMemory> phases(const DeviceMesh &mesh) const;

    /// Voxels that buffers hold something of: those of a work unit and of the layer of blocks behind it.
    std::uint64_t unit_voxels() const { return codes_.bytes(); }

private:
    Device *device_;
    ScalarField field_;
    CellVertices vertices_;
    int layers_; ///< own layers of blocks of a work unit
    CaseBuffers cases_;
    Program counting_;
    Kernel classify_, sums_kernel_, compact_;
    KernelCache generating_; ///< made when their normals are first asked for
    Buffer codes_, sums_, ranks_, active_, counters_;

    struct Counts {
        std::uint64_t vertices = 0, triangles = 0;
    };
    Events run(const IsoParams &params, Kernel &generate, DeviceMesh &mesh, Counts &counts);
    void run_unit(const IsoParams &params, int first_layer, Kernel &generate, DeviceMesh &mesh, Counts &counts,
                  Events &events);
};

} // namespace voxmarch
