// Densities of particles, made on a device.
#pragma once

#include "volume/particles/density_field.h"

#include <string>

namespace voxmarch {

/// Makes densities of particles on the first device that --device names. It is opened once more, when the first are to
/// be made: files are read while it draws.
SpreadParticles spread_on_device(const std::string &selector);

} // namespace voxmarch
