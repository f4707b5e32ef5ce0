// Plans the runs of the report, makes them, and puts the page together.
#include "bench/bench_report.h"

#include "base/error.h"
#include "base/output_file.h"
#include "bench/frame_bench.h"
#include "bench/report/pictures.h"
#include "bench/report/sections.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>

namespace voxmarch {

namespace {

/// One benchmark with its options, and what the report calls it.
struct Run {
    std::string name, benchmark;
    BenchOptions options;
    double step = 0.0; ///< > 0: added to the name of its folder
};

constexpr std::string_view cayley[] = {"cayley"}, tree[] = {"tree"}, tree_and_torus[] = {"tree", "torus"};

/// The bonsai, teddy and piggy of the report. Of volumes that are named the first three; isosurfaces are those of all.
std::vector<std::string> scenes_of(const BenchOptions &options) {
    std::vector<std::string> scenes =
        options.volumes.empty() && options.quick ? synthetic_volumes(frame_models, {64}) : scene_volumes(options);
    scenes.resize(std::min<std::size_t>(scenes.size(), thesis_models.size()));
    return scenes;
}

/// 128, 256, ... up to the largest allowed.
std::vector<int> edges_of(const BenchOptions &options) {
    if (options.quick) {
        return {16, 32, 64};
    }
    std::vector<int> edges;
    for (int edge = 128; edge <= options.largest_volume; edge *= 2) {
        edges.push_back(edge);
    }
    return edges;
}

/// The runs beside the thesis: its setting is pre-classified and lit, at 1024x768.
void plan_thesis(const BenchOptions &common, std::vector<Run> &runs) {
    BenchOptions thesis = common;
    thesis.volumes = scenes_of(common);
    thesis.pre_classified = thesis.phong = !common.quick; // programs that the scaling runs build anyway
    if (common.quick && common.traversals.empty()) {
        thesis.traversals = {Traversal::first_approach, Traversal::buffered_for_for_with_flags,
                             Traversal::octant_distance_map};
    }
    if (thesis.sizes.empty()) {
        thesis.sizes = {common.quick ? std::array<int, 2>{96, 72} : std::array<int, 2>{1024, 768}};
    }
    runs.push_back({"thesis", "traversal", thesis});
    runs.push_back({"simt", "simt", thesis});
    BenchOptions sweep = thesis;
    sweep.traversals = {Traversal::buffered_for_for_with_flags};
    if (common.quick) {
        sweep.volumes.resize(1);
    }
    runs.push_back({"workgroup", "workgroup", sweep});
    runs.push_back({"occupancy", "occupancy", sweep});
    BenchOptions small = sweep;
    small.group_width = 8;
    small.group_height = 4;
    runs.push_back({"occupancy-small", "occupancy", small});
    runs.push_back({"registers", "registers", sweep});
    if (Device(common.device, common.opening).info().long_loops) { // else there are no persistent traversals
        BenchOptions multiprocessors = sweep;
        multiprocessors.traversals = {Traversal::persistent_warp_refill};
        runs.push_back({"multiprocessors", "multiprocessors", multiprocessors});
    }
    BenchOptions walk = sweep;
    walk.traversals.clear();
    walk.phong = false; // nothing is lit
    runs.push_back({"walk", "walk", walk});
    BenchOptions coding = walk;
    coding.volumes.resize(1);
    runs.push_back({"coding", "coding", coding});
    BenchOptions march = common;
    march.volumes = {thesis.volumes.front()};
    march.sizes = {common.quick ? std::array<int, 2>{48, 27} : std::array<int, 2>{1920, 1080}};
    runs.push_back({"march", "march", march});
}

/// Paths of light: those of the scenes and of a large volume; without any named, those that `bench trace` takes.
void plan_traced(const BenchOptions &common, std::vector<Run> &runs) {
    BenchOptions traced = common;
    traced.sizes.clear();
    traced.frames = std::min(common.frames, 10); // enough for two digits of the error
    if (common.quick) {
        traced.volumes = synthetic_volumes(tree, {32});
        traced.sizes = {{32, 32}};
    } else if (!common.volumes.empty()) {
        traced.volumes = scenes_of(common);
        traced.volumes.push_back(fmt::format("synthetic:tree:{}", edges_of(common).back()));
    }
    runs.push_back({"trace", "trace", traced});
}

/// Frames over pixels, volumes and steps; post-classified, unlit.
void plan_scaling(const BenchOptions &common, std::vector<Run> &runs) {
    BenchOptions scaling = common;
    scaling.traversals = {Traversal::octant_distance_map};
    if (!common.quick) {
        scaling.traversals.insert(scaling.traversals.begin(), Traversal::buffered_for_for_with_flags);
    }
    BenchOptions pictures = scaling;
    pictures.volumes = synthetic_volumes(tree, {common.quick ? 32 : 256});
    const std::vector<int> edges = common.quick ? std::vector{64, 128, 256} : std::vector{256, 512, 1024, 2048, 4096};
    pictures.sizes.clear();
    for (const int edge : edges) {
        pictures.sizes.push_back({edge, edge});
    }
    runs.push_back({"scaling-picture", "traversal", pictures});
    pictures.sizes = {common.quick ? std::array<int, 2>{128, 128} : std::array<int, 2>{1024, 1024}};
    BenchOptions volumes = pictures;
    volumes.volumes = synthetic_volumes(tree, edges_of(common));
    runs.push_back({"scaling-volume", "traversal", volumes});
    for (const double step : {0.125, 0.25, 0.5, 1.0, 2.0}) {
        pictures.step = step;
        runs.push_back({"scaling-step", "traversal", pictures, step});
    }
}

/// Stages of the host: the program itself is not started where times mean nothing.
void plan_stages(const BenchOptions &common, std::vector<Run> &runs) {
    BenchOptions stages = common;
    if (common.quick) {
        stages.largest_volume = 64;
        stages.program.clear();
        stages.sizes = {{96, 72}};
    }
    runs.push_back({"input", "input", stages});
    stages.volumes = {scenes_of(common).front()};
    runs.push_back({"output", "output", stages});
}

std::vector<Run> plan(const BenchOptions &common) {
    std::vector<Run> runs;
    plan_thesis(common, runs);
    plan_scaling(common, runs);
    BenchOptions isosurface = common;
    isosurface.volumes = common.quick ? synthetic_volumes(cayley, {16, 64}) // two sizes make a curve
                                      : synthetic_volumes(surface_models, edges_of(common));
    isosurface.volumes.push_back(fmt::format("synthetic:sphere:{}", common.quick ? 32 : 256)); // Rogeiro's, table 4.2
    isosurface.with_cayleys = true;
    for (const int edge : edges_of(common)) {
        isosurface.volumes.push_back(fmt::format("formula:cayley:{}", edge));
    }
    std::ranges::copy_if(common.volumes, std::back_inserter(isosurface.volumes),
                         [](const std::string &name) { return !is_made(name); }); // scans that were named
    BenchOptions particles = common;
    if (common.quick && common.sizes.empty()) {
        isosurface.sizes = particles.sizes = {{128, 96}};
    }
    runs.push_back({"isosurface", "isosurface", isosurface});
    BenchOptions normals = common;
    normals.largest_volume = edges_of(common).back();
    runs.push_back({"normals", "normals", normals});
    runs.push_back({"compaction", "compaction", common});
    runs.push_back({"time", "time", common});
    runs.push_back({"particles", "particles", particles});
    plan_traced(common, runs);
    BenchOptions trees = common;
    trees.volumes = synthetic_volumes(tree, edges_of(common));
    runs.push_back({"octree", "octree", trees});
    trees.sizes = {common.quick ? std::array<int, 2>{64, 64} : std::array<int, 2>{1024, 1024}};
    runs.push_back({"edit", "edit", trees});
    const auto &known = benchmarks();
    if (std::any_of(known.begin(), known.end(), [](const BenchInfo &info) { return info.name == "skeleton"; })) {
        BenchOptions skeleton = common;
        skeleton.volumes = common.quick ? synthetic_volumes(tree_and_torus, {32}) : std::vector<std::string>();
        runs.push_back({"skeleton", "skeleton", skeleton});
    }
    plan_stages(common, runs);
    return runs;
}

/// Makes one run and keeps its rows. Whatever it wrote lies in a folder of the report.
void make_run(const Run &run, Results &results) {
    BenchOptions options = run.options;
    options.name = run.benchmark;
    std::filesystem::path folder = std::filesystem::path(options.out) / run.name;
    folder += run.step > 0.0 ? fmt::format("-{:g}", run.step) : "";
    options.out = folder.string();
    try {
        if (run_benchmark(options) != 0) {
            results.refuse(run.name, "a check of a row failed");
        }
    } catch (const Error &error) { // the rest of the report is worth having
        results.refuse(run.name, error.what());
        return;
    }
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path &file : files) {
        std::ifstream stream(file);
        results.add(run.name, nlohmann::json::parse(stream));
    }
}

nlohmann::json head_of(const BenchOptions &options) {
    const Device device(options.device, options.opening);
    nlohmann::json head = provenance(device.info());
    head["benchmark"] = "report";
    head["command_line"] = options.command_line;
    head["date"] = fmt::format("{:%Y-%m-%d %H:%M} UTC",
                               fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
    head["frames"] = options.frames;
    head["quick"] = options.quick;
    head["backend"] = name_of(options.backend.value_or(device.info().backend));
    head["scenes"] = scenes_of(options);
    const RenderSettings settings = bench_settings(options);
    head["options"] = fmt::format("step {:g} voxels, opacity cutoff {:g}, leaf size {}, threshold {:g}, volumes up to "
                                  "{}, {} timed repetitions",
                                  settings.step, settings.opacity_cutoff,
                                  options.leaf_size > 0 ? fmt::format("{}", options.leaf_size) : "of each traversal",
                                  settings.threshold, options.quick ? 64 : options.largest_volume, options.frames);
    return head;
}

/// The range of the clocks after all runs.
std::string clocks_html(const nlohmann::json &clocks) {
    if (clocks.empty()) {
        return "";
    }
    const auto range = [&](const char *name) {
        const auto [low, high] = std::minmax_element(clocks.begin(), clocks.end(), [&](const auto &a, const auto &b) {
            return number(a, name) < number(b, name);
        });
        return fmt::format("{:g} to {:g}", number(*low, name), number(*high, name));
    };
    return fmt::format("<dt>clocks</dt><dd>processor {} MHz, memory {} MHz, as nvidia-smi told them after each run; "
                       "they may not be set, so the thesis's figures over clocks (6.2, 6.3, 6.23 to 6.26) are not "
                       "made again</dd>\n",
                       range("processor_mhz"), range("memory_mhz"));
}

std::string header_html(const nlohmann::json &head) {
    std::string html = "<dl>\n";
    for (const char *name : {"device", "platform", "driver", "backend", "commit", "date", "command_line", "options"}) {
        std::string title = name;
        std::replace(title.begin(), title.end(), '_', ' ');
        const nlohmann::json &value = head[name];
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", title,
                            html_text(value.is_string() ? value.get<std::string>() : value.dump()));
    }
    html += fmt::format("<dt>scenes</dt><dd>{}</dd>\n",
                        html_text(fmt::format("{}", fmt::join(head["scenes"].get<std::vector<std::string>>(), ", "))));
    html += clocks_html(head["clocks"]) + "</dl>\n";
    if (head["quick"] == true) {
        html += "<p class=\"note\">Made with --quick: too small to compare. Launches and tails of frames dominate, "
                "scenes are "
                "drawn unlit and with few of the traversals. It shows that everything works, not how fast it is: there "
                "are no verdicts, and the papers' figures are those of much larger scenes.</p>\n";
    }
    return html;
}

ReportSection file_section(const std::filesystem::path &folder) {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() != ".html") {
            names.push_back(std::filesystem::relative(entry.path(), folder).generic_string());
        }
    }
    std::sort(names.begin(), names.end());
    std::string html = "<ul>\n";
    for (const std::string &name : names) {
        html += fmt::format("<li><a href=\"{0}\">{0}</a></li>\n", html_text(name));
    }
    return {"files", "Files",
            paragraph("All rows as JSON and CSV, and every frame as PNG. report.json holds all rows; two "
                      "of them are compared by voxmarch bench compare A.json B.json.") +
                folded(fmt::format("{} files", names.size()), html + "</ul>\n")};
}

