// Extracts isosurfaces of volumes in memory and of larger ones.
#include "app/cli/isovalue_meshes.h"

#include "app/cli/label_text.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "isosurface/border_caps.h"
#include "isosurface/labels.h"
#include "isosurface/streamed_surface.h"
#include "scene/label_styles.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

MeshSource opened_source(const ExtractionDevices &devices) {
    const PhaseTimer phase("open devices");
    return MeshSource(devices);
}

void keep_components(Mesh &mesh, const SurfaceChoices &choices) {
    if (choices.largest > 0) {
        keep_largest(mesh, static_cast<std::size_t>(choices.largest));
    }
}

void finish_surface(Mesh &mesh, const Grid &grid, const SurfaceChoices &choices, const std::vector<bool> &held) {
    to_world(mesh, grid);
    if (choices.smooth > 0) {
        smooth(mesh, choices.smooth, progress_line("smoothing"), held);
    }
    throw_if_interrupted();
}

std::optional<Decimation> decimate_surface(Mesh &mesh, const SurfaceChoices &choices) {
    if (choices.decimate >= 1.0) {
        return {};
    }
    PhaseTimer phase("decimate");
    const Decimation result = decimate(mesh, choices.decimate, progress_line("decimating"));
    phase.set_detail(fmt::format("{} to {} triangles", result.before, result.after));
    return result;
}

std::string decimation_text(const std::optional<Decimation> &decimation, const Grid &grid) {
    if (!decimation) {
        return "";
    }
    const std::size_t gone = decimation->pieces_before - std::min(decimation->pieces_before, decimation->pieces_after);
    const std::string unit = unit_suffix(grid.unit);
    const bool missed = static_cast<double>(decimation->after) > 1.02 * static_cast<double>(decimation->wanted) + 2.0;
    return fmt::format("  decimated from {} to {} triangles{}: at most {:.3g}{} away, {:.3g}{} on average{}\n",
                       decimation->before, decimation->after,
                       missed ? fmt::format(" ({} wanted: fewer would change what is joined)", decimation->wanted) : "",
                       decimation->largest_error, unit, decimation->mean_error, unit,
                       gone > 0 ? fmt::format("; {} of {} pieces are gone, up to {:.3g}{} away", gone,
                                              decimation->pieces_before, decimation->largest_gone, unit)
                                : "");
}

nlohmann::ordered_json decimation_json(const std::optional<Decimation> &decimation) {
    if (!decimation) {
        return nullptr;
    }
    return {{"triangles_before", decimation->before},     {"triangles", decimation->after},
            {"pieces_before", decimation->pieces_before}, {"pieces", decimation->pieces_after},
            {"largest_error", decimation->largest_error}, {"mean_error", decimation->mean_error},
            {"largest_gone", decimation->largest_gone}};
}

MeshedVoxels::MeshedVoxels(const OpenedVolume &volume, const MeshSource &source, std::uint64_t room)
    : volume_(&volume) {
    if (volume.whole) {
        slabs_ = std::make_unique<const WholeVoxels>(*volume.whole);
        return;
    }
    auto streamed = std::make_unique<const StreamedVoxels>(*volume.bricks, room / source.device_count());
    streamed_ = streamed.get();
    slabs_ = std::move(streamed);
}

std::string MeshedVoxels::note(const std::string &name) const {
    if (streamed_ == nullptr) {
        return "";
    }
    const ReadBytes &bytes = streamed_->read_bytes();
    if ((bytes.read + bytes.skipped) >> 20 == 0) {
        return ""; // devices evaluated a formula, or it is not worth a word
    }
    return fmt::format("note: the voxels of {}, {} MiB, were read slab by slab: {} MiB read, {} MiB skipped", name,
                       volume_->header().byte_count() >> 20, bytes.read >> 20, bytes.skipped >> 20);
}

