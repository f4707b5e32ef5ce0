// What scenes mean for the volume that is drawn, and scenes for the host's own rays.
#include "scene/scene_content.h"

#include "scene/channel_looks.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

const Volume &channel_of(const SceneContent &content, std::size_t channel) {
    return channel == 0 ? content.volume : content.other_channels.at(channel - 1);
}

ValueRange range_of(const SceneContent &content, std::size_t channel) {
    return channel < content.over_times.size() ? content.over_times[channel] : channel_of(content, channel).range();
}

std::optional<double> value_on_grid(const SceneContent &content, std::size_t channel, const glm::ivec3 &voxel) {
    const Volume &volume = channel_of(content, channel);
    if (!content.common) {
        return volume.value(voxel.x, voxel.y, voxel.z);
    }
    const glm::dmat4 &own_from_grid = content.common->places[channel].own_from_grid;
    const glm::dvec3 own = glm::round(glm::dvec3(own_from_grid * glm::dvec4(glm::dvec3(voxel), 1.0)));
    if (glm::any(glm::lessThan(own, glm::dvec3(0.0))) ||
        glm::any(glm::greaterThan(own, volume.grid().dims_d() - 1.0))) {
        return {};
    }
    return volume.value(static_cast<int>(own.x), static_cast<int>(own.y), static_cast<int>(own.z));
}

VolumeHeader common_header(const SceneContent &content) {
    VolumeHeader header = content.volume.header();
    header.grid = content.common->grid;
    header.placement = Placement::whole;
    header.name = "the grid of all volumes";
    return header;
}

ValueRange window_of(const Scene &scene, const SceneContent &content, std::size_t channel) {
    const Volume &volume = channel_of(content, channel);
    const std::optional<ValueRange> &window = channel == 0 ? scene.window : scene.other_channels.at(channel - 1).window;
    return window                               ? *window
           : channel == 0 && content.stands_for ? content.stands_for->window
                                                : default_window(volume.type(), range_of(content, channel));
}

TransferFunction transfer_of(const Scene &scene, const SceneContent &content, std::size_t channel) {
    TransferFunction transfer = channel == 0 ? scene.transfer : scene.other_channels.at(channel - 1).transfer;
    const ChannelShare share = channel == 0 ? scene.first_channel : scene.other_channels[channel - 1].share;
    transfer = weighted(std::move(transfer), share.weight);
    if (content.common && scene.settings.blend == Blend::composite) {
        transfer.unit_distance = own_voxel_length(channel_of(content, channel).grid().dims, *content.common, channel);
    } else if (content.stands_for && scene.settings.blend == Blend::composite) {
        transfer.unit_distance = 1.0 / content.stands_for->voxels;
    }
    if (scene.settings.blend != Blend::composite) {
        transfer.opacity_distance = 0.0;
    }
    return over_grid(std::move(transfer), content.grid());
}

std::vector<LabelStyle> label_styles_of(const Scene &scene, const SceneContent &content) {
    std::vector<LabelStyle> styles = scene.label_styles;
    for (LabelStyle &style : styles) {
        if (style.transfer) {
            style.transfer->unit_distance = transfer_of(scene, content).unit_distance;
            style.transfer = over_values(over_grid(*style.transfer, content.grid()), window_of(scene, content));
        }
    }
    return styles;
}

unsigned visible_channels(const Scene &scene) {
    unsigned visible = scene.first_channel.visible ? 1u : 0u;
    for (std::size_t i = 0; i < scene.other_channels.size(); ++i) {
        visible |= scene.other_channels[i].share.visible ? 2u << i : 0u;
    }
    return visible;
}

ReferenceScene reference_scene(const Scene &scene, const SceneContent &content) {
    const auto over = [&](std::size_t channel) {
        return over_values(transfer_of(scene, content, channel), window_of(scene, content, channel));
    };
    const unsigned visible = visible_channels(scene);
    const auto hidden = [](TransferFunction transfer) {
        transfer.opacities = {{0.0, 0.0}};
        transfer.widgets.clear();
        return transfer;
    };
    ReferenceScene result{
        &content.volume,          visible & 1u ? over(0) : hidden(over(0)), scene.camera, scene.settings,
        content.labels_or_null(), label_styles_of(scene, content)};
    result.common = content.common ? &*content.common : nullptr;
    for (std::size_t i = 1; i <= std::min(content.other_channels.size(), scene.other_channels.size()); ++i) {
        result.channels.push_back({&channel_of(content, i), visible >> i & 1u ? over(i) : hidden(over(i))});
    }
    if (!result.channels.empty() && are_colors(scene.settings.channel_blend)) {
        result.settings.classification = Classification::pre;
    }
    return result;
}

} // namespace voxmarch
