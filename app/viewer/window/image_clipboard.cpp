// Runs the program that keeps a clipboard's contents, and gives it the bytes as a file.
#include "app/viewer/window/image_clipboard.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

extern char **environ;

namespace voxmarch {

namespace {

/// A file without a name, gone when it is closed.
class MemoryFile {
public:
    MemoryFile() : descriptor_(::memfd_create("picture", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    /// @return whether it holds the bytes, and is to be read from their first on
    bool fill(const std::string &bytes) const {
        for (std::size_t done = 0; done < bytes.size();) {
            const ssize_t written = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
            if (written <= 0) {
                return false;
            }
            done += static_cast<std::size_t>(written);
        }
        return ::lseek(descriptor_, 0, SEEK_SET) == 0;
    }
    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

/// Runs a program with this file as its input and nothing as its output. @return its exit status; -1: there is none
int run(std::vector<const char *> words, int input) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    words.push_back(nullptr);
    pid_t child = 0;
    const int problem =
        ::posix_spawnp(&child, words.front(), &actions, nullptr, const_cast<char *const *>(words.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (problem != 0 || ::waitpid(child, &status, 0) != child) {
        return -1;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
}

} // namespace

std::string copy_png(const std::string &bytes) {
    const MemoryFile file;
    if (!file.fill(bytes)) {
        return fmt::format("the picture could not be copied: {}", std::generic_category().message(errno));
    }
    const bool wayland = std::getenv("WAYLAND_DISPLAY") != nullptr;
    const std::vector<const char *> words =
        wayland ? std::vector<const char *>{"wl-copy", "--type", "image/png"}
                : std::vector<const char *>{"xclip", "-selection", "clipboard", "-t", "image/png"};
    const int status = run(words, file.descriptor());
    if (status < 0) {
        return fmt::format("pictures get into the clipboard by {}: install the package {}", words.front(),
                           wayland ? "wl-clipboard" : "xclip");
    }
    return status == 0 ? "" : fmt::format("{} could not take the picture", words.front());
}

} // namespace voxmarch
