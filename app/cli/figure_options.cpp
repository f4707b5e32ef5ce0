// Parses what lies over pictures.
#include "app/cli/figure_options.h"

#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "scene/figure/figure_painter.h"
#include "scene/value_unit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

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

glm::dvec2 parse_place(const std::string &text, const std::string &what) {
    if (const std::optional<glm::dvec2> place = place_of_word(text)) {
        return *place;
    }
    throw UsageError(fmt::format("{} is '{}'; it must be one of {}, or X,Y, shares of the width and height from the "
                                 "upper left corner, 0 .. 1",
                                 what, text, fmt::join(place_names(), ", ")));
}

constexpr const char *placed_parts[] = {"--scale-bar", "--legend", "--orientation-cube"};

} // namespace

void FigureOptions::add_part(CLI::App &command, const std::string &name, bool &shown, std::optional<glm::dvec2> &place,
                             const std::string &help) {
    const auto accept = [&shown, &place, name](const std::string &word) {
        shown = word != "false";
        if (shown && word != "true" && !word.empty()) {
            place = parse_place(word, name);
        }
    };
    add_parsed(command, name, "[PLACE]", "", accept, help)->expected(0);
}

void FigureOptions::take_text_height(const std::string &text) {
    const PrintedLength height = parse_printed_length(text, "--text-height", {4.0, 500.0}, {0.5, 100.0}, "3mm or 8pt");
    choice_.text_height = height.pixels;
    choice_.text_millimeters = height.millimeters;
}

void FigureOptions::add_to(CLI::App &command, FigureOver over) {
    over_ = over;
    const bool view = over == FigureOver::view;
    command.option_defaults()->group("Over the picture");
    const std::string place = "\nPLACE: top-left, top, top-right, left, center .. bottom-right, or\nX,Y, shares of "
                              "width and height from the upper left corner";
    add_part(command, "--scale-bar", choice_.scale_bar, choice_.places.scale_bar,
             (view ? "a bar of a round length, in the unit of the volume, at the\ndepth of its middle."
                   : "a bar of a round length in the last slice.") +
                 place);
    add_part(command, "--legend", choice_.legend, choice_.places.legend,
             view ? "which colour means what: the transfer function and a skeleton's\nradius with ticks, isosurfaces, "
                    "channels, labels"
                  : "which colour means what: the window or the transfer function\nwith ticks, isolines, labels");
    if (view) {
        add_part(command, "--orientation-cube", choice_.orientation, choice_.places.orientation,
                 "a cube with the sides of the patient (L R A P S I), or the\nworld's axes");
        command.add_flag("--annotations", choice_.annotations,
                         "rulers, angles and regions of the session with what they\nmeasure");
    }
    add_parsed(
        command, "--caption", "TEXT", "", [this](const std::string &text) { choice_.caption = with_line_ends(text); },
        std::string("below, in the middle; \\n ends a line; with {name} of the volume,\n{value} (") +
            (view ? "isovalues or window), {time}, {date}" : "the window), {place} of the slice, {time}, {date}"));
    add_parsed(
        command, "--caption-place", "PLACE", "bottom",
        [this](const std::string &text) { choice_.places.caption = parse_place(text, "--caption-place"); },
        "where it lies");
    add_repeated(
        command, "--corner", "WHERE=TEXT", [this](const std::string &text) { take_corner(text, choice_); },
        fmt::format("the same in a corner: {}", fmt::join(corner_names(), ", ")));
    add_parsed(
        command, "--text-height", "NUMBER|LENGTH", view ? "1/32 of the picture" : "what suits",
        [this](const std::string &text) { take_text_height(text); },
        "of these texts, pixels, 4 .. 500; or in print, like 3mm or 8pt\n(default with --dpi: 6pt at least). Bars, "
        "cubes and legends go\nwith it");
    add_parsed(
        command, "--text-color", "COLOR", view ? "black or white" : "white",
        [this](const std::string &text) { choice_.color = parse_color(text, "--text-color"); }, "of texts and lines");
    if (view) {
        add_text(command, "--figure", "FILE.svg|FILE.pdf", file_,
                 "beside the PNG a file for print: the picture, and over it texts\nand lines as vectors");
    }
    add_parsed(
        command, "--dpi", "NUMBER", "none",
        [this](const std::string &text) { choice_.dpi = parse_number(text, 10.0, 2400.0, "--dpi"); },
        fmt::format("pixels an inch in print, 10 .. 2400, which the picture's file tells;\nwithout it mm and pt of "
                    "texts are of {:g}",
                    usual_dpi));
}

const std::vector<std::string> &FigureOptions::names() {
    static const std::vector<std::string> all = {
        "--scale-bar", "--legend",      "--orientation-cube", "--annotations", "--caption", "--caption-place",
        "--corner",    "--text-height", "--text-color",       "--figure",      "--dpi"};
    return all;
}

