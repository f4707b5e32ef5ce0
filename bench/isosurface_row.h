// One row of `bench isosurface`: extractions from voxels on the device, or from a formula, to a mesh there.
#pragma once

#include "bench/timing.h"
#include "isosurface/extraction.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace voxmarch {

struct IsosurfaceRow {
    std::string volume;
    Extraction extraction;
    double isovalue;
    Spread first, repeat, wall;               ///< ms; wall: of a repeat, on the host, until the counts are known
    std::map<std::string, double> kernels_ms; ///< of a first extraction, medians
    std::uint64_t vertices, triangles, auxiliary;
    double voxels, voxel_bytes; ///< bytes of the volume where it is stored
    double read_bytes;          ///< of it by a first extraction; 0 of a formula
    double copy_rate;           ///< of the device, bytes/s
    bool agrees;
    std::optional<double> serial_ms; ///< of the serial reference, once; empty: the volume is too large for it

    double floor_ms() const; ///< what is read and the mesh once at that rate
};

/// Medians of `frames` extractions after two for warming up (buffers grow in them).
void time_extractions(Extractor &extractor, DeviceMesh &mesh, int frames, IsosurfaceRow &row);

/// Whether meshes are equal in every bit, and in their order.
bool same_mesh(const Mesh &a, const Mesh &b);

void print_extraction_head();
void print(const IsosurfaceRow &row);
nlohmann::json to_json(const IsosurfaceRow &row);

} // namespace voxmarch
