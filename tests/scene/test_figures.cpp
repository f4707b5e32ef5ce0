// What lies over pictures: bars are as long as they say, colours mean what the legend says, cubes turn with cameras.
#include "base/error.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"
#include "scene/figure/figure_painter.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_places.h"
#include "scene/figure/text_size.h"
#include "scene/value_unit.h"
#include "tests/scene/figure_scene.h"
#include "tests/volume/volume_test_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace voxmarch {
namespace {

TEST(Figures, lengths_are_round) {
    EXPECT_EQ(round_length(0.9), 0.5);
    EXPECT_EQ(round_length(1.0), 1.0);
    EXPECT_EQ(round_length(2.4), 2.0);
    EXPECT_EQ(round_length(99.0), 50.0);
    EXPECT_EQ(round_length(0.0), 0.0);
    EXPECT_EQ(round_length(-1.0), 0.0);
    EXPECT_EQ(round_length(std::numeric_limits<double>::infinity()), 0.0);
    EXPECT_EQ(round_length(std::nan("")), 0.0);
    EXPECT_EQ(length_text(0.5, LengthUnit::micrometer), "0.5 \u00b5m") << "as it is printed";
    EXPECT_EQ(length_text(20.0, LengthUnit::unknown), "20 units");
}

/// The bar's length in pixels; its shapes come first.
double bar_length(const Figure &figure) {
    const std::vector<FigureLine> lines = shapes_of<FigureLine>(figure);
    double longest = 0.0;
    for (const FigureLine &line : lines) {
        longest = std::max(longest, std::abs(line.points[1].x - line.points[0].x));
    }
    return longest;
}

TEST(Figures, a_scale_bar_is_as_long_as_it_says_in_the_middle_of_the_volume) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.scale_bar = true;
    for (const bool cropped : {false, true}) {
        if (cropped) { // the right half of a picture of twice the width
            scene.camera.crop = PictureCrop{1280, 480, 640, 0};
        }
        const Figure figure = make_figure(scene, facts);
        ASSERT_TRUE(has_text(figure, "20 mm")) << texts_of(figure).front();
        const CameraAxes axes = axes_of(scene.camera);
        const glm::dvec3 middle = facts.grid.center(); // on the line of sight
        const ViewSize view{640.0, 480.0};
        const double wanted =
            glm::distance(glm::dvec2(view_from_world(scene.camera, view, middle - 10.0 * axes.right)),
                          glm::dvec2(view_from_world(scene.camera, view, middle + 10.0 * axes.right)));
        EXPECT_NEAR(bar_length(figure), wanted, 1e-6);
        EXPECT_GT(wanted, 60.0);
    }
    scene.camera.eye = facts.grid.center();
    scene.camera.target = scene.camera.eye + glm::dvec3(0.0, 0.0, 1.0);
    EXPECT_TRUE(make_figure(scene, facts).empty()) << "the volume's middle is at the eye";
}

TEST(Figures, texts_have_fields_lines_and_places) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.volume.time = 7;
    EXPECT_EQ(filled_text("{name}: {value}, {time}, {date}, {{x}}", scene, facts),
              "head.nrrd: 10 to 110, 7, 2026-11-26, {x}");
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{40.5}, {120.0}};
    EXPECT_EQ(filled_text("{value}", scene, facts), "40.5, 120");
    facts.value_unit = " HU";
    EXPECT_EQ(filled_text("{value}", scene, facts), "40.5, 120 HU");
    scene.settings.mode = Mode::volume;
    EXPECT_EQ(filled_text("{value}", scene, facts), "10 to 110 HU");
    EXPECT_EQ(filled_text("{nme} {name", scene, facts), "{nme} {name") << "somebody may be about to write it";
    FigureChoice wrong;
    wrong.caption = "{name} {{x}} {value} {time} {date}";
    EXPECT_EQ(unknown_field(wrong), "");
    wrong.corners[2] = "{}";
    EXPECT_EQ(unknown_field(wrong), "{}");
    wrong = {};
    wrong.text_height = 3.0;
    EXPECT_THROW(validate(wrong), UsageError);
    wrong = {};
    wrong.color = glm::vec3(0.0f, 1.5f, 0.0f);
    EXPECT_THROW(validate(wrong), UsageError);

    scene.figure.caption = "first\nsecond";
    scene.figure.corners = {"a", "b", "c", "d"};
    const std::vector<FigureText> texts = shapes_of<FigureText>(make_figure(scene, facts));
    ASSERT_EQ(texts.size(), 6u);
    EXPECT_EQ(texts[0].text, "a");
    EXPECT_EQ(texts[0].anchor, glm::dvec2(0.0, 0.0));
    EXPECT_EQ(texts[3].text, "d");
    EXPECT_EQ(texts[3].anchor.x, 1.0);
    EXPECT_GT(texts[3].at.x, 600.0);
    EXPECT_GT(texts[3].at.y, 440.0);
    EXPECT_EQ(texts[4].text, "first");
    EXPECT_LT(texts[4].at.y, texts[5].at.y);
    EXPECT_EQ(texts[5].anchor.x, 0.5);
    EXPECT_EQ(texts[5].at.x, 320.0);
    EXPECT_LT(texts[5].at.y, 480.0);
}

