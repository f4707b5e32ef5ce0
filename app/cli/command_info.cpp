// voxmarch info: what is in a volume, and what it will take on a device.
#include "app/cli/commands.h"
#include "app/cli/info_text.h"
#include "app/cli/isosurface_text.h"
#include "app/cli/isovalue_meshes.h"
#include "app/cli/label_text.h"
#include "app/cli/mesh_options.h"
#include "app/cli/print_json.h"
#include "app/cli/scene_options.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_options.h"
#include "app/cli/volume_plan.h"
#include "app/cli/world_options.h"
#include "app/environment.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "app/remedy_text.h"
#include "device/device.h"
#include "scene/channel_looks.h"
#include "scene/volume_plan.h"
#include "volume/data_survey.h"
#include "volume/formats/time_series.h"

#include <cstdlib>
#include <fmt/format.h>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

namespace voxmarch {

using json = nlohmann::ordered_json;

namespace {

struct InfoOptions {
    VolumeOptions volume;
    ExtractionDevices devices;
    std::optional<SamplingBackend> backend;
    std::vector<double> isovalues;
    std::optional<Convention> convention;
    std::string label_names;
    bool json = false, header_only = false;
    bool one_channel = false; ///< --channel was given: the plan is for that one alone
};

bool terminal_speaks_utf8() {
    for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (const char *value = std::getenv(name); value && *value) {
            const std::string text = value;
            return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos || text.find("UTF8") != text.npos;
        }
    }
    return false;
}

/// The device the plan is for, or why there is none.
struct PlanDevice {
    std::optional<DeviceInfo> info;
    std::string reason;
};

/// The first of several. That there is none is no error unless one was asked for: sizes alone are worth knowing.
PlanDevice plan_device(const std::string &selector) {
    try {
        const DeviceOptions options = environment_options();
        return {Device(choose_devices(list_devices(options), selector, options).front(), options).info(), {}};
    } catch (const NoDeviceError &error) {
        if (!selector.empty()) {
            throw;
        }
        return {{}, command_line_text(error)};
    }
}

/// The plan of a picture with the settings and channels that render has without options.
MemoryPlan plan_for(const InfoOptions &options, const VolumeHeader &header, const std::optional<DeviceInfo> &device) {
    DeviceInfo limitless;
    limitless.global_memory = limitless.largest_allocation = ~std::uint64_t{0};
    limitless.image_3d_limit.fill(~std::size_t{0});
    limitless.image_3d_writes = true;
    const DeviceInfo &planned = device ? *device : limitless;
    const SamplingBackend backend = options.backend.value_or(backend_for(planned, header.grid.dims));
    RenderSettings settings;
    settings.traversal = default_traversal(backend);
    settings.gradient = gradient_for(planned, header.grid.dims);
    PlannedPicture picture;
    if (!options.one_channel) {
        const std::vector<int> channels = channels_to_show(header);
        picture.channels = static_cast<int>(channels.size());
        if (are_colors(suited_channel_blend(header, channels, settings.blend))) {
            settings.classification = Classification::pre;
        }
    }
    return plan_volume(options.volume.source, options.volume.read, header, planned, backend, settings, picture);
}

json channels_json(const VolumeHeader &header) {
    json list = json::array();
    for (const ChannelInfo &channel : header.channels) {
        list.push_back({{"name", channel.name}, {"color", nullptr}});
        if (const auto &color = channel.color) {
            list.back()["color"] = {color->r, color->g, color->b};
        }
    }
    return list;
}

json header_json(const VolumeHeader &header, const TimeAxis &times, const OuterWorld &world) {
    const Grid &grid = header.grid;
    const glm::dvec3 whole = grid.dims_d() * grid.spacing;
    json direction = json::array();
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = without_rounding(world.from_world(grid.direction[axis]), 1.0);
        direction.push_back({along.x, along.y, along.z});
    }
    const glm::dvec3 origin = without_rounding(world.from_world(grid.origin), glm::length(whole));
    return {{"name", header.name},
            {"format", header.format},
            {"dims", grid.dims},
            {"type", name_of(header.type)},
            {"bytes", header.byte_count()},
            {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
            {"size", {whole.x, whole.y, whole.z}},
            {"origin", {origin.x, origin.y, origin.z}},
            {"direction", direction},
            {"oblique", obliqueness(grid) > oblique_from},
            {"oblique_degrees", obliqueness(grid)},
            {"anatomical", grid.anatomical},
            {"orientation", grid.anatomical ? json(orientation_letters(grid)) : json(nullptr)},
            {"convention", convention_json(world)},
            {"unit", unit_json(world)},
            {"channels", channels_json(header)},
            {"times", header.times},
            {"time_points", times.at},
            {"time_unit", times.unit.empty() ? json(nullptr) : json(times.unit)},
            {"notes", notes_of(header)}};
}

json levels_json(const std::vector<Grid> &levels) {
    json list = json::array();
    for (const Grid &grid : levels) {
        list.push_back({{"dims", grid.dims}, {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}}});
    }
    return list;
}

