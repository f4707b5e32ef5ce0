// Chapters beside Werner's thesis (2013).
#include "bench/counted_work.h"
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Which figure of the thesis shows a traversal last, and that row of it.
struct ThesisRow {
    std::string figure;
    double traversal = none, marching = none, frames = none;
};

ThesisRow thesis_row(const std::string &traversal) {
    ThesisRow found;
    for (const char *figure : {"4.6", "4.14", "4.18", "4.21", "5.2"}) {
        const PaperTable &table = paper_table(fmt::format("werner-{}", figure));
        for (const PaperTable::Row &row : table.rows) {
            if (row.label == traversal && found.figure.empty()) {
                found = {figure, row.values[0], row.values[1], row.values[2]};
            }
        }
    }
    return found;
}

/// -1 stands for "not counted" in rows.
double efficiency(const Rows &rows, const std::string &name) {
    const double value = number(rows, name);
    return value < 0.0 ? none : value;
}

/// Rows of one scene; beside the thesis's bonsai if that is what the scene stands for.
std::string traversal_table(const Rows &frames, const Rows &simulated, bool with_thesis, const std::string &caption) {
    std::vector<HtmlTable::Column> columns{{"traversal", Whose::label}};
    const auto column = [&](const std::string &title) {
        if (with_thesis) {
            columns.push_back({title + ", thesis's bonsai", Whose::paper});
        }
        columns.push_back({with_thesis ? "ours" : title, Whose::ours});
    };
    column("SIMD traversal");
    column("SIMD marching");
    column("frames/s");
    column("times none");
    columns.push_back({"floor, ms", Whose::floor});
    columns.push_back({"ratio", Whose::floor});
    if (with_thesis) {
        columns.push_back({"figure", Whose::paper});
    }
    HtmlTable table(columns);
    const double base = paper_table("werner-4.6").value("none", "frames/s");
    for (const std::string &name : words(simulated, "traversal")) {
        const Rows frame = where(frames, "traversal", name), warps = where(simulated, "traversal", name);
        const ThesisRow thesis = thesis_row(name);
        const double ms = number(frame, "ms"), floor = frame.empty() ? none : frame_floor(frame.front());
        std::vector<std::string> cells{html_text(name)};
        const auto pair = [&](const std::string &paper, const std::string &ours) {
            if (with_thesis) {
                cells.push_back(paper);
            }
            cells.push_back(ours);
        };
        pair(fixed_text(thesis.traversal, 2), fixed_text(efficiency(warps, "simulated_traversal"), 2));
        pair(fixed_text(thesis.marching, 2), fixed_text(efficiency(warps, "simulated_marching"), 2));
        pair(fixed_text(thesis.frames, 1), number_text(1e3 / ms));
        pair(fixed_text(thesis.frames / base, 2), fixed_text(number(frame, "speed_up"), 2));
        cells.push_back(number_text(floor));
        cells.push_back(number_text(ms / floor));
        if (with_thesis) {
            cells.push_back(thesis.figure.empty() ? "–" : thesis.figure);
        }
        table.row(cells);
    }
    return table.html(caption);
}

BarPlot efficiency_plot(const Rows &simulated, const std::string &scene, const std::string &title,
                        const std::string &member, double ThesisRow::*thesis) {
    BarPlot plot{title,
                 1.0,
                 2,
                 false,
                 {scene_name(scene) + ", simulated warps", "thesis, bonsai"},
                 {plot_colors[0], paper_color},
                 {}};
    for (const std::string &name : words(simulated, "traversal")) {
        const ThesisRow row = thesis_row(name);
        if (!row.figure.empty()) {
            plot.groups.push_back({name, {efficiency(where(simulated, "traversal", name), member), row.*thesis}});
        }
    }
    return plot;
}

