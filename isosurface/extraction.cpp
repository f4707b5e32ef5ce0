// Makes the extractor of a strategy, and reserves, reads and writes meshes on the device.
#include "isosurface/extraction.h"

#include "isosurface/block_extractor.h"
#include "isosurface/histopyramid_extractor.h"
#include "isosurface/scan_extractor.h"

namespace voxmarch {

Mesh download(const DeviceMesh &mesh) {
    Mesh result;
    if (mesh.triangles == 0) {
        return result;
    }
    result.positions.resize(mesh.vertices);
    result.triangles.resize(mesh.triangles);
    mesh.positions.download(std::as_writable_bytes(std::span(result.positions)));
    mesh.indices.download(std::as_writable_bytes(std::span(result.triangles)));
    if (mesh.has_normals) {
        result.normals.resize(mesh.vertices);
        mesh.normals.download(std::as_writable_bytes(std::span(result.normals)));
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
    switch (extraction) {
    case Extraction::scan: return std::make_unique<ScanExtractor>(device, field);
    case Extraction::histopyramid: return std::make_unique<HistopyramidExtractor>(device, field);
    case Extraction::blocks: break;
    }
    return std::make_unique<BlockExtractor>(device, field);
}

} // namespace voxmarch
