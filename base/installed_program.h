// Programs of this machine that are started when they are needed.
#pragma once

#include <string>

namespace voxmarch {

/// The file of the first program of this name on $PATH that may be run; "" if there is none.
std::string installed_program(const std::string &name);

} // namespace voxmarch
