// Slices on sheets: square pixels around the middle, cells side by side, and stacks that lie where the voxels are.
#include "scene/slice_sheet.h"

#include "base/error.h"
#include "scene/figure/text_size.h"
#include "volumes.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

namespace voxmarch {

namespace {

glm::dvec3 world_of(const Grid &grid, const glm::dvec3 &voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

/// Voxels of 1 x 2 x 3, oblique in the world, with the values x + 2 y + 3 z.
SceneContent tilted() {
    VolumeHeader header;
    header.grid.dims = {12, 10, 8};
    header.grid.spacing = {1.0, 2.0, 3.0};
    header.grid.origin = {5.0, -4.0, 9.0};
    header.grid.direction = glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.4, glm::dvec3(0.3, 0.8, 0.5)));
    header.type = ScalarType::u8;
    return SceneContent{volume_of(header, [](int x, int y, int z) { return x + 2.0 * y + 3.0 * z; })};
}

double value_in(const glm::dvec3 &voxel) { return voxel.x + 2.0 * voxel.y + 3.0 * voxel.z; }

TEST(SliceSheet, fitted_slices_have_square_pixels_around_their_middle) {
    const SceneContent content = tilted();
    for (int normal = 0; normal < 3; ++normal) {
        const SliceFrame slice = slice_frame(content.grid(), normal, {5.0, 4.0, 3.0});
        for (const glm::ivec2 size : {glm::ivec2(64, 64), glm::ivec2(100, 30), glm::ivec2(7, 90)}) {
            const SliceFrame fitted = fitted_frame(slice, size);
            EXPECT_NEAR(fitted.pixel.x, fitted.pixel.y, 1e-12);
            const auto length = [&](const glm::dvec3 &step) {
                return glm::length(content.grid().direction * (step * content.grid().spacing));
            };
            EXPECT_NEAR(length(fitted.right), fitted.pixel.x, 1e-12);
            EXPECT_NEAR(length(fitted.down), fitted.pixel.x, 1e-12);
            const glm::dvec3 middle = slice.voxel((slice.width - 1) / 2.0, (slice.height - 1) / 2.0);
            EXPECT_LT(glm::distance(fitted.voxel((size.x - 1) / 2.0, (size.y - 1) / 2.0), middle), 1e-9);
            // The corners of its pixels are those of the slice along one edge, and none is cut off.
            const glm::dvec2 whole = glm::dvec2(slice.width, slice.height) * slice.pixel;
            const glm::dvec2 shown = glm::dvec2(size) * fitted.pixel;
            EXPECT_NEAR(std::min(shown.x - whole.x, shown.y - whole.y), 0.0, 1e-9);
        }
        const glm::ivec2 filled = filled_size(slice, 500);
        EXPECT_EQ(std::max(filled.x, filled.y), 500);
        EXPECT_NEAR(double(filled.x) / filled.y, slice.width * slice.pixel.x / (slice.height * slice.pixel.y), 0.02);
    }
}

TEST(SliceSheet, cells_show_one_slice_each) {
    const SceneContent content = tilted();
    SliceSheet sheet;
    sheet.columns = 3;
    sheet.rows = 2;
    sheet.cell = {24, 40};
    for (const double z : {0.0, 2.0, 4.0, 6.0}) {
        sheet.slices.push_back({2, glm::dmat3(1.0), {0.0, 0.0, z}});
    }
    const auto window = [](std::size_t) { return ValueRange{0.0, 51.0}; };
    for (const bool nearest : {true, false}) {
        sheet.nearest = nearest;
        int told = 0;
        const Image picture = draw_sheet(Scene(), content, sheet, window, [&](double) { ++told; });
        EXPECT_EQ(told, 4);
        ASSERT_EQ(picture.width, 72);
        ASSERT_EQ(picture.height, 80);
        for (std::size_t i = 0; i < 4; ++i) {
            const SliceFrame cell = fitted_frame(frames_of(content.grid(), sheet)[i], sheet.cell);
            const glm::dvec3 voxel = cell.voxel(13, 17);
            const glm::dvec3 shown = nearest ? glm::floor(voxel + 0.5) : voxel;
            const int x = int(i % 3) * 24 + 13, y = int(i / 3) * 40 + 17;
            EXPECT_NEAR(picture.pixel(x, y)[0], value_in(shown) * 5.0, 1.01) << i;
        }

        EXPECT_EQ(int(picture.pixel(60, 60)[0]), 0) << "no slice there";
    }
}

TEST(SliceSheet, stacks_lie_in_the_world_where_the_voxels_are) {
    const SceneContent content = tilted();
    const Grid &grid = content.grid();
    SliceSheet sheet;
    for (const double y : {7.0, 5.0, 3.0}) {
        sheet.slices.push_back({1, glm::dmat3(1.0), {0.0, y, 0.0}});
    }
    const Volume stack = slice_volume(Scene(), content, sheet, 0);
    EXPECT_EQ(stack.type(), ScalarType::u8);
    EXPECT_EQ(stack.grid().dims[2], 3);
    EXPECT_NEAR(stack.grid().spacing.z, 4.0, 1e-12);
    for (int k = 0; k < 3; ++k) {
        for (int j = 0; j < stack.grid().dims[1]; ++j) {
            for (int i = 0; i < stack.grid().dims[0]; ++i) {
                const glm::dvec3 world = world_of(stack.grid(), {i, j, k});
                const glm::dvec3 voxel(glm::inverse(grid.world_from_voxel()) * glm::dvec4(world, 1.0));
                EXPECT_LT(glm::distance(voxel, glm::round(voxel)), 1e-9);
                EXPECT_EQ(stack.value(i, j, k), value_in(glm::round(voxel)));
            }
        }
    }
    sheet.slices[2].center.y = 2.0;
    EXPECT_THROW(slice_volume(Scene(), content, sheet, 0), UsageError);
}

TEST(SliceSheet, oblique_slices_hold_values_between_voxels) {
    const SceneContent content = tilted();
    SliceSheet sheet;
    sheet.slices.push_back(
        {2, glm::dmat3(glm::rotate(glm::dmat4(1.0), 0.5, glm::dvec3(0.0, 1.0, 0.3))), {5.5, 4.5, 3.5}});
    const Volume slice = slice_volume(Scene(), content, sheet, 0);
    EXPECT_EQ(slice.type(), ScalarType::f32);
    const double lowest = slice.range().min;
    int inside = 0, beside = 0;
    for (int j = 0; j < slice.grid().dims[1]; ++j) {
        for (int i = 0; i < slice.grid().dims[0]; ++i) {
            const glm::dvec3 world = world_of(slice.grid(), {i, j, 0});
            const glm::dvec3 voxel(glm::inverse(content.grid().world_from_voxel()) * glm::dvec4(world, 1.0));
            if (glm::all(glm::greaterThan(voxel, glm::dvec3(0.0))) &&
                glm::all(glm::lessThan(voxel, content.grid().dims_d() - 1.0))) {
                EXPECT_NEAR(slice.value(i, j, 0), value_in(voxel), 1e-4);
                ++inside;
            } else if (glm::any(glm::lessThan(voxel, glm::dvec3(-0.51))) ||
                       glm::any(glm::greaterThan(voxel, content.grid().dims_d() - 0.49))) {
                EXPECT_EQ(slice.value(i, j, 0), lowest) << "0 may be water";
                ++beside;
            }
        }
    }
    EXPECT_GT(inside, 60);
    EXPECT_GT(beside, 20);
}

TEST(SliceSheet, titles_and_letters_tell_where_slices_are) {
    SceneContent content = tilted();
    EXPECT_EQ(sides_of(content.grid(), {0.0, -1.0, 0.0}), "-y");
    EXPECT_EQ(sides_of(content.grid(), glm::normalize(glm::dvec3(0.9, -0.5, 0.1))), "x -y");
    Grid patient;
    patient.dims = {12, 10, 8};
    patient.spacing = {1.0, 1.0, 2.5};
    patient.origin = {0.0, 0.0, -10.0};
    patient.anatomical = true;
    patient.unit = LengthUnit::millimeter;
    EXPECT_EQ(sides_of(patient, {0.0, 0.0, -1.0}), "I");
    EXPECT_EQ(slice_title(patient, {2, glm::dmat3(1.0), {0.0, 0.0, 1.0}}), "axial  I 7.5 mm  slice 1 (0 .. 7)");
    const SheetSlice turned{
        2, glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(20.0), glm::dvec3(1.0, 0.0, 0.0))), {0.0, 0.0, 4.0}};
    EXPECT_EQ(slice_title(patient, turned), "axial  S 0.0 mm, turned by 20\u00b0");
}

