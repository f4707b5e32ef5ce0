// Parts of figures keep clear of each other at all sizes, lie where they are told to, and what has no room is told.
#include "base/error.h"
#include "scene/figure/figure_parts.h"
#include "scene/figure/text_size.h"
#include "tests/scene/figure_scene.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TEST(Figures, heights_of_texts_are_pixels_or_millimetres) {
    FigureChoice choice;
    EXPECT_EQ(wanted_text_height(choice, {640.0, 320.0}), 10.0);
    EXPECT_EQ(wanted_text_height(choice, {640.0, 960.0}), 20.0);
    choice.dpi = 300.0;
    EXPECT_EQ(wanted_text_height(choice, {640.0, 320.0}), 25.0) << "6 points";
    choice.dpi.reset();
    choice.text_height = 33.0;
    EXPECT_EQ(wanted_text_height(choice, {640.0, 320.0}), 33.0);
    choice.text_millimeters = 2.54;
    choice.dpi = 300.0;
    EXPECT_NEAR(wanted_text_height(choice, {640.0, 320.0}), 30.0, 1e-9);
    choice.dpi.reset();
    EXPECT_NEAR(wanted_text_height(choice, {640.0, 320.0}), 9.6, 1e-9);
}

TEST(Figures, places_have_names_or_shares) {
    EXPECT_EQ(place_of_word("top-left"), glm::dvec2(0.0, 0.0));
    EXPECT_EQ(place_of_word("right"), glm::dvec2(1.0, 0.5));
    EXPECT_EQ(place_of_word("bottom"), glm::dvec2(0.5, 1.0));
    EXPECT_EQ(place_of_word("0.25,1"), glm::dvec2(0.25, 1.0));
    for (const char *wrong : {"", "middle", "0.5", "0.5,1.5", "-1,0", "a,b", "0,0,0", "nan,0"}) {
        EXPECT_FALSE(place_of_word(wrong)) << wrong;
    }
    FigureChoice choice;
    choice.places.legend = glm::dvec2(0.0, 1.25);
    EXPECT_THROW(validate(choice), UsageError);
    choice = {};
    choice.dpi = 5.0;
    EXPECT_THROW(validate(choice), UsageError);
    choice = {};
    choice.text_millimeters = 0.1;
    EXPECT_THROW(validate(choice), UsageError);
}

TEST(Figures, parts_lie_at_the_nine_places) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    const double margin = 0.8 * 15.0;
    for (const std::string &name : place_names()) {
        const glm::dvec2 place = *place_of_word(name);
        for (std::optional<glm::dvec2> FigurePlaces::*which :
             {&FigurePlaces::scale_bar, &FigurePlaces::legend, &FigurePlaces::orientation, &FigurePlaces::caption}) {
            scene.figure = {};
            scene.figure.places.*which = place;
            scene.figure.scale_bar = which == &FigurePlaces::scale_bar;
            scene.figure.legend = which == &FigurePlaces::legend;
            scene.figure.orientation = which == &FigurePlaces::orientation;
            scene.figure.caption = which == &FigurePlaces::caption ? "a caption" : "";
            const FigureLayout layout = lay_out_figure(scene, facts);
            ASSERT_EQ(layout.placed.size(), 1u);
            const FigureBox &box = layout.placed[0].box;
            const glm::dvec2 wanted = margin + place * (glm::dvec2(640.0, 480.0) - 2.0 * margin - (box.high - box.low));
            EXPECT_NEAR(glm::distance(box.low, wanted), 0.0, 1e-9) << name;
        }
    }
    scene.figure = {};
    scene.figure.legend = true;
    scene.figure.places.legend = glm::dvec2(0.0, 0.5);
    const Figure figure = make_figure(scene, facts);
    EXPECT_NEAR(shapes_of<FigureRamp>(figure).at(0).low.x, margin, 1e-9) << "mirrored";
    EXPECT_EQ(shapes_of<FigureText>(figure).at(0).anchor.x, 0.0);
}

bool cover_each_other(const FigureBox &a, const FigureBox &b) {
    return glm::all(glm::lessThan(glm::max(a.low, b.low), glm::min(a.high, b.high)));
}

