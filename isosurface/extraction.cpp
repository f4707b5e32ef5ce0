// Makes the extractor of a strategy, and reserves, reads and writes meshes on the device.
#include "isosurface/extraction.h"

#include "base/error.h"
#include "device/staged_download.h"
#include "isosurface/block_extractor.h"
#include "isosurface/histopyramid_extractor.h"
#include "isosurface/scan_extractor.h"

#include <cstring>

namespace voxmarch {

namespace {

/// The first `count` elements of a buffer.
template <typename T> void take(Device &device, const Buffer &source, std::size_t count, UnsetVector<T> &result) {
    result.resize(count);
    auto *const to = reinterpret_cast<std::byte *>(result.data());
    download_parts(device, source, count * sizeof(T), [to](std::uint64_t first, std::span<const std::byte> bytes) {
        std::memcpy(to + first, bytes.data(), bytes.size());
    });
}

} // namespace

Mesh download(Device &device, const DeviceMesh &mesh) {
    Mesh result;
    if (mesh.triangles == 0) {
        return result;
    }
    take(device, mesh.positions, mesh.vertices, result.positions);
    take(device, mesh.indices, mesh.triangles, result.triangles);
    if (mesh.has_normals) {
        take(device, mesh.normals, mesh.vertices, result.normals);
    }
    return result;
}

DeviceMesh upload_mesh(Device &device, const Mesh &mesh) {
    DeviceMesh result;
    upload(device, result.positions, mesh.positions, "a mesh's vertices");
    upload(device, result.normals, mesh.normals, "a mesh's normals");
    upload(device, result.indices, mesh.triangles, "a mesh's triangles");
    result.vertices = static_cast<std::uint32_t>(mesh.positions.size());
    result.triangles = static_cast<std::uint32_t>(mesh.triangles.size());
    result.has_normals = true;
    return result;
}

std::unique_ptr<Extractor> make_extractor(Extraction extraction, Device &device, const ScalarField &field) {
    if (!field.formula.empty() && extraction != Extraction::blocks) {
        throw UsageError("a formula without stored voxels is extracted by the strategy blocks alone");
    }
    switch (extraction) {
    case Extraction::scan: return std::make_unique<ScanExtractor>(device, field);
    case Extraction::histopyramid: return std::make_unique<HistopyramidExtractor>(device, field);
    case Extraction::blocks: break;
    }
    return std::make_unique<BlockExtractor>(device, field);
}

} // namespace voxmarch
