// How composited samples are lit, and where the light of traced pictures comes from.
#pragma once

namespace voxmarch {

/// Each sample by itself, or by paths of light that are followed through the volume (docs/tracing.md).
enum class Lighting { shaded, traced };

/// Light beside the lamps: even from all around, as much as ambient light is; that of the background, from below the
/// picture to above; or a panorama's.
enum class Environment { ambient, background, picture };

} // namespace voxmarch
