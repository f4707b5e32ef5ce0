// --lod screen: the level of detail that the camera needs, on the devices.
#pragma once

#include "app/cli/render_reading.h"
#include "scene/scene.h"

namespace voxmarch {

/// Refuses what --lod cannot be, once the volume is known and before anything is said of its look. @throws UsageError
void require_level(const RenderOptions &options, const SceneContent &content);

/// Chooses the level for all pictures of the scene, says which, and puts it into the place of the volume: `read` then
/// has its content, and the settings that depend on size are its own. Nothing happens where the volume itself is drawn.
/// Pictures of a turn keep the number of their level.
/// Precondition: require_level(). @throws MemoryError, DeviceError, FileError
void take_level(RenderOptions &options, OpeningDevice &opening, ReadScene &read, Scene &scene);

} // namespace voxmarch
