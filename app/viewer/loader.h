// Reads a volume in the background: progress, cancel, and everything the viewer derives from it on the host.
#pragma once

#include "app/scene.h"
#include "app/viewer/background_job.h"
#include "volume/histogram.h"
#include "volume/volume.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace voxmarch {

struct LoadedVolume {
    Volume volume;
    std::optional<Volume> labels;
    std::vector<LabelStyle> label_styles;
    Histogram histogram;
    Scene scene; ///< what it is first shown with: the session's, or standard view and automatic transfer function
    std::string opened;       ///< what the user named: a source, or the session that names one; absolute
    bool has_session = false; ///< `scene` came from a session
};

/// What the user wants to see first beside the volume.
struct LoadRequest {
    VolumeSource volume;           ///< a session file or picture too
    std::optional<Scene> session;  ///< a scene that names the volume; its camera and settings are taken
    std::string transfer = "auto"; ///< preset, file or auto
    std::string skeleton{};        ///< lines to draw into the volume; a session's own go first; empty: none
};

/// One load at a time; a new one cancels the last.
class Loader : public BackgroundJob<std::shared_ptr<const LoadedVolume>> {
public:
    using BackgroundJob::BackgroundJob;
    void start(const LoadRequest &request);
};

/// The volume with its first scene. @param progress  as ReadOptions::progress  @throws as read_volume
std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress);

} // namespace voxmarch
