// What a projection shows before anyone chooses: the same in `voxmarch render` and the viewer.
#pragma once

#include "scene/scene.h"
#include "volume/data_survey.h"

namespace voxmarch {

/// Values that are black and white in a projection of these data. @param blend  a projection
ValueRange projection_window(const DataSurvey &survey, Blend blend);

/// The function stretched so that its first point lies at the window's lower end and its last at the upper one, as the
/// colours of a reader are by window and level.
TransferFunction over_window(const TransferFunction &transfer, ValueRange window);

/// Changes what rays make of their samples. A function that was chosen from the data gives way to the one that is
/// chosen for the new blend; any other stays.
/// @param survey  of the volume as it is stored
void set_blend(Scene &scene, Blend blend, const VolumeHeader &header, ValueRange range, const DataSurvey &survey);

} // namespace voxmarch