std::string traversal_plots(const Rows &frames, const Rows &simulated, const std::string &scene) {
    BarPlot speed{"Times as fast as without octree", 0.0, 2, false, {scene, "thesis, bonsai"},
                  {plot_colors[0], paper_color},     {}};
    for (const std::string &name : words(simulated, "traversal")) {
        const Rows row = where(frames, "traversal", name);
        const double thesis = thesis_row(name).frames / paper_table("werner-4.6").value("none", "frames/s");
        if (!row.empty() || std::isfinite(thesis)) {
            speed.groups.push_back({name, {number(row, "speed_up"), thesis}});
        }
    }
    return row_of({svg(efficiency_plot(simulated, scene, "Share of lanes at work, traversal steps",
                                       "simulated_traversal", &ThesisRow::traversal)),
                   svg(efficiency_plot(simulated, scene, "Share of lanes at work, marching steps", "simulated_marching",
                                       &ThesisRow::marching)),
                   svg(speed)});
}

} // namespace

ReportSection traversal_section(const Results &results) {
    const Rows frames = results.of("thesis"), simulated = results.of("simt");
    const std::vector<std::string> scenes = words(simulated, "scene");
    const std::vector<std::string> &volumes = results.conditions().scenes;
    std::string html = paragraph(
        fmt::format("Standard view, classified {}. The thesis's figures are those of its bonsai ({}); it does not tell "
                    "the size of its pictures.{} Efficiency is the share of the "
                    "32 lanes of a warp that take part in a step; ours is counted in simulated warps, which agree with "
                    "an NVIDIA GPU's own counters. The floor is the samples taken, at the rate measured on this "
                    "device's texture units. Figure 4.14 is missing from the converted text of the thesis.",
                    results.conditions().quick ? "after interpolation and unlit (the thesis: before it, and lit)"
                                               : "before interpolation and lit, as in the thesis",
                    paper_table("werner-4.6").device,
                    !volumes.empty() && is_model(volumes.front(), "bonsai")
                        ? ""
                        : " The first scene here is a synthetic stand-in: its figures show what a traversal does, not "
                          "who is better."));
    for (const std::string &scene : scenes) {
        const Rows own = where(frames, "scene", scene), warps = where(simulated, "scene", scene);
        const bool first = scene == scenes.front();
        const std::string caption = own.empty() ? scene : fmt::format("{}, {}", scene, word(own.front(), "size"));
        const std::string table = traversal_table(own, warps, first, caption);
        html += first ? traversal_plots(own, warps, scene) + table : folded(scene, table);
    }
    return {"traversals", "Traversals and SIMD efficiency", html};
}

