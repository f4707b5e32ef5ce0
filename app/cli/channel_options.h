// Command line options of the channels of a volume.
#pragma once

#include "renderer/settings.h"
#include "scene/channel_wishes.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// --channel, --channels and --channel-blend.
class ChannelOptions {
public:
    void add_to(CLI::App &command, RenderSettings &settings);

    /// Decides which channels are drawn: those that were asked for, else those of a session, else all, four at most.
    /// @param session  null: there is none
    /// @return numbers in the file, the first one first; empty: nobody says, and the file has one
    /// @throws UsageError for channels that are not there
    std::vector<int> choose(const VolumeHeader &header, const VolumeSource *session) const;

    const ChannelWishes &wishes() const { return wishes_; }

private:
    ChannelWishes wishes_;

    void accept(const std::string &text);
};

} // namespace voxmarch
