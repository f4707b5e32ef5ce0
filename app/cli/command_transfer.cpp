// voxmarch transfer: the presets, and single functions as text, pictures or files.
#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/transfer_plane.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

namespace voxmarch {

namespace {

struct TransferOptions {
    bool list = false, json = false;
    std::string show, save, output, format;
    std::vector<std::string> convert;
    std::string volume;
};

/// Reads and tells what reading ignored.
TransferFunction resolve_and_tell(const std::string &name) {
    TransferNotes notes;
    TransferFunction transfer = resolve_transfer(name, &notes);
    for (const Note &note : notes) {
        say(fmt::format("warning: {}: {}", name, command_line_text(note)));
    }
    return transfer;
}

TransferFunction preset_or_file(const std::string &name) {
    if (name == "auto") {
        throw UsageError("auto is made for one volume; name it: voxmarch transfer --show auto VOLUME");
    }
    return resolve_and_tell(name);
}

void print_list(bool as_json) {
    if (as_json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const TransferFunction &preset : transfer_presets()) {
            list.push_back(
                {{"name", preset.name}, {"domain", name_of(preset.domain)}, {"description", preset.description}});
        }
        fmt::print("{}\n", list.dump(2));
        return;
    }
    fmt::print("{:<16}  {}\n", "auto", "chosen from the volume's type, values and neighbours (the default)");
    for (const TransferFunction &preset : transfer_presets()) {
        fmt::print("{:<16}  {}\n", preset.name, preset.description);
    }
}

void print_emissions(const TransferFunction &transfer) {
    if (!transfer.emissions.empty()) {
        fmt::print("\n{:>12}  {}\n", "scalar", "emission (of traced light)");
    }
    for (const EmissionPoint &point : transfer.emissions) {
        fmt::print("{:12.4f}  {:.4f}\n", point.scalar, point.emission);
    }
}

void print_widgets(const TransferFunction &transfer) {
    fmt::print("\n{:<9} {:>22}  {:>22}  {:>17}  edge  opacity\n", "widget", "scalar", "gradient per voxel",
               "red green blue");
    for (const TransferWidget &widget : transfer.widgets) {
        const std::string edge = widget.shape == WidgetShape::gaussian ? "-" : fmt::format("{:.2f}", edge_of(widget));
        fmt::print("{:<9} {:>10.4f} .. {:<8.4f}  {:>10.4f} .. {:<8.4f}  {:5.3f} {:5.3f} {:5.3f}  {:>4}  {:.4f}\n",
                   name_of(widget.shape), widget.scalar_low, widget.scalar_high, widget.gradient_low,
                   widget.gradient_high, widget.color.r, widget.color.g, widget.color.b, edge, widget.opacity);
    }
}

void print_function(const TransferFunction &transfer) {
    fmt::print("{}: {}\n", transfer.name, transfer.description);
    fmt::print("scalars are {}\n", transfer.domain == TransferDomain::value
                                       ? "values of the file, e.g. Hounsfield units"
                                       : "normalised: 0 .. 1 over --window, else over 0 .. 255 for uint8 data and "
                                         "over the data range for all other");
    fmt::print("opacities are per {}\n",
               transfer.opacity_distance > 0.0
                   ? fmt::format("{:g} units of length of the volume's world", transfer.opacity_distance)
                   : "voxel length, the smallest spacing");
    if (!transfer.widgets.empty()) {
        print_widgets(transfer);
        print_emissions(transfer);
        return;
    }
    fmt::print("\n{:>12}  {:>5} {:>5} {:>5}\n", "scalar", "red", "green", "blue");
    for (const ColorPoint &point : transfer.colors) {
        fmt::print("{:12.4f}  {:5.3f} {:5.3f} {:5.3f}\n", point.scalar, point.color.x, point.color.y, point.color.z);
    }
    fmt::print("\n{:>12}  {}\n", "scalar", "opacity");
    for (const OpacityPoint &point : transfer.opacities) {
        fmt::print("{:12.4f}  {:.4f}\n", point.scalar, point.opacity);
    }
    if (!transfer.gradient_opacities.empty()) {
        fmt::print("\n{:>12}  {}\n", "gradient", "factor of opacity (gradients per mean of the spacings)");
    }
    for (const GradientPoint &point : transfer.gradient_opacities) {
        fmt::print("{:12.4f}  {:.4f}\n", point.gradient, point.factor);
    }
    print_emissions(transfer);
}

void write_and_tell(const TransferFunction &transfer, const TransferOptions &options, const std::string &file) {
    TransferNotes notes;
    write_transfer(transfer, file, &notes, options.format);
    nlohmann::ordered_json warnings = nlohmann::ordered_json::array();
    for (const Note &note : notes) {
        warnings.push_back(command_line_text(note));
        say(fmt::format("warning: {}: {}", file, command_line_text(note)));
    }
    if (options.json) {
        print_json({{"output", file},
                    {"name", transfer.name},
                    {"domain", name_of(transfer.domain)},
                    {"warnings", std::move(warnings)}});
        return;
    }
    fmt::print("wrote {}\n", written_name(file));
}

struct ShownTransfer {
    TransferPlot plot;
    JointHistogram joint; ///< counted if the function is one of scalar and gradient, and a volume is given
};

/// The function to show, over the volume's histogram if a volume is given.
ShownTransfer shown_transfer(const TransferOptions &options) {
    if (options.volume.empty()) {
        return {plot_of(preset_or_file(options.show)), {}};
    }
    VolumeOptions input;
    input.source = options.volume;
    const Volume volume = read_with_progress(input);
    DataSurvey survey = survey_data(volume);
    Histogram &histogram = survey.histogram;
    const TransferFunction transfer =
        options.show == "auto"
            ? automatic_transfer(volume.header(), histogram, guess_data_class(volume.header(), survey))
            : resolve_and_tell(options.show);
    ShownTransfer shown{plot_of(transfer, volume.header(), std::move(histogram)), {}};
    if (transfer.is_two_dimensional()) {
        shown.joint = joint_histogram(volume.large() ? volume.sample() : volume, std::size_t{4} << 20);
    }
    return shown;
}

void show(const TransferOptions &options) {
    const ShownTransfer shown = shown_transfer(options);
    const bool has_plane = shown.plot.transfer.is_two_dimensional();
    const std::string file = options.output.empty() ? "" : output_name(options.output, ".png");
    if (!file.empty()) {
        write_png(has_plane ? draw_plane(shown.plot, shown.joint) : draw_plot(shown.plot), file);
    }
    if (options.json) {
        fmt::print("{}\n", to_json(shown.plot.transfer));
    } else if (!file.empty()) {
        fmt::print("wrote {}\n", written_name(file));
    } else {
        print_function(shown.plot.transfer);
        fmt::print("\n{}", has_plane ? plane_text(shown.plot, shown.joint)
                                     : plot_text(shown.plot, ::isatty(STDOUT_FILENO) != 0));
    }
}

int run_transfer(const TransferOptions &options) {
    if (!options.save.empty() && options.output.empty()) {
        throw UsageError("--save NAME needs -o FILE");
    }
    if (!options.output.empty() && options.save.empty() && options.show.empty()) {
        throw UsageError("-o FILE needs --show NAME (a picture) or --save NAME (a transfer function)");
    }
    if (!options.volume.empty() && options.show.empty()) {
        throw UsageError(fmt::format(
            "VOLUME ({}) is what --show NAME is drawn over; a transfer function is named by --show, --save or "
            "--convert",
            options.volume));
    }
    if (!options.convert.empty()) {
        write_and_tell(preset_or_file(options.convert[0]), options, options.convert[1]);
    } else if (!options.save.empty()) {
        write_and_tell(preset_or_file(options.save), options, output_name(options.output, ".json"));
    } else if (!options.show.empty()) {
        show(options);
    } else {
        print_list(options.json);
    }
    return 0;
}

} // namespace

