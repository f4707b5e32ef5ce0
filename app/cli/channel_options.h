// Command line options of the channels of a volume.
#pragma once

#include "renderer/settings.h"
#include "scene/channel_wishes.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// Takes the words of a LOOK behind `colon`: off, transfer=FILE|PRESET, window=LOW:HIGH, color=#rrggbb|NAME,
/// weight=0..1, with commas. @param own  takes words of the option's own, key and value; false: it knows them not
/// @throws UsageError, with `words` for what may stand there
void take_look_words(ChannelWish &wish, const std::string &text, std::size_t colon, const std::string &option,
                     const std::function<bool(const std::string &key, const std::string &value)> &own = {},
                     const std::string &words = "");

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

    /// The one channel that is drawn of a volume among others. @throws UsageError for more, and for looks of channels
    int choose_one(const VolumeHeader &header, const VolumeSource *session) const;

    /// --channel-blend; empty: not given.
    const std::optional<ChannelBlend> &blend() const { return wishes_.blend; }

private:
    ChannelWishes wishes_;

    void accept(const std::string &text);
};

} // namespace voxmarch
