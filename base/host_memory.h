// How much memory this machine has.
#pragma once

#include <cstdint>

namespace voxmarch {

/// Bytes, whoever uses them.
std::uint64_t host_memory();

} // namespace voxmarch