void add_transfer_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<TransferOptions>();
    CLI::App *command = app.add_subcommand("transfer", "list, show and convert transfer functions");
    command->footer(
        "Examples:\n  voxmarch transfer --list\n  voxmarch transfer --show ct-bone head.nrrd -o plot.png\n"
        "  voxmarch transfer --convert CT-AAA.vp.json mine.json\n"
        "  voxmarch transfer --save ct-bone -o mine.json    # edit it, then: render --transfer mine.json\n\n"
        "Files end in " +
        known_extensions() + "; docs/transfer-format.md explains them.");
    CLI::Option *list = command->add_flag("--list", options->list, "all presets (what it does without options)");
    CLI::Option *show = add_text(*command, "--show", "NAME|FILE", options->show,
                                 "curve and control points; with VOLUME over its histogram,\nwith -o as a picture");
    CLI::Option *save =
        add_text(*command, "--save", "NAME|FILE", options->save, "write it to -o, as a start for one's own");
    CLI::Option *convert = command->add_option("--convert", options->convert, "read NAME|FILE A, write file B")
                               ->expected(2)
                               ->type_name("A B");
    add_text(*command, "-o,--output", "FILE", options->output, "where --save writes, or --show its picture (.png)");
    std::vector<std::string> formats;
    for (const TransferFormat &format : transfer_formats()) {
        formats.emplace_back(format.name);
    }
    add_choice(
        *command, "--format", formats, "",
        [options, formats](std::size_t position) { options->format = formats[position]; },
        "format to write (default: by the file's extension)");
    command->add_option("VOLUME", options->volume, "whose histogram --show draws")->type_name("");
    command->add_flag("--json", options->json, "the list, what --show shows, or what was written, as JSON");
    list->excludes(show)->excludes(save)->excludes(convert);
    show->excludes(save)->excludes(convert);
    save->excludes(convert);
    command->callback([&action, options] { action = [options] { return run_transfer(*options); }; });
}

} // namespace voxmarch
