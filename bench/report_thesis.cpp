// Chapters beside Werner's thesis (2013).
#include "bench/paper_tables.h"
#include "bench/report_sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr const char *models[] = {"bonsai", "teddy", "piggy"};

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

std::string traversal_table(const Rows &frames, const Rows &simulated, const std::string &caption) {
    HtmlTable table({{"traversal", Whose::label},
                     {"figure", Whose::paper},
                     {"SIMD traversal, thesis", Whose::paper},
                     {"ours", Whose::ours},
                     {"SIMD marching, thesis", Whose::paper},
                     {"ours", Whose::ours},
                     {"frames/s, thesis", Whose::paper},
                     {"ours", Whose::ours},
                     {"times none, thesis", Whose::paper},
                     {"ours", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    const double base = paper_table("werner-4.6").value("none", "frames/s");
    for (const std::string &name : words(simulated, "traversal")) {
        const Rows frame = where(frames, "traversal", name), warps = where(simulated, "traversal", name);
        const ThesisRow thesis = thesis_row(name);
        const double ms = number(frame, "ms"), floor = frame.empty() ? none : frame_floor(frame.front());
        table.row({html_text(name), thesis.figure, fixed_text(thesis.traversal, 2),
                   fixed_text(efficiency(warps, "simulated_traversal"), 2), fixed_text(thesis.marching, 2),
                   fixed_text(efficiency(warps, "simulated_marching"), 2), fixed_text(thesis.frames, 1),
                   number_text(1e3 / ms), fixed_text(thesis.frames / base, 2), fixed_text(number(frame, "speed_up"), 2),
                   number_text(floor), number_text(ms / floor)});
    }
    return table.html(caption);
}

BarPlot efficiency_plot(const Rows &simulated, const std::string &title, const std::string &member,
                        double ThesisRow::*thesis) {
    BarPlot plot{title, 1.0, 2, false, {"ours (simulated warps)", "thesis"}, {plot_colors[0], paper_color}, {}};
    for (const std::string &name : words(simulated, "traversal")) {
        const ThesisRow row = thesis_row(name);
        if (!row.figure.empty()) {
            plot.groups.push_back({name, {efficiency(where(simulated, "traversal", name), member), row.*thesis}});
        }
    }
    return plot;
}

} // namespace

ReportSection traversal_section(const Results &results) {
    const Rows frames = results.of("thesis"), simulated = results.of("simt");
    const std::vector<std::string> scenes = words(simulated, "scene");
    std::string html = paragraph("Bonsai or its stand-in, standard view, classified before interpolation and lit, as "
                                 "in the thesis. Efficiency is "
                                 "the share of the 32 lanes of a warp that take part in a step; ours is counted in "
                                 "simulated warps, which agree with "
                                 "an NVIDIA GPU's own counters. The floor is the samples taken, at the 511 billion a "
                                 "second of an H200's texture "
                                 "units. Figure 4.14 is missing from the converted text of the thesis.");
    if (!scenes.empty()) {
        const Rows warps = where(simulated, "scene", scenes.front());
        BarPlot speed{"Speed against no octree", 0.0, 2, false, {"ours", "thesis"}, {plot_colors[0], paper_color}, {}};
        for (const std::string &name : words(warps, "traversal")) {
            const Rows row = where(where(frames, "scene", scenes.front()), "traversal", name);
            const double thesis = thesis_row(name).frames / paper_table("werner-4.6").value("none", "frames/s");
            if (!row.empty() || std::isfinite(thesis)) {
                speed.groups.push_back({name, {number(row, "speed_up"), thesis}});
            }
        }
        html += row_of(
            {svg(efficiency_plot(warps, "SIMD efficiency of traversal", "simulated_traversal", &ThesisRow::traversal)),
             svg(efficiency_plot(warps, "SIMD efficiency of marching", "simulated_marching", &ThesisRow::marching)),
             svg(speed)});
    }
    for (const std::string &scene : scenes) {
        const std::string table =
            traversal_table(where(frames, "scene", scene), where(simulated, "scene", scene),
                            fmt::format("{} (thesis: bonsai, {})", scene, paper_table("werner-4.6").device));
        html += scene == scenes.front() ? table : folded(scene, table);
    }
    return {"traversals", "Traversals and SIMD efficiency", html};
}

ReportSection sample_section(const Results &results) {
    const Rows frames = where(results.of("thesis"), "traversal", "buffered-for-for-with-flags");
    const Rows simulated = where(results.of("simt"), "traversal", "buffered-for-for-with-flags");
    const std::vector<std::string> scenes = words(frames, "scene");
    const PaperTable &steps = paper_table("werner-6.8"), &rate = paper_table("werner-6.17"),
                     &peak = paper_table("werner-6.9");
    std::vector<HtmlTable::Column> columns{{"", Whose::label}};
    for (const char *model : models) {
        columns.push_back({fmt::format("{}, thesis", model), Whose::paper});
    }
    for (const std::string &scene : scenes) {
        columns.push_back({scene, Whose::ours});
    }
    HtmlTable table(columns);
    const auto add = [&](const std::string &label, const auto &paper, const auto &ours, int digits) {
        std::vector<std::string> cells{label};
        const auto show = [digits](double v) { return digits < 0 ? number_text(v) : fixed_text(v, digits); };
        for (const char *model : models) {
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
    add("utilisation of the texture units (6.17)", of(rate, "utilisation"), member("utilisation"), 2);
    add(
        "floor (H200: samples at 511e9 a second), ms", nothing,
        [](const nlohmann::json &row, const Rows &) { return frame_floor(row); }, -1);
    add(
        "time / floor", nothing,
        [](const nlohmann::json &row, const Rows &) { return number(row, "ms") / frame_floor(row); }, -1);
    return {
        "samples", "Samples, steps and texture units",
        paragraph("What the rays of one frame do, with buffered-for-for-with-flags. Devices without texture units "
                  "(CPUs) have no rate to be measured against. The thesis's pictures are larger or smaller than ours: "
                  "shares and ratios can be compared, counts cannot.") +
            table.html() + paragraph(steps.note)};
}

ReportSection march_section(const Results &results) {
    HtmlTable table({{"view", Whose::label},
                     {"box", Whose::label},
                     {"classification", Whose::label},
                     {"shading", Whose::label},
                     {"ms", Whose::ours},
                     {"million samples/s", Whose::ours},
                     {"million fetches/s", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : results.of("march")) {
        const double ms = number(row, "ms"), floor = number(row, "h200_floor_ms");
        table.row({word(row, "view"), word(row, "box"), word(row, "classification"), word(row, "shading"),
                   number_text(ms), number_text(number(row, "samples_per_s") * 1e-6),
                   number_text(number(row, "fetches_per_s") * 1e-6), number_text(floor), number_text(ms / floor)});
    }
    return {
        "march", "The standard caster in a box",
        paragraph("No octree, no ray that ends early; the box is empty or filled with a faint medium. The floor is an "
                  "H200's: fetches at 511 billion a second.") +
            table.html()};
}

} // namespace voxmarch
