// Where programs of this user keep settings, and what can be made again. Looks into the environment: for programs, not
// for libraries.
#pragma once

#include <filesystem>

namespace voxmarch {

/// $XDG_CACHE_HOME/voxmarch, else $HOME/.cache/voxmarch, else empty. Relative paths in these variables count as unset,
/// as the XDG Base Directory Specification demands.
std::filesystem::path user_cache_folder();

/// The same of settings: $XDG_CONFIG_HOME/voxmarch, else $HOME/.config/voxmarch, else empty.
std::filesystem::path user_config_folder();

} // namespace voxmarch
