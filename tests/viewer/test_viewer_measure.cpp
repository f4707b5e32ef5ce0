// Measuring, and slices to work in, with a real mouse.
#include "app/viewer/panels/column.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/window/status_bar.h"
#include "scene/annotation_table.h"
#include "scene/pick.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>
#include <random>

namespace voxmarch {

namespace {

class MeasureTest : public ViewerTest {
protected:
    void open_slices(const std::string &source) {
        open(source);
        press("x");
        ASSERT_TRUE(wait_for([this] { return tools().slices.open && tools().slices.contents; }));
        settle();
    }

    /// A voxel of the slice along an axis as it is shown now, in pixels of the screen.
    std::string in_slice(int normal, glm::dvec3 voxel) {
        const glm::dvec2 place = slice(normal).pixel(voxel);
        return on_screen(place.x, place.y);
    }

    void expect_render_draws_it();

    SlicePane slice(int normal) {
        const glm::dvec2 corner = view().origin; // of the 3D view, the upper left quarter
        const glm::dvec2 quarter(scene().width, scene().height);
        const glm::dvec2 whole(900.0 - corner.x, whole_height());
        const std::array<glm::dvec2, 3> places{glm::dvec2(0.0, quarter.y), quarter, glm::dvec2(quarter.x, 0.0)};
        PaneRect pane{
            ImVec2(float(corner.x + places[std::size_t(normal)].x), float(corner.y + places[std::size_t(normal)].y)),
            ImVec2(float(places[std::size_t(normal)].x > 0 ? whole.x - quarter.x : quarter.x),
                   float(places[std::size_t(normal)].y > 0 ? whole.y - quarter.y : quarter.y))};
        if (tools().slices.alone) {
            pane = {ImVec2(float(corner.x), float(corner.y)), ImVec2(float(whole.x), float(whole.y))};
        }
        return place_slice(loaded()->grid(), tools().slices.contents->frames[std::size_t(normal)], pane,
                           tools().slices.views[std::size_t(normal)]);
    }

    std::vector<Annotation> &annotations() { return scene().annotations; }

