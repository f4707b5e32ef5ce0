// voxmarch mesh: an isosurface becomes a file.
#include "app/cli/commands.h"
#include "app/cli/isosurface_text.h"
#include "app/cli/label_meshes.h"
#include "app/cli/label_text.h"
#include "app/cli/mesh_options.h"
#include "app/cli/mesh_outputs.h"
#include "app/cli/scene_options.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/cli/world_options.h"
#include "app/progress.h"
#include "isosurface/labels.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"
#include "scene/label_source.h"
#include "volume/label_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>
#include <utility>

namespace voxmarch {

namespace {

struct MeshOptions {
    VolumeOptions volume;
    std::vector<double> isovalues;
    ExtractionDevices devices;
    std::string output, labels, label_names;
    std::vector<int> wanted_labels;
    LabelSelection labels_of;
    std::vector<std::string> idle_for_labels; ///< options that were given and mean nothing for surfaces of labels
    Extraction extraction = Extraction::blocks;
    bool flip = false, no_normals = false, json = false;
    int largest = 0; ///< 0: all components
    int smooth = 0;
    std::optional<Convention> convention;
};

constexpr const char *mesh_examples = R"(Examples:
  voxmarch mesh head.nii.gz --isovalue 300 -o skull.ply
  voxmarch mesh synthetic:sphere --isovalue 128 -o sphere.stl --smooth 10
  voxmarch mesh ct.nrrd --isovalue 150,700 --largest 1 -o skin_and_bone.vtk
  voxmarch mesh huge.nrrd --isovalue 300 -o huge.ply --device all --memory-limit 2000
  voxmarch mesh ct.nrrd --isovalue 150 --labels organs.nrrd --label 3,4 -o kidneys.ply
  voxmarch mesh organs.nrrd --label 3,4 --smooth 20 -o kidneys.obj
  voxmarch mesh atlas.nii.gz --labels-of all --label-names atlas.txt -o 'atlas_{label}_{name}.stl'
World coordinates are in the volume's unit (STL: in mm), of patients in LPS, see --convention; the files say so in a
comment. A voxel is inside if its value is not below the isovalue; triangles face outwards, towards lower values.
Labels of VOLUME become closed surfaces, one each, also where they touch its border.
Several surfaces in one file are groups (.obj), an array 'label' or 'isovalue' and a colour of each triangle (.vtk), or
a colour of each vertex and a property of each triangle (.ply); {label}, {name} or {isovalue} in -o writes a file each.)";

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

/// What options change of a surface, which gets into the world.
void finish_surface(Mesh &mesh, const Grid &grid, const MeshOptions &options) {
    if (options.largest > 0) {
        keep_largest(mesh, static_cast<std::size_t>(options.largest));
    }
    to_world(mesh, grid);
    if (options.smooth > 0) {
        smooth(mesh, options.smooth, progress_line("smoothing"));
    }
    throw_if_interrupted();
}

/// One isosurface, in the world.
ExtractedMesh make_mesh(const MeshSource &source, const Volume &volume, const std::optional<Volume> &labels,
                        double isovalue, const MeshOptions &options) {
    ExtractedMesh extracted =
        source.extract(volume, isovalue, options.extraction, {!options.no_normals, false}, progress_line("extracting"));
    throw_if_interrupted();
    if (labels) {
        keep_labels(extracted.mesh, volume, static_cast<float>(isovalue), *labels, options.wanted_labels);
    }
    finish_surface(extracted.mesh, volume.grid(), options);
    return extracted;
}

/// The labels on the volume's grid, by which surfaces are picked.
std::optional<Volume> read_labels(const MeshOptions &options, const Volume &volume) {
    if (options.labels.empty()) {
        return {};
    }
    const VolumeOptions source{options.labels, label_read_options(options.volume.read, options.labels)};
    PlacedLabels placed =
        place_labels(read_with_progress(source), options.labels, volume, options.volume.source, options.volume.read);
    say_notes(placed.notes);
    if (const std::string note = note_of_absent_labels(placed.labels, options.wanted_labels, options.labels);
        !note.empty()) {
        say(note);
    }
    return std::move(placed.labels);
}

void tell_of_unit(const OuterWorld &world, const std::string &output) {
    if (const std::string note = note_of_unit(world, output); !note.empty()) {
        say(note);
    }
}

int report(const MeshOptions &options, const nlohmann::ordered_json &certificates, const std::string &text,
           const std::string &written) {
    if (options.json) {
        fmt::print("{}\n", certificates.dump(2));
    } else {
        fmt::print("{}{}\n", text, written);
    }
    return 0;
}

int mesh_isovalues(const MeshOptions &options) {
    MeshOutputs outputs(options.output, "isovalue", options.isovalues.size() > 1);
    const MeshSource source(options.devices);
    const Volume volume = read_with_progress(options.volume);
    print_notes(volume);
    require_cells(volume, options.volume.source);
    const OuterWorld world = outer_world(volume.grid(), options.convention);
    outputs.set_world(world);
    const std::optional<Volume> labels = read_labels(options, volume);
    std::string text;
    nlohmann::ordered_json certificates = nlohmann::ordered_json::array();
    for (const double isovalue : options.isovalues) {
        ExtractedMesh extracted = make_mesh(source, volume, labels, isovalue, options);
        const MeshMeasures measures = measure(extracted.mesh);
        certificates.push_back(certificate_json(measures, isovalue, world));
        certificates.back()["devices"] = shares_json(extracted.shares);
        text += certificate_text(measures, isovalue, world) + shares_text(extracted.shares);
        if (options.flip) {
            flip(extracted.mesh);
        }
        const auto number = static_cast<int>(certificates.size());
        outputs.add(std::move(extracted.mesh),
                    {fmt::format("isovalue {:.9g}", isovalue), isovalue, palette_color(number)});
    }
    if (outputs.triangles() == 0) {
        const ValueRange range = volume.range();
        throw UsageError(fmt::format("{} has no surface at {:g}{}: its values run from {:g} to {:g}",
                                     options.volume.source, fmt::join(options.isovalues, ", "),
                                     labels ? " within these labels" : "", range.min, range.max));
    }
    tell_of_unit(world, options.output);
    return report(options, certificates, text, outputs.finish());
}

/// A label's surface in the world.
Mesh make_label_mesh(const Volume &volume, const LabelExtent &extent, const MeshOptions &options) {
    Mesh mesh = label_surface(volume, extent);
    finish_surface(mesh, volume.grid(), options);
    if (!options.no_normals) {
        mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
        make_normals(mesh);
    }
    return mesh;
}

nlohmann::ordered_json label_certificate(const MeshMeasures &measures, int label, const LabelNames &names,
                                         const OuterWorld &world) {
    nlohmann::ordered_json result = {{"label", label}, {"name", label_name(names, label)}};
    result.update(certificate_json(measures, 0.0, world));
    result.erase("isovalue");
    return result;
}

int mesh_labels(const MeshOptions &options, const LabelSelection &selection) {
    const LabelNames names = label_names_for(options.label_names, options.volume.source);
    VolumeOptions source = options.volume;
    source.read.labels = true;
    const Volume volume = read_with_progress(source);
    print_notes(volume);
    if (!options.idle_for_labels.empty()) {
        say(fmt::format("note: no effect on surfaces of labels: {}", fmt::join(options.idle_for_labels, ", ")));
    }
    const std::vector<LabelExtent> extents = chosen_labels(volume, selection, options.volume.source);
    const OuterWorld world = outer_world(volume.grid(), options.convention);
    MeshOutputs outputs(options.output, "label", extents.size() > 1);
    outputs.set_world(world);
    std::string text;
    nlohmann::ordered_json certificates = nlohmann::ordered_json::array();
    const auto progress = progress_line("extracting");
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const int label = extents[i].label;
        Mesh mesh = make_label_mesh(volume, extents[i], options);
        const MeshMeasures measures = measure(mesh);
        certificates.push_back(label_certificate(measures, label, names, world));
        text += surface_line(measures, label, names, volume.grid());
        if (options.flip) {
            flip(mesh);
        }
        const auto named = names.find(label);
        outputs.add(std::move(mesh), {label_name(names, label), static_cast<double>(label),
                                      named == names.end() ? palette_color(label) : named->second.color});
        progress(static_cast<double>(i + 1) / static_cast<double>(extents.size()));
    }
    tell_of_unit(world, options.output);
    return report(options, certificates, text, outputs.finish());
}

