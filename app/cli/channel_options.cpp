// Parses what is said of channels.
#include "app/cli/channel_options.h"

#include "app/cli/parse.h"
#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/text.h"
#include "kernels/shared/shared_types.h"
#include "scene/channel_looks.h"

#include <fmt/format.h>

namespace voxmarch {

void ChannelOptions::add_to(CLI::App &command, RenderSettings &settings) {
    add_repeated(
        command, "--channel", "N|N:LOOK", [this](const std::string &text) { accept(text); },
        "N: draw this channel of a file that holds several alone, from 0;\nN:LOOK: how it looks, many "
        "times. LOOK: off, or of\ntransfer=FILE|PRESET, window=LOW:HIGH, color=#rrggbb|NAME,\nweight=0..1 with commas: "
        "--channel 1:color=cyan,weight=0.5");
    add_list<int>(
        command, "--channels", "N,...", wishes_.together,
        [](const std::string &text) { return parse_integer(text, 0, 65535, "--channels"); },
        fmt::format("channels to draw together, at most {} (default: the first {},\ncoloured as the file says, else "
                    "green, magenta, cyan, yellow)",
                    int{CHANNEL_LIMIT}, int{CHANNEL_LIMIT}));
    add_parsed(
        command, "--channel-blend", fmt::format("{}", fmt::join(words_of<ChannelBlend>(), "|")), "",
        [this, &settings](const std::string &text) {
            wishes_.blend = find_value<ChannelBlend>(text);
            if (!wishes_.blend) {
                throw UsageError(fmt::format("--channel-blend is '{}', it must be one of: {}", text,
                                             fmt::join(words_of<ChannelBlend>(), ", ")));
            }
            settings.channel_blend = *wishes_.blend;
        },
        "how channels are mixed: as matter (opacities as of layers,\ncolours weighted by them), as light (colours "
        "added), the\nstrongest alone; rgb: the first three are red, green and blue,\nopacity by luminance; rgba: the "
        "fourth is opacity (default:\nopacity, of colour files rgb or rgba)");
}

void take_look_words(ChannelWish &wish, const std::string &text, std::size_t colon, const std::string &option,
                     const std::function<bool(const std::string &key, const std::string &value)> &own,
                     const std::string &words) {
    for (const std::string &word : text::split(text.substr(colon + 1), ',')) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        const auto color = to_color(value);
        const auto weight = to_number(value);
        if (word == "off") {
            wish.off = true;
        } else if (key == "transfer" && !value.empty()) {
            wish.transfer = value;
        } else if (key == "window" && !value.empty()) {
            wish.window = parse_window(value, option + " " + text.substr(0, colon) + ":window");
        } else if (key == "color" && color) {
            wish.color = glm::dvec3(*color);
        } else if (key == "weight" && weight && *weight >= 0.0 && *weight <= 1.0) {
            wish.weight = *weight;
        } else if (!own || !own(key, value)) {
            throw UsageError(fmt::format("{} is '{}'; '{}' must be off, transfer=FILE or a preset, window=LOW:HIGH, "
                                         "color=#rrggbb or a name of CSS, {}or weight=0 to 1",
                                         option, text, word, words));
        }
    }
}

void ChannelOptions::accept(const std::string &text) {
    const std::size_t colon = text.find(':');
    const int number = parse_integer(text.substr(0, colon), 0, 65535, "--channel");
    if (colon == std::string::npos) {
        wishes_.alone = number;
        return;
    }
    take_look_words(wishes_.looks[number], text, colon, "--channel");
}

int ChannelOptions::choose_one(const VolumeHeader &header, const VolumeSource *session) const {
    if (!wishes_.together.empty() || !wishes_.looks.empty()) {
        throw UsageError("--channels and --channel N:LOOK are of one volume alone: of several, --channel N chooses the "
                         "channel of the first, --volume 2:channel=N of others, and --volume N:LOOK how they look");
    }
    const int channel = wishes_.alone.value_or(session ? session->channel : 0);
    if (header.channels.size() > 1) {
        say(fmt::format("note: of {}, which has {} channels, {} is drawn beside other volumes", header.name,
                        header.channels.size(), channel_name(header, channel)));
    }
    return channel;
}

std::vector<int> ChannelOptions::choose(const VolumeHeader &header, const VolumeSource *session) const {
    const std::vector<int> channels = choose_channels(wishes_, header, session);
    if (wishes_.blend && channels.size() == 1) {
        say("note: no effect on one channel: --channel-blend");
    }
    if (!wishes_.alone && wishes_.together.empty() && !session && header.channels.size() > channels.size()) {
        say(fmt::format("note: the first {} of its {} channels are drawn: --channels 0,3,5 draws others, "
                        "--channel N one alone",
                        channels.size(), header.channels.size()));
    }
    return channels;
}

} // namespace voxmarch
