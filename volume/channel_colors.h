// Colours and names that channels get where files say no more of them than the light they were taken in.
#pragma once

#include "volume/volume.h"

#include <optional>
#include <vector>

namespace voxmarch {

/// The colour that light of this wavelength has, as saturated as a screen shows it: violet below 420 nm, blue, green at
/// 510 nm, red from 645 nm on, darker and towards magenta where eyes see nothing any more. Empty outside of 100 to
/// 3000 nm, which no channel of a microscope is.
std::optional<glm::dvec3> color_of_wavelength(double nanometers);

/// A channel as a file states it, with the wavelength at which it emits where that is known.
struct StatedChannel {
    ChannelInfo info;
    std::optional<double> wavelength; ///< nm
};

/// Channels for a header. White for all of them, or one colour for all of several, is what programs write that know no
/// colours, and counts as not stated. Channels without a colour have that of their wavelength, those without a name are
/// called by it: "461 nm".
std::vector<ChannelInfo> channel_infos(std::vector<StatedChannel> stated);

} // namespace voxmarch
