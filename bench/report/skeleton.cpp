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
        const double ms = number(row, "thin_ms"), floor = number(row, "h200_floor_ms");
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
                      "Jiménez and Ruiz de Miras 2012 reach 68.8 times their serial program. The floor is an H200's: "
                      "the bits of the volume read and written once at 4.3 TB/s.") +
                goals.html() + our_table(results.of("skeleton")) + paper_table_html()};
}

} // namespace voxmarch
