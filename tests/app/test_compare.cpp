// voxmarch bench compare on reports written by hand.
#include "tests/app/run_program.h"

#include <fmt/format.h>

namespace voxmarch::testing {

namespace {

class Compare : public Program {
protected:
    /// A report with two rows that differ in their traversal alone.
    std::string report(const std::string &name, double none_ms, double map_ms) const {
        return write(name,
                     fmt::format(R"({{"benchmark": "traversal", "device": "D", "driver": "1", "commit": "c", "rows": [
            {{"scene": "s", "traversal": "none", "leaf_size": null, "ms": {}}},
            {{"scene": "s", "traversal": "distance-map", "leaf_size": 4, "ms": {}}}]}})",
                                 none_ms, map_ms));
    }
};

TEST_F(Compare, EqualReportsPass) {
    const Outcome outcome = run({"bench", "compare", report("a.json", 2.0, 1.0), report("b.json", 2.0, 1.0)});
    EXPECT_TRUE(went_well(outcome)) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "2 times compared: 0 slower")) << outcome.out;
}

TEST_F(Compare, FailsOnlyOverTheLimit) {
    const std::string a = report("a.json", 2.0, 1.0), b = report("b.json", 2.0, 1.08);
    const Outcome strict = run({"bench", "compare", a, b, "--fail-over", "5%"});
    EXPECT_EQ(strict.code, 1);
    EXPECT_TRUE(contains(strict.out, "1.080 SLOWER")) << strict.out;
    EXPECT_EQ(run({"bench", "compare", a, b}).code, 1) << "5 % unless told otherwise";
    EXPECT_EQ(run({"bench", "compare", a, b, "--fail-over", "10"}).code, 0);
    const Outcome back = run({"bench", "compare", b, a});
    EXPECT_EQ(back.code, 0) << "faster is no regression";
    EXPECT_TRUE(contains(back.out, "1 faster")) << back.out;
}

TEST_F(Compare, NamesRowsThatOnlyOneHas) {
    const std::string a = report("a.json", 2.0, 1.0);
    const std::string b = write("b.json", R"({"benchmark": "traversal", "rows": [
        {"scene": "s", "traversal": "none", "ms": 2.0}, {"scene": "new", "traversal": "none", "ms": 2.0}]})");
    const Outcome outcome = run({"bench", "compare", a, b});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(
        contains(outcome.out, "1 of 2 times only in " + a + ":\n    traversal, scene s, traversal distance-map: ms"))
        << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "1 of 2 times only in " + b + ":\n    traversal, scene new, traversal none: ms"))
        << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "The devices differ")) << outcome.out;
}

TEST_F(Compare, SumsUpManyMissingRows) {
    std::string rows = R"({"scene": "s", "traversal": "none", "ms": 2.0})";
    for (int i = 0; i < 40; ++i) {
        rows += fmt::format(R"(, {{"scene": "s{}", "traversal": "none", "ms": 2.0}})", i);
    }
    const std::string b = write(
        "b.json", fmt::format(R"({{"benchmark": "traversal", "device": "D", "driver": "1", "rows": [{}]}})", rows));
    const Outcome outcome = run({"bench", "compare", report("a.json", 2.0, 1.0), b});
    EXPECT_TRUE(contains(outcome.out, "40 of 41 times only in " + b + "; the first 5:")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "scene s5,")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "differ")) << outcome.out;
}

TEST_F(Compare, TellsPictureSizesApart) {
    const char *text = R"({{"benchmark": "traversal", "rows": [
        {{"scene": "s", "size": "8x8", "ms": {}}}, {{"scene": "s", "size": "{}", "ms": 4.0}}]}})";
    const std::string a = write("a.json", fmt::format(fmt::runtime(text), 1.0, "16x16"));
    const std::string b = write("b.json", fmt::format(fmt::runtime(text), 1.0, "32x32"));
    const Outcome outcome = run({"bench", "compare", a, b});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "1 times compared")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "size 32x32")) << outcome.out;
}

TEST_F(Compare, FindsTheRowsOfOneBenchmarkInAWholeReport) {
    const std::string whole = write("whole.json", R"({"benchmark": "report", "rows": [
        {"run": "thesis", "benchmark": "traversal", "scene": "s", "traversal": "none", "shading": "phong", "ms": 9.0},
        {"run": "scaling", "benchmark": "traversal", "scene": "s", "traversal": "none", "shading": "none", "ms": 2.0},
        {"run": "scaling", "benchmark": "traversal", "scene": "s", "traversal": "distance-map", "shading": "none",
         "ms": 1.0},
        {"run": "march", "benchmark": "march", "box": "empty", "ms": 5.0}]})");
    const std::string one = write("one.json", R"({"benchmark": "traversal", "rows": [
        {"scene": "s", "traversal": "none", "shading": "none", "ms": 2.0},
        {"scene": "s", "traversal": "distance-map", "shading": "none", "ms": 3.0}]})");
    const Outcome outcome = run({"bench", "compare", whole, one});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "2 times compared: 1 slower")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "2 of 4 times only in " + whole)) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "Only one file tells run of traversal: rows are matched without."))
        << outcome.out;
}

TEST_F(Compare, TakesMediansAndNestedTimes) {
    const char *text = R"({{"benchmark": "mixed", "rows": [
        {{"volume": "v", "isovalue": 40.5, "first_ms": [{}, 1, 9], "kernels_ms": {{"k": 1}}, "h200_floor_ms": 1}},
        {{"volume": "v", "leaf_size": 4, "leaf ranges": {{"ms": 1.0, "h200_floor_ms": 0.1}}}}]}})";
    const Outcome outcome = run({"bench", "compare", write("a.json", fmt::format(fmt::runtime(text), 3.0)),
                                 write("b.json", fmt::format(fmt::runtime(text), 6.0))});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "2.000 SLOWER  mixed, isovalue 40.5, volume v: first_ms")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "2 times compared: 1 slower")) << outcome.out;
}

TEST_F(Compare, RefusesWhatIsNoReport) {
    const std::string a = report("a.json", 2.0, 1.0);
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, write("broken.json", "{\"rows\": [")}), 4, "is not JSON"));
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, write("other.json", "{}")}), 4, "it has no rows"));
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, path("absent.json")}), 4, "cannot be read"));
    EXPECT_TRUE(failed_with(run({"bench", "compare", a}), 2, "compare needs two files"));
    EXPECT_TRUE(failed_with(run({"bench", "march", a}), 2, "one word too many"));
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, a, "--fail-over", "-5%"}), 2, "--fail-over"));
    const std::string quick = write("quick.json", R"({"quick": true, "rows": []})");
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, quick}), 2, "quick.json was made with --quick"));
    const std::string word = write("word.json", R"({"benchmark": "march", "rows": [{"volume": "v", "ms": "abc"}]})");
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, word}), 4, "ms of a row is \"abc\", which is no time"));
    EXPECT_TRUE(failed_with(run({"bench", "compare", a, path("")}), 4, "report.json"));
    EXPECT_EQ(run({"bench", "compare", a, write("none.json", R"({"rows": []})")}).code, 2) << "nothing in common";
}

} // namespace

} // namespace voxmarch::testing
