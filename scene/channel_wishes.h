// What users say of the channels of a file, and the scene that follows from it.
#pragma once

#include "scene/scene.h"
#include "scene/scene_content.h"
#include "volume/data_survey.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// How one channel is to look.
struct ChannelWish {
    std::string transfer{};             ///< preset or file; empty: what suits the data
    std::optional<ValueRange> window{}; ///< empty: what suits the data
    std::optional<glm::dvec3> color{};  ///< empty: the file's, or the usual one
    std::optional<double> weight{};
    bool off = false;
    bool operator==(const ChannelWish &) const = default;
};

/// Channels are named by their numbers in the file, from 0.
struct ChannelWishes {
    std::optional<int> alone{};         ///< drawn as a volume of one channel
    std::vector<int> together{};        ///< in this order, the first one first
    std::map<int, ChannelWish> looks{}; ///< of some of them
    std::optional<ChannelBlend> blend{};

    /// The first of those that are asked for.
    std::optional<int> first() const { return alone || together.empty() ? alone : together.front(); }

    bool any() const { return alone || !together.empty() || !looks.empty() || blend; }
};

/// Channels that were read to be drawn together.
struct DrawnChannels {
    std::vector<int> numbers; ///< in the file, the first one first
    const SceneContent &content;
    std::vector<DataSurvey> surveys;  ///< of each
    std::string transfer;             ///< of all that have none of their own; "auto" or empty: what suits the data
    std::optional<ValueRange> window; ///< likewise
};

/// Decides which channels are drawn: those that were asked for, else those of a session, else all, four at most.
/// @param session  null: there is none
/// @return numbers in the file, the first one first
/// @throws UsageError for channels that are not there
std::vector<int> choose_channels(const ChannelWishes &wishes, const VolumeHeader &header, const VolumeSource *session);

/// How the scene shows a channel of its file, for a scene that shows this one alone: what share it had of several is
/// past. Empty: it does not show it.
std::optional<ChannelLook> look_alone(const Scene &scene, int number);

/// Whether channels look as channels do, in colours: several, or one that has a look, or that the file gives a colour
/// and nobody chose a function for. Else there is one that looks as volumes without channels do.
/// @param numbers  of those that are drawn
/// @param chosen   whether somebody said of the one what it is shown with, or what its values are
bool look_as_channels(const ChannelWishes &wishes, const VolumeHeader &header, const std::vector<int> &numbers,
                      bool chosen);

/// How they look and are mixed, but for what a session says and nobody else. A session's channels keep their looks by
/// their numbers, if it draws several.
/// @param session  null: there is none
/// @throws UsageError, FileError for a transfer function that is none, or a blend that does not suit
void take_channel_looks(const ChannelWishes &wishes, const DrawnChannels &drawn, const Scene *session, Scene &scene);

} // namespace voxmarch
