// What several volumes are shown with where nobody said: the first as ground, the others in colours over it.
#pragma once

#include "scene/first_look.h"
#include "scene/scene.h"

#include <cstddef>

namespace voxmarch {

/// Factor of the opacities of a first volume around others, composited: they are to be seen through it.
constexpr double ground_weight = 0.08;

/// The same of labels over a volume: they tint it.
constexpr double tint_weight = 0.1;

/// Whether the values of a volume are names, between which there is nothing.
bool holds_names(const VolumeHeader &header, const DataSurvey &survey);

/// How a volume behind the first looks: labels in colours of their own, but for 0; all else in a ramp of heat (the
/// third and fourth in blue and in green) over the upper part of its values. @param place  1 for the second volume
ChannelLook automatic_volume_look(const VolumeHeader &header, const DataSurvey &survey, std::size_t place, Blend blend);

/// The scene with one of its volumes alone, as opaque as its function says and without isosurfaces, where it lies among
/// the others. Skeleton and meshes are the first one's. @param place  0 for the first
Scene volume_alone(Scene scene, std::size_t place);

} // namespace voxmarch
