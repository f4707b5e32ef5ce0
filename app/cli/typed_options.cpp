// Adds options whose values are checked, and whose help is made from their range and default.
#include "app/cli/typed_options.h"

#include "app/environment.h"
#include "app/progress.h"
#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace voxmarch {

std::set<std::string> given_options(const CLI::App &command) {
    std::set<std::string> names;
    for (const CLI::Option *option : command.get_options()) {
        if (option->count() > 0 && !option->get_positional()) {
            names.insert(option->get_name());
        }
    }
    return names;
}

void note_given(const std::set<std::string> &given, const char *when, const std::vector<std::string> &names) {
    std::vector<std::string> idle;
    std::ranges::copy_if(names, std::back_inserter(idle),
                         [&](const std::string &name) { return given.contains(name); });
    if (!idle.empty()) {
        say(fmt::format("note: no effect {}: {}", when, fmt::join(idle, ", ")));
    }
}

CLI::Option *add_parsed(CLI::App &command, const std::string &names, const std::string &type, const std::string &preset,
                        const std::function<void(const std::string &)> &accept, const std::string &help) {
    CLI::Option *option = command.add_option_function<std::string>(names, accept, help);
    option->type_name(type);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast); // what is said last wins
    if (!preset.empty()) {
        option->default_str(preset);
    }
    return option;
}

CLI::Option *add_repeated(CLI::App &command, const std::string &names, const std::string &type,
                          const std::function<void(const std::string &)> &accept, const std::string &help) {
    return add_words(
        command, names, type,
        [accept](const std::vector<std::string> &words) {
            for (const std::string &word : words) {
                accept(word);
            }
        },
        help);
}

CLI::Option *add_words(CLI::App &command, const std::string &names, const std::string &type,
                       const std::function<void(const std::vector<std::string> &)> &accept, const std::string &help) {
    CLI::Option *option = command.add_option_function<std::vector<std::string>>(names, accept, help);
    option->type_name(type);
    option->allow_extra_args(false); // one word each time it is given
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return option;
}

CLI::Option *add_label_numbers(CLI::App &command, std::vector<int> &labels, const std::string &help, int largest) {
    return add_list<int>(
        command, "--label", "N[,N..]", labels,
        [largest](const std::string &word) { return parse_integer(word, 0, largest, "--label"); }, help);
}

CLI::Option *add_text(CLI::App &command, const std::string &names, const std::string &type, std::string &target,
                      const std::string &help) {
    return add_parsed(
        command, names, type, target,
        [&target, names](const std::string &word) {
            if (word.empty()) {
                throw UsageError(fmt::format("{} is empty", names));
            }
            target = word;
        },
        help);
}

CLI::Option *add_integer(CLI::App &command, const std::string &names, int &target, int low, int high,
                         const std::string &help) {
    return add_parsed(
        command, names, "N", target >= low && target <= high ? std::to_string(target) : "",
        [&target, low, high, names](const std::string &word) { target = parse_integer(word, low, high, names); },
        fmt::format("{}, {} .. {}", help, low, high));
}

CLI::Option *add_choice(CLI::App &command, const std::string &names, const std::vector<std::string> &words,
                        const std::string &preset, std::function<void(std::size_t)> chosen, const std::string &help) {
    return add_parsed(
        command, names, words.size() == 1 ? "NAME" : fmt::format("{}", fmt::join(words, "|")), preset,
        [words, names, chosen = std::move(chosen)](const std::string &word) {
            const auto found = std::find(words.begin(), words.end(), word);
            if (found == words.end()) {
                throw UsageError(fmt::format("{} is '{}'; it must be one of: {}", names, word, fmt::join(words, ", ")));
            }
            chosen(static_cast<std::size_t>(found - words.begin()));
        },
        help);
}

namespace {

/// @throws UsageError if the selector names several devices; a comma may also stand in a device's name
void require_one_device(const std::string &selector, const std::string &command) {
    if (selector != "all" && selector.find(',') == std::string::npos) {
        return;
    }
    std::vector<std::string> names;
    for (const DeviceInfo &device : list_devices(environment_options())) {
        if (selector != "all" && device.name.find(selector) != std::string::npos) {
            return;
        }
        names.push_back(fmt::format("{} '{}'", device.index, device.name));
    }
    throw UsageError(fmt::format("--device is '{}', but {} uses one device: choose one of {}", selector, command,
                                 fmt::join(names, ", ")));
}

} // namespace

CLI::Option *add_device_option(CLI::App &command, std::string &selector) {
    return add_parsed(
        command, "--device", "N|NAME", selector,
        [&command, &selector](const std::string &word) {
            if (word.empty()) {
                throw UsageError("--device is empty");
            }
            require_one_device(word, command.get_name());
            selector = word;
        },
        "number or part of a name in `voxmarch devices`, cpu or gpu\n"
        "(default: VOXMARCH_DEVICE, else the first GPU, else the first CPU)");
}

CLI::Option *add_devices_option(CLI::App &command, std::string &selector) {
    return add_text(command, "--device", "N|NAME[,..]|all", selector,
                    "numbers or parts of names in `voxmarch devices`, cpu or gpu; several between commas,\n"
                    "or all, share the work\n"
                    "(default: VOXMARCH_DEVICE, else the first GPU, else the first CPU)");
}

void add_drawing_devices(CLI::App &command, std::string &selector, bool &allow_mixed) {
    add_devices_option(command, selector);
    command.add_flag("--allow-mixed", allow_mixed,
                     "let devices of several models share pictures, which may then\ndiffer by 1/255");
}

CLI::Option *add_backend_option(CLI::App &command, std::optional<SamplingBackend> &backend) {
    return add_named_or_auto(
        command, "--backend", backend,
        "how samples are taken: 3D images (GPUs), plain buffers,\nor buffers with 16 pixels a work-item (CPUs)");
}

CLI::Option *add_brick_edge_option(CLI::App &command, BrickSize &size, const std::string &of) {
    std::vector<std::string> words;
    std::ranges::transform(brick_edges, std::back_inserter(words), [](int edge) { return std::to_string(edge); });
    return add_choice(
        command, "--brick-edge", words, std::to_string(size.edge),
        [&size](std::size_t position) { size.edge = brick_edges[position]; },
        of + "cells along an edge of a brick; the picture is the same. Of 32 less\nis read for what is thin, and 42 % "
             "of the voxels are stored twice in\nplace of 20 %");
}

} // namespace voxmarch
