// What single tables and figures claim beside the claims of the summary: mostly which of two ways is better, which
// holds on any device and for any scene.
#include "bench/report/claims.h"
#include "bench/report/paper_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <iterator>
#include <tuple>

namespace voxmarch {

namespace {

constexpr const char *flags_row = "buffered-for-for-with-flags";

/// A claim without cases: the row of the figure tells what it is about.
Claim claim(const std::string &text, const std::string &source, const std::string &unit, double paper, double ours,
            Judge judge, const std::string &section) {
    Claim made;
    made.text = text;
    made.source = source;
    made.unit = unit;
    made.paper = paper;
    made.ours = ours;
    made.judge = judge;
    made.section = section;
    return made;
}

/// Of the first scene, which is the thesis's bonsai or stands for it.
Rows first_scene(const Rows &rows) {
    const std::vector<std::string> scenes = words(rows, "scene");
    return scenes.empty() ? Rows{} : where(rows, "scene", scenes.front());
}

/// The shortest and the longest time of the rows that have one and are no standard caster; NaN where there are none.
struct Range {
    double least = none, most = none;
};

Range range_of(const Rows &rows, const std::string &name) {
    Range range;
    for (const nlohmann::json &row : rows) {
        const double value = word(row, "traversal") == "none" ? none : number(row, name);
        range.least = std::fmin(range.least, value); // the other one of NaN
        range.most = std::fmax(range.most, value);
    }
    return range;
}

/// Of rows at the device's fewest resident warps by that at its most.
double gain_of_occupancy(const Rows &rows) {
    const Range warps = range_of(rows, "resident_warps");
    return warps.least < warps.most ? range_of(where(rows, "resident_warps", warps.least), "ms").least /
                                          range_of(where(rows, "resident_warps", warps.most), "ms").least
                                    : none;
}

/// Times as fast on so many multiprocessors as on one.
double gain_of_multiprocessors(const Rows &rows, int count) {
    const auto ms = [&](int groups) {
        return number(where(rows, "row", fmt::format("  groups {0} on {0}", groups)), "ms");
    };
    return ms(1) / ms(count);
}

void add_traversals(const Results &results, std::vector<Claim> &claims) {
    const Rows frames = first_scene(results.of("thesis")), warps = first_scene(results.of("simt"));
    const auto speed_up = [&](const char *name) { return number(where(frames, "traversal", name), "speed_up"); };
    const auto share = [&](const char *name, const char *part) {
        const double value = number(where(warps, "traversal", name), part);
        return value < 0.0 ? none : value; // not counted
    };
    const PaperTable &first = paper_table("werner-4.6"), &loops = paper_table("werner-4.18"),
                     &counts = paper_table("werner-6.8");
    claims.push_back(claim("first-approach against no octree", "Werner 2013, 4.6", "times",
                           first.value("first-approach", "frames/s") / first.value("none", "frames/s"),
                           speed_up("first-approach"), Judge::side, "traversals"));
    claims.push_back(claim("buffered-for-for against for-for", "Werner 2013, 4.18", "times",
                           loops.value("buffered-for-for", "frames/s") / loops.value("for-for", "frames/s"),
                           speed_up("buffered-for-for") / speed_up("for-for"), Judge::side, "traversals"));
    for (const char *name : {"for-for", "buffered-for-for"}) {
        claims.push_back(claim(fmt::format("lanes at work in marching, {}", name), "Werner 2013, 4.18", "share",
                               loops.value(name, "SIMD marching"), share(name, "simulated_marching"), Judge::more,
                               "traversals"));
    }
    claims.push_back(claim("lanes at work in traversal", "Werner 2013, 6.10", "share",
                           counts.value("SIMD traversal", "bonsai"), share(flags_row, "simulated_traversal"),
                           Judge::more, "samples"));
    claims.push_back(claim("lanes at work in marching", "Werner 2013, 6.10", "share",
                           counts.value("SIMD marching", "bonsai"), share(flags_row, "simulated_marching"), Judge::more,
                           "samples"));
    const Rows own = where(frames, "traversal", flags_row);
    const double marching = number(own, "marching_steps");
    claims.push_back(claim("marching steps for each traversal step", "Werner 2013, 6.11, 6.12", "times",
                           counts.value("marching steps", "bonsai") / counts.value("traversal steps", "bonsai"),
                           marching / number(own, "traversal_steps"), Judge::side, "samples"));
    const double transparent = counts.value("transparent steps", "bonsai"), visible = number(own, "visible_steps");
    claims.push_back(claim("transparent marching steps for each visible one", "Werner 2013, 6.13", "times",
                           transparent / (1.0 - transparent), (marching - visible) / visible, Judge::side, "samples"));
    claims.push_back(claim("samples of textures of A for each of RGBA", "Werner 2013, 6.8", "times",
                           counts.value("A samples", "bonsai") / counts.value("RGBA samples", "bonsai"),
                           marching / (number(own, "fetches") - marching), Judge::side, "samples"));
    const PaperTable &peak = paper_table("werner-6.9");
    claims.push_back(
        claim("most samples of the A texture against RGBA", "Werner 2013, 6.9", "times",
              peak.value("billion samples/s", "A texture") / peak.value("billion samples/s", "RGBA texture"),
              number(own, "texture_peak_r8") / number(own, "texture_peak_rgba8"), Judge::side, "samples"));
}

void add_groups(const Results &results, std::vector<Claim> &claims) {
    const PaperTable &units = paper_table("werner-6.4"), &sizes = paper_table("werner-6.5"),
                     &warps = paper_table("werner-6.6");
    claims.push_back(claim("16 multiprocessors against one", "Werner 2013, 6.4, 6.19, 6.20, 6.21, 6.22", "times",
                           units.value("1", "bonsai, s") / units.value("16", "bonsai, s"),
                           gain_of_multiprocessors(first_scene(results.of("multiprocessors")), 16), Judge::more,
                           "groups"));
    const Rows groups = first_scene(results.of("workgroup"));
    const auto ms = [&](std::initializer_list<const char *> shapes) {
        double least = none;
        for (const char *shape : shapes) {
            least = std::fmin(least, range_of(where(groups, "group", shape), "ms").least);
        }
        return least;
    };
    claims.push_back(claim("groups of 2 warps against one", "Werner 2013, 6.5, 6.27", "times",
                           sizes.value("1", "bonsai, s") / sizes.value("2", "bonsai, s"),
                           ms({"8x4", "16x2", "32x1"}) / ms({"8x8", "16x4", "32x2"}), Judge::side, "groups"));
    Rows occupancy = first_scene(results.of("occupancy"));
    const Rows small = first_scene(results.of("occupancy-small"));
    occupancy.insert(occupancy.end(), small.begin(), small.end());
    claims.push_back(claim("the most resident warps against the fewest", "Werner 2013, 6.6, 6.28, 6.29", "times",
                           warps.value("1", "bonsai, s") / warps.value("16", "bonsai, s"), gain_of_occupancy(occupancy),
                           Judge::side, "groups"));
}

/// The engine at his isovalue, which is here.
Rows his_engine(const Rows &rows) {
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), [](const nlohmann::json &row) {
        return word(row, "volume").starts_with("engine") && number(row, "isovalue") == 80.0;
    });
    return found;
}

