// Xvfb as a child process.
#include "tests/viewer/virtual_display.h"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

namespace voxmarch::testing {

namespace {

bool there(const char *program) { return std::system(fmt::format("command -v {} >/dev/null", program).c_str()) == 0; }

} // namespace

VirtualDisplay::VirtualDisplay(const std::string &pixels) {
    if (!there("Xvfb") || !there("xdotool")) {
        problem = "Xvfb or xdotool is missing (install xvfb and xdotool)";
        return;
    }
    std::array<int, 2> pipe_ends{};
    if (::pipe(pipe_ends.data()) != 0) {
        problem = "no pipe";
        return;
    }
    server_ = ::fork();
    if (server_ == 0) {
#ifdef __linux__
        ::prctl(PR_SET_PDEATHSIG, SIGTERM); // a test that crashes leaves no server behind
#endif
        const int quiet = ::open("/dev/null", O_WRONLY);
        ::dup2(quiet, STDERR_FILENO);
        ::dup2(quiet, STDOUT_FILENO);
        ::close(pipe_ends[0]);
        const std::string end = std::to_string(pipe_ends[1]);
        // Without -noreset it starts anew when a viewer ends, and turns the next one away if that comes too soon.
        ::execlp("Xvfb", "Xvfb", "-displayfd", end.c_str(), "-screen", "0", pixels.c_str(), "-nolisten", "tcp",
                 "-noreset", nullptr);
        ::_exit(127);
    }
    ::close(pipe_ends[1]);
    std::string display = ":"; // then "99" and the end of the line, when it is ready
    char letter = 0;
    while (::read(pipe_ends[0], &letter, 1) == 1 && letter != '\n') {
        display += letter;
    }
    ::close(pipe_ends[0]);
    if (letter != '\n') {
        problem = "Xvfb did not start";
        return;
    }
    ::setenv("DISPLAY", display.c_str(), 1);
    ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    ::setenv("SDL_VIDEODRIVER", "x11", 1);
}

VirtualDisplay::~VirtualDisplay() {
    if (server_ > 0) {
        ::kill(server_, SIGTERM);
        ::waitpid(server_, nullptr, 0);
    }
}

void user_does(const std::string &words) {
    if (std::system(fmt::format("xdotool {} >/dev/null 2>&1", words).c_str()) != 0) {
        std::abort();
    }
}

} // namespace voxmarch::testing
