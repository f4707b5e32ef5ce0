// voxmarch slice: slices of a volume as a picture, as a light box, or as exact values.
#include "app/cli/channel_options.h"
#include "app/cli/commands.h"
#include "app/cli/figure_options.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/render_output.h"
#include "app/cli/scene_options.h"
#include "app/cli/slice_places.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_losses.h"
#include "app/cli/volume_options.h"
#include "app/cli/world_options.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "base/text.h"
#include "renderer/image.h"
#include "renderer/picture_file.h"
#include "scene/figure/figure_painter.h"
#include "scene/load_volume.h"
#include "scene/slice_sheet.h"
#include "scene/value_unit.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/writing/write_slabs.h"
#include "volume/formats/numpy/write_npy.h"
#include "volume/header_words.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace voxmarch {

namespace {

struct SliceOptions {
    VolumeOptions volume;
    ChannelOptions channels;
    RenderSettings settings; ///< of which channels set their blend
    LabelOptions labels;
    SlicePlaces places;
    std::optional<WrittenLength> slab; ///< a bare number: voxels
    SlicePlanes planes;                ///< what the slices show
    std::string window = "auto", transfer;
    std::optional<std::string> value_unit;
    std::vector<double> isovalues;
    std::optional<WrittenSize> size;
    bool nearest = false, plain = false;
    std::optional<PrintedLength> line_width; ///< of isolines and outlines
    FigureOptions figure;
    PackSettings packing;
    std::optional<Convention> convention;
    std::string output;
    bool json = false;
    std::set<std::string> given; ///< names of the options on the command line
};

constexpr int slice_edge = 768, cell_edge = 256; // pixels, of one slice and of those of a light box

constexpr const char *slice_examples = R"(Examples:
  voxmarch slice ct.nrrd -o middle.png
  voxmarch slice head.nii.gz --axis sagittal --at 12mm --window brain --scale-bar -o sagittal.png
  voxmarch slice ct --grid 6x5 --window 40/400 -o lightbox.png
  voxmarch slice ct.nrrd --at 0:100:10 --slab 10mm -o thick.pdf
  voxmarch slice ct.nrrd --labels organs.nrrd --label-outlines -o organs.png
  voxmarch slice ct.nrrd --axis coronal --at 120 -o values.npy

Slices lie as radiologists look at patients: of axial ones the front is above and the right side at the left; of other
files y or z is above. The letters at the edges say so.)";

/// Empty: the usual one. @throws UsageError
std::optional<ValueRange> window_of(const std::string &word) {
    if (word == "auto") {
        return std::nullopt;
    }
    return parse_window(word, "--window");
}

enum class Output { picture, figure, npy, volume };

Output kind_of(const std::string &file) {
    const std::string name = text::lower(file);
    const std::optional<PictureFormat> format = picture_format(name);
    if (format == PictureFormat::png || format == PictureFormat::jpeg) { // values are written as TIFF
        if (const std::string reason = why_not_written(*format); !reason.empty()) {
            throw UnsupportedError(reason);
        }
        return Output::picture;
    }
    if (name.ends_with(".npy")) {
        return Output::npy;
    }
    if (is_figure_file(name)) {
        return Output::figure;
    }
    if (is_slab_file(name)) {
        return Output::volume;
    }
    throw UsageError(
        fmt::format("--output is '{}'; pictures are .png, .jpg, .svg or .pdf files, exact values .npy, .nrrd, "
                    ".nii, .nii.gz or .tif",
                    file));
}

std::shared_ptr<LoadedVolume> load(const SliceOptions &options) {
    LoadRequest request;
    request.volume = volume_source(options.volume.source, options.volume.read);
    request.channels = options.channels.wishes();
    request.transfer = options.transfer.empty() ? "auto" : options.transfer;
    request.labels = options.labels.file();
    request.label_looks = options.labels.looks();
    request.large_above = voxel_room(0);
    std::shared_ptr<LoadedVolume> loaded = [&] {
        PhaseTimer phase("read " + options.volume.source);
        std::shared_ptr<LoadedVolume> read = load_volume(request, progress_line("reading " + options.volume.source));
        phase.set_detail(header_words(read->volume.header()));
        return read;
    }();
    print_notes(loaded->volume);
    say_notes(loaded->label_notes);
    if (!loaded->problems.empty()) {
        const std::string file = options.labels.given() ? options.labels.file() : options.volume.source;
        const std::string problem = command_line_text(loaded->problems.front()), named = file + ": ";
        throw FileError(file, problem.starts_with(named) ? problem.substr(named.size()) : problem);
    }
    find_units(*loaded);
    return loaded;
}

