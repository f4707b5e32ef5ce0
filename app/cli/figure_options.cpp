// Parses what lies over pictures.
#include "app/cli/figure_options.h"

#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "scene/figure/figure_painter.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

const std::vector<std::string> &corner_names() {
    static const std::vector<std::string> names = {"top-left", "top-right", "bottom-left", "bottom-right"};
    return names;
}

/// Shells hand over a backslash and an n.
std::string with_line_ends(const std::string &text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends_line = text.compare(i, 2, "\\n") == 0;
        result += ends_line ? '\n' : text[i];
        i += ends_line ? 1 : 0;
    }
    return result;
}

void take_corner(const std::string &text, FigureChoice &choice) {
    const std::size_t equals = text.find('=');
    const auto corner = std::ranges::find(corner_names(), text.substr(0, equals));
    if (equals == std::string::npos || corner == corner_names().end()) {
        throw UsageError(
            fmt::format("--corner is '{}', it must be one of {}, and behind = its text, like top-left={{name}}", text,
                        fmt::join(corner_names(), ", ")));
    }
    choice.corners[static_cast<std::size_t>(corner - corner_names().begin())] = with_line_ends(text.substr(equals + 1));
}

} // namespace

void FigureOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Over the picture");
    command.add_flag("--scale-bar", choice_.scale_bar,
                     "a bar of a round length, in the unit of the volume, at the\ndepth of its middle");
    command.add_flag("--legend", choice_.legend,
                     "which colour means what: the transfer function with ticks, or\nisosurfaces, channels, labels");
    command.add_flag("--orientation-cube", choice_.orientation,
                     "a cube with the sides of the patient (L R A P S I), or the\nworld's axes");
    command.add_flag("--annotations", choice_.annotations,
                     "rulers, angles and regions of the session with what they\nmeasure");
    add_parsed(
        command, "--caption", "TEXT", "", [this](const std::string &text) { choice_.caption = with_line_ends(text); },
        "below, in the middle; \\n ends a line; with {name} of the volume,\n{value} (isovalues or window), {time}, "
        "{date}");
    add_repeated(
        command, "--corner", "WHERE=TEXT", [this](const std::string &text) { take_corner(text, choice_); },
        fmt::format("the same in a corner: {}", fmt::join(corner_names(), ", ")));
    add_parsed(
        command, "--text-height", "NUMBER", "1/32 of the picture",
        [this](const std::string &text) { choice_.text_height = parse_number(text, 4.0, 500.0, "--text-height"); },
        "of these texts, pixels, 4 .. 500");
    add_parsed(
        command, "--text-color", "COLOR", "black or white",
        [this](const std::string &text) { choice_.color = parse_color(text, "--text-color"); }, "of texts and lines");
    add_text(command, "--figure", "FILE.svg|FILE.pdf", file_,
             "beside the PNG a file for print: the picture, and over it texts\nand lines as vectors");
    add_number(command, "--dpi", dpi_, 10.0, 2400.0, "pixels an inch of --figure");
}

const std::vector<std::string> &FigureOptions::names() {
    static const std::vector<std::string> all = {"--scale-bar", "--legend", "--orientation-cube", "--annotations",
                                                 "--caption",   "--corner", "--text-height",      "--text-color",
                                                 "--figure",    "--dpi"};
    return all;
}

void FigureOptions::validate() const {
    voxmarch::validate(choice_);
    if (const std::string unknown = unknown_field(choice_); !unknown.empty()) {
        const std::string problem = fmt::format(
            "there is no field {}: there are {{name}}, {{value}}, {{time}} and {{date}}; {{{{ is a brace", unknown);
        if (unknown != unknown_field(kept_)) {
            throw UsageError(problem);
        }
        say("note: the session's text is drawn as it is, as " + problem);
    }
    if (!file_.empty() && !is_figure_file(file_)) {
        throw UsageError(fmt::format("--figure is '{}', it must end in .svg or .pdf", file_));
    }
    if ((choice_.any() || !file_.empty()) && !can_paint_figures()) {
        Image none;
        paint_figure(none, {FigureArea{}}); // tells what is missing
    }
}

} // namespace voxmarch
