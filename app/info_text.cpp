// Text of `voxmarch info`.
#include "app/info_text.h"

#include "app/volume_plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int drawn_rows = 8;

std::string mib(std::uint64_t bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

std::string row(std::string_view name, std::string_view value) { return fmt::format("  {:<13}{}\n", name, value); }

std::string orientation_text(const Grid &grid) {
    if (!grid.anatomical) {
        return grid.direction == glm::dmat3(1.0) ? "voxel axes are the world's" : "voxel axes are turned in the world";
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
    return fmt::format("{}: x, y, z of the voxels point {}", orientation_letters(grid), text);
}

/// Columns of height log(1 + count), so that a few bright voxels show beside the air.
std::string histogram_text(const Histogram &histogram, bool utf8) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const std::vector<std::uint64_t> bins = drawn_histogram(histogram);
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

} // namespace

std::string orientation_letters(const Grid &grid) {
    constexpr const char *letters[3] = {"RL", "AP", "IS"};
    std::string text;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 direction = grid.direction[axis];
        int nearest = 0;
        for (int i = 1; i < 3; ++i) {
            nearest = std::abs(direction[i]) > std::abs(direction[nearest]) ? i : nearest;
        }
        text += fmt::format("{}{}", axis > 0 ? " " : "", letters[nearest][direction[nearest] > 0 ? 1 : 0]);
    }
    return text;
}

std::vector<std::uint64_t> drawn_histogram(const Histogram &histogram) {
    const std::size_t counted = histogram.counts.size();
    std::vector<std::uint64_t> bins(std::min<std::size_t>(drawn_bins, counted), 0);
    for (std::size_t i = 0; i < counted; ++i) {
        bins[i * bins.size() / counted] += histogram.counts[i];
    }
    return bins;
}

std::string header_text(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    const glm::dvec3 whole = grid.dims_d() * grid.spacing;
    std::string text = fmt::format("{} ({})\n", header.name, header.format);
    text += row("voxels", fmt::format("{} x {} x {} {}, {}", grid.dims[0], grid.dims[1], grid.dims[2],
                                      scalar_name(header.type), mib(header.byte_count())));
    text += row("spacing", fmt::format("{:g} x {:g} x {:g} mm", grid.spacing.x, grid.spacing.y, grid.spacing.z));
    text += row("size", fmt::format("{:g} x {:g} x {:g} mm", whole.x, whole.y, whole.z));
    text += row("origin", fmt::format("{:g}, {:g}, {:g} mm (centre of the first voxel)", grid.origin.x, grid.origin.y,
                                      grid.origin.z));
    text += row("orientation", orientation_text(grid));
    for (const std::string &note : header.notes) {
        text += row("note", note);
    }
    return text;
}

std::string values_text(const Volume &volume, const Histogram &histogram, bool utf8) {
    std::string percentiles;
    for (const double p : info_percentiles) {
        percentiles +=
            fmt::format("{}{:g} %: {:g}", percentiles.empty() ? "" : ", ", p, histogram.percentile(p / 100.0));
    }
    const double floor = noise_floor(histogram);
    std::string text =
        row("range", fmt::format("{:g} .. {:g}, mean {:g}", volume.range().min, volume.range().max, histogram.mean));
    text += row("percentiles", percentiles);
    text += row("noise floor",
                fmt::format("{:g}; {:.2f} % of the voxels lie above it", floor, 100.0 * histogram.share_above(floor)));
    if (volume.non_finite_count() > 0) {
        text += row("not finite",
                    fmt::format("{} voxels are NaN or infinite, drawn as the minimum", volume.non_finite_count()));
    }
    return text + histogram_text(histogram, utf8);
}

std::string plan_text(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason) {
    std::string text = fmt::format("\n  memory on {}\n", device ? device->name : "a device");
    for (const MemoryPlanItem &item : plan.items) {
        text += fmt::format("  {:<16} {:>14}  {}\n", item.name, mib(item.bytes), item.when);
    }
    text += fmt::format("  {:<16} {:>14}  ", "all together", mib(plan.total));
    if (!device) {
        return text + fmt::format("not compared with a device: {}\n", reason);
    }
    if (plan.fits) {
        return text + "fits\n";
    }
    return text + fmt::format("does not fit: {}; {}\n", plan.limit, advice(plan));
}

} // namespace voxmarch
