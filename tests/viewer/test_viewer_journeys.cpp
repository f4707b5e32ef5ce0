// Whole journeys of the people the viewer is for, from opening a file to coming back to it, with a real mouse.
#include "app/viewer/panels/channels.h"
#include "app/viewer/view/measure_tool.h"
#include "scene/picture_looks.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <imgui.h>
#include <set>

namespace voxmarch {

namespace {

/// Air, a body of water and in it a bone: values in Hounsfield units, patient coordinates.
std::filesystem::path write_ct(const std::filesystem::path &folder) {
    constexpr int edge = 40;
    const std::filesystem::path file = folder / "head-ct.nrrd";
    std::ofstream stream(file, std::ios::binary);
    stream << fmt::format("NRRD0004\ntype: int16\ndimension: 3\nsizes: {0} {0} {0}\nendian: little\n"
                          "space: left-posterior-superior\nspace directions: (0.5,0,0) (0,0.5,0) (0,0,1.5)\n"
                          "space origin: (-10,-10,100)\nspace units: \"mm\" \"mm\" \"mm\"\nencoding: raw\n\n",
                          edge);
    for (int i = 0; i < edge * edge * edge; ++i) {
        const glm::dvec3 voxel(i % edge, i / edge % edge, i / (edge * edge));
        const double body = glm::distance(voxel, glm::dvec3(20)), bone = glm::distance(voxel, glm::dvec3(24, 18, 20));
        const double value = body > 17.0 ? -1000.0 : bone < 6.0 ? 900.0 + 20.0 * voxel.x : 40.0 + voxel.y;
        const auto stored = static_cast<std::uint16_t>(static_cast<std::int16_t>(value));
        stream.put(static_cast<char>(stored & 255)).put(static_cast<char>(stored >> 8));
    }
    return file;
}

class Journeys : public ViewerTest {
protected:
    /// Ctrl+O and the name of a file.
    void open_by_dialog(const std::filesystem::path &file) {
        press("ctrl+o");
        name_file(file);
        settle();
        ASSERT_TRUE(loaded());
    }

    /// Ctrl+Shift+P, words, Enter.
    void run_by_words(const std::string &words) {
        press("ctrl+shift+p");
        steps(4);
        user_does(fmt::format("type --delay 1 '{}'", words));
        steps(10);
        press("Return");
        settle();
    }

    /// The middle of the slice along z (as it lies in the window: to the right of the 3D view), moved by pixels.
    std::string in_axial(double dx, double dy) {
        const glm::dvec2 corner = view().origin + glm::dvec2(scene().width, 0.0);
        return on_screen(corner.x + (900.0 - corner.x) / 2.0 + dx, corner.y + scene().height / 2.0 + dy);
    }

    /// The program as it is started again.
    void restart_with(const std::filesystem::path &file) {
        LoadRequest first;
        first.volume.source = file.string();
        open(first);
    }
};

TEST_F(Journeys, a_radiologist_measures_a_bone_and_comes_back_to_it) {
    open("synthetic:sphere:16");
    open_by_dialog(write_ct(folder_));
    EXPECT_EQ(loaded()->grid().unit, LengthUnit::millimeter);
    EXPECT_EQ(value_unit(state().document), " HU");
    run_by_words("slices");
    ASSERT_TRUE(tools().slices.open);
    // The bone window: level 400 or so, wider than 1000.
    dialogs().section = "Slices";
    dialogs().reveals = 2;
    steps(6);
    ASSERT_TRUE(click_on("panels", {"slices", "##preset"}, 250.0));
    for (int i = 0; i < 6; ++i) { // from the first, Brain
        press("Down");
    }
    press("Return");
    settle();
    const ValueRange window = slice_window(state().document, 0);
    EXPECT_EQ(window, (ValueRange{-500.0, 1300.0})) << "bone: level 400, window 1800";
    // Across the bone, in the slice.
    run_by_words("ruler");
    click(in_axial(-20.0, 0.0));
    click(in_axial(30.0, 0.0));
    press("Escape");
    settle();
    ASSERT_EQ(scene().annotations.size(), 1u);
    const double length = *length_of(scene().annotations[0]);
    EXPECT_GT(length, 1.0);
    EXPECT_LT(length, 20.0);
    const std::string reading = reading_text(tools().measure, state().document, 0);
    EXPECT_NE(reading.find("mm"), std::string::npos) << reading;
    // Half of it cut away.
    run_by_words("clip");
    scene().settings.clip_high.z = 0.5;
    settle();
    const Image shown = image();
    press("ctrl+s");
    settle();
    const std::filesystem::path session = folder_ / "head-ct-001.json";
    ASSERT_TRUE(std::filesystem::exists(session));
    const Scene saved = scene();

    const glm::ivec3 crosshair = tools().slices.voxel;
    tools().slices.open = false;
    restart_with(session);
    EXPECT_EQ(scene().annotations, saved.annotations);
    EXPECT_EQ(slice_window(state().document, 0), window);
    EXPECT_EQ(scene().settings.clip_high, saved.settings.clip_high);
    EXPECT_EQ(reading_text(tools().measure, state().document, 0), reading);
    EXPECT_TRUE(tools().slices.open);
    EXPECT_EQ(tools().slices.voxel, crosshair);
    EXPECT_EQ(image().width, shown.width);
    EXPECT_EQ(image().rgba, shown.rgba);
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", session.string(), (folder_ / "again.png").string())));
    EXPECT_EQ(read_png(folder_ / "again.png").rgba, shown.rgba);
}

TEST_F(Journeys, a_teacher_comes_back_from_another_example) {
    open("synthetic:sphere:16");
    run_by_words("open an example: torus");
    EXPECT_NE(state().document.name().find("torus"), std::string::npos) << state().document.name();
    run_by_words("isosurfaces");
    EXPECT_EQ(scene().settings.mode, Mode::isosurface);
    drag(at(0.5, 0.5), at(0.6, 0.4), 1);
    settle();
    const Image shown = image();
    press("p");
    settle();
    std::filesystem::path picture;
    for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
        if (entry.path().extension() == ".png") {
            picture = entry.path();
        }
    }
    ASSERT_FALSE(picture.empty());
    EXPECT_EQ(read_png(picture).rgba, shown.rgba);
    // Another lesson, and back to the picture.
    run_by_words("open an example: sphere");
    press("Right"); // from "Save" to "Don't save": what was turned and chosen is in the picture
    press("Return");
    settle();
    EXPECT_NE(state().document.name().find("sphere"), std::string::npos) << state().document.name();
    EXPECT_NE(image().rgba, shown.rgba);
    drop(picture);
    EXPECT_NE(state().document.name().find("torus"), std::string::npos) << state().document.name();
    EXPECT_EQ(image().rgba, shown.rgba);
}

} // namespace

} // namespace voxmarch
