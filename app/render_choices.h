// What options, device and volume of voxmarch render decide together.
#pragma once

#include "app/render_options.h"
#include "device/device_info.h"

namespace voxmarch {

/// Notes which options stand on the command line.
void take_given(RenderOptions &options, CLI::App &command);

/// A session (or a picture with one in it) in the place of the volume gives every option that was not given.
void take_session(RenderOptions &options, CLI::App &command);

/// Probe and heat map take the place of the picture; what asks for something of the picture does not go with them.
/// @throws UsageError
void require_one_task(const RenderOptions &options);

/// Fills in what is known before the volume is read, and tells of options without effect. @throws UsageError
void complete_settings(RenderOptions &options, SamplingBackend backend);

/// Refuses what will not fit on the device before the long read. @throws MemoryError
void require_room(const RenderOptions &options, const DeviceInfo &device, SamplingBackend backend);

/// The transfer function, and with `auto` the classification and window that suit the data.
TransferFunction choose_transfer(RenderOptions &options, const Volume &volume, const DeviceInfo &device,
                                 SamplingBackend backend);

Camera camera_of(const RenderOptions &options, const Grid &grid);

/// The frame as a session. @param styles  of the labels
Scene scene_of(const RenderOptions &options, const Camera &camera, const TransferFunction &transfer,
               const std::vector<LabelStyle> &styles);

} // namespace voxmarch