struct TextBox {
    std::string text;
    glm::dvec2 low, high;
};

std::vector<TextBox> boxes_of(const Figure &figure) {
    std::vector<TextBox> boxes;
    for (const FigureShape &shape : figure) {
        if (const auto *text = std::get_if<FigureText>(&shape)) {
            const glm::dvec2 size(text_width(text->text, text->height), line_extent * text->height);
            const glm::dvec2 low = text->at - text->anchor * size;
            boxes.push_back({text->text, low, low + size});
        }
    }
    return boxes;
}

/// A light box of a patient whose slices are 40 x 32 mm.
SliceSheet light_box(int columns, int rows, glm::ivec2 cell) {
    SliceSheet sheet;
    sheet.columns = columns;
    sheet.rows = rows;
    sheet.cell = cell;
    for (int i = 0; i < columns * rows; ++i) {
        sheet.slices.push_back({2, glm::dmat3(1.0), {20.0, 16.0, double(i)}});
    }
    return sheet;
}

SceneContent patient_of(int slices) {
    VolumeHeader header;
    header.name = "head.nrrd";
    header.grid.dims = {40, 32, slices};
    header.grid.anatomical = true;
    header.grid.unit = LengthUnit::millimeter;
    header.type = ScalarType::u8;
    return SceneContent{volume_of(header, [](int x, int y, int z) { return x + y + z; })};
}

