// The chapter on work-groups and occupancy (Werner 2013, figures 6.5 and 6.6).
#include "bench/report/paper_tables.h"
#include "bench/report/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace voxmarch {

namespace {

/// The standard caster, which stands before every sweep, is no part of it.
bool is_swept(const nlohmann::json &row) { return word(row, "traversal") != "none"; }

/// "group": "16x8" -> 4 warps of 32.
double warps_of(const nlohmann::json &row) {
    int width = 0, height = 0;
    const bool read = std::sscanf(word(row, "group").c_str(), "%dx%d", &width, &height) == 2;
    return is_swept(row) && read ? width * height / 32.0 : none;
}

double resident_warps_of(const nlohmann::json &row) { return is_swept(row) ? number(row, "resident_warps") : none; }

double padding_of(const nlohmann::json &row) { return is_swept(row) ? number(row, "local_padding") / 1024.0 : none; }

/// Groups and multiprocessors of "  groups 264 on 132"; the latter NaN where the device cannot tell.
std::array<double, 2> multiprocessors_of(const nlohmann::json &row) {
    int groups = 0, used = 0;
    const int read = std::sscanf(word(row, "row").c_str(), " groups %d on %d", &groups, &used);
    return {read >= 1 ? groups : none, read == 2 ? used : none};
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

/// A table and small multiples of one sweep: ours over what `parse` finds in the rows, and the thesis's beside it.
std::string sweep(const Rows &rows, double (*parse)(const nlohmann::json &), const std::string &x_ours,
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
            if (std::isfinite(parse(row))) {
                points.push_back({parse(row), number(row, "ms")});
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

/// Speed-up and efficiency against one multiprocessor.
std::string scaling_table(const Rows &rows) {
    if (rows.empty()) {
        return paragraph("Not measured: this device's driver cuts long loops off, so there are no persistent "
                         "traversals.");
    }
    const PaperTable &printed = paper_table("werner-6.4");
    std::vector<HtmlTable::Column> theirs_columns{{"multiprocessors", Whose::label}};
    for (const char *model : thesis_models) {
        theirs_columns.push_back({fmt::format("{}: speed-up", model), Whose::paper});
        theirs_columns.push_back({"efficiency", Whose::paper});
    }
    HtmlTable theirs(theirs_columns);
    for (const PaperTable::Row &row : printed.rows) {
        std::vector<std::string> cells{row.label};
        for (const std::string &column : printed.columns) {
            const double speed_up = printed.value("1", column) / printed.value(row.label, column);
            cells.push_back(fixed_text(speed_up, 2));
            cells.push_back(fixed_text(speed_up / std::stod(row.label), 2));
        }
        theirs.row(cells);
    }
    const bool told = std::any_of(rows.begin(), rows.end(),
                                  [](const auto &row) { return std::isfinite(multiprocessors_of(row)[1]); });
    std::vector<HtmlTable::Column> columns{
        {"scene", Whose::label}, {"groups", Whose::label}, {"ms", Whose::ours}, {"speed-up", Whose::ours}};
    if (told) {
        columns.push_back({"multiprocessors", Whose::ours});
        columns.push_back({"efficiency", Whose::ours});
    }
    HtmlTable ours(columns);
    for (const std::string &scene : words(rows, "scene")) {
        double alone = none;
        for (const nlohmann::json &row : where(rows, "scene", scene)) {
            const auto [groups, used] = multiprocessors_of(row);
            const double ms = number(row, "ms");
            if (!std::isfinite(groups)) {
                continue;
            }
            alone = groups == 1.0 ? ms : alone;
            ours.row({html_text(scene), fixed_text(groups, 0), number_text(ms), fixed_text(alone / ms, 2),
                      fixed_text(used, 0), fixed_text(alone / ms / used, 2)});
        }
    }
    const std::string untold = "The number of multiprocessors at work and the efficiency: not measured here: this "
                               "device does not tell where a group runs (NVIDIA's do).";
    return (told ? "" : paragraph(untold)) + ours.html() +
           folded("Werner 2013, figures 6.4, 6.19 and 6.20", theirs.html() + paragraph(printed.note));
}

/// The sweep over occupancy, over the thesis's axis where the device's limits are known.
std::string occupancy_sweep(const Results &results) {
    Rows rows = results.of("occupancy");
    const Rows small = results.of("occupancy-small");
    rows.insert(rows.end(), small.begin(), small.end());
    const bool known = std::any_of(rows.begin(), rows.end(),
                                   [](const auto &row) { return std::isfinite(number(row, "resident_warps")); });
    const std::string set = "Ours is set by local memory that every group takes without need. ";
    if (known) {
        return paragraph(set +
                         "Groups are of 16x8 pixels (4 warps) and of 8x4 (one). Resident warps are computed from the "
                         "device's limits for local memory, warps and groups; registers may allow fewer (see "
                         "below), so rows at the right end may be alike.") +
               sweep(rows, resident_warps_of, "resident warps of 32 a multiprocessor, at most", "Occupancy",
                     "Occupancy", "werner-6.6", "resident warps of 32 a multiprocessor");
    }
    return paragraph(set + "This device does not tell how much a multiprocessor has of it, so the axes are not the "
                           "same: to the right in ours is to the left in the thesis's.") +
           sweep(results.of("occupancy"), padding_of, "KiB of local memory taken by a group without need",
                 "Unused local memory", "Occupancy", "werner-6.6", "resident warps of 32 a multiprocessor");
}

/// Fewer registers for more warps.
std::string register_table(const Rows &rows) {
    const Rows limited = [&] {
        Rows found;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(found),
                     [](const auto &row) { return std::isfinite(number(row, "register_limit")); });
        return found;
    }();
    if (limited.empty()) {
        return paragraph("Not measured: this device's driver takes no limit of registers.");
    }
    HtmlTable table({{"scene", Whose::label},
                     {"traversal", Whose::label},
                     {"registers, at most", Whose::label},
                     {"registers", Whose::ours},
                     {"bytes spilled", Whose::ours},
                     {"resident warps, at most", Whose::ours},
                     {"ms", Whose::ours},
                     {"times as long", Whose::ours}});
    for (const std::string &scene : words(limited, "scene")) {
        const Rows own = where(limited, "scene", scene);
        for (const std::string &traversal : words(own, "traversal")) {
            const Rows all = where(own, "traversal", traversal);
            for (const nlohmann::json &row : all) {
                const double most = number(row, "register_limit");
                table.row({html_text(scene_name(scene)), traversal, most > 0.0 ? fixed_text(most, 0) : "as drawn",
                           fixed_text(number(row, "registers"), 0), fixed_text(number(row, "spill_bytes"), 0),
                           fixed_text(number(row, "resident_warps"), 0), number_text(number(row, "ms")),
                           fixed_text(number(row, "ms") / number(where(all, "register_limit", 0), "ms"), 2)});
            }
        }
    }
    return table.html();
}

} // namespace

ReportSection group_section(const Results &results) {
    return {
        "groups", "Work-groups, occupancy, multiprocessors",
        paragraph("Frame time against the size of work-groups (thesis figure 6.5), with buffered-for-for-with-flags. "
                  "Times are relative to the best of each curve: devices and scenes differ, shapes can be compared.") +
            sweep(results.of("workgroup"), warps_of, "warps of 32 a work-group", "Work-group size", "Work-group size",
                  "werner-6.5", "warps of 32 a work-group") +
            paragraph("Frame time against occupancy (figures 6.6, 6.28). The thesis fills a multiprocessor with a "
                      "single work-group of one to sixteen warps.") +
            occupancy_sweep(results) +
            paragraph(
                "Fewer registers for more warps, which the thesis proposes (6.3.6): the compiler is told how many "
                "a work-item may have. What does not fit is spilled to memory. Kernels as drawn require the size "
                "of their groups, which outweighs such a limit; those under a limit do not.") +
            register_table(results.of("registers")) +
            paragraph("Frame time against the number of multiprocessors (figures 6.4, 6.19 to 6.22). He keeps some "
                      "busy with other work; ours starts fewer work-groups, whose warps (persistent-warp-refill) "
                      "live until the frame is done. A GPU lays each new group on the multiprocessor that has the "
                      "fewest, so up to as many groups as there are multiprocessors lie one on each, as it "
                      "was seen where the device tells; from there on it is occupancy that grows.") +
            scaling_table(results.of("multiprocessors")) +
            paragraph("The walk through the octree alone (figure 6.31): rays go from node to node up to their exit and "
                      "take no sample. Speed-ups are against the fewest resident warps in his rows, against the "
                      "slowest row in ours.") +
            walk_table(results.of("walk"))};
}

} // namespace voxmarch