    /// The mouse, waited for at each of its events: a busy machine delivers them late.
    void move_to(const std::string &place) {
        int left = 0, top = 0, x = 0, y = 0;
        SDL_GetWindowPosition(state().window.handle(), &left, &top);
        ASSERT_EQ(std::sscanf(place.c_str(), "%d %d", &x, &y), 2);
        user_does("mousemove " + place);
        EXPECT_TRUE(wait_for([&] {
            const ImVec2 mouse = ImGui::GetIO().MousePos;
            return std::abs(mouse.x - float(x - left)) < 1.5f && std::abs(mouse.y - float(y - top)) < 1.5f;
        }));
        steps(2);
    }
    void button(int number, bool down) {
        const int in_imgui = number == 1 ? 0 : number == 3 ? 1 : 2;
        user_does(fmt::format("mouse{} {}", down ? "down" : "up", number));
        EXPECT_TRUE(wait_for([&] { return ImGui::IsMouseDown(in_imgui) == down; }));
        steps(2);
    }
    void put(const std::string &place) {
        move_to(place);
        button(1, true);
        button(1, false);
    }
    void double_click(const std::string &place) {
        move_to(place);
        ImGui::GetIO().MouseDoubleClickTime = 5.0f; // of a busy machine
        for (int i = 0; i < 2; ++i) {
            button(1, true);
            button(1, false);
        }
        ImGui::GetIO().MouseDoubleClickTime = 0.3f;
    }
    void pull(const std::string &from, const std::string &to, int number) {
        move_to(from);
        button(number, true);
        move_to(to);
        button(number, false);
    }

private:
    double whole_height() { return ImGui::GetIO().DisplaySize.y - ImGui::GetFrameHeight() - status_bar_height(); }
};

TEST_F(MeasureTest, a_ruler_between_two_clicks_in_a_slice_has_the_length_of_the_file) {
    open_slices("synthetic:tree:48");
    press("n");
    ASSERT_EQ(tools().measure.placing, AnnotationKind::ruler);
    const glm::ivec3 crosshair = tools().slices.voxel;
    put(in_slice(2, {10.0, 20.0, 24.0}));
    put(in_slice(2, {40.0, 20.0, 24.0}));
    settle();
    ASSERT_EQ(annotations().size(), 1u);
    EXPECT_EQ(tools().slices.voxel, crosshair) << "clicks put places";
    const double pixel = 1.0 / slice(2).scale;
    EXPECT_NEAR(*length_of(annotations()[0]), 30.0 * loaded()->grid().spacing.x, 3.0 * pixel);
    const glm::dvec3 first = voxel_of(loaded()->grid(), annotations()[0].places[0]);
    EXPECT_NEAR(first.x, 10.0, 2.0 * pixel);
    EXPECT_NEAR(first.z, 24.0, 1e-9);
    EXPECT_EQ(annotations()[0].name, "Ruler 1");
    EXPECT_EQ(reading_text(tools().measure, state().document, 0).find("..."), std::string::npos);
    press("Escape"); // no further rulers
    EXPECT_FALSE(tools().measure.placing);
    // Its places can be dragged, and that is one step of undo.
    const Annotation before = annotations()[0];
    pull(in_slice(2, voxel_of(loaded()->grid(), before.places[1])), in_slice(2, {40.0, 30.0, 24.0}), 1);
    settle();
    EXPECT_NEAR(voxel_of(loaded()->grid(), annotations()[0].places[1]).y, 30.0, 2.0 * pixel);
    press("ctrl+z");
    EXPECT_EQ(annotations()[0], before);
    press("ctrl+z");
    EXPECT_TRUE(annotations().empty());
    press("ctrl+shift+z");
    ASSERT_EQ(annotations().size(), 1u);
    press("n");
    put(in_slice(2, {12.0, 12.0, 24.0}));
    put(in_slice(2, {30.0, 12.0, 24.0}));
    settle();
    ASSERT_EQ(annotations().size(), 2u);
    EXPECT_EQ(annotations()[0].color, Annotation().color);
    EXPECT_NE(annotations()[1].color, annotations()[0].color) << "they are told apart";
}

TEST_F(MeasureTest, the_keyboard_puts_places_at_the_crosshair_of_the_slice_that_tab_went_to) {
    open_slices("synthetic:tree:48");
    press("1"); // another camera than the first one
    settle();
    const Camera camera = scene().camera;
    move_to(at(0.5, 0.5)); // over no slice
    const Grid grid = loaded()->grid();
    const glm::dvec3 begin = tools().slices.center();
    const SliceFrame axial = slice(2).frame;
    press("n");
    press("Return");
    for (int i = 0; i < 5; ++i) {
        press("Right");
    }
    press("shift+Down");
    press("space");
    settle();
    ASSERT_EQ(annotations().size(), 1u);
    EXPECT_EQ(scene().camera, camera) << "Enter puts places and resets no view";
    const glm::dvec3 end = begin + axial.voxel(5.0, 10.0) - axial.voxel(0.0, 0.0);
    EXPECT_LT(glm::distance(voxel_of(grid, annotations()[0].places[0]), begin), 1e-6);
    EXPECT_LT(glm::distance(voxel_of(grid, annotations()[0].places[1]), end), 1e-6);
    EXPECT_LT(glm::distance(tools().slices.center(), end), 1e-6);

    press("Tab");
    EXPECT_EQ(tools().slices.focused, 2);
    press("Tab");
    EXPECT_EQ(tools().slices.focused, 0);
    press("Prior");
    EXPECT_LT(glm::distance(tools().slices.center(), end + glm::dvec3(1.0, 0.0, 0.0)), 1e-6) << "no axial slice";
    const SliceFrame sagittal = slice(0).frame;
    press("Return");
    press("Left");
    press("Return");
    settle();
    ASSERT_EQ(annotations().size(), 2u);
    EXPECT_LT(glm::distance(voxel_of(grid, annotations()[1].places[1] - annotations()[1].places[0] + grid.center()),
                            voxel_of(grid, grid.center()) + sagittal.voxel(-1.0, 0.0) - sagittal.voxel(0.0, 0.0)),
              1e-6);
    press("Escape"); // no further rulers
    EXPECT_FALSE(tools().measure.placing);
    press("Escape");
    EXPECT_FALSE(tools().slices.focused);
    press("Return"); // what it is else
    settle();
    EXPECT_NE(scene().camera, camera);
}

TEST_F(MeasureTest, the_keyboard_puts_places_on_what_the_3d_view_shows) {
    open("synthetic:sphere:48");
    user_does("mousemove " + on_screen(5.0, 555.0)); // over no picture
    steps(3);
    toggle_placing(tools().measure, AnnotationKind::polyline);
    press("Return");
    press("Right");
    press("Right");
    press("Return");
    EXPECT_EQ(tools().measure.placed.size(), 2u);
    press("Return"); // there again: the line ends
    settle();
    ASSERT_EQ(annotations().size(), 1u);
    const auto seen = seen_place(*loaded(), scene(), scene().width / 2 + 8, scene().height / 2);
    ASSERT_TRUE(seen);
    EXPECT_LT(glm::distance(annotations()[0].places[1], *seen), 0.5);
    EXPECT_GT(annotations()[0].places[1].x, annotations()[0].places[0].x);
    press("Escape");
}

TEST_F(MeasureTest, places_are_numbers_that_can_be_typed) {
    open("synthetic:sphere:48");
    for (const char *name : {"Transfer function", "Mode", "Appearance", "Presets"}) { // the panel comes to the top
        state().store.sections[name] = false;
    }
    state().store.sections["Measure"] = true;
    annotations() = {{AnnotationKind::ruler, "Ruler 1", {{10.0, 11.0, 12.0}, {30.0, 31.0, 32.0}}}};
    tools().measure.selected = 0;
    settle();
    move_to(at(0.5, 0.5));
    steps(3);
    const Annotation before = annotations()[0];
    ASSERT_TRUE(click_on("panels", {"measure", "##place 1", "##y"}, 260.0));
    type("17.5");
    press("Return");
    settle();
    EXPECT_EQ(annotations()[0].places[1], glm::dvec3(30.0, 17.5, 32.0));
    EXPECT_EQ(annotations()[0].places[0], before.places[0]);
    press("ctrl+z");
    EXPECT_EQ(annotations()[0], before);
}

TEST_F(MeasureTest, the_picture_does_not_depend_on_what_is_measured) {
    open("synthetic:tree:48");
    const Image before = image();
    annotations() = {{AnnotationKind::sphere, "Ball", {loaded()->grid().center(), loaded()->grid().center() + 8.0}}};
    settle();
    EXPECT_EQ(image().rgba, before.rgba);
    write_session(scene(), folder_ / "measured.json");
    const std::vector<Annotation> kept = annotations();
    open("synthetic:sphere:16");
    EXPECT_TRUE(annotations().empty());
    drop(folder_ / "measured.json");
    settle();
    EXPECT_EQ(annotations(), kept);
    EXPECT_EQ(image().rgba, before.rgba);
}

TEST_F(MeasureTest, places_in_the_3d_view_lie_on_what_is_seen) {
    open("synthetic:sphere:48");
    toggle_placing(tools().measure, AnnotationKind::point);
    put(at(0.5, 0.5));
    settle();
    ASSERT_EQ(annotations().size(), 1u);
    const auto seen = visible_surface(*loaded(), scene(), scene().width / 2, scene().height / 2);
    ASSERT_TRUE(seen);
    EXPECT_LT(glm::distance(annotations()[0].places[0], *seen), 1.5);
    put(at(0.01, 0.02)); // nothing there
    EXPECT_EQ(annotations().size(), 1u);
    EXPECT_TRUE(tools().measure.placing);
    const Camera camera = scene().camera;
    pull(at(0.3, 0.3), at(0.4, 0.35), 1); // the view still turns
    EXPECT_EQ(annotations().size(), 1u);
    EXPECT_NE(scene().camera, camera);
}

TEST_F(MeasureTest, isosurfaces_are_seen_too) {
    open("synthetic:sphere:48");
    scene().settings.mode = Mode::isosurface;
    scene().settings.surfaces = {{.isovalue = 100.5}};
    settle();
    const auto seen = seen_place(*loaded(), scene(), scene().width / 2, scene().height / 2);
    ASSERT_TRUE(seen);
    EXPECT_NEAR(*value_at(loaded()->volume, *seen), 100.5, 2.0);
}

TEST_F(MeasureTest, a_double_click_gives_a_slice_all_of_the_view_and_moves_no_crosshair) {
    open_slices("synthetic:tree:48");
    const glm::ivec3 crosshair = tools().slices.voxel;
    put(in_slice(2, {10.0, 20.0, 24.0}));
    EXPECT_NE(tools().slices.voxel, crosshair);
    const glm::ivec3 clicked = tools().slices.voxel;
    double_click(in_slice(2, {30.0, 35.0, 24.0}));
    settle();
    EXPECT_EQ(tools().slices.alone, 2);
    EXPECT_EQ(tools().slices.voxel, clicked);
    const Camera camera = scene().camera;
    const std::size_t told = notices().size();
    double_click(at(0.5, 0.5)); // where the 3D view comes out
    settle();
    EXPECT_FALSE(tools().slices.alone);
    EXPECT_EQ(scene().camera, camera);
    EXPECT_EQ(notices().size(), told);
}

TEST_F(MeasureTest, titles_of_slices_fit_into_their_panes) {
    open_slices("synthetic:sphere:16");
    const std::string title = "axial  S 40.2 mm  slice 24 (0 .. 47)", numbered = "axial  S 40.2 mm  slice 24";
    const auto width = [](const std::string &text) { return ImGui::CalcTextSize(text.c_str()).x; };
    EXPECT_EQ(fitting_title(title, width(title)), title);
    EXPECT_EQ(fitting_title(title, width(title) - 1.0f), numbered);
    EXPECT_EQ(fitting_title(title, width(numbered) - 1.0f), "axial  S 40.2 mm");
    EXPECT_LE(width(fitting_title(title, 60.0f)), 60.0f);
}

TEST_F(MeasureTest, a_line_ends_with_a_double_click) {
    open_slices("synthetic:tree:48");
    toggle_placing(tools().measure, AnnotationKind::polyline);
    put(in_slice(2, {10.0, 10.0, 24.0}));
    put(in_slice(2, {20.0, 10.0, 24.0}));
    EXPECT_TRUE(annotations().empty());
    double_click(in_slice(2, {20.0, 20.0, 24.0}));
    settle();
    ASSERT_EQ(annotations().size(), 1u);
    EXPECT_EQ(annotations()[0].places.size(), 3u);
    EXPECT_TRUE(tools().measure.placed.empty()) << "no further line has begun";
    EXPECT_NEAR(*length_of(annotations()[0]), 20.0, 1.5);
}

TEST_F(MeasureTest, regions_are_read_in_the_background) {
    open_slices("synthetic:sphere:48");
    toggle_placing(tools().measure, AnnotationKind::box);
    put(in_slice(2, {20.0, 20.0, 24.0}));
    put(in_slice(2, {28.0, 28.0, 24.0}));
    press("Escape");
    ASSERT_EQ(annotations().size(), 1u);
    ASSERT_TRUE(wait_for([this] { return reading_of(tools().measure, state().document, 0) != nullptr; }));
    const AnnotationReading reading = *reading_of(tools().measure, state().document, 0);
    ASSERT_TRUE(reading.region);
    const RegionStatistics expected =
        region_statistics(loaded()->volume, annotations()[0], threshold_of(tools().measure, state().document));
    EXPECT_EQ(reading.region->voxels, expected.voxels);
    EXPECT_EQ(reading.region->mean, expected.mean);
    EXPECT_GT(reading.region->voxels, 49u);
}

/// A file of noise whose voxel axes are turned by 30 degrees.
std::filesystem::path write_turned_noise(const std::filesystem::path &folder, std::vector<std::int16_t> &values) {
    std::mt19937 random(7);
    values.resize(24 * 20 * 16);
    for (std::int16_t &value : values) {
        value = static_cast<std::int16_t>(static_cast<int>(random() % 3000) - 1000);
    }
    const std::filesystem::path file = folder / "turned.nrrd";
    std::ofstream stream(file, std::ios::binary);
    stream << "NRRD0005\ntype: int16\ndimension: 3\nspace: left-posterior-superior\nsizes: 24 20 16\n"
              "space directions: (0.8660254037844386,0.5,0) (-0.75,1.299038105676658,0) (0,0,2)\n"
              "space origin: (-10,5,40)\nspace units: \"mm\" \"mm\" \"mm\"\nendian: little\nencoding: raw\n\n";
    stream.write(reinterpret_cast<const char *>(values.data()), std::streamsize(2 * values.size()));
    return file;
}

TEST_F(MeasureTest, a_box_in_a_turned_volume_has_the_numbers_of_its_voxels) {
    std::vector<std::int16_t> values;
    open_slices(write_turned_noise(folder_, values).string());
    toggle_placing(tools().measure, AnnotationKind::box);
    put(in_slice(2, {5.0, 4.0, 8.0}));
    put(in_slice(2, {18.0, 15.0, 8.0}));
    press("Escape");
    ASSERT_EQ(annotations().size(), 1u);
    const Grid &grid = loaded()->grid();
    const auto corner = [&](glm::dvec3 voxel) { return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0)); };
    const glm::dvec3 put_at[2] = {voxel_of(grid, annotations()[0].places[0]),
                                  voxel_of(grid, annotations()[0].places[1])};
    EXPECT_NEAR(put_at[0].x, 5.0, 0.5);
    EXPECT_NEAR(put_at[1].y, 15.0, 0.5);
    EXPECT_NEAR(put_at[0].z, 8.0, 1e-9);
    annotations()[0].places = {corner({4.5, 3.5, 2.5}), corner({17.5, 14.5, 12.5})}; // 13 x 11 x 10 voxels
    tools().measure.threshold = 250.0;
    ASSERT_TRUE(wait_for([this] { return reading_of(tools().measure, state().document, 0) != nullptr; }));
    const std::optional<RegionStatistics> &region = reading_of(tools().measure, state().document, 0)->region;
    ASSERT_TRUE(region);
    double sum = 0.0, squares = 0.0, least = 1e9, most = -1e9;
    int above = 0;
    const auto each = [&](const std::function<void(double)> &visit) {
        for (std::size_t z = 3; z <= 12; ++z) {
            for (std::size_t y = 4; y <= 14; ++y) {
                for (std::size_t x = 5; x <= 17; ++x) {
                    visit(values[x + 24 * (y + 20 * z)]);
                }
            }
        }
    };
    each([&](double value) {
        sum += value;
        least = std::min(least, value);
        most = std::max(most, value);
        above += value >= 250.0;
    });
    constexpr double count = 13.0 * 11.0 * 10.0, voxel = 1.0 * 1.5 * 2.0;
    const double mean = sum / count;
    each([&](double value) { squares += (value - mean) * (value - mean); });
    EXPECT_EQ(region->voxels, 1430u);
    EXPECT_NEAR(region->mean, mean, 1e-9);
    EXPECT_NEAR(region->deviation, std::sqrt(squares / (count - 1.0)), 1e-9);
    EXPECT_EQ(region->smallest, least);
    EXPECT_EQ(region->largest, most);
    EXPECT_NEAR(region->volume, count * voxel, 1e-9);
    EXPECT_NEAR(region->volume_above, above * voxel, 1e-9);
    settle();
}

