// Sentences of panels whose numbers can be wrong.
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/jobs/race.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/display.h"
#include "scene/slice_sheet.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace voxmarch {

namespace {

TEST(Texts, times_have_three_digits) {
    EXPECT_EQ(time_text(0.0), "0.00 ms");
    EXPECT_EQ(time_text(8.104), "8.10 ms");
    EXPECT_EQ(time_text(9.999), "10.0 ms");
    EXPECT_EQ(time_text(12.34), "12.3 ms");
    EXPECT_EQ(time_text(99.97), "100 ms");
    EXPECT_EQ(time_text(345.6), "346 ms");
    EXPECT_EQ(time_text(999.7), "1.00 s");
    EXPECT_EQ(time_text(1230.0), "1.23 s");
}

TEST(Texts, notices_stay_until_they_are_read) {
    Notices notices;
    const auto stays = [&] { return notices.list.back().until - seconds_now(); };
    notices.add("saved a.png");
    EXPECT_NEAR(stays(), 5.0, 0.5);
    notices.add("a.png cannot be written", true);
    EXPECT_NEAR(stays(), 12.0, 0.5);
    for (int i = 0; i < 6; ++i) { // as notes of a file that is opened
        notices.add(std::string(200, 'x'));
    }
    EXPECT_EQ(notices.list.size(), 4u);
    EXPECT_NEAR(stays(), 20.0, 0.5) << "but do not stay in the way for ever";
    EXPECT_EQ(notices.log.size(), 8u) << "none is lost";
}

TEST(Texts, tools_that_measure_say_what_a_click_puts) {
    MeasureTool tool;
    EXPECT_EQ(placing_text(tool), "");
    toggle_placing(tool, AnnotationKind::angle);
    EXPECT_EQ(placing_text(tool),
              "Angle: click place 1 of 3 on a surface or in a slice, or arrows and Enter. Esc ends it.");
    tool.placed.push_back({});
    EXPECT_EQ(placing_text(tool),
              "Angle: click place 2 of 3 on a surface or in a slice, or arrows and Enter. Esc takes one back.");
    toggle_placing(tool, AnnotationKind::polyline);
    EXPECT_EQ(
        placing_text(tool),
        "Polyline: click place after place (0 so far), double click to end; or arrows and Enter, twice to end. Esc "
        "takes one back.");
}

TEST(Texts, volumes_of_labels_are_told_to_five_digits) {
    Grid grid;
    grid.spacing = {1.0, 1.0, 1.0};
    grid.unit = LengthUnit::millimeter;
    EXPECT_EQ(amount_text(131819, grid), "131.82 ml");
    EXPECT_EQ(amount_help(3, 131819, grid), "Label 3: 131819 voxels, 131819 mm\u00b3");
    grid.unit = LengthUnit::micrometer;
    EXPECT_EQ(amount_text(1318, grid), "1318 \u00b5m\u00b3");
    grid.unit = LengthUnit::unknown;
    EXPECT_EQ(amount_text(131819, grid), "131819 voxels");
    EXPECT_EQ(amount_help(3, 131819, grid), "Label 3: 131819 voxels");
}

TEST(Texts, windows_of_hounsfield_units_are_told_as_radiologists_do) {
    Grid grid; // of a file that tells no patient
    EXPECT_EQ(window_text(grid, {-160.0, 240.0}, "HU"), "W 400  L 40 HU");
    EXPECT_EQ(window_text(grid, {0.0, 255.0}, ""), "0 .. 255");
    EXPECT_EQ(window_text(grid, {0.008, 193.41}, "HU"), "W 193.4  L 96.7 HU") << "digits behind the point alike";
    EXPECT_EQ(window_text(grid, {0.08346, 1.2}, ""), "0.083 .. 1.200");
    EXPECT_EQ(window_text(grid, {-0.04, 1000.0}, ""), "0 .. 1000");
    EXPECT_EQ(window_text(grid, {0.0, 3e9}, ""), "0 .. 3e+09");
}

TEST(Texts, places_of_patients_lie_at_a_side) {
    Grid grid;
    EXPECT_EQ(coordinate_text(grid, 0, -20.91), "-20.9");
    grid.anatomical = true;
    EXPECT_EQ(coordinate_text(grid, 0, -20.91), "R 20.9");
    EXPECT_EQ(coordinate_text(grid, 0, 20.91), "L 20.9");
    EXPECT_EQ(coordinate_text(grid, 1, -1.0), "A 1.0");
    EXPECT_EQ(coordinate_text(grid, 2, -1.0), "I 1.0");
}

TEST(Texts, scales_suit_what_is_known_of_a_display) {
    EXPECT_EQ(suitable_scale(96.0, 1920), 1.0);
    EXPECT_EQ(suitable_scale(0.0, 1024), 1.0);
    EXPECT_EQ(suitable_scale(96.0, 3840), 2.0) << "what X servers say who do not know";
    EXPECT_EQ(suitable_scale(102.0, 3840), 1.0) << "43 inches";
    EXPECT_EQ(suitable_scale(163.0, 3840), 1.75);
    EXPECT_EQ(suitable_scale(40.0, 3840), 1.0);
    EXPECT_NE(display_key(3840, 2160, 96.0), display_key(3840, 2160, 163.0));
    EXPECT_NE(display_key(3840, 2160, 96.0), display_key(1024, 640, 96.0));
}

Race race_of(const std::vector<double> &a, const std::vector<double> &b) {
    Race race;
    for (std::size_t i = 0; i < a.size(); ++i) {
        race.add(a[i], b[i]);
    }
    return race;
}

TEST(Texts, a_race_names_the_faster_side) {
    const auto times = [](double ms) { return std::vector<double>(8, ms); };
    EXPECT_EQ(race_text(race_of(times(12.312), times(8.1)), false),
              "A 12.3 ms, B 8.10 ms: B is 1.52 times as fast (4.21 ms less).");
    EXPECT_EQ(race_text(race_of(times(20.0), times(1000.0)), false),
              "A 20.0 ms, B 1.00 s: A is 50.00 times as fast (980 ms less).");
    EXPECT_EQ(race_text(race_of(times(12.312), times(8.1)), true), "A 12.3 ms, B 8.10 ms: the same settings.");
    EXPECT_EQ(race_text(race_of({}, {}), false), "");
    EXPECT_EQ(race_text(race_of(times(0.0), times(8.1)), false), "");
    EXPECT_EQ(race_text(race_of({5.0}, {9.0}), false), "A 5.00 ms, B 9.00 ms: measured once, no verdict.");
}

TEST(Race, wins_only_beyond_the_spread_of_both) {
    using Winner = Race::Winner;
    EXPECT_EQ(race_of({10, 11, 12}, {12.5, 13.5, 14.5}).winner(), Winner::none); // 2.5 apart, 2 + 2 of spread
    EXPECT_EQ(race_of({10, 11, 12}, {15.5, 16.5, 17.5}).winner(), Winner::a);
    EXPECT_EQ(race_of({15.5, 16.5, 17.5}, {10, 11, 12}).winner(), Winner::b);
    EXPECT_EQ(race_of({10, 10, 10}, {10.1, 10.1, 10.1}).winner(), Winner::none); // 1 %
    EXPECT_EQ(race_of({10, 10}, {20, 20}).winner(), Winner::none);
    // What else the machine does now and then is left out.
    EXPECT_EQ(race_of({10, 10, 30, 10, 10, 25}, {15, 40, 15, 15, 15, 15}).winner(), Winner::a);
    EXPECT_EQ(race_text(race_of({100, 104, 100}, {101, 101, 103}), false),
              "A 100 ms, B 101 ms: no winner, times vary by 4 %.");
}

TEST(Race, equal_sides_hardly_ever_win_on_a_loaded_machine) {
    std::mt19937 random(1);
    std::exponential_distribution<double> load(5.0);
    int winners = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        Race race;
        double level = 1.0;
        for (int round = 0; round < 8; ++round) {
            level = random() % 5 == 0 ? 1.0 + load(random) : level; // somebody else comes and goes
            race.add(level * (1.0 + 0.1 * load(random)), level * (1.0 + 0.1 * load(random)));
        }
        winners += race.winner() != Race::Winner::none;
    }
    EXPECT_LT(winners, 20);
}

TEST(Race, rounds_take_some_seconds) {
    EXPECT_EQ(rounds_for(0.1), 8);
    EXPECT_EQ(rounds_for(2000.0), 4);
    EXPECT_EQ(rounds_for(6000.0), 3);
    EXPECT_EQ(rounds_for(10000.0), 1);
}

} // namespace

} // namespace voxmarch
