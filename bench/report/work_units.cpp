// The chapter on the size of work units and the memory of phases (Rogeiro 2011, 3.3.1.1 and 3.3.2.1).
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"
#include "bench/report/tables.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Time over the time of the smallest size.
Points relative_times(const Rows &rows) {
    Points points;
    for (const nlohmann::json &row : rows) {
        points.push_back({number(row, "unit_layers"), 1.0 - number(row, "gain_from_smallest")});
    }
    return points;
}

Points relative_times(const PaperTable &table, const std::string &device) {
    Points points;
    const double smallest = table.rows.front().values[device == "FX3800, ms" ? 0 : 3];
    for (const PaperTable::Row &row : table.rows) {
        points.push_back({std::stod(row.label), table.value(row.label, device) / smallest});
    }
    return points;
}

std::string unit_plot(const std::string &title, const std::vector<Series> &series) {
    return svg(LinePlot{title, "slices or layers of a unit", "time / time of the smallest", false, false, series});
}

/// The largest volume at its first isovalue.
std::string our_plot(const Rows &rows) {
    const Rows largest = of_largest(rows);
    std::vector<Series> series;
    for (const char *extraction : {"scan", "blocks"}) {
        const Rows some = where(largest, "extraction", extraction);
        if (!some.empty()) {
            const Rows same =
                where(where(some, "volume", some.front()["volume"]), "isovalue", some.front()["isovalue"]);
            series.push_back({fmt::format("{}, {}", extraction, extraction_label(same.front())), relative_times(same),
                              plot_colors[series.size()]});
        }
    }
    return unit_plot("Time over the size of units, here", series);
}

std::string his_plot() {
    std::vector<Series> series;
    for (const char *id : {"3.2", "3.4"}) {
        for (const char *device : {"FX3800", "C1060"}) {
            series.push_back({fmt::format("{}³, {} ({})", id == std::string_view("3.2") ? 256 : 512, device, id),
                              relative_times(paper_table(fmt::format("rogeiro-{}", id)), fmt::format("{}, ms", device)),
                              plot_colors[series.size()]});
        }
    }
    return unit_plot("The same, Rogeiro (figures 3.3 to 3.8)", series);
}

std::string size_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"strategy", Whose::label},
                     {"layers", Whose::ours},
                     {"units", Whose::ours},
                     {"slices read", Whose::ours},
                     {"overhead, %", Whose::ours},
                     {"kernels, ms", Whose::ours},
                     {"whole, ms", Whose::ours},
                     {"from smallest, %", Whose::ours},
                     {"from previous, %", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        table.row({html_text(extraction_label(row)), word(row, "extraction"), fixed_text(number(row, "unit_layers"), 0),
                   fixed_text(number(row, "units"), 0), fixed_text(number(row, "slices_read"), 0),
                   fixed_text(100.0 * number(row, "overhead"), 2), number_text(number(row, "kernels_ms")),
                   number_text(number(row, "wall_ms")), fixed_text(100.0 * number(row, "gain_from_smallest"), 1),
                   fixed_text(100.0 * number(row, "gain_from_previous"), 1)});
    }
    return table.html("Here: one device, from voxels to a mesh in host memory");
}

/// Figure 3.10 in numbers. His text tells multiples of the input, whose samples are floats.
std::string phase_memory_table(const Rows &rows) {
    HtmlTable table({{"volume, isovalue", Whose::label},
                     {"phase", Whose::label},
                     {"MiB", Whose::ours},
                     {"times the volume", Whose::ours},
                     {"beside it, bytes a voxel of a unit", Whose::ours},
                     {"Rogeiro, times his input", Whose::paper},
                     {"bytes a voxel", Whose::paper}});
    struct Phase {
        const char *kernel, *name;
        int inputs; ///< his, without buffers of the surface's size
    };
    for (const nlohmann::json &row : rows) {
        const double volume = number(row, "volume_bytes"), voxels = number(row, "unit_voxels");
        for (const Phase &phase : {Phase{"scan_classify", "classification", 3},
                                   {"scan_sums", "scan", 4},
                                   {"scan_compact", "compaction", 4},
                                   {"scan_generate", "generation", 2}}) {
            const double bytes = number(row["phase_bytes"], phase.kernel);
            table.row({html_text(extraction_label(row)), phase.name, number_text(bytes / (1 << 20)),
                       number_text(bytes / volume), number_text((bytes - volume) / voxels),
                       fmt::format("{}", phase.inputs), fmt::format("{}", 4 * phase.inputs)});
        }
        const double held = number(row, "held_bytes");
        table.row({html_text(extraction_label(row)), "held all the time", number_text(held / (1 << 20)),
                   number_text(held / volume), number_text((held - volume) / voxels), "", ""});
    }
    return table.html("Device memory of each phase of scan");
}

} // namespace

ReportSection unit_section(const Results &results) {
    const Rows sizes = results.of("isosurface", "isosurface_units"),
               memory = results.of("isosurface", "isosurface_phases");
    std::string printed;
    for (const char *id : {"3.1", "3.2", "3.3", "3.4"}) {
        printed += as_printed(paper_table(fmt::format("rogeiro-{}", id)));
    }
    return {"units", "Marching Cubes by scan: size of work units, memory of phases",
            paragraph("Rogeiro 2011, 3.3.1.1: a volume goes through the device in work units; small ones read more "
                      "slices twice and launch more kernels, large ones need more memory. He takes 30 slices. Units "
                      "here are layers of cells in fours. To its layers a unit reads four slices before them (normals) "
                      "and five behind (numbering, the far side), and up to three more, by which the last one, which "
                      "ends with the volume, begins at a multiple of four: 9 to 12 in all. Every unit of a size reads "
                      "as many slices, so that buffers and kernels are made once: the last one too, even if it has a "
                      "few layers only. The mesh is the same whatever their size.") +
                row_of({our_plot(sizes), his_plot()}) + size_table(of_largest(sizes)) +
                paragraph("Memory (3.3.2.1, figure 3.10): what a kernel reads or writes, or what waits for a later "
                          "one. He makes and releases buffers between the phases; here they are made once for units "
                          "of at most 4 Mi voxels and used again, so what is held does not change from phase to phase, "
                          "and beside voxels and mesh does not grow with the volume. His multiples are those of the "
                          "text, of floats, without "
                          "the compacted list and with twice the mesh to come in generation.") +
                phase_memory_table(of_largest(memory)) +
                folded("All our sizes", size_table(sizes) + phase_memory_table(memory)) +
                folded("Rogeiro's tables 3.1 to 3.4", printed)};
}

} // namespace voxmarch
