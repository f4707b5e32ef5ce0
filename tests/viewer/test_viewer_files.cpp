// What the viewer reads and writes beside pictures, from the click to the file.
#include "app/environment.h"
#include "app/viewer/dialogs/changes_window.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/window/actions.h"
#include "renderer/picture_file.h"
#include "tests/viewer/viewer_test.h"
#include "transfer/file.h"

#include <algorithm>
#include <fstream>
#include <imgui_internal.h>
#include <mutex>

namespace voxmarch {

namespace {

std::size_t files_with(const std::filesystem::path &folder, const std::string &extension) {
    return static_cast<std::size_t>(std::count_if(
        std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator(),
        [&](const std::filesystem::directory_entry &entry) { return entry.path().extension() == extension; }));
}

/// The handle of an isovalue in the plot of the transfer function: behind the menu and the section's header.
glm::dvec2 handle_of(double isovalue) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const double left = style.WindowPadding.x, width = 400.0 - 2.0 * style.WindowPadding.x - style.ScrollbarSize;
    const double line = ImGui::GetFontSize() + 2.0 * style.FramePadding.y;
    return {left + width * isovalue / 255.0, 2.0 * line + style.WindowPadding.y + style.ItemSpacing.y + 4.0};
}

TEST_F(ViewerTest, a_right_click_on_a_handle_extracts_the_mesh_of_the_command_line) {
    open("synthetic:sphere:32");
    press("m");
    settle();
    const double isovalue = scene().settings.surfaces.front().isovalue;
    const glm::dvec2 handle = handle_of(isovalue);
    for (const std::string extension : {".ply", ".stl"}) {
        click(on_screen(handle.x, handle.y), 3);
        const std::filesystem::path file = folder_ / ("here" + extension), reference = folder_ / ("there" + extension);
        name_file(file);
        settle();
        ASSERT_FALSE(notices().empty());
        EXPECT_FALSE(notices().back().error) << notices().back().text;
        ASSERT_TRUE(
            voxmarch(fmt::format("mesh synthetic:sphere:32 --isovalue {:.17g} -o {}", isovalue, reference.string())));
        EXPECT_GT(std::filesystem::file_size(file), 10000u);
        EXPECT_EQ(read_bytes(file), read_bytes(reference)) << extension;
    }
    EXPECT_EQ(notices().back().text,
              fmt::format("saved {} with {} triangles", (folder_ / "here.stl").string(),
                          (std::filesystem::file_size(folder_ / "here.stl") - 84) / 50)); // the format's own count
}

TEST_F(ViewerTest, pictures_saved_one_after_the_other_are_files_of_their_own) {
    open("synthetic:sphere:32");
    press("p");
    press("1");
    press("p");
    settle();
    EXPECT_EQ(files_with(folder_, ".png"), 2u);
    for (const char *next : {"sphere-003.png", "sphere-004.png"}) {
        press("ctrl+p");
        ASSERT_TRUE(click_on("Save", {"Save picture ..."}, 60.0));
        EXPECT_EQ(dialogs().file.typed, next);
        press("Escape");
        press("Escape");
        EXPECT_FALSE(tools().save.open);
        press("p");
        settle();
    }
}

TEST_F(ViewerTest, pictures_have_the_format_that_their_name_says) {
    open("synthetic:sphere:32");
    for (const char *extension : {".jpg", ".tif"}) {
        const std::filesystem::path file = folder_ / ("kept" + std::string(extension));
        if (!why_not_written(*picture_format(file)).empty()) {
            continue; // this build lacks it
        }
        press("ctrl+p");
        ASSERT_TRUE(click_on("Save", {"Save picture ..."}, 60.0));
        name_file(file);
        settle();
        ASSERT_TRUE(std::filesystem::exists(file)) << file;
        EXPECT_TRUE(is_session(file)) << "with its session";
        press("Escape");
    }
    press("ctrl+p");
    ASSERT_TRUE(click_on("Save", {"Save picture ..."}, 60.0));
    name_file(folder_ / "kept.bmp");
    EXPECT_NE(dialogs().file.problem.find("must end in .png"), std::string::npos) << dialogs().file.problem;
}

TEST_F(ViewerTest, the_dialog_asks_before_it_replaces_a_file) {
    open("synthetic:sphere:32");
    const std::filesystem::path file = folder_ / "mine.json";
    std::ofstream(file) << "precious";
    press("ctrl+shift+s");
    name_file("mine"); // gets its extension
    EXPECT_TRUE(dialogs().file.open);
    EXPECT_TRUE(dialogs().file.replaces);
    const char *dialog = "Save the session";
    ASSERT_TRUE(click_on(dialog, {"Cancel"}, 760.0));
    EXPECT_EQ(read_bytes(file), "precious");
    name_file("mine.png");
    EXPECT_FALSE(dialogs().file.problem.empty());
    name_file(folder_ / "nowhere" / "mine.json");
    EXPECT_FALSE(dialogs().file.problem.empty());
    name_file(file);
    ASSERT_TRUE(click_on(dialog, {"Replace"}, 640.0));
    EXPECT_FALSE(dialogs().file.open);
    EXPECT_TRUE(is_session(file));
    ASSERT_FALSE(state().store.recent.empty());
    EXPECT_EQ(state().store.recent.front(), file.string());
    open_source(state(), "synthetic:torus:16");
    settle();
    drop(file);
    EXPECT_EQ(state().store.recent.front(), file.string()); // sessions are opened again as sessions
    EXPECT_EQ(loaded()->volume.grid().dims[0], 32);
}

TEST_F(ViewerTest, letters_are_no_commands_while_a_file_is_asked_for) {
    open("synthetic:sphere:32");
    press("ctrl+o");
    ASSERT_TRUE(dialogs().file.open);
    steps(5);
    press("Return"); // nothing is typed
    steps(5);
    EXPECT_FALSE(dialogs().file.problem.empty());
    press("x");
    press("t");
    EXPECT_FALSE(tools().slices.open);
    EXPECT_FALSE(tools().time_line.open);
    EXPECT_EQ(dialogs().file.typed, "xt") << "the field has the keyboard again";
    press("Escape");
    EXPECT_FALSE(dialogs().file.open);
}

TEST_F(ViewerTest, a_typed_path_opens_its_folders_as_it_is_typed) {
    const std::filesystem::path inside = folder_ / "scans" / "head";
    std::filesystem::create_directories(inside);
    std::ofstream(inside / "brain_8x8x8_uint8.raw") << std::string(256, 'a') + std::string(256, 'z');
    open("synthetic:sphere:32");
    press("ctrl+o");
    ASSERT_TRUE(dialogs().file.open);
    steps(5);
    type((inside / "bra").string());
    steps(3);
    EXPECT_EQ(dialogs().file.folder, inside);
    EXPECT_EQ(dialogs().file.typed, "bra");
    ASSERT_TRUE(dialogs().file.marked);
    press("Return");
    settle();
    EXPECT_FALSE(dialogs().file.open);
    EXPECT_EQ(loaded()->volume.header().name, "brain_8x8x8_uint8.raw");
}

TEST_F(ViewerTest, sizes_that_are_too_large_are_told) {
    open("synthetic:sphere:32");
    press("ctrl+p");
    const ImGuiWindow *window = ImGui::FindWindowByName("Save");
    ASSERT_TRUE(window);
    click(on_screen(window->Pos.x + 200.0, window->Pos.y + 63.0));
    type("20000");
    press("Tab");
    EXPECT_EQ(tools().save.width, 16384);
    EXPECT_NE(tools().save.cut.find("16384"), std::string::npos);
    type("700");
    press("Tab");
    EXPECT_EQ(tools().save.height, 700);
    EXPECT_TRUE(tools().save.cut.empty());
}

TEST_F(ViewerTest, a_large_transparent_picture_is_that_of_the_command_line) {
    open("synthetic:torus:32");
    scene().transparent = true;
    tools().save.width = 4000;
    tools().save.height = 3000;
    press("ctrl+p");
    ASSERT_TRUE(click_on("Save", {"Save picture ..."}, 60.0));
    const std::filesystem::path file = folder_ / "large.png", again = folder_ / "again.png";
    name_file(file);
    ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(file); }));
    settle();
    const Image large = read_png(file);
    EXPECT_EQ(large.width, 4000);
    EXPECT_EQ(large.height, 3000);
    EXPECT_EQ(large.pixel(0, 0)[3], 0);
    EXPECT_GT(large.pixel(2000, 1500 - 500)[3], 0);
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", file.string(), again.string())));
    EXPECT_EQ(read_png(again).rgba, large.rgba);
}

