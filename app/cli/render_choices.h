// What options, device and volume of voxmarch render decide together: the scene.
#pragma once

#include "app/cli/render_options.h"
#include "device/device_info.h"
#include "scene/first_look.h"
#include "scene/scene_content.h"

#include <optional>
#include <string>

namespace voxmarch {

/// Fills in what is known before the volume is read, and tells of options without effect. @throws UsageError
void complete_settings(RenderOptions &options, SamplingBackend backend);

/// Bricks of the volume that a device has room for where it is to be drawn in bricks; 0: it lies there in one piece.
/// Refuses what will not fit before the long read. @throws MemoryError, UsageError
std::uint64_t room_for_bricks(RenderOptions &options, const VolumeHeader &header, const DeviceInfo &device,
                              SamplingBackend backend);

/// How the volume is read, with what decides an automatic transfer function. @param survey  is filled when it is read
ReadOptions with_survey(const RenderOptions &options, DataSurvey &survey);

/// What config.json says of the volume's kind takes the place of what is chosen from the data, where nobody gave an
/// option. Of one volume, of one channel.
/// @param survey  as with_survey() found it
void take_kind(RenderOptions &options, const VolumeHeader &header, const DataSurvey &survey);

/// The scene as the options describe it: without labels, look and camera, which need more of the volume. Tells what
/// was chosen of surfaces. @throws UsageError
/// @param values  that isovalues are chosen of: those of the volume, or what stands for all its times
Scene scene_of(const RenderOptions &options, const Grid &grid, const SceneContent &values, const OuterWorld &world);

/// Whether somebody will ask which voxels these are: a session, the picture, or other ranks, which must have the same.
bool needs_hashes(const RenderOptions &options);

/// Reads the labels, if there are any, and gives them their styles. Tells what was done to them.
/// @throws as read_with_progress, place_labels
void add_labels(const RenderOptions &options, SceneContent &content, Scene &scene);

/// Transfer function, window and classification, see choose_look(); the session's where nothing else was asked for.
/// Tells what was chosen.
/// @param header  of the volume  @param values  that are looked at, see scene_of()
/// @throws UsageError, FileError
void take_look(const RenderOptions &options, const VolumeHeader &header, const Volume &values, const DataSurvey &survey,
               const DeviceInfo &device, SamplingBackend backend, Scene &scene);

/// Looks of channels where they look as such, see look_as_channels(); else take_look().
/// @param surveys  of each channel  @throws as these
void take_looks(const RenderOptions &options, const SceneContent &content, const Volume &values,
                const std::vector<DataSurvey> &surveys, const DeviceInfo &device, SamplingBackend backend,
                Scene &scene);

/// What is said of a camera.
struct CameraRequest {
    std::string view, camera; ///< in the words of --view and --camera; empty: nothing
    std::optional<Projection> projection;
    std::optional<double> fit;
    std::optional<Camera> kept; ///< taken where no view is named
    int turntable = 0;          ///< pictures of a turn that are to show all; 0: there is no turn
    double aspect = 1.0;        ///< width / height of what it shows
};

/// What the options say of it.
CameraRequest camera_request(const RenderOptions &options);

/// See camera_of(). @throws UsageError
Camera camera_for(const CameraRequest &request, const RenderSettings &settings, const Grid &grid,
                  const SeenCorners &corners, const OuterWorld &world);

/// The camera that was asked for; else, and for all named views but `standard`, one that frames what can be seen.
/// @param corners  of what can be seen, world
/// @param settings  of the scene: what is clipped counts for --fit
/// @param world     of --camera
Camera camera_of(const RenderOptions &options, const RenderSettings &settings, const Grid &grid,
                 const SeenCorners &corners, const OuterWorld &world);

} // namespace voxmarch
