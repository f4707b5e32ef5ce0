// What options, device and volume of voxmarch render decide together.
#pragma once

#include "app/cli/render_options.h"
#include "device/device_info.h"
#include "renderer/reference/caster.h"

namespace voxmarch {

/// Notes which options stand on the command line.
void take_given(RenderOptions &options, CLI::App &command);

/// A session (or a picture with one in it) in the place of the volume gives every option that was not given.
void take_session(RenderOptions &options, CLI::App &command);

/// Probe and heat map take the place of the picture; what asks for something of the picture does not go with them.
/// @throws UsageError
void require_one_task(const RenderOptions &options);

/// @throws UsageError for options of sessions without one
void require_session(const RenderOptions &options);

/// Whether the volume that was read may be drawn as that of the session; tells if it is another one.
bool accepts_volume(const RenderOptions &options, const VolumeIdentity &identity);

/// The same of the labels. @param hash  voxel_hash() of them on the volume's grid
bool accepts_labels(const RenderOptions &options, const std::string &hash);

/// Fills in what is known before the volume is read, and tells of options without effect. @throws UsageError
void complete_settings(RenderOptions &options, SamplingBackend backend);

/// Refuses what will not fit on the device before the long read. @throws MemoryError
void require_room(const RenderOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                  SamplingBackend backend);

/// Reads the volume, and with an automatic transfer function what decides it. @throws as read_with_progress
Volume read_with_survey(const RenderOptions &options, std::optional<DataSurvey> &survey);

/// The transfer function, and with `auto` the classification and window that suit the data.
/// @param survey  of the volume as it is stored; needed for `auto`
TransferFunction choose_transfer(RenderOptions &options, const Volume &volume, const std::optional<DataSurvey> &survey,
                                 const DeviceInfo &device, SamplingBackend backend);

/// The camera that was asked for; else, and for all named views but `standard`, one that frames what can be seen.
/// @param scene  its camera does not count
/// @param world  of --camera
Camera camera_of(const RenderOptions &options, const ReferenceScene &scene, const OuterWorld &world);

/// The frame as a session. @param styles  of the labels
Scene scene_of(const RenderOptions &options, const Camera &camera, const TransferFunction &transfer,
               const std::vector<LabelStyle> &styles);

} // namespace voxmarch
