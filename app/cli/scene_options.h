// Command line options of light, clipping and labels.
#pragma once

#include "app/cli/volume_options.h"
#include "renderer/settings.h"
#include "volume/label_names.h"
#include "volume/world_convention.h"

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Colours that are told apart, whatever their number: hues a golden section apart.
glm::vec3 palette_color(int label);

/// --light, --ambient, --diffuse, --specular, --shininess, --shadows, --ambient-occlusion.
void add_light_options(CLI::App &command, RenderSettings &settings);

/// A side of the clip box as it was written.
struct ClipSide {
    double value = 0.0;
    /// The unit of a length from the first voxel centre along the voxel axis; empty: a share of the box's edge.
    std::optional<ScaledUnit> unit;
};

/// --clip and --clip-plane; shares are set at once, lengths and planes once the grid is known.
class ClipOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Sets the clip box and turns the planes that were given. @throws UsageError if the box is empty on this grid or
    /// has lengths in a unit that the grid does not have
    void apply(const Grid &grid, const OuterWorld &world, RenderSettings &settings) const;

private:
    std::vector<std::pair<ClipSide, ClipSide>> box_; ///< empty or one for each axis
    std::size_t planes_ = 0;                         ///< given, the last of the settings'
};

/// --label-names FILE. @param help  what the names are for
CLI::Option *add_label_names_option(CLI::App &command, std::string &file, const std::string &help);

/// The names in `file`; without one, those that the label volume itself carries. @throws FileError
LabelNames label_names_for(const std::string &file, const std::string &label_volume);

/// --labels, --label and --label-names.
class LabelOptions {
public:
    void add_to(CLI::App &command); ///< in the group of options that is under way

    bool given() const { return !file_.empty(); }
    const std::string &file() const { return file_; }
    void set_file(const std::string &file) { file_ = file; }

    /// Styles of the labels 0 .. the largest in the volume: what was asked for, else for labels above 0 the colour of
    /// --label-names or of the file itself, else one of a palette.
    /// @param session  what they were in a session: in the place of all that was not asked for now
    /// @throws FileError for a file of names that is broken
    std::vector<LabelStyle> styles(const Volume &labels, const std::vector<LabelStyle> &session = {}) const;

    /// A note of the labels that --label names and no voxel has; "" if there are none.
    /// @param labels  whole numbers 0 .. 65535
    /// Cost: one pass over the voxels, if it names any.
    std::string note_of_absent(const Volume &labels) const;

    /// @throws UsageError if --label or --label-names was given without --labels
    void validate() const;

private:
    struct Change {
        std::optional<float> visibility;
        std::optional<glm::vec3> color;
        bool plain = false; ///< the transfer function's colour
    };
    std::string file_, names_;
    std::map<int, Change> changes_; ///< by label
    std::optional<Change> others_;

    void accept(const std::string &text);
};

} // namespace voxmarch
