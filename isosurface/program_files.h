// Which kernel files make the programs of surfaces: each alternative is a file (docs/kernels.md).
#pragma once

#include "isosurface/block_extractor.h"
#include "isosurface/rasteriser.h"
#include "isosurface/scan_extractor.h"

namespace voxmarch {

/// Work-items of a work-group that measures ranges of blocks, that gives blocks their places, and of iso_scan.cl.
constexpr int range_items = 256, place_items = 256, scan_group = 256; // packed_counts() is made for 256

/// The same of iso_generate_*.cl. What 64 keep are 12 KiB of local memory.
constexpr int generate_group(CellVertices vertices) { return vertices == CellVertices::single ? scan_group : 64; }

/// Which differences normals are made of; empty: none are made.
using MeshNormals = std::optional<NormalDifferences>;

/// Those that settings ask for.
MeshNormals normals_of(const ExtractionSettings &settings);

/// The strategy `blocks`: ranges of blocks, active ones and their counts; ranges from an octree; the mesh.
ProgramSource block_range_source(const DeviceInfo &device, const ScalarField &field, const BlockTuning &tuning);
ProgramSource block_leaves_source(const ScalarField &field);
ProgramSource block_mesh_source(const DeviceInfo &device, const ScalarField &field, const BlockTuning &tuning,
                                MeshNormals normals);

ProgramSource scan_source(const ScalarField &field, MeshNormals normals, CellVertices vertices);
ProgramSource pyramid_source(const ScalarField &field, MeshNormals normals);

ProgramSource raster_source(const DeviceInfo &device, const RasterVariant &variant);

} // namespace voxmarch
