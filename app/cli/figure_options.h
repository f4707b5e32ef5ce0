// What lies over pictures, as options of voxmarch render.
#pragma once

#include "renderer/image.h"
#include "scene/figure/figure.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// --scale-bar, --legend, --orientation-cube, --annotations, --caption, --corner, --text-height, --text-color,
/// --figure and --dpi.
class FigureOptions {
public:
    void add_to(CLI::App &command);

    const FigureChoice &choice() const { return choice_; }

    /// What a session told, before the command line's words are taken again.
    void keep(const FigureChoice &choice) { choice_ = kept_ = choice; }

    const std::string &file() const { return file_; } ///< of --figure; empty: none
    double dpi() const { return dpi_; }

    /// @throws UsageError for what the choice or the file cannot be, UnsupportedError without Cairo
    void validate() const;

    /// Names of the options about what lies over pictures.
    static const std::vector<std::string> &names();

private:
    FigureChoice choice_;
    FigureChoice kept_; ///< of a session
    std::string file_;
    double dpi_ = 96.0;
};

} // namespace voxmarch
