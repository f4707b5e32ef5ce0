// Takes the claims from the papers' tables and looks ours up.
#include "bench/report/claims.h"

#include "bench/report/page.h"
#include "bench/report/paper_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr const char *flags = "buffered-for-for-with-flags";

/// Why the i-th scene is not the thesis's model; empty if it is.
std::string unlike_model(const Results &results, std::size_t i) {
    const std::vector<std::string> &scenes = results.conditions().scenes;
    return i < scenes.size() && is_model(scenes[i], thesis_models[i]) ? "" : "a stand-in for the model";
}

/// The row with the best `name`, whatever its traversal.
Rows best(const Rows &rows, const std::string &name) {
    const auto at = std::max_element(rows.begin(), rows.end(),
                                     [&](const auto &a, const auto &b) { return number(a, name) < number(b, name); });
    return at == rows.end() ? Rows{} : Rows{*at};
}

Rows persistent(const Rows &frames) {
    Rows found;
    std::copy_if(frames.begin(), frames.end(), std::back_inserter(found),
                 [](const nlohmann::json &row) { return word(row, "traversal").starts_with("persistent"); });
    return best(found, "speed_up");
}

std::vector<Claim> traversal_claims(const Results &results) {
    const Rows all_warps = results.of("simt"), all_frames = results.of("thesis");
    const std::vector<std::string> scenes = words(all_warps, "scene");
    const std::string first = scenes.empty() ? "" : scenes.front();
    const Rows warps = where(where(all_warps, "scene", first), "traversal", flags);
    const Rows frames = where(all_frames, "scene", first), own = where(frames, "traversal", flags);
    const PaperTable &simple = paper_table("werner-4.6"), &last = paper_table("werner-4.21"),
                     &pools = paper_table("werner-5.2");
    const double paper = last.value(flags, "frames/s"), paper_gain = paper / simple.value("none", "frames/s");
    const double floor_ratio = own.empty() ? none : number(own, "ms") / frame_floor(own.front());
    const std::string here = own.empty() ? first : fmt::format("{}, {}", scene_name(first), word(own.front(), "size"));
    const auto named = [&](const Rows &row) {
        return row.empty() ? here : fmt::format("{}, {}", here, word(row.front(), "traversal"));
    };
    const Rows fastest = best(frames, "speed_up"), pool = persistent(frames);
    const std::string unlike = unlike_model(results, 0), draws = "Werner 2013, 4.21", gains = "Werner 2013, 4.6, 4.21";
    const double pool_paper = pools.value("persistent-group-pool", "frames/s") / pools.value(flags, "frames/s");
    return {{"buffered-for-for-with-flags draws a frame", draws, "frames/s", paper, "bonsai", 1e3 / number(own, "ms"),
             here, unlike.empty() ? "the thesis tells no size of its pictures" : unlike, floor_ratio, Judge::more, 1,
             "traversals"},
            {"its samples a second", "Werner 2013, 6.17", "billion",
             paper_table("werner-6.17").value("billion samples/s", thesis_models[0]), "bonsai",
             number(own, "fetches_per_s") * 1e-9, here, unlike, none, Judge::more, 1, "samples"},
            {"the same against no octree", gains, "times", paper_gain, "bonsai", number(own, "speed_up"), here, unlike,
             none, Judge::more, 2, "traversals"},
            {"the best traversal against no octree", gains, "times", paper_gain, "bonsai", number(fastest, "speed_up"),
             named(fastest), unlike, none, Judge::more, 2, "traversals"},
            {"lanes at work in its traversal", draws, "share", last.value(flags, "SIMD traversal"), "bonsai",
             number(warps, "simulated_traversal"), here, unlike, none, Judge::more, 2, "traversals"},
            {"lanes at work in its marching", draws, "share", last.value(flags, "SIMD marching"), "bonsai",
             number(warps, "simulated_marching"), here, unlike, none, Judge::more, 2, "traversals"},
            {"the best persistent threads against it", "Werner 2013, 5.2", "times", pool_paper,
             "bonsai, persistent-group-pool", number(own, "ms") / number(pool, "ms"), named(pool), unlike, none,
             Judge::side, 2, "traversals"}};
}

std::vector<Claim> texture_claims(const Results &results) {
    const Rows frames = where(results.of("thesis"), "traversal", flags);
    const std::vector<std::string> scenes = words(frames, "scene");
    std::vector<Claim> claims;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, scenes.size()); ++i) {
        const Rows row = where(frames, "scene", scenes[i]);
        claims.push_back({"texture units in use", "Werner 2013, 6.17", "share",
                          paper_table("werner-6.17").value("utilisation", thesis_models[i]), thesis_models[i],
                          number(row, "utilisation"),
                          fmt::format("{}, {}", scene_name(scenes[i]), word(row.front(), "size")),
                          unlike_model(results, i), none, Judge::more, 2, "samples"});
    }
    return claims;
}

