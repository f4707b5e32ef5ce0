// How volumes are read, the dialogs for files, workspaces and the turntable, in the real program.
#include "tests/viewer/viewer_test.h"

#include "app/viewer/panels/column.h"
#include "app/viewer/panels/number_text.h"
#include "scene/other_reading.h"

#include <cstdlib>
#include <fstream>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

namespace voxmarch {
namespace {

constexpr const char *window = "How the volume is read";

class ReadingTest : public ViewerTest {
protected:
    void open_file() {
        shows_strip_ = true;
        const std::filesystem::path file = folder_ / "ring.nrrd";
        ASSERT_TRUE(voxmarch(fmt::format("synthesize torus -n 24 -o {}", file.string())));
        open(file.string());
    }

    /// Types into a field of the form.
    void fill_in(const char *field, double x, const std::string &text) {
        ASSERT_TRUE(click_on(window, {field}, x)) << field;
        steps(3);
        type(text);
        press("Return");
        steps(4);
    }

    /// The list of the dialog, a window of its own.
    static const ImGuiWindow *list() {
        for (const ImGuiWindow *one : ImGui::GetCurrentContext()->Windows) {
            if (one->WasActive && std::string(one->Name).find("/list_") != std::string::npos) {
                return one;
            }
        }
        return nullptr;
    }

    bool shows_own_dialog() {
        const ImGuiWindow *own = ImGui::FindWindowByName(dialogs().file.question.title.c_str());
        return own && own->WasActive;
    }

