// voxmarch info: what is in a volume, and what it will take on a device.
#include "app/commands.h"
#include "app/parse.h"
#include "app/volume_options.h"
#include "device/device.h"
#include "device/error.h"
#include "renderer/memory_plan.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace voxmarch {

using nlohmann::json;

namespace {

struct InfoOptions {
    VolumeOptions volume;
    std::string device, backend = "auto";
    bool json = false, header_only = false;
};

constexpr double percentiles[] = {1, 5, 25, 50, 75, 95, 99};
constexpr int drawn_bins = 64;

/// Where the voxel axes point in a patient, "L P S": the letter of the world axis each is closest to.
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

std::string orientation_text(const Grid &grid) {
    if (grid.anatomical) {
        return fmt::format("voxel axes point to {} (left/right, anterior/posterior, superior/inferior)",
                           orientation_letters(grid));
    }
    return grid.direction == glm::dmat3(1.0) ? "voxel axes are the world's" : "voxel axes are turned in the world";
}

/// Counts over 64 bins of equal width.
std::vector<std::uint64_t> drawn_histogram(const Histogram &histogram) {
    std::vector<std::uint64_t> bins(drawn_bins, 0);
    const double width = histogram.range.max - histogram.range.min;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double share = width > 0.0 ? (histogram.bin_center(i) - histogram.range.min) / width : 0.0;
        bins[static_cast<std::size_t>(std::clamp(share * drawn_bins, 0.0, drawn_bins - 1.0))] += histogram.counts[i];
    }
    return bins;
}

bool terminal_speaks_utf8() {
    for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (const char *value = std::getenv(name); value && *value) {
            const std::string_view text = value;
            return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos || text.find("UTF8") != text.npos;
        }
    }
    return false;
}

/// Eight rows of columns, logarithmic, so that a few bright voxels show beside the air.
void print_histogram(const Histogram &histogram) {
    constexpr int rows = 8;
    const std::vector<std::uint64_t> bins = drawn_histogram(histogram);
    const double highest = std::log1p(static_cast<double>(*std::max_element(bins.begin(), bins.end())));
    static const char *const eighths[] = {" ", "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588"};
    const bool utf8 = terminal_speaks_utf8();
    fmt::print("histogram (voxels on a logarithmic scale, {} bins)\n", drawn_bins);
    for (int row = rows - 1; row >= 0; --row) {
        std::string line = "  |";
        for (const std::uint64_t count : bins) {
            const double height = highest > 0.0 ? std::log1p(static_cast<double>(count)) / highest * rows : 0.0;
            const double part = std::clamp(height - row, 0.0, 1.0);
            line += utf8 ? eighths[static_cast<int>(std::ceil(part * 8.0))] : part > 0.0 ? "#" : " ";
        }
        fmt::print("{}\n", line);
    }
    fmt::print("  +{}\n   {:<{}g}{:>{}g}\n", std::string(drawn_bins, '-'), histogram.range.min, drawn_bins / 2,
               histogram.range.max, drawn_bins / 2);
}

double share_above(const Histogram &histogram, double floor) {
    std::uint64_t above = 0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        above += histogram.bin_center(i) > floor ? histogram.counts[i] : 0;
    }
    return histogram.total > 0 ? static_cast<double>(above) / static_cast<double>(histogram.total) : 0.0;
}

void print_header(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    const glm::dvec3 extent = grid.dims_d() * grid.spacing;
    fmt::print("{} ({})\n", header.name, header.format);
    fmt::print("  size         {} x {} x {} voxels of {}, {:.1f} MiB\n", grid.dims[0], grid.dims[1], grid.dims[2],
               scalar_name(header.type), static_cast<double>(header.byte_count()) / (1024.0 * 1024.0));
    fmt::print("  spacing      {:g} x {:g} x {:g} mm, {:g} x {:g} x {:g} mm in all\n", grid.spacing.x, grid.spacing.y,
               grid.spacing.z, extent.x, extent.y, extent.z);
    fmt::print("  origin       {:g}, {:g}, {:g} mm\n", grid.origin.x, grid.origin.y, grid.origin.z);
    fmt::print("  orientation  {}\n", orientation_text(grid));
    for (const std::string &note : header.notes) {
        fmt::print("  note         {}\n", note);
    }
}

void print_values(const Volume &volume, const Histogram &histogram) {
    fmt::print("  range        {:g} .. {:g}, mean {:g}\n", volume.range().min, volume.range().max, histogram.mean);
    std::string text;
    for (const double p : percentiles) {
        text += fmt::format("{}{:g} %: {:g}", text.empty() ? "" : ", ", p, histogram.percentile(p / 100.0));
    }
    fmt::print("  percentiles  {}\n", text);
    const double floor = noise_floor(histogram);
    fmt::print("  noise floor  {:g}; {:.2f} % of the voxels lie above it\n", floor, 100.0 * share_above(histogram, floor));
    if (volume.non_finite_count() > 0) {
        fmt::print("  not finite   {} voxels are NaN or infinite, drawn as the minimum\n", volume.non_finite_count());
    }
    fmt::print("\n");
    print_histogram(histogram);
}