/// Rows of the Cayley surface at 100.5 in the volume of this edge, or in the largest that was measured.
Rows cayley(const Rows &rows, const char *strategy, double edge) {
    Rows found;
    for (const nlohmann::json &row : where(rows, "isovalue", 100.5)) {
        if (word(row, "volume").find("cayley") != std::string::npos &&
            (*strategy == '\0' || word(row, "extraction") == strategy)) {
            found.push_back(row);
        }
    }
    Rows same;
    std::copy_if(found.begin(), found.end(), std::back_inserter(same),
                 [edge](const nlohmann::json &row) { return edge_of(word(row, "volume")) == edge; });
    return same.empty() ? of_largest(found) : same;
}

/// "cayley:512, 2.1 M triangles"
std::string surface_case(const Rows &rows) {
    return rows.empty() ? "–"
                        : fmt::format("{}, {:.2g} M triangles", short_name(word(rows.front(), "volume")),
                                      number(rows, "triangles") * 1e-6);
}

double voxels_per_second(const Rows &frames) {
    const double edge = frames.empty() ? none : edge_of(word(frames.front(), "volume"));
    return edge * edge * edge * 1e-6 * number(frames, "frames_per_second");
}

std::vector<Claim> surface_claims(const Results &results) {
    const Rows all = results.of("isosurface", "isosurface"), drawn = results.of("isosurface", "isosurface_drawing");
    const auto floor_ratio = [](const Rows &row) { return number(row, "first_ms") / number(row, "floor_ms"); };
    const Rows scan = cayley(all, "scan", 512.0), blocks = cayley(all, "blocks", 512.0);
    const Rows pyramid = cayley(all, "histopyramid", 256.0), frame = cayley(drawn, "", 512.0);
    const Rows small_frame = cayley(drawn, "", 256.0);
    const PaperTable &rogeiro = paper_table("rogeiro-4.18"), &pmb = paper_table("pmb-2"),
                     &hp = paper_table("dyken-cubes");
    const Rows formula = where(results.of("isosurface", "isosurface_formula"), "volume", "formula:cayley:512");
    const std::string formula_case =
        formula.empty()
            ? "512³ not measured"
            : fmt::format("Cayley, 512³, {:.2g} M triangles, f32, {}x{}", number(formula, "triangles") * 1e-6,
                          formula.front()["picture"][0].get<int>(), formula.front()["picture"][1].get<int>());
    const double kernels = rogeiro.value("8 skulls", "sum") - rogeiro.value("8 skulls", "fetch");
    const double hp5 = hp.value("smooth Cayley", "HP5MC, Mvoxel/s");
    const std::string rate = "million voxels/s", other = "another object",
                      cayley_slide = "Dyken and Ziegler 2010, \"256^3\", smooth Cayley";
    return {
        {"Marching Cubes by scan, kernels alone", "Rogeiro 2011, table 4.18", rate, 134.217728 / kernels * 1e3,
         "8 skulls, 512³, 6.4 M triangles", number(scan, "million_voxels_per_second"), surface_case(scan), other,
         floor_ratio(scan), Judge::more, 0, "components"},
        {"isosurface extracted and drawn, new isovalue", "Parallel Marching Blocks, table 2", rate,
         pmb.value("512³", "million voxels") * pmb.value("512³", "PMB, frames/s"), "Cayley, 512³, 1.3 M triangles, f32",
         voxels_per_second(frame), surface_case(frame) + ", u8", "bytes, another isovalue", none, Judge::more, 0,
         "blocks"},
        {"a formula's isosurface extracted and drawn, nothing stored", "Parallel Marching Blocks, table 2", "frames/s",
         pmb.value("512³", "PMB, frames/s"), "Cayley, 512³, 1.3 M triangles, f32, 1024x1024",
         number(formula, "frames_per_second"), formula_case, "", none, Judge::more, 1, "blocks"},
        {"auxiliary memory beside the volume", "Parallel Marching Blocks, section 5.3.1, memory", "share", 0.10,
         "rm, 1024³", number(blocks, "auxiliary_share"), surface_case(blocks), other, none, Judge::less, 3, "blocks"},
        {"vertex bytes against a triangle soup", "Parallel Marching Blocks, section 5.3.2", "share", 0.263,
         "backpack, 512³", number(blocks, "vertices") / (3.0 * number(blocks, "triangles")), surface_case(blocks),
         other, none, Judge::less, 3, "blocks"},
        {"isosurface extracted and drawn", cayley_slide, rate, hp5, "smooth Cayley, 256³, 0.45 M triangles",
         voxels_per_second(small_frame), surface_case(small_frame), "another isovalue", none, Judge::more, 0, "cubes"},
        {"HistoPyramid extracts", cayley_slide, rate, hp5, "smooth Cayley, 256³, drawn as well",
         number(pyramid, "million_voxels_per_second"), surface_case(pyramid), "the paper's draws as well",
         floor_ratio(pyramid), Judge::more, 0, "cubes"}};
}

