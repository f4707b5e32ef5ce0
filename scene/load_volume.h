// Reads a volume with all that is derived from it on the host, and chooses the scene that shows it first.
#pragma once

#include "scene/channel_wishes.h"
#include "scene/kind_looks.h"
#include "scene/label_styles.h"
#include "scene/scene.h"
#include "scene/scene_content.h"
#include "volume/data_survey.h"
#include "volume/formats/time_series.h"
#include "volume/volume.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What the values of a channel are like.
struct ChannelValues {
    Histogram histogram{};
    DataSurvey survey{}; ///< of the channel as it is stored
};

struct LoadedVolume : SceneContent {
    Histogram histogram{};
    DataSurvey survey{};                       ///< of the volume as it is stored
    std::vector<ChannelValues> other_values{}; ///< of each of other_channels
    Histogram luminance{};                     ///< of channels that are red, green and blue
    Scene scene{}; ///< what it is first shown with: the session's, or default view and automatic transfer function
    std::string opened{};               ///< what the user named: a source, or the session that names one; absolute
    bool has_session = false;           ///< `scene` came from a session
    std::string first_view{};           ///< see ViewRequest; of what has no session
    std::vector<Note> label_notes{};    ///< what was done to bring the labels to the volume's grid
    std::vector<int> absent_labels{};   ///< labels that were asked to look somehow and that no voxel has
    std::vector<Note> problems{};       ///< what could not be shown with the volume, or may be another, a line each
    std::optional<TimeSeries> series{}; ///< of which this is one time; empty: there is one
    bool provisional = false;           ///< a first look at a volume whose values nobody has looked at yet
    std::vector<glm::dvec3> visible{};  ///< corners of what `scene` shows at first, world; empty with a session
};

/// What somebody wants to see first.
struct LoadRequest {
    VolumeSource volume{};                   ///< a session file or picture too
    std::optional<Scene> session{};          ///< a scene that names the volume; its camera and settings are taken
    ChannelWishes channels{};                ///< which of a file's are drawn together, and how
    std::string transfer = "auto";           ///< preset, file or auto
    DataKind data = DataKind::automatic;     ///< what an automatic transfer function takes the values for
    std::optional<std::string> value_unit{}; ///< see Scene
    PlaceInWorld place{};                    ///< of the volume, among others
    std::vector<OtherVolume> others{};       ///< drawn together with it, in the place of a session's
    std::string skeleton{};                  ///< lines to draw into the volume; a session's own go first; empty: none
    std::string labels{};             ///< volume of labels, in the place of a session's; empty: the session's, if any
    LabelLooks label_looks{};         ///< of `labels`
    KindLooks kinds{};                ///< looks of volumes that nobody named one for, and that are drawn alone
    std::string session_volume{};     ///< in the place of the volume that the session names; empty: that volume
    std::vector<std::string> known{}; ///< whole paths that a session may mean by a bare name
    std::uint64_t large_above = 0;    ///< see ReadOptions
};

/// Notes of each channel whether its values are Hounsfield units.
void find_units(LoadedVolume &loaded);

/// The volume with its first scene.
/// @param progress  as ReadOptions::progress; what it throws ends the load
/// @throws as read_volume; what is wrong with labels or skeleton is a problem, and the volume is shown without
std::shared_ptr<LoadedVolume> load_volume(const LoadRequest &request, const std::function<void(double)> &progress = {});

/// The same of a volume in memory. @param request  its volume is what the scene calls this one
std::shared_ptr<LoadedVolume> load_volume(Volume volume, const LoadRequest &request = {});

/// The volume at another time of its series: what is known of all times, and the first scene, are the same.
/// @param progress  as ReadOptions::progress  @throws as TimeSeries::read. Precondition: it has a series
std::shared_ptr<const LoadedVolume> loaded_at(const LoadedVolume &loaded, int time,
                                              const std::function<void(double)> &progress = {});

/// The first scene in a picture of this size; without a session its camera frames what can be seen.
Scene first_scene(const LoadedVolume &loaded, int width, int height);

} // namespace voxmarch