TEST(SliceSheet, letters_of_light_boxes_are_read_and_cover_each_other_nowhere) {
    const SceneContent content = patient_of(30);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    const auto window = [](std::size_t) { return ValueRange{0.0, 100.0}; };
    for (const glm::ivec2 cell : {glm::ivec2(256, 205), glm::ivec2(160, 128), glm::ivec2(100, 80)}) {
        SliceSheet sheet = light_box(6, 5, cell);
        sheet.texts.choice.scale_bar = true;
        std::string note;
        const Figure figure = sheet_figure(scene, content, sheet, window, &note);
        EXPECT_EQ(note, "") << cell.x;
        const std::vector<TextBox> boxes = boxes_of(figure);
        std::size_t titles = 0, bars = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const double height = (boxes[i].high.y - boxes[i].low.y) / line_extent;
            EXPECT_GE(height, cell.x == 256 ? 14.0 : 7.0) << "of " << cell.y << ": " << boxes[i].text;
            titles += boxes[i].text.starts_with("S ") ? 1 : 0;
            bars += boxes[i].text == "10 mm" ? 1 : 0;
            EXPECT_EQ(glm::floor(boxes[i].low / glm::dvec2(cell)), glm::floor(boxes[i].high / glm::dvec2(cell)))
                << boxes[i].text << " leaves its slice";
            for (std::size_t k = 0; k < i; ++k) {
                EXPECT_FALSE(glm::all(
                    glm::lessThan(glm::max(boxes[i].low, boxes[k].low) + 1e-6, glm::min(boxes[i].high, boxes[k].high))))
                    << boxes[i].text << " over " << boxes[k].text;
            }
        }
        EXPECT_EQ(titles, 30u) << "where each slice lies";
        EXPECT_EQ(bars, 1u);
        EXPECT_EQ(boxes.size(), 30u * 5u + 2u);
    }
    std::string note;
    (void)sheet_figure(scene, content, light_box(6, 5, {20, 20}), window, &note);
    EXPECT_TRUE(note.starts_with("left out")) << note;
}

