// Chapters beside the papers on Marching Cubes and compaction.
#include "bench/paper_tables.h"
#include "bench/report_sections.h"
#include "bench/timing.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double member(const nlohmann::json &row, const std::string &object, const std::string &name) {
    return row.contains(object) ? number(row[object], name) : none;
}

/// A table of a paper as it is printed.
std::string as_printed(const PaperTable &table, int digits = -1) {
    std::vector<HtmlTable::Column> columns{{"", Whose::label}};
    for (const std::string &column : table.columns) {
        columns.push_back({column, Whose::paper});
    }
    HtmlTable html(columns);
    for (const PaperTable::Row &row : table.rows) {
        std::vector<std::string> cells{html_text(row.label)};
        for (const double value : row.values) {
            cells.push_back(digits < 0 ? number_text(value) : fixed_text(value, digits));
        }
        html.row(cells);
    }
    const std::string title = table.device.empty() ? table.source : fmt::format("{}: {}", table.source, table.device);
    return html.html(title) + (table.note.empty() ? "" : paragraph(table.note));
}

/// Classification, scan, compaction, generation of the strategy `scan`; Rogeiro's second scan is part of the first
/// here.
std::vector<double> components(const nlohmann::json &row) {
    std::vector<double> parts;
    for (const char *kernel : {"scan_classify", "scan_sums", "scan_compact", "scan_generate"}) {
        parts.push_back(member(row, "kernels_ms", kernel));
    }
    return parts;
}

std::vector<double> rogeiro_components(const PaperTable &table, const std::string &dataset) {
    return {table.value(dataset, "classification"), table.value(dataset, "scan") + table.value(dataset, "second scan"),
            table.value(dataset, "compaction"), table.value(dataset, "generation")};
}

const std::vector<std::string> part_names{"classification", "scan", "compaction", "generation"};
const std::vector<std::string> part_colors{"#9db8d6", "#1d5fa6", "#e0a96d", "#5f9f7f"};

double sum_of(const std::vector<double> &parts) {
    double sum = 0.0;
    for (const double part : parts) {
        sum += part;
    }
    return sum;
}

std::string component_row_label(const nlohmann::json &row) {
    return fmt::format("{}, {:g}", word(row, "volume"), number(row, "isovalue"));
}

} // namespace

ReportSection component_section(const Results &results) {
    const Rows rows = where(results.of("isosurface", "isosurface"), "extraction", "scan");
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"million voxels", Whose::ours},
                     {"triangles", Whose::ours},
                     {"classification", Whose::ours},
                     {"scan", Whose::ours},
                     {"compaction", Whose::ours},
                     {"generation", Whose::ours},
                     {"sum, ms", Whose::ours},
                     {"million voxels/s", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    BarPlot ours{"Share of each component, here", 0.0, 0, true, part_names, part_colors, {}};
    for (const nlohmann::json &row : rows) {
        const std::vector<double> parts = components(row);
        const double ms = number(row, "first_ms"), floor = number(row, "h200_floor_ms"), voxels = voxels_of(row);
        std::vector<std::string> cells{html_text(component_row_label(row)), fixed_text(voxels * 1e-6, 2),
                                       fixed_text(number(row, "triangles"), 0)};
        for (const double part : parts) {
            cells.push_back(number_text(part));
        }
        for (const double value : {ms, voxels * 1e-3 / ms, floor, ms / floor}) {
            cells.push_back(number_text(value));
        }
        table.row(cells);
        if (edge_of(word(row, "volume")) == edge_of(word(rows.back(), "volume"))) {
            ours.groups.push_back({component_row_label(row), parts});
        }
    }
    HtmlTable theirs({{"device, data", Whose::label},
                      {"table", Whose::paper},
                      {"million voxels", Whose::paper},
                      {"triangles", Whose::paper},
                      {"classification", Whose::paper},
                      {"scan", Whose::paper},
                      {"compaction", Whose::paper},
                      {"generation", Whose::paper},
                      {"sum, ms", Whose::paper},
                      {"million voxels/s", Whose::paper}});
    BarPlot shares{"Share of each component, Tesla C2050", 0.0, 0, true, part_names, part_colors, {}};
    const PaperTable &data = paper_table("rogeiro-4.2");
    for (const char *id : {"4.6", "4.16", "4.7", "4.17", "4.8", "4.18"}) {
        const PaperTable &printed = paper_table(fmt::format("rogeiro-{}", id));
        theirs.heading(fmt::format("{} (table {})", printed.device, id));
        for (const PaperTable::Row &row : printed.rows) {
            const std::vector<double> parts = rogeiro_components(printed, row.label);
            const double ms = sum_of(parts), voxels = data.value(row.label, "voxels");
            std::vector<std::string> cells{row.label, id, fixed_text(voxels * 1e-6, 2),
                                           fixed_text(data.value(row.label, "triangles"), 0)};
            for (const double part : parts) {
                cells.push_back(fixed_text(part, 1));
            }
            cells.push_back(fixed_text(ms, 1));
            cells.push_back(number_text(voxels * 1e-3 / ms));
            theirs.row(cells);
            if (std::string(id) == "4.18") {
                shares.groups.push_back({row.label, parts});
            }
        }
    }
    return {"components", "Marching Cubes by scan: time of each component",
            paragraph(
                "Rogeiro 2011 measures the kernels of Marching Cubes on three devices (tables 4.6 to 4.8, and 4.16 to "
                "4.18 with enhancements); ours are the kernels of the strategy `scan`. Fetching (copying the volume to "
                "the device) is left out of both sums; his two scans are added up, ours is one. The floor is an "
                "H200's: volume read and mesh written once at 4.3 TB/s.") +
                row_of({svg(ours), svg(shares)}) + table.html("Here: strategy scan, first extraction, ms") +
                folded("Rogeiro's tables 4.6 to 4.8 and 4.16 to 4.18, ms", theirs.html()) +
                folded("Rogeiro's tables 4.5 and 4.15: the whole, beside a serial CPU",
                       as_printed(paper_table("rogeiro-4.5")) + as_printed(paper_table("rogeiro-4.15")))};
}

