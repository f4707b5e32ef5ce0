// Finds PoCL's folder as pocl_cache.c does, and tries to write there.
#include "app/pocl_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <link.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool is_pocl_loaded() {
    const auto is_pocl = [](dl_phdr_info *library, std::size_t, void *) {
        return library->dlpi_name != nullptr && std::strstr(library->dlpi_name, "libpocl") != nullptr ? 1 : 0;
    };
    return ::dl_iterate_phdr(is_pocl, nullptr) != 0;
}

fs::path pocl_folder() {
    const auto below = [](const char *variable, const char *rest) {
        const char *const value = std::getenv(variable);
        return value != nullptr && *value != '\0' ? (fs::path(value) / rest) : fs::path();
    };
    for (const fs::path &folder : {below("POCL_CACHE_DIR", ".").parent_path(), below("XDG_CACHE_HOME", "pocl/kcache"),
                                   below("HOME", ".cache/pocl/kcache")}) {
        if (!folder.empty()) {
            return folder;
        }
    }
    return "/tmp/pocl/kcache";
}

/// What keeps a small file from being written in a folder; 0: nothing.
int trial_error(const fs::path &folder) {
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem) {
        return problem.value();
    }
    std::string name = (folder / "voxmarch-trial-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return errno;
    }
    const std::vector<char> bytes(std::size_t{64} << 10, 'x');
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    const int error = written < 0 ? errno : static_cast<std::size_t>(written) < bytes.size() ? ENOSPC : 0;
    ::close(descriptor);
    ::unlink(name.c_str());
    return error;
}

} // namespace

std::string pocl_folder_problem() {
    if (!is_pocl_loaded()) {
        return "";
    }
    const fs::path folder = pocl_folder();
    const int error = trial_error(folder);
    return error == 0
               ? ""
               : fmt::format("PoCL cannot compile: its folder {} cannot be written ({}); POCL_CACHE_DIR names another",
                             folder.string(), std::generic_category().message(error));
}

} // namespace voxmarch
