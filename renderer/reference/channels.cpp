// Several channels at one place, as the reference ray caster sees them.
#include "renderer/brightness.h"
#include "renderer/reference/sample.h"

#include <algorithm>

namespace voxmarch {

/// What all channels give together, each by its own transfer function.
/// @param step  opacities are those of one, voxel lengths
glm::dvec4 ReferenceSampler::mixed(glm::dvec3 position, double step, Interpolation interpolation) const {
    std::vector<glm::dvec4> parts;
    for (std::size_t i = 0; i <= scene_.channels.size(); ++i) {
        if (const std::optional<double> value = value_of_channel(i, position, interpolation)) {
            parts.push_back((i == 0 ? scene_.transfer : scene_.channels[i - 1].transfer).evaluate(*value));
        }
    }
    glm::dvec4 strongest(0.0);
    glm::dvec3 weighted(0.0);
    double rest = 1.0, sum = 0.0;
    for (glm::dvec4 &part : parts) {
        part.w = correct_opacity(part.w, step);
        strongest = part.w > strongest.w ? part : strongest;
        weighted += part.w * glm::dvec3(part);
        sum += part.w;
        rest *= 1.0 - part.w;
    }
    if (scene_.settings.channel_blend == ChannelBlend::maximum || sum == 0.0) {
        return strongest;
    }
    const double whole = scene_.settings.channel_blend == ChannelBlend::additive ? strongest.w : sum;
    return {glm::min(weighted / whole, glm::dvec3(1.0)), 1.0 - rest};
}

/// Colour and opacity per voxel length of a voxel whose channels are red, green and blue.
glm::dvec4 ReferenceSampler::color_voxel(glm::ivec3 voxel) const {
    const auto value = [&](std::size_t channel) {
        return (channel == 0 ? scene_.volume : scene_.channels[channel - 1].volume)->value(voxel.x, voxel.y, voxel.z);
    };
    const auto brightness = [&](std::size_t channel) {
        const Volume &volume = channel == 0 ? *scene_.volume : *scene_.channels[channel - 1].volume;
        const ValueRange full = full_brightness(volume.type(), volume.range());
        return std::clamp((value(channel) - full.min) / (full.max - full.min), 0.0, 1.0);
    };
    const double luminance = 0.2126 * value(0) + 0.7152 * value(1) + 0.0722 * value(2);
    const double opacity = scene_.settings.channel_blend == ChannelBlend::rgba
                               ? scene_.channels[2].transfer.evaluate(value(3)).w
                               : scene_.transfer.evaluate(luminance).w;
    return {brightness(0), brightness(1), brightness(2), opacity};
}

} // namespace voxmarch
