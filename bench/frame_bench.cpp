// Draws a frame many times, checks it, and makes a row of its times and counts.
#include "bench/frame_bench.h"

#include "base/error.h"
#include "base/output_file.h"
#include "bench/multiprocessor.h"
#include "device/texture_rate.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

RenderSettings bench_settings(const BenchOptions &options) {
    RenderSettings settings;
    settings.classification = options.pre_classified ? Classification::pre : Classification::post;
    settings.shading = options.phong ? Shading::phong : Shading::none;
    settings.opacity_cutoff = options.opacity_cutoff;
    settings.step = options.step;
    settings.leaf_size = options.leaf_size > 0 ? options.leaf_size : settings.leaf_size;
    settings.threshold = options.threshold >= 0.0 ? options.threshold : settings.threshold;
    if (options.group_width > 0) {
        settings.group_width = options.group_width;
        settings.group_height = options.group_height;
    }
    return settings;
}

FrameRow measure_frame(VolumeRenderer &renderer, const Camera &camera, std::array<int, 2> size,
                       const RenderSettings &settings, const Image *expected, int frames, const std::string &label,
                       Image *picture, const DrawFrame &shared) {
    FrameRow row;
    row.label = label;
    row.settings = settings;
    FrameStatistics statistics;
    const auto draw = [&] {
        if (shared) {
            return shared(statistics);
        }
        Image image = renderer.render(camera, size[0], size[1], settings);
        statistics = renderer.statistics();
        return image;
    };
    Image image = draw(); // warms up
    for (const StageTime &stage : statistics.stages) {
        if (stage.stage == Stage::leaf_ranges || stage.stage == Stage::occupancy ||
            stage.stage == Stage::distance_map) {
            row.derived_ms += stage.ms;
        }
    }
    row.equal = !expected || image.rgba == expected->rgba;
    if (shared && row.equal) { // the first picture was dealt; the next are cut by what it cost
        row.equal = draw().rgba == image.rgba;
    }
    std::vector<double> times;
    for (int i = 0; i < frames && row.equal; ++i) {
        row.equal = draw().rgba == image.rgba;
        times.push_back(statistics.frame_ms);
    }
    if (row.equal) {
        row.ms = spread_of(times);
        renderer.count_samples(camera, size[0], size[1], settings);
        row.counts = renderer.statistics();
        row.resident_warps = resident_warps(renderer.device(), settings.group_width * settings.group_height,
                                            row.counts.group_local_bytes);
    }
    if (picture) {
        *picture = std::move(image);
    }
    return row;
}

TexturePeak measure_texture_peak(Device &device, SamplingBackend backend) {
    TexturePeak peak;
    if (backend == SamplingBackend::image && device.info().kind == DeviceKind::gpu) {
        peak.r8 = measure_texture_rate(device, ImageFormat::r8);
        peak.rgba8 = measure_texture_rate(device, ImageFormat::rgba8);
    }
    return peak;
}

namespace {

double fetches_per_s(const FrameRow &row) { return static_cast<double>(row.counts.fetches) / row.ms.median * 1e3; }

/// Share of the texture units' rate; < 0 where that is not known.
double utilisation(const FrameRow &row, const TexturePeak &peak) {
    return peak.r8 > 0.0 ? fetches_per_s(row) / peak.r8 : -1.0;
}

/// A number, or a dash where there is none.
std::string cell(double value, int digits) { return value < 0.0 ? "-" : fmt::format("{:.{}f}", value, digits); }

/// null where there is no such number.
template <typename Number> nlohmann::json known(Number value, bool is_known) {
    return is_known ? nlohmann::json(value) : nlohmann::json();
}

/// The leaf size and the loop parameters in their order; dashes where the traversal has none.
std::string parameters_cell(const RenderSettings &settings) {
    const TraversalInfo &info = info_of(settings.traversal);
    std::string text = info.data == SkipData::none ? "-" : fmt::format("{}", leaf_size_of(settings));
    const LoopParams loops = loops_of(settings);
    for (const LoopParam &param : loop_params()) {
        text += uses(info, param.member) ? fmt::format(" {}", loops.*param.member) : " -";
    }
    return text;
}

} // namespace

void print_frame_head(const std::string &first_column) {
    fmt::print("{:<28} {:>8} {:>8} {:>8} {:>8} {:>7} {:>6} {:>6} {:>9} {:>9} {:>8} {:>8} {:>6}  {}\n", first_column,
               "ms", "p10", "p90", "frame/s", "speedup", "trav", "march", "Mnodes", "Msamples", "m/trav", "Gfetch/s",
               "util", "leaf; node, marching, fused steps, buffer, decisions, pool");
}