TEST(SliceSheet, legends_of_light_boxes_lie_beside_the_slices) {
    const SceneContent content = patient_of(30);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    const auto window = [](std::size_t) { return ValueRange{-1000.0, 3000.0}; };
    SliceSheet sheet = light_box(6, 5, {100, 80});
    EXPECT_EQ(legend_strip(sheet, false), 0);
    sheet.texts.choice.legend = true;
    sheet.strip = legend_strip(sheet, false);
    ASSERT_GT(sheet.strip, 40);
    EXPECT_EQ(sheet.size(), glm::ivec2(600 + sheet.strip, 400));
    const Image picture = draw_sheet(scene, content, sheet, window);
    EXPECT_EQ(picture.width, sheet.size().x);
    std::string note;
    int ramps = 0;
    for (const FigureShape &shape : sheet_figure(scene, content, sheet, window, &note)) {
        if (const auto *ramp = std::get_if<FigureRamp>(&shape)) {
            EXPECT_GT(ramp->low.x, 600.0);
            ++ramps;
        }
    }
    EXPECT_EQ(ramps, 1);
    EXPECT_EQ(note, "");
    int parts = 0;
    for (const TextBox &box : boxes_of(sheet_figure(scene, content, sheet, window))) {
        if (box.text == "axial" || box.text == "W 4000" || box.text == "L 1000") {
            EXPECT_GT(box.low.x, 600.0) << "below the legend, over no slice";
            EXPECT_GT(box.low.y, 300.0);
            ++parts;
        }
    }
    EXPECT_EQ(parts, 3);
    sheet.texts.choice.places.legend = glm::dvec2(0.0, 1.0);
    EXPECT_EQ(legend_strip(sheet, false), 0) << "it lies where it is told to";
    EXPECT_EQ(legend_strip(light_box(1, 1, {100, 80}), false), 0);
}

TEST(SliceSheet, captions_of_light_boxes_lie_below_the_slices) {
    const SceneContent content = patient_of(30);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    const auto window = [](std::size_t) { return ValueRange{0.0, 100.0}; };
    SliceSheet sheet = light_box(3, 2, {200, 160});
    EXPECT_EQ(caption_foot(scene, content, sheet, window), 0);
    sheet.texts.choice.caption = "Fig. 3: {name} with a caption that is much longer than a line of this picture of a "
                                 "few slices would be, so that it has two lines; {value}";
    sheet.texts.choice.legend = sheet.texts.choice.scale_bar = true;
    sheet.strip = legend_strip(sheet, false);
    sheet.foot = caption_foot(scene, content, sheet, window);
    ASSERT_GT(sheet.foot, 20);
    EXPECT_EQ(sheet.size(), glm::ivec2(600 + sheet.strip, 320 + sheet.foot));
    EXPECT_EQ(draw_sheet(scene, content, sheet, window).height, sheet.size().y);
    std::string note;
    int lines = 0;
    for (const TextBox &box : boxes_of(sheet_figure(scene, content, sheet, window, &note))) {
        const bool of_caption = box.text.find("Fig") != box.text.npos || box.text.find("lines") != box.text.npos;
        EXPECT_EQ(box.low.y >= 320.0, of_caption) << box.text;
        EXPECT_LE(box.high.y, of_caption ? sheet.size().y : 320.0) << box.text;
        EXPECT_LE(box.high.x, sheet.size().x) << box.text;
        lines += of_caption ? 1 : 0;
    }
    EXPECT_EQ(lines, 2);
    EXPECT_EQ(note, "");
    sheet.texts.choice.places.caption = glm::dvec2(0.5, 0.0);
    EXPECT_EQ(caption_foot(scene, content, sheet, window), 0) << "it lies where it is told to";
    SliceSheet one = light_box(1, 1, {100, 80});
    one.texts.choice.caption = "one";
    EXPECT_EQ(caption_foot(scene, content, one, window), 0);
}