std::vector<Claim> compaction_claims(const Results &results) {
    const PaperTable &printed = paper_table("dyken-compaction");
    std::vector<Claim> claims;
    for (const int percent : {1, 90}) {
        const Rows rows = where(results.of("compaction"), "retained_percent", percent);
        const Rows pyramid = where(rows, "method", "histopyramid-5");
        const double elements = number(rows, "elements"), ms = number(pyramid, "ms");
        const std::string row = std::to_string(percent),
                          source = "Dyken and Ziegler 2010, \"HistoPyramid performance\"",
                          unlike = elements == 2e6 ? "" : "another size";
        const std::string theirs = fmt::format("2 million, {} % retained", percent),
                          ours = fmt::format("{:g} million, {} % retained", elements * 1e-6, percent);
        claims.push_back({"HistoPyramid 5:1 against scan", source, "times",
                          printed.value(row, "scan") / printed.value(row, "histopyramid-5"), theirs,
                          number(where(rows, "method", "scan"), "ms") / ms, ours, unlike, none, Judge::side, 2,
                          "compaction"});
        claims.push_back({"HistoPyramid 5:1 compacts", source, "elements/µs",
                          2.0 / printed.value(row, "histopyramid-5") * 1e3, theirs, elements * 1e-3 / ms, ours, unlike,
                          ms / number(pyramid, "floor_ms"), Judge::more, 0, "compaction"});
    }
    return claims;
}

std::vector<Claim> skeleton_claims(const Results &results) {
    const Rows row = skeleton_of_goal(results);
    const std::string object = row.empty()
                                   ? "512³ not measured"
                                   : fmt::format("{}, {:.2g} M object voxels", short_name(word(row.front(), "volume")),
                                                 number(row, "object_voxels") * 1e-6);
    const double ms = number(row, "thin_ms"), floor_ratio = ms / number(row, "floor_ms");
    const std::string goal = "goal of this program", asked = "512³, about 10 M object voxels";
    return {{"thinning against a serial program", "Jiménez and Ruiz de Miras 2012, figure 5", "times", 68.8,
             "mean of five models, 512³", number(row, "speed_up"), object, "other objects, another CPU", none,
             Judge::more, 1, "skeletons"},
            {"thinning", goal, "ms", 100.0, asked, ms, object, "", floor_ratio, Judge::at_most, 1, "skeletons"},
            {"thinning against a serial program", goal, "times", 300.0, asked, number(row, "speed_up"), object, "",
             none, Judge::at_least, 0, "skeletons"}};
}

std::string judged(const char *style, const std::string &text) {
    return fmt::format("<span class=\"{}\">{}</span>", style, html_text(text));
}

} // namespace

std::vector<Claim> claims_of(const Results &results) {
    std::vector<Claim> all;
    for (const auto &claims : {traversal_claims(results), texture_claims(results), surface_claims(results),
                               compaction_claims(results), skeleton_claims(results)}) {
        all.insert(all.end(), claims.begin(), claims.end());
    }
    return all;
}

std::string verdict_of(const Claim &claim, bool quick) {
    if (quick) {
        return judged("open", "too small to compare");
    }
    if (!std::isfinite(claim.ours) || !std::isfinite(claim.paper)) {
        return judged("open", "not measured here");
    }
    if (!claim.unlike.empty()) {
        return judged("open", "no verdict: " + claim.unlike);
    }
    const bool less = claim.judge == Judge::less || claim.judge == Judge::at_most;
    const double gain = less ? claim.paper / claim.ours : claim.ours / claim.paper;
    if (claim.judge == Judge::side) {
        if (std::abs(claim.ours - 1.0) <= 0.02) { // within what times vary by
            return judged("open", "no difference here");
        }
        const bool same = (claim.ours > 1.0) == (claim.paper > 1.0);
        return judged(same ? "good" : "bad", same ? "the same way" : "the other way");
    }
    if (claim.judge == Judge::at_least || claim.judge == Judge::at_most) {
        return gain >= 1.0 ? judged("good", "reached")
                           : judged("bad", fmt::format("missed by {:.2g} %", 100.0 * (1.0 / gain - 1.0)));
    }
    if (gain >= 0.98 && gain <= 1.02) {
        return judged("good", "equal");
    }
    const double times = std::max(gain, 1.0 / gain);
    return judged(gain > 1.0 ? "good" : "bad", fmt::format("{}\u00a0× {}",
                                                           fixed_text(times, times < 2.0     ? 2
                                                                             : times < 100.0 ? 1
                                                                                             : 0),
                                                           gain > 1.0 ? "better" : "behind"));
}

Rows skeleton_of_goal(const Results &results) {
    for (const nlohmann::json &row : results.of("skeleton", "skeleton")) {
        const double voxels = number(row, "object_voxels");
        const bool published = word(row, "peeling") != "layers"; // older reports have no other
        if (published && number(row, "dims") == 512.0 && voxels >= 8e6 && voxels <= 12e6) {
            return {row};
        }
    }
    return {};
}

} // namespace voxmarch
