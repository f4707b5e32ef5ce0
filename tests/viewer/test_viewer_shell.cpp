// What is around view and panels: toolbar, palette, keyboard, messages, and the question before edits are lost.
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/preset_names.h"
#include "app/viewer/window/actions.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/toolbar.h"
#include "tests/viewer/viewer_test.h"

#include <algorithm>
#include <imgui_internal.h>
#include <set>

namespace voxmarch {

namespace {

class ShellTest : public ViewerTest {
protected:
    /// The middle of a button of the toolbar; "" if it has none.
    std::string button(Command command) {
        const ImGuiWindow *bar = ImGui::FindWindowByName("toolbar");
        const ImGuiID wanted = ImHashStr(fmt::format("##{}", title_of(command)).c_str(), 0, bar->ID);
        for (float x = 8.0f; x < bar->Size.x; x += 8.0f) {
            const std::string place = on_screen(bar->Pos.x + x, bar->Pos.y + bar->Size.y / 2.0f);
            user_does("mousemove " + place);
            steps(2);
            if (ImGui::GetCurrentContext()->HoveredId == wanted) {
                return place;
            }
        }
        return "";
    }
    /// A command, and an event that has it drawn.
    void perform(Command command) {
        execute(state(), command);
        user_does(fmt::format("mousemove {} mousemove {}", on_screen(510, 300), on_screen(500, 300)));
        steps(5);
    }
    void show_bar() {
        perform(Command::toggle_toolbar);
        settle();
    }
};

TEST_F(ShellTest, buttons_of_the_toolbar_are_commands) {
    open("synthetic:sphere:32");
    const int height = scene().height;
    show_bar();
    EXPECT_LT(scene().height, height);
    click(button(Command::mode_isosurfaces));
    EXPECT_EQ(scene().settings.mode, Mode::isosurface);
    EXPECT_TRUE(command_state(state(), Command::mode_isosurfaces).on);
    settle();
    click(button(Command::undo));
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    click(button(Command::redo));
    EXPECT_EQ(scene().settings.mode, Mode::isosurface);
    click(button(Command::toggle_slices));
    EXPECT_TRUE(tools().slices.open);
    click(button(Command::toggle_slices));
    EXPECT_FALSE(tools().slices.open);
    click(button(Command::toggle_clipping));
    EXPECT_TRUE(tools().clip.shown);
    click(button(Command::toggle_clipping));
    EXPECT_FALSE(tools().clip.shown);
    perform(Command::toggle_panels);
    click(button(Command::toggle_measure)); // shows the column again
    EXPECT_TRUE(dialogs().column);
    EXPECT_TRUE(is_section_open(state(), "Measure"));
    settle();
}

TEST_F(ShellTest, grey_buttons_do_nothing_and_say_why) {
    open("synthetic:sphere:32");
    show_bar();
    EXPECT_EQ(command_state(state(), Command::undo).why_not, "Nothing to undo.");
    EXPECT_NE(command_state(state(), Command::toggle_labels).why_not.find("--labels"), std::string::npos);
    click(button(Command::toggle_labels));
    EXPECT_FALSE(is_section_open(state(), "Labels"));
}

TEST_F(ShellTest, the_toolbar_fits_into_narrow_windows_and_stays_hidden) {
    open("synthetic:sphere:32");
    show_bar();
    state().window.set_scale(2.0);
    SDL_SetWindowSize(state().window.handle(), 1024, 640);
    settle();
    EXPECT_NE(button(Command::open), "");
    EXPECT_NE(button(toolbar_commands().back()), "");
    show_bar();
    EXPECT_FALSE(SettingsStore(folder_ / "config").toolbar);
}

TEST_F(ShellTest, the_palette_goes_on_after_what_cannot_be_done) {
    open("synthetic:sphere:32");
    press("ctrl+shift+p");
    steps(4);
    user_does("type --delay 1 'close labels'"); // there are none
    steps(6);
    press("Return");
    steps(6);
    EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the field has the keyboard again";
    type("labels"); // Open labels is possible, Close labels is not
    EXPECT_TRUE(
        matching_actions(all_actions(state()), "labels").at(std::size_t(dialogs().palette.chosen))->why_not.empty());
    press("Escape");
    EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    settle();
}

TEST_F(ShellTest, the_palette_finds_actions_by_words_and_does_them) {
    open("synthetic:sphere:32");
    press("ctrl+shift+p");
    steps(4);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    user_does("type --delay 1 volume");
    steps(6);
    user_does("type --delay 1 ' iso'"); // both words
    steps(6);
    press("Return");
    steps(3);
    EXPECT_EQ(scene().settings.mode, Mode::both);
    EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    settle();
    press("ctrl+z"); // as any edit
    EXPECT_EQ(scene().settings.mode, Mode::volume);

    press("ctrl+shift+p");
    steps(4);
    user_does("type --delay 1 view");
    steps(6);
    const std::vector<Action> actions = all_actions(state());
    const std::vector<const Action *> found = matching_actions(actions, "view");
    ASSERT_GT(found.size(), 3u);
    EXPECT_EQ(full_title(*found[0]), "View from the front");
    press("Down");
    EXPECT_EQ(dialogs().palette.chosen, 1);
    press("Escape");
    EXPECT_FALSE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    EXPECT_FALSE(view().motion.glide);
    settle();
}

TEST_F(ShellTest, keys_between_two_frames_go_with_the_modifiers_that_were_held) {
    open("synthetic:sphere:32");
    press("ctrl+shift+p");
    steps(4);
    user_does("type --delay 1 volume");
    steps(6);
    user_does("keydown ctrl keydown a keyup ctrl keyup a keydown BackSpace keyup BackSpace");
    steps(6);
    EXPECT_EQ(dialogs().palette.typed, "");
    press("Escape");
}

TEST_F(ShellTest, the_palette_has_commands_panels_presets_and_examples) {
    open("synthetic:sphere:32");
    const std::vector<Action> actions = all_actions(state());
    std::set<std::string> titles;
    for (const Action &action : actions) {
        EXPECT_FALSE(action.title.empty());
        EXPECT_TRUE(titles.insert(full_title(action)).second) << full_title(action);
    }
    for (const std::string &title :
         {std::string("Undo"), std::string("Open beside ..."), std::string("Extract a mesh ..."),
          std::string("Panel: Quality"), "Preset: " + readable_name("thesis"), std::string("Measure: Angle"),
          std::string("Over the picture: Scale bar on"), std::string("Transfer function: Dock below"),
          std::string("Exposure: Brighter by half a stop"), std::string("Open an example: torus"),
          std::string("About voxmarch")}) {
        EXPECT_TRUE(titles.contains(title)) << title;
    }
    EXPECT_EQ(full_title(*matching_actions(actions, "TORUS example").at(0)), "Open an example: torus");
    EXPECT_TRUE(matching_actions(actions, "no such words").empty());
    const auto quality = matching_actions(actions, "panel quality");
    quality.at(0)->run();
    EXPECT_TRUE(is_section_open(state(), "Quality"));
}

TEST_F(ShellTest, tab_goes_through_the_panels_and_escape_back_to_the_view) {
    open("synthetic:sphere:32");
    press("x"); // slices
    settle();
    const glm::ivec3 middle = tools().slices.voxel;
    const auto focused = [] { return ImGui::GetCurrentContext()->NavId; };
    press("Tab");
    EXPECT_TRUE(state().window.keys().inside());
    std::set<ImGuiID> reached;
    for (int i = 0; i < 12; ++i) {
        press("Tab");
        reached.insert(focused());
    }
    EXPECT_EQ(reached.size(), 12u);
    const ImGuiID last = focused();
    press("Tab");
    press("shift+Tab");
    EXPECT_EQ(focused(), last);
    press("Down"); // moves the focus, no slice
    EXPECT_NE(focused(), last);
    EXPECT_EQ(tools().slices.voxel, middle);
    press("l"); // letters stay commands
    EXPECT_EQ(scene().settings.shading, Shading::none);
    press("Escape");
    EXPECT_FALSE(state().window.keys().inside());
    EXPECT_TRUE(tools().slices.open);
    user_does("mousemove " + at(0.5, 1.5)); // the slice below the 3D view
    steps(3);
    press("Up");
    EXPECT_NE(tools().slices.voxel, middle);
    settle();
}

TEST_F(ShellTest, the_keyboard_presses_what_has_the_focus) {
    open("synthetic:sphere:32");
    show_bar();
    press("F6");
    EXPECT_TRUE(state().window.keys().inside());
    press("F6");
    EXPECT_EQ(ImGui::GetCurrentContext()->NavWindow, ImGui::FindWindowByName("toolbar"));
    for (int i = 0; i < 6; ++i) {
        press("Right");
    }
    press("space");
    EXPECT_EQ(scene().settings.mode, Mode::isosurface);
    press("F6");
    EXPECT_FALSE(state().window.keys().inside());
    press("F10");
    EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    press("Right");
    steps(3);
    press("Down"); // opens Edit
    steps(3);
    press("Return"); // Undo
    steps(3);
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    EXPECT_FALSE(state().window.keys().inside());
    settle();
}

TEST_F(ShellTest, text_grows_and_shrinks_by_all_its_keys) {
    open("synthetic:sphere:32");
    for (const char *larger : {"ctrl+KP_Add", "ctrl+shift+equal"}) {
        press(larger);
        EXPECT_EQ(state().window.scale(), 1.25) << larger;
        press("ctrl+KP_Subtract");
        EXPECT_EQ(state().window.scale(), 1.0);
    }
    press("ctrl+KP_Add");
    press("ctrl+0");
    EXPECT_EQ(state().window.scale(), display_scale());
    EXPECT_FALSE(state().store.scale);
    settle();
}

TEST_F(ShellTest, messages_are_kept_with_their_time) {
    open("synthetic:sphere:32");
    open_source(state(), (folder_ / "nothing.nrrd").string());
    settle();
    const std::deque<Message> &log = state().notices.log;
    ASSERT_FALSE(log.empty());
    EXPECT_TRUE(log.back().error);
    EXPECT_EQ(log.back().time.size(), 8u);
    perform(Command::messages);
    ASSERT_TRUE(click_on("Messages", {"Copy all"}, 40.0));
    EXPECT_NE(std::string(ImGui::GetClipboardText()).find("error: " + log.back().text), std::string::npos);
    press("Escape");
    EXPECT_FALSE(dialogs().messages);
    for (std::size_t i = 0; i < message_limit + 10; ++i) {
        state().notices.add("again");
    }
    EXPECT_EQ(log.size(), message_limit);
}

TEST_F(ShellTest, edits_are_not_lost_without_a_question) {
    open("synthetic:sphere:32");
    const auto asks = [] { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); };
    press("j");
    settle();
    press("ctrl+q");
    steps(3);
    EXPECT_TRUE(asks());
    press("Escape"); // cancel
    steps(3);
    EXPECT_FALSE(asks() || dialogs().quit || dialogs().changes.next);
    open_source(state(), "synthetic:torus:16"); // as dialogs of the desktop do: no event of this window comes with it
    steps(4);
    ASSERT_TRUE(asks());
    press("Right"); // to "Don't save"
    press("Return");
    settle();
    EXPECT_EQ(loaded()->volume.grid().dims[0], 16);

