// Starts the program, reads what it writes, and ends it where the viewer wants something else.
#include "app/viewer/dialogs/native_dialog.h"

#include "base/installed_program.h"
#include "volume/formats/volume_names.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char **environ; // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool is_set(const char *name) {
    const char *value = std::getenv(name);
    return value && *value != '\0';
}

/// The first of these programs on PATH, the desktop's first; "" for none.
std::string native_program() {
    const char *const desktop = std::getenv("XDG_CURRENT_DESKTOP");
    const bool kde = desktop && std::string(desktop).find("KDE") != std::string::npos;
    const std::string first = installed_program(kde ? "kdialog" : "zenity");
    return first.empty() ? installed_program(kde ? "zenity" : "kdialog") : first;
}

std::string patterns(const std::vector<std::string> &extensions) {
    std::string text;
    for (const std::string &extension : extensions) {
        text += (text.empty() ? "*" : " *") + extension;
    }
    return text;
}

/// Names of volumes and sessions in small and in capital letters, which these programs tell apart.
std::string volume_patterns() {
    std::vector<std::string> ends = volume_name_ends();
    ends.emplace_back(".json");
    const std::size_t small = ends.size();
    for (std::size_t i = 0; i < small; ++i) {
        std::string capital = ends[i];
        std::ranges::transform(capital, capital.begin(), [](unsigned char letter) { return std::toupper(letter); });
        ends.push_back(std::move(capital));
    }
    return patterns(ends);
}

/// A program whose output is read. Ends it when it goes.
class Child {
public:
    explicit Child(const std::vector<std::string> &command) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) {
            return;
        }
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::vector<char *> arguments;
        for (const std::string &one : command) {
            arguments.push_back(const_cast<char *>(one.c_str())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
        }
        arguments.push_back(nullptr);
        if (::posix_spawn(&id_, arguments.front(), &actions, nullptr, arguments.data(), environ) != 0) {
            id_ = -1;
        }
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        output_ = ends[0];
    }
    ~Child() {
        if (output_ >= 0) {
            ::close(output_);
        }
        if (id_ > 0) {
            ::kill(id_, SIGTERM);
            ::waitpid(id_, nullptr, 0);
        }
    }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    /// What it has written within a tenth of a second. @return whether there may be more
    bool read_some(std::string &text) const {
        if (id_ < 0 || output_ < 0) {
            return false;
        }
        pollfd waits{output_, POLLIN, 0};
        if (::poll(&waits, 1, 100) <= 0) {
            return true;
        }
        char bytes[4096];
        const ssize_t count = ::read(output_, bytes, sizeof bytes);
        text.append(bytes, count > 0 ? static_cast<std::size_t>(count) : 0);
        return count > 0 || (count < 0 && errno == EINTR);
    }

    /// Its exit code, when it has closed its output; < 0 for none.
    int wait() {
        int status = 0;
        if (id_ < 0 || ::waitpid(std::exchange(id_, -1), &status, 0) < 0 || !WIFEXITED(status)) {
            return -1;
        }
        return WEXITSTATUS(status);
    }

private:
    pid_t id_ = -1;
    int output_ = -1;
};

} // namespace

bool has_native_dialogs() {
    const bool desktop = is_set("XDG_CURRENT_DESKTOP") && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"));
    return desktop && !native_program().empty();
}

std::vector<std::string> native_command(const std::string &program, const FileQuestion &question) {
    std::error_code ignored;
    const fs::path from = fs::absolute(question.suggestion, ignored);
    const bool is_folder = fs::is_directory(from, ignored);
    const std::string filter = patterns(question.extensions);
    if (fs::path(program).filename() == "kdialog") {
        const char *kind = question.kind == FileKind::save_folder ? "--getexistingdirectory"
                           : question.kind == FileKind::save_file ? "--getsavefilename"
                                                                  : "--getopenfilename";
        std::vector<std::string> command{program, "--title", question.title, kind, from.string()};
        if (question.kind == FileKind::open_volume) {
            command.push_back("Volumes and sessions (" + volume_patterns() + ")\nAll files (*)");
        } else if (!filter.empty() && question.kind != FileKind::save_folder) {
            command.push_back(filter);
        }
        return command;
    }
    std::vector<std::string> command{program, "--file-selection", "--title=" + question.title,
                                     "--filename=" + from.string() + (is_folder ? "/" : "")};
    if (question.kind == FileKind::save_folder) {
        command.emplace_back("--directory");
    }
    if (question.kind == FileKind::save_file) {
        command.emplace_back("--save");
        command.emplace_back("--confirm-overwrite");
    }
    if (question.kind == FileKind::open_volume) { // those of DICOM often have no ending
        command.push_back("--file-filter=Volumes and sessions | " + volume_patterns());
        command.emplace_back("--file-filter=All files | *");
    } else if (!filter.empty() && question.kind != FileKind::save_folder) {
        command.push_back("--file-filter=" + filter);
    }
    return command;
}

NativeAnswer native_answer(int code, const std::string &output, double seconds) {
    constexpr double too_fast = 0.3; // nobody cancels a window before it has come
    const std::string line = output.substr(0, output.find('\n'));
    if (code == 0 && fs::path(line).is_absolute()) {
        return {NativeAnswer::Kind::chosen, line};
    }
    return {code == 1 && seconds > too_fast ? NativeAnswer::Kind::cancelled : NativeAnswer::Kind::failed, {}};
}

void NativeDialog::start(const FileQuestion &question) {
    job_.start(question.title, [command = native_command(native_program(), question)](const auto &progress) {
        const auto begin = std::chrono::steady_clock::now();
        Child child(command);
        std::string output;
        while (child.read_some(output)) {
            progress(0.0); // ends it where it is not wanted any more
        }
        const int code = child.wait();
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
        return native_answer(code, output, seconds.count());
    });
}

std::optional<NativeAnswer> NativeDialog::take() {
    auto outcome = job_.take();
    if (!outcome) {
        return {};
    }
    return outcome->error.empty() ? outcome->result : NativeAnswer{};
}

} // namespace voxmarch
