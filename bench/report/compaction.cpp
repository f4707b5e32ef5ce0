// Chapters beside Dyken and Ziegler 2010: compaction and Marching Cubes by HistoPyramids.
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"
#include "bench/report/tables.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

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
    LinePlot ours{fmt::format("Here, {:g} million elements", number(rows, "elements") * 1e-6),
                  "elements retained, %",
                  "time, ms",
                  true,
                  true,
                  {}};
    LinePlot paper{
        "Dyken and Ziegler 2010 (Tesla C2050), 2 million", "elements retained, %", "time, ms", true, true, {}};
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
        for (const std::string &method : words(rows, "method")) {
            const Rows row = where(same, "method", method);
            const double ms = number(row, "ms"), floor = number(row, "floor_ms");
            const bool is_printed =
                std::find(printed.columns.begin(), printed.columns.end(), method) != printed.columns.end();
            const double theirs = is_printed ? printed.value(line.label, method) : none;
            table.row({fmt::format("{} %", line.label), method, fixed_text(theirs, 2), number_text(ms),
                       fixed_text(printed.value(line.label, "scan") / theirs, 2), fixed_text(scan / ms, 2),
                       number_text(floor), number_text(ms / floor)});
        }
    }
    return {"compaction", "Compaction: scan, atomics, HistoPyramids",
            paragraph(
                fmt::format("The numbers of the retained ones among {} elements (paper: 2 million) are gathered; every "
                            "result is compared with a serial one. Times are those of all launches. The floor: "
                            "counts read and numbers written once at the rate of copies on this device.",
                            fixed_text(number(rows, "elements"), 0))) +
                row_of({svg(ours), svg(paper)}) + table.html()};
}

namespace {

/// "256^3 8bit": the three Cayley surfaces beside the paper's.
std::string cayley_table(const Rows &rows, const Rows &drawn) {
    const PaperTable &printed = paper_table("dyken-cubes");
    const std::pair<std::string, std::string> names[] = {
        {"cayley", "smooth Cayley"}, {"bumpy-cayley", "bumpy Cayley"}, {"superbumpy-cayley", "superbumpy Cayley"}};
    HtmlTable table({{"surface", Whose::label},
                     {"strategy", Whose::label},
                     {"triangles", Whose::ours},
                     {"paper", Whose::paper},
                     {"first, ms", Whose::ours},
                     {"million voxels/s", Whose::ours},
                     {"HP5MC, drawn", Whose::paper},
                     {"blocks, drawn, frames/s", Whose::ours}});
    for (const auto &[formula, name] : names) {
        for (const nlohmann::json &row : rows) {
            const std::string volume = word(row, "volume");
            if (volume.substr(0, volume.find(':')) == formula) {
                table.row({html_text(fmt::format("{} ({})", name, volume)), word(row, "extraction"),
                           fixed_text(number(row, "triangles"), 0), fixed_text(printed.value(name, "triangles"), 0),
                           number_text(number(row, "first_ms")), number_text(number(row, "million_voxels_per_second")),
                           number_text(printed.value(name, "HP5MC, Mvoxel/s")),
                           number_text(number(where(drawn, "volume", volume), "frames_per_second"))});
            }
        }
    }
    return table.html("\"256^3 8bit\": formulas in 8 bits, with about as many triangles as theirs at 256³");
}

/// "Step 3": with a stored mesh and without.
std::string made_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"mesh", Whose::label},
                     {"triangles", Whose::ours},
                     {"first frame, ms", Whose::ours},
                     {"next frame, ms", Whose::ours},
                     {"mesh, MB", Whose::ours},
                     {"pyramid, MB", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        table.row({html_text(extraction_label(row)), word(row, "mesh"), fixed_text(number(row, "triangles"), 0),
                   number_text(number(row, "first_ms")), number_text(number(row, "next_ms")),
                   fixed_text(number(row, "mesh_bytes") * 1e-6, 2),
                   fixed_text(number(row, "pyramid_bytes") * 1e-6, 2)});
    }
    return table.html(
        "\"Step 3\": vertices made while triangles are drawn, beside a mesh that is stored first (without "
        "normals); until the visible triangles are known, uncoloured");
}

} // namespace

ReportSection cubes_section(const Results &results) {
    const Rows rows = results.of("isosurface", "isosurface");
    const Rows cayleys = results.of("isosurface", "isosurface_cayleys");
    Rows all = cayleys;
    all.insert(all.end(), rows.begin(), rows.end());
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
        for (const nlohmann::json &row : of_largest(where(rows, "extraction", strategy))) {
            points.push_back({number(row, "triangles") / voxels_of(row), number(row, "million_voxels_per_second")});
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
    plot.series.push_back({"HP5MC, with drawing (Tesla C2050)", theirs, paper_color, true});
    for (const nlohmann::json &row : all) {
        const double ms = number(row, "first_ms"), floor = number(row, "floor_ms");
        table.row({html_text(extraction_label(row)), word(row, "extraction"), fixed_text(number(row, "triangles"), 0),
                   fixed_text(number(row, "triangles") / voxels_of(row), 3), number_text(ms),
                   number_text(number(row, "repeat_ms")), number_text(number(row, "million_voxels_per_second")),
                   number_text(floor), number_text(ms / floor)});
    }
    return {
        "cubes", "Marching Cubes by HistoPyramids and other strategies",
        paragraph("Dyken and Ziegler 2010 give voxels a second of extraction and drawing together; ours are extraction "
                  "alone, indexed, with normals. The first extraction knows nothing of the volume, a repeated one has "
                  "the ranges of its "
                  "blocks. The floor: volume read and mesh written once at the rate of copies on this device.") +
            row_of({svg(plot), as_printed(printed)}) +
            cayley_table(cayleys, results.of("isosurface", "isosurface_cayleys_drawing")) +
            made_table(of_largest(results.of("isosurface", "isosurface_made"))) + folded("All our rows", table.html())};
}

} // namespace voxmarch
