// Starts the program as a user would and waits for its end.
#include "bench/input_program.h"

#include "base/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace voxmarch {

namespace {

using Variables = std::map<std::string, std::string>;

/// The environment, with these variables in the place of its own.
std::vector<std::string> environment_with(const Variables &variables) {
    std::vector<std::string> all;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (variables.count(text.substr(0, text.find('='))) == 0) {
            all.push_back(text);
        }
    }
    for (const auto &[name, value] : variables) {
        all.push_back(fmt::format("{}={}", name, value));
    }
    return all;
}

std::vector<char *> pointers_to(std::vector<std::string> &words) {
    std::vector<char *> pointers;
    for (std::string &word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Runs a program with nothing printed. @throws Error if it fails
void run_program(std::vector<std::string> words, const Variables &variables = {}) {
    std::vector<std::string> environment = environment_with(variables);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int problem = posix_spawn(&child, words.front().c_str(), &files, nullptr, pointers_to(words).data(),
                                    pointers_to(environment).data());
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    if (problem != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw Error(fmt::format("{} {} failed", words.front(), words[1]));
    }
}

/// Caches of ours and of drivers that know nothing yet.
Variables empty_caches(const std::filesystem::path &folder) {
    Variables variables;
    for (const char *name : {"VOXMARCH_CACHE_DIR", "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR"}) {
        variables[name] = folder / name;
        std::filesystem::create_directories(folder / name);
    }
    return variables;
}

/// Milliseconds of the program's own phases.
nlohmann::json phases_in(const std::filesystem::path &statistics) {
    std::ifstream stream(statistics);
    return nlohmann::json::parse(stream).value("host_ms", nlohmann::json::object());
}

} // namespace

void measure_program(const BenchOptions &options, const std::filesystem::path &raw_file, const ScratchFiles &scratch,
                     StageTable &table) {
    if (options.program.empty()) {
        return;
    }
    const auto words = [&](std::vector<std::string> rest) {
        if (!options.device.empty()) {
            rest.insert(rest.end(), {"--device", options.device});
        }
        rest.insert(rest.begin(), options.program);
        return rest;
    };
    table.row("voxmarch --version", 0.0, {}, [&] { run_program({options.program, "--version"}); });
    table.row("voxmarch info --header-only", 0.0, {}, [&] { run_program(words({"info", "--header-only", raw_file})); });
    table.row("voxmarch info", static_cast<double>(std::filesystem::file_size(raw_file)), {}, [&] {
        run_program(words({"info", raw_file}));
    });
    const std::filesystem::path statistics = scratch / "statistics.json";
    const std::vector<std::string> render =
        words({"render", "synthetic:tree:256", "-o", scratch / "first.png", "--size", "512x512"});
    table.row("first picture, warm", 0.0, {}, [&] { run_program(render); });
    std::vector<std::string> counted = render;
    counted.insert(counted.end(), {"--stats", statistics});
    run_program(counted);
    const nlohmann::json phases = phases_in(statistics);
    for (const auto &[phase, ms] : phases.items()) {
        fmt::print("    {:<30} {:10.3f}\n", phase, ms.get<double>());
    }
    table.rows.back()["phases_ms"] = phases;
    int run = 0;
    table.row("first picture, nothing cached", 0.0, {},
              [&] { run_program(render, empty_caches(scratch / fmt::format("cold-{}", run++))); });
}

} // namespace voxmarch
