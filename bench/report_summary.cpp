// The chapter that says where we stand.
#include "bench/paper_tables.h"
#include "bench/report_sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// What makes ours as good as the paper's: more, less, or being on the same side of 1 (which of two ways is faster).
enum class Judge { more, less, side };

/// One claim of a paper as a number, and what was measured here.
struct Claim {
    std::string text; ///< HTML
    std::string source;
    std::string unit;
    double paper, ours;
    double ratio_to_floor = none; ///< NaN: has no floor
    Judge judge = Judge::more;
    int digits = 2;
    std::string section; ///< where the details are
};

const char *flags = "buffered-for-for-with-flags";

double best(const Rows &rows, const std::string &name) {
    double value = none;
    for (const nlohmann::json &row : rows) {
        const double candidate = number(row, name);
        value = !std::isfinite(value) || candidate > value ? candidate : value;
    }
    return value;
}

/// Time of the fastest persistent traversal by that of `flags`, as frames a second.
double persistent_share(const Rows &frames) {
    double share = none;
    for (const nlohmann::json &row : frames) {
        if (word(row, "traversal").starts_with("persistent") && word(row, "traversal") != "persistent-warp-refill") {
            const double own = number(where(frames, "traversal", flags), "ms") / number(row, "ms");
            share = std::isfinite(share) ? std::max(share, own) : own;
        }
    }
    return share;
}

std::vector<Claim> thesis_claims(const Results &results) {
    const Rows all_warps = results.of("simt"), all_frames = results.of("thesis");
    const std::vector<std::string> scenes = words(all_warps, "scene");
    const std::string first = scenes.empty() ? "" : scenes.front();
    const Rows warps = where(all_warps, "scene", first), frames = where(all_frames, "scene", first);
    const PaperTable &simple = paper_table("werner-4.6"), &last = paper_table("werner-4.21"),
                     &persistent = paper_table("werner-5.2");
    const double frame_paper = last.value(flags, "frames/s");
    const Rows own = where(frames, "traversal", flags);
    const double floor_ratio = own.empty() ? none : number(own, "ms") / frame_floor(own.front());
    std::vector<Claim> claims{
        {"buffered-for-for-with-flags draws the bonsai", "Werner 2013, 4.21", "frames/s", frame_paper,
         1e3 / number(own, "ms"), floor_ratio, Judge::more, 1, "traversals"},
        {"the same against no octree", "Werner 2013, 4.6, 4.21", "times",
         frame_paper / simple.value("none", "frames/s"), number(own, "speed_up"), none, Judge::more, 2, "traversals"},
        {"the best traversal against no octree", "Werner 2013, 4.6, 4.21", "times",
         frame_paper / simple.value("none", "frames/s"), best(frames, "speed_up"), none, Judge::more, 2, "traversals"},
        {"lanes at work in its traversal", "Werner 2013, 4.21", "share", last.value(flags, "SIMD traversal"),
         number(where(warps, "traversal", flags), "simulated_traversal"), none, Judge::more, 2, "traversals"},
        {"lanes at work in its marching", "Werner 2013, 4.21", "share", last.value(flags, "SIMD marching"),
         number(where(warps, "traversal", flags), "simulated_marching"), none, Judge::more, 2, "traversals"},
        {"the best persistent threads against it", "Werner 2013, 5.2", "times",
         persistent.value("persistent-group-pool", "frames/s") / persistent.value(flags, "frames/s"),
         persistent_share(frames), none, Judge::side, 2, "traversals"}};
    const char *models[] = {"bonsai", "teddy", "piggy"};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, scenes.size()); ++i) {
        const Rows row = where(where(all_frames, "scene", scenes[i]), "traversal", flags);
        claims.push_back({fmt::format("texture units in use, {}", models[i]), "Werner 2013, 6.17", "share",
                          paper_table("werner-6.17").value("utilisation", models[i]), number(row, "utilisation"), none,
                          Judge::more, 2, "samples"});
    }
    return claims;
}

/// The row with the most voxels.
Rows largest(const Rows &rows) {
    const auto at = std::max_element(rows.begin(), rows.end(), [](const auto &a, const auto &b) {
        return edge_of(word(a, "volume")) < edge_of(word(b, "volume"));
    });
    return at == rows.end() ? Rows{} : Rows{*at};
}

