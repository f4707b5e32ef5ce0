// Imaris 5.5: levels, times and channels are groups in each other; texts are arrays of characters.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/channel_colors.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

/// Members "NAME 0", "NAME 1", ... of a group, as far as they follow each other.
std::uint64_t count_of(const Tree &tree, const std::string &group, const char *name) {
    std::uint64_t count = 0;
    while (tree.find(fmt::format("{}/{} {}", group, name, count))) {
        ++count;
    }
    return count;
}

/// The only number of a text.
std::optional<double> number_of(const Object *object, const std::string &attribute) {
    const auto numbers = object ? object->numbers(attribute) : std::vector<double>{};
    return numbers.size() == 1 ? std::optional(numbers[0]) : std::nullopt;
}

/// Channels by what the file says of each.
std::vector<ChannelInfo> stated_channels(const Tree &tree, std::uint64_t count) {
    std::vector<StatedChannel> channels(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Object *told = tree.find(fmt::format("/DataSetInfo/Channel {}", i));
        if (!told) {
            continue;
        }
        ChannelInfo &info = channels[i].info;
        info.name = told->text("Name");
        channels[i].wavelength = number_of(told, "LSMEmissionWavelength"); // nm
        const auto color = told->numbers("Color");
        const bool is_table = told->text("ColorMode") == "TableColor";
        if (color.size() == 3 && !is_table &&
            std::ranges::all_of(color, [](double part) { return part >= 0.0 && part <= 1.0; })) {
            info.color = glm::dvec3(color[0], color[1], color[2]);
        }
    }
    return channel_infos(std::move(channels));
}

/// Seconds since 1970 of "2020-01-01 00:00:00.000".
std::optional<double> seconds_of(const std::string &stamp) {
    const auto words = text::words(stamp);
    const auto date = words.size() == 2 ? text::split(words[0], '-') : std::vector<std::string>{};
    const auto clock = words.size() == 2 ? text::split(words[1], ':') : std::vector<std::string>{};
    if (date.size() != 3 || clock.size() != 3) {
        return {};
    }
    const auto year = text::to_integer(date[0]), month = text::to_integer(date[1]), day = text::to_integer(date[2]);
    const auto hours = text::to_double(clock[0]), minutes = text::to_double(clock[1]),
               seconds = text::to_double(clock[2]);
    if (!year || !month || !day || !hours || !minutes || !seconds || *year < 1 || *year > 9999 || *month < 1 ||
        *month > 12 || *day < 1 || *day > 31) {
        return {};
    }
    const std::chrono::year_month_day whole{std::chrono::year(static_cast<int>(*year)),
                                            std::chrono::month(static_cast<unsigned>(*month)),
                                            std::chrono::day(static_cast<unsigned>(*day))};
    const auto days = std::chrono::sys_days(whole).time_since_epoch().count();
    return static_cast<double>(days) * 86400.0 + *hours * 3600.0 + *minutes * 60.0 + *seconds;
}

/// Seconds since the first time, from the stamps of all; nothing where one is missing or all are the same.
TimeAxis stated_times(const Tree &tree, std::uint64_t count) {
    const Object *told = tree.find("/DataSetInfo/TimeInfo");
    TimeAxis axis;
    for (std::uint64_t i = 0; told && count > 1 && i < count; ++i) {
        const auto at = seconds_of(told->text(fmt::format("TimePoint{}", i + 1)));
        if (!at) {
            return {};
        }
        axis.at.push_back(*at);
    }
    for (std::size_t i = axis.at.size(); i > 0; --i) {
        double &at = axis.at[i - 1];
        at = std::round((at - axis.at.front()) * 1e6) / 1e6; // stamps have three digits, doubles do not
    }
    axis.unit = "s";
    const bool tells = std::ranges::any_of(axis.at, [](double at) { return at != 0.0 && std::isfinite(at); });
    return tells ? axis : TimeAxis{};
}

/// Voxels of one level: data sets are padded to whole chunks, the channel's group tells how many count.
std::array<int, 3> image_size(const Tree &tree, const Object &set, const fs::path &file) {
    const Object *group = tree.find(set.parent());
    const Object *image = tree.find("/DataSetInfo/Image");
    std::array<std::int64_t, 3> dims{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const char letter = "XYZ"[axis];
        const auto padded = static_cast<std::int64_t>(std::min<std::uint64_t>(set.data->shape[2 - axis], 1U << 31));
        const bool is_finest = set.path.starts_with("/DataSet/ResolutionLevel 0/");
        const auto stated = number_of(group, fmt::format("ImageSize{}", letter));
        const auto whole = is_finest ? number_of(image, std::string(1, letter)) : std::nullopt;
        const double size = stated.value_or(whole.value_or(static_cast<double>(padded)));
        if (!(size >= 1.0 && size <= static_cast<double>(padded)) || size != std::floor(size)) {
            throw FileError(file, fmt::format("its {} claims {:g} voxels along {}, but {} are there", set.path, size,
                                              letter, padded));
        }
        dims[axis] = static_cast<std::int64_t>(size);
    }
    return checked_dims(dims, file);
}

