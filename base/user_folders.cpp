// The XDG Base Directory Specification, as far as caches and settings need it.
#include "base/user_folders.h"

#include <cstdlib>

namespace voxmarch {

namespace fs = std::filesystem;

/// `below` in the folder that the variable names; empty unless that is an absolute path.
static fs::path folder_below(const char *variable, const fs::path &below) {
    const char *value = std::getenv(variable);
    const fs::path folder = value ? value : "";
    return folder.is_absolute() ? folder / below : fs::path();
}

fs::path user_cache_folder() {
    const fs::path folder = folder_below("XDG_CACHE_HOME", "voxmarch");
    return folder.empty() ? folder_below("HOME", fs::path(".cache") / "voxmarch") : folder;
}

fs::path user_config_folder() {
    const fs::path folder = folder_below("XDG_CONFIG_HOME", "voxmarch");
    return folder.empty() ? folder_below("HOME", fs::path(".config") / "voxmarch") : folder;
}

} // namespace voxmarch
