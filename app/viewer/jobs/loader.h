// Reads a volume in the background: progress, cancel, and everything the viewer derives from it on the host.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "scene/scene.h"
#include "volume/data_survey.h"
#include "volume/volume.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct LoadedVolume {
    Volume volume;
    std::optional<Volume> labels;
    std::vector<LabelStyle> label_styles;
    std::vector<std::string> label_notes; ///< what was done to bring the labels to the volume's grid
    Histogram histogram;
    Scene scene; ///< what it is first shown with: the session's, or standard view and automatic transfer function
    std::string opened;                  ///< what the user named: a source, or the session that names one; absolute
    bool has_session = false;            ///< `scene` came from a session
    std::vector<std::string> problems{}; ///< what could not be shown with the volume, or may be another, a line each
    DataSurvey survey{};                 ///< of the volume as it is stored
    std::vector<glm::dvec3> visible{};   ///< corners of what `scene` shows at first, world; empty with a session
};

/// What the user wants to see first beside the volume.
struct LoadRequest {
    VolumeSource volume;                 ///< a session file or picture too
    std::optional<Scene> session;        ///< a scene that names the volume; its camera and settings are taken
    std::string transfer = "auto";       ///< preset, file or auto
    DataKind data = DataKind::automatic; ///< what an automatic transfer function takes the values for
    std::string skeleton{};              ///< lines to draw into the volume; a session's own go first; empty: none
    std::string labels{}; ///< volume of labels, in the place of a session's; empty: the session's, if any
    /// How `labels` look, labels 0 ..; may add notes for the user. Empty: they are plain.
    std::function<std::vector<LabelStyle>(const Volume &labels, std::vector<std::string> &notes)> style_labels{};
    std::string session_volume{};     ///< in the place of the volume that the session names; empty: that volume
    std::vector<std::string> known{}; ///< whole paths that a session may mean by a bare name
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
