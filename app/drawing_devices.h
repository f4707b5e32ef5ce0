// Opens the devices that --device names for drawing pictures together.
#pragma once

#include "device/device.h"

#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// Devices that share pictures, the first of which does what one device does alone.
struct DrawingDevices {
    std::vector<std::unique_ptr<Device>> opened; ///< at least one, once they are
    std::string models; ///< their names, if they are of several models: pictures may then differ by 1/255

    Device &first() const { return *opened.front(); }

    /// For a DeviceTeam.
    std::vector<Device *> all() const;
};

/// The device of a command that needs one, as a phase of the trace. @throws NoDeviceError, DeviceError
std::unique_ptr<Device> open_device(const std::string &selector);

/// @param selector     see choose_devices(): a device that is named twice is meant once
/// @param turn         of several programs on this machine, from 0: where nobody names a device, each takes another
///                     one of those like the one that is taken else
/// @param allow_mixed  devices of several models may draw together
/// @throws UsageError if they are and may not; NoDeviceError, DeviceError
DrawingDevices open_drawing_devices(const std::string &selector, bool allow_mixed, int turn = 0);

} // namespace voxmarch