TEST(Figures, a_long_caption_has_lines_that_fit_between_the_corners) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    for (int i = 0; i < 30; ++i) {
        scene.figure.caption += "seven77 ";
    }
    const std::vector<FigureText> texts = shapes_of<FigureText>(make_figure(scene, facts));
    ASSERT_GT(texts.size(), 3u);
    std::size_t letters = 0;
    for (const FigureText &text : texts) {
        letters += text.text.size();
        EXPECT_LE(0.5 * double(text.text.size()) * text.height, 0.5 * scene.width);
        EXPECT_EQ(text.at.x, 0.5 * scene.width);
        EXPECT_LT(text.at.y, scene.height);
        EXPECT_GT(text.at.y, 0.0);
    }
    EXPECT_GE(letters, 30u * 7u) << "none is lost";
    scene.figure.caption = "\nbelow an empty line\n\nand one between";
    EXPECT_EQ(shapes_of<FigureText>(make_figure(scene, facts)).size(), 4u);
}

TEST(Figures, bytes_that_are_no_text_become_blanks) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    facts.name = "na\xffme";
    scene.figure.caption = "{name}";
    scene.figure.legend = true;
    scene.labels = "labels.nrrd";
    scene.label_styles = {{}, {1.0f, glm::vec3(0.5f)}};
    facts.label_names[1].name = "a\xc3";
    const Figure figure = make_figure(scene, facts);
    EXPECT_TRUE(has_text(figure, "na me"));
    EXPECT_TRUE(has_text(figure, "a") || has_text(figure, "a ")) << texts_of(figure).back();
    scene.settings.channel_blend = ChannelBlend::rgba; // colours of voxels, with opacities, have no keys
    scene.labels.clear();
    facts.transfers.assign(4, scene.transfer);
    scene.figure.caption.clear();
    EXPECT_TRUE(make_figure(scene, facts).empty());
}

TEST(Figures, are_black_over_white_and_white_over_black) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.caption = "x";
    EXPECT_GT(shapes_of<FigureText>(make_figure(scene, facts)).front().color.r, 0.9);
    scene.settings.background = glm::vec3(1.0f);
    EXPECT_LT(shapes_of<FigureText>(make_figure(scene, facts)).front().color.r, 0.1);
    scene.figure.color = glm::vec3(0.25f, 0.5f, 0.75f);
    EXPECT_EQ(shapes_of<FigureText>(make_figure(scene, facts)).front().color, glm::dvec4(0.25, 0.5, 0.75, 1.0));
}

TEST(Figures, numbers_have_all_digits_of_whole_ones) {
    EXPECT_EQ(short_number(59951.2), "59951") << "of 16 bits, without an exponent";
    EXPECT_EQ(short_number(-1024.0), "-1024");
    EXPECT_EQ(short_number(0.0123456), "0.01235");
    EXPECT_EQ(short_number(59.53), "59.53");
    EXPECT_EQ(short_number(-0.0), "0");
    EXPECT_EQ(short_number(3e9), "3e+09");
}

TEST(Figures, units_of_areas_and_volumes_are_printed_with_raised_digits) {
    EXPECT_EQ(printed_unit(LengthUnit::micrometer, 3), " \u00b5m\u00b3");
    EXPECT_EQ(printed_unit(LengthUnit::millimeter, 2), " mm\u00b2");
    EXPECT_EQ(printed_unit(LengthUnit::unknown, 3), "");
}

TEST(Figures, rims_are_black_or_white_whichever_has_the_higher_contrast) {
    const auto rim = [](double r, double g, double b) { return rim_around({r, g, b, 1.0}); };
    EXPECT_EQ(rim(1.0, 1.0, 1.0), 0.0);
    EXPECT_EQ(rim(0.0, 0.0, 0.0), 1.0);
    EXPECT_EQ(rim(1.0, 0.0, 0.0), 0.0) << "red: 5.3 to black, 4.0 to white";
    EXPECT_EQ(rim(0.0, 0.7, 0.0), 0.0) << "a green whose first part is 0";
    EXPECT_EQ(rim(0.0, 0.8, 1.0), 0.0);
    EXPECT_EQ(rim(0.0, 0.0, 1.0), 1.0) << "blue: 2.4 to black, 8.6 to white";
    EXPECT_EQ(rim(0.6, 0.0, 0.3), 1.0) << "a dark one whose first part is more than half";
    EXPECT_EQ(rim(0.5, 0.5, 0.5), 0.0);
    EXPECT_EQ(rim(0.4, 0.4, 0.4), 1.0);

    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.scale_bar = true;
    for (const glm::vec3 color : {glm::vec3(0.0f, 0.8f, 1.0f), glm::vec3(0.6f, 0.0f, 0.3f)}) {
        scene.figure.color = color;
        const FigureLine below = shapes_of<FigureLine>(make_figure(scene, facts)).front();
        EXPECT_EQ(below.color.r, rim_around({color, 1.0})) << "the bar has the rim of its text";
    }
}

