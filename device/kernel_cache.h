// Kernels that are launched again and again: built at their first use, found by their files afterwards.
#pragma once

#include "device/program.h"

#include <map>
#include <string>

namespace voxmarch {

/// Refers to its device. References it returns stay good as long as it lives.
class KernelCache {
public:
    explicit KernelCache(Device &device) : device_(&device) {}

    /// The kernel `name` of the program made of these files and constants.
    /// @throws as Program and Program::kernel do
    /// Cost: the building of the program at the first call, microseconds afterwards.
    Kernel &kernel(const ProgramSource &source, const std::string &name);

private:
    Device *device_;
    std::map<std::string, Kernel> kernels_;
};

} // namespace voxmarch
