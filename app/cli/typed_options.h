// Command line options with strict values: ranges are checked while parsing and stand in the help text.
#pragma once

#include "app/cli/parse.h"
#include "base/enum_names.h"
#include "base/text.h"
#include "device/device_info.h"
#include "renderer/brick_size.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace voxmarch {

/// An option whose text goes through `accept`, which throws UsageError if it is wrong.
/// @param names   "-o,--output"
/// @param type    how the help names the value, "WxH"
/// @param preset  default as the help shows it; "" shows none
CLI::Option *add_parsed(CLI::App &command, const std::string &names, const std::string &type, const std::string &preset,
                        const std::function<void(const std::string &)> &accept, const std::string &help);

/// Names of the options on the command line, "--size".
std::set<std::string> given_options(const CLI::App &command);

/// Tells of those of the names that were given. @param when  "without --labels"
void note_given(const std::set<std::string> &given, const char *when, const std::vector<std::string> &names);

/// An option that may be given several times; every word is accepted, in order.
CLI::Option *add_repeated(CLI::App &command, const std::string &names, const std::string &type,
                          const std::function<void(const std::string &)> &accept, const std::string &help);

/// All words of an option that may be given several times, at once.
CLI::Option *add_words(CLI::App &command, const std::string &names, const std::string &type,
                       const std::function<void(const std::vector<std::string> &)> &accept, const std::string &help);

/// Values separated by commas; given again it adds to the list; values that are there already stay alone. Accepting the
/// same words once more, as sessions do, gives the same list.
template <typename Value>
CLI::Option *add_list(CLI::App &command, const std::string &names, const std::string &type, std::vector<Value> &values,
                      const std::function<Value(const std::string &)> &parse, const std::string &help) {
    return add_words(
        command, names, type,
        [&values, parse](const std::vector<std::string> &words) {
            values.clear();
            for (const std::string &word : words) {
                for (const std::string &part : text::split(word, ',')) {
                    const auto value = parse(part);
                    if (std::find(values.begin(), values.end(), value) == values.end()) {
                        values.push_back(value);
                    }
                }
            }
        },
        help);
}

/// --label N[,N..] that names objects of a label volume; given again it adds to the list.
/// @param largest  that can be named
CLI::Option *add_label_numbers(CLI::App &command, std::vector<int> &labels, const std::string &help,
                               int largest = 65535);

/// Text that must not be empty.
CLI::Option *add_text(CLI::App &command, const std::string &names, const std::string &type, std::string &target,
                      const std::string &help);

/// A finite number in [low, high]; the help shows range and default.
template <typename Real>
CLI::Option *add_number(CLI::App &command, const std::string &names, Real &target, double low, double high,
                        const std::string &help) {
    std::ostringstream preset, text;
    preset << target;
    text << help << ", " << low << " .. " << high;
    return add_parsed(
        command, names, "NUMBER", preset.str(),
        [&target, low, high, names](const std::string &word) {
            target = static_cast<Real>(parse_number(word, low, high, names));
        },
        text.str());
}

/// A whole number in [low, high]; the help shows range and default (none if `target` lies outside).
CLI::Option *add_integer(CLI::App &command, const std::string &names, int &target, int low, int high,
                         const std::string &help);

/// One of `words`; `chosen` gets its position.
CLI::Option *add_choice(CLI::App &command, const std::string &names, const std::vector<std::string> &words,
                        const std::string &preset, std::function<void(std::size_t)> chosen, const std::string &help);

/// The names of all values of an enumeration.
template <NamedEnum Enum> std::vector<std::string> words_of() {
    std::vector<std::string> words;
    for (const Enum value : values_of<Enum>()) {
        words.emplace_back(name_of(value));
    }
    return words;
}

/// One of the values of an enumeration, by its name. The help shows what `target` holds.
template <NamedEnum Enum>
CLI::Option *add_named(CLI::App &command, const std::string &names, Enum &target, const std::string &help) {
    return add_choice(
        command, names, words_of<Enum>(), std::string(name_of(target)),
        [&target](std::size_t position) { target = values_of<Enum>()[position]; }, help);
}

/// The same for what may stay empty. @param preset  as the help shows it; "" shows none
template <NamedEnum Enum>
CLI::Option *add_named(CLI::App &command, const std::string &names, std::optional<Enum> &target,
                       const std::string &preset, const std::string &help) {
    return add_choice(
        command, names, words_of<Enum>(), preset,
        [&target](std::size_t position) { target = values_of<Enum>()[position]; }, help);
}

/// The same with the word "auto" for empty, which is also the default.
template <NamedEnum Enum>
CLI::Option *add_named_or_auto(CLI::App &command, const std::string &names, std::optional<Enum> &target,
                               const std::string &help) {
    std::vector<std::string> words = words_of<Enum>();
    words.insert(words.begin(), "auto");
    return add_choice(
        command, names, words, "auto",
        [&target](std::size_t position) {
            target = position == 0 ? std::nullopt : std::optional(values_of<Enum>()[position - 1]);
        },
        help);
}

/// --device of every command that opens one.
CLI::Option *add_device_option(CLI::App &command, std::string &selector);

/// --device of commands that share work between devices, see choose_devices().
CLI::Option *add_devices_option(CLI::App &command, std::string &selector);

/// The same of commands that draw pictures, see open_drawing_devices().
void add_drawing_devices(CLI::App &command, std::string &selector, bool &allow_mixed);

/// --backend; empty means auto.
CLI::Option *add_backend_option(CLI::App &command, std::optional<SamplingBackend> &backend);

/// --brick-edge of commands that draw in bricks. @param of  of which benchmark, "`scale`: "
CLI::Option *add_brick_edge_option(CLI::App &command, BrickSize &size, const std::string &of = "");

} // namespace voxmarch