/// A volume of two values.
Volume of_values(std::int16_t low, std::int16_t high) {
    VolumeHeader header;
    header.grid.dims = {8, 8, 8};
    header.type = ScalarType::i16;
    std::vector<std::int16_t> values(512, low);
    std::fill(values.begin() + 200, values.end(), high);
    std::vector<std::byte> bytes(1024);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return {header, std::move(bytes)};
}

TEST(Figures, values_have_the_unit_that_data_or_user_tell) {
    SceneContent content{of_values(-1000, 1500)};
    content.other_channels.push_back(of_values(0, 300));
    for (std::size_t i = 0; i < 2; ++i) {
        const Volume &volume = channel_of(content, i);
        content.hounsfield.push_back(hounsfield_units(volume.header(), survey_data(volume)));
    }
    Scene scene;
    scene.other_channels.resize(1);
    scene.other_volumes.resize(1);
    EXPECT_EQ(value_unit_of(scene, content, 0), "HU");
    EXPECT_EQ(value_unit_of(scene, content, 1), "");
    EXPECT_EQ(figure_facts(scene, content).value_unit, " HU");
    scene.first_channel.visible = false;
    EXPECT_EQ(figure_facts(scene, content).value_unit, "") << "the second is seen alone";
    scene.first_channel.visible = true;
    scene.data = DataKind::grey;
    EXPECT_EQ(value_unit_of(scene, content, 0), "");
    scene.data = DataKind::ct;
    EXPECT_EQ(value_unit_of(scene, content, 0), "HU");
    content.hounsfield[0].as_ct = false; // its values stand for others
    EXPECT_EQ(value_unit_of(scene, content, 0), "");
    content.hounsfield.clear();
    EXPECT_EQ(value_unit_of(scene, content, 0), "HU") << "the user says so, and nobody has looked";
    EXPECT_FALSE(is_assumed_unit(scene, content, 0));
    scene.data = DataKind::automatic;
    content.hounsfield = {{true, true}, {false, false}};
    EXPECT_TRUE(is_assumed_unit(scene, content, 0)) << "its values alone speak for it";
    EXPECT_FALSE(is_assumed_unit(scene, content, 1)) << "it has none";
    scene.value_unit = "K";
    EXPECT_EQ(value_unit_of(scene, content, 1), "K");
    EXPECT_FALSE(is_assumed_unit(scene, content, 0));
    scene.value_unit = "";
    EXPECT_EQ(figure_facts(scene, content).value_unit, "");
}

TEST(Figures, a_legend_has_the_functions_colours_beside_their_values) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    const Figure figure = make_figure(scene, facts);
    const FigureRamp ramp = shapes_of<FigureRamp>(figure).at(0);
    EXPECT_EQ(ramp.colors.front(), glm::dvec4(0.0, 0.0, 0.0, 1.0));
    EXPECT_EQ(ramp.colors.back(), glm::dvec4(1.0, 0.5, 0.25, 1.0));
    int ticks = 0;
    for (const FigureText &text : shapes_of<FigureText>(figure)) {
        const double share = (std::stod(text.text) - 10.0) / 100.0;
        EXPECT_NEAR(text.at.y, ramp.high.y - share * (ramp.high.y - ramp.low.y), 1e-9) << text.text;
        ++ticks;
    }
    EXPECT_GE(ticks, 4);
    EXPECT_TRUE(has_text(figure, "60"));

    EXPECT_FALSE(has_text(figure, "HU"));
    facts.value_unit = " HU";
    EXPECT_TRUE(has_text(make_figure(scene, facts), "HU"));
    // Functions of the file's own values, as far as there are any.
    facts.transfers.front().domain = TransferDomain::value;
    facts.transfers.front().colors = {{-100.0, {1.0, 0.0, 0.0}}, {50.0, {0.0, 1.0, 0.0}}};
    facts.transfers.front().opacities = {{0.0, 0.0}, {150.0, 1.0}};
    EXPECT_EQ(shown_values(facts).min, 0.0) << "there is nothing below";
    EXPECT_EQ(shown_values(facts).max, 150.0);
    facts.windows = {{5.0, 5.0}};
    facts.transfers.front().domain = TransferDomain::normalised;
    EXPECT_EQ(shapes_of<FigureText>(make_figure(scene, facts)).size(), 0u) << "no ticks without a length";
}

