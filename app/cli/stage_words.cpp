// Writes a line for every phase that ends.
#include "app/cli/stage_words.h"

#include "app/environment.h"
#include "app/progress.h"
#include "base/output_file.h"

#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <set>

namespace voxmarch {

namespace {

std::string duration_words(double seconds) {
    return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

/// Programs that several parts of a renderer take from the cache are told of once.
class ProgramsTold {
public:
    bool told_before(const std::string &name, const std::string &detail) {
        const std::lock_guard lock(mutex_);
        const bool is_new = names_.insert(name).second;
        return !is_new && name.starts_with("kernel program ") && detail == "from the cache";
    }

private:
    std::mutex mutex_;
    std::set<std::string> names_;
};

} // namespace

void tell_stages() {
    const auto programs = std::make_shared<ProgramsTold>();
    command_trace().tell([programs](const std::string &name, const std::string &detail, double seconds) {
        constexpr double worth_a_line = 1e-3; // what says nothing and took no time
        if (programs->told_before(name, detail)) {
            return;
        }
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

} // namespace voxmarch
