// Finds out whether standard input is wanted, and how much of it there may be.
#include "app/cli/piped_volume.h"

#include "app/cli/find_option.h"
#include "app/cli/volume_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "volume/formats/standard_input.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace voxmarch {

std::string volume_word(const std::string &word) { return word == "-" ? standard_input : word; }

bool takes_piped_volume(const CLI::App &command) {
    constexpr std::array<std::string_view, 6> readers{"render", "slice", "mesh", "skeleton", "info", "convert"};
    return std::ranges::find(readers, command.get_name()) != readers.end();
}

namespace {

bool names_standard_input(const CLI::App &command) {
    return std::ranges::any_of(command.get_options(), [](const CLI::Option *option) {
        const bool names_volume = option->check_name("VOLUME") || option->check_lname("volume");
        return names_volume && std::ranges::any_of(option->results(), [](const std::string &word) {
                   return is_standard_input(volume_word(word));
               });
    });
}

/// --memory-limit where it bounds what voxels take here; that of render is the device's.
int memory_limit_of(const CLI::App &command) {
    const CLI::Option *limit = command.get_name() == "render" ? nullptr : find_option(command, "--memory-limit");
    return limit != nullptr && limit->count() > 0 ? limit->as<int>() : 0;
}

} // namespace

void take_piped_volume(const CLI::App &command, const Ranks &ranks) {
    if (!names_standard_input(command)) {
        return;
    }
    const std::string &name = command.get_name();
    if (!takes_piped_volume(command)) {
        throw UsageError(
            fmt::format("voxmarch {} reads no volume from standard input; give a file (./- is one named -)", name));
    }
    if (!ranks.alone()) {
        throw UsageError("standard input goes to one of the ranks alone, and each reads the volume; give a file");
    }
    if (::isatty(STDIN_FILENO) != 0) {
        throw UsageError(
            fmt::format("standard input is a terminal, which sends no volume; pipe one into voxmarch, like "
                        "cat v.nrrd | voxmarch {} -",
                        name));
    }
    keep_standard_input(STDIN_FILENO, voxel_room(memory_limit_of(command)), progress_line("reading standard input"));
}

} // namespace voxmarch
