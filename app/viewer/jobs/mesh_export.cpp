// Mesh files on a thread of their own.
#include "app/viewer/jobs/mesh_export.h"

#include "app/environment.h"
#include "base/error.h"
#include "isosurface/border_caps.h"
#include "isosurface/label_surface.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"
#include "isosurface/slab_voxels.h"
#include "scene/mesh_source.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

using Progress = MeshExporter::Progress;

constexpr double extracting_share = 0.6; ///< of the work; the rest is writing

constexpr std::uint64_t slices_room = std::uint64_t{1} << 30; ///< bytes of slices of a volume that is not in memory

/// The progress of a part of the work, as that of the whole.
Progress part_of(const Progress &whole, double begin, double end) {
    return [&whole, begin, end](double share) { whole(begin + (end - begin) * share); };
}

std::unique_ptr<const SlabVoxels> voxels_of(const Volume &volume) {
    if (const LargeVolume *const large = volume.large()) {
        return std::make_unique<const StreamedVoxels>(*large->source, slices_room);
    }
    return std::make_unique<const WholeVoxels>(volume);
}

/// The isosurfaces of an order in the world, as one mesh.
Mesh isosurfaces_of(const std::string &device_selector, const MeshOrder &order, const Progress &progress) {
    const MeshSource source({device_selector, 0, environment_options()});
    const double each = 1.0 / static_cast<double>(order.isovalues.size());
    Mesh whole;
    for (std::size_t i = 0; i < order.isovalues.size(); ++i) {
        const double begin = each * static_cast<double>(i), isovalue = order.isovalues[i].value;
        const Volume &volume = channel_of(*order.loaded, static_cast<std::size_t>(order.isovalues[i].channel));
        const std::unique_ptr<const SlabVoxels> voxels = voxels_of(volume);
        Mesh mesh =
            source.extract(*voxels, isovalue, order.extraction, {true, false}, part_of(progress, begin, begin + each))
                .mesh;
        if (order.caps) {
            close_at_border(mesh, volume.grid().dims, inside_edges(*voxels, isovalue));
        }
        to_world(mesh, volume.grid()); // of several volumes: where its own file puts it
        clip_mesh(mesh, order.clipping, order.caps);
        append(whole, mesh);
    }
    return whole;
}

/// The surface of a label in the world.
Mesh surface_of_label(const MeshOrder &order, const MeshPart &part, const Progress &progress) {
    const auto label = static_cast<int>(part.value);
    const Volume &labels = *order.loaded->labels;
    const std::vector<LabelExtent> extents = label_extents(labels);
    const auto extent = std::ranges::find(extents, label, &LabelExtent::label);
    if (extent == extents.end()) {
        throw UsageError(fmt::format("no voxel has label {}: there is no surface of it to write", label));
    }
    progress(0.2);
    Mesh mesh = label_surface(labels, *extent);
    to_world(mesh, labels.grid());
    if (order.smooth > 0) {
        smooth(mesh, order.smooth, part_of(progress, 0.5, 1.0));
    }
    mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
    make_normals(mesh);
    clip_mesh(mesh, order.clipping, order.caps);
    Mesh named;
    named.part_value = "label";
    append_part(named, mesh, part);
    return named;
}

/// @return triangles in the file
std::uint64_t extract(const std::string &device_selector, const MeshOrder &order, const Progress &progress) {
    const Progress making = part_of(progress, 0.0, extracting_share);
    Mesh mesh =
        order.label ? surface_of_label(order, *order.label, making) : isosurfaces_of(device_selector, order, making);
    if (mesh.triangles.empty() && !order.clipping.planes.empty()) {
        throw UsageError("clipping leaves nothing of it: " + order.file.string() + " is not written");
    }
    const std::string world = to_outside(mesh, OuterWorld(order.loaded->volume.grid()), order.file);
    write_mesh(mesh, order.file, part_of(progress, extracting_share, 1.0), world);
    return mesh.triangles.size();
}

} // namespace

void MeshExporter::start(const MeshOrder &order) {
    BackgroundJob::start(order.file.string(), [selector = selector_, order](const Progress &progress) {
        return extract(selector, order, progress);
    });
}

} // namespace voxmarch
