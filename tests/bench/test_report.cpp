// Power laws, plots, text and tables of the report.
#include "base/base64.h"
#include "bench/report/claims.h"
#include "bench/report/page.h"
#include "bench/report/paper_tables.h"
#include "bench/report/plot.h"
#include "bench/report/results.h"
#include "bench/report/sections.h"
#include "bench/timing.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <string_view>

namespace voxmarch {

std::string_view papers_text(); // docs/papers.md, see bench/CMakeLists.txt

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

TEST(Spreads, HaveTheMiddleOfTheMiddleTwo) {
    EXPECT_EQ(spread_of({3.0, 1.0, 2.0}).median, 2.0);
    EXPECT_EQ(spread_of({10.0, 1.0, 3.0, 2.0}).median, 2.5);
    EXPECT_EQ(spread_of({4.0, 2.0}).median, 3.0);
    EXPECT_EQ(spread_of({7.0}).median, 7.0);
}

TEST(PowerLawFit, FindsTheLawBehindItsOwnPoints) {
    Points points;
    for (const double x : {2.0, 3.0, 10.0, 500.0}) {
        points.push_back({x, 0.25 * std::pow(x, 1.7)});
    }
    points.push_back({0.0, 1.0}); // has no logarithm
    points.push_back({7.0, none});
    EXPECT_NEAR(fit_power(points).exponent, 1.7, 1e-12);
    EXPECT_NEAR(fit_power(points).factor, 0.25, 1e-12);
}

TEST(PowerLawFit, IsTheLineOfLeastSquares) {
    // log10 y = 0, 0, 3 over log10 x = 0, 1, 2: slope 3/2, intercept -1/2
    const PowerLaw law = fit_power({{1.0, 1.0}, {10.0, 1.0}, {100.0, 1000.0}});
    EXPECT_NEAR(law.exponent, 1.5, 1e-12);
    EXPECT_NEAR(law.factor, std::pow(10.0, -0.5), 1e-12);
}

TEST(PowerLawFit, NeedsTwoDifferentPlaces) {
    EXPECT_TRUE(std::isnan(fit_power({}).exponent));
    EXPECT_TRUE(std::isnan(fit_power({{4.0, 1.0}}).exponent));
    EXPECT_TRUE(std::isnan(fit_power({{4.0, 1.0}, {4.0, 2.0}}).exponent));
}

TEST(ReportText, Base64IsThatOfTheRfc) {
    const auto encoded = [](const std::string &text) { return encode_base64(std::as_bytes(std::span(text))); };
    EXPECT_EQ(encoded(""), "");
    EXPECT_EQ(encoded("f"), "Zg==");
    EXPECT_EQ(encoded("fo"), "Zm8=");
    EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(ReportText, NumbersKeepFourDigits) {
    EXPECT_EQ(number_text(none), "–");
    EXPECT_EQ(number_text(0.0), "0");
    EXPECT_EQ(number_text(0.12345), "0.1235");
    EXPECT_EQ(number_text(3.14159), "3.142");
    EXPECT_EQ(fixed_text(-1234567.0, 0), "-1\u202f234\u202f567");
    EXPECT_EQ(fixed_text(1234.5, 1), "1\u202f234.5");
    EXPECT_EQ(html_text("a<b & \"c\""), "a&lt;b &amp; &quot;c&quot;");
}

TEST(ReportPlot, LeavesOutWhatHasNoPlace) {
    LinePlot plot{"t", "x", "y", true, true, {{"a", {{1.0, 1.0}, {0.0, 1.0}, {10.0, none}, {100.0, 5.0}}, "#000"}}};
    const std::string drawn = svg(plot);
    std::size_t circles = 0;
    for (std::size_t at = drawn.find("<circle"); at != drawn.npos; at = drawn.find("<circle", at + 1)) {
        ++circles;
    }
    EXPECT_EQ(circles, 2u);
    EXPECT_EQ(drawn.find("nan"), drawn.npos);
    EXPECT_EQ(svg(LinePlot{"t", "x", "y", true, false, {}}).find("nan"), std::string::npos);
}

TEST(ReportResults, TellsEdgesAndFailedChecks) {
    EXPECT_EQ(edge_of("synthetic:tree:64"), 64.0);
    EXPECT_EQ(edge_of("tree_128"), 128.0);
    EXPECT_TRUE(std::isnan(edge_of("tree")));
    Results results;
    results.add("r", nlohmann::json::parse(R"({"benchmark": "b", "rows": [{"equal": true, "x": [3, 1, 5]},
                                                                          {"triangles_agree": false}]})"));
    EXPECT_EQ(results.refused().size(), 1u);
    EXPECT_EQ(number(results.of("r", "b"), "x"), 3.0);
    EXPECT_TRUE(results.of("other").empty());
}

Claim claim_of(double paper, double ours, Judge judge = Judge::more) {
    Claim claim;
    claim.paper = paper;
    claim.ours = ours;
    claim.judge = judge;
    return claim;
}

TEST(ReportVerdicts, JudgeOnlyLikeWithLike) {
    EXPECT_NE(verdict_of(claim_of(2.0, 5.0), false).find("2.5\u00a0× better"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(2.0, 5.0, Judge::less), false).find("2.5\u00a0× behind"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(2.0, 2.01), false).find("equal"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(0.6, 1.1, Judge::side), false).find("the other way"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(100.0, 5.0, Judge::at_most), false).find("reached"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(300.0, 297.0, Judge::at_least), false).find("missed by 1 %"), std::string::npos);
    EXPECT_NE(verdict_of(claim_of(2.0, none), false).find("not measured here"), std::string::npos);
    Claim other = claim_of(2.0, 5.0);
    other.unlike = "another size";
    EXPECT_EQ(verdict_of(other, false), "<span class=\"open\">no verdict: another size</span>");
    EXPECT_EQ(verdict_of(claim_of(2.0, 5.0), true), "<span class=\"open\">too small to compare</span>");
}

TEST(ReportVerdicts, TellModelsFromStandIns) {
    EXPECT_TRUE(is_model("data/bonsai_256x256x256_uint8.raw", "bonsai"));
    EXPECT_TRUE(is_model("teddybear_128x128x62_uint8.raw", "teddy"));
    EXPECT_FALSE(is_model("synthetic:teddy:256", "teddy"));
    EXPECT_FALSE(is_model("data/engine.vti", "bonsai"));
}

/// A claim of a report that drew and extracted the Cayley surface with this edge.
Claim surface_claim(int edge, const std::string &source) {
    Results results;
    results.add("isosurface", {{"benchmark", "isosurface_drawing"},
                               {"rows",
                                {{{"volume", "synthetic:cayley:" + std::to_string(edge)},
                                  {"isovalue", 100.5},
                                  {"triangles", 1000},
                                  {"frames_per_second", 10.0}}}}});
    for (const Claim &claim : claims_of(results)) {
        if (claim.source == source && std::isfinite(claim.ours)) {
            return claim;
        }
    }
    return {};
}

TEST(ReportVerdicts, AreNotGivenOverAnotherSurface) {
    const Claim blocks = surface_claim(512, "Parallel Marching Blocks, table 2");
    EXPECT_NEAR(blocks.ours, 1342.17728, 1e-6);
    EXPECT_EQ(blocks.unlike, "bytes, another isovalue");
    EXPECT_EQ(surface_claim(256, "Dyken and Ziegler 2010, \"256^3\", smooth Cayley").unlike, "another isovalue");
}

TEST(ReportPapers, TellStateAndVerdictOfEachFigure) {
    Results results({false, {"bonsai_256x256x256_uint8.raw"}});
    const nlohmann::json rows{
        {{"scene", "bonsai"}, {"traversal", "buffered-for-for-with-flags"}, {"ms", 1.0}, {"speed_up", 9.0}}};
    results.add("thesis", {{"benchmark", "traversal"}, {"rows", rows}});
    results.add("simt", {{"benchmark", "simt"}, {"rows", rows}});
    const std::string html = paper_section(results).html;
    for (const char *paper : {"Werner 2013: ", "Rogeiro 2011: ", "Parallel Marching Blocks: ",
                              "Dyken and Ziegler 2010: ", "Jiménez and Ruiz de Miras 2012: "}) {
        EXPECT_NE(html.find(paper), std::string::npos) << paper;
    }
    const std::size_t figure = html.find(">4.21<");
    ASSERT_NE(figure, std::string::npos);
    const std::string row = html.substr(figure, html.find("</tr>", figure) - figure);
    EXPECT_NE(row.find("reproduced"), std::string::npos) << row;
    EXPECT_NE(row.find("<a href=\"#traversals\">"), std::string::npos) << row;
    EXPECT_NE(row.find("draws a frame: <span class=\"open\">no verdict: the thesis tells no size"), std::string::npos);
    EXPECT_NE(row.find("better"), std::string::npos) << row;
}

/// The row of the tables whose number this is.
std::string paper_row(const std::string &html, const std::string &number) {
    const std::size_t at = html.find(">" + number + "<");
    return at == std::string::npos ? "" : html.substr(at, html.find("</tr>", at) - at);
}

TEST(ReportPapers, GiveVerdictsToTheirOwnRows) {
    const std::string html = paper_section(Results()).html;
    for (const auto &[number, verdict] : {std::pair("table 2", "nothing stored"),
                                          {"section 5.3.1, memory", "auxiliary memory"},
                                          {"section 5.3.2", "vertex bytes"},
                                          {"tables 4.16, 4.17, 4.18; figures 4.11, 4.12, 4.13", "kernels alone"},
                                          {"&quot;HistoPyramid performance&quot;", "5:1 compacts"},
                                          {"&quot;256^3&quot;, smooth Cayley", "HistoPyramid extracts"}}) {
        EXPECT_NE(paper_row(html, number).find(verdict), std::string::npos) << number << paper_row(html, number);
    }
    for (const char *number : {"figures 1, 2", "section 5.3.1, shapes", "&quot;256^3&quot;, bumpy, superbumpy"}) {
        const std::string row = paper_row(html, number);
        EXPECT_FALSE(row.empty()) << number;
        EXPECT_EQ(row.find("span class"), std::string::npos) << row;
    }
}

TEST(ReportPapers, SayTheSameOrTheOtherWayWithBothNumbersAndLeaveNoRowBlank) {
    Results results;
    const auto kept = [](const char *vertices, double ms) {
        return nlohmann::json{{"volume", "synthetic:cayley:512"},
                              {"isovalue", 128.5},
                              {"vertices", vertices},
                              {"generation_ms", {ms, ms, ms}},
                              {"wall_ms", {ms + 8, ms, ms}}};
    };
    results.add("isosurface",
                {{"benchmark", "isosurface_vertices"}, {"rows", {kept("private", 3.0), kept("local", 2.0)}}});
    std::string html = paper_section(results).html;
    const std::string local = paper_row(html, "tables 4.11, 4.12");
    EXPECT_NE(local.find("generation: <span class=\"good\">the same way</span>, 1.750 and 1.500 times"),
              std::string::npos)
        << local;
    Results slower;
    slower.add("isosurface",
               {{"benchmark", "isosurface_vertices"}, {"rows", {kept("private", 2.0), kept("local", 3.0)}}});
    EXPECT_NE(paper_row(paper_section(slower).html, "tables 4.11, 4.12").find("the other way"), std::string::npos);
    EXPECT_NE(paper_row(html, "4.8").find("picture</td>"), std::string::npos) << paper_row(html, "4.8");
    for (std::size_t at = html.find("<tbody>"); (at = html.find("</tr>", at + 1)) != std::string::npos;) {
        const std::size_t cell = html.rfind("<td", at);
        EXPECT_NE(html.substr(html.find('>', cell) + 1, 5), "</td>") << html.substr(cell - 200, 300);
    }
}

/// "49 reproduced" of the paper's line in the sums at the top of docs/papers.md.
std::string reproduced_in_sums(const std::string &paper) {
    const std::string page(papers_text()), begin = "| " + paper + " | ";
    const std::size_t at = page.find(begin) + begin.size();
    return page.substr(at, page.find(' ', at) - at) + " reproduced";
}

TEST(ReportPapers, CountFiguresAsThePageOfThePapersDoes) {
    const std::string html = paper_section(Results()).html;
    for (const std::string paper : {"Werner 2013", "Rogeiro 2011", "Parallel Marching Blocks", "Dyken and Ziegler 2010",
                                    "Jiménez and Ruiz de Miras 2012"}) {
        const std::size_t at = html.find("<summary>" + paper + ": ");
        ASSERT_NE(at, std::string::npos) << paper;
        const std::string summary = html.substr(at, html.find("</summary>", at) - at);
        EXPECT_NE(summary.find(" " + reproduced_in_sums(paper)), std::string::npos) << summary;
    }
}

TEST(ReportGroups, SayThatMultiprocessorsAreNotToldInPlaceOfEmptyColumns) {
    const auto html_of = [](const char *one, const char *two) {
        Results results;
        results.add("multiprocessors", {{"benchmark", "multiprocessors"},
                                        {"rows",
                                         {{{"scene", "bonsai"}, {"row", one}, {"ms", 8.0}},
                                          {{"scene", "bonsai"}, {"row", two}, {"ms", 5.0}}}}});
        return group_section(results).html;
    };
    const std::string told = html_of("  groups 1 on 1", "  groups 2 on 2"),
                      untold = html_of("  groups 1", "  groups 2");
    EXPECT_EQ(told.find("not measured here"), std::string::npos);
    EXPECT_NE(told.find("<td class=\"ours\">1.60</td><td class=\"ours\">2</td><td class=\"ours\">0.80</td>"),
              std::string::npos);
    EXPECT_NE(untold.find("the efficiency: not measured here: "), std::string::npos);
    EXPECT_NE(untold.find("<td class=\"ours\">1.60</td></tr>"), std::string::npos);
}

TEST(ReportTraced, TellsPicturesAndWhatBoundsOfLeavesAreWorth) {
    const nlohmann::json head{{"scene", "bonsai_256x256x256_uint8.raw"}, {"bounces", 8}, {"lights", 3}, {"samples", 4}};
    const auto row = [&](nlohmann::json more) {
        nlohmann::json whole = head;
        whole.update(more);
        return whole;
    };
    Results results;
    results.add("trace", {{"benchmark", "trace"},
                          {"rows",
                           {row({{"what", "noise"},
                                 {"bounds", "whole volume"},
                                 {"ms", {11.4, 11.3, 11.5}},
                                 {"error_times_seconds", 3.1e-5},
                                 {"better_than_whole", 1.0}}),
                            row({{"what", "noise"},
                                 {"bounds", "leaves"},
                                 {"ms", {5.6, 5.5, 5.7}},
                                 {"error_times_seconds", 1.7e-5},
                                 {"better_than_whole", 1.84}}),
                            row({{"what", "picture"},
                                 {"bounds", "leaves"},
                                 {"samples", 64},
                                 {"ms", {89.8, 89.2, 89.9}},
                                 {"wall_ms", {98.4, 98.0, 98.9}},
                                 {"million_paths_per_s", 747.4},
                                 {"mean_square_error", 0.000188}})}}});
    const std::string html = traced_section(results).html;
    for (const char *told : {"bonsai<", "up to 8 collisions, 3 lamps", ">11.40<", ">31.00<", ">5.600<", ">17.00<",
                             ">1.84<", ">64<", ">747.4<", ">89.80<", ">98.40<", ">188.0<"}) {
        EXPECT_NE(html.find(told), std::string::npos) << told << "\n" << html;
    }
    EXPECT_EQ(html.find("256x256x256"), std::string::npos);
}

TEST(ReportClaims, TheBestPersistentTraversalIsAnyOfThem) {
    Results results({false, {"bonsai_256x256x256_uint8.raw"}});
    nlohmann::json rows = nlohmann::json::array();
    for (const auto &[traversal, speed_up] :
         {std::pair{"buffered-for-for-with-flags", 2.0}, std::pair{"persistent-group-pool", 1.0},
          std::pair{"persistent-warp-refill", 4.0}, std::pair{"distance-map", 8.0}}) {
        rows.push_back({{"scene", "bonsai"},
                        {"size", "8x8"},
                        {"traversal", traversal},
                        {"ms", 8.0 / speed_up},
                        {"speed_up", speed_up}});
    }
    results.add("thesis", {{"benchmark", "traversal"}, {"rows", rows}});
    results.add("simt", {{"benchmark", "simt"}, {"rows", rows}});
    for (const Claim &claim : claims_of(results)) {
        if (claim.judge == Judge::side && claim.section == "traversals") {
            EXPECT_EQ(claim.ours, 2.0);
            EXPECT_EQ(claim.our_case, "bonsai, 8x8, persistent-warp-refill");
            EXPECT_EQ(claim.unlike, "");
            return;
        }
    }
    FAIL() << "no claim about persistent threads";
}

TEST(ReportClaims, TheSkeletonOfTheGoalIsPeeledAsPublished) {
    Results results;
    results.add("skeleton", nlohmann::json::parse(R"({"benchmark": "skeleton", "rows": [
        {"volume": "a", "peeling": "published", "dims": [256, 256, 256], "object_voxels": 9000000},
        {"volume": "b", "peeling": "layers", "dims": [512, 512, 512], "object_voxels": 9000000},
        {"volume": "c", "peeling": "published", "dims": [512, 512, 512], "object_voxels": 25000000},
        {"volume": "d", "peeling": "published", "dims": [512, 512, 512], "object_voxels": 9000000}]})"));
    ASSERT_EQ(skeleton_of_goal(results).size(), 1u);
    EXPECT_EQ(skeleton_of_goal(results).front()["volume"], "d");
    EXPECT_TRUE(skeleton_of_goal(Results()).empty());
}

