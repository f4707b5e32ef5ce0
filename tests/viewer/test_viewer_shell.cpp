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
    EXPECT_EQ(dialogs().palette.chosen, 0);
    const std::vector<Action> actions = all_actions(state());
    EXPECT_TRUE(
        std::ranges::is_partitioned(matching_actions(actions, "labels"), &std::string::empty, &Action::why_not));
    EXPECT_FALSE(matching_actions(actions, "labels").back()->why_not.empty());
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

TEST_F(ShellTest, the_palette_cuts_and_picks) {
    open("synthetic:sphere:32");
    const auto first = [&](const char *words) { return *matching_actions(all_actions(state()), words).at(0); };
    EXPECT_EQ(full_title(first("show only")), "Labels: Show only this one");
    EXPECT_EQ(first("pick a label").why_not, "There are no labels.");
    first("add slab").run();
    EXPECT_EQ(scene().settings.clip_planes.size(), 2u);
    EXPECT_TRUE(is_section_open(state(), "Clipping"));
    EXPECT_NE(full_title(first("turn the box")), "Clipping: Turn the box") << "planes are in its way";
    first("reset clipping").run();
    EXPECT_TRUE(scene().settings.clip_planes.empty());
    first("turn the box").run();
    EXPECT_EQ(scene().settings.clip_planes.size(), 6u);
    settle();
}

TEST_F(ShellTest, the_palette_has_what_panels_ask_files_for) {
    open("synthetic:sphere:32");
    scene().annotations = {{AnnotationKind::point, "Point 1", {loaded()->grid().center()}}};
    const auto first = [&](const char *words) {
        const std::vector<Action> actions = all_actions(state());
        const auto found = matching_actions(actions, words);
        return found.empty() ? Action() : *found[0];
    };
    EXPECT_EQ(full_title(first("export the measurements as csv")),
              "Measure: Export the measurements as a table (CSV) ...");
    EXPECT_EQ(full_title(first("export of transfer function")), "Transfer function: Export the transfer function ...");
    EXPECT_EQ(full_title(first("import transfer function")), "Transfer function: Import a transfer function ...");
    EXPECT_EQ(full_title(first("export the mesh of a label")), "Labels: Mesh of this label ...");
    EXPECT_EQ(first("mesh of this label").why_not, "No label is chosen: see the panel Labels.");
    EXPECT_EQ(full_title(first("save film")), "Time line: Save the film ...");
    EXPECT_FALSE(first("save film").why_not.empty()) << "no key frames";
    const Action json = first("export measurements json");
    ASSERT_EQ(json.why_not, "");
    json.run();
    EXPECT_TRUE(dialogs().file.open);
    EXPECT_EQ(dialogs().file.question.extensions.at(0), ".json");
    dialogs().file.open = false;
    scene().annotations.clear();
    EXPECT_NE(first("export measurements json").why_not, "");
    first("import a transfer function").run();
    EXPECT_EQ(dialogs().file.question.title, "Import a transfer function");
    dialogs().file.open = false;
    first("save as preset").run();
    user_does("mousemove " + at(0.5, 0.5));
    steps(5);
    EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) << "asks for the name";
    press("Escape");
    settle();
}

TEST_F(ShellTest, a_panel_that_is_scrolled_away_comes_back_before_it_is_closed) {
    open("synthetic:sphere:32");
    perform(Command::toggle_figure);
    ASSERT_TRUE(is_section_open(state(), "Over the picture"));
    steps(3);
    const ImGuiWindow *column = ImGui::FindWindowByName("panels");
    user_does("mousemove " + on_screen(column->Pos.x + column->Size.x - 5.0, 400.0));
    steps(3);
    user_does("click --repeat 60 --delay 5 4"); // to the top
    ASSERT_TRUE(wait_for([&] { return column->Scroll.y == 0.0f; }));
    steps(3);
    ASSERT_TRUE(dialogs().out_of_sight.contains("Over the picture"));
    perform(Command::toggle_figure);
    EXPECT_TRUE(is_section_open(state(), "Over the picture"));
    EXPECT_GT(column->Scroll.y, 0.0f);
    EXPECT_FALSE(dialogs().out_of_sight.contains("Over the picture"));
    perform(Command::toggle_figure);
    EXPECT_FALSE(is_section_open(state(), "Over the picture"));
    settle();
}

