// Lines of fields in JSON.
#include "app/serve/json_lines.h"

#include <gtest/gtest.h>
#include <string>

namespace voxmarch {

namespace {

const std::string text = R"({
  "a": {"x": 1,
        "y": "},{ \"x\":"},
  "list": [
    {"x": 1},
    {"x": 2,
     "only": {"deep":
       [3]}}
  ],
  "x": {"a": {}}
})";

} // namespace

TEST(JsonLines, FieldsAreFoundWhereTheyStand) {
    EXPECT_EQ(line_of_field(text, {"a"}), 2);
    EXPECT_EQ(line_of_field(text, {"a", "x"}), 2);
    EXPECT_EQ(line_of_field(text, {"a", "y"}), 3);
    EXPECT_EQ(line_of_field(text, {"x"}), 10) << "those of other fields do not count";
    EXPECT_EQ(line_of_field(text, {"list", "only", "deep"}), 7);
    EXPECT_EQ(line_of_field(text, {"list", "x"}), 4) << "there are two: the list's";
    EXPECT_EQ(line_of_field(text, {"a", "z", "x"}), 2) << "there is none: what holds it";
    EXPECT_EQ(line_of_field(text, {"z"}), 0);
    EXPECT_EQ(line_of_field(text, {}), 0);
    EXPECT_EQ(line_of_field("[1, 2]", {"a"}), 0);
    EXPECT_EQ(line_of_field("", {"a"}), 0);
}

TEST(JsonLines, ProblemsGetTheLineOfTheirField) {
    EXPECT_EQ(with_line("'a': 'y': it is wrong", text), "line 3: 'a': 'y': it is wrong");
    EXPECT_EQ(with_line("'z': it is wrong", text), "'z': it is wrong");
    EXPECT_EQ(with_line("'it' is wrong", text), "'it' is wrong");
    EXPECT_EQ(with_line("'a': it is wrong", R"({"a": 1})"), "'a': it is wrong") << "of one line";
}

TEST(JsonLines, WhatIsNoJsonIsToldWithItsPlace) {
    EXPECT_EQ(json_problem(text), "");
    EXPECT_EQ(json_problem("{\n\"a\": 1,\n   b}").find("line 3, column 4: "), 0U)
        << json_problem("{\n\"a\": 1,\n   b}");
    EXPECT_EQ(json_problem("{\"a\": 0,\n   \"b\": NaN}"), "line 2, column 9: 'NaN' is no value");
    EXPECT_EQ(json_problem("[1,\n-Infinity]"), "line 2, column 2: '-Infinity' is no value");
    EXPECT_EQ(json_problem("[0,\n\"a\tb\"]").find("last read"), std::string::npos) << json_problem("[0,\n\"a\tb\"]");
    EXPECT_EQ(json_problem("").find("line 1, column 1: "), 0U);
    EXPECT_NE(json_problem("[1e999]"), "");
}

} // namespace voxmarch
