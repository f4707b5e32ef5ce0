// Which slices of a volume are meant by words of the command line.
#pragma once

#include "app/cli/lengths.h"
#include "scene/slice_sheet.h"
#include "volume/world_convention.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// --axis, --plane, --at and --grid.
class SlicePlaces {
public:
    /// In the group of options that is under way.
    void add_to(CLI::App &command);

    /// The slices, in their order, and how they are laid out. Sizes and texts stay as they are.
    /// @throws UsageError for places beside the volume, more than slice_limit slices, and a grid that is too small
    void choose(const Grid &grid, const OuterWorld &world, SliceSheet &sheet) const;

private:
    /// A place along the axis: a number of a slice, a coordinate of the world, or a share of the way.
    struct Place {
        WrittenLength length;
        bool is_share = false; ///< length.value in [0, 1]
    };
    struct Range {
        Place first, last;
        std::optional<WrittenLength> step; ///< empty: one place, `first`
    };

    std::string axis_ = "auto";
    std::optional<glm::dvec4> plane_; ///< normal, of the user's world, and distance
    bool has_distance_ = false;
    std::vector<Range> ranges_;
    std::optional<glm::ivec2> grid_;

    static Place place_of(const std::string &word, const std::string &text);
    void accept_places(const std::vector<std::string> &words);
    void turn(const Grid &grid, const OuterWorld &world, SheetSlice &slice) const;
    std::vector<double> steps(const Grid &grid, const OuterWorld &world, const SheetSlice &slice) const;
};

constexpr int slice_limit = 4096;

} // namespace voxmarch