TEST(Figures, keys_tell_surfaces_channels_and_labels) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{40.5, {1.0f, 0.0f, 0.0f}}, {120.0, {0.0f, 1.0f, 0.0f}}};
    Figure figure = make_figure(scene, facts);
    EXPECT_EQ(texts_of(figure), (std::vector<std::string>{"40.5", "120"}));
    const std::vector<FigureArea> areas = shapes_of<FigureArea>(figure);
    ASSERT_EQ(areas.size(), 2u);
    EXPECT_EQ(areas[0].color, glm::dvec4(1.0, 0.0, 0.0, 1.0));
    EXPECT_LT(areas[0].corners[0].y, areas[1].corners[0].y);

    scene.settings.mode = Mode::volume;
    scene.labels = "labels.nrrd";
    scene.label_styles = {{}, {1.0f, glm::vec3(0.5f)}, {0.0f, glm::vec3(0.5f)}, {1.0f, glm::vec3(0.25f)}};
    facts.label_names[3].name = "Aorta";
    figure = make_figure(scene, facts);
    EXPECT_TRUE(has_text(figure, "label 1"));
    EXPECT_FALSE(has_text(figure, "label 2")) << "it is hidden";
    EXPECT_TRUE(has_text(figure, "Aorta"));
    facts.labels = {LabelPresence::shown, LabelPresence::elsewhere, LabelPresence::shown, LabelPresence::shown};
    EXPECT_EQ(texts_of(make_figure(scene, facts)).back(), "label 1") << "labels in the picture come first";
    facts.labels[1] = LabelPresence::absent;
    EXPECT_FALSE(has_text(make_figure(scene, facts), "label 1")) << "no voxel has it";
    EXPECT_TRUE(has_text(make_figure(scene, facts), "Aorta"));
    facts.labels.clear();
    scene.volume.source = "synthetic:tree:48";
    scene.label_names = {{1, "Left kidney"}, {3, "Arch"}};
    EXPECT_EQ(scene_from_json(to_json(scene).dump()).label_names, scene.label_names);
    SceneContent content{Volume(VolumeHeader{}, std::vector<std::byte>(1))};
    content.label_names[3].name = "Aorta";
    content.label_names[4].name = "Vein";
    const LabelNames named = figure_facts(scene, content).label_names;
    EXPECT_EQ(label_name(named, 1), "Left kidney");
    EXPECT_EQ(label_name(named, 3), "Arch");
    EXPECT_EQ(label_name(named, 4), "Vein");
    EXPECT_EQ(label_name(named, 5), "label 5");
    scene.label_styles.assign(100, {1.0f, glm::vec3(0.5f)});
    figure = make_figure(scene, facts);
    const std::vector<std::string> texts = texts_of(figure);
    EXPECT_TRUE(texts.back().starts_with("and ") && texts.back().ends_with(" more")) << texts.back();
    for (const FigureText &text : shapes_of<FigureText>(figure)) {
        EXPECT_LT(text.at.y, scene.height);
        EXPECT_GT(text.at.y, 0.0);
    }

    scene.labels.clear();
    scene.other_channels = {{scene.transfer, {}, {}}, {scene.transfer, {}, {1.0, false}}};
    facts.transfers.assign(3, scene.transfer);
    facts.channel_names = {"nuclei", "walls", "other"};
    facts.windows.assign(3, {0.0, 1.0});
    facts.ranges.assign(3, {0.0, 1.0});
    figure = make_figure(scene, facts);
    EXPECT_TRUE(has_text(figure, "nuclei") && has_text(figure, "walls"));
    EXPECT_FALSE(has_text(figure, "other")) << "it is hidden";
}

TEST(Figures, a_skeletons_radius_has_colours_with_ticks_and_unit) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    scene.settings.mode = Mode::isosurface;
    scene.settings.surfaces = {{40.5, {1.0f, 0.0f, 0.0f}}};
    facts.tubes = RadiusRange{0.5, 3.5};
    Figure figure = make_figure(scene, facts);
    ASSERT_EQ(shapes_of<FigureRamp>(figure).size(), 1u);
    const FigureRamp ramp = shapes_of<FigureRamp>(figure)[0];
    for (const double share : {0.0, 0.25, 1.0}) {
        const auto place = static_cast<std::size_t>(share * static_cast<double>(ramp.colors.size() - 1));
        EXPECT_EQ(ramp.colors[place], glm::dvec4(glm::dvec3(tube_color(share)), 1.0));
    }
    EXPECT_TRUE(has_text(figure, "radius, mm"));
    for (const FigureText &text : shapes_of<FigureText>(figure)) {
        if (text.text == "1" || text.text == "3") {
            const double share = (std::stod(text.text) - 0.5) / 3.0;
            EXPECT_NEAR(text.at.y, ramp.high.y - share * (ramp.high.y - ramp.low.y), 1e-9) << text.text;
        }
    }
    EXPECT_TRUE(has_text(figure, "1") && has_text(figure, "3") && has_text(figure, "40.5"));
    scene.settings.mode = Mode::both;
    facts.value_unit = " HU";
    figure = make_figure(scene, facts);
    EXPECT_EQ(shapes_of<FigureRamp>(figure).size(), 2u);
    EXPECT_TRUE(has_text(figure, "value, HU")) << "which bar is which";
    facts.tubes = RadiusRange{2.0, 2.0};
    figure = make_figure(scene, facts);
    EXPECT_EQ(shapes_of<FigureRamp>(figure).size(), 1u);
    EXPECT_TRUE(has_text(figure, "radius 2 mm"));
}

