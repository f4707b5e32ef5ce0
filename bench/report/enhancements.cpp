// The chapters on the whole time beside a serial program, and on Rogeiro's enhancements (2011, 4.1 and 4.2).
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"
#include "bench/report/tables.h"

#include <cmath>
#include <fmt/format.h>
#include <initializer_list>

namespace voxmarch {

namespace {

std::string printed(std::initializer_list<const char *> ids) {
    std::string html;
    for (const char *id : ids) {
        html += as_printed(paper_table(fmt::format("rogeiro-{}", id)));
    }
    return html;
}

/// Table 4.5: the time of a row beside the host's way of the same surface.
std::string serial_table(const Rows &extracted, const Rows &whole) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"million voxels", Whose::ours},
                     {"triangles", Whose::ours},
                     {"serial, ms", Whose::ours},
                     {"device, ms", Whose::ours},
                     {"times", Whose::ours}});
    for (const nlohmann::json &row : extracted) {
        const Rows same = where(where(whole, "volume", row["volume"]), "isovalue", row["isovalue"]);
        const double serial = number(row, "serial_ms"), ms = number(same, "wall_ms");
        table.row({html_text(extraction_label(row)), number_text(voxels_of(row) * 1e-6),
                   fixed_text(number(row, "triangles"), 0), number_text(serial), number_text(ms),
                   fixed_text(serial / ms, 1)});
    }
    return table.html("Here: one core by the serial reference; the device by blocks, from host memory to host memory");
}

/// NaN where the driver tells no times.
double kernel_sum(const nlohmann::json &row) {
    double sum = 0.0;
    for (const char *kernel : {"scan_classify", "scan_sums", "scan_compact", "scan_generate"}) {
        sum += row.contains("kernels_ms") ? number(row["kernels_ms"], kernel) : none;
    }
    return sum;
}

std::string way_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"way", Whose::label},
                     {"units", Whose::ours},
                     {"waited", Whose::ours},
                     {"fetch", Whose::ours},
                     {"class.", Whose::ours},
                     {"scan", Whose::ours},
                     {"comp.", Whose::ours},
                     {"gen.", Whose::ours},
                     {"sum", Whose::ours},
                     {"read back", Whose::ours},
                     {"whole", Whose::ours},
                     {"gain, %", Whose::ours},
                     {"usage, %", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        const Rows same = where(where(rows, "volume", row["volume"]), "isovalue", row["isovalue"]);
        const double plain = number(where(same, "way", "pageable"), "wall_ms"), ms = number(row, "wall_ms");
        std::vector<std::string> cells{html_text(extraction_label(row)), word(row, "way"),
                                       fixed_text(number(row, "units"), 0), number_text(number(row, "upload_wait_ms")),
                                       number_text(number(row, "fetch_ms"))};
        for (const char *kernel : {"scan_classify", "scan_sums", "scan_compact", "scan_generate"}) {
            cells.push_back(number_text(row.contains("kernels_ms") ? number(row["kernels_ms"], kernel) : none));
        }
        for (const double value : {number(row, "fetch_ms") + kernel_sum(row), number(row, "read_back_ms"), ms}) {
            cells.push_back(number_text(value));
        }
        cells.push_back(fixed_text(100.0 * (plain / ms - 1.0), 1));
        cells.push_back(fixed_text(100.0 * number(row, "usage"), 1));
        table.row(cells);
    }
    return table.html("Here: strategy scan in several units, from voxels to a mesh in host memory, ms");
}

/// Tables 4.11, 4.12: what local memory gains over private memory.
std::string vertices_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"triangles", Whose::ours},
                     {"vertices", Whose::label},
                     {"generation, ms", Whose::ours},
                     {"gain, %", Whose::ours},
                     {"whole, ms", Whose::ours},
                     {"whole: gain, %", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        const Rows same = where(where(rows, "volume", row["volume"]), "isovalue", row["isovalue"]);
        const Rows plain = where(same, "vertices", "private");
        const double generation = number(row, "generation_ms"), whole = number(row, "wall_ms");
        table.row({html_text(extraction_label(row)), fixed_text(number(row, "triangles"), 0), word(row, "vertices"),
                   number_text(generation), fixed_text(100.0 * (number(plain, "generation_ms") / generation - 1.0), 1),
                   number_text(whole), fixed_text(100.0 * (number(plain, "wall_ms") / whole - 1.0), 1)});
    }
    return table.html("Here: strategy scan; gains over private memory");
}

