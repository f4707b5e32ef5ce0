// What people call the presets, whose own names are words of the command line.
#pragma once

#include <string>

namespace voxmarch {

/// "CT soft tissue" for "ct-soft-tissue".
std::string readable_name(const std::string &preset);

} // namespace voxmarch