TEST_F(ViewerTest, what_is_clipped_is_left_out_of_meshes_if_that_is_wanted) {
    open("synthetic:sphere:32");
    press("m");
    state().document.scene.settings.clip_high.x = 0.5;
    settle();
    const double isovalue = scene().settings.surfaces.front().isovalue;
    const std::filesystem::path there = folder_ / "there.stl";
    const ImGuiStyle &style = ImGui::GetStyle();
    const double close_x = style.WindowPadding.x + ImGui::CalcTextSize("Leave out what is clipped").x +
                           ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + style.ItemSpacing.x + 10.0;
    for (const std::string options : {"--clip 0:0.5,0:1,0:1", "--clip 0:0.5,0:1,0:1 --caps", ""}) {
        SCOPED_TRACE(options);
        const std::filesystem::path here = folder_ / fmt::format("here{}.stl", options.size());
        ask_for_mesh(state(), {{isovalue, 0}});
        settle();
        const MeshChoices &choices = dialogs().mesh;
        if (options.ends_with("--caps")) {
            ASSERT_TRUE(click_on("Extract a mesh", {"Close openings"}, close_x));
        } else if (options.empty()) {
            ASSERT_TRUE(click_on("Extract a mesh", {"Close openings"}, close_x));
            ASSERT_TRUE(click_on("Extract a mesh", {"Leave out what is clipped"}, 20.0));
        }
        EXPECT_EQ(choices.clipped, !options.empty());
        EXPECT_EQ(choices.caps, options.ends_with("--caps"));
        name_file(here);
        settle();
        ASSERT_TRUE(voxmarch(
            fmt::format("mesh synthetic:sphere:32 --isovalue {:.17g} {} -o {}", isovalue, options, there.string())));
        EXPECT_GT(std::filesystem::file_size(here), 5000u);
        EXPECT_EQ(read_bytes(here), read_bytes(there));
    }
    EXPECT_LT(std::filesystem::file_size(folder_ / "here20.stl"), std::filesystem::file_size(folder_ / "here0.stl"));
}