std::vector<Claim> cubes_claims(const Results &results) {
    const Rows all = results.of("isosurface", "isosurface"), drawn = results.of("isosurface", "isosurface_drawing");
    const auto cayley = [&](const Rows &rows, const char *strategy) {
        Rows found;
        for (const nlohmann::json &row : where(rows, "isovalue", 100.5)) {
            if (word(row, "volume").find("cayley") != std::string::npos &&
                (*strategy == '\0' || word(row, "extraction") == strategy)) {
                found.push_back(row);
            }
        }
        return largest(found);
    };
    const auto floor_ratio = [](const Rows &row) { return number(row, "first_ms") / number(row, "h200_floor_ms"); };
    const Rows scan = cayley(all, "scan"), blocks = cayley(all, "blocks"), frame = cayley(drawn, "");
    const PaperTable &rogeiro = paper_table("rogeiro-4.18"), &pmb = paper_table("pmb-2"),
                     &hp = paper_table("dyken-cubes");
    const double kernels = rogeiro.value("8 skulls", "sum") - rogeiro.value("8 skulls", "fetch");
    const double drawn_voxels = blocks.empty() ? none : voxels_of(blocks.front()) * 1e-6;
    const double soup = 3.0 * number(blocks, "triangles");
    const Rows pyramid = cayley(all, "histopyramid");
    return {{"Marching Cubes by scan, kernels alone", "Rogeiro 2011, 4.18 (8 skulls)", "million voxels/s",
             134.217728 / kernels * 1e3, number(scan, "million_voxels_per_second"), floor_ratio(scan), Judge::more, 0,
             "components"},
            {"isosurface extracted and drawn, new isovalue", "PMB, table 2 (512³)", "million voxels/s",
             pmb.value("512³", "million voxels") * pmb.value("512³", "PMB, frames/s"),
             drawn_voxels * number(frame, "frames_per_second"), none, Judge::more, 0, "blocks"},
            {"auxiliary memory beside the volume", "PMB, section 5.3", "share", 0.10, number(blocks, "auxiliary_share"),
             none, Judge::less, 3, "blocks"},
            {"vertex bytes against a triangle soup", "PMB, section 5.3", "share", 0.263,
             number(blocks, "vertices") / soup, none, Judge::less, 3, "blocks"},
            {"HistoPyramid extracts the Cayley surface", "Dyken and Ziegler 2010", "million voxels/s",
             hp.value("smooth Cayley", "HP5MC, Mvoxel/s"), number(pyramid, "million_voxels_per_second"),
             floor_ratio(pyramid), Judge::more, 0, "cubes"},
            {"the best strategy extracts the Cayley surface", "Dyken and Ziegler 2010", "million voxels/s",
             hp.value("smooth Cayley", "HP5MC, Mvoxel/s"), number(blocks, "million_voxels_per_second"),
             floor_ratio(blocks), Judge::more, 0, "cubes"}};
}

std::vector<Claim> compaction_claims(const Results &results) {
    const PaperTable &printed = paper_table("dyken-compaction");
    std::vector<Claim> claims;
    for (const int percent : {1, 90}) {
        const Rows rows = where(results.of("compaction"), "retained_percent", percent);
        const std::string row = std::to_string(percent);
        const Rows pyramid = where(rows, "method", "histopyramid-5");
        const double elements = number(rows, "elements");
        claims.push_back(
            {fmt::format("HistoPyramid 5:1 against scan, {} % retained", percent), "Dyken and Ziegler 2010", "times",
             printed.value(row, "scan") / printed.value(row, "histopyramid-5"),
             number(where(rows, "method", "scan"), "ms") / number(pyramid, "ms"), none, Judge::side, 2, "compaction"});
        claims.push_back({fmt::format("HistoPyramid 5:1 compacts, {} % retained", percent), "Dyken and Ziegler 2010",
                          "elements/µs", 2.0 / printed.value(row, "histopyramid-5") * 1e3,
                          elements * 1e-3 / number(pyramid, "ms"),
                          number(pyramid, "ms") / number(pyramid, "h200_floor_ms"), Judge::more, 0, "compaction"});
    }
    return claims;
}

std::string verdict(const Claim &claim) {
    if (!std::isfinite(claim.ours) || !std::isfinite(claim.paper)) {
        return "<span class=\"open\">not measurable here</span>";
    }
    if (claim.judge == Judge::side) {
        return (claim.ours > 1.0) == (claim.paper > 1.0) ? "<span class=\"good\">the same way</span>"
                                                         : "<span class=\"bad\">the other way</span>";
    }
    const double gain = claim.judge == Judge::more ? claim.ours / claim.paper : claim.paper / claim.ours;
    if (gain >= 0.98 && gain <= 1.02) {
        return "<span class=\"good\">equal</span>";
    }
    const double times = gain > 1.0 ? gain : 1.0 / gain;
    return fmt::format("<span class=\"{}\">{}\u00a0× {}</span>", gain > 1.0 ? "good" : "bad",
                       fixed_text(times, times < 2.0     ? 2
                                         : times < 100.0 ? 1
                                                         : 0),
                       gain > 1.0 ? "better" : "behind");
}

} // namespace

ReportSection summary_section(const Results &results) {
    HtmlTable table({{"claim", Whose::label},
                     {"source", Whose::label},
                     {"unit", Whose::label},
                     {"paper", Whose::paper},
                     {"ours", Whose::ours},
                     {"times the floor", Whose::floor},
                     {"ours against the paper", Whose::verdict}});
    for (const auto &claims : {thesis_claims(results), cubes_claims(results), compaction_claims(results)}) {
        for (const Claim &claim : claims) {
            table.row({fmt::format("<a href=\"#{}\">{}</a>", claim.section, html_text(claim.text)),
                       html_text(claim.source), claim.unit, fixed_text(claim.paper, claim.digits),
                       fixed_text(claim.ours, claim.digits), number_text(claim.ratio_to_floor), verdict(claim)});
        }
    }
    std::string html =
        paragraph(
            "Every paper measured on the hardware of its year, so absolute rates say how far hardware and code "
            "together "
            "have come; shares and ratios (speed-ups, lanes at work, memory) can be compared as they are. Times the "
            "floor is our time by the least an NVIDIA H200 could take for the same samples or bytes.") +
        table.html();
    if (!results.refused().empty()) {
        html += "<div class=\"note\" id=\"refused\">Refused:<ul>";
        for (const std::string &reason : results.refused()) {
            html += fmt::format("<li>{}</li>", html_text(reason));
        }
        html += "</ul></div>";
    }
    return {"summary", "Where we stand", html};
}

} // namespace voxmarch