/// What the slices show, in the scene.
void choose_contents(const SliceOptions &options, const SceneContent &content, Scene &scene) {
    scene.slice_planes = options.planes;
    scene.value_unit = options.value_unit ? options.value_unit : scene.value_unit;
    scene.slice_planes.isolines = !options.isovalues.empty();
    scene.slice_planes.colors = !options.transfer.empty();
    scene.settings.surfaces.clear();
    for (std::size_t i = 0; i < options.isovalues.size(); ++i) {
        scene.settings.surfaces.push_back({options.isovalues[i], line_color(static_cast<int>(i)), 1.0f});
    }
    if (const std::optional<ValueRange> window = window_of(options.window)) {
        scene.slice_windows = {window};
        if (window->max <= content.volume.range().min || window->min >= content.volume.range().max) {
            say(fmt::format("note: the window {:g} .. {:g} lies beside all values, {:g} .. {:g}", window->min,
                            window->max, content.volume.range().min, content.volume.range().max));
        }
    }
}

/// Voxels across a slice.
int slab_voxels(const SliceOptions &options, const Grid &grid, const SliceSheet &sheet) {
    if (!options.slab) {
        return 1;
    }
    const SheetSlice &first = sheet.slices.front();
    const SliceFrame frame = slice_frame(grid, first.normal, first.center, first.turned);
    const double step = glm::length(grid.direction * (frame.across * grid.spacing));
    const double voxels = options.slab->unit ? length_on(grid, *options.slab, "--slab") / step : options.slab->value;
    return static_cast<int>(std::clamp(std::round(voxels), 1.0, double(thickest_slab(grid, frame))));
}

SliceSheet sheet_of(const SliceOptions &options, const Grid &grid, const OuterWorld &world) {
    SliceSheet sheet;
    options.places.choose(grid, world, sheet);
    sheet.nearest = options.nearest;
    const FigureChoice &choice = options.figure.choice();
    if (options.size) {
        const PixelSize size = pixels_of(*options.size, choice.dpi);
        sheet.cell = {size.width, size.height};
    } else {
        sheet.cell = filled_size(frames_of(grid, sheet).front(), sheet.slices.size() == 1 ? slice_edge : cell_edge);
    }
    if (sheet.cell.x * static_cast<long long>(sheet.columns) > picture_edge_limit ||
        sheet.cell.y * static_cast<long long>(sheet.rows) > picture_edge_limit) {
        throw UsageError(fmt::format("{} x {} slices of {} x {} pixels make a picture of more than {} pixels an edge: "
                                     "take fewer of them, or a smaller --size",
                                     sheet.columns, sheet.rows, sheet.cell.x, sheet.cell.y, picture_edge_limit));
    }
    sheet.texts.place = sheet.texts.sides = !options.plain;
    sheet.texts.choice = choice;
    sheet.strip = legend_strip(sheet, options.labels.given());
    constexpr double usual_points = 0.75; // in print
    sheet.line_width = options.line_width ? std::max(options.line_width->in_pixels(choice.dpi), 1.0)
                                          : std::max(usual_points / 72.0 * choice.dpi.value_or(0.0), usual_line);
    return sheet;
}

nlohmann::ordered_json to_json(const SliceSheet &sheet, const SliceOptions &options, const Scene &scene,
                               const SceneContent &content, const OuterWorld &world, const ValueRange &window) {
    const Grid &grid = content.grid();
    nlohmann::ordered_json slices = nlohmann::ordered_json::array();
    for (const SheetSlice &slice : sheet.slices) {
        const SliceFrame frame = slice_frame(grid, slice.normal, slice.center, slice.turned);
        const glm::dvec3 place = world.from_world(glm::dvec3(grid.world_from_voxel() * glm::dvec4(slice.center, 1.0)));
        const glm::dmat3 directions = directions_of(grid, frame);
        const auto vector = [&](const glm::dvec3 &v) { return nlohmann::ordered_json{v.x, v.y, v.z}; };
        const bool turned = slice.turned != glm::dmat3(1.0);
        nlohmann::ordered_json one = {
            {"title", slice_title(grid, slice)},
            {"axis", frame.axes.name},
            {"slice", turned ? nlohmann::ordered_json() : nlohmann::ordered_json(slice.center[slice.normal])},
            {"place", vector(place)},
            {"right", vector(world.from_world(directions[0]))},
            {"down", vector(world.from_world(directions[1]))},
            {"sides",
             {{"left", sides_of(grid, -directions[0])},
              {"right", sides_of(grid, directions[0])},
              {"top", sides_of(grid, -directions[1])},
              {"bottom", sides_of(grid, directions[1])}}},
            {"pixels", {frame.width, frame.height}},
            {"pixel_spacing", {frame.pixel.x, frame.pixel.y}}};
        slices.push_back(std::move(one));
    }
    return {{"output", options.output},
            {"convention", convention_json(world)},
            {"unit", unit_json(world)},
            {"window", {window.min, window.max}},
            {"value_unit", value_unit_of(scene, content, 0)},
            {"slab_voxels", scene.slice_planes.slab.voxels},
            {"columns", sheet.columns},
            {"rows", sheet.rows},
            {"cell", {sheet.cell.x, sheet.cell.y}},
            {"size", {sheet.size().x, sheet.size().y}},
            {"slices", slices}};
}

