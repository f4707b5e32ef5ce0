// Statistics of a run.
#include "app/render_statistics.h"

#include "volume/output_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

using nlohmann::json;

void RunStatistics::phase_done(const std::string &name) {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    const auto known = std::find_if(phases_.begin(), phases_.end(), [&](const auto &phase) { return phase.stage == name; });
    if (known != phases_.end()) {
        known->ms += ms;
    } else {
        phases_.push_back({name, ms});
    }
}

void RunStatistics::add_frame(const FrameStatistics &statistics) { frames_.push_back(statistics); }

namespace {

/// Kernel time at a share of the frames in order of time.
double frame_ms_at(const std::vector<FrameStatistics> &frames, double share) {
    std::vector<double> times;
    for (const FrameStatistics &frame : frames) {
        times.push_back(frame.frame_ms);
    }
    std::sort(times.begin(), times.end());
    return times.empty() ? 0.0 : times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
}

json times_of(const std::vector<StageTime> &stages) {
    json list = json::array();
    for (const StageTime &stage : stages) {
        list.push_back({{"stage", stage.stage}, {"ms", stage.ms}});
    }
    return list;
}

json settings_json(const RenderSettings &settings) {
    const Light &light = settings.light;
    json result = {{"classification", name_of(settings.classification)}, {"shading", name_of(settings.shading)},
                   {"gradient", name_of(settings.gradient)}, {"traversal", name_of(settings.traversal)},
                   {"step", settings.step}, {"opacity_cutoff", settings.opacity_cutoff},
                   {"background", {settings.background.x, settings.background.y, settings.background.z}},
                   {"ambient", light.ambient}, {"diffuse", light.diffuse}, {"specular", light.specular},
                   {"shininess", light.shininess}, {"work_group", {settings.group_width, settings.group_height}},
                   {"light", "headlight"}};
    if (light.direction) {
        result["light"] = {light.direction->x, light.direction->y, light.direction->z};
    }
    return result;
}

json volume_json(const Volume &volume) {
    const Grid &grid = volume.grid();
    return {{"name", volume.header().name}, {"format", volume.header().format}, {"dims", grid.dims},
            {"type", scalar_name(volume.type())}, {"spacing_mm", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
            {"range", {volume.range().min, volume.range().max}}};
}

} // namespace

double RunStatistics::median_ms() const { return frame_ms_at(frames_, 0.5); }

void write_statistics(const std::filesystem::path &file, const RunStatistics &run, const VolumeRenderer &renderer,
                      const Device &device, const Volume &volume, const TransferFunction &transfer,
                      const Camera &camera, const RenderSettings &settings, int width, int height) {
    const FrameStatistics &last = renderer.statistics();
    constexpr double h200_fetches_per_s = 511e9;
    json report = {
        {"volume", volume_json(volume)},
        {"device", {{"name", device.info().name}, {"platform", device.info().platform}, {"driver", device.info().driver},
                    {"version", device.info().version}}},
        {"backend", backend_name(renderer.backend())},
        {"size", {width, height}},
        {"camera", to_string(camera)},
        {"transfer", transfer.name},
        {"settings", settings_json(settings)},
        {"rays", last.rays},
        {"rays_in_box", last.rays_in_box},
        {"samples", last.samples},
        {"visible_samples", last.visible_samples},
        {"fetches", last.fetches},
        {"texture_floor", {{"ms", static_cast<double>(last.fetches) / h200_fetches_per_s * 1e3},
                           {"fetches_per_s", h200_fetches_per_s},
                           {"measured_on", "NVIDIA H200, trilinear samples of an R8 3D image"}}},
        {"frames", run.frames().size()},
        {"frame_ms", {{"median", run.median_ms()}, {"p10", frame_ms_at(run.frames(), 0.1)},
                      {"p90", frame_ms_at(run.frames(), 0.9)}}},
        {"frame_time_source", last.device_times ? "device events" : "host clock, the driver's events are not usable"},
        {"first_frame_stages", times_of(run.frames().front().stages)},
        {"last_frame_stages", times_of(run.frames().back().stages)},
        {"host_phases", times_of(run.phases())},
        {"programs_compiled", programs_compiled()},
    };
    OutputFile output(file);
    output.write(report.dump(2) + "\n");
    output.commit();
}

} // namespace voxmarch