TEST(Figures, widgets_tell_the_values_they_lie_over) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.legend = true;
    TransferWidget widget;
    widget.scalar_low = 0.25;
    widget.scalar_high = 0.5;
    facts.transfers.front().widgets = {widget};
    EXPECT_EQ(texts_of(make_figure(scene, facts)), (std::vector<std::string>{"35 to 60"}));
}

/// Letters of the cube, the one that faces the eye most first.
std::vector<std::string> letters_from(const char *view, bool anatomical) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    facts.grid.anatomical = anatomical;
    scene.camera = named_view(view, facts.grid, 4.0 / 3.0);
    scene.figure.orientation = true;
    std::vector<FigureText> texts = shapes_of<FigureText>(make_figure(scene, facts));
    std::ranges::sort(texts, [](const FigureText &a, const FigureText &b) { return a.height > b.height; });
    std::vector<std::string> letters;
    for (const FigureText &text : texts) {
        letters.push_back(text.text);
    }
    return letters;
}

TEST(Figures, the_cube_shows_the_side_that_is_looked_at) {
    const std::pair<const char *, const char *> views[] = {{"front", "A"}, {"back", "P"}, {"left", "L"},
                                                           {"right", "R"}, {"top", "S"},  {"bottom", "I"}};
    for (const auto &[view, letter] : views) {
        EXPECT_EQ(letters_from(view, true), std::vector<std::string>{letter}) << view;
    }
    EXPECT_EQ(letters_from("front", false), std::vector<std::string>{"+z"}) << "front looks along -z";
    EXPECT_EQ(letters_from("iso", true).size(), 3u);
}

/// Whether texts of these sizes at these corners cover each other nowhere.
bool are_apart(const std::vector<TextBeside> &texts, const std::vector<std::optional<glm::dvec2>> &corners) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            const glm::dvec2 common =
                glm::min(*corners[i] + texts[i].size, *corners[k] + texts[k].size) - glm::max(*corners[i], *corners[k]);
            if (common.x > 0.0 && common.y > 0.0) {
                return false;
            }
        }
    }
    return true;
}

TEST(TextPlaces, texts_keep_clear_of_each_other_and_of_the_border) {
    const glm::dvec2 low(100.0, 50.0), high(500.0, 350.0), gap(8.0, 4.0), size(90.0, 20.0);
    const auto placed = [&](const std::vector<TextBeside> &texts) { return place_texts(texts, low, high, gap); };
    EXPECT_EQ(placed({{{300.0, 200.0}, size}})[0], glm::dvec2(308.0, 204.0)) << "below at the right";
    EXPECT_EQ(placed({{{490.0, 345.0}, size}})[0], glm::dvec2(392.0, 330.0)) << "shifted inside, clear of its place";
    const auto two = placed({{{300.0, 200.0}, size}, {{300.0, 200.0}, size}});
    EXPECT_EQ(two[1], glm::dvec2(202.0, 204.0)) << "left of it";
    EXPECT_FALSE(placed({{{99.0, 200.0}, size}})[0]) << "what is not in the picture has no text in it";
    EXPECT_EQ(placed({{{300.0, 200.0}, {900.0, 20.0}}})[0]->x, 100.0) << "the beginning of a long one";
    for (const glm::dvec2 at : {glm::dvec2(300.0, 200.0), low, high, glm::dvec2(500.0, 200.0)}) {
        const std::vector<TextBeside> texts(10, {at, size});
        const auto corners = placed(texts);
        EXPECT_TRUE(are_apart(texts, corners)) << at.x;
        for (const std::optional<glm::dvec2> &corner : corners) {
            EXPECT_TRUE(glm::all(glm::greaterThanEqual(*corner, low)));
            EXPECT_TRUE(glm::all(glm::lessThanEqual(*corner + size, high)));
        }
    }
}

TEST(TextPlaces, lines_lead_to_texts_that_had_to_go_away) {
    const glm::dvec2 low(0.0), high(400.0, 300.0), gap(8.0, 4.0), size(90.0, 20.0), at(200.0, 150.0);
    const std::vector<TextBeside> texts(6, {at, size});
    const auto corners = place_texts(texts, low, high, gap);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto leader = leader_of(texts[i], *corners[i], gap);
        EXPECT_EQ(leader.has_value(), i >= 4) << i; // the first four stand around the place
        if (leader) {
            const glm::dvec2 end = (*leader)[1];
            EXPECT_NEAR(glm::distance((*leader)[0], at), gap.y, 1e-9) << "clear of the mark";
            EXPECT_EQ(end, glm::clamp(end, *corners[i], *corners[i] + size)) << "at the text";
            EXPECT_GT(std::abs(end.y - at.y), size.y);
        }
    }
    const TextBeside long_one{at, {900.0, 20.0}};
    EXPECT_FALSE(leader_of(long_one, *place_texts({long_one}, low, high, gap)[0], gap)) << "below its place";
}

