#include "base/input_guard.h"

#include <atomic>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace voxmarch {

namespace {

using Identity = std::pair<dev_t, ino_t>;

std::atomic<bool> guarding = false;
std::mutex inputs_mutex;
std::set<Identity> inputs;

std::optional<Identity> identity_of(const std::filesystem::path &file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return {};
    }
    return Identity{status.st_dev, status.st_ino};
}

} // namespace

void guard_inputs(bool on) {
    guarding = on;
    const std::lock_guard lock(inputs_mutex);
    inputs.clear();
}

void remember_input(const std::filesystem::path &file) noexcept {
    if (!guarding) {
        return;
    }
    if (const auto identity = identity_of(file)) {
        const std::lock_guard lock(inputs_mutex);
        try {
            inputs.insert(*identity);
        } catch (const std::bad_alloc &) { // then it is not guarded
        }
    }
}

void forget_input(const std::filesystem::path &file) noexcept {
    if (const auto identity = identity_of(file)) {
        const std::lock_guard lock(inputs_mutex);
        inputs.erase(*identity);
    }
}

bool is_guarded_input(const std::filesystem::path &file) noexcept {
    if (!guarding) {
        return false;
    }
    const auto identity = identity_of(file);
    const std::lock_guard lock(inputs_mutex);
    return identity && inputs.contains(*identity);
}

} // namespace voxmarch
