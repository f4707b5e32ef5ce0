// The events of a careless user.
#include "tests/viewer/viewer_test.h"

#include <iterator>
#include <random>

namespace voxmarch {

namespace {

TEST_F(ViewerTest, two_hundred_random_events_do_no_harm) {
    open("synthetic:sphere:32");
    std::mt19937 random(7);
    const auto upto = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    const char *keys[] = {"h",         "g", "r", "f", "0",      "3",      "5",      "k",  "l",
                          "j",         "x", "i", "v", "b",      "ctrl+z", "ctrl+y", "F9", "Escape",
                          "BackSpace", "w", "s", "a", "ctrl+p", "ctrl+o", "m",      "1",  "F5"};
    for (int i = 0; i < 200; ++i) {
        switch (upto(5)) {
        case 0: user_does(std::string("key ") + keys[static_cast<std::size_t>(upto(std::size(keys)))]); break;
        case 1: user_does("mousemove " + on_screen(upto(900), upto(560))); break;
        case 2: user_does(fmt::format("mousedown {}", 1 + upto(3))); break;
        case 3: user_does(fmt::format("mouseup {}", 1 + upto(3))); break;
        default: user_does(fmt::format("click {}", 4 + upto(2))); break;
        }
        viewer_->step(1);
        if (dialogs().quit || dialogs().file.open) { // what is listed there is not ours to open
            dialogs().quit = dialogs().file.open = false;
        }
    }
    user_does("mouseup 1 mouseup 2 mouseup 3 key Escape");
    steps(3);
    if (view().motion.flying) {
        press("Escape");
    }
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
}

} // namespace

} // namespace voxmarch