TEST_F(MeasureTest, fields_of_places_lie_below_each_other_where_text_is_large) {
    std::vector<std::int16_t> values;
    open(write_turned_noise(folder_, values).string());
    for (const std::string &name : section_names(state())) {
        state().store.sections[name] = name == "Measure";
    }
    annotations() = {{AnnotationKind::point, "Point 1", {loaded()->grid().center()}}};
    tools().measure.selected = 0;
    state().window.set_scale(3.0);
    open_section(state(), "Measure");
    move_to(at(0.5, 0.5));
    settle();
    const auto field_at = [this](double x) { return find("panels", {"measure", "##place 0", "##y"}, x); };
    std::string left;
    for (int i = 0; i < 8 && left.empty(); ++i) {
        scroll_panels(2);
        left = field_at(60.0);
    }
    EXPECT_FALSE(left.empty());
    EXPECT_FALSE(field_at(ImGui::FindWindowByName("panels")->Size.x - 90.0).empty()) << "the whole width";
    state().window.set_scale(1.0);
    settle();
}

TEST_F(MeasureTest, slices_are_zoomed_moved_and_shown_alone) {
    open_slices("synthetic:tree:48");
    Slices &slices = tools().slices;
    const std::string place = in_slice(2, {30.0, 12.0, 24.0});
    const glm::dvec2 under = slice(2).pixel({30.0, 12.0, 24.0});
    move_to(place);
    user_does("keydown ctrl");
    EXPECT_TRUE(wait_for([] { return ImGui::GetIO().KeyCtrl; }));
    user_does("click 4 click 4 click 4");
    EXPECT_TRUE(wait_for([&] { return slices.views[2].zoom > 1.2; }));
    user_does("keyup ctrl");
    EXPECT_TRUE(wait_for([] { return !ImGui::GetIO().KeyCtrl; }));
    EXPECT_EQ(slices.views[0].zoom, 1.0);
    EXPECT_LT(glm::distance(slice(2).pixel({30.0, 12.0, 24.0}), under), 3.0) << "what lies under the mouse stays there";
    const SliceView before = slices.views[2];
    pull(in_slice(2, {30.0, 12.0, 24.0}), in_slice(2, {20.0, 12.0, 24.0}), 2);
    EXPECT_NEAR(slices.views[2].shift.x, before.shift.x - 10.0, 1.0);
    const int position = slices.voxel.z;
    press("Prior");
    EXPECT_EQ(slices.voxel.z, position + 1);
    press("Down");
    EXPECT_EQ(slices.voxel.z, position);
    double_click(in_slice(2, {20.0, 20.0, 24.0}));
    EXPECT_EQ(slices.alone, 2);
    press("Escape");
    EXPECT_FALSE(slices.alone);
}

