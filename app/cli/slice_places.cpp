// Places along an axis of the voxels or across a plane, and the light box that they fill.
#include "app/cli/slice_places.h"

#include "app/cli/parse.h"
#include "app/cli/typed_options.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/voxel_directions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

namespace voxmarch {

namespace {

const std::vector<std::string> &axis_words() {
    static const std::vector<std::string> words{"auto", "axial", "coronal", "sagittal", "x", "y", "z"};
    return words;
}

int normal_of(const Grid &grid, const std::string &word) {
    if (word.size() == 1) {
        return word[0] - 'x';
    }
    if (!grid.anatomical && word != "auto") {
        throw UsageError(fmt::format("--axis is {}, but this volume states no patient orientation: use x, y or z, or "
                                     "say how it lies with --orientation",
                                     word));
    }
    return voxel_axis_of(grid, word == "sagittal" ? 0 : word == "coronal" ? 1 : 2);
}

/// The rotation of the world that takes one unit vector to another, less than half a turn away.
glm::dmat3 rotation_between(const glm::dvec3 &from, const glm::dvec3 &to) {
    const glm::dvec3 axis = glm::cross(from, to);
    const double sine = glm::length(axis);
    return sine < 1e-12 ? glm::dmat3(1.0)
                        : glm::dmat3(glm::rotate(glm::dmat4(1.0), std::atan2(sine, glm::dot(from, to)), axis / sine));
}

/// Rows and columns of a light box for so many slices, a little wider than high.
glm::ivec2 suited_grid(int count) {
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    return {columns, (count + columns - 1) / columns};
}

} // namespace

SlicePlaces::Place SlicePlaces::place_of(const std::string &word, const std::string &text) {
    Place place;
    const bool share = word.ends_with('%');
    const std::optional<WrittenLength> length = to_length(share ? word.substr(0, word.size() - 1) : word);
    if (!length || (share && (length->unit || length->value < 0.0 || length->value > 100.0))) {
        throw UsageError(fmt::format("--at is '{}'; '{}' must be the number of a slice (24), a coordinate of the world "
                                     "(40mm) or a share of the way (50%)",
                                     text, word));
    }
    place.length = *length;
    place.is_share = share;
    place.length.value /= share ? 100.0 : 1.0;
    return place;
}

void SlicePlaces::accept_places(const std::vector<std::string> &words) {
    ranges_.clear();
    for (const std::string &text : words) {
        for (const std::string &part : text::split(text, ',')) {
            const std::vector<std::string> ends = text::split(part, ':');
            if (ends.size() != 1 && ends.size() != 3) {
                throw UsageError(fmt::format("--at is '{}'; '{}' must be a place, or FIRST:LAST:STEP", text, part));
            }
            Range range{place_of(ends[0], text), {}, {}};
            if (ends.size() == 3) {
                range.last = place_of(ends[1], text);
                const Place step = place_of(ends[2], text);
                const auto kind = [](const Place &one) { return one.is_share ? 0 : one.length.unit ? 1 : 2; };
                if (kind(range.first) != kind(range.last) || kind(step) != kind(range.first) ||
                    !(step.length.value > 0.0)) {
                    throw UsageError(fmt::format("--at is '{}'; of '{}' all three must be numbers of slices, lengths "
                                                 "or shares, and the step above 0",
                                                 text, part));
                }
                range.step = step.length;
            }
            ranges_.push_back(range);
        }
    }
}

void SlicePlaces::add_to(CLI::App &command) {
    add_choice(
        command, "--axis", axis_words(), "axial, else z", [this](std::size_t word) { axis_ = axis_words()[word]; },
        "what the slices lie across; x, y and z are the axes of the\nvoxels");
    add_parsed(
        command, "--plane", "NX,NY,NZ[,D]", "",
        [this](const std::string &text) {
            const std::size_t count = text::split(text, ',').size();
            if (count != 3 && count != 4) {
                throw UsageError(fmt::format("--plane is '{}'; it must be NX,NY,NZ, the direction that the slice lies "
                                             "across, or NX,NY,NZ,D",
                                             text));
            }
            has_distance_ = count == 4;
            const std::vector<double> numbers = parse_numbers(text, has_distance_ ? 4 : 3, ',', "--plane");
            plane_ = glm::dvec4(numbers[0], numbers[1], numbers[2], has_distance_ ? numbers[3] : 0.0);
            if (!(glm::length(glm::dvec3(*plane_)) > 0.0)) {
                throw UsageError("--plane has a normal without length");
            }
        },
        "in the place of --axis: an oblique slice across this direction\nof the world, see --convention, where n . p = "
        "d in the volume's\nunit (default: through its middle)");
    add_words(
        command, "--at", "PLACE[,PLACE..]", [this](const std::vector<std::string> &words) { accept_places(words); },
        "which slices: the number of one (24, from 0), a coordinate of\nthe world along the axis (40mm, 40units), a "
        "share of the way\n(50%), or FIRST:LAST:STEP of these; of --plane distances from it\n(default: the middle, or "
        "as "
        "many as --grid has all over the\nvolume)");
    add_parsed(
        command, "--grid", "CxR", "as square as possible",
        [this](const std::string &text) {
            const PixelSize size = parse_size(text, "--grid");
            grid_ = {size.width, size.height};
            if (size.width * static_cast<long long>(size.height) > slice_limit) {
                throw UsageError(fmt::format("--grid is '{}', at most {} slices make a light box", text, slice_limit));
            }
        },
        "columns and rows of a light box");
}

void SlicePlaces::turn(const Grid &grid, const OuterWorld &world, SheetSlice &slice) const {
    if (!plane_) {
        slice.normal = normal_of(grid, axis_);
        return;
    }
    const glm::dvec3 given = world.to_world(glm::dvec3(*plane_));
    const double length = glm::length(given);
    glm::dvec3 normal = given / length;
    for (int axis = 0; axis < 3; ++axis) {
        constexpr double tie = 1e-9; // of cosines: rounding chooses nothing
        slice.normal = std::abs(glm::dot(normal, grid.direction[axis])) >
                               std::abs(glm::dot(normal, grid.direction[slice.normal])) + tie
                           ? axis
                           : slice.normal;
    }
    const glm::dvec3 along = grid.direction[slice.normal];
    const double sign = glm::dot(normal, along) < 0.0 ? -1.0 : 1.0;
    slice.turned = rotation_between(along, sign * normal);
    if (has_distance_) {
        const glm::dvec3 middle = grid.center();
        const glm::dvec3 on_plane = middle + (plane_->w / length - glm::dot(normal, middle)) * normal;
        slice.center = glm::dvec3(glm::inverse(grid.world_from_voxel()) * glm::dvec4(on_plane, 1.0));
    }
}

// How far from the first slice along the axis, or from the plane, the wanted ones are, in steps across it.
std::vector<double> SlicePlaces::steps(const Grid &grid, const OuterWorld &world, const SheetSlice &slice) const {
    const SliceFrame frame = slice_frame(grid, slice.normal, slice.center, slice.turned);
    const double count = grid.dims_d()[slice.normal];
    const double step = glm::length(grid.direction * (frame.across * grid.spacing)); // world
    const glm::dvec3 across = directions_of(grid, frame)[2];
    const int axis = world_axis_of(grid, slice.normal);
    // How much of the world's coordinate a step is, from which on.
    const double per_step = plane_ ? step : world.from_world(across)[axis] * step;
    const glm::dvec3 first(glm::dvec3(grid.world_from_voxel() * glm::dvec4(slice.center, 1.0)));
    const double from = plane_ ? 0.0 : world.from_world(first)[axis];
    const auto step_of = [&](const Place &place) {
        return place.is_share      ? place.length.value * (count - 1.0)
               : place.length.unit ? (length_on(grid, place.length, "--at") - from) / per_step
                                   : place.length.value;
    };
    std::vector<double> found;
    for (const Range &range : ranges_) {
        const double begin = step_of(range.first);
        if (!range.step) {
            found.push_back(begin);
            continue;
        }
        const double end = step_of(range.last);
        const double stride = range.first.is_share      ? range.step->value * (count - 1.0)
                              : range.first.length.unit ? length_on(grid, *range.step, "--at") / std::abs(per_step)
                                                        : range.step->value;
        const double steps = std::floor(std::abs(end - begin) / stride + 1e-6);
        if (steps + static_cast<double>(found.size()) >= slice_limit) {
            throw UsageError(fmt::format("--at names more than {} slices", slice_limit));
        }
        for (int i = 0; i <= static_cast<int>(steps); ++i) {
            found.push_back(begin + i * (end < begin ? -stride : stride));
        }
    }
    return found;
}

void SlicePlaces::choose(const Grid &grid, const OuterWorld &world, SliceSheet &sheet) const {
    SheetSlice first;
    first.center = (grid.dims_d() - 1.0) / 2.0;
    turn(grid, world, first);
    const double count = grid.dims_d()[first.normal];
    const glm::dvec3 across = slice_frame(grid, first.normal, first.center, first.turned).across;
    if (!plane_) {
        first.center[first.normal] = 0.0;
    }
    std::vector<double> wanted = steps(grid, world, first);
    if (ranges_.empty()) {
        const int cells = grid_ ? grid_->x * grid_->y : 1;
        const int many = plane_ ? cells : std::min(cells, static_cast<int>(count)); // each slice of voxels once
        for (int i = 0; i < many; ++i) {
            // Across a plane from the middle to both sides, by the thickness of the volume there.
            const double share = (i + 0.5) / many;
            wanted.push_back(plane_ ? (many == 1 ? 0.0 : (share - 0.5) * count) : std::floor(share * count));
        }
    }
    sheet.slices.clear();
    for (const double step : wanted) {
        SheetSlice slice = first;
        slice.center += (plane_ ? step : std::round(step)) * across; // the slice of voxels that is nearest
        const glm::dvec3 &center = slice.center;
        if (plane_ && ranges_.empty() && (center[first.normal] < -0.5 || center[first.normal] > count - 0.5)) {
            throw UsageError("--plane does not meet the volume");
        }
        if (center[first.normal] < -0.5 || center[first.normal] > count - 0.5) {
            const auto world_at = [&](double place) {
                glm::dvec3 voxel = first.center;
                voxel[first.normal] = place;
                const glm::dvec3 there(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
                return world.from_world(there)[world_axis_of(grid, first.normal)];
            };
            throw UsageError(fmt::format(
                "--at: there is no slice {:.6g} along this axis, which has the slices 0 .. {:g}, from {:.6g}{} to "
                "{:.6g}{} in coordinates of the world (see --convention for their sign)",
                plane_ ? center[first.normal] : step, count - 1.0, world_at(0.0), unit_suffix(grid.unit),
                world_at(count - 1.0), unit_suffix(grid.unit)));
        }
        sheet.slices.push_back(slice);
    }
    const glm::ivec2 layout = grid_.value_or(suited_grid(static_cast<int>(sheet.slices.size())));
    if (static_cast<std::size_t>(layout.x) * static_cast<std::size_t>(layout.y) < sheet.slices.size()) {
        throw UsageError(
            fmt::format("--grid {}x{} has no room for {} slices", layout.x, layout.y, sheet.slices.size()));
    }
    sheet.columns = layout.x;
    sheet.rows = layout.y;
}

} // namespace voxmarch
