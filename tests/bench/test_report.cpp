// Power laws, plots, text and tables of the report.
#include "bench/paper_tables.h"
#include "bench/report_page.h"
#include "bench/report_plot.h"
#include "bench/report_results.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace voxmarch {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

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
    const auto encoded = [](const std::string &text) { return base64(std::as_bytes(std::span(text))); };
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
    // The thesis's rates are its samples by its times (figures 6.8 and 6.17).
    const PaperTable &steps = paper_table("werner-6.8"), &rate = paper_table("werner-6.17");
    for (const char *model : {"bonsai", "teddy", "piggy"}) {
        const double samples = steps.value("RGBA samples", model) + steps.value("A samples", model);
        EXPECT_NEAR(samples / steps.value("time, ms", model) * 1e-6, rate.value("billion samples/s", model), 0.15);
    }
}

} // namespace

} // namespace voxmarch
