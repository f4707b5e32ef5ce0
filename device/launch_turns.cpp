// One mutex for the process, as the driver's mistake is one of the process.
#include "device/launch_turns.h"

#include <atomic>

namespace voxmarch {

namespace {

std::mutex launches;
std::atomic<int> devices_in_need = 0;

} // namespace

LaunchTurns::LaunchTurns(bool needed) : needed_(needed) { devices_in_need += needed_ ? 1 : 0; }

LaunchTurns::~LaunchTurns() { devices_in_need -= needed_ ? 1 : 0; }

std::unique_lock<std::mutex> LaunchTurns::wait() const {
    return needed_ && devices_in_need > 1 ? std::unique_lock(launches) : std::unique_lock<std::mutex>();
}

} // namespace voxmarch