    press("j");
    settle();
    press("ctrl+q");
    steps(4);
    ASSERT_TRUE(asks());
    press("Return"); // Save
    steps(3);
    EXPECT_TRUE(dialogs().quit);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "torus-001.json"));
}

TEST_F(ShellTest, saved_and_undone_sessions_are_closed_without_a_question) {
    open("synthetic:sphere:32");
    press("j");
    settle();
    press("ctrl+s");
    EXPECT_FALSE(state().document.history.has_unsaved_edits());
    press("l");
    settle();
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    press("ctrl+z");
    drag(at(0.5, 0.5), at(0.6, 0.5), 1); // the camera is no edit
    settle();
    press("ctrl+q");
    EXPECT_TRUE(dialogs().quit);
}

TEST_F(ShellTest, the_theme_is_remembered) {
    open("synthetic:sphere:32");
    perform(Command::theme_light);
    EXPECT_GT(ImGui::GetStyleColorVec4(ImGuiCol_WindowBg).x, 0.8f);
    open("synthetic:sphere:32");
    EXPECT_GT(ImGui::GetStyleColorVec4(ImGuiCol_WindowBg).x, 0.8f);
    perform(Command::theme_dark);
    EXPECT_LT(ImGui::GetStyleColorVec4(ImGuiCol_WindowBg).x, 0.2f);
}

} // namespace

} // namespace voxmarch
