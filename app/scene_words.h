// What scene/ decided and found, in the words that command line and viewer have for it.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

/// "no effect, no voxel of organs.nrrd has this label: --label 3, 4". @param labels  not empty
std::string note_of_absent(const std::vector<int> &labels, const std::string &file);

} // namespace voxmarch
