// Reads a volume while its device is opened, and counts its values where that is cheapest.
#pragma once

#include "app/cli/render_options.h"
#include "app/cli/render_statistics.h"
#include "app/drawing_devices.h"
#include "scene/counted_volume.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace voxmarch {

/// The devices, which are opened on a thread of their own: drivers take long to be there. Refers to options and header.
class OpeningDevice {
public:
    /// @param turn  see open_drawing_devices()
    OpeningDevice(RenderOptions &options, const VolumeHeader &header, int turn);

    /// Refuses what cannot be drawn as soon as the devices are there. @throws as get()
    void check();

    /// Waits for the devices, and completes and checks the options. @return the first
    /// @throws NoDeviceError, DeviceError; UsageError, MemoryError for what cannot be drawn on it
    Device &get();

    /// Decides whether a volume with this header is drawn in bricks (RenderOptions::slots), and says so.
    /// Precondition: get(). @throws UsageError, MemoryError for what cannot be drawn
    void choose_bricks(const VolumeHeader &header);

    SamplingBackend backend() const { return backend_; } ///< after get()

    const DrawingDevices &devices() const { return devices_; } ///< after get()

    const VolumeHeader &header() const { return *header_; }

private:
    RenderOptions *options_;
    const VolumeHeader *header_;
    std::future<DrawingDevices> opening_;
    DrawingDevices devices_;
    SamplingBackend backend_{};
};

/// What was read, and with a session or for one its identity.
struct ReadScene {
    std::shared_ptr<SceneContent> content;
    std::optional<DeviceVolume> uploaded; ///< empty: values were counted on the host
    std::vector<DeviceVolume> others;     ///< on the other devices; empty: there are none, or as above
    DataSurvey survey;
    std::vector<DataSurvey> surveys;             ///< of each channel, where several are drawn
    std::shared_future<VolumeIdentity> identity; ///< found on a thread of its own
};

/// Notes of each channel whether its values are Hounsfield units, where what lies over pictures tells them.
/// Cost: a pass over the voxels of channels that no survey is known of
void find_units(const RenderOptions &options, ReadScene &read);

/// Puts the content into bricks on all devices, if RenderOptions::slots says so. @throws as in_bricks()
void place_in_bricks(const RenderOptions &options, const OpeningDevice &opening, ReadScene &read);

/// Tells what the reader found. With --lod screen nothing lies on a device yet, see take_level().
/// @param joined  drawn instead of what the options name; null: nothing
/// @throws as load_with_progress, OpeningDevice::get and counted_volume
ReadScene read_scene(RenderOptions &options, OpeningDevice &opening, RunStatistics &run, Volume *joined = nullptr);

} // namespace voxmarch