TEST(SliceSheet, slabs_are_told) {
    const SceneContent content = patient_of(30);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    const auto window = [](std::size_t) { return ValueRange{0.0, 100.0}; };
    const auto tells = [&](const SliceSheet &sheet, const std::string &wanted) {
        return std::ranges::any_of(boxes_of(sheet_figure(scene, content, sheet, window)),
                                   [&](const TextBox &box) { return box.text == wanted; });
    };
    const SliceSheet sheet = light_box(2, 2, {200, 160});
    EXPECT_FALSE(tells(sheet, "maximum of 1 voxels"));
    scene.slice_planes.slab = {7, SliceSlab::Kind::mean};
    EXPECT_TRUE(tells(sheet, "mean of 7 voxels"));
    scene.slice_planes.slab = {700, SliceSlab::Kind::maximum};
    EXPECT_TRUE(tells(sheet, "maximum of 30 voxels"));
    SliceSheet beside = sheet;
    beside.texts.choice.legend = true;
    beside.strip = legend_strip(beside, false);
    int lines = 0; // its strip may break it
    for (const TextBox &box : boxes_of(sheet_figure(scene, content, beside, window))) {
        lines += box.text.ends_with("voxels") && box.low.x > 400.0 ? 1 : 0;
    }
    EXPECT_EQ(lines, 1);
}

TEST(SliceSheet, lines_are_as_wide_as_the_sheet_says) {
    const SceneContent content = patient_of(3);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    scene.settings.surfaces = {{35.0, {1.0f, 0.0f, 0.0f}}};
    scene.slice_planes.isolines = true;
    const auto window = [](std::size_t) { return ValueRange{0.0, 1e6}; };
    const auto red = [&](double width) {
        SliceSheet sheet = light_box(1, 1, {400, 320});
        sheet.line_width = width;
        const Image picture = draw_sheet(scene, content, sheet, window);
        double sum = 0.0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            sum += picture.rgba[i] / 255.0;
        }
        return sum;
    };
    EXPECT_NEAR(red(3.0) / red(1.5), 2.0, 0.05);
}

TEST(SliceSheet, legends_of_one_slice_lie_at_its_upper_right_beside_letters_at_all_sizes) {
    const SceneContent content = patient_of(3);
    Scene scene;
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {1.0, 1.0, 1.0}}};
    scene.transfer.opacities = {{0.0, 0.0}, {1.0, 1.0}};
    for (const double value : {50.0, 60.0, 70.0, 80.0}) {
        scene.settings.surfaces.push_back({value, {1.0f, 0.0f, 0.0f}});
    }
    const auto window = [](std::size_t) { return ValueRange{0.0, 193.0}; };
    for (int size = 240; size <= 320; size += 4) {
        SliceSheet sheet = light_box(1, 1, {size, size});
        sheet.texts.choice.legend = sheet.texts.choice.scale_bar = true;
        std::string note;
        const Figure figure = sheet_figure(scene, content, sheet, window, &note);
        EXPECT_EQ(note, "") << size;
        std::vector<std::string> texts;
        for (const TextBox &box : boxes_of(figure)) {
            texts.push_back(box.text);
        }
        for (const char *text : {"50", "60", "70", "80", "100"}) {
            EXPECT_NE(std::ranges::find(texts, text), texts.end()) << size << ": " << text;
        }
        for (const FigureShape &shape : figure) {
            if (const auto *ramp = std::get_if<FigureRamp>(&shape)) {
                EXPECT_LT(ramp->low.y, 0.25 * size) << size;
                EXPECT_GT(ramp->low.x, 0.75 * size) << size;
            }
        }
    }
}

