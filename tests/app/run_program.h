// Starts the real voxmarch in a scratch folder and keeps what it printed, returned and wrote.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace voxmarch::testing {

struct Outcome {
    int code = 0;         ///< exit code; minus the signal's number if one ended the program
    std::string out, err; ///< err without the warnings of drivers
};

using Environment = std::map<std::string, std::string>;

/// An environment without any OpenCL driver.
extern const Environment no_drivers;

/// One scratch folder for each test, one cache of kernels for each test executable.
class Program : public ::testing::Test {
protected:
    Program();
    ~Program() override;

    /// Runs `voxmarch ARGUMENTS` in the scratch folder, at most two minutes.
    Outcome run(const std::vector<std::string> &arguments, const Environment &environment = {}) const;

    /// Runs another command in the same way, whose first word is a program in PATH or a file.
    Outcome run_command(const std::vector<std::string> &command, const Environment &environment = {}) const;

    /// The file of voxmarch.
    static const char *program();

    /// The same as run() with stdout going to `file`; Outcome::out stays empty.
    Outcome run_with_stdout(const std::string &file, const std::vector<std::string> &arguments) const;

    /// The same as run_command(), but sends `signal` after `delay`, as run_and_signal() does.
    Outcome signal_command(const std::vector<std::string> &command, int signal, std::chrono::milliseconds delay) const;

    /// The same as run(), but sends `signal` after `delay`, which begins when the program catches the signal and the
    /// file `once`, if it is named, is there: busy machines start programs late.
    Outcome run_and_signal(const std::vector<std::string> &arguments, int signal, std::chrono::milliseconds delay,
                           const std::string &once = {}) const;

    /// The same with a terminal for stderr; Outcome::err is what went to it, "\r\n" at the ends of lines.
    Outcome run_on_terminal(const std::vector<std::string> &arguments, int signal,
                            std::chrono::milliseconds delay) const;

    std::string path(const std::string &name) const { return (folder_ / "work" / name).string(); }
    std::string write(const std::string &name, const std::string &content) const;
    std::string read(const std::string &name) const;
    bool exists(const std::string &name) const { return std::filesystem::exists(folder_ / "work" / name); }

    /// Names of all files in the scratch folder, sorted.
    std::vector<std::string> files() const;

private:
    std::filesystem::path folder_;

    /// Waits for the program.
    /// @param meanwhile  called again and again until it ends
    /// @param once       see run_and_signal()
    Outcome collect(pid_t child, int signal, std::chrono::milliseconds delay,
                    const std::function<void()> &meanwhile = {}, const std::string &once = {}) const;
    pid_t start_command(const std::vector<std::string> &command, const Environment &environment,
                        const std::filesystem::path &out, const std::filesystem::path &err) const;
    pid_t start(const std::vector<std::string> &arguments, const Environment &environment,
                const std::filesystem::path &out, const std::filesystem::path &err) const;
};

/// A failure as all are told: this exit code, nothing on stdout, and one line on stderr that holds `part`.
::testing::AssertionResult failed_with(const Outcome &outcome, int code, const std::string &part);

/// Exit code 0 and not a word on stderr.
::testing::AssertionResult went_well(const Outcome &outcome);

inline bool contains(const std::string &text, const std::string &part) { return text.find(part) != text.npos; }

} // namespace voxmarch::testing
