// Chooses axes and levels of an image, and places them in the world.
#include "volume/bricks/zarr/zarr_volume.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/volume_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch::zarr {

namespace {

std::uint64_t chosen(const char *what, int wanted, std::uint64_t there, const std::filesystem::path &file,
                     Remedy remedy) {
    if (wanted >= 0 && static_cast<std::uint64_t>(wanted) < there) {
        return static_cast<std::uint64_t>(wanted);
    }
    throw UsageError(there == 1 ? fmt::format("{} has no {} {}, but one only, number 0", file.string(), what, wanted)
                                : fmt::format("{} has no {} {}, but {} of them, 0 to {}", file.string(), what, wanted,
                                              there, there - 1),
                     {{remedy}});
}

// Which of x, y, z an axis of space is: by its name, else by how many come after it.
std::optional<std::size_t> place_of(const std::vector<Axis> &axes, std::size_t axis) {
    const std::string name = text::lower(axes[axis].name);
    if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') {
        return static_cast<std::size_t>(name[0] - 'x');
    }
    const auto behind = std::count_if(axes.begin() + static_cast<std::ptrdiff_t>(axis) + 1, axes.end(),
                                      [](const Axis &other) { return other.type == "space"; });
    return behind < 3 ? std::optional(static_cast<std::size_t>(behind)) : std::nullopt;
}

bool is_coarser(const std::array<int, 3> &coarse, const std::array<int, 3> &fine) {
    return coarse != fine && coarse[0] <= fine[0] && coarse[1] <= fine[1] && coarse[2] <= fine[2];
}

std::string name_of_source(const Store &store) {
    std::string path = std::filesystem::absolute(store.path_of("")).lexically_normal().string();
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    return std::filesystem::path(path).filename().string();
}

} // namespace

ZarrVolume::ZarrVolume(std::unique_ptr<Store> store, const ReadOptions &options) : store_(std::move(store)) {
    const Image image = read_image(*store_);
    auto array = read_array(*store_, image.levels.front().key);
    if (!array) {
        throw FileError(image.metadata,
                        fmt::format("the array '{}' that it names is missing", image.levels.front().key));
    }
    header_.format = image.is_described ? "OME-Zarr" : "Zarr";
    header_.name = name_of_source(*store_);
    set_type(header_, array->type);
    if (!image.is_described) {
        header_.notes.push_back({"The array says nothing of its axes and of the distance of voxels: the last axis is "
                                 "taken as x; cubic voxels are assumed.",
                                 {{Remedy::spacing}}});
    }
    const AxisChoice choice = choose_axes(image, *array, options);
    add_levels(image, *array, choice);
    place(image, choice);
    for (const Level &level : levels_) {
        stored_dims_.push_back(level.chunks.dims());
    }
    begin_at(options.level);
}

void ZarrVolume::begin_at(int level) {
    if (level < 0 || static_cast<std::size_t>(level) >= levels_.size()) {
        throw UsageError(fmt::format("{} has no level {}, but {} of them, from 0 on", store_->path_of("").string(),
                                     level, levels_.size()));
    }
    header_.grid = grid(level, header_.grid);
    levels_ =
        std::vector<Level>(std::make_move_iterator(levels_.begin() + level), std::make_move_iterator(levels_.end()));
}

AxisChoice ZarrVolume::choose_axes(const Image &image, const Array &array, const ReadOptions &options) {
    if (array.shape.size() != image.axes.size()) {
        throw FileError(store_->path_of(array.key),
                        fmt::format("has {} axes, but its image has {}", array.shape.size(), image.axes.size()));
    }
    AxisChoice choice;
    choice.place.resize(array.shape.size());
    bool has_times = false, has_channels = false;
    for (std::size_t axis = 0; axis < image.axes.size(); ++axis) {
        const Axis &what = image.axes[axis];
        const std::uint64_t length = array.shape[axis];
        is_only_volume_ = is_only_volume_ && (what.type == "space" || length == 1);
        if (what.type == "space") {
            const auto place = place_of(image.axes, axis);
            if (!place || choice.axis[*place]) {
                throw FileError(image.metadata, "its axes of space are not x, y and z");
            }
            choice.axis[*place] = axis;
        } else if (what.type == "time" && !std::exchange(has_times, true)) {
            choice.place[axis] = choose("time", options.time, length, Remedy::time);
            header_.times = static_cast<int>(std::min<std::uint64_t>(length, 65536));
            if (length > 1 && image.states_place && (!what.unit.empty() || image.levels.front().scale[axis] != 1.0)) {
                time_axis_ = even_times(static_cast<std::size_t>(header_.times), image.levels.front().scale[axis],
                                        time_unit(what.unit), image.levels.front().translation[axis]);
            }
        } else if (what.type == "channel" && !std::exchange(has_channels, true)) {
            choice.place[axis] = choose("channel", options.channel, length, Remedy::channel);
            header_.channels = image.channels;
            header_.channels.resize(std::min<std::uint64_t>(length, 65536));
        } else if (length > 1) {
            throw FileError(
                image.metadata,
                fmt::format("its axis '{}' of {} entries is neither space, time nor channel", what.name, length));
        }
    }
    if (!choice.axis[0] || !choice.axis[1]) {
        throw FileError(image.metadata, "has no axes x and y");
    }
    if (!has_times) {
        choose("time", options.time, 1, Remedy::time);
    }
    if (!has_channels) {
        choose("channel", options.channel, 1, Remedy::channel);
    }
    return choice;
}

