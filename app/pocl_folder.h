// PoCL compiles in a folder of its own, and says nothing when it cannot.
#pragma once

#include <string>

namespace voxmarch {

/// A sentence with the folder's name if PoCL is loaded and cannot write there; "" otherwise. Which folder that is,
/// PoCL's environment tells. Cost: a file of 64 KiB that is removed again
std::string pocl_folder_problem();

} // namespace voxmarch
