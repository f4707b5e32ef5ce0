// Writes what a run of `voxmarch render` did and took as JSON.
#include "app/cli/render_statistics.h"

#include "app/cli/world_options.h"
#include "app/environment.h"
#include "base/output_file.h"
#include "device/texture_rate.h"
#include "scene/skeleton_tubes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace voxmarch {

using json = nlohmann::ordered_json;

void RunStatistics::phase_done(const std::string &name, const std::string &detail, const std::string &subject) {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    command_trace().add_phase(subject.empty() ? name : name + " " + subject, last_, detail);
    last_ = now;
    const auto known =
        std::find_if(phases_.begin(), phases_.end(), [&](const auto &phase) { return phase.first == name; });
    if (known != phases_.end()) {
        known->second += ms;
    } else {
        phases_.emplace_back(name, ms);
    }
}

void RunStatistics::add_frame(const FrameStatistics &statistics) { frames_.push_back(statistics); }

void RunStatistics::add_share(const PictureShare &share) {
    const auto known = std::find_if(devices_.begin(), devices_.end(), [&](const PictureShare &one) {
        return one.device == share.device && one.rank == share.rank;
    });
    if (known == devices_.end()) {
        devices_.push_back(share);
        return;
    }
    known->parts += share.parts;
    known->pixels += share.pixels;
    known->frame_ms += share.frame_ms;
    known->busy_ms += share.busy_ms;
}

void RunStatistics::add_shares(const std::vector<PictureShare> &shares) {
    for (const PictureShare &share : shares) {
        add_share(share);
    }
    if (!shares.empty()) {
        balances_.push_back(balance_of(kernel_times(shares)));
    }
}

PictureShare share_of_whole(const DeviceInfo &device, const FrameStatistics &statistics) {
    const double ms = statistics.frame_ms;
    return {device.index, device.name, 1, statistics.rays, ms, ms, 0, ""};
}

double RunStatistics::balance() const {
    std::vector<double> sorted = balances_;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 1.0 : sorted[sorted.size() / 2];
}

double RunStatistics::frame_ms_at(double share) const {
    std::vector<double> times;
    for (const FrameStatistics &frame : frames_) {
        times.push_back(frame.frame_ms);
    }
    std::sort(times.begin(), times.end());
    return times.empty() ? 0.0 : times[static_cast<std::size_t>(std::lround(share * double(times.size() - 1)))];
}

std::string stage_words(const FrameStatistics &statistics) {
    std::string words;
    std::map<std::string_view, double> times;
    for (const auto &[stage, ms] : statistics.stages) {
        times[name_of(stage)] += ms;
    }
    for (const auto &[stage, unused] : statistics.stages) { // in their order, each once
        if (const auto found = times.find(name_of(stage)); found != times.end()) {
            words += fmt::format("{}{} {:.3g} ms", words.empty() ? "" : ", ", found->first, found->second);
            times.erase(found);
        }
    }
    return words;
}