const Object &set_of(const Tree &tree, std::uint64_t level, std::uint64_t time, std::uint64_t channel,
                     const fs::path &file) {
    const std::string path =
        fmt::format("/DataSet/ResolutionLevel {}/TimePoint {}/Channel {}/Data", level, time, channel);
    const Object *set = tree.find(path);
    if (!set || !set->data || !set->data->type || !set->data->refusal.empty() || set->data->shape.size() != 3) {
        throw FileError(file, fmt::format("is an Imaris file whose {} {}", path,
                                          !set || !set->data           ? "is missing"
                                          : set->data->refusal.empty() ? "is no volume of numbers"
                                                                       : "cannot be read: " + set->data->refusal));
    }
    return *set;
}

/// The image's box is the same at every level.
struct ImageBox {
    glm::dvec3 low{0.0}, high{0.0};
    bool is_stated = false;
};

ImageBox box_of(const Object *image) {
    ImageBox box;
    box.is_stated = true;
    for (int axis = 0; axis < 3; ++axis) {
        const auto low = number_of(image, fmt::format("ExtMin{}", axis));
        const auto high = number_of(image, fmt::format("ExtMax{}", axis));
        box.is_stated = box.is_stated && low && high && *high > *low;
        box.low[axis] = low.value_or(0.0);
        box.high[axis] = high.value_or(0.0);
    }
    return box;
}

Grid grid_of(const std::array<int, 3> &dims, const ImageBox &box, const ScaledUnit &unit) {
    Grid grid;
    grid.dims = dims;
    if (box.is_stated) {
        grid.spacing = (box.high - box.low) / grid.dims_d();
        grid.origin = box.low + 0.5 * grid.spacing;
        set_unit(grid, unit);
    }
    return grid;
}

} // namespace

FoundVolume find_imaris(const Tree &tree, const ReadOptions &options, const fs::path &file) {
    FoundVolume found;
    VolumeHeader &header = found.header;
    header.format = "Imaris";
    const std::uint64_t levels = count_of(tree, "/DataSet", "ResolutionLevel");
    const std::uint64_t level = chosen_number("level", options.level, levels, file, Remedy::coarser_level);
    const std::string group = fmt::format("/DataSet/ResolutionLevel {}", level);
    const std::uint64_t times = count_of(tree, group, "TimePoint");
    if (times == 0) {
        throw FileError(file, fmt::format("is an Imaris file without times in {}", group));
    }
    const std::uint64_t time = chosen_number("time point", options.time, times, file, Remedy::time);
    const std::uint64_t channels = count_of(tree, fmt::format("{}/TimePoint {}", group, time), "Channel");
    if (channels == 0) {
        throw FileError(file, fmt::format("is an Imaris file without channels in {}/TimePoint {}", group, time));
    }
    const std::uint64_t channel = chosen_number("channel", options.channel, channels, file, Remedy::channel);
    header.channels = stated_channels(tree, channels);
    header.times = static_cast<int>(times);
    found.time_axis = stated_times(tree, times);
    note_choice(header, "channel", channel, channels, header.channels[channel].name, Remedy::channel);
    note_choice(header, "time point", time, times, "", Remedy::time);

    const Object &set = set_of(tree, level, time, channel, file);
    found.data = *set.data;
    const auto dims = image_size(tree, set, file);
    found.selection = {set.path, found.data.type.value(), {0, 0, 0}, {2, 1, 0}, dims};
    const Object *image = tree.find("/DataSetInfo/Image");
    const ImageBox box = box_of(image);
    const std::string unit_word = image ? image->text("Unit") : "";
    const ScaledUnit unit = scaled_unit_from_text(unit_word).value_or(ScaledUnit{});
    header.grid = grid_of(dims, box, unit);
    if (!box.is_stated) {
        header.placement = Placement::none;
        header.notes.emplace_back(unstated_spacing_note());
    }
    for (std::uint64_t other = level; other < levels; ++other) {
        found.levels.push_back(grid_of(image_size(tree, set_of(tree, other, time, channel, file), file), box, unit));
    }
    return found;
}

} // namespace voxmarch::hdf5