ReportSection sample_section(const Results &results) {
    const Rows frames = where(results.of("thesis"), "traversal", "buffered-for-for-with-flags");
    const Rows simulated = where(results.of("simt"), "traversal", "buffered-for-for-with-flags");
    const std::vector<std::string> scenes = words(frames, "scene");
    const PaperTable &steps = paper_table("werner-6.8"), &rate = paper_table("werner-6.17"),
                     &peak = paper_table("werner-6.9"), &flops = paper_table("werner-6.18"),
                     &memory = paper_table("werner-6.14"), &cores = paper_table("werner-6.16"),
                     &both = paper_table("werner-6.32");
    std::vector<HtmlTable::Column> columns{{"", Whose::label}};
    for (const char *model : thesis_models) {
        columns.push_back({fmt::format("thesis's {}", model), Whose::paper});
    }
    for (const std::string &scene : scenes) {
        columns.push_back(
            {fmt::format("{}, {}", scene_name(scene), word(where(frames, "scene", scene).front(), "size")),
             Whose::ours});
    }
    HtmlTable table(columns);
    const auto add = [&](const std::string &label, const auto &paper, const auto &ours, int digits) {
        std::vector<std::string> cells{label};
        const auto show = [digits](double v) { return digits < 0 ? number_text(v) : fixed_text(v, digits); };
        for (const char *model : thesis_models) {
            cells.push_back(show(paper(model)));
        }
        for (const std::string &scene : scenes) {
            cells.push_back(show(ours(where(frames, "scene", scene).front(), where(simulated, "scene", scene))));
        }
        table.row(cells);
    };
    const auto of = [](const PaperTable &from, const std::string &row) {
        return [&from, row](const std::string &model) { return from.value(row, model); };
    };
    const auto member = [](const std::string &name, double scale = 1.0) {
        return [name, scale](const nlohmann::json &row, const Rows &) { return number(row, name) * scale; };
    };
    const auto simt = [](const std::string &name) {
        return [name](const nlohmann::json &, const Rows &warps) { return number(warps, name); };
    };
    const auto nothing = [](const std::string &) { return none; };
    add("time, ms (6.8)", of(steps, "time, ms"), member("ms"), -1);
    add("traversal steps (6.11)", of(steps, "traversal steps"), member("traversal_steps"), 0);
    add("marching steps (6.11; samples of the A texture, 6.8)", of(steps, "marching steps"), member("marching_steps"),
        0);
    add(
        "samples of RGBA textures (6.8)", of(steps, "RGBA samples"),
        [](const nlohmann::json &row, const Rows &) { return number(row, "fetches") - number(row, "marching_steps"); },
        0);
    add(
        "marching steps a traversal step (6.12)",
        [&](const std::string &m) { return steps.value("marching steps", m) / steps.value("traversal steps", m); },
        [](const nlohmann::json &row, const Rows &) {
            return number(row, "marching_steps") / number(row, "traversal_steps");
        },
        2);
    add(
        "share of transparent marching steps (6.13)", of(steps, "transparent steps"),
        [](const nlohmann::json &row, const Rows &) {
            return 1.0 - number(row, "visible_steps") / number(row, "marching_steps");
        },
        2);
    add("SIMD efficiency of traversal (6.10)", of(steps, "SIMD traversal"), simt("simulated_traversal"), 3);
    add("SIMD efficiency of marching (6.10)", of(steps, "SIMD marching"), simt("simulated_marching"), 3);
    add("billion samples a second (6.17)", of(rate, "billion samples/s"), member("fetches_per_s", 1e-9), 2);
    add(
        "the texture units' rate, billion a second (6.9, A texture)",
        [&](const std::string &) { return peak.value("billion samples/s", "A texture"); },
        member("texture_peak_r8", 1e-9), 1);
    add(
        "the same, RGBA texture (6.9)",
        [&](const std::string &) { return peak.value("billion samples/s", "RGBA texture"); },
        member("texture_peak_rgba8", 1e-9), 1);
    const auto corners_a_second = [](const char *rate_of, double bytes) { // of the eight voxels of a sample
        return [rate_of, bytes](const nlohmann::json &row, const Rows &) {
            return number(row, rate_of) * 8.0 * bytes * 1e-9;
        };
    };
    add(
        "voxels fetched at that rate, GB/s (6.9, A texture)",
        [&](const std::string &) { return peak.value("GB/s of the texture cache", "A texture"); },
        corners_a_second("texture_peak_r8", 1.0), 0);
    add(
        "the same, RGBA texture (6.9)",
        [&](const std::string &) { return peak.value("GB/s of the texture cache", "RGBA texture"); },
        corners_a_second("texture_peak_rgba8", 4.0), 0);
    add("utilisation of the texture units (6.17)", of(rate, "utilisation"), member("utilisation"), 2);
    // His counting: 57 operations make one channel of a trilinear sample, 105 all four. Each step needs all four of the
    // colours with opacity, and of its second sample, at the same place, what differs of three.
    constexpr double all_channels = 105.0, at_same_place = 57.0;
    const auto texture_operations = [](const nlohmann::json &row) {
        const double first = number(row, "marching_steps"), second = number(row, "fetches") - first;
        return (first * all_channels + second * at_same_place) / number(row, "ms") * 1e3;
    };
    add(
        "billion operations a second by texture units (6.18)", of(flops, "GFLOPS"),
        [&](const nlohmann::json &row, const Rows &) {
            return std::isfinite(number(row, "texture_peak_rgba8")) ? texture_operations(row) * 1e-9 : none;
        },
        0);
    add(
        "their share of the units' peak (6.18)", of(flops, "use"),
        [&](const nlohmann::json &row, const Rows &) {
            return texture_operations(row) / (all_channels * number(row, "texture_peak_rgba8"));
        },
        2);
    const auto per_second = [](const char *what) {
        return [what](const nlohmann::json &row, const Rows &) { return number(row, what) / number(row, "ms") * 1e-6; };
    };
    const auto share_of = [](const char *what, const char *most) {
        return [what, most](const nlohmann::json &row, const Rows &) {
            return number(row, what) / number(row, "ms") * 1e3 / number(row, most);
        };
    };
    add("billion operations a second by cores (6.16)", of(cores, "GFLOPS"), per_second("operations"), 0);
    add("their share of the cores' peak (6.16)", of(cores, "use"), share_of("operations", "arithmetic_peak"), 3);
    add(
        "by both (6.32)", of(both, "GFLOPS"),
        [&](const nlohmann::json &row, const Rows &) {
            return texture_operations(row) * 1e-9 + number(row, "operations") / number(row, "ms") * 1e-6;
        },
        0);
    add("GB/s of memory (6.14); ours: if all were read once", of(memory, "GB/s"), per_second("bytes_once"), 1);
    add("their share of memory's rate (6.14)", of(memory, "use"), share_of("bytes_once", "memory_rate"), 3);
    const bool has_floor =
        std::any_of(frames.begin(), frames.end(), [](const auto &row) { return std::isfinite(frame_floor(row)); });
    if (has_floor) {
        add(
            "floor (samples at the rate measured here), ms", nothing,
            [](const nlohmann::json &row, const Rows &) { return frame_floor(row); }, -1);
        add(
            "time / floor", nothing,
            [](const nlohmann::json &row, const Rows &) { return number(row, "ms") / frame_floor(row); }, -1);
    }
    return {
        "samples", "Samples, steps and texture units",
        paragraph("What the rays of one frame do, with buffered-for-for-with-flags. Devices without texture units "
                  "(CPUs) have no rate to be measured against. The thesis does not tell the size of its pictures, and "
                  "synthetic scenes are stand-ins for its models: shares and ratios show the same things, counts do "
                  "not.") +
            table.html() + paragraph(steps.note) +
            paragraph("Operations of texture units are counted as the thesis counts its own (6.3.3.7): those of a "
                      "trilinear sample in software, 57 for one channel and 105 for four; a second sample at the same "
                      "place counts 57.") +
            paragraph(fmt::format(
                "The thesis reads 6.9's bandwidth, 6.14 and 6.16 from a profiler's counters, which OpenCL does not "
                "tell. Ours are counted instead. Bandwidth of texture caches: eight voxels a sample. Operations of "
                "cores: those on floats in the kernels' text, an fma() two, {:g} a traversal step, {:g} a marching "
                "step, {:g} more where it is visible and {:g} more where that is lit; integers, comparisons and the "
                "loops themselves do not count, so less is counted than is computed. Their peak: two for each core in "
                "each clock at the highest clock. Bytes of memory: each texel, node and pixel once a frame, beside "
                "the rate of a copy measured here; a cache keeps much of it from frame to frame, or reads some of it "
                "twice. Instructions that schedulers issue (6.15) cannot be counted so. {} {}",
                operations_of_node, operations_of_sample, operations_of_opacity + operations_of_blending,
                operations_of_light, cores.note, both.note))};
}

