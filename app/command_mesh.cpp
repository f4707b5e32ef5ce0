// voxmarch mesh: an isosurface becomes a file.
#include "app/commands.h"
#include "app/isosurface_text.h"
#include "app/mesh_options.h"
#include "app/progress.h"
#include "app/typed_options.h"
#include "app/volume_options.h"
#include "isosurface/labels.h"
#include "isosurface/mesh_file.h"
#include "volume/label_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>

namespace voxmarch {

namespace {

struct MeshOptions {
    VolumeOptions volume;
    std::vector<double> isovalues;
    ExtractionDevices devices;
    std::string output, labels;
    std::vector<int> wanted_labels;
    Extraction extraction = Extraction::blocks;
    bool flip = false, no_normals = false, json = false;
    int largest = 0; ///< 0: all components
    int smooth = 0;
};

constexpr const char *mesh_examples = R"(Examples:
  voxmarch mesh head.nii.gz --isovalue 300 -o skull.ply
  voxmarch mesh synthetic:sphere --isovalue 128 -o sphere.stl --smooth 10
  voxmarch mesh ct.nrrd --isovalue 150,700 --largest 1 -o skin_and_bone.vtk
  voxmarch mesh huge.nrrd --isovalue 300 -o huge.ply --device all --memory-limit 2000
  voxmarch mesh ct.nrrd --isovalue 150 --labels organs.nrrd --label 3,4 -o kidneys.ply
World coordinates are the file's, in mm. Several isovalues give one file. A voxel is inside if its value is not below the
isovalue; triangles face outwards, towards lower values.)";

std::string mesh_name(const std::string &text) {
    if (!is_mesh_file(text)) {
        throw UsageError(fmt::format("--output is '{}'; meshes are .ply, .stl, .obj or .vtk files", text));
    }
    return text;
}

/// @throws UsageError if the volume is flat
void require_cells(const Volume &volume, const std::string &name) {
    const auto &[x, y, z] = volume.grid().dims;
    if (std::min({x, y, z}) < 2) {
        throw UsageError(
            fmt::format("{} has {} x {} x {} voxels: a surface needs at least two along each axis", name, x, y, z));
    }
}

/// One isosurface, in the world.
ExtractedMesh make_mesh(const MeshSource &source, const Volume &volume, const std::optional<Volume> &labels,
                        double isovalue, const MeshOptions &options) {
    ExtractedMesh extracted =
        source.extract(volume, isovalue, options.extraction, {!options.no_normals, false}, progress_line("extracting"));
    Mesh &mesh = extracted.mesh;
    throw_if_interrupted();
    if (labels) {
        keep_labels(mesh, volume, static_cast<float>(isovalue), *labels, options.wanted_labels);
    }
    if (options.largest > 0) {
        keep_largest(mesh, static_cast<std::size_t>(options.largest));
    }
    to_world(mesh, volume.grid());
    if (options.smooth > 0) {
        smooth(mesh, options.smooth, progress_line("smoothing"));
    }
    throw_if_interrupted();
    return extracted;
}

int run_mesh(const MeshOptions &options) {
    if (options.isovalues.empty() || options.output.empty()) {
        throw UsageError("mesh needs --isovalue V and -o FILE, e.g. voxmarch mesh ct.nrrd --isovalue 300 -o bone.ply");
    }
    if (options.labels.empty() != options.wanted_labels.empty()) {
        throw UsageError("--labels FILE and --label N go together");
    }
    const MeshSource source(options.devices);
    const Volume volume = read_with_progress(options.volume);
    print_notes(volume);
    require_cells(volume, options.volume.source);
    std::optional<Volume> labels;
    if (!options.labels.empty()) {
        VolumeOptions label_volume = options.volume;
        label_volume.source = options.labels;
        labels = read_with_progress(label_volume);
        if (const std::string note = note_of_absent_labels(*labels, options.wanted_labels, options.labels);
            !note.empty()) {
            say(note);
        }
    }
    Mesh whole;
    std::string report;
    nlohmann::ordered_json certificates = nlohmann::ordered_json::array();
    for (const double isovalue : options.isovalues) {
        const ExtractedMesh extracted = make_mesh(source, volume, labels, isovalue, options);
        const MeshMeasures measures = measure(extracted.mesh);
        certificates.push_back(certificate_json(measures, isovalue));
        certificates.back()["devices"] = shares_json(extracted.shares);
        report += certificate_text(measures, isovalue) + shares_text(extracted.shares);
        append(whole, extracted.mesh);
    }
    if (whole.triangles.empty()) {
        const ValueRange range = volume.range();
        throw UsageError(fmt::format("{} has no surface at {:g}{}: its values run from {:g} to {:g}",
                                     options.volume.source, fmt::join(options.isovalues, ", "),
                                     labels ? " within these labels" : "", range.min, range.max));
    }
    if (options.flip) {
        flip(whole);
    }
    write_mesh(whole, options.output, progress_line("writing " + options.output));
    if (options.json) {
        fmt::print("{}\n", certificates.dump(2));
    } else {
        fmt::print("{}wrote {}\n", report, options.output);
    }
    return 0;
}

} // namespace

void add_mesh_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<MeshOptions>();
    CLI::App *command = app.add_subcommand("mesh", "extract an isosurface into a mesh file");
    command->footer(mesh_examples);
    options->volume.add_to(*command);
    command->option_defaults()->group("Mesh");
    add_isovalues_option(*command, options->isovalues, "values of the surfaces, in the file's units");
    add_parsed(
        *command, "-o,--output", "FILE", "", [options](const std::string &text) { options->output = mesh_name(text); },
        "mesh to write: .ply, .stl, .obj or .vtk");
    add_extraction_option(*command, options->extraction);
    command->add_flag("--flip", options->flip, "triangles and normals face higher values");
    command->add_flag("--no-normals", options->no_normals, "no normals in the file");
    add_integer(*command, "--largest", options->largest, 1, std::numeric_limits<int>::max(),
                "keep so many components of each isovalue, those with most triangles\n(default: all)");
    add_integer(*command, "--smooth", options->smooth, 0, 1000,
                "steps of Taubin's smoothing, which takes steps away and keeps sizes\n(10 to 30 are usual)");
    add_text(*command, "--labels", "VOLUME", options->labels, "label volume of the same size");
    add_label_numbers(*command, options->wanted_labels, "labels of the objects to keep");
    command->add_flag("--json", options->json, "the certificate as JSON");
    add_extraction_devices(*command, options->devices);
    command->callback([&action, options] { action = [options] { return run_mesh(*options); }; });
}

} // namespace voxmarch
