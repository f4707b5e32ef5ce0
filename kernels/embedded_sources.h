// The kernel files as they were when the program was built.
#pragma once

#include <string_view>
#include <vector>

namespace voxmarch {

struct KernelFile {
    std::string_view name; ///< "ray_cast.cl"
    std::string_view text;
};

const std::vector<KernelFile> &embedded_kernel_files();

} // namespace voxmarch
