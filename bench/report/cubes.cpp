// Chapters beside Rogeiro 2011 and Parallel Marching Blocks.
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"
#include "bench/report/tables.h"
#include "bench/timing.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

namespace {

double member(const nlohmann::json &row, const std::string &object, const std::string &name) {
    return row.contains(object) ? number(row[object], name) : none;
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

} // namespace

namespace {

std::string component_table(const Rows &rows) {
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
    for (const nlohmann::json &row : rows) {
        const double ms = number(row, "first_ms"), floor = number(row, "floor_ms"), voxels = voxels_of(row);
        std::vector<std::string> cells{html_text(extraction_label(row)), number_text(voxels * 1e-6),
                                       fixed_text(number(row, "triangles"), 0)};
        for (const double part : components(row)) {
            cells.push_back(number_text(part));
        }
        for (const double value : {ms, voxels * 1e-3 / ms, floor, ms / floor}) {
            cells.push_back(number_text(value));
        }
        table.row(cells);
    }
    return table.html("Here: strategy scan, first extraction, ms");
}

/// Tables 4.6 to 4.8 beside 4.16 to 4.18, device by device.
std::string rogeiro_table() {
    HtmlTable table({{"data", Whose::label},
                     {"table", Whose::paper},
                     {"million voxels", Whose::paper},
                     {"triangles", Whose::paper},
                     {"classification", Whose::paper},
                     {"scan", Whose::paper},
                     {"compaction", Whose::paper},
                     {"generation", Whose::paper},
                     {"sum, ms", Whose::paper},
                     {"million voxels/s", Whose::paper}});
    const PaperTable &data = paper_table("rogeiro-4.2");
    for (const char *id : {"4.6", "4.16", "4.7", "4.17", "4.8", "4.18"}) {
        const PaperTable &printed = paper_table(fmt::format("rogeiro-{}", id));
        table.heading(fmt::format("{} (table {})", printed.device, id));
        for (const PaperTable::Row &row : printed.rows) {
            const std::vector<double> parts = rogeiro_components(printed, row.label);
            const double ms = std::accumulate(parts.begin(), parts.end(), 0.0),
                         voxels = data.value(row.label, "voxels");
            std::vector<std::string> cells{row.label, id, fixed_text(voxels * 1e-6, 2),
                                           fixed_text(data.value(row.label, "triangles"), 0)};
            for (const double part : parts) {
                cells.push_back(fixed_text(part, 1));
            }
            cells.push_back(fixed_text(ms, 1));
            cells.push_back(number_text(voxels * 1e-3 / ms));
            table.row(cells);
        }
    }
    return table.html();
}

} // namespace

ReportSection component_section(const Results &results) {
    const Rows rows = where(results.of("isosurface", "isosurface"), "extraction", "scan");
    BarPlot ours{"Share of each component, here", 0.0, 0, true, part_names, part_colors, {}};
    for (const nlohmann::json &row : of_largest(rows)) {
        ours.groups.push_back({extraction_label(row), components(row)});
    }
    const PaperTable &printed = paper_table("rogeiro-4.18");
    BarPlot theirs{"Share of each component, Tesla C2050 (4.18)", 0.0, 0, true, part_names, part_colors, {}};
    for (const PaperTable::Row &row : printed.rows) {
        theirs.groups.push_back({row.label, rogeiro_components(printed, row.label)});
    }
    return {"components", "Marching Cubes by scan: time of each component",
            paragraph(
                "Rogeiro 2011 measures the kernels of Marching Cubes on three devices (tables 4.6 to 4.8, and 4.16 to "
                "4.18 with enhancements); ours are the kernels of the strategy scan. Fetching (copying the volume to "
                "the device) is left out of both sums; his two scans are added up, ours is one. The floor: "
                "volume read and mesh written once at the rate of copies on this device.") +
                row_of({svg(ours), svg(theirs)}) + component_table(of_largest(rows)) +
                folded("All our sizes", component_table(rows)) +
                folded("Rogeiro's tables 4.6 to 4.8 and 4.16 to 4.18, ms", rogeiro_table()) +
                folded("Rogeiro's tables 4.5 and 4.15: the whole, beside a serial CPU",
                       as_printed(paper_table("rogeiro-4.5")) + as_printed(paper_table("rogeiro-4.15")))};
}

namespace {

std::string drawing_table(const Rows &drawn, const Rows &extracted) {
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
    for (const nlohmann::json &row : drawn) {
        const Rows same = where(where(extracted, "volume", row["volume"]), "isovalue", row["isovalue"]);
        const double voxels = same.empty() ? none : voxels_of(same.front());
        const double extraction = number(row, "extraction_ms"), wall = number(row, "wall_ms");
        const double floor = number(same, "floor_ms");
        table.row({html_text(extraction_label(row)), number_text(voxels * 1e-6),
                   fixed_text(number(row, "triangles"), 0), number_text(extraction),
                   number_text(number(row, "raster_ms") + number(row, "shade_ms")), number_text(wall),
                   number_text(1e3 / wall), number_text(voxels * 1e-3 / wall), number_text(floor),
                   number_text(extraction / floor)});
    }
    return table.html("Here");
}

std::string memory_table(const Rows &extracted) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"auxiliary, % of the volume", Whose::ours},
                     {"PMB (rm, 1024³), %", Whose::paper},
                     {"vertices, % of a soup's", Whose::ours},
                     {"PMB (backpack, 512³), %", Whose::paper},
                     {"closed surface, %", Whose::floor}});
    const PaperTable &shares = paper_table("pmb-memory");
    for (const nlohmann::json &row : extracted) {
        const double soup = 3.0 * number(row, "triangles");
        table.row({html_text(extraction_label(row)), fixed_text(100.0 * number(row, "auxiliary_share"), 1),
                   fmt::format("&lt; {:.0f}", 100.0 * shares.rows[0].values[0]),
                   fixed_text(100.0 * number(row, "vertices") / soup, 1),
                   fixed_text(100.0 * shares.rows[1].values[0], 1), "16.7"});
    }
    return table.html("Memory");
}

