// Command line options of light, clipping and labels.
#pragma once

#include "app/volume_options.h"
#include "renderer/settings.h"

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// --light, --ambient, --diffuse, --specular, --shininess, --shadows, --ambient-occlusion.
void add_light_options(CLI::App &command, RenderSettings &settings);

/// A side of the clip box as it was written.
struct ClipSide {
    double value = 0.0;
    bool millimetres = false; ///< from the first voxel centre along the voxel axis; else a share of the box's edge
};

/// --clip and --clip-plane; shares are set at once, millimetres once the grid is known.
class ClipOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Sets the clip box. @throws UsageError if it is empty on this grid
    void apply(const Grid &grid, RenderSettings &settings) const;

private:
    std::vector<std::pair<ClipSide, ClipSide>> box_; ///< empty or one for each axis
};

/// --labels and --label.
class LabelOptions {
public:
    void add_to(CLI::App &command);

    bool given() const { return !file_.empty(); }
    const std::string &file() const { return file_; }
    void set_file(const std::string &file) { file_ = file; }

    /// Styles of the labels 0 .. the largest in the volume: what was asked for, else a colour of a palette for labels
    /// above 0. @throws UsageError if --label was given without --labels
    std::vector<LabelStyle> styles(const Volume &labels) const;

    /// Labels that --label names and no voxel has. @param labels  whole numbers 0 .. 65535
    /// Cost: one pass over the voxels, if it names any.
    std::vector<int> absent(const Volume &labels) const;

    /// @throws UsageError if --label was given without --labels
    void validate() const;

private:
    struct Change {
        std::optional<float> visibility;
        std::optional<glm::vec3> color;
        bool plain = false; ///< the transfer function's colour
    };
    std::string file_;
    std::map<int, Change> changes_; ///< by label
    std::optional<Change> others_;

    void accept(const std::string &text);
};

} // namespace voxmarch
