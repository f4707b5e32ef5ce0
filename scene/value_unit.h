// The unit of values: what the user said, or Hounsfield units where they are told by the data.
#pragma once

#include "scene/scene.h"
#include "scene/scene_content.h"
#include "volume/data_survey.h"

#include <cstddef>
#include <string>

namespace voxmarch {

/// Whether values are Hounsfield units as they are. @param survey  of the volume as it is stored
HounsfieldUnits hounsfield_units(const VolumeHeader &header, const DataSurvey &survey);

/// Of the values of a channel: "HU", or "" where nobody knows it. Colours have none.
std::string value_unit_of(const Scene &scene, const SceneContent &content, std::size_t channel);

/// Whether that is a guess from the values alone: neither the user nor the file says it.
bool is_assumed_unit(const Scene &scene, const SceneContent &content, std::size_t channel);

} // namespace voxmarch
