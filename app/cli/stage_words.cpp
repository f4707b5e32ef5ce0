// Writes a line for every phase that ends.
#include "app/cli/stage_words.h"

#include "app/environment.h"
#include "app/progress.h"
#include "base/output_file.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string duration_words(double seconds) {
    return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

} // namespace

void tell_stages() {
    command_trace().tell([](const std::string &name, const std::string &detail, double seconds) {
        constexpr double worth_a_line = 1e-3; // what says nothing and took no time
        if (!detail.empty()) {
            say(fmt::format("{}: {}, {}", name, detail, duration_words(seconds)));
        } else if (seconds >= worth_a_line) {
            say(fmt::format("{}: {}", name, duration_words(seconds)));
        }
    });
    tell_of_written_files(
        [cache = environment_options().cache_folder](const std::filesystem::path &file, std::uint64_t bytes) {
            if (!cache.empty() && file.parent_path() == cache) {
                return; // kernels, which are told of already
            }
            say(fmt::format("wrote {}: {} bytes", file.string(), bytes));
        });
}

std::string header_words(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    const std::string channels = header.channels.size() > 1 ? fmt::format(", {} channels", header.channels.size()) : "";
    return fmt::format("{}, {}, {}x{}x{}{}, {:.4g}x{:.4g}x{:.4g}{}", header.format, name_of(header.type), grid.dims[0],
                       grid.dims[1], grid.dims[2], channels, grid.spacing.x, grid.spacing.y, grid.spacing.z,
                       unit_suffix(grid.unit));
}

} // namespace voxmarch