TEST(Figures, annotations_are_drawn_where_they_lie) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.figure.annotations = true;
    scene.annotations = {{AnnotationKind::ruler, "Ruler 1", {{10.0, 10.0, 10.0}, {30.0, 10.0, 10.0}}},
                         {AnnotationKind::box, "Box 1", {{10.0, 10.0, 10.0}, {20.0, 20.0, 20.0}}},
                         {AnnotationKind::sphere, "Hidden", {{1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}}}};
    scene.annotations[2].visible = false;
    facts.readings = {"20 mm", "mean 3", ""};
    const Figure figure = make_figure(scene, facts);
    EXPECT_TRUE(has_text(figure, "Ruler 1  20 mm"));
    EXPECT_TRUE(has_text(figure, "Box 1  mean 3"));
    EXPECT_EQ(shapes_of<FigureText>(figure).size(), 2u);
    const ViewSize view{640.0, 480.0};
    const FigureLine line = shapes_of<FigureLine>(figure).at(1); // above its rim
    for (std::size_t i = 0; i < 2; ++i) {
        const glm::dvec2 at(view_from_world(scene.camera, view, scene.annotations[0].places[i]));
        EXPECT_NEAR(glm::distance(line.points[i], at), 0.0, 1e-9);
    }
    const auto edges = outlines_of(scene.annotations[1], facts.grid);
    ASSERT_EQ(edges.size(), 12u);
    double length = 0.0;
    for (const auto &edge : edges) {
        length += glm::distance(edge[0], edge[1]);
    }
    EXPECT_NEAR(length, 120.0, 1e-9);
    const auto circles = outlines_of(scene.annotations[2], facts.grid);
    ASSERT_EQ(circles.size(), 3u);
    EXPECT_NEAR(glm::distance(circles[1][17], glm::dvec3(1.0)), std::sqrt(3.0), 1e-9);
    EXPECT_TRUE(outlines_of({AnnotationKind::point, "", {{1.0, 2.0, 3.0}}}, facts.grid).empty());
}

TEST(Figures, sessions_keep_them) {
    Scene scene;
    scene.volume.source = "synthetic:tree:16";
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    scene.transfer.opacities = {{0.0, 0.0}};
    EXPECT_FALSE(to_json(scene).contains("figure"));
    scene.figure = {true, true, true, true, "{name}\n2", {"a", "", "", "d"}, 20.0, glm::vec3(0.25f, 0.5f, 1.0f),
                    {},   0.0,  {}};
    EXPECT_EQ(scene_from_json(to_json(scene).dump()).figure, scene.figure);
    scene.figure.places = {glm::dvec2(0.5, 0.125), glm::dvec2(0.0, 0.5), std::nullopt, glm::dvec2(1.0, 1.0)};
    scene.figure.text_millimeters = 2.5;
    scene.figure.dpi = 300.0;
    EXPECT_EQ(scene_from_json(to_json(scene).dump()).figure, scene.figure);
    nlohmann::json broken = to_json(scene);
    broken["figure"]["text_height"] = 1;
    EXPECT_THROW((void)scene_from_json(broken.dump()), UsageError);
    broken["figure"] = {{"places", {{"legend", {0.5, 2.0}}}}};
    EXPECT_THROW((void)scene_from_json(broken.dump()), UsageError);
    broken["figure"] = {{"places", {{"legend", {0.5}}}}};
    EXPECT_THROW((void)scene_from_json(broken.dump()), UsageError);
    broken["figure"] = {{"corners", {"a"}}};
    EXPECT_THROW((void)scene_from_json(broken.dump()), UsageError);
}

Image plain(std::array<std::uint8_t, 4> color) {
    Image image{40, 30, Pixels(40 * 30 * 4)};
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        image.rgba[i] = color[i % 4];
    }
    return image;
}

std::array<int, 4> pixel(const Image &image, int x, int y) {
    const std::uint8_t *rgba = image.pixel(x, y);
    return {rgba[0], rgba[1], rgba[2], rgba[3]};
}

Figure square(const glm::dvec4 &color) { return {FigureArea{{{10, 5}, {20, 5}, {20, 15}, {10, 15}}, color}}; }

class PaintedFigures : public ::testing::Test {
protected:
    void SetUp() override {
        if (!can_paint_figures()) {
            GTEST_SKIP() << "no Cairo";
        }
    }
};

TEST_F(PaintedFigures, lie_over_the_picture_and_leave_the_rest) {
    Image image = plain({200, 100, 50, 255});
    paint_figure(image, square({0.0, 0.0, 1.0, 1.0}));
    EXPECT_EQ(pixel(image, 10, 5), (std::array<int, 4>{0, 0, 255, 255}));
    EXPECT_EQ(pixel(image, 19, 14), (std::array<int, 4>{0, 0, 255, 255}));
    EXPECT_EQ(pixel(image, 9, 5), (std::array<int, 4>{200, 100, 50, 255}));
    EXPECT_EQ(pixel(image, 20, 14), (std::array<int, 4>{200, 100, 50, 255}));
    image = plain({200, 100, 50, 255});
    paint_figure(image, square({0.0, 0.0, 1.0, 0.5}));
    const std::array<int, 4> mixed = pixel(image, 15, 10);
    EXPECT_NEAR(mixed[0], 100, 1);
    EXPECT_NEAR(mixed[2], 152, 1);
    EXPECT_EQ(mixed[3], 255);
}