int run_mesh(const MeshOptions &options) {
    if (options.labels_of.given() && !options.wanted_labels.empty()) {
        throw UsageError("--labels-of and --label both say which labels become surfaces; give one of them");
    }
    LabelSelection selection = options.labels_of;
    if (options.isovalues.empty() && options.labels.empty()) {
        selection.labels.insert(selection.labels.end(), options.wanted_labels.begin(), options.wanted_labels.end());
    }
    const bool of_labels = selection.given();
    if ((options.isovalues.empty() && !of_labels) || options.output.empty()) {
        throw UsageError("mesh needs --isovalue V (or --label N for the labels of VOLUME) and -o FILE, e.g. voxmarch "
                         "mesh ct.nrrd --isovalue 300 -o bone.ply");
    }
    if (of_labels && (!options.isovalues.empty() || !options.labels.empty())) {
        throw UsageError("--labels-of makes surfaces of VOLUME's own labels; leave --isovalue and --labels out");
    }
    if (of_labels) {
        return mesh_labels(options, selection);
    }
    if (options.labels.empty() != options.wanted_labels.empty()) {
        throw UsageError(
            "--labels FILE and --label N go together; without --isovalue --label takes VOLUME's own labels");
    }
    if (!options.label_names.empty()) {
        throw UsageError("--label-names names surfaces of labels: use --label or --labels-of without --isovalue");
    }
    return mesh_isovalues(options);
}

} // namespace