/// Rows of formulas, or of files. @param wanted  whether those of formulas
Rows rows_of(const Rows &rows, bool wanted) {
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                 [wanted](const nlohmann::json &row) { return is_made(word(row, "volume")) == wanted; });
    return found;
}

Rows made(const Rows &rows) { return rows_of(rows, true); }

/// Table 3, as far as there are scans. Empty if none was named.
std::string scan_table(const Rows &drawn, const Rows &extracted) {
    const Rows scans = rows_of(drawn, false);
    return scans.empty() ? ""
                         : paragraph("Scans, each at isovalues of its own; the paper's follow below.") +
                               drawing_table(scans, extracted);
}

/// Of the paper's row of as many voxels; NaN if there is none.
double formula_frames_of_paper(double million_voxels) {
    for (const PaperTable::Row &row : paper_table("pmb-2").rows) {
        if (std::abs(row.values[0] / million_voxels - 1.0) < 1e-3) {
            return row.values[4];
        }
    }
    return none;
}

std::string formula_table(const Rows &evaluated) {
    HtmlTable table({{"lattice", Whose::label},
                     {"million triangles", Whose::ours},
                     {"first, ms", Whose::ours},
                     {"another isovalue, ms", Whose::ours},
                     {"drawn, frames/s, every voxel evaluated", Whose::ours},
                     {"with the ranges of blocks", Whose::ours},
                     {"PMB, drawn, frames/s", Whose::paper}});
    for (const nlohmann::json &row : evaluated) {
        const double first = number(row, "first_ms");
        table.row({html_text(row["volume"].get<std::string>()), fixed_text(number(row, "triangles") * 1e-6, 2),
                   fixed_text(first, 3), fixed_text(number(row, "repeat_ms"), 3),
                   fixed_text(1e3 / number(row, "drawn_first_ms"), 1),
                   fixed_text(1e3 / number(row, "drawn_repeat_ms"), 1),
                   fixed_text(formula_frames_of_paper(voxels_of(row) * 1e-6), 1)});
    }
    return table.html("A formula that is not stored, f32, at -0.012");
}

/// Section 5.3.1: what shapes of blocks cost.
std::string shape_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"block", Whose::label},
                     {"active, %", Whose::ours},
                     {"first, ms", Whose::ours},
                     {"repeat, ms", Whose::ours},
                     {"8x4x4 is faster by, %", Whose::ours},
                     {"auxiliary, % of the volume", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        const Rows same = where(where(rows, "volume", row["volume"]), "block", "8x4x4");
        const double first = number(row, "first_ms");
        table.row({html_text(extraction_label(row)), word(row, "block"),
                   fixed_text(100.0 * number(row, "active_blocks") / number(row, "blocks"), 1), number_text(first),
                   number_text(number(row, "repeat_ms")),
                   fixed_text(100.0 * (first / number(same, "first_ms") - 1.0), 1),
                   fixed_text(100.0 * number(row, "auxiliary_share"), 1)});
    }
    return table.html("Shapes of blocks (section 5.3.1: \"the optimal values were 8x4x4\")");
}

