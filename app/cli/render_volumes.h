// Several volumes of voxmarch render: their common grid before anything is read, then voxels and looks.
#pragma once

#include "app/cli/render_options.h"
#include "app/cli/render_reading.h"

namespace voxmarch {

/// Reads the headers of the other volumes and finds the grid of all (RenderOptions::together), and says what had to be
/// decided. Nothing where one volume is drawn where it lies.
/// @param first  header of the first
/// @return the header that is drawn: the first one's on the common grid
/// @throws as read_header; UsageError for what several volumes cannot have
VolumeHeader look_at_others(RenderOptions &options, const VolumeHeader &first);

/// Reads their voxels and places them. @throws as read_with_progress
void read_other_volumes(RenderOptions &options, ReadScene &scene);

/// How all look, but for what a session says and nobody else. Tells what was chosen. @throws UsageError, FileError
void take_volume_looks(const RenderOptions &options, const ReadScene &read, const DeviceInfo &device,
                       SamplingBackend backend, Scene &scene);

} // namespace voxmarch