/// On a display of its own.
double scale_of_window(const char *pixels, const std::map<std::string, double> &scales, SDL_Point &size,
                       std::string *name = nullptr, const std::map<std::string, std::array<int, 2>> &sizes = {}) {
    const testing::VirtualDisplay display(pixels);
    WindowOptions options;
    options.scales = scales;
    options.sizes = sizes;
    const Window window(options);
    SDL_GetWindowSize(window.handle(), &size.x, &size.y);
    if (name) {
        *name = window.display_name();
    }
    return window.scale();
}

TEST(WindowScale, is_that_of_the_display) {
    if (const testing::VirtualDisplay display("640x480x24"); !display.works()) {
        GTEST_SKIP() << display.problem;
    }
    SDL_Point size{};
    std::string large, small;
    EXPECT_EQ(scale_of_window("3840x2160x24", {}, size, &large), 2.0);
    EXPECT_EQ(size.x, 2560) << "as large as it is elsewhere";
    EXPECT_EQ(scale_of_window("1024x640x24", {{large, 2.0}}, size, &small), 1.0) << "what suits the large one";
    EXPECT_EQ(size.x, 1024);
    EXPECT_NE(large, small);
    EXPECT_EQ(scale_of_window("3840x2160x24", {{large, 1.5}, {small, 1.0}}, size), 1.5);
}

TEST(WindowSize, is_that_of_the_display) {
    if (const testing::VirtualDisplay display("640x480x24"); !display.works()) {
        GTEST_SKIP() << display.problem;
    }
    SDL_Point size{};
    std::string large, small;
    scale_of_window("1024x640x24", {}, size, &small);
    scale_of_window("1280x800x24", {{small, 1.5}}, size, &large, {{small, {1000, 600}}});
    EXPECT_EQ(size.x, 1280) << "what was scaled up on the small one";
    EXPECT_EQ(size.y, 800);
    scale_of_window("1024x640x24", {{small, 1.5}}, size, nullptr, {{small, {1000, 600}}, {large, {1200, 700}}});
    EXPECT_EQ(size.x, 1000) << "pixels, whatever the scale";
    EXPECT_EQ(size.y, 600);
    scale_of_window("1280x800x24", {}, size, nullptr, {{large, {30, 20}}});
    EXPECT_EQ(size.x, 640);
    EXPECT_EQ(size.y, 480);
}

TEST(WindowFont, gets_the_letters_of_names) {
    const testing::VirtualDisplay display("640x480x24");
    if (!display.works()) {
        GTEST_SKIP() << display.problem;
    }
    Window window(WindowOptions{});
    const auto has = [&](ImWchar letter) {
        window.begin_frame();
        const bool there = ImGui::GetFont()->FindGlyphNoFallback(letter) != nullptr;
        window.end_frame([] {});
        return there;
    };
    EXPECT_FALSE(has(0x0416));
    window.set_title("\xd0\x96 \xe6\xbc\xa2.nrrd"); // Cyrillic, which the usual font has; Chinese
    EXPECT_TRUE(has(0x0416));
    if (std::filesystem::exists("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")) {
        EXPECT_TRUE(has(0x6f22));
    }
}