json values_json(const ValueSummary &values) {
    json percentiles = json::object();
    for (std::size_t i = 0; i < info_percentiles.size(); ++i) {
        percentiles[fmt::format("{:g}", info_percentiles[i])] = values.percentiles[i];
    }
    const DrawnHistogram &histogram = values.histogram;
    return {{"range", {values.range.min, values.range.max}},
            {"mean", values.mean},
            {"percentiles", percentiles},
            {"histogram", {{"min", histogram.range.min}, {"max", histogram.range.max}, {"counts", histogram.counts}}},
            {"noise_floor", values.noise_floor ? json(*values.noise_floor) : json(nullptr)},
            {"share_above_noise_floor", values.share_above_floor},
            {"non_finite", values.non_finite}};
}

json plan_json(const MemoryPlan &plan, const std::optional<DeviceInfo> &device, const std::string &reason) {
    json items = json::array();
    for (const MemoryPlanItem &item : plan.items) {
        items.push_back({{"name", item.name}, {"bytes", item.bytes}, {"when", item.when}});
    }
    json result = {{"items", items}, {"total_bytes", plan.total}};
    if (device) {
        result.update(json{{"device", device->name},
                           {"fits", plan.fits},
                           {"limit", limit_text(plan)},
                           {"downsample", plan.downsample}});
    } else {
        result.update(json{{"device", nullptr}, {"no_device", reason}});
    }
    return result;
}

/// What info tells of the voxels of a volume.
struct Contents {
    ValueSummary values;
    std::vector<LabelExtent> labels; ///< of label volumes
    std::vector<MadeSurface> surfaces = {};
};

/// Extracts each isosurface on the device and measures it.
std::vector<MadeSurface> measure_isosurfaces(const InfoOptions &options, const OpenedVolume &volume) {
    std::vector<MadeSurface> result;
    if (!options.isovalues.empty()) {
        const MeshSource source = opened_source(options.devices);
        const MeshedVoxels voxels(volume, source, voxel_room(options.devices.memory_limit_mib));
        for (const double isovalue : options.isovalues) {
            MeshPart part;
            part.value = isovalue;
            SurfaceChoices choices;
            choices.no_normals = true;
            result.push_back(make_streamed(source, voxels, choices, part, nullptr));
        }
    }
    return result;
}

/// Labels are listed of volumes that look like labels, and if the user says that they are.
bool lists_labels(const InfoOptions &options, const LabelNames &names, ValueRange range,
                  const std::function<NeighbourSurvey()> &neighbours) {
    const bool told = !names.empty() || options.volume.read.labels.value_or(false);
    if (!told && !holds_labels(neighbours(), range)) {
        return false;
    }
    if (range.max > largest_label) {
        say(fmt::format("note: its labels are not listed: from {} on they cannot be told apart, the largest is {:.0f}",
                        largest_label + 1, range.max));
        return false;
    }
    return true;
}

/// All but the surfaces.
Contents look_into(const InfoOptions &options, const OpenedVolume &volume, const LabelNames &names) {
    const ScalarType type = volume.header().type;
    const auto shares = info_shares();
    if (volume.whole) {
        const Volume &whole = *volume.whole;
        Contents contents{summarise(value_statistics(whole, shares), type), {}};
        if (lists_labels(options, names, whole.range(), [&] { return survey_neighbours(whole); })) {
            contents.labels = label_extents(whole);
        }
        return contents;
    }
    SlabReading reading{voxel_room(options.devices.memory_limit_mib),
                        progress_line("reading " + options.volume.source)};
    NeighbourSurvey neighbours;
    Contents contents{summarise(value_statistics(*volume.bricks, shares, reading, neighbours), type), {}};
    if (lists_labels(options, names, contents.values.range, [&] { return neighbours; })) {
        reading.progress = progress_line("listing labels of " + options.volume.source);
        contents.labels = label_extents(*volume.bricks, reading);
    }
    return contents;
}