    void make_zenity(const std::string &body) {
        const std::filesystem::path bin = folder_ / "bin";
        std::filesystem::create_directories(bin);
        std::ofstream(bin / "zenity") << "#!/bin/sh\necho \"$@\" > '" << (folder_ / "asked").string() << "'\n"
                                      << body << "\n";
        std::filesystem::permissions(bin / "zenity", std::filesystem::perms::owner_all);
        ::setenv("PATH", (bin.string() + ":" + path_).c_str(), 1);
        ::setenv("XDG_CURRENT_DESKTOP", "test", 1);
    }
    void TearDown() override {
        ::setenv("PATH", path_.c_str(), 1);
        ::unsetenv("XDG_CURRENT_DESKTOP");
        ViewerTest::TearDown();
    }
    const std::string path_ = std::getenv("PATH");
};

TEST_F(ReadingTest, the_strip_changes_how_the_volume_is_read_and_undo_takes_it_back) {
    open_file();
    ASSERT_TRUE(dialogs().reading.strip);
    Annotation ruler{AnnotationKind::ruler, "Ruler 1", {}, {}, true};
    const Grid before = loaded()->grid();
    ruler.places = {glm::dvec3(before.world_from_voxel() * glm::dvec4(2, 2, 2, 1)),
                    glm::dvec3(before.world_from_voxel() * glm::dvec4(2, 12, 2, 1))};
    scene().annotations = {ruler};
    settle();
    const Camera camera = scene().camera;
    const double change = 10.0 + ImGui::CalcTextSize(reading_text(state()).c_str()).x + 30.0;
    ASSERT_TRUE(click_on("reading", {"Change"}, change));
    steps(4);
    ASSERT_TRUE(dialogs().reading.open);
    const LoadedVolume *file = loaded().get();
    fill_in("##spacing y", 255.0, "2,5");
    settle();
    EXPECT_NE(loaded().get(), file);
    EXPECT_EQ(loaded()->grid().spacing, glm::dvec3(before.spacing.x, 2.5, before.spacing.z));
    EXPECT_EQ(loaded()->volume.bytes().data(), file->volume.bytes().data()) << "read twice";
    EXPECT_NEAR(*length_of(scene().annotations[0]), 25.0, 1e-9);
    EXPECT_NE(scene().camera, camera);
    EXPECT_EQ(scene_from_json(to_json(scene()).dump()).volume, scene().volume);

    for (const char *nonsense : {"0", "many", "1e30", "nan"}) {
        fill_in("##spacing y", 255.0, nonsense);
        EXPECT_FALSE(dialogs().reading.fields.spacing_problem.empty()) << nonsense;
        EXPECT_EQ(loaded()->grid().spacing.y, 2.5) << nonsense;
    }
    fill_in("##spacing y", 255.0, "2.5");
    EXPECT_TRUE(dialogs().reading.fields.spacing_problem.empty());

    fill_in("##axes", 200.0, "LLS");
    EXPECT_FALSE(dialogs().reading.fields.axes_problem.empty());
    EXPECT_FALSE(loaded()->grid().anatomical);
    fill_in("##axes", 200.0, "RAS");
    settle();
    EXPECT_TRUE(loaded()->grid().anatomical);
    EXPECT_EQ(loaded()->grid().direction[0], glm::dvec3(-1, 0, 0));
    EXPECT_NEAR(*length_of(scene().annotations[0]), 25.0, 1e-9);

    fill_in("##unit of values", 200.0, "K");
    EXPECT_EQ(value_unit(state().document), " K");
    const Scene said = scene_from_json(to_json(scene()).dump());
    EXPECT_EQ(said.value_unit, "K");
    EXPECT_EQ(said.volume.orientation, "RAS");

    press("ctrl+z");
    settle();
    press("ctrl+z");
    settle();
    EXPECT_FALSE(loaded()->grid().anatomical);
    EXPECT_EQ(loaded()->grid().spacing.y, 2.5);
    press("ctrl+z");
    settle();
    EXPECT_EQ(loaded()->grid().spacing, before.spacing);
    EXPECT_NEAR(*length_of(scene().annotations[0]), 10.0 * before.spacing.y, 1e-9);
    EXPECT_FALSE(scene().volume.spacing);
}

TEST_F(ReadingTest, the_strip_is_reached_and_changed_by_keys_alone) {
    open_file();
    const auto has_focus = [](const char *window_name, const char *item) {
        const ImGuiWindow *there = ImGui::FindWindowByName(window_name);
        return there && ImGui::GetCurrentContext()->NavId == ImHashStr(item, 0, there->ID);
    };
    press("shift+Tab"); // from the view
    EXPECT_TRUE(has_focus("reading", "x"));
    press("shift+Tab");
    ASSERT_TRUE(has_focus("reading", "Change"));
    press("Return");
    steps(4);
    ASSERT_TRUE(dialogs().reading.open);
    for (int i = 0; i < 12 && !has_focus(window, "##unit of values"); ++i) {
        press("Tab");
    }
    ASSERT_TRUE(has_focus(window, "##unit of values"));
    press("Return"); // begins to type
    type("K");
    press("Return");
    settle();
    EXPECT_EQ(value_unit(state().document), " K");
    press("Escape");
    press("Escape");
    EXPECT_FALSE(dialogs().reading.open || state().window.keys().inside());
    press("F6");
    for (int i = 0; i < 6 && ImGui::GetCurrentContext()->NavWindow != ImGui::FindWindowByName("reading"); ++i) {
        press("F6");
    }
    EXPECT_TRUE(has_focus("reading", "Change"));
}

TEST_F(ReadingTest, long_notes_leave_the_picture_to_be_seen) {
    open("synthetic:sphere:32");
    std::string long_note = "The file holds";
    while (long_note.size() < 2000) {
        long_note += " räume";
    }
    for (int i = 0; i < 5; ++i) {
        state().notices.add(long_note);
    }
    steps(5);
    const ImGuiWindow *shown = ImGui::FindWindowByName("notices");
    ASSERT_TRUE(shown);
    EXPECT_LT(shown->Size.y, 0.5f * ImGui::GetIO().DisplaySize.y);
    EXPECT_EQ(state().notices.log.back().text, long_note) << "Messages has all of it";
}

TEST_F(ReadingTest, a_session_knows_how_its_volume_is_read) {
    open_file();
    VolumeSource wanted = scene().volume;
    wanted.spacing = glm::dvec3(1.0, 1.0, 3.0);
    wanted.orientation = "LSP";
    set_reading(state().document, wanted);
    settle();
    const std::filesystem::path session = folder_ / "again.json";
    write_session(scene(), session);
    open(session.string());
    EXPECT_EQ(loaded()->grid().spacing, glm::dvec3(1.0, 1.0, 3.0));
    EXPECT_EQ(loaded()->grid().direction[1], glm::dvec3(0, 0, 1));
    EXPECT_TRUE(dialogs().reading.strip); // as of files: its pictures have the size that they had
}

TEST_F(ReadingTest, the_dialog_finds_what_is_typed_sorts_and_goes_up) {
    open_file();
    std::filesystem::create_directories(folder_ / "inner");
    ASSERT_TRUE(voxmarch(fmt::format("synthesize torus -n 12 -o {}", (folder_ / "inner" / "small.nrrd").string())));
    state().store.last_folder = folder_.string();
    press("ctrl+o");
    steps(5);
    type("in");
    steps(2);
    ASSERT_TRUE(dialogs().file.marked);
    EXPECT_EQ(dialogs().file.entries[*dialogs().file.marked].name, "inner");
    press("Return"); // looks inside
    steps(4);
    EXPECT_EQ(dialogs().file.folder, folder_ / "inner");
    EXPECT_EQ(dialogs().file.typed, "");
    press("BackSpace");
    steps(4);
    EXPECT_EQ(dialogs().file.folder, folder_);
    const ImGuiWindow *there = list();
    ASSERT_TRUE(there);
    click(on_screen(there->Pos.x + there->Size.x - 60.0, there->Pos.y + 8.0));
    steps(4);
    EXPECT_EQ(dialogs().file.order.column, FileColumn::date);
    type("ri");
    press("Tab");
    steps(2);
    EXPECT_EQ(dialogs().file.typed, "ring.nrrd");
    press("Return");
    settle();
    EXPECT_FALSE(dialogs().file.open);
    press("ctrl+o");
    steps(5);
    press("Down");
    steps(2);
    EXPECT_EQ(dialogs().file.typed, dialogs().file.entries.front().name);
    type("inn");
    press("Return");
    steps(4);
    EXPECT_EQ(dialogs().file.folder, folder_ / "inner");
    press("Down");
    press("Return");
    settle();
    EXPECT_EQ(loaded()->volume.grid().dims[0], 12);
}

TEST_F(ReadingTest, the_dialog_of_the_desktop_chooses_while_the_window_goes_on) {
    open_file();
    make_zenity(fmt::format("sleep 1; echo '{}'", (folder_ / "ring.nrrd").string()));
    const auto first = loaded();
    press("ctrl+o");
    steps(5);
    ASSERT_TRUE(state().jobs.native.busy());
    EXPECT_FALSE(shows_own_dialog());
    const Camera before = scene().camera;
    drag(at(0.4, 0.5), at(0.6, 0.5), 1);
    EXPECT_NE(scene().camera, before); // it does not wait
    ASSERT_TRUE(wait_for([&] { return loaded() != first; }));
    EXPECT_FALSE(dialogs().file.open);
    EXPECT_NE(read_bytes(folder_ / "asked").find("--file-selection"), std::string::npos);
}

TEST_F(ReadingTest, a_dialog_of_the_desktop_replaces_nothing_that_it_has_not_asked_about) {
    open("synthetic:sphere:16");
    std::ofstream(folder_ / "kept.json") << "kept";
    make_zenity(fmt::format("echo '{}'", (folder_ / "kept").string())); // the extension is put behind it later
    settle(); // a key in a slow first picture would wait for it
    press("ctrl+shift+s");
    ASSERT_TRUE(wait_for([&] { return shows_own_dialog(); }));
    EXPECT_TRUE(dialogs().file.replaces) << "it asks";
    EXPECT_EQ(read_bytes(folder_ / "kept.json"), "kept");
    press("Escape");
    steps(3);
    EXPECT_EQ(read_bytes(folder_ / "kept.json"), "kept");
}

TEST_F(ReadingTest, a_dialog_of_the_desktop_that_fails_gives_way_to_ours) {
    open("synthetic:sphere:16");
    make_zenity("exit 5");
    press("ctrl+o");
    ASSERT_TRUE(wait_for([&] { return shows_own_dialog(); }));
    press("Escape");
    steps(3);
    EXPECT_FALSE(dialogs().file.open);
    make_zenity("sleep 0.6; exit 1"); // cancelled
    press("ctrl+o");
    steps(3);
    EXPECT_TRUE(dialogs().file.open);
    ASSERT_TRUE(wait_for([&] { return !dialogs().file.open; }));
    execute(state(), Command::dialogs_own);
    press("ctrl+o");
    steps(5);
    EXPECT_TRUE(shows_own_dialog());
}

TEST_F(ReadingTest, instruments_live_in_the_speed_lab) {
    open("synthetic:sphere:32");
    state().store.places.clear();
    steps(3);
    EXPECT_FALSE(is_in_workspace(state().store, "Speed"));
    EXPECT_TRUE(is_in_workspace(state().store, "Mode"));
    press("i");
    steps(3);
    EXPECT_TRUE(state().store.lab);
    EXPECT_TRUE(tools().probe.open);
    EXPECT_FALSE(is_in_workspace(state().store, "Transfer function"));
    tools().speed.heat_map = HeatMap::marching_steps;
    const double look = ImGui::CalcTextSize("Look").x + 14.0, lab = ImGui::CalcTextSize("Speed lab").x + 14.0;
    ASSERT_TRUE(click_on("##MainMenuBar", {"##menubar", "Look"}, 900.0 - 4.0 - lab - look / 2.0));
    steps(3);
    EXPECT_FALSE(state().store.lab);
    EXPECT_FALSE(tools().probe.open);
    EXPECT_FALSE(tools().speed.heat_map);
    open_section(state(), "Speed"); // as the palette does
    tools().speed.heat_map = HeatMap::marching_steps;
    move_panel(state(), "Speed", false); // away with it
    EXPECT_FALSE(tools().speed.heat_map);
    move_panel(state(), "Speed", true);
    EXPECT_TRUE(state().store.lab);
    move_panel(state(), "Mode", true);
    const SettingsStore again(folder_ / "config");
    EXPECT_FALSE(again.lab) << "instruments showed it; it is not what the user chose";
    EXPECT_NE(again.places.at("Mode") & 2, 0);
    execute(state(), Command::workspace_lab);
    EXPECT_TRUE(SettingsStore(folder_ / "config").lab);
    execute(state(), Command::workspace_look);
    EXPECT_FALSE(SettingsStore(folder_ / "config").lab);
}

TEST_F(ReadingTest, a_turntable_keeps_the_horizon_level_and_a_trackball_does_not) {
    open("synthetic:sphere:32");
    scene().camera.up = glm::dvec3(0.0, 1.0, 0.0);
    execute(state(), Command::turn_level);
    drag(at(0.3, 0.3), at(0.6, 0.5), 1);
    drag(at(0.3, 0.3), at(0.6, 0.5), 1);
    EXPECT_NEAR(axes_of(scene().camera).right.y, 0.0, 1e-9);
    EXPECT_TRUE(SettingsStore(folder_ / "config").turntable);
    execute(state(), Command::turn_freely);
    drag(at(0.3, 0.3), at(0.6, 0.5), 1);
    drag(at(0.3, 0.3), at(0.6, 0.5), 1);
    EXPECT_GT(std::abs(axes_of(scene().camera).right.y), 0.01);
}

} // namespace
} // namespace voxmarch