ReportSection march_section(const Results &results) {
    HtmlTable table({{"view", Whose::label},
                     {"box", Whose::label},
                     {"classification", Whose::label},
                     {"shading", Whose::label},
                     {"interpolation", Whose::label},
                     {"unused local memory, KiB", Whose::ours},
                     {"resident warps, at most", Whose::ours},
                     {"ms", Whose::ours},
                     {"million samples/s", Whose::ours},
                     {"million fetches/s", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : results.of("march")) {
        const double ms = number(row, "ms"), floor = frame_floor(row);
        table.row({word(row, "view"), word(row, "box"), word(row, "classification"), word(row, "shading"),
                   word(row, "interpolation"), number_text(number(row, "local_padding") / 1024.0),
                   number_text(number(row, "resident_warps")), number_text(ms),
                   number_text(number(row, "samples_per_s") * 1e-6), number_text(number(row, "fetches_per_s") * 1e-6),
                   number_text(floor), number_text(ms / floor)});
    }
    return {"march", "The standard caster in a box",
            paragraph("No octree, no ray that ends early; the box is empty or filled with a faint medium. The floor is "
                      "fetches at the rate measured on this device's texture units: a cubic sample takes eight. The "
                      "last rows are "
                      "those of figure 6.30, at a second occupancy.") +
                table.html()};
}

} // namespace voxmarch