namespace {

/// A word that is neither an option nor a volume can only have been meant as a place: parsing it tells the places.
bool is_wrong_place(const std::string &word) {
    const bool numbers = word.find_first_not_of("0123456789.,-") == std::string::npos && word.find(',') < word.size();
    const bool letters = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos;
    std::error_code problem;
    return (numbers || letters) && !word.starts_with('-') && !std::filesystem::exists(word, problem);
}

} // namespace

void join_places(std::vector<std::string> &arguments) {
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        const bool part = std::ranges::find(placed_parts, arguments[i]) != std::end(placed_parts);
        if (part && (place_of_word(arguments[i + 1]) || is_wrong_place(arguments[i + 1]))) {
            arguments[i] += "=" + arguments[i + 1];
            arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    }
}

bool tells_values(const FigureChoice &choice) {
    const auto has_field = [](const std::string &text) { return text.find("{value}") != text.npos; };
    return choice.legend || choice.annotations || has_field(choice.caption) ||
           std::ranges::any_of(choice.corners, has_field);
}

void say_assumed_unit(const Scene &scene, const SceneContent &content) {
    for (std::size_t channel = 0; channel <= content.other_channels.size(); ++channel) {
        if (is_assumed_unit(scene, content, channel)) {
            say(fmt::format("note: the values fit Hounsfield units, and {} is written beside them, though the file "
                            "states no unit: --value-unit {} says so, --value-unit \"\" writes none",
                            value_unit_of(scene, content, channel), value_unit_of(scene, content, channel)));
            return;
        }
    }
}

double PrintedLength::in_pixels(std::optional<double> dpi) const {
    return pixels > 0.0 ? pixels : millimeters / millimeters_an_inch * dpi.value_or(usual_dpi);
}

PrintedLength parse_printed_length(const std::string &text, const std::string &what, ValueRange pixels,
                                   ValueRange millimeters, const std::string &example) {
    const auto behind = [&](const char *unit) {
        return text.ends_with(unit) ? std::optional(text.substr(0, text.size() - 2)) : std::nullopt;
    };
    if (const auto number = behind("mm")) {
        return {0.0, parse_number(*number, millimeters.min, millimeters.max, what)};
    }
    if (const auto number = behind("pt")) {
        constexpr double a_point = millimeters_an_inch / 72.0;
        const double least = std::ceil(4.0 * millimeters.min / a_point) / 4.0; // told in quarters
        const double most = std::floor(4.0 * millimeters.max / a_point) / 4.0;
        return {0.0, a_point * parse_number(*number, least, most, what)};
    }
    if (to_number(text)) {
        return {parse_number(text, pixels.min, pixels.max, what), 0.0};
    }
    throw UsageError(fmt::format("{} is '{}'; it must be pixels, {:g} .. {:g}, or a length in print, like {}", what,
                                 text, pixels.min, pixels.max, example));
}

WrittenSize parse_written_size(const std::string &text, const std::string &what) {
    if (!text.ends_with("mm")) {
        return {{}, parse_picture_size(text, what)};
    }
    const std::string numbers = text.substr(0, text.size() - 2);
    const std::size_t cross = numbers.find('x');
    if (cross == std::string::npos) {
        throw UsageError(fmt::format("{} is '{}'; in print it must be WIDTHxHEIGHTmm, like 85x60mm", what, text));
    }
    return {glm::dvec2(parse_number(numbers.substr(0, cross), 1.0, 5000.0, what),
                       parse_number(numbers.substr(cross + 1), 1.0, 5000.0, what)),
            {}};
}

PixelSize pixels_of(const WrittenSize &size, std::optional<double> dpi) {
    if (!size.millimeters) {
        return size.pixels;
    }
    if (!dpi) {
        throw UsageError("--size in mm needs the pixels an inch: add --dpi 300, which is usual in print");
    }
    const glm::dvec2 pixels = glm::max(glm::round(*size.millimeters / millimeters_an_inch * *dpi), 1.0);
    if (pixels.x > picture_edge_limit || pixels.y > picture_edge_limit) {
        throw UsageError(fmt::format("--size is {:g}x{:g} pixels at {:g} dpi, more than {}", pixels.x, pixels.y, *dpi,
                                     picture_edge_limit));
    }
    return {static_cast<int>(pixels.x), static_cast<int>(pixels.y)};
}

void FigureOptions::validate() const {
    voxmarch::validate(choice_);
    const bool slices = over_ == FigureOver::slices;
    if (const std::string unknown = unknown_field(choice_, slices); !unknown.empty()) {
        const std::string problem =
            fmt::format("there is no field {}: there are {{name}}, {{value}}, {}{{time}} and {{date}}; {{{{ is a brace",
                        unknown, slices ? "{place}, " : "");
        if (unknown != unknown_field(kept_, slices)) {
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
