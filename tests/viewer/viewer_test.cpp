// The hand and eye of the tests.
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <imgui_internal.h>
#include <iterator>
#include <unistd.h>

namespace voxmarch {

std::string read_bytes(const std::filesystem::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Image read_png(const std::filesystem::path &file) {
    const testing::Picture picture = testing::decode_png(read_bytes(file));
    return {picture.width, picture.height, {picture.rgba.begin(), picture.rgba.end()}};
}

bool voxmarch(const std::string &arguments) {
    return std::system(fmt::format("{} {} >/dev/null 2>&1", VOXMARCH_PROGRAM, arguments).c_str()) == 0;
}

bool shows_window(const std::string &arguments, const std::string &title, const std::filesystem::path &config,
                  const std::string &then) {
    const std::string script = fmt::format("XDG_CONFIG_HOME='{}' {} {} >/dev/null 2>&1 & program=$!; "
                                           "timeout 30 xdotool search --sync --name '{}' >/dev/null 2>&1 && {{ {}; }}; "
                                           "went=$?; kill $program; wait $program; exit $went",
                                           config.string(), VOXMARCH_PROGRAM, arguments, title, then);
    return std::system(script.c_str()) == 0;
}

void ViewerTest::SetUp() {
    if (!display->works()) {
        GTEST_SKIP() << display->problem;
    }
    folder_ = std::filesystem::temp_directory_path() / fmt::format("voxmarch-viewer-{}", ::getpid());
    std::filesystem::create_directories(folder_);
}

void ViewerTest::TearDown() {
    viewer_.reset();
    std::filesystem::remove_all(folder_);
}

void ViewerTest::open(const std::string &source, const std::string &skeleton) {
    LoadRequest first;
    first.volume.source = source;
    first.transfer = "thesis";
    first.skeleton = skeleton;
    open(first);
}

void ViewerTest::open(const LoadRequest &first, const std::string &device, const BrickWish &bricks) {
    ViewerOptions options;
    options.device = device;
    options.bricks = bricks;
    options.first = first;
    options.size = glm::ivec2(900, 560);
    options.scale = 1.0;
    options.samples = samples_;
    options.config_folder = folder_ / "config";
    options.cache_folder = folder_ / "cache";
    options.output_folder = folder_;
    viewer_.reset();
    viewer_ = std::make_unique<Viewer>(options);
    state().store.toolbar = false;                                           // tests of what it has to do show it
    state().store.places = {{"Speed", 3}, {"Compare", 3}, {"Ray probe", 3}}; // beside all others
    state().store.sections["Speed"] = false;
    state().store.reading_strip = shows_strip_;
    settle();
    ASSERT_TRUE(loaded());
}

void ViewerTest::settle() {
    steps(3);
    wait_for([this] { return viewer_->settled(); });
    ASSERT_TRUE(viewer_->settled()) << status().activity << status().error;
}

void ViewerTest::steps(int count) {
    for (int i = 0; i < count; ++i) {
        viewer_->step(5);
    }
}

bool ViewerTest::wait_for(const std::function<bool()> &holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(150); // kernels may have to be compiled
    while (!holds() && std::chrono::steady_clock::now() < end) {
        viewer_->step(5);
    }
    return holds();
}

std::string ViewerTest::at(double x, double y) {
    const glm::dvec2 place = view().origin + glm::dvec2(x * scene().width, y * scene().height);
    return on_screen(place.x, place.y);
}

std::string ViewerTest::on_screen(double x, double y) {
    int left = 0, top = 0;
    SDL_GetWindowPosition(state().window.handle(), &left, &top);
    return fmt::format("{} {}", left + static_cast<int>(x), top + static_cast<int>(y));
}

std::string ViewerTest::in_plot(double scalar, double opacity) {
    const ImGuiWindow *column = ImGui::FindWindowByName("panels");
    const double top = column->DC.CursorStartPos.y + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    const double left = column->WorkRect.Min.x, width = column->WorkRect.Max.x - left, height = 190.0;
    const ValueRange all = default_window(loaded()->volume.type(), loaded()->volume.range());
    const ValueRange shown = tools().transfer.zoom.value_or(all);
    return on_screen(left + width * (scalar - shown.min) / (shown.max - shown.min) + 0.5,
                     top + height * (1.0 - std::sqrt(opacity)) + 0.5);
}

void ViewerTest::click(const std::string &place, int button) {
    user_does("mousemove " + place);
    steps(3);
    user_does(fmt::format("mousedown {}", button));
    steps(3);
    user_does(fmt::format("mouseup {}", button));
    steps(3);
}

void ViewerTest::drag(const std::string &from, const std::string &to, int button, const std::string &key) {
    user_does("mousemove " + from);
    steps(2);
    user_does(fmt::format("{} mousedown {}", key.empty() ? "" : "keydown " + key, button));
    steps(2);
    user_does("mousemove " + to);
    steps(3);
    user_does(fmt::format("mouseup {} {}", button, key.empty() ? "" : "keyup " + key));
    steps(3);
}

void ViewerTest::press(const std::string &key) {
    user_does("key " + key);
    steps(3);
}

void ViewerTest::scroll_panels(int clicks) {
    const ImGuiWindow *column = ImGui::FindWindowByName("panels");
    const double bar = column->Pos.x + column->Size.x - 0.5 * ImGui::GetStyle().ScrollbarSize;
    user_does("mousemove " + on_screen(bar, 400.0)); // beside the plot, whose the wheel is while the mouse is over it
    steps(3);
    user_does(fmt::format("click --repeat {} --delay 20 5", clicks));
    steps(20);
}

void ViewerTest::type(const std::string &text) {
    user_does("keydown ctrl keydown a keyup ctrl keyup a"); // before the next frame
    steps(6);
    user_does("type --delay 1 " + text);
    steps(10);
}

void ViewerTest::drop(const std::filesystem::path &file) {
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(file.c_str());
    SDL_PushEvent(&event);
    settle();
}

void ViewerTest::name_file(const std::filesystem::path &file) {
    ASSERT_TRUE(dialogs().file.open);
    steps(5); // the field takes the keyboard
    type(file.string());
    press("Return");
    steps(3);
}

std::string ViewerTest::find(const char *window, std::initializer_list<const char *> ids, double x) {
    const ImGuiWindow *there = ImGui::FindWindowByName(window);
    if (!there) {
        return "";
    }
    ImGuiID wanted = there->ID;
    for (const char *id : ids) {
        wanted = ImHashStr(id, 0, wanted);
    }
    for (float y = there->Pos.y + there->Size.y - 8.0f; y > there->Pos.y; y -= 10.0f) {
        user_does("mousemove " + on_screen(there->Pos.x + x, y));
        steps(2);
        if (ImGui::GetCurrentContext()->HoveredId == wanted) {
            return on_screen(there->Pos.x + x, y);
        }
    }
    return "";
}

bool ViewerTest::click_on(const char *window, std::initializer_list<const char *> ids, double x) {
    const std::string place = find(window, ids, x);
    if (!place.empty()) {
        click(place);
    }
    return !place.empty();
}

} // namespace voxmarch
