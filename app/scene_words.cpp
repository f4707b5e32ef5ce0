// Words for what the scene library chose, for the command line and the viewer.
#include "app/scene_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

std::string note_of_absent(const std::vector<int> &labels, const std::string &file) {
    return fmt::format("no effect, no voxel of {} has this label: --label {}", file, fmt::join(labels, ", "));
}

} // namespace voxmarch