ReportSection block_section(const Results &results) {
    const Rows drawn = results.of("isosurface", "isosurface_drawing");
    const Rows extracted = where(results.of("isosurface", "isosurface"), "extraction", "blocks");
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"million voxels", Whose::ours},
                     {"triangles", Whose::ours},
                     {"extract, ms", Whose::ours},
                     {"draw, ms", Whose::ours},
                     {"frame, ms", Whose::ours},
                     {"frames/s", Whose::ours},
                     {"million voxels/s", Whose::ours},
                     {"floor of extraction, ms", Whose::floor},
                     {"extraction / floor", Whose::floor}});
    HtmlTable memory({{"volume, isovalue", Whose::label},
                      {"auxiliary, % of the volume", Whose::ours},
                      {"PMB, %", Whose::paper},
                      {"vertices, % of a triangle soup's", Whose::ours},
                      {"PMB, %", Whose::paper},
                      {"floor, %", Whose::floor}});
    const PaperTable &shares = paper_table("pmb-memory");
    for (const nlohmann::json &row : drawn) {
        const Rows same = where(where(extracted, "volume", row["volume"]), "isovalue", row["isovalue"]);
        const double voxels = same.empty() ? none : voxels_of(same.front());
        const double extraction = number(row, "extraction_ms"), wall = number(row, "wall_ms");
        const double floor = number(same, "h200_floor_ms");
        table.row({html_text(component_row_label(row)), fixed_text(voxels * 1e-6, 2),
                   fixed_text(number(row, "triangles"), 0), number_text(extraction),
                   number_text(number(row, "raster_ms") + number(row, "shade_ms")), number_text(wall),
                   number_text(1e3 / wall), number_text(voxels * 1e-3 / wall), number_text(floor),
                   number_text(extraction / floor)});
    }
    for (const nlohmann::json &row : extracted) {
        const double soup = 3.0 * number(row, "triangles");
        // A closed surface has half as many vertices as triangles.
        memory.row({html_text(component_row_label(row)), fixed_text(100.0 * number(row, "auxiliary_share"), 1),
                    fmt::format("&lt; {:.0f}", 100.0 * shares.rows[0].values[0]),
                    fixed_text(100.0 * number(row, "vertices") / soup, 1),
                    fixed_text(100.0 * shares.rows[1].values[0], 1), "16.7"});
    }
    LinePlot plot{"Frames a second, another isovalue each", "million voxels", "frames/s", true, true, {}};
    const auto curve = [](const PaperTable &from, const std::string &column) {
        Points points;
        for (const PaperTable::Row &row : from.rows) {
            points.push_back({from.value(row.label, "million voxels"), from.value(row.label, column)});
        }
        return points;
    };
    Points ours;
    for (const nlohmann::json &row : where(extracted, "isovalue", 100.5)) {
        const Rows frame = where(where(drawn, "volume", row["volume"]), "isovalue", 100.5);
        ours.push_back({voxels_of(row) * 1e-6, number(frame, "frames_per_second")});
    }
    plot.series = {{"ours, cayley at 100.5", ours, plot_colors[0]},
                   {"PMB, Cayley (table 2)", curve(paper_table("pmb-2"), "PMB, frames/s"), paper_color},
                   {"hpmc, Cayley", curve(paper_table("pmb-2"), "hpmc, frames/s"), "#b9bec6", true},
                   {"nvsdk, Cayley", curve(paper_table("pmb-2"), "nvsdk, frames/s"), "#5b6270", true}};
    return {"blocks", "Isosurfaces by blocks, drawn with another isovalue every frame",
            paragraph(
                "Parallel Marching Blocks (PMB), tables 2 and 3: extraction and drawing at 1024x1024 on a GeForce GTX "
                "Titan. Ours: strategy `blocks`, our own rasteriser, until the picture is in host memory. "
                "Memory (section 5.3): what the method needs beside volume and mesh, and what sharing vertices saves; "
                "no mesh can do with less than half a vertex a triangle, 16.7 %.") +
                row_of({svg(plot), memory.html("Memory")}) + table.html("Here") +
                folded("Table 2 (Cayley)", as_printed(paper_table("pmb-2"))) +
                folded("Table 3 (scans and simulations)", as_printed(paper_table("pmb-3")))};
}