/// One surface of the largest volume that is made, in place of his largest that is printed everywhere.
Rows large_surface(const Rows &rows) {
    const Rows largest = of_largest(rows);
    return largest.empty()
               ? Rows{}
               : where(where(largest, "volume", largest.front()["volume"]), "isovalue", largest.front()["isovalue"]);
}

/// "13 % faster" as a ratio of times.
double gain(const char *id, const char *column) { return 1.0 + 0.01 * paper_table(id).value("8 skulls", column); }

void add_enhancements(const Results &results, std::vector<Claim> &claims) {
    const auto of = [&](const char *benchmark) { return results.of("isosurface", benchmark); };
    const Rows ways = large_surface(of("isosurface_ways")), kept = large_surface(of("isosurface_vertices"));
    const auto way = [&](const char *name, const char *value) { return number(where(ways, "way", name), value); };
    const auto over = [&](const char *name) { return way("pageable", "wall_ms") / way(name, "wall_ms"); };
    const auto local = [&](const char *value) {
        return number(where(kept, "vertices", "private"), value) / number(where(kept, "vertices", "local"), value);
    };
    const auto add = [&](const char *text, const char *table, const char *column, double ours) {
        claims.push_back(claim(text, fmt::format("Rogeiro 2011, table {}", table), "times",
                               gain(fmt::format("rogeiro-{}", table).c_str(), column), ours, Judge::side,
                               "enhancements"));
    };
    add("pinned memory, the whole", "4.9", "C2050, gain %", over("pinned"));
    add("pinned memory, fetching", "4.10", "C2050, gain %", way("pageable", "fetch_ms") / way("pinned", "fetch_ms"));
    add("local memory, the whole", "4.11", "C2050, gain %", local("wall_ms"));
    add("local memory, generation", "4.12", "C2050, gain %", local("generation_ms"));
    add("fetching ahead, the whole", "4.13", "C2050, gain %", over("fetched-ahead"));
    add("fetching ahead, usage", "4.14", "C2050, gain %", way("fetched-ahead", "usage") / way("pageable", "usage"));
    add("all that helps together", "4.15", "C2050, gain %", over("pinned-ahead"));
    for (const auto &[tags, table] : {std::pair(2, "4.19"), {65, "4.20"}}) {
        const Rows row = where(large_surface(of("isosurface_tags")), "tags", tags);
        claims.push_back(claim(fmt::format("cost of {} tags", tags), fmt::format("Rogeiro 2011, table {}", table), "%",
                               paper_table(fmt::format("rogeiro-{}", table)).value("8 skulls", "C2050, cost %"),
                               100.0 * number(row, "cost"), Judge::less, "enhancements"));
    }
    const Rows engine = his_engine(of("isosurface_ways"));
    for (const auto &[name, table, figure] :
         {std::tuple("pageable", "4.8", "figure 4.4"), {"pinned-ahead", "4.18", "figure 4.14"}}) {
        claims.push_back(claim("the device in use, engine", fmt::format("Rogeiro 2011, {}", figure), "%",
                               paper_table(fmt::format("rogeiro-{}", table)).value("engine", "usage, %"),
                               100.0 * number(where(engine, "way", name), "usage"), Judge::more, "enhancements"));
    }
}