/// Figure 6: angles of normals to the true ones.
std::string normal_table(const Rows &rows) {
    HtmlTable table({{"formula", Whose::label},
                     {"voxels", Whose::label},
                     {"normals", Whose::label},
                     {"mean, degrees", Whose::ours},
                     {"95 %", Whose::ours},
                     {"largest", Whose::ours},
                     {"repeat, ms", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        table.row({fmt::format("{}, {:g}³", word(row, "volume"), number(row, "edge")), word(row, "stored_type"),
                   word(row, "normals"), number_text(number(row, "mean_degrees")),
                   number_text(number(row, "p95_degrees")), number_text(number(row, "largest_degrees")),
                   number_text(number(row, "repeat_ms"))});
    }
    return table.html("Normals of faces (nvsdk), by forward (hpmc) and by central differences (PMB, figure 6)");
}

/// Rows of the largest edge alone.
Rows of_largest_edge(const Rows &rows) {
    double largest = 0.0;
    for (const nlohmann::json &row : rows) {
        largest = std::max(largest, number(row, "edge"));
    }
    return where(rows, "edge", static_cast<int>(largest));
}

Points frames_over_voxels(const PaperTable &from, const std::string &column) {
    Points points;
    for (const PaperTable::Row &row : from.rows) {
        points.push_back({from.value(row.label, "million voxels"), from.value(row.label, column)});
    }
    return points;
}

std::string frame_plot(const Rows &drawn, const Rows &extracted) {
    Points ours;
    for (const nlohmann::json &row : where(extracted, "isovalue", 100.5)) {
        const Rows frame = where(where(drawn, "volume", row["volume"]), "isovalue", 100.5);
        ours.push_back({voxels_of(row) * 1e-6, number(frame, "frames_per_second")});
    }
    const PaperTable &cayley = paper_table("pmb-2");
    return svg(LinePlot{"Frames a second, another isovalue each",
                        "million voxels",
                        "frames/s",
                        true,
                        true,
                        {{"ours, cayley at 100.5", ours, plot_colors[0]},
                         {"PMB, Cayley (table 2)", frames_over_voxels(cayley, "PMB, frames/s"), paper_color},
                         {"hpmc, Cayley", frames_over_voxels(cayley, "hpmc, frames/s"), "#b9bec6", true},
                         {"nvsdk, Cayley", frames_over_voxels(cayley, "nvsdk, frames/s"), "#5b6270", true}}});
}

} // namespace

ReportSection block_section(const Results &results) {
    const Rows drawn = results.of("isosurface", "isosurface_drawing");
    const Rows extracted = where(results.of("isosurface", "isosurface"), "extraction", "blocks");
    const Rows normals = results.of("normals"), shapes = results.of("isosurface", "isosurface_shapes");
    return {
        "blocks", "Isosurfaces by blocks, drawn with another isovalue every frame",
        paragraph(
            "Parallel Marching Blocks (PMB), tables 2 and 3: extraction and drawing at 1024x1024 on a GeForce GTX "
            "Titan. Ours: strategy blocks, our own rasteriser, until the picture is in host memory. Memory "
            "(section 5.3): what the method needs beside volume and mesh, and what sharing vertices saves against "
            "three vertices a triangle; a closed surface has about half a vertex a triangle, 16.7 %. As in table 2, "
            "surfaces of a formula are extracted and drawn without a stored volume, too; first: every voxel is "
            "evaluated.") +
            row_of({frame_plot(drawn, extracted), memory_table(of_largest(extracted))}) +
            drawing_table(of_largest(made(drawn)), extracted) + scan_table(drawn, extracted) +
            formula_table(results.of("isosurface", "isosurface_formula")) +
            paragraph("The paper shows the quality of normals as pictures (figure 6). Here they are angles to the "
                      "normal of the formula at the same place, over the whole surface: twice as many voxels halve "
                      "those of faces and of forward differences and quarter those of central ones, until rounding to "
                      "8 bits is what is left.") +
            normal_table(of_largest_edge(normals)) + shape_table(of_largest(shapes)) +
            folded("All our sizes", drawing_table(drawn, extracted) + memory_table(extracted) + normal_table(normals) +
                                        shape_table(shapes)) +
            folded("Table 2 (Cayley)", as_printed(paper_table("pmb-2"))) +
            folded("Table 3 (scans and simulations)", as_printed(paper_table("pmb-3")))};
}

} // namespace voxmarch
