// Where programs of this user keep what can be made again. Looks into the environment: for programs, not for libraries.
#pragma once

#include <filesystem>

namespace voxmarch {

/// $XDG_CACHE_HOME/voxmarch, else $HOME/.cache/voxmarch, else empty. Relative paths in these variables count as unset,
/// as the XDG Base Directory Specification demands.
std::filesystem::path user_cache_folder();

} // namespace voxmarch
