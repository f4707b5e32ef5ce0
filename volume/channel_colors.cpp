// Turns wavelengths into colours.
#include "volume/channel_colors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace voxmarch {

namespace {

/// Colours along the visible spectrum, linear between them. Bruton's approximation (Color Science, 1996) without its
/// fading towards the ends, and with the mixtures between the primaries moved to where eyes see them change.
struct SpectralColor {
    double nanometers;
    glm::dvec3 color;
};
constexpr SpectralColor spectrum[] = {
    {420.0, {0.45, 0.0, 1.0}}, {445.0, {0.0, 0.0, 1.0}}, {470.0, {0.0, 0.3, 1.0}}, {490.0, {0.0, 1.0, 1.0}},
    {510.0, {0.0, 1.0, 0.0}},  {530.0, {0.2, 1.0, 0.0}}, {580.0, {1.0, 1.0, 0.0}}, {610.0, {1.0, 0.4, 0.0}},
    {645.0, {1.0, 0.0, 0.0}},  {700.0, {1.0, 0.0, 0.0}}, {800.0, {0.6, 0.0, 0.4}},
};

bool is_white(const ChannelInfo &info) { return info.color == glm::dvec3(1.0); }

/// Whether the colours of all channels tell nothing of any.
bool says_nothing(const std::vector<StatedChannel> &channels) {
    const auto all = [&](auto &&holds) {
        return std::ranges::all_of(channels, [&](const StatedChannel &channel) { return holds(channel.info); });
    };
    return all(is_white) || (channels.size() > 1 &&
                             all([&](const ChannelInfo &info) { return info.color == channels.front().info.color; }));
}

} // namespace

std::optional<glm::dvec3> color_of_wavelength(double nanometers) {
    if (!(nanometers >= 100.0 && nanometers <= 3000.0)) {
        return {};
    }
    const auto *above = std::ranges::upper_bound(spectrum, nanometers, {}, &SpectralColor::nanometers);
    if (above == std::begin(spectrum)) {
        return above->color;
    }
    const SpectralColor &below = *std::prev(above);
    if (above == std::end(spectrum)) {
        return below.color;
    }
    return glm::mix(below.color, above->color,
                    (nanometers - below.nanometers) / (above->nanometers - below.nanometers));
}

std::vector<ChannelInfo> channel_infos(std::vector<StatedChannel> stated) {
    const bool drops_colors = says_nothing(stated);
    std::vector<ChannelInfo> infos;
    for (StatedChannel &channel : stated) {
        ChannelInfo info = std::move(channel.info);
        const auto color = channel.wavelength ? color_of_wavelength(*channel.wavelength) : std::nullopt;
        if (drops_colors) {
            info.color.reset();
        }
        if (!info.color) {
            info.color = color;
        }
        if (info.name.empty() && color) {
            info.name = fmt::format("{:.0f} nm", *channel.wavelength);
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

} // namespace voxmarch
