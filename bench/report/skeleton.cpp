// The chapter beside Jiménez and Ruiz de Miras 2012: thinning to curve skeletons.
#include "bench/report/claims.h"
#include "bench/report/sections.h"
#include "bench/report/tables.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string our_table(const Rows &rows) {
    HtmlTable table({{"volume", Whose::label},
                     {"peeling", Whose::label},
                     {"object voxels", Whose::ours},
                     {"skeleton voxels", Whose::ours},
                     {"iterations", Whose::ours},
                     {"thinning, ms", Whose::ours},
                     {"ms an iteration", Whose::ours},
                     {"serial, ms", Whose::ours},
                     {"times serial", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : rows) {
        const double ms = number(row, "thin_ms"), floor = number(row, "floor_ms");
        table.row({html_text(short_name(word(row, "volume"))), html_text(word(row, "peeling")),
                   fixed_text(number(row, "object_voxels"), 0), fixed_text(number(row, "skeleton_voxels"), 0),
                   fixed_text(number(row, "iterations"), 0), number_text(ms),
                   number_text(number(row, "ms_per_iteration")), number_text(number(row, "reference_ms")),
                   fixed_text(number(row, "speed_up"), 1), number_text(floor), number_text(ms / floor)});
    }
    return table.html("Here");
}

std::string paper_table_html() {
    const PaperTable &printed = paper_table("jimenez-2");
    HtmlTable table({{"model", Whose::label},
                     {"object voxels", Whose::paper},
                     {"skeleton voxels", Whose::paper},
                     {"iterations", Whose::paper},
                     {"thinning, ms", Whose::paper},
                     {"ms an iteration", Whose::paper},
                     {"serial, ms", Whose::paper},
                     {"times serial", Whose::paper}});
    for (const PaperTable::Row &row : printed.rows) {
        const double ms = 1e3 * row.values[4];
        table.row({html_text(row.label), fixed_text(row.values[0], 0), fixed_text(row.values[1], 0),
                   fixed_text(row.values[2], 0), fixed_text(ms, 0), fixed_text(ms / row.values[2], 1),
                   fixed_text(1e3 * row.values[3], 0), fixed_text(row.values[5], 2)});
    }
    return table.html(fmt::format("{}: {}", printed.source, printed.device)) + paragraph(printed.note);
}

/// Times serial of each size of work-groups, one column a volume, and the occupancies of table 3's formulas.
std::string group_table(const Rows &rows) {
    const std::vector<std::string> volumes = words(rows, "volume");
    std::vector<HtmlTable::Column> columns{
        {"work-items a group", Whose::label}, {"occupancy_T, %", Whose::ours}, {"occupancy_W, %", Whose::ours}};
    for (const std::string &volume : volumes) {
        columns.push_back({short_name(volume) + ", ms", Whose::ours});
    }
    HtmlTable table(columns);
    for (const nlohmann::json &first : where(rows, "volume", volumes.front())) {
        const Rows same = where(rows, "group_items", first["group_items"]);
        std::vector<std::string> cells{fixed_text(number(first, "group_items"), 0),
                                       fixed_text(100 * number(first, "occupancy_items"), 1),
                                       fixed_text(100 * number(first, "occupancy_warps"), 1)};
        for (const std::string &volume : volumes) {
            cells.push_back(number_text(number(where(same, "volume", volume), "thin_ms")));
        }
        table.row(cells);
    }
    return table.html("Here: peeling as published");
}

/// Times serial of each rung, one column a volume.
std::string ladder_table(const Rows &rows) {
    const std::vector<std::string> volumes = words(rows, "volume");
    std::vector<HtmlTable::Column> columns{{"with what is above", Whose::label}};
    for (const std::string &volume : volumes) {
        columns.push_back({short_name(volume) + ", ms", Whose::ours});
        columns.push_back({"times serial", Whose::ours});
    }
    HtmlTable table(columns);
    for (const std::string &rung : words(rows, "rung")) {
        std::vector<std::string> cells{html_text(rung)};
        for (const std::string &volume : volumes) {
            const Rows row = where(where(rows, "rung", rung), "volume", volume);
            cells.push_back(number_text(number(row, "thin_ms")));
            cells.push_back(number_text(number(row, "speed_up")));
        }
        table.row(cells);
    }
    return table.html("Here: peeling as published");
}

/// Beside table 3 and figures 3 to 5. Both are swept over the same volumes.
std::string sweeps_html(const Results &results) {
    const Rows groups = results.of("skeleton", "skeleton_groups"), ladder = results.of("skeleton", "skeleton_ladder");
    if (groups.empty()) {
        return paragraph("No volume is small enough for this device to sweep sizes of work-groups and the ladder.");
    }
    return paragraph("Sizes of work-groups (table 3, figures 3 and 4): the occupancies are those of the paper's "
                     "formulas for a multiprocessor of compute capability 8.0 or 9.0 (2048 work-items, 64 warps, 32 "
                     "groups), T of work-items and W of warps, which count whole where they are filled in part, "
                     "without its term for registers, which OpenCL does not tell. Each launch has 2048 "
                     "work-items a multiprocessor, in whole groups.") +
           group_table(groups) + as_printed(paper_table("jimenez-3")) +
           paragraph("The ladder of optimisations (figure 5): his kernels rebuilt step by step, a byte a voxel and "
                     "every voxel visited in each subiteration; each gives the serial skeleton. The last row here is "
                     "our thinning, 32 voxels a word and only words that changed.") +
           ladder_table(ladder) + as_printed(paper_table("jimenez-5"));
}

} // namespace

ReportSection skeleton_section(const Results &results) {
    HtmlTable goals({{"goal at 512³ with about 10 million object voxels", Whose::label},
                     {"asked", Whose::floor},
                     {"reached", Whose::ours},
                     {"verdict", Whose::verdict}});
    for (const Claim &claim : claims_of(results)) {
        if (claim.section == "skeletons" && claim.judge != Judge::more) {
            goals.row({html_text(fmt::format("{}, {}", claim.text, claim.unit)),
                       fmt::format("{} {:g}", claim.judge == Judge::at_most ? "at most" : "at least", claim.paper),
                       number_text(claim.ours), verdict_of(claim, results.conditions().quick)});
        }
    }
    return {"skeletons", "Curve skeletons",
            paragraph("Thinning by twelve subiterations, beside a serial program on the host; every skeleton is "
                      "compared with the serial one voxel by voxel. Peeling as published is the paper's, and the "
                      "goals'. Ours is on the host's clock, without copies. "
                      "Jiménez and Ruiz de Miras 2012 reach 68.8 times their serial program. The floor: the bits "
                      "of the volume read and written once at the rate of copies on this device.") +
                goals.html() + our_table(results.of("skeleton", "skeleton")) + paper_table_html() +
                sweeps_html(results)};
}

} // namespace voxmarch
