// Opens the device when it is first needed.
#include "app/cli/particle_spreading.h"

#include "app/environment.h"
#include "device/device.h"
#include "renderer/particle_density.h"

#include <memory>
#include <optional>

namespace voxmarch {

namespace {

/// A device of its own, and what spreads on it.
struct Spreader {
    explicit Spreader(const std::string &selector)
        : device(choose_devices(list_devices(environment_options()), selector, environment_options()).front(),
                 environment_options()),
          density(device) {}

    Device device;
    ParticleDensity density;
};

} // namespace

SpreadParticles spread_on_device(const std::string &selector) {
    return [selector, spreader = std::make_shared<std::optional<Spreader>>()](const PlacedParticles &placed,
                                                                              std::span<float> density) {
        if (!*spreader) {
            spreader->emplace(selector);
        }
        try {
            ParticleDensity &made = (*spreader)->density;
            made.upload(placed);
            for (const Event &event : made.spread()) {
                event.wait();
            }
            made.download(density);
            return made.fits();
        } catch (const MemoryError &error) { // the volume is not made yet: nothing can be left out of it
            throw MemoryError(error.problem() + ": take a longer smoothing length, or a part of the particles");
        }
    };
}

} // namespace voxmarch