void add_cubes_by_scan(const Results &results, std::vector<Claim> &claims) {
    const auto of = [&](const char *benchmark) { return results.of("isosurface", benchmark); };
    const Rows scan = where(of("isosurface"), "extraction", "scan"), engine = his_engine(scan);
    const Rows sphere = where(where(scan, "volume", "synthetic:sphere:256"), "isovalue", 106.5);
    const PaperTable &data = paper_table("rogeiro-4.2"), &parts = paper_table("rogeiro-4.8");
    claims.push_back(claim("triangles of the engine at 80", "Rogeiro 2011, table 4.2", "triangles",
                           data.value("engine", "triangles"), number(engine, "triangles"), Judge::more, "components"));
    claims.push_back(claim("triangles of the sphere", "Rogeiro 2011, figure 7.4", "triangles",
                           data.value("sphere", "triangles"), number(sphere, "triangles"), Judge::more, "components"));
    claims.push_back(claim("the engine against a serial program", "Rogeiro 2011, table 4.5", "times",
                           paper_table("rogeiro-4.5").value("engine", "C2050, times"),
                           number(engine, "serial_ms") / number(his_engine(of("isosurface_host")), "wall_ms"),
                           Judge::more, "enhancements"));
    const double classify = engine.empty() ? none : number(engine.front()["kernels_ms"], "scan_classify"),
                 generate = engine.empty() ? none : number(engine.front()["kernels_ms"], "scan_generate");
    claims.push_back(claim("generation against classification, engine", "Rogeiro 2011, table 4.8", "times",
                           parts.value("engine", "generation") / parts.value("engine", "classification"),
                           generate / classify, Judge::side, "components"));
    const Rows sizes = where(large_surface(of("isosurface_units")), "extraction", "scan");
    const double smallest = sizes.empty() ? none : number(sizes.front(), "wall_ms");
    const PaperTable &times = paper_table("rogeiro-3.4");
    claims.push_back(claim("the largest units against the smallest", "Rogeiro 2011, table 3.4", "times",
                           times.value("10", "FX3800, ms") / times.value("100", "FX3800, ms"),
                           sizes.empty() ? none : smallest / number(sizes.back(), "wall_ms"), Judge::side, "units"));
    claims.push_back(claim("slices read twice by units of 100", "Rogeiro 2011, table 3.3", "%",
                           paper_table("rogeiro-3.3").value("100", "overhead, %"),
                           100.0 * number(where(sizes, "unit_layers", 100), "overhead"), Judge::less, "units"));
    const Rows memory = large_surface(of("isosurface_phases"));
    claims.push_back(claim(
        "memory of classification, of the volume's", "Rogeiro 2011, figure 3.10", "times", 3.0,
        memory.empty() ? none : number(memory.front()["phase_bytes"], "scan_classify") / number(memory, "volume_bytes"),
        Judge::less, "units"));
}

