// The chapter on work-groups and occupancy (Werner 2013, figures 6.5 and 6.6).
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

/// "  work-group 16x8" -> 4 warps of 32.
double warps_of(const std::string &label) {
    int width = 0, height = 0;
    const std::size_t at = label.find_last_of(' ');
    return std::sscanf(label.c_str() + (at == std::string::npos ? 0 : at), " %dx%d", &width, &height) == 2
               ? width * height / 32.0
               : none;
}

/// "  padding 2048 bytes" -> 2
double padding_of(const std::string &label) {
    int bytes = 0;
    return std::sscanf(label.c_str(), " padding %d", &bytes) == 1 ? bytes / 1024.0 : none;
}

Points relative_to_best(Points points) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto &point : points) {
        best = std::isfinite(point[1]) ? std::min(best, point[1]) : best;
    }
    for (auto &point : points) {
        point[1] /= best;
    }
    return points;
}

Points paper_points(const PaperTable &table, const std::string &column) {
    Points points;
    for (const PaperTable::Row &row : table.rows) {
        points.push_back({std::stod(row.label), table.value(row.label, column)});
    }
    return points;
}

/// A table and small multiples of one sweep: ours over what `parse` finds in the labels, and the thesis's beside it.
std::string sweep(const Rows &rows, double (*parse)(const std::string &), const std::string &x_ours,
                  const std::string &title, const std::string &paper_title, const std::string &paper_id,
                  const std::string &x_paper) {
    std::vector<std::string> plots;
    HtmlTable table({{"scene", Whose::label},
                     {"setting", Whose::label},
                     {x_ours, Whose::ours},
                     {"ms", Whose::ours},
                     {"of the best", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    LinePlot ours{title + ": here", x_ours, "time / best time", false, false, {}};
    LinePlot paper{paper_title + ": thesis (GTX 580)", x_paper, "time / best time", false, false, {}};
    const PaperTable &printed = paper_table(paper_id);
    std::size_t color = 0;
    for (const std::string &scene : words(rows, "scene")) {
        Points points;
        Rows shown;
        for (const nlohmann::json &row : where(rows, "scene", scene)) {
            if (std::isfinite(parse(word(row, "row")))) {
                points.push_back({parse(word(row, "row")), number(row, "ms")});
                shown.push_back(row);
            }
        }
        const Points relative = relative_to_best(points);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const double floor = frame_floor(shown[i]);
            table.row({html_text(scene), html_text(word(shown[i], "row")), number_text(points[i][0]),
                       number_text(points[i][1]), fixed_text(relative[i][1], 2), number_text(floor),
                       number_text(points[i][1] / floor)});
        }
        Points curve = relative; // the best of those with the same x
        std::sort(curve.begin(), curve.end());
        curve.erase(std::unique(curve.begin(), curve.end(), [](auto &a, auto &b) { return a[0] == b[0]; }),
                    curve.end());
        ours.series.push_back({scene, curve, plot_colors[color++ % 4]});
    }
    for (std::size_t i = 0; i < 3; ++i) {
        paper.series.push_back({thesis_models[i],
                                relative_to_best(paper_points(printed, fmt::format("{}, s", thesis_models[i]))),
                                i == 0   ? paper_color
                                : i == 1 ? "#b9bec6"
                                         : "#5b6270"});
    }
    HtmlTable theirs([&] {
        std::vector<HtmlTable::Column> columns{{x_paper, Whose::label}};
        for (const std::string &column : printed.columns) {
            columns.push_back({column, Whose::paper});
        }
        return columns;
    }());
    for (const PaperTable::Row &row : printed.rows) {
        std::vector<std::string> cells{row.label};
        for (const double value : row.values) {
            cells.push_back(value == std::floor(value) ? fixed_text(value, 0) : fixed_text(value, 4));
        }
        theirs.row(cells);
    }
    return row_of({svg(ours), svg(paper)}) + folded("Our rows", table.html()) +
           folded(printed.source + " in full", theirs.html() + paragraph(printed.note));
}

/// The walk through the octree without samples.
std::string walk_table(const Rows &rows) {
    const PaperTable &printed = paper_table("werner-6.31");
    HtmlTable theirs({{"resident warps a multiprocessor", Whose::label},
                      {"ms", Whose::paper},
                      {"speed-up", Whose::paper},
                      {"use of schedulers", Whose::paper}});
    for (const PaperTable::Row &row : printed.rows) {
        theirs.row({row.label, number_text(printed.value(row.label, "s") * 1e3),
                    fixed_text(printed.value(row.label, "speed-up"), 2),
                    fixed_text(printed.value(row.label, "use of schedulers"), 2)});
    }
    HtmlTable table({{"", Whose::label},
                     {"ms", Whose::ours},
                     {"speed-up", Whose::ours},
                     {"million steps", Whose::ours},
                     {"billion steps/s", Whose::ours}});
    for (const std::string &scene : words(rows, "scene")) {
        const Rows own = where(rows, "scene", scene);
        double slowest = 0.0;
        for (const nlohmann::json &row : own) {
            slowest = std::max(slowest, number(row, "ms"));
        }
        for (const nlohmann::json &row : own) {
            table.row({fmt::format("{}, {}", scene, word(row, "row")), number_text(number(row, "ms")),
                       fixed_text(slowest / number(row, "ms"), 2), number_text(number(row, "traversal_steps") * 1e-6),
                       fixed_text(number(row, "steps_per_s") * 1e-9, 2)});
        }
    }
    return table.html() + folded(printed.source + " in full", theirs.html() + paragraph(printed.note));
}

} // namespace

ReportSection group_section(const Results &results) {
    return {
        "groups", "Work-group size and occupancy",
        paragraph("Frame time against the size of work-groups (thesis figure 6.5), with buffered-for-for-with-flags. "
                  "Times are relative to the best of each curve: devices and scenes differ, shapes can be compared.") +
            sweep(results.of("workgroup"), warps_of, "warps of 32 a work-group", "Work-group size", "Work-group size",
                  "werner-6.5", "warps of 32 a work-group") +
            paragraph("Frame time against occupancy (figure 6.6). The axes are not the same: the thesis fills a "
                      "multiprocessor with a single work-group of one to sixteen warps, which it can because it knows "
                      "its GPU. OpenCL tells neither the local memory of a multiprocessor nor how many groups share "
                      "it, so ours is over what can be set: the local memory that every group of 16x8 pixels (4 "
                      "warps) takes without need. The more it is, the fewer warps are resident: to the right in ours "
                      "is to the left in the thesis's, and how far cannot be told.") +
            sweep(results.of("occupancy"), padding_of, "KiB of local memory taken by a group without need",
                  "Unused local memory", "Occupancy", "werner-6.6", "resident warps of 32 a multiprocessor") +
            paragraph("The walk through the octree alone (figure 6.31): rays go from node to node up to their exit and "
                      "take no sample. Speed-ups are against the fewest resident warps in his rows, against the "
                      "slowest row in ours.") +
            walk_table(results.of("walk"))};
}

} // namespace voxmarch
