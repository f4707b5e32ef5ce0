// Where the voxels of a data set lie, by attributes and by the data sets of its axes.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/file_grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

/// What an axis of a data set says.
struct AxisPlace {
    double first = 0.0, step = 1.0;
    std::string unit;
    bool is_stated = false;
};

/// Attributes of a data set that hold the distances of voxels, z first.
struct SpacingAttribute {
    const char *name;
    LengthUnit unit;
};

constexpr SpacingAttribute spacing_attributes[] = {{"element_size_um", LengthUnit::micrometer},
                                                   {"voxel_size", LengthUnit::unknown},
                                                   {"resolution", LengthUnit::unknown},
                                                   {"spacing", LengthUnit::unknown}};

std::string unit_of(const Object &object) {
    const std::string unit = object.text("units");
    return unit.empty() ? object.text("unit") : unit;
}

/// "z:y:x", "[z,y,x]" or one text an axis.
std::vector<std::string> named_axes(const Object *group, const Object &object) {
    const Object &from = group && group->attributes.contains("axes") ? *group : object;
    const auto found = from.attributes.find("axes");
    if (found == from.attributes.end()) {
        return {};
    }
    std::vector<std::string> names = found->second.texts;
    if (names.size() == 1 && object.data->shape.size() > 1) {
        std::string all = names[0];
        std::erase_if(all, [](char c) { return c == '[' || c == ']'; });
        std::ranges::replace(all, ',', ':');
        names = text::split(all, ':');
    }
    return names.size() == object.data->shape.size() ? names : std::vector<std::string>{};
}

/// The data sets that say where the entries of each axis lie; null for axes of which nothing is said.
std::vector<const Object *> axis_sets(const Tree &tree, const Object *group, const Object &object) {
    std::vector<const Object *> sets(object.data->shape.size(), nullptr);
    const auto names = named_axes(group, object);
    for (std::size_t axis = 0; axis < sets.size(); ++axis) {
        const std::string &scale = object.data->axis_sets.empty() ? "" : object.data->axis_sets[axis];
        if (!names.empty() && names[axis] != ".") {
            sets[axis] = tree.find((group ? group->path : object.parent()) + "/" + text::trim(names[axis]));
        } else if (!scale.empty()) {
            sets[axis] = tree.find(scale);
        }
    }
    return sets;
}

AxisPlace place_of(const Object *set, std::uint64_t length, std::vector<Note> &notes) {
    AxisPlace place;
    if (!set || !set->data || set->data->values.size() != length) {
        return place;
    }
    const auto &values = set->data->values;
    const double extent = values.back() - values.front();
    place.unit = unit_of(*set);
    place.first = values.front();
    place.is_stated = true;
    if (length == 1) {
        return place;
    }
    place.step = extent / static_cast<double>(length - 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double even = place.first + static_cast<double>(i) * place.step;
        if (!(std::abs(values[i] - even) <= 1e-3 * std::abs(place.step) + 1e-6 * std::abs(even))) {
            notes.emplace_back(
                fmt::format("The entries of its axis {} are not evenly spaced; the volume is shown as if "
                            "they were, {:g} apart.",
                            set->path, std::abs(place.step)));
            break;
        }
    }
    if (!(std::abs(place.step) > 0.0) || !std::isfinite(place.step) || !std::isfinite(place.first)) {
        notes.emplace_back(fmt::format("Its axis {} states no distances; 1 is assumed.", set->path));
        return {};
    }
    return place;
}

/// Distances along x, y, z from an attribute. @return whether there is one
bool take_attribute(FoundVolume &found, const Object &object, const AxisRoles &roles) {
    for (const auto &[name, unit] : spacing_attributes) {
        std::vector<double> sizes = object.numbers(name);
        if (sizes.empty()) {
            continue;
        }
        const bool sound = sizes.size() >= 2 && sizes.size() <= 3 &&
                           std::ranges::all_of(sizes, [](double size) { return size > 0.0; });
        if (!sound) {
            found.header.notes.emplace_back(
                fmt::format("Its attribute {} is no distance of voxels along z, y, x, and is ignored.", name));
            continue;
        }
        std::ranges::reverse(sizes);
        Grid &grid = found.header.grid;
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
            grid.spacing[static_cast<int>(axis)] = sizes[axis];
        }
        const std::vector<double> offset = object.numbers("offset");
        if (offset.size() == 3 && sizes.size() == 3) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                grid.origin[roles.world[axis]] = offset[2 - axis];
            }
        }
        if (unit != LengthUnit::unknown) {
            grid.unit = unit;
        } else if (const auto stated = scaled_unit_from_text(unit_of(object))) {
            set_unit(grid, *stated);
        }
        found.header.placement = Placement::spacing;
        return true;
    }
    return false;
}

} // namespace

void place_plain(FoundVolume &found, const Tree &tree, const Object &object, const Object *group,
                 const AxisRoles &roles, const fs::path &file) {
    VolumeHeader &header = found.header;
    header.placement = Placement::none;
    const bool has_attribute = take_attribute(found, object, roles);
    glm::dmat3 directions(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        directions[axis][roles.world[static_cast<std::size_t>(axis)]] = 1.0;
    }
    header.grid.direction = directions;
    const auto sets = axis_sets(tree, group, object);
    std::array<AxisPlace, 3> places;
    std::vector<std::string> units;
    bool is_stated = false;
    for (std::size_t axis = 0; axis < 3 && !has_attribute; ++axis) {
        const auto from = roles.space[axis];
        if (from.has_value()) {
            places[axis] = place_of(sets[*from], object.data->shape[*from], header.notes);
            is_stated = is_stated || places[axis].is_stated;
            units.push_back(places[axis].unit);
        }
    }
    if (is_stated) {
        const AxisUnits unit = axis_units(units, header.notes);
        glm::dmat3 steps = directions;
        glm::dvec3 origin(0.0);
        for (int axis = 0; axis < 3; ++axis) {
            const AxisPlace &place = places[static_cast<std::size_t>(axis)];
            steps[axis] *= place.step * unit.factors[axis];
            origin[roles.world[static_cast<std::size_t>(axis)]] = place.first * unit.factors[axis];
        }
        set_axes(header.grid, steps, file);
        set_origin(header.grid, origin, file);
        header.grid.unit = unit.unit;
        header.placement = Placement::whole;
    }
    if (!has_attribute && !is_stated) {
        header.notes.emplace_back(unstated_spacing_note());
    }
}

} // namespace voxmarch::hdf5
