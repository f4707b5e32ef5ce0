// A volume that is open, read otherwise: other spacing, unit or axes, without reading its file again.
#pragma once

#include "scene/load_volume.h"

#include <memory>

namespace voxmarch {

/// Whether both name the same voxels, and say the same of where they lie.
bool read_alike(const VolumeSource &a, const VolumeSource &b);

/// Where the voxels of an open volume lie if `wanted` says how they are read.
/// @throws UsageError for spacing or axes that cannot be
Grid grid_read_as(const LoadedVolume &loaded, const VolumeSource &wanted);

/// The volume with its voxels where `wanted` says; they are shared, not copied. Its scene differs in its volume alone.
/// Null: it has to be loaded again, as a large one, one of several, of a series, or reduced.
/// @throws as grid_read_as()
std::shared_ptr<const LoadedVolume> read_as(const std::shared_ptr<const LoadedVolume> &loaded,
                                            const VolumeSource &wanted);

/// A camera that sees of the grid `to` what it saw of `from`: it keeps its place among the voxels. If axes point
/// elsewhere it keeps its sides of the world.
Camera moved_camera(const Camera &camera, const Grid &from, const Grid &to);

/// Moves what lies in the world, but the camera: measurements and planes that clip keep their places among the voxels.
void move_places(Scene &scene, const Grid &from, const Grid &to);

} // namespace voxmarch