/// The device the plan is for; none is no error here, sizes alone are worth knowing.
std::optional<DeviceInfo> plan_device(const std::string &selector, std::string &reason) {
    try {
        return Device(selector).info();
    } catch (const NoDeviceError &error) {
        reason = error.what();
        return {};
    }
}

void print_plan(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason) {
    fmt::print("\nmemory on {}\n", device ? device->name : "any device");
    for (const MemoryPlanItem &item : plan.items) {
        fmt::print("  {:<16} {:>10.1f} MiB  {}\n", item.name, static_cast<double>(item.bytes) / (1024.0 * 1024.0), item.when);
    }
    fmt::print("  {:<16} {:>10.1f} MiB  ", "all together", static_cast<double>(plan.total) / (1024.0 * 1024.0));
    if (!device) {
        fmt::print("no device to compare with: {}\n", reason);
    } else if (plan.fits) {
        fmt::print("fits\n");
    } else {
        fmt::print("does not fit: {}\n  {}\n", plan.limit,
                   plan.downsample > 0 ? fmt::format("use --downsample {}", plan.downsample) : "no --downsample up to 64 helps");
    }
}

json info_json(const VolumeHeader &header, const MemoryPlan &plan, const std::optional<DeviceInfo> &device) {
    const Grid &grid = header.grid;
    json direction = json::array(), items = json::array();
    for (int axis = 0; axis < 3; ++axis) {
        direction.push_back({grid.direction[axis].x, grid.direction[axis].y, grid.direction[axis].z});
    }
    for (const MemoryPlanItem &item : plan.items) {
        items.push_back({{"name", item.name}, {"bytes", item.bytes}, {"when", item.when}});
    }
    json plan_json = {{"items", items}, {"total", plan.total}};
    if (device) {
        plan_json.update({{"device", device->name}, {"fits", plan.fits}, {"limit", plan.limit}, {"downsample", plan.downsample}});
    }
    return {{"name", header.name}, {"format", header.format}, {"dims", grid.dims}, {"type", scalar_name(header.type)},
            {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
            {"origin", {grid.origin.x, grid.origin.y, grid.origin.z}}, {"direction", direction},
            {"anatomical", grid.anatomical}, {"orientation", grid.anatomical ? orientation_letters(grid) : ""},
            {"notes", header.notes}, {"memory_plan", plan_json}};
}

json values_json(const Volume &volume, const Histogram &histogram) {
    json shares = json::object();
    for (const double p : percentiles) {
        shares[fmt::format("{:g}", p)] = histogram.percentile(p / 100.0);
    }
    const double floor = noise_floor(histogram);
    return {{"range", {volume.range().min, volume.range().max}}, {"mean", histogram.mean}, {"percentiles", shares},
            {"histogram", drawn_histogram(histogram)}, {"noise_floor", floor},
            {"share_above_noise_floor", share_above(histogram, floor)}, {"non_finite", volume.non_finite_count()}};
}

int run_info(const InfoOptions &options) {
    const VolumeHeader header = read_volume_header(options.volume.source, options.volume.read_options());
    std::string reason;
    const std::optional<DeviceInfo> device = plan_device(options.device, reason);
    DeviceInfo limitless;
    limitless.global_memory = limitless.largest_allocation = ~std::uint64_t{0};
    const DeviceInfo &planned = device ? *device : limitless;
    const SamplingBackend backend = parse_backend(options.backend).value_or(planned.backend);
    const MemoryPlan plan = plan_memory(header, planned, backend);
    if (!options.json) {
        print_header(header);
    }
    json report = info_json(header, plan, device);
    if (!options.header_only) {
        const Volume volume = read_with_notes(options.volume);
        const Histogram histogram = compute_histogram(volume);
        report.update(values_json(volume, histogram));
        if (!options.json) {
            print_values(volume, histogram);
        }
    }
    if (options.json) {
        fmt::print("{}\n", report.dump(2));
    } else {
        print_plan(plan, device, reason);
    }
    return 0;
}

} // namespace

void add_info_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<InfoOptions>();
    CLI::App *command = app.add_subcommand("info", "describe a volume and the memory it takes on a device");
    options->volume.add_to(*command);
    command->add_flag("--json", options->json, "as JSON");
    command->add_flag("--header-only", options->header_only, "read no voxels: no range and no histogram");
    command->add_option("--device", options->device, "device of the memory plan: number or part of a name");
    command->add_option("--backend", options->backend, "auto (default), image, buffer or packet")
        ->check(CLI::IsMember({"auto", "image", "buffer", "packet"}));
    command->callback([&action, options] { action = [options] { return run_info(*options); }; });
}

} // namespace voxmarch