TEST_F(ViewerTest, what_is_inside_is_cut_out_of_picture_and_mesh) {
    open("synthetic:sphere:32");
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"Clipping"}, 100.0));
    press("m");
    settle();
    scroll_panels(20);
    const Image whole = image();
    ASSERT_FALSE(scene().settings.clip_inverted);
    ASSERT_TRUE(click_on("panels", {"clipping", "Cut out what is inside"}, 10.0));
    EXPECT_FALSE(scene().settings.clip_inverted) << "nothing is clipped";
    state().document.scene.settings.clip_low = {0.5, 0.5, 0.5};
    settle();
    const Image kept = image();
    ASSERT_TRUE(click_on("panels", {"clipping", "Cut out what is inside"}, 10.0));
    settle();
    EXPECT_TRUE(scene().settings.clip_inverted);
    const Image rest = image();
    EXPECT_NE(rest.rgba, kept.rgba);
    EXPECT_NE(rest.rgba, whole.rgba);
    press("ctrl+z");
    settle();
    EXPECT_FALSE(scene().settings.clip_inverted);
    EXPECT_EQ(image().rgba, kept.rgba);
    const std::vector<Action> actions = all_actions(state());
    const std::vector<const Action *> found = matching_actions(actions, "cut out");
    ASSERT_EQ(found.size(), 1u);
    found.front()->run();
    settle();
    EXPECT_EQ(image().rgba, rest.rgba);
    const std::filesystem::path here = folder_ / "here.stl", there = folder_ / "there.stl";
    const double isovalue = scene().settings.surfaces.front().isovalue;
    ask_for_mesh(state(), {{isovalue, 0}});
    settle();
    name_file(here);
    settle();
    ASSERT_TRUE(
        voxmarch(fmt::format("mesh synthetic:sphere:32 --isovalue {:.17g} --clip 0.5:1,0.5:1,0.5:1 --clip-invert -o {}",
                             isovalue, there.string())));
    EXPECT_EQ(read_bytes(here), read_bytes(there));
}