/// What several channels are not there for.
void note_channels(const SliceOptions &options, Output kind, const LoadedVolume &loaded) {
    if (loaded.other_values.empty()) {
        return;
    }
    if (kind == Output::npy || kind == Output::volume) {
        say("note: the values are those of the first channel alone; --channels N picks another");
    } else if (options.figure.choice().legend) {
        say("note: slices of several channels have no legend");
    }
}

/// Tells of options that mean nothing for what is written. @throws UsageError for two that say the same
void note_idle(const SliceOptions &options, Output kind) {
    if (options.given.contains("--axis") && options.given.contains("--plane")) {
        throw UsageError("--plane takes the place of --axis: give one of them");
    }
    if (kind == Output::npy || kind == Output::volume) {
        std::vector<std::string> idle{"--window",        "--transfer", "--isovalue", "--labels",     "--label-outlines",
                                      "--label-opacity", "--plain",    "--quality",  "--line-width", "--value-unit"};
        std::ranges::copy(FigureOptions::names(), std::back_inserter(idle));
        note_given(options.given, "on exact values, which are no picture", idle);
        return;
    }
    if (options.figure.choice().caption.empty()) {
        note_given(options.given, "without --caption", {"--caption-place"});
    }
    if (options.isovalues.empty() && !(options.labels.given() && options.planes.outlines)) {
        note_given(options.given, "without --isovalue or --label-outlines", {"--line-width"});
    }
    if (!options.labels.given()) {
        note_given(options.given, "without --labels", {"--label-outlines", "--label-opacity"});
    }
    if (!options.slab) {
        note_given(options.given, "without --slab", {"--slab-shows"});
    }
    if (picture_format(options.output) != PictureFormat::jpeg) {
        note_given(options.given, "but in JPEG files", {"--quality"});
    }
}

int run_slice(SliceOptions options) {
    if (options.output.empty()) {
        options.output = default_output(options.volume.source);
        std::filesystem::path file(options.output);
        options.output = file.replace_filename(file.stem().string() + "-slice.png").string();
    }
    const Output kind = kind_of(options.output);
    options.labels.validate();
    (void)window_of(options.window);
    options.figure.validate();
    options.packing.dpi = options.figure.choice().dpi;
    note_idle(options, kind);
    check_output(options.output);
    const bool texts = !options.plain || options.figure.choice().any();
    if (kind == Output::figure && !can_paint_figures()) {
        throw UsageError("this build paints no texts (Cairo is missing): write a .png with --plain");
    }
    const std::shared_ptr<LoadedVolume> loaded = load(options);
    note_channels(options, kind, *loaded);
    const Grid &grid = loaded->grid();
    const OuterWorld world = outer_world(grid, options.convention);
    SliceSheet sheet = sheet_of(options, grid, world);
    Scene scene = loaded->scene;
    choose_contents(options, *loaded, scene);
    scene.slice_planes.slab.voxels = loaded->volume.large() ? 1 : slab_voxels(options, grid, sheet);
    if (loaded->volume.large()) {
        note_given(options.given, "on a volume whose voxels stay in their file",
                   {"--slab", "--slab-shows", "--transfer", "--labels", "--label-outlines", "--label-opacity"});
    }
    const SliceWindows window = [&](std::size_t place) {
        return slice_window(scene, place, [&] {
            return usual_slice_window(scene, *loaded, place,
                                      place == 0 ? loaded->histogram : loaded->other_values.at(place - 1).histogram);
        });
    };
    sheet.foot = caption_foot(scene, *loaded, sheet, window);
    const auto line = progress_line("drawing slices");
    if (kind == Output::npy || kind == Output::volume) {
        const Volume values = [&] {
            const PhaseTimer phase("cut slices");
            return slice_volume(scene, *loaded, sheet, 0);
        }();
        if (kind == Output::npy) {
            write_npy(values, options.output);
        } else {
            say_losses(values.grid(), options.output);
            write_slabs(*view_of(values), options.output, {true, line});
        }
    } else {
        Image picture = [&] {
            const PhaseTimer phase("draw slices");
            return draw_sheet(scene, *loaded, sheet, window, line);
        }();
        if (const bool told = grid.anatomical && sheet.texts.place; told || tells_values(sheet.texts.choice)) {
            say_assumed_unit(scene, *loaded);
        }
        std::string crowded;
        const Figure figure =
            texts && can_paint_figures() ? sheet_figure(scene, *loaded, sheet, window, &crowded) : Figure();
        for (const std::string &note : {crowded, glyph_note(figure)}) {
            if (!note.empty()) {
                say("note: " + note);
            }
        }
        if (texts && !can_paint_figures()) {
            say("note: this build paints no texts (Cairo is missing): the picture has none");
        }
        if (kind == Output::figure) {
            write_figure(picture, figure, options.output, options.packing.dpi.value_or(usual_dpi));
        } else {
            paint_figure(picture, figure);
            write_picture(picture, options.output, options.packing);
        }
    }
    if (options.json) {
        print_json(to_json(sheet, options, scene, *loaded, world, window(0)));
        return 0;
    }
    const std::string what = sheet.slices.size() == 1 ? slice_title(grid, sheet.slices.front())
                                                      : fmt::format("{} slices", sheet.slices.size());
    const bool values = kind == Output::npy || kind == Output::volume;
    const SliceFrame first = frames_of(grid, sheet).front();
    fmt::print("wrote {} ({}, {}x{} {})\n", written_name(options.output), what, values ? first.width : sheet.size().x,
               values ? first.height : sheet.size().y, values ? "values" : "pixels");
    return 0;
}

} // namespace

