// What can be done about a device that does not answer, or that fails again and again.
#pragma once

#include <string>

namespace voxmarch {

struct ViewerState;

struct DeviceQuestion {
    double next = 0.0;    ///< seconds of the call under way after which is asked; 0: when it has expired
    std::string farewell; ///< the program ends after this turn with these words, without waiting for drivers
};

/// Asks where a call into a driver has expired, as long as it is under way (Jobs::slow_call), and where the device was
/// lost for good (RenderStatus::lost). Nothing happens else.
void show_device_window(ViewerState &state);

} // namespace voxmarch