TEST_F(MeasureTest, right_drags_change_window_and_level_as_3d_slicer_does) {
    open_slices("synthetic:tree:48");
    const auto window = [this] { return slice_window(state().document, 0); };
    const ValueRange usual = window();
    const auto level = [](ValueRange range) { return (range.min + range.max) / 2.0; };
    const auto width = [](ValueRange range) { return range.max - range.min; };
    pull(in_slice(2, {20.0, 20.0, 24.0}), in_slice(2, {30.0, 20.0, 24.0}), 3);
    EXPECT_GT(width(window()), width(usual) * 1.05) << "to the right: wider";
    EXPECT_NEAR(level(window()), level(usual), 1e-6);
    const ValueRange wider = window();
    const glm::dvec2 from = slice(2).pixel({20.0, 20.0, 24.0});
    pull(on_screen(from.x, from.y), on_screen(from.x, from.y - 50.0), 3);
    EXPECT_GT(level(window()), level(wider)) << "upwards: higher";
    EXPECT_NEAR(width(window()), width(wider), 1e-6);
    settle();
    press("ctrl+z");
    EXPECT_EQ(window(), wider);
    press("ctrl+z");
    EXPECT_EQ(window(), usual);
}

TEST_F(MeasureTest, slabs_show_the_largest_of_their_voxels) {
    open_slices("synthetic:tree:48");
    Slices &slices = tools().slices;
    const Image thin =
        slice_image(*loaded(), slice_frame(loaded()->grid(), 2, {24.0, 24.0, 24.0}), slices.contents->channels);
    const Image thick = slice_image(*loaded(), slice_frame(loaded()->grid(), 2, {24.0, 24.0, 24.0}),
                                    slices.contents->channels, {9, SliceSlab::Kind::maximum});
    std::size_t brighter = 0;
    for (std::size_t i = 0; i < thin.rgba.size(); ++i) {
        ASSERT_GE(thick.rgba[i], thin.rgba[i]);
        brighter += thick.rgba[i] > thin.rgba[i];
    }
    EXPECT_GT(brighter, 100u);
    scene().slice_planes.slab.voxels = 9;
    move_to(in_slice(2, {20.0, 20.0, 24.0})); // a window where nothing happens is not drawn
    EXPECT_EQ(slices.contents->slab.voxels, 9);
}