TEST_F(ViewerTest, a_cancelled_mesh_leaves_nothing) {
    open("synthetic:cayley:320");
    state().jobs.exporter.start({loaded(), {{100.0}}, Extraction::blocks, folder_ / "never.ply"});
    EXPECT_TRUE(state().jobs.exporter.busy());
    press("Escape");
    EXPECT_FALSE(state().jobs.exporter.busy());
    settle();
    EXPECT_EQ(files_with(folder_, ".ply"), 0u);
    state().jobs.exporter.start({loaded(), {{100.0}}, Extraction::blocks, folder_ / "missing" / "never.ply"});
    settle();
    EXPECT_TRUE(notices().back().error);
}

TEST_F(ViewerTest, a_turntable_fills_its_folder_and_stops_when_told) {
    open("synthetic:sphere:32");
    Animation &animation = tools().save.animation;
    animation.frames = 4;
    animation.width = 64;
    animation.height = 48;
    press("ctrl+p");
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    name_file("animation");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    const std::filesystem::path folder = folder_ / "animation", again = folder_ / "again.png";
    EXPECT_EQ(files_with(folder, ".png"), 4u);
    const Image first = read_png(folder / "frame-0000.png"), half = read_png(folder / "frame-0002.png");
    ASSERT_EQ(half.width, 64);
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", (folder / "frame-0002.png").string(), again.string())));
    EXPECT_EQ(read_png(again).rgba, half.rgba);
    EXPECT_NE(first.rgba, half.rgba);

    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    name_file("animation"); // has pictures
    EXPECT_TRUE(dialogs().file.replaces);
    press("Escape");
    animation.frames = 5000;
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    name_file("long");
    ASSERT_TRUE(wait_for([&] { return animation.done > 2; }));
    EXPECT_TRUE(wait_for([&] { return status().activity.starts_with("drawing picture "); }));
    EXPECT_TRUE(status().activity.ends_with(" of 5000")) << status().activity;
    ASSERT_TRUE(click_on("progress", {"Cancel"}, 380.0));
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    const std::size_t written = files_with(folder_ / "long", ".png");
    EXPECT_EQ(written, static_cast<std::size_t>(animation.done));
    EXPECT_LT(written, 4000u);
    press("Escape");
    settle();
}

TEST_F(ViewerTest, an_animation_ends_with_its_volume) {
    open("synthetic:sphere:32");
    Animation &animation = tools().save.animation;
    animation.frames = 5000;
    animation.width = animation.height = 64;
    const std::filesystem::path folder = folder_ / "turn";
    start_animation(state(), folder);
    ASSERT_TRUE(wait_for([&] { return animation.done > 2; }));
    open_source(state(), "synthetic:torus:16");
    steps(3);
    ASSERT_TRUE(dialogs().written.next) << "it asks first";
    EXPECT_TRUE(ImGui::FindWindowByName("Still being written")->Flags & ImGuiWindowFlags_Modal) << "dims the rest";
    press("Escape"); // keeps writing
    EXPECT_FALSE(dialogs().written.next);
    const int done = animation.done;
    ASSERT_TRUE(wait_for([&] { return animation.done > done + 2; }));
    EXPECT_EQ(loaded()->volume.grid().dims[0], 32);
    open_source(state(), "synthetic:torus:16");
    steps(3);
    ASSERT_TRUE(click_on("Still being written", {"Do not write it"}, 60.0));
    settle();
    EXPECT_EQ(loaded()->volume.grid().dims[0], 16);
    EXPECT_FALSE(animation.running);
    const auto pictures = [&] { return std::distance(std::filesystem::directory_iterator(folder), {}); };
    const auto there = pictures();
    steps(20);
    settle();
    EXPECT_EQ(pictures(), there);
    animation.frames = 2; // the next one is drawn
    start_animation(state(), folder_ / "again");
    EXPECT_TRUE(wait_for([&] { return !animation.running; }));
    EXPECT_EQ(animation.done, 2);
}

