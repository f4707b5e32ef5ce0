// Command line options of light, clipping and labels.
#pragma once

#include "app/cli/lengths.h"
#include "app/cli/volume_options.h"
#include "renderer/settings.h"
#include "scene/label_styles.h"
#include "volume/world_convention.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// --light, --ambient, --diffuse, --specular, --shininess, --shadows, --ambient-occlusion and their methods.
void add_light_options(CLI::App &command, RenderSettings &settings);

/// Both sides along each axis, as --clip has them: shares, or lengths from the first voxel.
using ClipBox = std::vector<std::pair<WrittenLength, WrittenLength>>;

/// @throws UsageError
ClipBox parse_clip_box(const std::string &text);

/// @param box  empty: nothing is set
/// @throws UsageError if it is empty on this grid or has lengths in a unit that the grid does not have
void set_clip_box(const ClipBox &box, const Grid &grid, RenderSettings &settings);

/// --clip and --clip-plane; shares are set at once, lengths and planes once the grid is known.
class ClipOptions {
public:
    /// In the group of options that is under way. @param verb  what is done with places that are not clipped
    void add_to(CLI::App &command, RenderSettings &settings, const std::string &verb = "draw");

    /// Whether --clip was given, which settings know after apply() alone.
    bool has_box() const { return !box_.empty(); }

    /// Sets the clip box and turns the planes that were given. @throws UsageError if the box is empty on this grid or
    /// has lengths in a unit that the grid does not have
    void apply(const Grid &grid, const OuterWorld &world, RenderSettings &settings) const;

private:
    ClipBox box_;            ///< empty or one for each axis
    std::size_t planes_ = 0; ///< given, the last of the settings'
};

/// --label-names FILE. @param help  what the names are for
CLI::Option *add_label_names_option(CLI::App &command, std::string &file, const std::string &help);

/// --labels, --label, --label-names and --label-edges.
class LabelOptions {
public:
    /// In the group of options that is under way. @param settings  null: without --label-edges
    void add_to(CLI::App &command, RenderSettings *settings = nullptr);

    bool given() const { return !file_.empty(); }
    const std::string &file() const { return file_; }
    void set_file(const std::string &file) { file_ = file; }

    const LabelLooks &looks() const { return looks_; }

    /// @throws UsageError if --label or --label-names was given without --labels
    void validate() const;

private:
    std::string file_;
    LabelLooks looks_;

    void accept(const std::string &text);
};

} // namespace voxmarch