TEST_F(PaintedFigures, keep_their_colour_where_the_picture_is_transparent) {
    Image image = plain({0, 0, 0, 0});
    paint_figure(image, square({1.0, 0.5, 0.0, 0.5}));
    const std::array<int, 4> seen = pixel(image, 15, 10);
    EXPECT_NEAR(seen[0], 255, 1);
    EXPECT_NEAR(seen[1], 127, 2);
    EXPECT_EQ(seen[2], 0);
    EXPECT_NEAR(seen[3], 128, 1);
    EXPECT_EQ(pixel(image, 0, 0), (std::array<int, 4>{0, 0, 0, 0}));
}

TEST_F(PaintedFigures, lie_over_light_as_light) {
    FloatImage light{40, 30, std::vector<float>(40 * 30 * 4, 4.0f), std::vector<float>(40 * 30, 7.0f)};
    for (std::size_t i = 3; i < light.rgba.size(); i += 4) {
        light.rgba[i] = 1.0f;
    }
    paint_figure(light, square({0.5, 0.0, 0.0, 1.0}));
    const auto at = [&](int x, int y) { return light.rgba.data() + (y * 40 + x) * 4; };
    EXPECT_NEAR(at(15, 10)[0], 0.214f, 0.003f) << "sRGB's half";
    EXPECT_EQ(at(15, 10)[1], 0.0f);
    EXPECT_EQ(at(15, 10)[3], 1.0f);
    EXPECT_EQ(at(0, 0)[0], 4.0f) << "brighter than white";
    EXPECT_EQ(light.depth[10 * 40 + 15], 7.0f);
    light.rgba.assign(light.rgba.size(), 0.0f);
    paint_figure(light, square({1.0, 1.0, 1.0, 0.5}));
    EXPECT_NEAR(at(15, 10)[3], 0.5f, 0.005f);
    EXPECT_NEAR(at(15, 10)[0], 0.5f, 0.005f) << "multiplied by opacity";
    EXPECT_EQ(at(0, 0)[3], 0.0f);
}

TEST_F(PaintedFigures, have_texts_as_wide_as_their_layout_takes_them_for) {
    for (const std::string text : {"head.nrrd: -200 to 1200 HU", "WWWW", "illi", "2026-11-26"}) {
        Image image{600, 40, Pixels(600 * 40 * 4)};
        std::ranges::fill(image.rgba, std::uint8_t{0});
        paint_figure(image, {FigureText{{10, 5}, {0.0, 0.0}, text, 20.0, {1, 1, 1, 1}}});
        int last = 0;
        for (int pixel = 0; pixel < 600 * 40; ++pixel) {
            last = image.rgba[static_cast<std::size_t>(pixel) * 4 + 3] > 0 ? std::max(last, pixel % 600) : last;
        }
        EXPECT_NEAR(last - 10, text_width(text, 20.0), 5.0) << text;
    }
}

TEST_F(PaintedFigures, tell_letters_that_no_font_has) {
    const auto note = [](const std::string &text) {
        return glyph_note({FigureText{{0, 0}, {}, text, 20.0, {1, 1, 1, 1}}});
    };
    EXPECT_EQ(note("head.nrrd, 5 µm, Äther \xe2\x86\x92"), "");
    EXPECT_EQ(note("5\xef\xb8\x8f\xe2\x80\x8d"), "") << "a selector and a joiner are not seen";
    const std::string unknown = "\xf3\xb0\x80\x80"; // of a private plane
    EXPECT_EQ(note("a" + unknown + "b" + unknown),
              "no installed font has a glyph for " + unknown + ": boxes stand in their place");
    EXPECT_EQ(glyph_note({FigureLine{{{0, 0}, {1, 1}}, {1, 1, 1, 1}, 1.0}}), "");
}

TEST_F(PaintedFigures, have_letters_of_other_fonts_where_the_usual_one_lacks_them) {
    const std::string head = "\xe9\xa0\xad\xe9\xaa\xa8"; // skull
    if (!glyph_note({FigureText{{0, 0}, {}, head, 20.0, {1, 1, 1, 1}}}).empty()) {
        GTEST_SKIP() << "no font of Chinese letters";
    }
    const auto painted = [](const std::string &text) {
        Image image{100, 40, Pixels(100 * 40 * 4)};
        std::ranges::fill(image.rgba, std::uint8_t{0});
        paint_figure(image, {FigureText{{10, 5}, {0.0, 0.0}, text, 20.0, {1, 1, 1, 1}}});
        return image;
    };
    EXPECT_NE(painted("\xe9\xa0\xad").rgba, painted("\xe9\xaa\xa8").rgba) << "no boxes";
    const Image both = painted("a" + head);
    int last = 0;
    for (int pixel = 0; pixel < 100 * 40; ++pixel) {
        last = both.rgba[static_cast<std::size_t>(pixel) * 4 + 3] > 0 ? std::max(last, pixel % 100) : last;
    }
    EXPECT_NEAR(last - 10, text_width("a" + head, 20.0), 5.0) << "as wide as its layout takes it for";
}

