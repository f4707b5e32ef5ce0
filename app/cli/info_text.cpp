// Lays out header, orientation, histogram and memory plan as rows of text.
#include "app/cli/info_text.h"

#include "app/cli/color_names.h"
#include "app/cli/volume_plan.h"
#include "app/remedy_text.h"
#include "volume/voxel_directions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int drawn_rows = 8;

std::string size_text(std::uint64_t bytes) {
    return bytes < (1 << 20) ? fmt::format("{:.1f} KiB", static_cast<double>(bytes) / (1 << 10))
                             : fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

std::string row(std::string_view name, std::string_view value) { return fmt::format("  {:<13}{}\n", name, value); }

std::string orientation_text(const Grid &grid) {
    const double angle = obliqueness(grid);
    const std::string oblique = angle > oblique_from ? fmt::format("oblique by {:.1f} degrees; ", angle) : "";
    if (!grid.anatomical) {
        return oblique + (grid.direction == glm::dmat3(1.0) ? "voxel axes are the world's"
                                                            : "voxel axes are turned in the world");
    }
    static const std::string words[] = {"right", "left", "anterior", "posterior", "inferior", "superior"};
    std::string text;
    for (const char letter : orientation_letters(grid)) {
        for (const std::string &word : words) {
            if (std::tolower(letter) == word[0]) {
                text += (text.empty() ? "" : ", ") + word;
            }
        }
    }
    return fmt::format("{}{}: x, y, z of the voxels point {}{}", oblique, orientation_letters(grid),
                       oblique.empty() ? "" : "nearest to ", text);
}

/// Numbers of the channels with the names and colours that they have.
std::string channels_text(const VolumeHeader &header) {
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, header.channels.size()); ++i) {
        const std::string &name = header.channels[i].name;
        text += fmt::format("{}{}{}{}", i == 0 ? "" : ", ", i, name.empty() ? "" : " ", name);
        if (const auto &color = header.channels[i].color; color && !header.channels_are_colors) {
            text += " " + color_code(glm::vec3(*color));
        }
    }
    return header.channels.size() > most ? fmt::format("{}, ... {}", text, header.channels.size() - 1) : text;
}

/// World directions of the voxel axes.
std::string direction_text(const Grid &grid, const OuterWorld &world) {
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = without_rounding(world.from_world(grid.direction[axis]), 1.0);
        text +=
            fmt::format("{}{} ({:.6g}, {:.6g}, {:.6g})", axis > 0 ? ", " : "", "xyz"[axis], along.x, along.y, along.z);
    }
    return text;
}

/// Columns of height log(1 + count), so that a few bright voxels show beside the air.
std::string histogram_text(const DrawnHistogram &histogram, bool utf8) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::vector<std::uint64_t> &bins = histogram.counts;
    const double highest = std::log1p(static_cast<double>(*std::max_element(bins.begin(), bins.end())));
    std::string text = fmt::format("\n  histogram, {} bin{}, voxels on a logarithmic scale\n", bins.size(),
                                   bins.size() == 1 ? "" : "s");
    for (int level = drawn_rows - 1; level >= 0; --level) {
        text += "  |";
        for (const std::uint64_t count : bins) {
            const double height = highest > 0.0 ? std::log1p(static_cast<double>(count)) / highest * drawn_rows : 0.0;
            const double part = std::clamp(height - level, 0.0, 1.0);
            text += utf8 ? eighths[static_cast<int>(std::ceil(part * 8.0))] : part > 0.0 ? "#" : " ";
        }
        text += '\n';
    }
    const std::string low = fmt::format("{:g}", histogram.range.min);
    const std::size_t width = std::max(bins.size(), low.size() + 12);
    return text +
           fmt::format("  +{:-<{}}\n   {}{:>{}g}\n", "", bins.size(), low, histogram.range.max, width - low.size());
}

/// Puts neighbouring bins together, in each the same number of them.
DrawnHistogram merged(const Histogram &histogram) {
    const std::size_t counted = histogram.counts.size();
    const std::size_t together = (counted + drawn_bins - 1) / drawn_bins;
    DrawnHistogram drawn;
    drawn.counts.assign((counted + together - 1) / together, 0);
    for (std::size_t i = 0; i < counted; ++i) {
        drawn.counts[i / together] += histogram.counts[i];
    }
    drawn.range = histogram.range;
    if (drawn.counts.size() * together > counted) {
        drawn.range.max += histogram.bin_width() * static_cast<double>(drawn.counts.size() * together - counted);
    }
    return drawn;
}

} // namespace

std::string orientation_letters(const Grid &grid) {
    const std::string letters = to_text(VoxelDirections{grid.direction, true});
    return fmt::format("{} {} {}", letters[0], letters[1], letters[2]);
}

std::array<double, info_percentiles.size()> info_shares() {
    std::array<double, info_percentiles.size()> shares{};
    std::ranges::transform(info_percentiles, shares.begin(), [](double percent) { return percent / 100.0; });
    return shares;
}