TEST(PaperTables, AreWholeAndConsistent) {
    for (const PaperTable &table : paper_tables()) {
        for (const PaperTable::Row &row : table.rows) {
            EXPECT_EQ(row.values.size(), table.columns.size()) << table.id << ", " << row.label;
        }
    }
    // Rogeiro's components add up to his sums within the rounding of six figures.
    for (const char *id :
         {"rogeiro-4.6", "rogeiro-4.7", "rogeiro-4.8", "rogeiro-4.16", "rogeiro-4.17", "rogeiro-4.18"}) {
        for (const PaperTable::Row &row : paper_table(id).rows) {
            double sum = 0.0;
            for (std::size_t i = 0; i < 6; ++i) {
                sum += row.values[i];
            }
            EXPECT_NEAR(sum, row.values[6], 0.35) << id << ", " << row.label;
        }
    }
    // His overhead is the slices read twice over all slices read, his gains are those of his times.
    for (const auto &[id, slices] : {std::pair{"rogeiro-3.1", 256.0}, {"rogeiro-3.3", 512.0}}) {
        for (const PaperTable::Row &row : paper_table(id).rows) {
            EXPECT_EQ(row.values[2], 3.0 * (row.values[1] - 1.0)) << id << ", " << row.label;
            EXPECT_NEAR(100.0 * row.values[2] / (slices + row.values[2]), row.values[4], 0.02) << id;
        }
    }
    for (const char *id : {"rogeiro-3.2", "rogeiro-3.4"}) {
        const PaperTable &sizes = paper_table(id);
        for (std::size_t i = 1; i < sizes.rows.size(); ++i) {
            for (const std::size_t device : {0U, 3U}) {
                const auto ms = [&](std::size_t row) { return sizes.rows[row].values[device]; };
                EXPECT_NEAR(100.0 * (1.0 - ms(i) / ms(0)), sizes.rows[i].values[device + 1], 0.02) << id;
                EXPECT_NEAR(100.0 * (1.0 - ms(i) / ms(i - 1)), sizes.rows[i].values[device + 2], 0.02) << id;
            }
        }
    }
    const PaperTable &plain = paper_table("rogeiro-4.5");
    for (const char *id : {"rogeiro-4.9", "rogeiro-4.11", "rogeiro-4.13"}) {
        for (const PaperTable::Row &row : paper_table(id).rows) {
            for (const char *device : {"FX3800", "C1060", "C2050"}) {
                const double ms = paper_table(id).value(row.label, std::string(device) + ", ms");
                if (std::isfinite(ms)) {
                    EXPECT_NEAR(100.0 * (plain.value(row.label, std::string(device) + ", ms") / ms - 1.0),
                                paper_table(id).value(row.label, std::string(device) + ", gain %"), 1.0)
                        << id << ", " << row.label << ", " << device;
                }
            }
        }
    }
    // Jiménez's ratios are his times, within their rounding; their mean is nearly the 68.8 of his text.
    double ratios = 0.0;
    for (const PaperTable::Row &row : paper_table("jimenez-2").rows) {
        EXPECT_NEAR(row.values[3] / row.values[4], row.values[5], 0.1) << row.label;
        ratios += row.values[5] / 5.0;
    }
    EXPECT_NEAR(ratios, 68.8, 0.1);
    // The thesis's rates are its samples by its times (figures 6.8 and 6.17).
    const PaperTable &steps = paper_table("werner-6.8"), &rate = paper_table("werner-6.17");
    for (const char *model : {"bonsai", "teddy", "piggy"}) {
        const double samples = steps.value("RGBA samples", model) + steps.value("A samples", model);
        EXPECT_NEAR(samples / steps.value("time, ms", model) * 1e-6, rate.value("billion samples/s", model), 0.15);
    }
}

} // namespace

} // namespace voxmarch