TEST_F(PaintedFigures, have_ramps_the_right_way_up_and_texts_at_their_anchors) {
    Image image = plain({0, 0, 0, 255});
    paint_figure(image, {FigureRamp{{0, 0}, {40, 30}, {{1, 0, 0, 1}, {0, 1, 0, 1}}}});
    EXPECT_GT(pixel(image, 20, 29)[0], 240) << "the first colour lies below";
    EXPECT_GT(pixel(image, 20, 0)[1], 240);
    for (const double anchor : {0.0, 1.0}) {
        image = plain({0, 0, 0, 255});
        paint_figure(image, {FigureText{{20, 15}, {anchor, anchor}, "W", 12.0, {1, 1, 1, 1}}});
        double x = 0.0, y = 0.0, sum = 0.0;
        for (int i = 0; i < 40 * 30; ++i) {
            const double light = image.rgba[static_cast<std::size_t>(i) * 4];
            x += light * (i % 40);
            y += light * (i / 40);
            sum += light;
        }
        ASSERT_GT(sum, 0.0);
        EXPECT_EQ(x / sum > 20.0, anchor == 0.0);
        EXPECT_EQ(y / sum > 15.0, anchor == 0.0);
    }
}

TEST_F(PaintedFigures, have_texts_beside_places_on_a_ground_of_their_own_within_the_picture) {
    Image image = plain({255, 255, 255, 255});
    const FigureText text{{38, 5}, {}, "HH", 10.0, {1, 1, 0, 1}, true};
    paint_figure(image, {text, text});
    int yellow = 0;
    std::array<int, 30> dark{};
    for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 40; ++x) {
            const auto [r, g, b, a] = pixel(image, x, y);
            dark[std::size_t(y)] += r < 90 ? 1 : 0;
            yellow += r > 140 && b < 80 ? 1 : 0;
        }
    }
    EXPECT_GT(yellow, 20) << "two texts, though the place lies at the border";
    const auto rows = std::ranges::count_if(dark, [](int count) { return count > 0; });
    EXPECT_TRUE(rows > 10 && *std::ranges::max_element(dark) > 3) << rows << ": dark ground behind white";
}

TEST_F(PaintedFigures, become_files_for_print) {
    const testing::ScratchFolder folder;
    const Image image = plain({200, 100, 50, 255});
    write_figure(image, square({0, 0, 1, 1}), folder / "a.SVG", 144.0);
    const std::string svg = testing::read_file(folder / "a.SVG");
    EXPECT_NE(svg.find("width=\"20pt\" height=\"15pt\""), std::string::npos)
        << "40 pixels of 144 an inch are 20 points";
    EXPECT_NE(svg.find("<path"), std::string::npos);
    EXPECT_NE(svg.find("data:image/png;base64"), std::string::npos);
    write_figure(image, square({0, 0, 1, 1}), folder / "a.pdf", 72.0);
    EXPECT_TRUE(testing::read_file(folder / "a.pdf").starts_with("%PDF"));
    EXPECT_THROW(write_figure(image, {}, folder / "a.eps", 72.0), UsageError);
    // Letters stay letters.
    const FigureText text{{20, 10}, {0.5, 0.5}, "a < \"b\" & c", 8.0, {1, 0, 0, 1}};
    FigureText beside = text;
    beside.beside = true;
    write_figure(image, {text, beside}, folder / "t.svg", 144.0);
    const std::string written = testing::read_file(folder / "t.svg");
    const std::size_t first = written.find(">a &lt; &quot;b&quot; &amp; c</text>"),
                      ground = written.find("<rect", first);
    EXPECT_NE(first, std::string::npos) << written;
    EXPECT_NE(written.find("&amp; c</text>", ground), std::string::npos) << "what stands beside places lies above all";
    EXPECT_NE(written.find("fill=\"rgb(255,0,0)\""), std::string::npos);
    EXPECT_NE(written.find("'DejaVu Sans', Verdana, sans-serif"), std::string::npos);
    EXPECT_NE(written.find("scale(0.5)"), std::string::npos);
    EXPECT_TRUE(written.ends_with("</g>\n</svg>\n"));
    EXPECT_EQ(written.find("glyph"), std::string::npos) << "no outlines";
    write_figure(image, {text}, folder / "t.pdf", 72.0);
    EXPECT_NE(testing::read_file(folder / "t.pdf").find("/BaseFont"), std::string::npos) << "a font, no outlines";
    EXPECT_THROW(write_figure(image, {}, folder / "nowhere/a.svg", 72.0), OutputError);
}

} // namespace
} // namespace voxmarch