json report_json(const InfoOptions &options, const VolumeHeader &header, const TimeAxis &times, const OuterWorld &world,
                 const std::optional<Contents> &contents, const LabelNames &names) {
    json report = header_json(header, times, world);
    if (!contents) {
        return report;
    }
    report.update(values_json(contents->values));
    if (!contents->labels.empty()) {
        report["labels"] = labels_json(contents->labels, header.grid, names);
    }
    for (std::size_t i = 0; i < contents->surfaces.size(); ++i) {
        const MadeSurface &surface = contents->surfaces[i];
        report["isosurfaces"].push_back(certificate_json(surface.measures, options.isovalues[i], world));
        report["isosurfaces"].back()["devices"] = shares_json(surface.shares);
    }
    return report;
}

int run_info(const InfoOptions &options) {
    if (options.header_only && !options.isovalues.empty()) {
        throw UsageError("--isovalue needs the voxels; leave --header-only out");
    }
    // The plan needs the header alone, so it comes also for a volume too large to read.
    const VolumeHeader header = read_header(options.volume);
    const TimeAxis times = TimeSeries(options.volume.source, options.volume.read).axis();
    const std::vector<Grid> levels = read_volume_levels(options.volume.source, options.volume.read);
    // Drivers take long to be there, and need one core of those that count the values.
    auto opening = std::async(std::launch::async, [&] { return plan_device(options.devices.selector); });
    const LabelNames names = label_names_for(options.label_names, options.volume.source);
    std::optional<OpenedVolume> volume;
    std::optional<Contents> contents;
    if (!options.header_only) {
        volume = open_with_progress(options.volume, voxel_room(options.devices.memory_limit_mib));
        const PhaseTimer phase("count values");
        contents = look_into(options, *volume, names);
    }
    const auto [device, reason] = opening.get(); // drivers are not asked by two threads
    if (contents) {
        contents->surfaces = measure_isosurfaces(options, *volume);
    }
    const MemoryPlan plan = plan_for(options, header, device);
    const VolumeHeader &known = volume ? volume->header() : header; // reading may add notes
    const OuterWorld world = outer_world(known.grid, options.convention);
    if (options.json) {
        json report = report_json(options, known, times, world, contents, names);
        report["levels"] = levels_json(levels);
        report["memory_plan"] = plan_json(plan, device, reason);
        print_json(report);
        return 0;
    }
    fmt::print("{}{}{}{}", header_text(known, times, world), levels_text(levels),
               contents ? values_text(contents->values, terminal_speaks_utf8()) : "", plan_text(plan, device, reason));
    if (contents) {
        for (std::size_t i = 0; i < contents->surfaces.size(); ++i) {
            fmt::print("{}{}", certificate_text(contents->surfaces[i].measures, options.isovalues[i], world),
                       shares_text(contents->surfaces[i].shares));
        }
        fmt::print("{}", contents->labels.empty() ? "" : labels_text(contents->labels, known.grid, names));
    }
    return 0;
}

} // namespace

void add_info_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<InfoOptions>();
    CLI::App *command = app.add_subcommand("info", "describe a volume and the memory it takes on a device");
    command->footer(
        "Examples:\n  voxmarch info bonsai_256x256x256_uint8.raw\n  voxmarch info folder_with_dicom_slices\n"
        "  voxmarch info huge.nrrd --header-only --device gpu\n  voxmarch info atlas.nii.gz --label-names atlas.txt\n\n"
        "Of label volumes it lists the labels, with voxels and volume, of OME-Zarr stores their levels of detail.");
    options->volume.add_to(*command);
    command->option_defaults()->group("Report");
    add_convention_option(*command, options->convention);
    command->add_flag("--json", options->json, "as JSON");
    add_isovalues_option(*command, options->isovalues,
                         "measure these isosurfaces: watertight, components, area, volume");
    add_label_names_option(*command, options->label_names, "names of labels, from a file");
    command->add_flag("--header-only", options->header_only, "read no voxels: no range and no histogram");
    add_extraction_devices(*command, options->devices);
    add_backend_option(*command, options->backend);
    command->callback([&action, options, command] {
        options->one_channel = command->count("--channel") > 0;
        action = [options] { return run_info(*options); };
    });
}

} // namespace voxmarch