TEST_F(MeasureTest, sessions_keep_how_slices_are_looked_at) {
    open_slices("synthetic:tree:48");
    Slices &slices = tools().slices;
    move_to(in_slice(2, {30.0, 20.0, 24.0}));
    user_does("keydown ctrl click 4 click 4 keyup ctrl");
    ASSERT_TRUE(wait_for([&] { return slices.views[2].zoom > 1.2; }));
    pull(in_slice(2, {20.0, 20.0, 24.0}), in_slice(2, {24.0, 26.0, 24.0}), 2);
    const std::array<SliceView, 3> views = slices.views;
    EXPECT_GT(glm::length(views[2].shift), 1.0);
    move_to(in_slice(0, {24.0, 20.0, 20.0}));
    user_does("click --repeat 2 --delay 10 1");
    ASSERT_TRUE(wait_for([&] { return slices.alone == 0; }));
    steps(3);
    press("ctrl+z"); // looking around is no edit
    EXPECT_EQ(slices.views, views);
    const std::filesystem::path file = folder_ / "slices.json";
    std::ofstream(file) << to_json(scene()).dump();
    open("synthetic:tree:32");
    EXPECT_FALSE(tools().slices.alone) << "another volume is seen whole";
    EXPECT_EQ(tools().slices.views, (std::array<SliceView, 3>{}));
    open(file.string());
    EXPECT_EQ(tools().slices.views, views);
    EXPECT_EQ(tools().slices.alone, 0);
}