namespace {

json times_json(const std::vector<StageTime> &stages) {
    json times = json::object();
    for (const auto &[stage, ms] : stages) {
        const std::string name(name_of(stage));
        times[name] = ms + times.value(name, 0.0);
    }
    return times;
}

json phases_json(const RunStatistics &run) {
    json times = json::object();
    for (const auto &[name, ms] : run.phases()) {
        times[name] = ms;
    }
    return times;
}

json frames_json(const std::vector<FrameStatistics> &frames) {
    json list = json::array();
    for (const FrameStatistics &frame : frames) {
        json &one = list.emplace_back(json{{"frame_ms", frame.frame_ms}, {"stages_ms", times_json(frame.stages)}});
        if (frame.paths > 0) {
            one["paths"] = frame.paths; // a pixel
        }
    }
    return list;
}

/// What each device did for all pictures.
json devices_json(const RunStatistics &run) {
    double pixels = 0.0;
    for (const PictureShare &share : run.devices()) {
        pixels += double(share.pixels);
    }
    json list = json::array();
    for (const PictureShare &share : run.devices()) {
        list.push_back({{"device", share.device},
                        {"name", share.name},
                        {"parts", share.parts},
                        {"share", double(share.pixels) / pixels},
                        {"frame_ms", share.frame_ms},
                        {"busy_ms", share.busy_ms}});
        if (!share.place.empty()) {
            list.back()["rank"] = share.place;
        }
    }
    return list;
}

json vector_json(const glm::dvec3 &vector) { return {vector.x, vector.y, vector.z}; }

/// null for parameters that the traversal never looks at.
json loops_json(const RenderSettings &settings) {
    const LoopParams loops = loops_of(settings);
    json result = json::object();
    for (const LoopParam &param : loop_params()) {
        result[std::string(param.name)] =
            uses(info_of(settings.traversal), param.member) ? json(loops.*param.member) : json(nullptr);
    }
    return result;
}

/// null without a skeleton. The width is in the volume's unit, also if none was given.
json skeleton_json(const RunReport &report) {
    const SkeletonSource &skeleton = report.scene.skeleton;
    const SceneContent &content = *report.renderer.content();
    if (skeleton.source.empty() || !content.lines) {
        return nullptr;
    }
    return {{"file", absolute_source(skeleton.source)},
            {"width", skeleton.width.value_or(default_tube_width(content.grid()))},
            {"lines", content.lines->lines.lines.size()},
            {"lone_points", content.lines->lines.lone_points.size()},
            {"triangles", report.renderer.tube_triangles()}};
}

json meshes_json(const RunReport &report) {
    json result = json::array();
    for (std::size_t i = 0; i < report.scene.meshes.size(); ++i) {
        const SceneMesh &mesh = report.scene.meshes[i];
        result.push_back({{"file", absolute_source(mesh.source)},
                          {"color", {mesh.color.x, mesh.color.y, mesh.color.z}},
                          {"opacity", mesh.opacity},
                          {"triangles", report.renderer.mesh_triangles(i)}});
    }
    return result;
}

/// Those of the session, with what the traversal really used.
json settings_json(const RunReport &report) {
    const Scene &scene = report.scene;
    json result = {{"size", {scene.width, scene.height}},
                   {"camera", to_string(turned(scene.camera, report.world))},
                   {"transfer", scene.transfer.name},
                   {"transfer_description", scene.transfer.description}};
    RenderSettings told = scene.settings;
    turn_light(told.light, report.world);
    std::ranges::for_each(told.side_lights, [&](SideLight &light) { turn_light(light, report.world); });
    turn_planes(told.clip_planes, report.world);
    result.update(to_json(told));
    result["leaf_size"] = leaf_size_of(scene.settings, report.renderer.content()->grid().dims);
    result["loops"] = loops_json(scene.settings);
    if (scene.settings.mode == Mode::volume) { // no surfaces are drawn
        for (const char *name : {"surfaces", "surface_method", "extraction", "surface_layers", "surface_caps"}) {
            result.erase(name);
        }
    }
    if (const json skeleton = skeleton_json(report); !skeleton.is_null()) {
        result["skeleton"] = {{"source", skeleton["file"]}, {"width", skeleton["width"]}};
    }
    return result;
}

/// null in mode volume. Surfaces along rays have neither extraction nor triangles.
json surfaces_json(const RenderSettings &settings, const RunStatistics &run) {
    if (settings.mode == Mode::volume) {
        return nullptr;
    }
    json list = json::array();
    for (const SurfaceStyle &surface : settings.surfaces) {
        list.push_back({{"isovalue", surface.isovalue},
                        {"color", vector_json(surface.color)},
                        {"opacity", surface.opacity},
                        {"channel", surface.channel}});
    }
    const FrameStatistics none{}; // nothing was drawn: all pictures are there
    const bool drawn = !run.frames().empty();
    const FrameStatistics &first = drawn ? run.frames().front() : none, &last = drawn ? run.frames().back() : none;
    json result = {{"surfaces", list},
                   {"method", name_of(settings.surface_method)},
                   {"layers", last.surfaces.layers},
                   {"blocks", last.surfaces.blocks},
                   {"blocks_skipped", last.surfaces.blocks_skipped}};
    if (settings.surface_method == SurfaceMethod::raycast) {
        result["cast_ms"] = first.raster_ms;
        return result;
    }
    const std::vector<std::uint64_t> &triangles = last.surfaces.surface_triangles; // tubes of skeletons are apart
    result["extraction"] = name_of(settings.extraction);
    result["triangles"] = std::accumulate(triangles.begin(), triangles.end(), std::uint64_t{0});
    result["extraction_ms"] = first.extraction_ms;
    result["raster_ms"] = first.raster_ms;
    return result;
}

json volume_json(const Volume &volume, const OuterWorld &world) {
    return {{"name", volume.header().name},
            {"format", volume.header().format},
            {"dims", volume.grid().dims},
            {"type", name_of(volume.type())},
            {"spacing", vector_json(volume.grid().spacing)},
            {"convention", convention_json(world)},
            {"unit", unit_json(world)},
            {"range", {volume.range().min, volume.range().max}},
            {"non_finite", volume.non_finite_count()}};
}

json device_json(const DeviceInfo &info) {
    return {{"name", info.name}, {"platform", info.platform}, {"version", info.version}, {"driver", info.driver}};
}

/// null where the device cannot count the lanes of its warps.
json efficiency_json(double efficiency) { return efficiency < 0.0 ? json(nullptr) : json(efficiency); }

json counts_json(const FrameStatistics &frame) {
    return {{"rays", frame.rays},
            {"rays_in_box", frame.rays_in_box},
            {"samples", frame.samples},
            {"visible_samples", frame.visible_samples},
            {"traversal_steps", frame.nodes},
            {"leaves", frame.leaves},
            {"leaves_skipped", frame.leaves_skipped},
            {"traversal_simd_efficiency", efficiency_json(traversal_efficiency(frame))},
            {"marching_simd_efficiency", efficiency_json(marching_efficiency(frame))},
            {"fetches", frame.fetches}};
}

/// The first times follow each other on the thread that draws, the others go on beside it.
json bricks_json(const BrickCounts &bricks, BrickSize size) {
    const BrickTimes &ms = bricks.ms;
    return {{"edge", size.edge},      {"uploads", bricks.uploads},    {"bytes", bricks.bytes},
            {"waves", bricks.waves},  {"kept", bricks.kept},          {"blocks", bricks.blocks},
            {"wait_ms", ms.rays},     {"plan_ms", ms.plan},           {"load_ms", ms.load},
            {"derive_ms", ms.derive}, {"read_thread_ms", ms.reading}, {"read_threads", bricks.threads},
            {"upload_ms", ms.upload}, {"place_ms", ms.placing}};
}

} // namespace