void add_slice_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<SliceOptions>();
    CLI::App *command = app.add_subcommand("slice", "draw slices of a volume, one or many, or write their values");
    command->footer(slice_examples);
    options->volume.add_to(*command, false);
    options->channels.add_to(*command, options->settings);
    command->option_defaults()->group("Slices");
    options->places.add_to(*command);
    add_parsed(
        *command, "--slab", "N|LENGTH", "one voxel",
        [options](const std::string &text) {
            options->slab = to_length(text);
            if (!options->slab || !(options->slab->value > 0.0)) {
                throw UsageError(
                    fmt::format("--slab is '{}', it must be a number of voxels or a length like 5mm", text));
            }
        },
        "thickness of which a pixel shows one value");
    add_named(*command, "--slab-shows", options->planes.slab.kind, "of the voxels of a slab");
    add_convention_option(*command, options->convention);
    command->option_defaults()->group("What they show");
    add_parsed(
        *command, "--window", "LO:HI|LEVEL/WIDTH|NAME", "nearly all values",
        [options](const std::string &text) {
            (void)window_of(text);
            options->window = text;
        },
        "values that are black and white, of the first channel; NAME, of\nCT: " + window_names());
    add_text(*command, "--transfer", "NAME|FILE|auto", options->transfer,
             "the colours of a transfer function over the grey, as far as it\nis opaque");
    add_value_unit_option(*command, options->value_unit);
    command->add_flag("--nearest", options->nearest, "pixels show the nearest voxel, not values between voxels");
    add_list<double>(
        *command, "--isovalue", "V[,V..]", options->isovalues,
        [](const std::string &word) { return parse_number(word, -1e30, 1e30, "--isovalue"); },
        "lines where slices have these values");
    options->labels.add_to(*command);
    add_parsed(
        *command, "--line-width", "NUMBER|LENGTH", "1.5 pixels, with --dpi 0.75pt at least",
        [options](const std::string &text) {
            options->line_width =
                parse_printed_length(text, "--line-width", {1.0, 100.0}, {0.05, 20.0}, "0.3mm or 1pt");
        },
        "of lines of --isovalue and --label-outlines, pixels; or in print,\nlike 0.3mm or 1pt");
    command->add_flag("--label-outlines", options->planes.outlines, "lines around labels in place of their fill");
    add_number(*command, "--label-opacity", options->planes.label_opacity, 0.0, 1.0, "of that fill");
    command->option_defaults()->group("Picture");
    add_parsed(
        *command, "-o,--output", "FILE", "NAME-slice.png",
        [options](const std::string &text) {
            options->output = output_name(text, ".png");
            (void)kind_of(options->output);
        },
        "picture: .png, .jpg, .svg or .pdf; or exact values of the first\nchannel, a pixel for each voxel: .npy "
        "(slices, "
        "rows, "
        "columns),\n.nrrd, .nii, .nii.gz or .tif");
    add_parsed(
        *command, "--size", "WxH", fmt::format("longest edge {}, in a light box {}", slice_edge, cell_edge),
        [options](const std::string &text) { options->size = parse_written_size(text, "--size"); },
        "of each slice, which is as large as fits: pixels, or in print, like\n85x60mm, at --dpi");
    command->add_flag("--plain", options->plain, "no letters, no numbers");
    add_integer(*command, "--quality", options->packing.quality, 1, 100, "of JPEG files");
    command->add_flag("--json", options->json, "what was drawn as JSON");
    options->figure.add_to(*command, FigureOver::slices);
    command->callback([&action, options, command] {
        options->given = given_options(*command);
        action = [options] { return run_slice(*options); };
    });
}

} // namespace voxmarch