ValueSummary summarise(const ValueStatistics &statistics, ScalarType type) {
    const bool integers = type != ScalarType::f32;
    const Histogram &coarse = statistics.coarse;
    ValueSummary summary;
    summary.range = statistics.range;
    summary.mean = coarse.mean;
    summary.non_finite = statistics.non_finite;
    if (const auto finite = double(coarse.total - summary.non_finite); finite > 0.0) {
        summary.mean -= (summary.range.min - summary.mean) * double(summary.non_finite) / finite;
    }
    std::ranges::copy(statistics.percentiles, summary.percentiles.begin());
    if (const double floor = noise_floor(coarse); floor > coarse.range.min) {
        summary.noise_floor = integers ? std::floor(floor) : floor;
        // Half a value up lies the edge of the floor's bin.
        summary.share_above_floor = statistics.fine.share_above(integers ? *summary.noise_floor + 0.5 : floor);
    }
    summary.histogram = merged(statistics.fine);
    return summary;
}

std::string header_text(const VolumeHeader &header, const TimeAxis &times, const OuterWorld &world) {
    const Grid &grid = header.grid;
    const glm::dvec3 whole = grid.dims_d() * grid.spacing;
    const glm::dvec3 origin = without_rounding(world.from_world(grid.origin), glm::length(whole));
    const std::string unit = unit_suffix(grid.unit);
    std::string text = fmt::format("{} ({})\n", header.name, header.format);
    text += row("voxels", fmt::format("{} x {} x {} {}, {}", grid.dims[0], grid.dims[1], grid.dims[2],
                                      name_of(header.type), size_text(header.byte_count())));
    text += row("spacing", fmt::format("{:g} x {:g} x {:g}{}", grid.spacing.x, grid.spacing.y, grid.spacing.z, unit));
    text += row("size", fmt::format("{:g} x {:g} x {:g}{}", whole.x, whole.y, whole.z, unit));
    text += row("origin",
                fmt::format("{:g}, {:g}, {:g}{} (centre of the first voxel)", origin.x, origin.y, origin.z, unit));
    text += row("world", world.text());
    text += row("orientation", orientation_text(grid));
    if (obliqueness(grid) > oblique_from) {
        text += row("directions", direction_text(grid, world));
    }
    if (header.channels.size() > 1) {
        text +=
            row("channels", channels_text(header) +
                                (header.channels_are_colors ? "; drawn as colours" : "; drawn together, at most four"));
    }
    if (header.times > 1) {
        const std::string when = times_text(times);
        text += row("times", fmt::format("{}{}", header.times, when.empty() ? "" : " (" + when + ")"));
    }
    for (const std::string &note : notes_of(header)) {
        text += row("note", note);
    }
    return text;
}

std::vector<std::string> notes_of(const VolumeHeader &header) {
    std::vector<std::string> notes;
    for (const Note &note : header.notes) {
        notes.push_back(command_line_text(note));
    }
    return notes;
}

std::string levels_text(const std::vector<Grid> &levels) {
    std::string text;
    for (std::size_t level = 0; level < levels.size() && levels.size() > 1; ++level) {
        const Grid &grid = levels[level];
        text += row(fmt::format("level {}", level),
                    fmt::format("{} x {} x {}, spacing {:g} x {:g} x {:g}{}", grid.dims[0], grid.dims[1], grid.dims[2],
                                grid.spacing.x, grid.spacing.y, grid.spacing.z, unit_suffix(grid.unit)));
    }
    return text;
}

std::string values_text(const ValueSummary &values, bool utf8) {
    std::string percentiles;
    for (std::size_t i = 0; i < info_percentiles.size(); ++i) {
        percentiles += fmt::format("{}{:g} %: {:g}", i == 0 ? "" : ", ", info_percentiles[i], values.percentiles[i]);
    }
    std::string text =
        row("range", fmt::format("{:g} .. {:g}, mean {:g}", values.range.min, values.range.max, values.mean));
    text += row("percentiles", percentiles);
    text += row("noise floor", values.noise_floor ? fmt::format("{:g}; {:.2f} % of the voxels lie above it",
                                                                *values.noise_floor, 100.0 * values.share_above_floor)
                                                  : "none, there is no peak of background values");
    if (values.non_finite > 0) {
        text += row("not finite",
                    fmt::format("{} voxels are NaN or infinite: not in mean and percentiles, drawn as the minimum",
                                values.non_finite));
    }
    return text + histogram_text(values.histogram, utf8);
}

std::string plan_text(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason) {
    std::string text = fmt::format("\n  memory on {}\n", device ? device->name : "a device");
    for (const MemoryPlanItem &item : plan.items) {
        text += fmt::format("  {:<16} {:>14}  {}\n", item.name, size_text(item.bytes), item.when);
    }
    text += fmt::format("  {:<16} {:>14}  ", "all together", size_text(plan.total));
    if (!device) {
        return text + fmt::format("not compared with a device: {}\n", reason);
    }
    if (plan.fits) {
        return text + "fits\n";
    }
    return text + fmt::format("does not fit: {}; {}\n", limit_text(plan), advice(plan));
}

} // namespace voxmarch