TEST_F(ViewerTest, escape_cancels_an_animation_before_it_closes_the_window_save) {
    open("synthetic:sphere:32");
    Animation &animation = tools().save.animation;
    animation.frames = 5000;
    animation.width = animation.height = 64;
    press("ctrl+p");
    ASSERT_TRUE(tools().save.open);
    start_animation(state(), folder_ / "turn");
    ASSERT_TRUE(wait_for([&] { return animation.done > 2; }));
    press("Escape");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    EXPECT_LT(animation.done, 4000);
    EXPECT_TRUE(tools().save.open);
    press("Escape");
    EXPECT_FALSE(tools().save.open);
    press("ctrl+p"); // which comes before the window of the progress
    start_animation(state(), folder_ / "again");
    ASSERT_TRUE(wait_for([&] { return animation.done > 2; }));
    const ImVector<ImGuiWindow *> &windows = ImGui::GetCurrentContext()->Windows; // the last is seen before all others
    EXPECT_GT(windows.find(ImGui::FindWindowByName("progress")), windows.find(ImGui::FindWindowByName("Save")));
    press("Escape");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
}

TEST_F(ViewerTest, the_file_dialog_opens_what_is_typed_and_what_is_clicked) {
    ASSERT_TRUE(voxmarch(fmt::format("synthesize torus -n 24 -o {}", (folder_ / "ring.nrrd").string())));
    open("synthetic:sphere:32");
    state().store.last_folder = folder_.string();
    press("ctrl+o");
    name_file("synthetic:torus:16");
    settle();
    EXPECT_FALSE(dialogs().file.open);
    EXPECT_EQ(loaded()->volume.grid().dims[0], 16);
    press("ctrl+o");
    name_file("formula:x*y-z/2:20x10x5");
    settle();
    EXPECT_EQ(loaded()->volume.grid().dims, (std::array{20, 10, 5}));
    EXPECT_EQ(loaded()->scene.volume.source, "formula:x*y-z/2:20x10x5");
    press("ctrl+o");
    steps(5);
    const auto &entries = dialogs().file.entries;
    const auto ring = std::ranges::find(entries, "ring.nrrd", &FileEntry::name);
    ASSERT_NE(ring, entries.end());
    const auto &windows = ImGui::GetCurrentContext()->Windows; // the list is one of its own within the dialog
    const auto list = std::find_if(windows.begin(), windows.end(), [](const ImGuiWindow *one) {
        return one->WasActive && std::string(one->Name).find("/list_") != std::string::npos;
    });
    ASSERT_NE(list, windows.end());
    const double row = ImGui::GetTextLineHeight() + 2.0 * ImGui::GetStyle().CellPadding.y;
    const double y = (*list)->Pos.y + row * (static_cast<double>(ring - entries.begin()) + 1.5);
    user_does("mousemove " + on_screen((*list)->Pos.x + 60.0, y));
    steps(3);
    user_does("click --repeat 2 --delay 0 1"); // faster than frames
    steps(8);
    settle();
    EXPECT_FALSE(dialogs().file.open);
    EXPECT_EQ(loaded()->volume.grid().dims[0], 24);
}