/// Whether no part covers another, and all are inside.
void expect_tidy(const FigureLayout &layout, glm::dvec2 size) {
    for (std::size_t i = 0; i < layout.placed.size(); ++i) {
        const FigureBox &box = layout.placed[i].box;
        EXPECT_TRUE(glm::all(glm::greaterThanEqual(box.low, glm::dvec2(0.0)))) << layout.placed[i].name;
        EXPECT_TRUE(glm::all(glm::lessThanEqual(box.high, size))) << layout.placed[i].name;
        for (std::size_t k = 0; k < i; ++k) {
            EXPECT_FALSE(cover_each_other(box, layout.placed[k].box))
                << layout.placed[i].name << " and " << layout.placed[k].name;
        }
    }
}

/// All that there is.
void choose_everything(FigureChoice &choice) {
    choice.scale_bar = choice.legend = choice.orientation = true;
    choice.caption = "Figure 3: {name}, {value}";
    choice.corners = {"{name}", "{date}", "time {time}", "two\nlines"};
}

TEST(Figures, parts_cover_each_other_in_no_picture) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    facts.value_unit = " HU";
    choose_everything(scene.figure);
    for (const int width : {96, 160, 256, 320, 640, 1920}) {
        for (const int height : {96, 160, 256, 320, 480, 1080}) {
            scene.width = width;
            scene.height = height;
            const FigureLayout layout = lay_out_figure(scene, facts);
            expect_tidy(layout, {width, height});
            if (width >= 256 && height >= 256) {
                EXPECT_TRUE(layout.left_out.empty()) << width << " x " << height << ": " << left_out_text(layout);
                EXPECT_EQ(layout.placed.size(), 8u);
            }
            EXPECT_EQ(layout.placed.size() + layout.left_out.size(), 8u);
            EXPECT_GE(layout.text_height, 7.0);
        }
    }
    // At one place they lie below each other.
    scene.width = scene.height = 480;
    scene.figure.places = {glm::dvec2(1.0, 0.0), glm::dvec2(1.0, 0.0), glm::dvec2(1.0, 0.0), glm::dvec2(1.0, 0.0)};
    const FigureLayout heap = lay_out_figure(scene, facts);
    expect_tidy(heap, {480.0, 480.0});
    EXPECT_TRUE(heap.left_out.empty()) << left_out_text(heap);
}

TEST(Figures, texts_stay_as_large_as_asked_where_there_is_room) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    scene.width = 1004;
    scene.height = 709;
    scene.figure.scale_bar = scene.figure.legend = scene.figure.orientation = true;
    for (int tenths = 100; tenths < 400; ++tenths) {
        scene.figure.text_height = tenths / 10.0;
        EXPECT_EQ(lay_out_figure(scene, facts).text_height, scene.figure.text_height);
    }
}

TEST(Figures, what_has_no_room_is_told) {
    FigureFacts facts;
    Scene scene = scene_of(facts);
    choose_everything(scene.figure);
    EXPECT_EQ(crowding_note(scene, facts), "");
    scene.width = scene.height = 64;
    const std::string note = crowding_note(scene, facts);
    EXPECT_TRUE(note.starts_with("left out, as there is no room in the picture: ")) << note;
    EXPECT_NE(note.find("the orientation cube"), std::string::npos) << note;
    scene.width = scene.height = 320;
    scene.figure = {};
    scene.figure.caption = std::string(80, 'W');
    EXPECT_EQ(crowding_note(scene, facts), "left out, as there is no room in the picture: the caption");
    scene.figure.scale_bar = true;
    const FigureLayout layout = lay_out_figure(scene, facts);
    ASSERT_EQ(layout.placed.size(), 1u) << "the others stay";
    EXPECT_EQ(layout.text_height, 10.0) << "as large as without it";
    scene.figure.caption = "words";
    scene.figure.text_height = 200.0;
    EXPECT_TRUE(crowding_note(scene, facts).starts_with("texts are ")) << crowding_note(scene, facts);
}

TEST(Figures, texts_are_as_wide_as_they_are_taken_for) {
    EXPECT_NEAR(text_width("head 12", 10.0), 10.0 * (0.634 + 0.615 + 0.613 + 0.635 + 0.318 + 2.0 * 0.636), 1e-9);
    EXPECT_NEAR(text_width("\u00c4", 10.0), 8.0, 1e-9) << "one letter of two bytes";
    EXPECT_EQ(longest_beginning("Left kidney", 10.0, 200.0), "Left kidney");
    const std::string_view beginning = longest_beginning("Left kidney", 10.0, 40.0);
    EXPECT_LE(text_width(std::string(beginning) + "...", 10.0), 40.0);
    EXPECT_GE(beginning.size(), 4u);
}

} // namespace
} // namespace voxmarch