TEST_F(ShellTest, tab_goes_through_the_panels_and_escape_back_to_the_view) {
    open("synthetic:sphere:32");
    press("x"); // slices
    settle();
    const glm::ivec3 middle = tools().slices.voxel;
    const auto focused = [] { return ImGui::GetCurrentContext()->NavId; };
    for (const int slice : {2, 0, 1}) { // beside the 3D view and below it
        press("Tab");
        EXPECT_EQ(tools().slices.focused, slice);
    }
    press("shift+Tab");
    EXPECT_EQ(tools().slices.focused, 0);
    press("Tab");
    press("Tab");
    EXPECT_FALSE(tools().slices.focused);
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
    const auto opened = [] { // names of menus are those of their popups
        const ImGuiContext &context = *ImGui::GetCurrentContext();
        return context.OpenPopupStack.empty() ? ImGuiID(0) : context.OpenPopupStack[0].PopupId;
    };
    const ImGuiID file_menu = opened();
    press("Left");
    steps(5);
    EXPECT_NE(opened(), 0u) << "Help";
    EXPECT_NE(opened(), file_menu);
    press("Right");
    steps(5);
    EXPECT_EQ(opened(), file_menu) << "and round again";
    press("Right");
    steps(5);
    EXPECT_NE(opened(), 0u) << "Edit";
    EXPECT_NE(opened(), file_menu);
    EXPECT_TRUE(shows_focus()) << "on its first entry";
    press("Return"); // Undo
    steps(3);
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    EXPECT_FALSE(state().window.keys().inside());
    settle();
}

TEST_F(ShellTest, tab_goes_on_from_panels_to_the_toolbar_and_back_to_the_view) {
    open("synthetic:sphere:32");
    show_bar();
    const ImGuiWindow *bar = ImGui::FindWindowByName("toolbar"), *column = ImGui::FindWindowByName("panels");
    const auto here = [] { return ImGui::GetCurrentContext()->NavWindow; };
    const auto focused = [&](Command command) {
        return ImGui::GetCurrentContext()->NavId ==
               ImHashStr(fmt::format("##{}", title_of(command)).c_str(), 0, bar->ID);
    };
    const auto tab_until = [](const std::function<bool()> &there, const std::function<void()> &tab) {
        for (int i = 0; i < 60 && !there(); ++i) {
            tab();
        }
        return there();
    };
    const auto on = [this] { press("Tab"); };
    const auto back = [this] { press("shift+Tab"); };
    for (const std::string &name : section_names(state())) { // heads alone
        state().store.sections[name] = false;
    }
    steps(3);
    on();
    ASSERT_EQ(here(), column);
    ASSERT_TRUE(tab_until([&] { return here() == bar; }, on)) << "behind the last panel";
    EXPECT_TRUE(focused(Command::open));
    ASSERT_TRUE(tab_until([&] { return focused(Command::mode_isosurfaces); }, on));
    press("space");
    EXPECT_EQ(scene().settings.mode, Mode::isosurface);
    ASSERT_TRUE(tab_until([&] { return !state().window.keys().inside(); }, on)) << "behind the last button";
    back();
    EXPECT_EQ(here(), bar);
    EXPECT_TRUE(focused(Command::help)) << "from the end";
    ASSERT_TRUE(tab_until([&] { return focused(Command::mode_volume); }, back));
    press("Return");
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    ASSERT_TRUE(tab_until([&] { return here() == column; }, back)) << "before the first button";
    ASSERT_TRUE(tab_until([&] { return !state().window.keys().inside(); }, back));
    on();
    EXPECT_EQ(here(), column) << "and round again";
    press("Escape");
    settle();
}

TEST_F(ShellTest, handles_of_a_clip_box_out_of_sight_do_not_go_on_to_the_next_volume) {
    open("synthetic:sphere:32");
    state().store.sections["Clipping"] = true; // below the others
    user_does(fmt::format("mousemove {} mousemove {}", on_screen(510, 300), on_screen(500, 300)));
    steps(5);
    ASSERT_TRUE(dialogs().out_of_sight.contains("Clipping"));
    EXPECT_TRUE(tools().clip.shown);
    open_source(state(), "synthetic:torus:16");
    settle();
    EXPECT_FALSE(is_section_open(state(), "Clipping") || tools().clip.shown);
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
    EXPECT_EQ(state().window.scale(), state().window.display_scale());
    EXPECT_TRUE(state().store.scales.empty());
    press("ctrl+KP_Add");
    const std::map<std::string, double> scales = SettingsStore(folder_ / "config").scales;
    ASSERT_EQ(scales.size(), 1u);
    EXPECT_EQ(scales.begin()->first, state().window.display_name());
    EXPECT_EQ(scales.begin()->second, 1.25);
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
