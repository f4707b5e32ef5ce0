// What the axes of a data set mean, and which part of it is one volume.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/components.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

/// One letter of "xyztc" for the names that programs give their axes; 0 for others.
char letter_of(const std::string &name) {
    const std::string lower = text::lower(text::trim(name));
    if (lower.size() == 1 && std::string_view("xyztc").find(lower[0]) != std::string_view::npos) {
        return lower[0];
    }
    return lower == "time" ? 't' : lower == "channel" || lower == "channels" ? 'c' : '\0';
}

/// Vigra's and ilastik's JSON.
std::vector<std::string> tagged_axes(const std::string &tags) {
    std::vector<std::string> names;
    try {
        const auto json = nlohmann::json::parse(tags);
        for (const auto &axis : json.at("axes")) {
            names.push_back(axis.at("key").get<std::string>());
        }
    } catch (const nlohmann::json::exception &) {
        names.clear();
    }
    return names;
}

/// Names of all axes, slowest first; empty if the file does not name each of them by a letter that we know.
std::string axis_letters(const Object &object) {
    const std::size_t rank = object.data->shape.size();
    std::vector<std::string> names = object.data->axes;
    if (const std::string tags = object.text("axistags"); !tags.empty()) {
        names = tagged_axes(tags);
    } else if (const std::string axes = object.text("axes"); names.empty() && axes.size() == rank) {
        for (const char letter : axes) {
            names.emplace_back(1, letter);
        }
    }
    std::string letters;
    for (const std::string &name : names) {
        letters += letter_of(name);
    }
    std::string sorted = letters;
    std::ranges::sort(sorted);
    const bool differ = std::ranges::adjacent_find(sorted) == sorted.end();
    const bool spans = letters.find('x') != std::string::npos && letters.find('y') != std::string::npos;
    return letters.size() == rank && differ && spans && letters.find('\0') == std::string::npos ? letters : "";
}

std::string guessed_letters(const std::vector<std::uint64_t> &shape) {
    const std::size_t rank = shape.size();
    const bool has_values = rank > 3 && shape.back() >= 2 && shape.back() <= 4;
    switch (rank) {
    case 2: return "yx";
    case 3: return "zyx";
    case 4: return has_values ? "zyxc" : "tzyx";
    case 5: return has_values ? "tzyxc" : "tczyx";
    default: return "";
    }
}

} // namespace

AxisRoles roles_of(const Object &object, const fs::path &file) {
    const std::vector<std::uint64_t> &shape = object.data->shape;
    std::string letters = axis_letters(object);
    AxisRoles roles;
    roles.are_named = !letters.empty();
    std::size_t first = 0; // axes of one entry before the others are left out
    if (!roles.are_named) {
        while (shape.size() - first > 3 && shape[first] == 1) {
            ++first;
        }
        letters = guessed_letters({shape.begin() + static_cast<std::ptrdiff_t>(first), shape.end()});
    }
    if (letters.empty() || std::ranges::find(shape, 0U) != shape.end()) {
        throw FileError(file, fmt::format("its data set {} has the shape {}; shapes are z, y, x, before them times and "
                                          "channels, behind them up to four values a voxel",
                                          object.path, fmt::join(shape, "x")));
    }
    std::size_t found = 0;
    for (std::size_t i = letters.size(); i-- > 0;) { // the fastest axis in space is x of the grid
        const std::size_t axis = first + i;
        if (letters[i] == 't') {
            roles.time = axis;
        } else if (letters[i] == 'c') {
            roles.channel = axis;
        } else {
            roles.world[found] = letters[i] - 'x';
            roles.space[found++] = axis;
        }
    }
    roles.world[2] = 3 - roles.world[0] - roles.world[1]; // of an image too
    return roles;
}

void select_volume(FoundVolume &found, const Object &object, const AxisRoles &roles, const ReadOptions &options,
                   const fs::path &file) {
    found.data = *object.data;
    const std::vector<std::uint64_t> &shape = found.data.shape;
    Selection &selection = found.selection;
    selection.path = object.path;
    selection.type = found.data.type.value();
    selection.axes = roles.space;
    selection.start.assign(shape.size(), 0);
    const auto length = [&](std::size_t axis) {
        return static_cast<std::int64_t>(std::min<std::uint64_t>(shape[axis], 1U << 31));
    };
    VolumeHeader &header = found.header;
    if (roles.channel) {
        const std::int64_t count = length(*roles.channel);
        const bool is_last = *roles.channel + 1 == shape.size();
        selection.start[*roles.channel] = static_cast<std::uint64_t>(
            choose_component(count, is_last && look_like_colors(count, selection.type), options, file, header).chosen);
    }
    const Components times = choose_time(roles.time ? length(*roles.time) : 1, options, file, header);
    if (roles.time) {
        selection.start[*roles.time] = static_cast<std::uint64_t>(times.chosen);
    }
    std::array<std::int64_t, 3> dims{1, 1, 1};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (roles.space[axis]) {
            dims[axis] = length(*roles.space[axis]);
        }
    }
    header.grid.dims = selection.dims = checked_dims(dims, file);
}

} // namespace voxmarch::hdf5
