// Reads config.json, and gives commands what it says.
#include "app/cli/config.h"

#include "app/cli/find_option.h"
#include "app/cli/parse.h"
#include "app/remedy_text.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/user_folders.h"
#include "renderer/views.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>

namespace voxmarch {

namespace {

/// Of fields, which stand in JSON as the option's value does on the command line.
std::string word_of(const JsonNode &value) {
    if (value.is_text()) {
        return value.text();
    }
    if (value.is_number()) {
        return fmt::format("{}", value.number());
    }
    value.fail("must be a text or a number, as on the command line");
}

/// true gives an option without value, false does not give it; several values in a list.
std::vector<std::string> words_of(const JsonNode &value) {
    if (value.is_truth()) {
        return value.truth() ? std::vector<std::string>{""} : std::vector<std::string>{};
    }
    if (!value.is_array()) {
        return {word_of(value)};
    }
    std::vector<std::string> words;
    for (const JsonNode &element : value.elements()) {
        words.push_back(word_of(element));
    }
    return words;
}

std::vector<Config::Default> defaults_of(const JsonNode &command) {
    std::vector<Config::Default> defaults;
    for (const std::string &name : command.fields()) {
        const JsonNode value = command.at(name.c_str());
        defaults.push_back({"--" + name, words_of(value), value.path()});
    }
    return defaults;
}

/// @throws FormatProblem naming the line of the value
template <typename Parse> auto parsed(const JsonNode &value, Parse &&parse) {
    try {
        return parse(word_of(value));
    } catch (const UsageError &error) {
        value.fail(error.what());
    }
}

/// @param folder  that files are named from
KindLook look_of(const JsonNode &object, const std::filesystem::path &folder) {
    KindLook look;
    for (const std::string &name : object.fields()) {
        const JsonNode value = object.at(name.c_str());
        if (name == "transfer") {
            look.transfer = parsed(value, [&](const std::string &word) {
                std::error_code ignored;
                const std::filesystem::path file = folder / word;
                const std::string transfer = std::filesystem::is_regular_file(file, ignored) ? file.string() : word;
                if (transfer != "auto") {
                    resolve_transfer(transfer); // refuses what is none
                }
                return transfer;
            });
        } else if (name == "window") {
            look.window = parsed(value, [](const std::string &word) { return parse_window(word, "window"); });
        } else if (name == "view") {
            look.view = parsed(value, [](const std::string &word) {
                named_view(word, Grid{}, 1.0); // refuses others
                return word;
            });
        } else if (name == "background") {
            look.background = parsed(value, [](const std::string &word) { return parse_color(word, "background"); });
        } else {
            value.fail("kinds have transfer, window, view and background");
        }
    }
    return look;
}

/// @param commands  names of all
Config config_of(const std::string &text, const std::filesystem::path &folder,
                 const std::vector<std::string> &commands) {
    const JsonNode root(text);
    Config config;
    for (const std::string &name : root.fields()) {
        const JsonNode value = root.at(name.c_str());
        if (name == "device") {
            config.device = word_of(value);
        } else if (name == "kinds") {
            for (const std::string &kind : value.fields()) {
                const auto &known = kinds_of_volumes;
                if (std::find(std::begin(known), std::end(known), kind) == std::end(known)) {
                    value.at(kind.c_str()).fail(fmt::format("kinds are {}", fmt::join(known, ", ")));
                }
                config.kinds[kind] = look_of(value.at(kind.c_str()), folder);
            }
        } else if (std::ranges::find(commands, name) != commands.end()) {
            config.commands[name] = defaults_of(value);
        } else {
            value.fail(fmt::format("there is no command {}; beside commands there are device and kinds", name));
        }
    }
    return config;
}

/// @throws FormatProblem naming the line of the value
void set_defaults_of(CLI::App &command, const std::vector<Config::Default> &defaults, const std::string &text) {
    for (const auto &[name, words, path] : defaults) {
        CLI::Option *option = find_option(command, name);
        if (!option || !option->nonpositional() || name == "--config" || name == "--help") {
            JsonNode(text).fail_at(path, fmt::format("{} has no option {}", command.get_name(), name));
        }
        if (option->count() > 0 || words.empty()) {
            continue;
        }
        try {
            const bool flag = option->get_items_expected_max() == 0;
            const std::string without = flag ? "true" : option->get_default_str(); // what it means without a value
            option->add_result(words.front().empty() ? std::vector<std::string>{without} : words);
            option->run_callback();
            option->clear(); // as if it had not been given
        } catch (const UsageError &error) {
            JsonNode(text).fail_at(path, command_line_text(error));
        } catch (const CLI::Error &error) {
            JsonNode(text).fail_at(path, fmt::format("{}: {}", name, error.what()));
        }
    }
}

/// @throws FileError
std::string text_of(const std::filesystem::path &path) {
    constexpr std::size_t largest = std::size_t{1} << 20;
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        throw FileError(path.string(), "is a folder, not a configuration");
    }
    std::ifstream stream(path, std::ios::binary);
    std::string text(largest + 1, '\0'); // one byte more tells a full file from one that is too large
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream.is_open() || stream.bad()) {
        throw FileError(path.string(), "cannot be read");
    }
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest) {
        throw FileError(path.string(), "is larger than 1 MiB, too large for a configuration");
    }
    return text;
}

} // namespace

Config read_config(const std::string &file, const CLI::App &app) {
    const std::filesystem::path folder = user_config_folder();
    const std::filesystem::path path = !file.empty()    ? std::filesystem::path(file)
                                       : folder.empty() ? folder
                                                        : folder / "config.json";
    std::error_code ignored;
    if (file == "none" || (file.empty() && (path.empty() || !std::filesystem::exists(path, ignored)))) {
        return {};
    }
    std::string text = text_of(path);
    std::vector<std::string> commands;
    std::ranges::transform(app.get_subcommands(nullptr), std::back_inserter(commands),
                           [](const CLI::App *command) { return command->get_name(); });
    try {
        Config config = config_of(text, path.parent_path(), commands);
        config.file = path;
        config.text = std::move(text);
        return config;
    } catch (const FormatProblem &problem) {
        throw FileError(path.string(), problem.what());
    }
}

void set_defaults(const Config &config, CLI::App &app) {
    try {
        for (const auto &[name, defaults] : config.commands) {
            set_defaults_of(*app.get_subcommand(name), defaults, config.text);
        }
    } catch (const FormatProblem &problem) {
        throw FileError(config.file.string(), problem.what());
    }
}

std::string summary(const Config &config) {
    std::vector<std::string> parts;
    if (!config.device.empty()) {
        parts.push_back("device " + config.device);
    }
    for (const auto &[name, defaults] : config.commands) {
        std::vector<std::string> options;
        for (const Config::Default &one : defaults) {
            options.push_back(one.option);
        }
        parts.push_back(fmt::format("{} {}", name, fmt::join(options, " ")));
    }
    for (const auto &[kind, look] : config.kinds) {
        parts.push_back("looks of " + kind);
    }
    return parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace voxmarch
