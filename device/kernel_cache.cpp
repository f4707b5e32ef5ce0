// Builds a program at the first use of one of its kernels and keeps the kernel under its list of files.
#include "device/kernel_cache.h"

namespace voxmarch {

Kernel &KernelCache::kernel(const ProgramSource &source, const std::string &name) {
    std::string key = name + (source.fast_math ? " fast" : "");
    for (const std::string &file : source.files) {
        key += " " + file;
    }
    for (const auto &[file, text] : source.texts) {
        key.append(" ").append(file).append(":").append(text);
    }
    for (const auto &[constant, value] : source.constants) {
        key += " " + constant + "=" + std::to_string(value);
    }
    const auto known = kernels_.find(key);
    return known != kernels_.end() ? known->second
                                   : kernels_.emplace(key, Program(*device_, source).kernel(name)).first->second;
}

} // namespace voxmarch
