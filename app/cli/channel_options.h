// Command line options of the channels of a volume.
#pragma once

#include "renderer/settings.h"
#include "scene/scene.h"
#include "scene/scene_content.h"
#include "volume/data_survey.h"

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What --channel N:... says of one channel.
struct ChannelWish {
    std::string transfer;             ///< preset or file; empty: what suits the data
    std::optional<ValueRange> window; ///< empty: what suits the data
    std::optional<glm::dvec3> color;  ///< empty: the file's, or the usual one
    std::optional<double> weight;
    bool off = false;
};

/// Channels that were read to be drawn together.
struct DrawnChannels {
    std::vector<int> numbers; ///< in the file, the first one first
    const SceneContent &content;
    std::vector<DataSurvey> surveys;  ///< of each
    std::string transfer;             ///< of all that have none of their own; "auto" or empty: what suits the data
    std::optional<ValueRange> window; ///< likewise
};

/// --channel, --channels and --channel-blend.
class ChannelOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Decides which channels are drawn: those that were asked for, else those of a session, else all, four at most.
    /// @param session  null: there is none
    /// @return numbers in the file, the first one first; empty: nobody says, and the file has one
    /// @throws UsageError for channels that are not there
    std::vector<int> choose(const VolumeHeader &header, const VolumeSource *session) const;

    /// How they look and are mixed, but for what a session says and nobody else.
    /// @param session  null: there is none
    void take_looks(const DrawnChannels &drawn, const Scene *session, Scene &scene) const;

private:
    std::optional<int> alone_;          ///< --channel N
    std::vector<int> together_;         ///< --channels N,...
    std::map<int, ChannelWish> wishes_; ///< of channels by their number in the file
    std::optional<ChannelBlend> blend_;

    void accept(const std::string &text);
    ChannelLook look_of(std::size_t place, const DrawnChannels &drawn, const ChannelLook *kept,
                        const RenderSettings &settings) const;
};

} // namespace voxmarch
