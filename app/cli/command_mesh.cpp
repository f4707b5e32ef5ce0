// voxmarch mesh: an isosurface becomes a file.
#include "app/cli/commands.h"
#include "app/cli/isosurface_text.h"
#include "app/cli/isovalue_meshes.h"
#include "app/cli/label_meshes.h"
#include "app/cli/label_text.h"
#include "app/cli/mesh_options.h"
#include "app/cli/mesh_outputs.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/scene_options.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/cli/world_options.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "isosurface/mesh_file.h"
#include "isosurface/mesh_outside.h"
#include "scene/label_source.h"
#include "scene/mesh_clipping.h"
#include "volume/bricks/value_statistics.h"
#include "volume/label_check.h"
#include "volume/synthetic/synthetic.h"

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
    SurfaceChoices surface;
    ClipOptions clip;
    RenderSettings clipping; ///< what the clip options set of it
    bool json = false;
    std::optional<Convention> convention;
};

constexpr const char *mesh_examples = R"(Examples:
  voxmarch mesh head.nii.gz --isovalue 300 -o skull.ply
  voxmarch mesh synthetic:sphere --isovalue 128 -o sphere.stl --smooth 10
  voxmarch mesh ct.nrrd --isovalue 150,700 --largest 1 -o skin_and_bone.vtk
  voxmarch mesh huge.nrrd --isovalue 300 -o huge.ply --device all --memory-limit 2000
  voxmarch mesh ct.nrrd --isovalue 150 --labels organs.nrrd --label 3,4 -o kidneys.ply
  voxmarch mesh organs.nrrd --label 3,4 --smooth 20 -o kidneys.obj
  voxmarch mesh ct.nrrd --isovalue 300 --smooth 10 --decimate 0.1 -o bone.glb
  voxmarch mesh head.nrrd --isovalue 300 --clip 0:0.5,0:1,0:1 --caps -o half.stl
  voxmarch mesh atlas.nii.gz --labels-of all --label-names atlas.txt -o 'atlas_{label}_{name}.stl'

World coordinates are in the volume's unit (STL: in mm), of patients in LPS, see --convention; the files say so in a
comment. A voxel is inside if its value is not below the isovalue; triangles face outwards, towards lower values.

Clipping cuts triangles where render would cut the picture; --caps fills the cuts.

Labels of VOLUME become closed surfaces, one each, also where they touch its border.

Objects that --labels picks at one isovalue keep their labels: each is a surface of its own in the file.

Several surfaces in one file are groups and a colour of each vertex (.obj), an array 'label' or 'isovalue' and a colour
of each triangle (.vtk), a colour of each vertex and a property of each triangle (.ply), or nodes with materials (.glb);
{label}, {name} or {isovalue} in -o writes a file each.)";

std::string mesh_name(const std::string &text) {
    if (!is_mesh_file(text)) {
        throw UsageError(fmt::format("--output is '{}'; meshes are .ply, .stl, .obj, .vtk or .glb files", text));
    }
    return text;
}

/// @throws UsageError if the volume is flat
void require_cells(const Grid &grid, const std::string &name) {
    const auto &[x, y, z] = grid.dims;
    if (std::min({x, y, z}) < 2) {
        throw UsageError(
            fmt::format("{} has {} x {} x {} voxels: a surface needs at least two along each axis", name, x, y, z));
    }
}

/// Whether objects picked by their labels are told apart: of one isovalue, in files that can or in one for each.
bool tells_labels_apart(const MeshOptions &options) {
    const auto holds = [&](const char *word) { return options.output.find(word) != std::string::npos; };
    return !options.labels.empty() && options.isovalues.size() == 1 && !holds("{isovalue}") &&
           (holds("{label}") || holds("{name}") || tells_parts_apart(options.output));
}

/// The labels on the volume's grid, by which surfaces are picked.
std::optional<LabelChoice> read_labels(const MeshOptions &options, const Volume &volume) {
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
    return LabelChoice{std::move(placed.labels), options.wanted_labels,
                       label_names_for(options.label_names, options.labels), tells_labels_apart(options)};
}

void tell_of_unit(const OuterWorld &world, const std::string &output) {
    if (const std::string note = note_of_unit(world, output); !note.empty()) {
        say(note);
    }
}

int report(const MeshOptions &options, const nlohmann::ordered_json &certificates, const std::string &text,
           const std::string &written) {
    if (options.json) {
        print_json(certificates);
    } else {
        fmt::print("{}{}\n", text, written);
    }
    return 0;
}

/// @throws UsageError
void require_kept(const MeshOutputs &outputs, const MeshOptions &options) {
    if (outputs.triangles() == 0) {
        throw UsageError(fmt::format("{} leaves nothing of the surfaces of {}: {} is not written",
                                     options.surface.decimate < 1.0 ? "--decimate, or clipping," : "clipping",
                                     options.volume.source, options.output));
    }
}

