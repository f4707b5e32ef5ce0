// Parses what is said of channels, and makes looks of it.
#include "app/cli/channel_options.h"

#include "app/cli/parse.h"
#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/text.h"
#include "kernels/shared/shared_types.h"
#include "scene/channel_looks.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

void ChannelOptions::add_to(CLI::App &command, RenderSettings &settings) {
    add_repeated(
        command, "--channel", "N|N:LOOK", [this](const std::string &text) { accept(text); },
        "N: draw this channel of a file that holds several alone, from 0;\nN:LOOK: how it looks among others, many "
        "times. LOOK: off, or of\ntransfer=FILE|PRESET, window=LOW:HIGH, color=#rrggbb|NAME,\nweight=0..1 with commas: "
        "--channel 1:color=cyan,weight=0.5");
    add_list<int>(
        command, "--channels", "N,...", together_,
        [](const std::string &text) { return parse_integer(text, 0, 65535, "--channels"); },
        fmt::format("channels to draw together, at most {} (default: the first {},\ncoloured as the file says, else "
                    "green, magenta, cyan, yellow)",
                    int{CHANNEL_LIMIT}, int{CHANNEL_LIMIT}));
    add_parsed(
        command, "--channel-blend", fmt::format("{}", fmt::join(words_of<ChannelBlend>(), "|")), "",
        [this, &settings](const std::string &text) {
            blend_ = find_value<ChannelBlend>(text);
            if (!blend_) {
                throw UsageError(fmt::format("--channel-blend is '{}', it must be one of: {}", text,
                                             fmt::join(words_of<ChannelBlend>(), ", ")));
            }
            settings.channel_blend = *blend_;
        },
        "how channels are mixed: as matter (opacities as of layers,\ncolours weighted by them), as light (colours "
        "added), the\nstrongest alone; rgb: the first three are red, green and blue,\nopacity by luminance; rgba: the "
        "fourth is opacity (default:\nopacity, of colour files rgb or rgba)");
}

void ChannelOptions::accept(const std::string &text) {
    const std::size_t colon = text.find(':');
    const int number = parse_integer(text.substr(0, colon), 0, 65535, "--channel");
    if (colon == std::string::npos) {
        alone_ = number;
        return;
    }
    ChannelWish &wish = wishes_[number];
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
            wish.window = parse_window(value, "--channel");
        } else if (key == "color" && color) {
            wish.color = glm::dvec3(*color);
        } else if (key == "weight" && weight && *weight >= 0.0 && *weight <= 1.0) {
            wish.weight = *weight;
        } else {
            throw UsageError(fmt::format("--channel is '{}'; '{}' must be off, transfer=FILE or a preset, "
                                         "window=LOW:HIGH, color=#rrggbb or a name of CSS, or weight=0 to 1",
                                         text, word));
        }
    }
}

std::vector<int> ChannelOptions::choose(const VolumeHeader &header, const VolumeSource *session) const {
    const int count = std::max(1, static_cast<int>(header.channels.size()));
    if (alone_ && !together_.empty()) {
        throw UsageError("--channel N draws one channel alone, --channels several: take one of them");
    }
    if (alone_) {
        return {*alone_}; // the reader tells of one that is not there
    }
    std::vector<int> channels = together_;
    if (channels.empty() && session) {
        channels = session->other_channels;
        channels.insert(channels.begin(), session->channel);
    } else if (channels.empty()) {
        channels = channels_to_show(header);
        if (count > static_cast<int>(channels.size())) {
            say(fmt::format("note: the first {} of its {} channels are drawn: --channels 0,3,5 draws others, "
                            "--channel N one alone",
                            channels.size(), count));
        }
    }
    for (const int channel : channels) {
        if (channel >= count) {
            throw UsageError(
                fmt::format("{} has no channel {}, but {} of them, from 0 on", header.name, channel, count));
        }
        if (std::ranges::count(channels, channel) > 1) {
            throw UsageError(fmt::format("--channels names channel {} twice", channel));
        }
    }
    if (channels.size() > CHANNEL_LIMIT) {
        throw UsageError(fmt::format("--channels names {} channels; at most {} are drawn together", channels.size(),
                                     int{CHANNEL_LIMIT}));
    }
    for (const auto &[number, wish] : wishes_) {
        if (std::ranges::count(channels, number) == 0) {
            throw UsageError(fmt::format("--channel tells how channel {} looks, which is not drawn", number));
        }
    }
    return channels;
}

/// Of a session, or what suits the data, as far as nobody says otherwise.
ChannelLook ChannelOptions::look_of(std::size_t place, const DrawnChannels &drawn, const ChannelLook *kept,
                                    const RenderSettings &settings) const {
    const VolumeHeader &header = drawn.content.volume.header();
    const int number = drawn.numbers[place];
    const auto found = wishes_.find(number);
    const ChannelWish wish = found == wishes_.end() ? ChannelWish{} : found->second;
    const std::string &wanted = wish.transfer.empty() ? drawn.transfer : wish.transfer;
    const bool automatic = wanted.empty() || wanted == "auto";
    ChannelLook look = kept ? *kept : ChannelLook{};
    const bool anew = !kept || wish.window || drawn.window || !wanted.empty();
    if (anew) {
        const bool of_luminance = are_colors(settings.channel_blend) && place == 0;
        const DataSurvey &survey = drawn.surveys[of_luminance ? 1 : place]; // green is most of it
        look = automatic ? automatic_channel_look(survey, settings.blend)
                         : ChannelLook{resolve_transfer(wanted), {}, look.share};
        look.window = wish.window ? wish.window : drawn.window ? drawn.window : look.window;
        look.share = kept ? kept->share : ChannelShare{};
    }
    if (wish.color || (anew && automatic && !are_colors(settings.channel_blend))) {
        const glm::dvec3 color = wish.color.value_or(channel_color(header, number, place));
        look.transfer = tinted(std::move(look.transfer), color, settings.blend);
    }
    const bool is_opacity = header.channels_are_colors && number == 3 && !are_colors(settings.channel_blend);
    if (anew && is_opacity && found == wishes_.end()) {
        look.share.visible = false; // it has no colour to show
    }
    look.share.weight = wish.weight.value_or(look.share.weight);
    look.share.visible = look.share.visible && !wish.off;
    return look;
}

void ChannelOptions::take_looks(const DrawnChannels &drawn, const Scene *session, Scene &scene) const {
    const bool keeps = session && session->other_channels.size() + 1 == drawn.numbers.size();
    scene.settings.channel_blend =
        blend_  ? *blend_
        : keeps ? session->settings.channel_blend
                : suited_channel_blend(drawn.content.volume.header(), drawn.numbers, scene.settings.blend);
    require_channels(scene.settings.channel_blend, drawn.numbers.size());
    scene.settings.classification = scene.settings.classification == Classification::preintegrated
                                        ? Classification::post
                                        : scene.settings.classification;
    scene.other_channels.clear();
    for (std::size_t place = 0; place < drawn.numbers.size(); ++place) {
        const ChannelLook first =
            keeps ? ChannelLook{session->transfer, session->window, session->first_channel} : ChannelLook{};
        const ChannelLook *kept = !keeps ? nullptr : place == 0 ? &first : &session->other_channels[place - 1];
        ChannelLook look = look_of(place, drawn, kept, scene.settings);
        if (place > 0) {
            scene.other_channels.push_back(std::move(look));
        } else {
            scene.transfer = std::move(look.transfer);
            scene.window = look.window;
            scene.first_channel = look.share;
        }
    }
}

} // namespace voxmarch