void add_others(const Results &results, std::vector<Claim> &claims) {
    const PaperTable &compaction = paper_table("dyken-compaction"), &groups = paper_table("jimenez-3");
    const Rows few = where(results.of("compaction"), "retained_percent", 1);
    claims.push_back(
        claim("HistoPyramid 4:1 against scan, 1 % retained", "Dyken and Ziegler 2010, \"Optimization 2\"", "times",
              compaction.value("1", "scan") / compaction.value("1", "histopyramid-4"),
              number(where(few, "method", "scan"), "ms") / number(where(few, "method", "histopyramid-4"), "ms"),
              Judge::side, "compaction"));
    const Rows all = results.of("skeleton", "skeleton_groups");
    const Rows sizes = all.empty() ? Rows{} : where(all, "volume", all.front()["volume"]);
    claims.push_back(claim("the best size of groups against 128", "Jiménez and Ruiz de Miras 2012, table 3", "times",
                           groups.value("149", "times serial") / groups.value("128", "times serial"),
                           number(where(sizes, "group_items", 128), "thin_ms") / range_of(sizes, "thin_ms").least,
                           Judge::side, "skeletons"));
    const Rows walk = first_scene(results.of("walk"));
    Rows padded; // the same way of the octree, at several occupancies
    std::copy_if(walk.begin(), walk.end(), std::back_inserter(padded),
                 [](const nlohmann::json &row) { return word(row, "row").starts_with("padding"); });
    const Range times = range_of(padded, "ms");
    claims.push_back(claim("the walk alone, more warps against fewer", "Werner 2013, 6.31", "times",
                           paper_table("werner-6.31").value("21", "speed-up"),
                           padded.empty() ? none : number(padded.back(), "ms") / times.least, Judge::side, "groups"));
}

} // namespace

std::vector<Claim> figure_claims_of(const Results &results) {
    std::vector<Claim> claims;
    add_traversals(results, claims);
    add_groups(results, claims);
    add_cubes_by_scan(results, claims);
    add_enhancements(results, claims);
    add_others(results, claims);
    return claims;
}

} // namespace voxmarch
