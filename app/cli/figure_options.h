// What lies over pictures, as options of voxmarch render and slice; and how large these are in print.
#pragma once

#include "app/cli/parse.h"
#include "scene/figure/figure.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Which pictures the options are of: slices have no cube, no annotations, and no file beside them.
enum class FigureOver { view, slices };

/// --scale-bar, --legend, --orientation-cube, --annotations, --caption, --caption-place, --corner, --text-height,
/// --text-color, --figure and --dpi.
class FigureOptions {
public:
    void add_to(CLI::App &command, FigureOver over);

    const FigureChoice &choice() const { return choice_; }

    /// What a session told, before the command line's words are taken again.
    void keep(const FigureChoice &choice) { choice_ = kept_ = choice; }

    const std::string &file() const { return file_; } ///< of --figure; empty: none

    /// @throws UsageError for what the choice or the file cannot be, UnsupportedError without Cairo
    void validate() const;

    /// Names of the options about what lies over pictures.
    static const std::vector<std::string> &names();

private:
    FigureChoice choice_;
    FigureChoice kept_; ///< of a session
    std::string file_;
    FigureOver over_ = FigureOver::view;

    void add_part(CLI::App &command, const std::string &name, bool &shown, std::optional<glm::dvec2> &place,
                  const std::string &help);
    void take_text_height(const std::string &text);
};

/// Whether a figure has values in it, which have a unit.
bool tells_values(const FigureChoice &choice);

/// Tells if the unit of values is a guess, see is_assumed_unit(), and how it is set.
void say_assumed_unit(const Scene &scene, const SceneContent &content);

/// A length in a picture, as it is written.
struct PrintedLength {
    double pixels = 0.0;      ///< 0: millimeters say it
    double millimeters = 0.0; ///< in print

    double in_pixels(std::optional<double> dpi) const; ///< without dpi at usual_dpi
};

/// "20", "3mm", "8pt". @param pixels, millimeters  the least and the largest  @param example  of lengths, for messages
/// @throws UsageError
PrintedLength parse_printed_length(const std::string &text, const std::string &what, ValueRange pixels,
                                   ValueRange millimeters, const std::string &example);

/// "--legend right" becomes "--legend=right": parts of figures may have a place behind them, which is no file's name.
void join_places(std::vector<std::string> &arguments);

/// A picture's size, in pixels or in print.
struct WrittenSize {
    std::optional<glm::dvec2> millimeters; ///< empty: pixels
    PixelSize pixels{};
};

/// "1024x768", "1080p", "85x60mm". @throws UsageError
WrittenSize parse_written_size(const std::string &text, const std::string &what);

/// Its pixels. @throws UsageError for millimetres without dpi, and for too many pixels
PixelSize pixels_of(const WrittenSize &size, std::optional<double> dpi);

} // namespace voxmarch
