// Colours and names of channels.
#include "scene/channel_looks.h"

#include "kernels/shared/shared_types.h"
#include "scene/projection_choice.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::uint64_t luminance_voxels = std::uint64_t{1} << 22; ///< that are looked at, about

} // namespace

std::vector<int> channels_to_show(const VolumeHeader &header) {
    std::vector<int> channels(std::clamp<std::size_t>(header.channels.size(), 1, CHANNEL_LIMIT));
    std::iota(channels.begin(), channels.end(), 0);
    return channels;
}

ChannelBlend suited_channel_blend(const VolumeHeader &header, std::span<const int> numbers, Blend blend) {
    constexpr int colors[] = {0, 1, 2, 3};
    const bool are_whole = numbers.size() >= 3 && std::ranges::equal(numbers, std::span(colors).first(numbers.size()));
    if (!header.channels_are_colors || !are_whole || blend != Blend::composite) {
        return ChannelBlend::opacity;
    }
    return numbers.size() == 3 ? ChannelBlend::rgb : ChannelBlend::rgba;
}

glm::dvec3 channel_color(const VolumeHeader &header, int number, std::size_t place) {
    const auto index = static_cast<std::size_t>(number);
    if (index < header.channels.size() && header.channels[index].color) {
        return *header.channels[index].color;
    }
    constexpr glm::dvec3 usual[] = {{0.0, 1.0, 0.0}, {1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 0.0}};
    return usual[place % std::size(usual)];
}

TransferFunction tinted(TransferFunction transfer, const glm::dvec3 &color, Blend blend) {
    const auto &points = transfer.opacities;
    double low = points.front().scalar, high = points.back().scalar;
    if (!(low < high)) {
        low = std::min(low, transfer.colors.front().scalar);
        high = std::max({high, transfer.colors.back().scalar, low + 1.0});
    }
    const double darkest = blend == Blend::composite ? 0.25 : 0.0;
    transfer.colors = {{low, darkest * color}, {high, color}};
    transfer.widgets.clear();
    transfer.gradient_opacities.clear();
    return transfer;
}

TransferFunction weighted(TransferFunction transfer, double weight) {
    for (OpacityPoint &point : transfer.opacities) {
        point.opacity *= weight;
    }
    for (TransferWidget &widget : transfer.widgets) {
        widget.opacity *= weight;
    }
    return transfer;
}

ChannelLook automatic_channel_look(const DataSurvey &survey, Blend blend) {
    const bool composited = blend == Blend::composite;
    ChannelLook look;
    look.transfer.name = "auto";
    look.transfer.description = "a ramp over the values of the channel";
    look.transfer.colors = {{0.0, {0.0, 0.0, 0.0}}, {1.0, {1.0, 1.0, 1.0}}};
    look.transfer.opacities = {{0.0, composited ? 0.0 : 1.0}, {1.0, composited ? 0.5 : 1.0}};
    look.window = projection_window(survey, composited ? Blend::mip : blend);
    return look;
}

Histogram luminance_histogram(const SceneContent &colors) {
    const std::array<int, 3> &dims = colors.volume.grid().dims;
    const std::uint64_t voxels = colors.volume.grid().voxel_count();
    const std::uint64_t stride = std::max<std::uint64_t>(1, voxels / luminance_voxels) | 1u; // odd: not one column
    std::vector<float> values;
    for (std::uint64_t at = 0; at < voxels; at += stride) {
        const auto x = static_cast<int>(at % static_cast<std::uint64_t>(dims[0]));
        const auto row = at / static_cast<std::uint64_t>(dims[0]);
        const auto y = static_cast<int>(row % static_cast<std::uint64_t>(dims[1]));
        const auto z = static_cast<int>(row / static_cast<std::uint64_t>(dims[1]));
        const auto value = [&](std::size_t channel) { return channel_of(colors, channel).value(x, y, z); };
        values.push_back(static_cast<float>(0.2126 * value(0) + 0.7152 * value(1) + 0.0722 * value(2)));
    }
    const auto [low, high] = std::ranges::minmax(values);
    FloatHistogram histogram({low, high}, values.size(), 256);
    histogram.take(values);
    return std::move(histogram).result();
}

std::string channel_name(const VolumeHeader &header, int number) {
    const auto index = static_cast<std::size_t>(number);
    const bool named = index < header.channels.size() && !header.channels[index].name.empty();
    return named ? header.channels[index].name : fmt::format("channel {}", number);
}

} // namespace voxmarch
