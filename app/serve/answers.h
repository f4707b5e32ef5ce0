// Answers to what pages ask about the volume.
#pragma once

#include "app/serve/messages.h"
#include "scene/load_volume.h"
#include "scene/scene.h"

#include <cstdint>
#include <functional>
#include <string>

namespace voxmarch {

/// The message `picked`: the place of the world under a pixel, or null, with its value and its label.
/// @throws UsageError for a channel that there is not  @throws as value_at()
/// Cost: of the picture one ray, some microseconds a sample
std::string picked_text(const Scene &scene, const LoadedVolume &loaded, const PlaceQuestion &question,
                        std::uint32_t request);

/// The message `readings`: what each annotation measures, and the table of all if it is asked for.
/// @param still_wanted  is asked while regions are read; what it throws ends that
/// @throws UsageError for a channel that there is not  @throws as read_annotation()
std::string readings_text(const Scene &scene, const LoadedVolume &loaded, const ReadingsQuestion &question,
                          std::uint32_t request, const std::function<void()> &still_wanted);

} // namespace voxmarch