TEST(SliceSheet, figures_have_legends_corners_and_fields) {
    const SceneContent content = patient_of(3);
    Scene scene;
    scene.transfer.colors = {{0.0, {1.0, 0.0, 0.0}}, {1.0, {0.0, 1.0, 0.0}}};
    scene.transfer.opacities = {{0.0, 0.0}, {1.0, 1.0}};
    const auto window = [](std::size_t) { return ValueRange{0.0, 100.0}; };
    SliceSheet sheet = light_box(1, 1, {400, 320});
    FigureChoice &choice = sheet.texts.choice;
    choice.legend = true;
    choice.caption = "{name}, {place}";
    choice.corners[1] = "{value}";
    const auto ramp = [&] {
        for (const FigureShape &shape : sheet_figure(scene, content, sheet, window)) {
            if (const auto *found = std::get_if<FigureRamp>(&shape)) {
                return found->colors;
            }
        }
        return std::vector<glm::dvec4>();
    };
    ASSERT_FALSE(ramp().empty());
    EXPECT_EQ(ramp().front(), glm::dvec4(0.0, 0.0, 0.0, 1.0)) << "the window";
    EXPECT_EQ(ramp().back(), glm::dvec4(1.0));
    scene.slice_planes.colors = true;
    EXPECT_EQ(ramp().back(), glm::dvec4(0.0, 1.0, 0.0, 1.0)) << "the function";
    scene.settings.surfaces = {{42.5, {1.0f, 0.0f, 0.0f}}};
    std::vector<std::string> texts;
    for (const TextBox &box : boxes_of(sheet_figure(scene, content, sheet, window))) {
        texts.push_back(box.text);
    }
    const auto has = [&](const std::string &text) { return std::ranges::find(texts, text) != texts.end(); };
    EXPECT_TRUE(has("head.nrrd, axial S 0.0 mm slice 0 (0 .. 2)"));
    EXPECT_TRUE(has("W 100  L 50"));
    EXPECT_TRUE(has("42.5")) << "a line's value";
    EXPECT_TRUE(has("0") && has("100")) << "ticks";
}

TEST(SliceSheet, legends_name_the_labels_in_the_slices_first) {
    SceneContent content = patient_of(4);
    content.labels = volume_of(content.volume.header(), [](int x, int, int z) { return x < 2 ? z + 2 : 0; });
    Scene scene;
    scene.labels = "labels.nrrd";
    scene.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}};
    scene.label_styles.assign(6, {1.0f, glm::vec3(0.5f)});
    scene.label_styles[0].color.reset();
    SliceSheet sheet = light_box(1, 1, {400, 400});
    sheet.texts.choice.legend = true;
    const auto labels = [&] {
        std::vector<std::string> found;
        for (const TextBox &box : boxes_of(sheet_figure(scene, content, sheet, [](std::size_t) {
                 return ValueRange{0.0, 100.0};
             }))) {
            if (box.text.starts_with("label ")) {
                found.push_back(box.text);
            }
        }
        return found;
    };
    sheet.slices[0].center.z = 2.0;
    EXPECT_EQ(labels(), (std::vector<std::string>{"label 4", "label 2", "label 3", "label 5"})) << "no voxel has 1";
    sheet.slices[0].center.z = 3.0;
    EXPECT_EQ(labels().front(), "label 5");
    scene.label_styles[5].visibility = 0.0f;
    EXPECT_EQ(labels(), (std::vector<std::string>{"label 2", "label 3", "label 4"})) << "it is hidden";
}

} // namespace

} // namespace voxmarch
