// An X server without a screen for the tests of the viewer, and a user who moves its mouse and presses its keys.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace voxmarch::testing {

/// Starts Xvfb and points DISPLAY at it, with software OpenGL.
class VirtualDisplay {
public:
    /// @param pixels  "1280x800x24"
    explicit VirtualDisplay(const std::string &pixels);
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay &) = delete;
    VirtualDisplay &operator=(const VirtualDisplay &) = delete;

    /// False where Xvfb or xdotool is missing; why, `problem` says.
    bool works() const { return problem.empty(); }
    std::string problem;

private:
    pid_t server_ = -1;
};

/// Real events through xdotool: "mousemove 100 200", "mousedown 1", "key ctrl+z", "type hello".
void user_does(const std::string &words);

} // namespace voxmarch::testing
