// Parts of a session's JSON that stand in it more than once.
#pragma once

#include "scene/scene.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace voxmarch {

/// Those that read throw UsageError and nlohmann::json::exception; fields that are missing keep their defaults.
RenderSettings settings_from_json(const nlohmann::ordered_json &object);

nlohmann::ordered_json to_json(const Camera &camera);
Camera camera_from_json(const nlohmann::ordered_json &object);

nlohmann::ordered_json to_json(const std::vector<ChannelLook> &channels);
std::vector<ChannelLook> channels_from_json(const nlohmann::ordered_json &list);

nlohmann::ordered_json to_json(const TimeLine &line);
TimeLine time_line_from_json(const nlohmann::ordered_json &object);

} // namespace voxmarch
