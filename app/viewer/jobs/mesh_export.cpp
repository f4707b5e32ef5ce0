// Mesh files on a thread of their own.
#include "app/viewer/jobs/mesh_export.h"

#include "app/environment.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"
#include "isosurface/slab_voxels.h"
#include "scene/mesh_source.h"
#include "volume/bricks/large_volume.h"

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

/// @return triangles in the file
std::uint64_t extract(const std::string &device_selector, const MeshOrder &order, const Progress &progress) {
    const MeshSource source({device_selector, 0, environment_options()});
    const Grid &grid = order.loaded->volume.grid();
    const double each = extracting_share / static_cast<double>(order.isovalues.size());
    Mesh whole;
    for (std::size_t i = 0; i < order.isovalues.size(); ++i) {
        const double begin = each * static_cast<double>(i);
        const Volume &volume = channel_of(*order.loaded, static_cast<std::size_t>(order.isovalues[i].channel));
        const std::unique_ptr<const SlabVoxels> voxels = voxels_of(volume);
        Mesh mesh = source
                        .extract(*voxels, order.isovalues[i].value, order.extraction, {true, false},
                                 part_of(progress, begin, begin + each))
                        .mesh;
        to_world(mesh, volume.grid()); // of several volumes: where its own file puts it
        append(whole, mesh);
    }
    const std::string world = to_outside(whole, OuterWorld(grid), order.file);
    write_mesh(whole, order.file, part_of(progress, extracting_share, 1.0), world);
    return whole.triangles.size();
}

} // namespace

void MeshExporter::start(const MeshOrder &order) {
    BackgroundJob::start(order.file.string(), [selector = selector_, order](const Progress &progress) {
        return extract(selector, order, progress);
    });
}

} // namespace voxmarch