TEST_F(ViewerTest, escape_closes_the_file_dialog_while_its_field_has_the_keyboard) {
    open("synthetic:sphere:32");
    press("ctrl+o");
    steps(5);
    type("abc");
    ASSERT_TRUE(dialogs().file.open);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    press("Escape");
    EXPECT_FALSE(dialogs().file.open);
    settle();
    EXPECT_FALSE(ImGui::GetIO().WantTextInput);
}

TEST_F(ViewerTest, the_question_before_edits_are_lost_says_where_they_go) {
    open("synthetic:sphere:32");
    EXPECT_EQ(where_saved(state().document), "As Ctrl+S: into the next numbered file.");
    save_session(state(), folder_ / "mine.json");
    EXPECT_EQ(where_saved(state().document), "As Ctrl+S: into mine.json.");
}

TEST_F(ViewerTest, quitting_asks_while_a_picture_is_written) {
    open("synthetic:sphere:32");
    save_picture(state(), folder_ / "large.png", 1500, 1500);
    press("ctrl+q");
    ASSERT_FALSE(dialogs().quit);
    EXPECT_TRUE(dialogs().written.next);
    press("Escape"); // keeps writing
    EXPECT_FALSE(dialogs().written.next);
    settle();
    EXPECT_TRUE(std::filesystem::exists(folder_ / "large.png"));
    press("ctrl+q");
    EXPECT_TRUE(dialogs().quit);
}

TEST_F(ViewerTest, the_program_without_a_word_shows_the_demo_volume) {
    EXPECT_TRUE(shows_window("", "tree:192 - voxmarch", folder_));
}

TEST_F(ViewerTest, a_session_on_the_command_line_is_saved_where_it_came_from) {
    const std::filesystem::path session = folder_ / "mine.json";
    open("synthetic:sphere:32");
    save_session(state(), session);
    viewer_.reset();
    const std::string before = read_bytes(session);
    // M makes isosurfaces of it; keys that come before the session has are repeated.
    const std::string saves = fmt::format("for i in $(seq 40); do grep -q '\"isosurface\"' '{}' && exit 0; "
                                          "xdotool key m; sleep 0.2; xdotool key ctrl+s; sleep 0.3; done; false",
                                          session.string());
    ASSERT_EQ(before.find("\"isosurface\""), before.npos);
    EXPECT_TRUE(shows_window("view " + session.string(), "sphere:32 - voxmarch", folder_, "(" + saves + ")"));
}

TEST_F(ViewerTest, what_it_reads_is_told_once_when_it_is_there) {
    std::mutex mutex;
    std::vector<std::string> told;
    command_trace().tell([&](const std::string &name, const std::string &detail, double) {
        const std::lock_guard lock(mutex);
        told.push_back(name + ": " + detail);
    });
    open("synthetic:sphere:32");
    viewer_.reset();
    command_trace().tell({});
    const std::string reading = "read synthetic:sphere:32: synthetic, uint8, 32x32x32";
    EXPECT_EQ(std::ranges::count_if(told, [&](const std::string &line) { return line.starts_with(reading); }), 1)
        << (told.empty() ? "" : told.front());
    EXPECT_EQ(std::ranges::count_if(told, [](const std::string &line) { return line.starts_with("open device: "); }),
              1);
}

TEST_F(ViewerTest, a_transfer_function_comes_back_from_its_file) {
    open("synthetic:sphere:32");
    const std::filesystem::path file = folder_ / "mine.json";
    ASSERT_TRUE(click_on("panels", {"transfer", "Export"}, 340.0));
    name_file(file);
    ASSERT_TRUE(std::filesystem::exists(file));
    const TransferFunction saved = scene().transfer;
    EXPECT_TRUE(same_transfer(over_volume(read_transfer(file), *loaded()), saved));

    scene().transfer = windowed(saved, 20.0, 0.5);
    settle();
    ASSERT_TRUE(click_on("panels", {"transfer", "Import"}, 275.0));
    name_file(file);
    settle();
    EXPECT_TRUE(same_transfer(scene().transfer, saved));
}

} // namespace

} // namespace voxmarch
