// Asks the operating system.
#include "base/host_memory.h"

#include <unistd.h>

namespace voxmarch {

std::uint64_t host_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

} // namespace voxmarch