void print_frame_row(const FrameRow &row, double standard_ms, const TexturePeak &peak) {
    if (!row.equal) {
        fmt::print("{:<28} refused: the picture differs from that of the standard caster\n", row.label);
        return;
    }
    const FrameStatistics &counts = row.counts;
    const double per_node =
        counts.nodes > 0 ? static_cast<double>(counts.samples) / static_cast<double>(counts.nodes) : -1.0;
    fmt::print("{:<28} {:8.4f} {:8.4f} {:8.4f} {:8.1f} {:7.2f} {:>6} {:>6} {:9.3f} {:9.3f} {:>8} {:8.1f} {:>6}  {}\n",
               row.label, row.ms.median, row.ms.p10, row.ms.p90, 1e3 / row.ms.median, standard_ms / row.ms.median,
               cell(traversal_efficiency(counts), 3), cell(marching_efficiency(counts), 3),
               static_cast<double>(counts.nodes) / 1e6, static_cast<double>(counts.samples) / 1e6, cell(per_node, 1),
               fetches_per_s(row) / 1e9, cell(utilisation(row, peak), 3), parameters_cell(row.settings));
}

nlohmann::json frame_json(const FrameRow &row, double standard_ms, const TexturePeak &peak) {
    nlohmann::json result{{"row", row.label}, {"equal", row.equal}};
    const TraversalInfo &info = info_of(row.settings.traversal);
    const LoopParams loops = loops_of(row.settings);
    result["classification"] = name_of(row.settings.classification);
    result["shading"] = name_of(row.settings.shading);
    result["step"] = row.settings.step;
    result["opacity_cutoff"] = row.settings.opacity_cutoff;
    result["traversal"] = info.name;
    result["leaf_size"] = known(leaf_size_of(row.settings), info.data != SkipData::none);
    result["threshold"] = known(row.settings.threshold, info.data == SkipData::octree);
    for (const LoopParam &param : loop_params()) {
        result[fmt::format("loop_{}", param.name)] = known(loops.*param.member, uses(info, param.member));
    }
    result["texture_peak_r8"] = known(peak.r8, peak.r8 > 0.0); // samples per second, of this run
    result["texture_peak_rgba8"] = known(peak.rgba8, peak.rgba8 > 0.0);
    if (!row.equal) {
        return result;
    }
    const FrameStatistics &counts = row.counts;
    result["ms"] = row.ms.median;
    result["ms_p10"] = row.ms.p10;
    result["ms_p90"] = row.ms.p90;
    result["speed_up"] = standard_ms / row.ms.median;
    result["derived_ms"] = row.derived_ms;
    result["traversal_efficiency"] = traversal_efficiency(counts);
    result["marching_efficiency"] = marching_efficiency(counts);
    result["traversal_steps"] = counts.nodes;
    result["marching_steps"] = counts.samples;
    result["visible_steps"] = counts.visible_samples;
    result["fetches"] = counts.fetches;
    result["fetches_per_s"] = fetches_per_s(row);
    result["utilisation"] = known(utilisation(row, peak), peak.r8 > 0.0);
    result["group"] = fmt::format("{}x{}", row.settings.group_width, row.settings.group_height);
    result["local_padding"] = row.settings.local_padding;
    result["resident_warps"] = known(row.resident_warps, row.resident_warps > 0);
    result["device_times"] = counts.device_times;
    return result;
}

void make_folder(const std::filesystem::path &folder) {
    std::error_code error;
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error)) {
        throw OutputError(folder, "is a file: --out needs a folder");
    }
    if (!std::filesystem::create_directories(folder, error) && error) {
        throw OutputError(folder, "cannot be made: " + error.message());
    }
}

namespace {

/// One value between commas: in quotes if it has commas or quotes itself.
std::string csv_cell(const nlohmann::json &value) {
    std::string text = value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
    if (text.find_first_of(",\"\n") == std::string::npos) {
        return text;
    }
    for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 2)) {
        text.insert(at, 1, '"');
    }
    return '"' + text + '"';
}

/// One line a row under the names of all members that any row has.
std::string csv_of(const nlohmann::json &rows) {
    std::vector<std::string> columns;
    for (const nlohmann::json &row : rows) {
        for (const auto &[name, value] : row.items()) {
            if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
                columns.push_back(name);
            }
        }
    }
    std::vector<std::string> heads;
    std::transform(columns.begin(), columns.end(), std::back_inserter(heads),
                   [](const std::string &column) { return csv_cell(column); });
    std::string csv = fmt::format("{}\n", fmt::join(heads, ","));
    for (const nlohmann::json &row : rows) {
        std::vector<std::string> cells;
        for (const std::string &column : columns) {
            cells.push_back(row.contains(column) ? csv_cell(row[column]) : std::string());
        }
        csv += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return csv;
}

} // namespace

void write_report(const BenchOptions &options, const std::string &name, const DeviceInfo &device,
                  const nlohmann::json &rows) {
    if (options.out.empty() && !options.on_report) {
        return;
    }
    nlohmann::json report = provenance(device);
    report["benchmark"] = name;
    report["command_line"] = options.command_line;
    report["frames"] = options.frames;
    report["rows"] = rows;
    if (options.on_report) {
        options.on_report(report);
    }
    if (options.out.empty()) {
        return;
    }
    const std::filesystem::path folder = options.out;
    OutputFile json_file(folder / (name + ".json"));
    json_file.write(report.dump(2) + "\n");
    json_file.commit();

    OutputFile csv_file(folder / (name + ".csv"));
    csv_file.write(csv_of(rows));
    csv_file.commit();
}

} // namespace voxmarch
