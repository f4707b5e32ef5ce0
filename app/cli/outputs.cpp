#include "app/cli/outputs.h"

#include "app/cli/find_option.h"
#include "app/cli/piped_volume.h"
#include "base/error.h"
#include "base/input_guard.h"
#include "base/output_file.h"
#include "volume/formats/standard_input.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace voxmarch {

namespace {

/// Options whose words are names of files that are written; OUT is that of convert.
constexpr std::array<std::string_view, 5> outputs{"--output", "--stats", "--trace", "--figure", "OUT"};

bool is_output(const CLI::Option &option) {
    return std::ranges::any_of(outputs, [&](std::string_view name) {
        return name.starts_with("--") ? option.check_lname(std::string(name.substr(2)))
                                      : option.check_name(std::string(name));
    });
}

bool writes_files(const CLI::App &command) {
    return std::ranges::any_of(command.get_options(), [](const CLI::Option *option) { return is_output(*option); });
}

/// A word, and what stands behind the last colon of KEY:FILE.
void remember_word(const std::string &word) {
    remember_input(is_standard_input(volume_word(word)) ? "/dev/stdin" : word);
    if (const std::size_t colon = word.rfind(':'); colon != word.npos) {
        remember_input(word.substr(colon + 1));
    }
}

bool is_given(const CLI::App &command, const std::string &name) {
    const CLI::Option *option = find_option(command, name);
    return option != nullptr && option->count() > 0;
}

/// @param option  "--output" of two that go to standard output, "" of none
void require_one_stream(const CLI::App &command, const std::string &option, const std::string &other) {
    if (!option.empty() && (!other.empty() || is_given(command, "--json"))) {
        throw UsageError(fmt::format("{} and {} both go to standard output; give one of them a file", option,
                                     other.empty() ? "--json" : other));
    }
}

} // namespace

std::string output_name(const std::string &text, const std::string &extension) {
    return is_standard_output(text) && !text.starts_with("-.") ? "-" + extension : text;
}

std::string written_name(const std::string &file) { return is_standard_output(file) ? "standard output" : file; }

void add_force_option(CLI::App &app, bool &force) {
    for (CLI::App *command :
         app.get_subcommands([](const CLI::App *one) { return !one->get_group().empty() && writes_files(*one); })) {
        command->add_flag("--force", force, "write over a file even if it is read here")->group("Settings");
    }
}

void prepare_outputs(const CLI::App &command, bool force) {
    guard_inputs(!force);
    std::string streaming;
    for (const CLI::Option *option : command.get_options()) {
        for (const std::string &word : option->results()) {
            if (!is_output(*option)) {
                remember_word(word);
            }
        }
    }
    for (const CLI::Option *option : command.get_options([](const CLI::Option *one) { return is_output(*one); })) {
        for (const std::string &word : option->results()) {
            if (is_standard_output(word)) {
                require_one_stream(command, option->get_name(), streaming);
                streaming = option->get_name();
            } else if (std::error_code ignored; !std::filesystem::is_directory(word, ignored)) {
                const std::filesystem::path file(word); // a store may end with a slash
                check_output_file(file.has_filename() ? file : file.parent_path());
            }
        }
    }
    if (streaming == "--stats") {
        return; // it is printed
    }
    if (!streaming.empty()) {
        if (::isatty(STDOUT_FILENO) != 0) {
            throw UsageError(fmt::format("{}: standard output is a terminal, which shows no such data; send it to a "
                                         "program or into a file",
                                         streaming));
        }
        keep_standard_output_for_data();
    }
}

} // namespace voxmarch