TEST_F(MeasureTest, lines_of_a_slice_turn_the_two_others) {
    open_slices("synthetic:tree:48");
    Slices &slices = tools().slices;
    const Grid grid = loaded()->grid();
    const SlicePlanes straight;
    const glm::dvec3 center = slices.center();
    const glm::dvec2 middle = slice(2).pixel(center);
    const double reach = 18.0 * slice(2).scale;
    const glm::dvec2 crosshair_below = slice(0).pixel(center);
    pull(on_screen(middle.x, middle.y + reach),
         on_screen(middle.x - reach * std::sin(0.5), middle.y + reach * std::cos(0.5)), 1); // 0.5 to the left
    EXPECT_EQ(slices.center(), center) << "the crosshair stays";
    const SlicePlanes turned = scene().slice_planes;
    EXPECT_EQ(turned.turned[2], straight.turned[2]);
    const SlicePlanes expected = turned_about(straight, grid, slice_frame(grid, 2, center), 0.5);
    for (int other = 0; other < 2; ++other) {
        for (int column = 0; column < 3; ++column) {
            EXPECT_LT(
                glm::distance(turned.turned[std::size_t(other)][column], expected.turned[std::size_t(other)][column]),
                2.0 / reach);
        }
        const SliceFrame frame = slice_frame(grid, other, center, turned.turned[std::size_t(other)]);
        EXPECT_EQ(slices.pictures[std::size_t(other)]->rgba,
                  slice_image(*loaded(), frame, slices.contents->channels).rgba);
    }
    EXPECT_LT(glm::distance(slice(0).pixel(center), crosshair_below), 1.0) << "it stays in its pane, too";

    // The value under the mouse is that of the place.
    move_to(in_slice(0, center + 5.0 * slice(0).frame.right));
    ASSERT_TRUE(slices.place_under_mouse);
    EXPECT_NEAR(slices.contents->frames[0].place(*slices.place_under_mouse).z, 0.0, 1e-9);
    EXPECT_EQ(slices.under_mouse, glm::ivec3(glm::floor(*slices.place_under_mouse + 0.5)));
    // The wheel goes across it.
    user_does("click 4");
    EXPECT_TRUE(wait_for([&] { return slices.center() != center; }));
    EXPECT_LT(glm::distance(slices.center(), center + slices.contents->frames[0].across), 1e-6);
    press("Down");
    EXPECT_LT(glm::distance(slices.center(), center), 1e-6);
    // A ruler has the length of the world.
    press("n");
    const glm::dvec3 from = slice(0).frame.voxel(20.0, 25.0), to = slice(0).frame.voxel(40.0, 25.0);
    put(in_slice(0, from));
    put(in_slice(0, to));
    settle();
    press("Escape");
    ASSERT_EQ(annotations().size(), 1u);
    EXPECT_NEAR(*length_of(annotations()[0]), 20.0 * grid.smallest_spacing(), 3.0 / slice(0).scale);
    EXPECT_NEAR(slice(0).depth(voxel_of(grid, annotations()[0].places[1])), 0.0, 1e-6);
    press("ctrl+z");
    EXPECT_TRUE(annotations().empty());

    // All of it is undone, kept in sessions, and reset.
    press("ctrl+z");
    EXPECT_EQ(scene().slice_planes.turned, straight.turned);
    steps(2);
    EXPECT_EQ(slices.pictures[0]->rgba,
              slice_image(*loaded(), slice_frame(grid, 0, center), slices.contents->channels).rgba);
    press("ctrl+shift+z");
    EXPECT_EQ(scene().slice_planes.turned, turned.turned);
    steps(2);
    const Scene again = scene_from_json(to_json(scene()).dump());
    EXPECT_EQ(again.slice_planes.turned, turned.turned);
    EXPECT_LT(glm::distance(again.slice_planes.center, center), 1e-6);
    execute(state(), Command::reset_slices);
    move_to(in_slice(2, {20.0, 20.0, 24.0})); // a window where nothing happens is not drawn
    EXPECT_EQ(scene().slice_planes.turned, straight.turned);
    EXPECT_EQ(slices.center(), glm::dvec3(slices.voxel));
    EXPECT_LT(glm::length(slices.views[0].shift), 1e-6);
}

