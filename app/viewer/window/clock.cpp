// Seconds since the first call, by a clock that never goes back.
#include "app/viewer/window/clock.h"

#include <chrono>

namespace voxmarch {

double seconds_now() {
    static const auto start = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace voxmarch