/// @throws UsageError
[[noreturn]] void refuse_no_surface(const OpenedVolume &volume, const MeshOptions &options) {
    const ValueRange range = volume.whole ? volume.whole->range() : value_range(*volume.bricks);
    throw UsageError(fmt::format("{} has no surface at {:g}{}: its values run from {:g} to {:g}", options.volume.source,
                                 fmt::join(options.isovalues, ", "),
                                 options.labels.empty() ? "" : " within these labels", range.min, range.max));
}

/// Labels are looked up in both volumes, which then are in memory. Of a formula no voxels are needed there.
std::uint64_t room_to_open(const MeshOptions &options, std::uint64_t room) {
    if (!options.labels.empty()) {
        return ~std::uint64_t{0};
    }
    return options.volume.source.starts_with(formula_prefix) ? 0 : room;
}

/// The choices with the planes of the clip options, on a grid.
SurfaceChoices clipped_choices(const MeshOptions &options, const Grid &grid, const OuterWorld &world) {
    RenderSettings settings = options.clipping;
    options.clip.apply(grid, world, settings);
    if (settings.clip_inverted && !is_clipped(settings)) {
        say("note: no effect without --clip or --clip-plane: --clip-invert");
    }
    validate(settings);
    SurfaceChoices choices = options.surface;
    choices.clipping = mesh_clipping_of(grid, settings);
    return choices;
}

int mesh_isovalues(const MeshOptions &options) {
    const bool by_label = tells_labels_apart(options);
    MeshOutputs outputs(options.output, by_label ? "label" : "isovalue",
                        (by_label ? options.wanted_labels.size() : options.isovalues.size()) > 1);
    const MeshSource source = opened_source(options.devices);
    const std::uint64_t room = voxel_room(options.devices.memory_limit_mib);
    const OpenedVolume volume = open_with_progress(options.volume, room_to_open(options, room));
    print_notes(volume);
    const Grid &grid = volume.header().grid;
    require_cells(grid, options.volume.source);
    const OuterWorld world = outer_world(grid, options.convention);
    outputs.set_world(world);
    const SurfaceChoices choices = clipped_choices(options, grid, world);
    const std::optional<LabelChoice> labels = volume.whole ? read_labels(options, *volume.whole) : std::nullopt;
    MeshedVoxels voxels(volume, source, room);
    bool found = false;
    std::string text;
    nlohmann::ordered_json certificates = nlohmann::ordered_json::array();
    for (const double isovalue : options.isovalues) {
        const MeshPart part{fmt::format("isovalue {:.9g}", isovalue), isovalue,
                            palette_color(static_cast<int>(certificates.size()) + 1)};
        const MadeSurface made =
            volume.whole || choices.need_memory()
                ? make_in_memory(source, voxels, choices, part, labels ? &*labels : nullptr, outputs)
                : make_streamed(source, voxels, choices, part, &outputs);
        found = found || made.found;
        certificates.push_back(certificate_json(made.measures, isovalue, world));
        certificates.back()["devices"] = shares_json(made.shares);
        if (made.decimation) {
            certificates.back()["decimation"] = decimation_json(made.decimation);
        }
        if (const nlohmann::ordered_json streamed = voxels.json(); !streamed.is_null()) {
            certificates.back()["streamed"] = streamed;
        }
        text += certificate_text(made.measures, isovalue, world) + decimation_text(made.decimation, grid) +
                shares_text(made.shares);
    }
    if (!found) {
        refuse_no_surface(volume, options);
    }
    require_kept(outputs, options);
    if (const std::string note = voxels.note(options.volume.source); !note.empty()) {
        say(note);
    }
    tell_of_unit(world, options.output);
    return report(options, certificates, text, outputs.finish());
}

