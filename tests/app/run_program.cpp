// Processes, pipes and folders of the program tests.
#include "tests/app/run_program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace voxmarch::testing {

namespace fs = std::filesystem;

const Environment no_drivers = {{"OCL_ICD_VENDORS", "/nonexistent"}, {"OCL_ICD_FILENAMES", ""}};

namespace {

fs::path make_scratch_folder() {
    std::string pattern = (fs::temp_directory_path() / "voxmarch_app_XXXXXX").string();
    return mkdtemp(pattern.data());
}

/// Shared by all tests of an executable, so that kernels are compiled once.
const fs::path &cache_folder() {
    static const struct Cache {
        fs::path path = make_scratch_folder();
        ~Cache() { fs::remove_all(path); }
    } cache;
    return cache.path;
}

std::string content_of(const fs::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// `text` without the lines in which Mesa's compiler warns on our stderr when it meets a kernel for the first time.
std::string without_driver_warnings(const std::string &text) {
    std::istringstream lines(text);
    std::string ours;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("MESA: warning: ")) {
            ours += lines.eof() ? line : line + '\n';
        }
    }
    return ours;
}

} // namespace

Program::Program() : folder_(make_scratch_folder()) {
    fs::create_directory(folder_ / "work");
    cache_folder();
}

Program::~Program() { fs::remove_all(folder_); }

const char *Program::program() { return VOXMARCH_PROGRAM; }

pid_t Program::start(const std::vector<std::string> &arguments, const Environment &environment,
                     const fs::path &out_file, const fs::path &err_file) const {
    std::vector<std::string> command{VOXMARCH_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return start_command(command, environment, out_file, err_file);
}

pid_t Program::start_command(const std::vector<std::string> &command, const Environment &environment,
                             const fs::path &out_file, const fs::path &err_file) const {
    fs::remove(folder_ / "out");
    const pid_t child = fork();
    if (child != 0) {
        return child;
    }
    std::vector<char *> words;
    for (const std::string &word : command) {
        words.push_back(const_cast<char *>(word.c_str()));
    }
    words.push_back(nullptr);
    setenv("VOXMARCH_CACHE_DIR", cache_folder().c_str(), 1);
    unsetenv("VOXMARCH_DEVICE");
    setenv("XDG_CONFIG_HOME", "/nowhere", 1); // not the settings of who tests
    if (!environment.contains("OCL_ICD_VENDORS")) {
        setenv("ASAN_OPTIONS", "detect_leaks=0", 0); // OpenCL drivers leak, and that is not our fault
    }
    for (const auto &[name, value] : environment) {
        setenv(name.c_str(), value.c_str(), 1);
    }
    const int in = open("/dev/null", O_RDONLY);
    const int out = open(out_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open(err_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, 0600);
    if (dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2 && chdir((folder_ / "work").c_str()) == 0) {
        execvp(words.front(), words.data());
    }
    _exit(127);
}

/// Whether a process has a handler for a signal.
static bool catches(pid_t process, int signal) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("SigCgt:")) {
            return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
        }
    }
    return false;
}

Outcome Program::collect(pid_t child, int signal, std::chrono::milliseconds delay,
                         const std::function<void()> &meanwhile, const std::string &once) const {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    std::optional<clock::time_point> ready;
    bool signalled = signal == 0;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (meanwhile) {
            meanwhile();
        }
        if (!signalled && !ready && catches(child, signal) && (once.empty() || exists(once))) {
            ready = clock::now();
        }
        if (ready && !signalled && clock::now() - *ready > delay) {
            kill(child, signal);
            signalled = true;
        }
        if (clock::now() - begin > std::chrono::minutes(4)) {
            ADD_FAILURE() << "voxmarch did not end within four minutes";
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), content_of(folder_ / "out"),
            without_driver_warnings(content_of(folder_ / "err"))};
}

Outcome Program::run(const std::vector<std::string> &arguments, const Environment &environment) const {
    return collect(start(arguments, environment, folder_ / "out", folder_ / "err"), 0, {});
}

Outcome Program::run_command(const std::vector<std::string> &command, const Environment &environment) const {
    return collect(start_command(command, environment, folder_ / "out", folder_ / "err"), 0, {});
}

Outcome Program::signal_command(const std::vector<std::string> &command, int signal,
                                std::chrono::milliseconds delay) const {
    return collect(start_command(command, {}, folder_ / "out", folder_ / "err"), signal, delay);
}

Outcome Program::run_with_stdout(const std::string &file, const std::vector<std::string> &arguments) const {
    return collect(start(arguments, {}, file, folder_ / "err"), 0, {});
}

Outcome Program::run_and_signal(const std::vector<std::string> &arguments, int signal, std::chrono::milliseconds delay,
                                const std::string &once) const {
    return collect(start(arguments, {}, folder_ / "out", folder_ / "err"), signal, delay, {}, once);
}

Outcome Program::run_on_terminal(const std::vector<std::string> &arguments, int signal,
                                 std::chrono::milliseconds delay) const {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        ADD_FAILURE() << "there are no terminals here";
        return {};
    }
    const int kept_open = open(ptsname(terminal), O_RDWR | O_NOCTTY); // what was written stays readable
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    std::string shown;
    const auto read_shown = [&] { // a terminal that nobody reads holds 4 KiB, then the program waits
        char bytes[4096];
        for (ssize_t count = 0; (count = ::read(terminal, bytes, sizeof(bytes))) > 0;) {
            shown.append(bytes, static_cast<std::size_t>(count));
        }
    };
    Outcome outcome = collect(start(arguments, {}, folder_ / "out", ptsname(terminal)), signal, delay, read_shown);
    read_shown();
    outcome.err = shown;
    close(kept_open);
    close(terminal);
    return outcome;
}

std::string Program::write(const std::string &name, const std::string &content) const {
    std::ofstream(folder_ / "work" / name, std::ios::binary) << content;
    return name;
}

std::string Program::read(const std::string &name) const { return content_of(folder_ / "work" / name); }

std::vector<std::string> Program::files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder_ / "work")) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

::testing::AssertionResult failed_with(const Outcome &outcome, int code, const std::string &part) {
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    if (outcome.code == code && lines == 1 && outcome.out.empty() && outcome.err.starts_with("voxmarch: ") &&
        contains(outcome.err, part)) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "expected exit code " << code << " and one line with '" << part
                                         << "', got exit code " << outcome.code << "\nstdout: " << outcome.out
                                         << "\nstderr: " << outcome.err;
}

::testing::AssertionResult went_well(const Outcome &outcome) {
    if (outcome.code == 0 && outcome.err.empty()) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "exit code " << outcome.code << "\nstderr: " << outcome.err;
}

} // namespace voxmarch::testing
