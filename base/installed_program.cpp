// Looks through the folders of $PATH.
#include "base/installed_program.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace voxmarch {

std::string installed_program(const std::string &name) {
    const char *const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name;
        std::error_code problem; // a folder that must not be looked into
        if (std::filesystem::is_regular_file(file, problem) && ::access(file.c_str(), X_OK) == 0) {
            return file.string();
        }
    }
    return "";
}

} // namespace voxmarch