/// voxmarch render draws of the session what is shown, bit for bit.
void MeasureTest::expect_render_draws_it() {
    Scene shown = scene();
    shown.figure = {}; // lies over the picture in the window
    write_session(shown, folder_ / "shown.json");
    const std::string picture = (folder_ / "shown.png").string();
    ASSERT_TRUE(voxmarch("render " + (folder_ / "shown.json").string() + " --embed none -o " + picture));
    EXPECT_EQ(read_png(picture).rgba, image().rgba);
}

TEST_F(MeasureTest, the_3d_view_shows_the_pictures_of_slices) {
    open_slices("synthetic:tree:48");
    Slices &slices = tools().slices;
    const Image volume = image();
    press("ctrl+shift+x");
    settle();
    EXPECT_EQ(scene().slice_planes.shown, PlanesShown::with_volume);
    EXPECT_NE(image().rgba, volume.rgba);
    scene().slice_planes.shown = PlanesShown::alone;
    move_to(at(0.9, 0.9)); // a window where nothing happens is not drawn
    settle();
    // Of the three the one along z is the nearest there.
    const glm::dvec3 eye = voxel_of(loaded()->grid(), scene().camera.eye);
    int seen = 0;
    for (const double share : {0.1, 0.2, 0.3, 0.4}) {
        const SliceFrame &frame = slices.contents->frames[2];
        glm::dvec3 place = slices.center();
        place.x += (eye.x > place.x ? 1.0 : -1.0) * share * 48.0;
        place.y += (eye.y > place.y ? 1.0 : -1.0) * 0.25 * 48.0;
        const glm::dvec3 pixel = frame.place(place);
        const glm::dvec3 in_view =
            view_from_world(scene().camera, size_of_view(scene()), world_of(loaded()->grid(), place));
        const auto grey = [](const Image &of, double x, double y) {
            return int(of.rgba[(std::size_t(y) * std::size_t(of.width) + std::size_t(x)) * 4]);
        };
        EXPECT_NEAR(grey(image(), in_view.x, in_view.y),
                    grey(*slices.pictures[2], std::round(pixel.x), std::round(pixel.y)), 48)
            << share;
        seen += grey(image(), in_view.x, in_view.y) > 0;
    }
    EXPECT_GT(seen, 0);
    EXPECT_EQ(scene().settings.mode, Mode::volume) << "the scene is what it was";
    expect_render_draws_it();
    scene().slice_planes.shown = PlanesShown::with_volume;
    scene().slice_planes.isolines = true;
    scene().slice_planes.turned =
        turned_about(scene().slice_planes, loaded()->grid(), slices.contents->frames[2], 0.3).turned;
    scene().settings.surfaces = {{100.0, {1.0f, 0.5f, 0.0f}, 1.0f}};
    set_slice_window(state().document, 0, ValueRange{10.0, 90.0});
    move_to(at(0.9, 0.8));
    settle();
    expect_render_draws_it();
    scene().slice_planes.shown = PlanesShown::alone;
    scene().slice_planes.turned = SlicePlanes{}.turned;
    scene().settings.surfaces.clear();
    move_to(at(0.9, 0.9));
    settle();
    // Animations show them too.
    Animation &animation = tools().save.animation;
    animation.turntable = true;
    animation.frames = 2;
    animation.width = scene().width;
    animation.height = scene().height;
    start_animation(state(), folder_ / "turn");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    const Image first = read_png(folder_ / "turn" / "frame-0000.png");
    const auto most = static_cast<std::uint64_t>(first.width) * static_cast<std::uint64_t>(first.height) / 50;
    EXPECT_LT(compare(first, image(), 32).pixels_above, most);
    EXPECT_GT(compare(first, volume, 32).pixels_above, most);
    press("ctrl+shift+x");
    settle();
    EXPECT_EQ(image().rgba, volume.rgba);
}

TEST_F(MeasureTest, a_slice_that_has_all_of_the_view_is_saved_as_it_is_shown) {
    open_slices("synthetic:sphere:48");
    tools().slices.alone = 2;
    move_to(at(0.9, 0.9)); // a window where nothing happens is not drawn
    steps(3);
    tools().save.folder = folder_;
    press("p");
    ASSERT_TRUE(wait_for([&] { return !notices().empty() && notices().back().text.starts_with("saved "); }));
    ASSERT_TRUE(std::filesystem::exists(notices().back().text.substr(6))) << notices().back().text;
    const Image saved = read_png(notices().back().text.substr(6));
    const PaneRect pane = tools().slices.shown_pane;
    ASSERT_EQ(saved.width, static_cast<int>(pane.size.x)) << notices().back().text;
    ASSERT_EQ(saved.height, static_cast<int>(pane.size.y));
    // Beside the crosshair the middle of the sphere is bright, the border of its picture dark.
    EXPECT_GT(saved.pixel(saved.width / 2 + 20, saved.height / 2 + 20)[0], 150);
    EXPECT_LT(saved.pixel(saved.width / 2 - saved.height / 2 + 8, saved.height / 2 + 20)[0], 60);
}

