// Channels that are chosen, and looks made of what is said of them.
#include "scene/channel_wishes.h"

#include "base/error.h"
#include "kernels/shared/shared_types.h"
#include "scene/channel_looks.h"
#include "transfer/preset.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

void require_channels_there(const std::vector<int> &channels, const VolumeHeader &header) {
    const int count = std::max(1, static_cast<int>(header.channels.size()));
    for (const int channel : channels) {
        if (channel >= count) {
            throw UsageError(
                fmt::format("{} has no channel {}, but {} of them, from 0 on", header.name, channel, count));
        }
        if (std::ranges::count(channels, channel) > 1) {
            throw UsageError(fmt::format("channel {} is named twice among those that are drawn together", channel));
        }
    }
    if (channels.size() > CHANNEL_LIMIT) {
        throw UsageError(
            fmt::format("{} channels are named; at most {} are drawn together", channels.size(), int{CHANNEL_LIMIT}));
    }
}

/// Looks say how a channel is drawn among others.
void require_looks_drawn(const ChannelWishes &wishes, const std::vector<int> &channels) {
    for (const auto &[number, wish] : wishes.looks) {
        if (std::ranges::count(channels, number) == 0) {
            throw UsageError(fmt::format("there is a look for channel {}, which is not drawn", number));
        }
    }
}

/// Colours of files are drawn as channels once one of them is to have another colour.
bool wants_colors(const ChannelWishes &wishes) {
    return std::ranges::any_of(wishes.looks, [](const auto &look) { return look.second.color.has_value(); });
}

void require_colors_used(const ChannelWishes &wishes, ChannelBlend blend) {
    if (are_colors(blend) && wants_colors(wishes)) {
        throw UsageError(fmt::format("channels that are mixed as {} are red, green and blue: a color= of theirs is for "
                                     "opacity, additive or maximum",
                                     name_of(blend)));
    }
}

/// Of a session, or what suits the data, as far as nobody says otherwise.
/// @param usual  colour of a channel that gets a new look
ChannelLook look_of(const ChannelWishes &wishes, std::size_t place, const DrawnChannels &drawn, const ChannelLook *kept,
                    const glm::dvec3 &usual, const RenderSettings &settings) {
    const VolumeHeader &header = drawn.content.volume.header();
    const int number = drawn.numbers[place];
    const auto found = wishes.looks.find(number);
    const ChannelWish wish = found == wishes.looks.end() ? ChannelWish{} : found->second;
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
        const glm::dvec3 color = wish.color.value_or(usual);
        look.transfer = tinted(std::move(look.transfer), color, settings.blend);
    }
    const bool is_opacity = header.channels_are_colors && number == 3 && !are_colors(settings.channel_blend);
    if (anew && is_opacity && found == wishes.looks.end()) {
        look.share.visible = false; // it has no colour to show
    }
    look.share.weight = wish.weight.value_or(look.share.weight);
    look.share.visible = look.share.visible && !wish.off;
    return look;
}

/// What a session shows of the channels of its file.
struct KeptLooks {
    explicit KeptLooks(const Scene *session) {
        if (!session) {
            return;
        }
        numbers = session->volume.other_channels;
        numbers.insert(numbers.begin(), session->volume.channel);
        looks = session->other_channels;
        looks.insert(looks.begin(), {session->transfer, session->window, session->first_channel});
    }

    /// Null: it does not show it.
    const ChannelLook *of(int number) const {
        const auto found = std::ranges::find(numbers, number);
        return found == numbers.end() ? nullptr : &looks[static_cast<std::size_t>(found - numbers.begin())];
    }

    /// The file's colour, or the first of the usual ones that no channel that is kept has.
    glm::dvec3 color_beside(const VolumeHeader &header, const std::vector<int> &drawn, std::size_t place) const {
        const auto is_taken = [&](const glm::dvec3 &color) {
            return std::ranges::any_of(drawn, [&](int number) {
                const ChannelLook *const look = of(number);
                return look && !look->transfer.colors.empty() && look->transfer.colors.back().color == color;
            });
        };
        for (std::size_t i = place; i < place + CHANNEL_LIMIT; ++i) {
            if (const glm::dvec3 color = channel_color(header, drawn[place], i); !is_taken(color)) {
                return color;
            }
        }
        return channel_color(header, drawn[place], place);
    }

    std::vector<int> numbers;
    std::vector<ChannelLook> looks;
};

} // namespace

std::vector<int> choose_channels(const ChannelWishes &wishes, const VolumeHeader &header, const VolumeSource *session) {
    if (wishes.alone && !wishes.together.empty()) {
        throw UsageError(
            fmt::format("channel {} is to be drawn alone, and others together: take one of them", *wishes.alone));
    }
    std::vector<int> channels = wishes.together;
    if (wishes.alone) {
        channels = {*wishes.alone};
    } else if (channels.empty() && session) {
        channels = session->other_channels;
        channels.insert(channels.begin(), session->channel);
    } else if (channels.empty()) {
        channels = channels_to_show(header);
    }
    if (!wishes.alone) { // the reader tells of one that is not there
        require_channels_there(channels, header);
    }
    require_looks_drawn(wishes, channels);
    return channels;
}

std::optional<ChannelLook> look_alone(const Scene &scene, int number) {
    const KeptLooks kept(&scene);
    const ChannelLook *const look = kept.of(number);
    if (!look) {
        return {};
    }
    return ChannelLook{look->transfer, look->window, kept.looks.size() == 1 ? look->share : ChannelShare{}};
}

bool look_as_channels(const ChannelWishes &wishes, const VolumeHeader &header, const std::vector<int> &numbers,
                      bool chosen) {
    if (numbers.size() != 1 || !wishes.looks.empty()) {
        return true;
    }
    if (chosen) {
        return false;
    }
    const auto index = static_cast<std::size_t>(numbers.front());
    const bool is_stated =
        index < header.channels.size() && header.channels[index].color && !header.channels_are_colors;
    const glm::dvec3 color = is_stated ? *header.channels[index].color : glm::dvec3(1.0);
    return color.r != color.g || color.g != color.b; // grey says nothing
}

void take_channel_looks(const ChannelWishes &wishes, const DrawnChannels &drawn, const Scene *session, Scene &scene) {
    const bool several = session && !session->other_channels.empty();
    const KeptLooks kept(several == (drawn.numbers.size() > 1) ? session : nullptr);
    const bool keeps = kept.numbers.size() == drawn.numbers.size();
    scene.settings.channel_blend = wishes.blend           ? *wishes.blend
                                   : keeps                ? session->settings.channel_blend
                                   : wants_colors(wishes) ? ChannelBlend::opacity
                                                          : suited_channel_blend(drawn.content.volume.header(),
                                                                                 drawn.numbers, scene.settings.blend);
    require_channels(scene.settings.channel_blend, drawn.numbers.size());
    require_colors_used(wishes, scene.settings.channel_blend);
    if (scene.settings.classification == Classification::preintegrated) {
        scene.settings.classification = Classification::post;
    }
    scene.volume.channel = drawn.numbers.front();
    scene.volume.other_channels.assign(drawn.numbers.begin() + 1, drawn.numbers.end());
    scene.other_channels.clear();
    for (std::size_t place = 0; place < drawn.numbers.size(); ++place) {
        const glm::dvec3 usual = kept.color_beside(drawn.content.volume.header(), drawn.numbers, place);
        ChannelLook look = look_of(wishes, place, drawn, kept.of(drawn.numbers[place]), usual, scene.settings);
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
