// A user without a plan: whatever is done in whatever order, nothing ends, hangs or lies. VOXMARCH_RANDOM_ACTIONS says
// how many actions (200), VOXMARCH_RANDOM_SEED which (7); tests/nightly.sh does 2,000 with sanitizers.
#include "app/viewer/window/actions.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <imgui.h>
#include <random>

namespace voxmarch {

namespace {

int from_environment(const char *name, int otherwise) {
    const char *value = std::getenv(name);
    return value ? std::atoi(value) : otherwise;
}

class RandomUserTest : public ViewerTest {
protected:
    int upto(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    std::string anywhere() { return on_screen(upto(width()), upto(height())); }
    int width() { return static_cast<int>(ImGui::GetIO().DisplaySize.x); }
    int height() { return static_cast<int>(ImGui::GetIO().DisplaySize.y); }

    void make_files();
    std::string act(); ///< one action. @return what it was
    std::string press_any_key();
    std::string run_any_action();
    std::string type_anything();
    std::string drop_any_file();
    std::string resize();

    /// Lets everything go, as far as a user can who wants to see the picture.
    void calm();
    void expect_sound();
    void expect_picture_of_session(int number);

    std::mt19937 random_{static_cast<unsigned>(from_environment("VOXMARCH_RANDOM_SEED", 7))};
    std::vector<std::filesystem::path> files_;
};

void RandomUserTest::make_files() {
    const auto add = [&](const char *name, const std::string &content) {
        std::ofstream(folder_ / name, std::ios::binary) << content;
        files_.push_back(folder_ / name);
    };
    for (const char *arguments : {"synthesize torus -n 24 -o ring.nrrd", "synthesize tree -n 32 -o tree.nrrd"}) {
        ASSERT_TRUE(voxmarch(arguments)); // in folder_, where tests are then
    }
    files_.insert(files_.end(), {folder_ / "ring.nrrd", folder_ / "tree.nrrd", folder_});
    add("broken.nrrd", read_bytes(folder_ / "ring.nrrd").substr(0, 900));
    add("nothing.nii", "");
    add("words.txt", "no volume at all\n");
    add("picture.png", "\x89PNG\r\n\x1a\n");
    add("session.json", "{\"format\": \"voxmarch-session\"}");
    add("values_9x8x7_uint8.raw", std::string(9 * 8 * 7, 'v'));
}

std::string RandomUserTest::press_any_key() {
    const std::vector<KeyBinding> &keys = key_bindings();
    const KeyBinding &key = keys[static_cast<std::size_t>(upto(static_cast<int>(keys.size())))];
    if (key.command == Command::quit || key.command == Command::full_screen) {
        return "nothing";
    }
    SDL_Event event{};
    event.key.type = SDL_KEYDOWN;
    event.key.state = SDL_PRESSED;
    event.key.windowID = SDL_GetWindowID(state().window.handle());
    event.key.keysym.sym = key.key;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(key.key);
    event.key.keysym.mod =
        static_cast<Uint16>((key.control ? KMOD_LCTRL : KMOD_NONE) | (key.shift ? KMOD_LSHIFT : KMOD_NONE));
    SDL_PushEvent(&event);
    steps(1);
    event.key.type = SDL_KEYUP;
    event.key.state = SDL_RELEASED;
    SDL_PushEvent(&event);
    return fmt::format("key {}", key.name);
}

std::string RandomUserTest::run_any_action() {
    const std::vector<Action> actions = all_actions(state());
    const Action &action = actions[static_cast<std::size_t>(upto(static_cast<int>(actions.size())))];
    if (!action.why_not.empty() || action.key == key_name(Command::quit) ||
        action.key == key_name(Command::full_screen)) {
        return "nothing";
    }
    action.run();
    return fmt::format("action {}", full_title(action));
}

std::string RandomUserTest::type_anything() {
    static const std::vector<const char *> texts = {"0",    "1", "-1",   "1e99", "nan",   "0.5",  "255",
                                                    "12,5", "x", "....", "%s%n", "1e-30", "'a b'"};
    const char *text = texts[static_cast<std::size_t>(upto(static_cast<int>(texts.size())))];
    user_does(fmt::format("type --delay 1 -- {}", text));
    steps(2);
    if (upto(2)) {
        user_does("key Return");
    }
    return fmt::format("type {}", text);
}

std::string RandomUserTest::drop_any_file() {
    const std::filesystem::path &file = files_[static_cast<std::size_t>(upto(static_cast<int>(files_.size())))];
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(file.c_str());
    SDL_PushEvent(&event);
    return fmt::format("drop {}", file.filename().string());
}

std::string RandomUserTest::resize() {
    const int w = 320 + upto(900), h = 240 + upto(540);
    SDL_SetWindowSize(state().window.handle(), w, h);
    return fmt::format("resize {}x{}", w, h);
}

std::string RandomUserTest::act() {
    static const std::vector<const char *> modifiers = {"", "", "", "shift", "ctrl", "alt"};
    const std::string held = modifiers[static_cast<std::size_t>(upto(static_cast<int>(modifiers.size())))];
    const std::string down = held.empty() ? "" : "keydown " + held, up = held.empty() ? "" : "keyup " + held;
    const int button = 1 + (upto(4) == 0 ? upto(3) : 0);
    const std::string from = anywhere(), to = anywhere();
    std::string words;
    switch (upto(20)) {
    case 0:
    case 1:
    case 2:
    case 3: words = fmt::format("mousemove {} {} click {} {}", from, down, button, up); break;
    case 4:
    case 5:
    case 6:
        words =
            fmt::format("mousemove {} {} mousedown {} mousemove {} mouseup {} {}", from, down, button, to, button, up);
        break;
    case 7: words = fmt::format("mousemove {} click --repeat 2 --delay 10 1", from); break;
    case 8: words = fmt::format("mousemove {} {} click --repeat 3 --delay 5 {} {}", from, down, 4 + upto(2), up); break;
    case 9: words = fmt::format("mousemove {}", from); break;
    case 10:
    case 11:
    case 12: return press_any_key();
    case 13:
    case 14:
    case 15:
    case 16: return run_any_action();
    case 17: return upto(3) == 0 ? resize() : type_anything();
    case 18: return upto(3) == 0 ? drop_any_file() : std::string("nothing");
    default: words = upto(2) ? "key ctrl+z" : "key Escape"; break;
    }
    user_does(words);
    return words;
}

void RandomUserTest::calm() {
    user_does("mouseup 1 mouseup 2 mouseup 3 keyup shift keyup ctrl keyup alt");
    for (int i = 0; i < 12; ++i) { // windows and menus one in another
        press("Escape");
    }
    dialogs().quit = false;
}

void RandomUserTest::expect_sound() {
    const Camera &camera = scene().camera;
    for (const glm::dvec3 &vector : {camera.eye, camera.target, camera.up}) {
        EXPECT_TRUE(std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z));
    }
    EXPECT_GT(glm::length(camera.eye - camera.target), 0.0);
    EXPECT_GT(scene().settings.step, 0.0);
    EXPECT_GE(scene().width, 1);
    EXPECT_GE(scene().height, 1);
    EXPECT_TRUE(status().error.empty()) << status().error;
}

/// What is shown at rest is what the program draws of the session.
void RandomUserTest::expect_picture_of_session(int number) {
    if (tools().compare.open || tools().speed.heat_map) {
        return;
    }
    const std::filesystem::path session = folder_ / fmt::format("at-{}.json", number);
    const std::filesystem::path picture = folder_ / fmt::format("at-{}.png", number);
    Scene drawn = scene();
    drawn.figure = {};         // lies over the picture in the window
    drawn.transparent = false; // of saved pictures
    write_session(drawn, session);
    ASSERT_TRUE(voxmarch(fmt::format("render {} --embed none -o {}", session.string(), picture.string())));
    if (read_png(picture).rgba != image().rgba) {
        const std::filesystem::path kept = std::filesystem::temp_directory_path() / "voxmarch-random";
        std::filesystem::create_directories(kept);
        write_png(image(), kept / "shown.png");
        for (const std::filesystem::path &file : {session, picture}) {
            std::filesystem::copy_file(file, kept / file.filename(), std::filesystem::copy_options::overwrite_existing);
        }
        ADD_FAILURE() << "after action " << number << " render draws another picture of the session than is shown: see "
                      << kept;
    }
}

TEST_F(RandomUserTest, nothing_ends_hangs_or_lies) {
    std::filesystem::current_path(folder_); // what is written lies here
    make_files();
    open("synthetic:sphere:32");
    const int count = from_environment("VOXMARCH_RANDOM_ACTIONS", 200);
    double slowest = 0.0;
    std::string slowest_action;
    int dialog_age = 0;
    for (int i = 1; i <= count && !HasFailure(); ++i) {
        const std::string action = act();
        std::printf("%d %s\n", i, action.c_str());
        std::fflush(stdout); // a crash must not hide it
        for (int turns = 1 + upto(4); turns > 0; --turns) {
            const double start = seconds_now();
            viewer_->step(1);
            if (seconds_now() - start > slowest) {
                slowest = seconds_now() - start;
                slowest_action = action;
            }
        }
        dialogs().quit = false;
        dialog_age = dialogs().file.open ? dialog_age + 1 : 0;
        if (dialog_age > 4) { // what is listed elsewhere is not ours to open or to replace
            dialogs().file.open = false;
        }
        expect_sound();
        if (i % 50 == 0) {
            calm();
            for (int minutes = 0; minutes < 8 && !viewer_->settled(); ++minutes) { // whatever was begun may be large
                wait_for([this] { return viewer_->settled(); });
            }
            ASSERT_TRUE(viewer_->settled()) << "after action " << i << ": " << status().activity;
            expect_picture_of_session(i);
        }
    }
    std::printf("longest turn: %.2f s after %s\n", slowest, slowest_action.c_str());
    EXPECT_LT(slowest, 10.0) << slowest_action;
}

} // namespace

} // namespace voxmarch