void add_mesh_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<MeshOptions>();
    CLI::App *command = app.add_subcommand("mesh", "extract isosurfaces or labels into mesh files");
    command->footer(mesh_examples);
    options->volume.add_to(*command);
    command->option_defaults()->group("Mesh");
    add_isovalues_option(*command, options->isovalues, "values of the surfaces, in the file's units");
    add_parsed(
        *command, "-o,--output", "FILE", "", [options](const std::string &text) { options->output = mesh_name(text); },
        "mesh to write: .ply, .stl, .obj or .vtk");
    add_convention_option(*command, options->convention);
    add_extraction_option(*command, options->extraction);
    command->add_flag("--flip", options->flip, "triangles and normals face higher values");
    command->add_flag("--no-normals", options->no_normals, "no normals in the file");
    add_integer(*command, "--largest", options->largest, 1, std::numeric_limits<int>::max(),
                "keep so many components of each isovalue, those with most triangles\n(default: all)");
    add_integer(*command, "--smooth", options->smooth, 0, 1000,
                "steps of Taubin's smoothing, which takes steps away and keeps sizes\n(10 to 30 are usual)");
    add_text(*command, "--labels", "LABELS", options->labels,
             "keep the objects of --isovalue that have a label of --label in\nthis label volume; the two meet in the "
             "world");
    add_label_numbers(*command, options->wanted_labels,
                      "with --isovalue and --labels: objects to keep; else surfaces\nof these labels of VOLUME",
                      largest_label);
    add_parsed(
        *command, "--labels-of", "all|N[,A-B..]", "",
        [options](const std::string &text) { options->labels_of = parse_label_selection(text); },
        "a closed surface for every label of VOLUME but 0, or for these");
    add_label_names_option(*command, options->label_names, "names and colours of labels, from a file");
    command->add_flag("--json", options->json, "the certificate as JSON");
    add_extraction_devices(*command, options->devices);
    command->callback([&action, options, command] {
        for (const char *name : {"--extraction", "--device", "--memory-limit"}) {
            if (command->count(name) > 0) {
                options->idle_for_labels.emplace_back(name);
            }
        }
        action = [options] { return run_mesh(*options); };
    });
}

} // namespace voxmarch
