// What channels of a volume are shown with where nobody said.
#pragma once

#include "scene/first_look.h"
#include "scene/scene.h"
#include "scene/scene_content.h"
#include "volume/histogram.h"

#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// The channels of a file that are drawn together where nobody chose: all, or the first of many.
std::vector<int> channels_to_show(const VolumeHeader &header);

/// How channels are mixed: colours of voxels that are composited whole as they are; projections add those of red, green
/// and blue. @param numbers  of those that are drawn
ChannelBlend suited_channel_blend(const VolumeHeader &header, std::span<const int> numbers, Blend blend);

/// The colour that the file gives a channel; else green, magenta, cyan and yellow, one after the other.
/// @param number  of the channel in the file
/// @param place   among those that are drawn
glm::dvec3 channel_color(const VolumeHeader &header, int number, std::size_t place);

/// The function in shades of one colour, from a quarter of it (of projections from black) to the whole.
TransferFunction tinted(TransferFunction transfer, const glm::dvec3 &color, Blend blend);

/// The function with all opacities multiplied.
TransferFunction weighted(TransferFunction transfer, double weight);

/// A ramp over the values that suit a projection of the data; projections run from black to white, see tinted().
ChannelLook automatic_channel_look(const DataSurvey &survey, Blend blend);

/// How light the voxels are, of channels that are red, green and blue.
/// Cost: of large volumes every few voxels are looked at.
Histogram luminance_histogram(const SceneContent &colors);

/// "DAPI", or "channel 2" where the file has no name for it.
std::string channel_name(const VolumeHeader &header, int number);

} // namespace voxmarch