std::string tag_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"tags", Whose::ours},
                     {"triangles", Whose::ours},
                     {"extraction, ms", Whose::ours},
                     {"telling apart, ms", Whose::ours},
                     {"cost, %", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        table.row({html_text(extraction_label(row)), fixed_text(number(row, "tags"), 0),
                   fixed_text(number(row, "triangles"), 0), number_text(number(row, "extraction_ms")),
                   number_text(number(row, "tagging_ms")), fixed_text(100.0 * number(row, "cost"), 1)});
    }
    return table.html("Here: the mesh is cut by tags on the host");
}

std::string device_table(const Rows &rows) {
    if (rows.empty()) {
        return paragraph("One device was measured here; --device all measures several.");
    }
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"triangles", Whose::ours},
                     {"first device, ms", Whose::ours},
                     {"all, ms", Whose::ours},
                     {"gain, %", Whose::ours},
                     {"units of each", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        std::string units;
        for (const nlohmann::json &device : row["devices"]) {
            units += fmt::format("{}{}", units.empty() ? "" : ", ", device["units"].get<int>());
        }
        const double one = number(row, "first_device_ms"), all = number(row, "all_devices_ms");
        table.row({html_text(extraction_label(row)), fixed_text(number(row, "triangles"), 0), number_text(one),
                   number_text(all), fixed_text(100.0 * (one / all - 1.0), 1), units});
    }
    return table.html("Here: work units shared by all devices");
}

} // namespace

ReportSection enhancement_section(const Results &results) {
    const auto of = [&](const char *benchmark) { return results.of("isosurface", benchmark); };
    Rows timed; // of blocks, where the serial program ran
    for (const nlohmann::json &row : where(of("isosurface"), "extraction", "blocks")) {
        if (std::isfinite(number(row, "serial_ms"))) {
            timed.push_back(row);
        }
    }
    return {
        "enhancements", "Marching Cubes: a serial program, pinned memory, fetching ahead, tags, devices",
        paragraph("Table 4.5: how much faster the device is than one core. His device keeps the mesh; ours brings it "
                  "back to host memory, as the serial program has it there.") +
            serial_table(timed, of("isosurface_host")) + folded("Table 4.5", printed({"4.5"})) +
            paragraph("Tables 4.6 to 4.10, 4.13 and 4.14: voxels come as the driver copies them (pageable), by way of "
                      "pinned memory that threads fill (pinned), or by a second queue while the unit before is worked "
                      "on (fetched-ahead). Times of fetching, kernels and reading back are the device's own; a driver "
                      "that maps its memory copies nothing, and the host's wait tells what that took. Usage is the "
                      "time of all commands over the whole, so it may be above 100 % where they overlap.") +
            way_table(of_largest(of("isosurface_ways"))) + folded("All our sizes", way_table(of("isosurface_ways"))) +
            folded("Tables 4.9, 4.10, 4.13 and 4.14", printed({"4.9", "4.10", "4.13", "4.14"})) +
            paragraph("Tables 4.11 and 4.12: his kernel makes the vertices on all twelve edges of a cell and keeps "
                      "them until triangles ask for them, in private memory or, enhanced, in local memory. Both are "
                      "made again here, with the bytes of our mesh; ours (single) makes those of a voxel's own three "
                      "edges and keeps none.") +
            vertices_table(of_largest(of("isosurface_vertices"))) +
            folded("All our sizes", vertices_table(of("isosurface_vertices"))) +
            folded("Tables 4.11 and 4.12", printed({"4.11", "4.12"})) +
            paragraph("Tables 4.19 and 4.20: objects told apart by 2 and 65 tags. His kernels read the tags of all "
                      "voxels while they classify; here the host looks up the tag of each triangle in the mesh.") +
            tag_table(of("isosurface_tags")) + folded("Tables 4.19 and 4.20", printed({"4.19", "4.20"})) +
            paragraph("Table 4.21: several devices.") + device_table(of("isosurface_devices")) +
            folded("Table 4.21", printed({"4.21"}))};
}

} // namespace voxmarch
