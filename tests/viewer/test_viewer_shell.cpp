// What is around view and panels: the toolbar.
#include "app/viewer/panels/column.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/toolbar.h"
#include "tests/viewer/viewer_test.h"

#include <imgui_internal.h>

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
        user_does("mousemove " + on_screen(500, 300));
        steps(4);
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

} // namespace

} // namespace voxmarch