ReportSection compaction_section(const Results &results) {
    const Rows rows = results.of("compaction");
    const PaperTable &printed = paper_table("dyken-compaction");
    HtmlTable table({{"retained", Whose::label},
                     {"method", Whose::label},
                     {"paper, ms", Whose::paper},
                     {"ours, ms", Whose::ours},
                     {"paper, times scan", Whose::paper},
                     {"ours", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    LinePlot ours{"Here", "% retained", "ms", true, true, {}};
    LinePlot paper{"Dyken and Ziegler 2010 (Tesla C2050)", "% retained", "ms", true, true, {}};
    std::size_t color = 0;
    for (const std::string &method : printed.columns) {
        Points theirs;
        for (const PaperTable::Row &row : printed.rows) {
            theirs.push_back({std::stod(row.label), printed.value(row.label, method)});
        }
        ours.series.push_back(
            {method, points_of(where(rows, "method", method), "retained_percent", "ms"), plot_colors[color]});
        paper.series.push_back({method, theirs, plot_colors[color++]});
    }
    for (const PaperTable::Row &line : printed.rows) {
        const Rows same = where(rows, "retained_percent", std::stoi(line.label));
        const double scan = number(where(same, "method", "scan"), "ms");
        for (const std::string &method : printed.columns) {
            const Rows row = where(same, "method", method);
            const double ms = number(row, "ms"), floor = number(row, "h200_floor_ms");
            const double theirs = printed.value(line.label, method);
            table.row({fmt::format("{} %", line.label), method, fixed_text(theirs, 2), number_text(ms),
                       fixed_text(printed.value(line.label, "scan") / theirs, 2), fixed_text(scan / ms, 2),
                       number_text(floor), number_text(ms / floor)});
        }
    }
    return {"compaction", "Compaction: scan, atomics, HistoPyramids",
            paragraph(
                fmt::format("The numbers of the retained ones among {} elements (paper: 2 million) are gathered; every "
                            "result is compared with a serial one. Times are those of all launches. The floor is an "
                            "H200's: counts read and numbers written once at 4.3 TB/s.",
                            fixed_text(number(rows, "elements"), 0))) +
                row_of({svg(ours), svg(paper)}) + table.html()};
}

ReportSection cubes_section(const Results &results) {
    const Rows rows = results.of("isosurface", "isosurface");
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"strategy", Whose::label},
                     {"triangles", Whose::ours},
                     {"triangles a cell", Whose::ours},
                     {"first, ms", Whose::ours},
                     {"repeat, ms", Whose::ours},
                     {"million voxels/s", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"first / floor", Whose::floor}});
    LinePlot plot{
        "Voxels a second against the density of triangles", "triangles a voxel", "million voxels/s", true, true, {}};
    std::size_t color = 0;
    for (const std::string &strategy : words(rows, "extraction")) {
        Points points;
        for (const nlohmann::json &row : where(rows, "extraction", strategy)) {
            if (edge_of(word(row, "volume")) == edge_of(word(rows.back(), "volume"))) {
                points.push_back({number(row, "triangles") / voxels_of(row), number(row, "million_voxels_per_second")});
            }
        }
        std::sort(points.begin(), points.end());
        plot.series.push_back({strategy, points, plot_colors[color++ % 4]});
    }
    const PaperTable &printed = paper_table("dyken-cubes");
    Points theirs;
    for (const PaperTable::Row &row : printed.rows) {
        theirs.push_back({row.values[1] / (row.values[0] * 1e6), printed.value(row.label, "HP5MC, Mvoxel/s")});
    }
    std::sort(theirs.begin(), theirs.end());
    plot.series.push_back({"HP5MC (Tesla C2050)", theirs, paper_color, true});
    for (const nlohmann::json &row : rows) {
        const double ms = number(row, "first_ms"), floor = number(row, "h200_floor_ms");
        table.row({html_text(component_row_label(row)), word(row, "extraction"),
                   fixed_text(number(row, "triangles"), 0), fixed_text(number(row, "triangles") / voxels_of(row), 3),
                   number_text(ms), number_text(number(row, "repeat_ms")),
                   number_text(number(row, "million_voxels_per_second")), number_text(floor), number_text(ms / floor)});
    }
    return {
        "cubes", "Marching Cubes by HistoPyramids and other strategies",
        paragraph("Dyken and Ziegler 2010 give voxels a second of extraction and drawing together; ours are extraction "
                  "alone, indexed, with normals. `first` knows nothing of the volume, `repeat` has the ranges of its "
                  "blocks. The floor is an H200's: volume read and mesh written once at 4.3 TB/s.") +
            row_of({svg(plot), as_printed(printed)}) + folded("All our rows", table.html())};
}

} // namespace voxmarch