std::uint64_t ZarrVolume::choose(const char *what, int wanted, std::uint64_t there, Remedy remedy) {
    const std::uint64_t number = chosen(what, wanted, there, store_->path_of(""), remedy);
    if (there > 1) {
        header_.notes.push_back(
            {fmt::format("It has {} {}s, 0 to {}; number {} is read.", there, what, there - 1, number), {{remedy}}});
    }
    return number;
}

// Levels that are no coarser than the one before end the list.
void ZarrVolume::add_levels(const Image &image, const Array &first, const AxisChoice &choice) {
    for (std::size_t number = 0; number < image.levels.size(); ++number) {
        const LevelPlace &place = image.levels[number];
        auto array = number == 0 ? std::optional(first) : read_array(*store_, place.key);
        if (!array) {
            throw FileError(store_->path_of(place.key), "the array of a level is missing");
        }
        require_same_kind(*array, first, choice);
        Level level{Chunks(*store_, caches_, std::move(*array), choice, static_cast<int>(number))};
        for (std::size_t i = 0; i < 3; ++i) {
            if (const std::optional<std::size_t> &axis = choice.axis[i]; axis.has_value()) {
                level.scale[static_cast<int>(i)] = place.scale[*axis];
                level.translation[static_cast<int>(i)] = place.translation[*axis];
            }
        }
        if (number > 0 && !is_coarser(level.chunks.dims(), levels_.back().chunks.dims())) {
            header_.notes.emplace_back(fmt::format(
                "Level {} is not coarser than the one before; it and those behind it are left out.", number));
            return;
        }
        levels_.push_back(std::move(level));
    }
}

void ZarrVolume::require_same_kind(const Array &level, const Array &first, const AxisChoice &choice) const {
    const auto file = store_->path_of(level.key);
    if (level.shape.size() != first.shape.size() || level.type != first.type) {
        throw FileError(file, "has other axes, or voxels of another type, than the first level");
    }
    for (std::size_t axis = 0; axis < choice.place.size(); ++axis) {
        if (choice.place[axis] >= level.shape[axis]) {
            throw FileError(file, fmt::format("has {} entries along axis {}, but number {} is read", level.shape[axis],
                                              axis, choice.place[axis]));
        }
    }
}

void ZarrVolume::place(const Image &image, const AxisChoice &choice) {
    Grid &grid = header_.grid;
    grid.dims = levels_.front().chunks.dims();
    std::vector<std::string> words;
    for (const auto axis : choice.axis) {
        if (axis) {
            words.push_back(image.axes[*axis].unit);
        }
    }
    const AxisUnits units = axis_units(words, header_.notes);
    for (Level &level : levels_) {
        // What is not said follows from the numbers of voxels.
        for (int axis = 0; axis < 3 && !image.states_place; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            level.scale[axis] = static_cast<double>(grid.dims[i]) / level.chunks.dims()[i];
            level.translation[axis] = 0.5 * (level.scale[axis] - 1.0);
        }
        level.scale *= units.factors;
        level.translation *= units.factors;
    }
    glm::dmat3 step(1.0);
    for (int axis = 0; axis < 3; ++axis) {
        step[axis] *= levels_.front().scale[axis];
    }
    set_axes(grid, step, image.metadata);
    set_origin(grid, levels_.front().translation, image.metadata);
    grid.unit = units.unit;
    header_.placement = image.states_place ? Placement::whole : Placement::none;
    if (image.is_described && !image.states_place) {
        header_.notes.push_back(unstated_spacing_note());
    }
    if (image.own) {
        take_own_place(*image.own);
    }
}

// Directions of our own metadata hold where the two agree on the rest.
void ZarrVolume::take_own_place(const OwnPlace &own) {
    const glm::dvec3 apart = glm::abs(own.spacing - header_.grid.spacing);
    if (glm::any(glm::greaterThan(apart, 1e-9 * header_.grid.spacing)) ||
        unit_from_text(own.unit) != header_.grid.unit) {
        header_.notes.emplace_back("Its directions are ignored: they belong to another distance of voxels.");
        return;
    }
    glm::dmat3 step = own.direction;
    for (int axis = 0; axis < 3; ++axis) {
        step[axis] *= own.spacing[axis];
    }
    set_axes(header_.grid, step, store_->path_of("zarr.json"));
    set_origin(header_.grid, own.origin, store_->path_of("zarr.json"));
    header_.grid.anatomical = own.anatomical;
}

Grid ZarrVolume::grid(int level, const Grid &first) const {
    const Level &fine = levels_.front(), &coarse = levels_.at(static_cast<std::size_t>(level));
    Grid grid = first;
    grid.dims = coarse.chunks.dims();
    grid.spacing = first.spacing * glm::abs(coarse.scale / fine.scale);
    const glm::dvec3 voxel = (coarse.translation - fine.translation) / fine.scale; // of level 0
    grid.origin = first.origin + first.direction * (first.spacing * voxel);
    return grid;
}

} // namespace voxmarch::zarr