nlohmann::ordered_json MeshedVoxels::json() {
    if (streamed_ == nullptr) {
        return nullptr;
    }
    const ReadBytes &bytes = streamed_->read_bytes();
    const std::uint64_t read = bytes.read, skipped = bytes.skipped;
    return {{"bytes_read", read - std::exchange(told_read_, read)},
            {"bytes_skipped", skipped - std::exchange(told_skipped_, skipped)}};
}

MeshPart label_part(int label, const LabelNames &names) {
    const auto named = names.find(label);
    return {label_name(names, label), static_cast<double>(label),
            named == names.end() || !named->second.has_color ? palette_color(label) : named->second.color};
}

MadeSurface make_in_memory(const MeshSource &source, const MeshedVoxels &voxels, const SurfaceChoices &choices,
                           const MeshPart &part, const LabelChoice *labels, MeshOutputs &outputs) {
    ExtractedMesh extracted = [&] {
        PhaseTimer phase("extract " + part.name);
        ExtractedMesh made = source.extract(voxels.slabs(), part.value, choices.extraction,
                                            {!choices.no_normals, false}, progress_line("extracting"));
        phase.set_detail(fmt::format("{} triangles", made.mesh.triangles.size()));
        return made;
    }();
    Mesh &mesh = extracted.mesh;
    throw_if_interrupted();
    const Grid &grid = voxels.volume().header().grid;
    if (choices.caps) {
        const PhaseTimer phase("close the surface at the border");
        close_at_border(mesh, grid.dims, inside_edges(voxels.slabs(), part.value));
    }
    const auto isovalue = static_cast<float>(part.value);
    if (labels != nullptr) {
        const PhaseTimer phase("keep labels");
        keep_labels(mesh, *voxels.volume().whole, isovalue, labels->labels, labels->wanted);
    }
    keep_components(mesh, choices);
    std::vector<int> label_of; // of each triangle
    if (labels != nullptr && labels->apart) {
        const PhaseTimer phase("tell labels apart");
        label_of = triangle_labels(mesh, *voxels.volume().whole, isovalue, labels->labels);
    }
    const bool found = !mesh.triangles.empty();
    std::optional<Decimation> decimation;
    const MeshMeasures measures = [&] {
        const PhaseTimer phase("finish and measure the surface");
        finish_surface(mesh, grid, choices, choices.caps ? border_vertices(mesh, grid.dims) : std::vector<bool>());
        clip_mesh(mesh, choices.clipping, choices.caps, label_of.empty() ? nullptr : &label_of);
        decimation = decimate_surface(mesh, choices);
        return measure(mesh);
    }();
    if (choices.flip) {
        flip(mesh);
    }
    if (labels != nullptr && labels->apart) {
        for (LabelledMesh &object : cut_by_label(mesh, label_of)) {
            outputs.add(std::move(object.mesh), label_part(object.label, labels->names));
        }
    } else {
        outputs.add(std::move(mesh), part);
    }
    return {measures, std::move(extracted.shares), found, decimation};
}

MadeSurface make_streamed(const MeshSource &source, const MeshedVoxels &voxels, const SurfaceChoices &choices,
                          const MeshPart &part, MeshOutputs *outputs) {
    StreamedSurface surface(outputs != nullptr ? &outputs->spool() : nullptr, voxels.volume().header().grid,
                            choices.flip, [&](Mesh &mesh) { outputs->to_file(mesh); });
    PhaseTimer phase("extract " + part.name);
    std::vector<DeviceShare> shares =
        source.extract(voxels.slabs(), part.value, choices.extraction, {!choices.no_normals, false},
                       progress_line("extracting"), surface);
    const MeshMeasures measures = surface.finish();
    phase.set_detail(fmt::format("{} triangles", measures.triangles));
    throw_if_interrupted();
    if (outputs != nullptr) {
        outputs->add_spooled(part);
    }
    return {measures, std::move(shares), measures.triangles > 0};
}

} // namespace voxmarch