void write_text(const std::filesystem::path &file, const std::string &text) {
    OutputFile output(file);
    output.write(text);
    output.commit();
}

} // namespace

int bench_report(const BenchOptions &options) {
    if (options.out.empty()) {
        throw UsageError("report needs a folder for the page: --out FOLDER");
    }
    BenchOptions common = options;
    common.on_report = {}; // of its parts
    if (common.quick) {
        common.frames = std::min(common.frames, 3);
    }
    const std::filesystem::path folder = options.out;
    nlohmann::json head = head_of(common);
    Results results({common.quick, scenes_of(common)});
    for (const Run &run : plan(common)) {
        make_run(run, results);
    }
    std::vector<ReportSection> sections = {summary_section(results),
                                           traversal_section(results),
                                           group_section(results),
                                           sample_section(results),
                                           march_section(results),
                                           coding_section(results),
                                           picture_section(common, scenes_of(common)),
                                           component_section(results),
                                           unit_section(results),
                                           enhancement_section(results),
                                           block_section(results),
                                           compaction_section(results),
                                           cubes_section(results),
                                           particle_section(results),
                                           traced_section(results),
                                           scaling_section(results),
                                           edit_section(results),
                                           stage_section(results),
                                           time_section(results)};
    if (!results.of("skeleton").empty()) {
        sections.push_back(skeleton_section(results));
    }
    sections.push_back(paper_section(results));
    head["refused"] = results.refused();
    head["clocks"] = results.clocks();
    head["rows"] = results.rows();
    write_text(folder / "report.json", head.dump(1) + "\n");
    if (options.on_report) {
        options.on_report(head);
    }
    sections.push_back(file_section(folder));
    write_text(folder / "index.html", page("voxmarch: the papers on this device", header_html(head), sections));
    fmt::print("\n{}: {} rows, {} refused\n", (folder / "index.html").string(), results.rows().size(),
               results.refused().size());
    return results.refused().empty() ? 0 : 1;
}

} // namespace voxmarch