json statistics_json(const RunReport &report) {
    const RunStatistics &run = report.run;
    const FrameStatistics &counted = report.renderer.statistics();
    json text = {
        {"voxmarch", VOXMARCH_VERSION},
        {"output", {{"first", report.first}, {"last", report.last}, {"pictures", run.frames().size()}}},
        {"volume", volume_json(report.renderer.content()->volume, report.world)},
        {"device", device_json(report.renderer.device())},
        {"backend", name_of(report.renderer.drawn_by())},
        {"settings", settings_json(report)},
    };
    if (!report.renderer.waits_for_bricks()) {
        text.update(counts_json(counted));
    }
    if (const BrickCounts *bricks = report.renderer.brick_counts()) {
        text["bricks"] = bricks_json(*bricks, report.renderer.brick_size().value());
    }
    if (report.renderer.backend() == SamplingBackend::image && counted.fetches > 0) {
        const double rate = texture_rate(report.device, ImageFormat::r8);
        if (rate > 0.0) {
            text["texture_floor"] = {
                {"ms", static_cast<double>(counted.fetches) / rate * 1e3},
                {"fetches_per_s", rate},
                {"measured_on", report.renderer.device().name + ", trilinear samples of an R8 3D image"}};
        }
    }
    text["isosurface"] = surfaces_json(report.scene.settings, run);
    text["skeleton"] = skeleton_json(report);
    text["meshes"] = meshes_json(report);
    text["frame_ms"] = {{"median", run.median_ms()}, {"p10", run.frame_ms_at(0.1)}, {"p90", run.frame_ms_at(0.9)}};
    text["frames_per_s"] = run.frames_per_s(); // drawn and written, on the host's clock
    // False: the driver's event times are not usable.
    text["device_times"] = run.frames().empty() || run.frames().back().device_times;
    if (!run.devices().empty()) {
        text["devices"] = devices_json(run);
        text["balance"] = run.balance();
    }
    text["frames"] = frames_json(run.frames());
    text["host_ms"] = phases_json(run);
    text["programs_compiled"] = programs_compiled();
    return text;
}

void write_json(const std::filesystem::path &file, const json &text) {
    const std::string lines = text.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
    if (file == "-") {
        std::fputs(lines.c_str(), stdout);
        return;
    }
    OutputFile output(file);
    output.write(lines);
    output.commit();
}

} // namespace voxmarch