TEST_F(MeasureTest, slices_and_the_3d_view_are_saved_together) {
    open_slices("synthetic:sphere:48");
    settle();
    tools().save.folder = folder_;
    press("shift+p");
    ASSERT_TRUE(wait_for([&] { return !notices().empty() && notices().back().text.starts_with("saved "); }));
    const std::string file = notices().back().text.substr(6);
    EXPECT_NE(file.find("-slices-"), std::string::npos) << file;
    const Image saved = read_png(file);
    EXPECT_EQ(saved.width, static_cast<int>(tools().slices.shown_pane.size.x));
    EXPECT_GT(saved.width, 2 * scene().width - 3);
    EXPECT_GT(saved.height, 2 * scene().height - 3);
    const auto bright = [&](double x, double y) { // the middle of each is in the sphere, beside the crosshair
        const std::uint8_t *pixel =
            saved.pixel(static_cast<int>(x * saved.width) + 15, static_cast<int>(y * saved.height) + 15);
        return *std::max_element(pixel, pixel + 3) > 60;
    };
    EXPECT_TRUE(bright(0.25, 0.25) && bright(0.75, 0.25) && bright(0.25, 0.75) && bright(0.75, 0.75));
}

TEST_F(MeasureTest, no_window_lies_over_saved_slices) {
    open_slices("synthetic:sphere:48");
    tools().save.folder = folder_;
    const auto saved = [&] {
        const std::size_t told = notices().size();
        press("shift+p");
        EXPECT_TRUE(wait_for([&] { return notices().size() > told || tools().save.window_wanted.empty(); }));
        steps(3);
        return read_png(notices().back().text.substr(6));
    };
    const Image alone = saved();
    dialogs().help = true;
    const auto kept = std::make_shared<KeptPicture>("Drawing a picture of 880 x 660 pixels", -100.0);
    tools().save.pictures.push_back(kept); // for long
    ASSERT_TRUE(wait_for([] {
        const ImGuiWindow *progress = ImGui::FindWindowByName("progress");
        return progress && progress->WasActive;
    }));
    EXPECT_EQ(saved().rgba, alone.rgba);
    tools().save.pictures.clear();
    dialogs().help = false;
    settle();
}

TEST_F(MeasureTest, the_panel_keeps_its_height_while_a_region_is_read_anew) {
    open("synthetic:sphere:48");
    for (const std::string &name : section_names(state())) {
        state().store.sections[name] = name == "Measure";
    }
    annotations() = {{AnnotationKind::box, "Box 1", {{10.0, 10.0, 10.0}, {40.0, 40.0, 40.0}}}};
    tools().measure.selected = 0;
    ASSERT_TRUE(wait_for([this] { return reading_of(tools().measure, state().document, 0) != nullptr; }));
    settle();
    move_to(at(0.5, 0.5));
    steps(5);
    const ImGuiWindow *column = ImGui::FindWindowByName("panels");
    const float height = column->ContentSize.y;
    annotations()[0].places[1].z = 30.0;
    viewer_->step(0);
    for (int i = 0; i < 20; ++i) {
        user_does("mousemove_relative 1 0"); // another frame
        viewer_->step(0);
        EXPECT_EQ(column->ContentSize.y, height);
    }
    settle();
    const AnnotationReading *reading = reading_of(tools().measure, state().document, 0);
    ASSERT_TRUE(reading && reading->region);
    EXPECT_EQ(reading->region->voxels, 31u * 31u * 21u);
    EXPECT_EQ(tools().measure.known.size(), 1u);
}

TEST_F(MeasureTest, what_is_typed_right_after_a_click_into_a_field_is_no_command) {
    open("synthetic:sphere:48");
    for (const std::string &name : section_names(state())) {
        state().store.sections[name] = name == "Measure";
    }
    annotations() = {{AnnotationKind::ruler, "Ruler 1", {{10.0, 11.0, 12.0}, {30.0, 31.0, 32.0}}}};
    tools().measure.selected = 0;
    settle();
    const std::string field = find("panels", {"measure", "##name"}, 300.0);
    ASSERT_FALSE(field.empty());
    const Camera camera = scene().camera;
    user_does("click 1 key 2 key 3"); // all of it before the next frame
    steps(12);
    settle();
    EXPECT_EQ(scene().camera, camera);
    EXPECT_EQ(annotations()[0].name, "Ruler 123");
}

TEST_F(MeasureTest, slices_have_lines_of_the_isosurfaces_values) {
    open_slices("synthetic:sphere:48"); // 128 at radius 0.35 of the edge
    scene().settings.surfaces = {{128.0, {1.0f, 0.5f, 0.0f}, 1.0f}};
    EXPECT_TRUE(tools().slices.lines[2].empty());
    scene().slice_planes.isolines = true;
    move_to(in_slice(2, {24.0, 24.0, 24.0}));
    ASSERT_EQ(tools().slices.lines[2].size(), 1u);
    const SliceLine &line = tools().slices.lines[2][0];
    EXPECT_GT(line.pieces.size(), 80u);
    const double depth = 24.0 - 23.5, radius = std::sqrt(0.35 * 47.0 * 0.35 * 47.0 - depth * depth);
    for (const LinePiece &piece : line.pieces) {
        EXPECT_NEAR(glm::distance(glm::dvec2(piece.from), glm::dvec2(23.5)), radius, 0.15);
    }
}

} // namespace

} // namespace voxmarch