/// A label's surface in the world.
Mesh make_label_mesh(const Volume &volume, const LabelExtent &extent, const SurfaceChoices &choices,
                     std::optional<Decimation> &decimation) {
    Mesh mesh = label_surface(volume, extent);
    keep_components(mesh, choices);
    finish_surface(mesh, volume.grid(), choices);
    if (!choices.no_normals) {
        mesh.normals.assign(mesh.positions.size(), glm::vec3(0.0f));
        make_normals(mesh);
    }
    clip_mesh(mesh, choices.clipping, choices.caps);
    decimation = decimate_surface(mesh, choices);
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
    const SurfaceChoices choices = clipped_choices(options, volume.grid(), world);
    std::string text;
    nlohmann::ordered_json certificates = nlohmann::ordered_json::array();
    const auto progress = progress_line("extracting");
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const int label = extents[i].label;
        std::optional<Decimation> decimation;
        Mesh mesh = [&] {
            const PhaseTimer phase(fmt::format("surface of label {}", label));
            return make_label_mesh(volume, extents[i], choices, decimation);
        }();
        const MeshMeasures measures = measure(mesh);
        certificates.push_back(label_certificate(measures, label, names, world));
        if (decimation) {
            certificates.back()["decimation"] = decimation_json(decimation);
        }
        text += surface_line(measures, label, names, volume.grid()) + decimation_text(decimation, volume.grid());
        if (options.surface.flip) {
            flip(mesh);
        }
        outputs.add(std::move(mesh), label_part(label, names));
        progress(static_cast<double>(i + 1) / static_cast<double>(extents.size()));
    }
    require_kept(outputs, options);
    tell_of_unit(world, options.output);
    return report(options, certificates, text, outputs.finish());
}

/// Where nothing else was asked for, formulas have the surface where they are zero, as in pictures.
void set_isovalue_of_formula(MeshOptions &options) {
    const bool asked = !options.isovalues.empty() || options.labels_of.given() || !options.wanted_labels.empty() ||
                       !options.labels.empty();
    if (!asked && !options.output.empty() && options.volume.source.starts_with(formula_prefix)) {
        options.isovalues = {0.0};
        say("note: isovalue 0, where the formula is zero; --isovalue sets another");
    }
}

int run_mesh(MeshOptions options) {
    set_isovalue_of_formula(options);
    if (options.labels_of.given() && !options.wanted_labels.empty()) {
        throw UsageError("--labels-of and --label both say which labels become surfaces; give one of them");
    }
    LabelSelection selection = options.labels_of;
    if (options.isovalues.empty() && options.labels.empty()) {
        selection.labels.insert(selection.labels.end(), options.wanted_labels.begin(), options.wanted_labels.end());
    }
    const bool of_labels = selection.given();
    if (!options.labels.empty() && options.isovalues.empty() && !of_labels) {
        throw UsageError(
            fmt::format("--labels picks objects of VOLUME at an isovalue: give --isovalue V and --label N, or "
                        "let the labels themselves become surfaces: voxmarch mesh {} --labels-of all -o "
                        "'{{label}}.ply'",
                        options.labels));
    }
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
    if (options.surface.caps && !options.labels.empty()) {
        throw UsageError(
            "--caps closes whole surfaces, and --labels leaves parts of them: give one of them, or let the "
            "labels become closed surfaces themselves by --labels-of");
    }
    if (options.surface.decimate < 1.0 && tells_labels_apart(options)) {
        throw UsageError(
            "--decimate would mix objects that --labels tells apart: write them into .stl, or let the labels "
            "become surfaces themselves by --labels-of");
    }
    if (!options.label_names.empty() && !tells_labels_apart(options)) {
        throw UsageError("--label-names names surfaces of labels: use --label or --labels-of without --isovalue, or "
                         "--labels with one isovalue");
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
    add_isovalues_option(*command, options->isovalues,
                         "values of the surfaces, in the file's units (default: of formulas 0)");
    add_parsed(
        *command, "-o,--output", "FILE", "",
        [options](const std::string &text) { options->output = mesh_name(output_name(text, ".ply")); },
        "mesh to write: .ply, .stl, .obj, .vtk or .glb (glTF)");
    add_convention_option(*command, options->convention);
    add_extraction_option(*command, options->surface.extraction);
    command->add_flag("--flip", options->surface.flip, "triangles and normals face higher values");
    command->add_flag("--no-normals", options->surface.no_normals, "no normals in the file");
    add_integer(*command, "--largest", options->surface.largest, 1, std::numeric_limits<int>::max(),
                "keep so many components of each isovalue, those with most triangles\n(default: all)");
    add_integer(*command, "--smooth", options->surface.smooth, 0, 1000,
                "steps of Taubin's smoothing, which takes steps away and keeps sizes\n(10 to 30 are usual)");
    add_number(*command, "--decimate", options->surface.decimate, 0.0001, 1.0,
               "share of the triangles that is left, e.g. 0.1: closed surfaces stay\nclosed, small pieces vanish, "
               "which is told");
    command->add_flag("--caps", options->surface.caps,
                      "close surfaces where clipping cuts them, and where they end at the\nborder of the volume");
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
    options->clip.add_to(*command, options->clipping, "keep");
    command->callback([&action, options, command] {
        for (const char *name : {"--extraction", "--device", "--memory-limit", "--unit-layers"}) {
            if (command->count(name) > 0) {
                options->idle_for_labels.emplace_back(name);
            }
        }
        action = [options] { return run_mesh(*options); };
    });
}

} // namespace voxmarch
