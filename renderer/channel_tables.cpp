// Puts the tables of channels one behind the other.
#include "renderer/channel_tables.h"

#include <algorithm>
#include <array>
#include <vector>

namespace voxmarch {

namespace {

/// What `channel_params` of kernels points to.
struct Params {
    std::array<ChannelParams, CHANNEL_LIMIT> channels;
    std::array<ChannelPlace, CHANNEL_LIMIT> places;
};

} // namespace

ChannelTables::ChannelTables(Device &device)
    : device_(&device),
      params_(device, std::max(sizeof(Params), sizeof(ChannelParams) * LABEL_FUNCTIONS), "parameters of channels"),
      opacities_(device, 64, "opacities of channels"), colors_(device, 64, "colours of channels") {}

void ChannelTables::upload(const ChannelPlace &place) {
    Params params{};
    params.channels[0].visible = 1;
    params.places[0] = place;
    params_.upload(std::as_bytes(std::span(&params, 1)));
}

void ChannelTables::upload(std::span<const ChannelTable> channels, std::span<const ChannelPlace> places) {
    std::array<ChannelParams, LABEL_FUNCTIONS> params{}; // more than there are channels
    std::vector<std::array<float, 2>> opacities;
    std::vector<std::array<std::uint32_t, 2>> colors;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const auto &[table, coordinates, color_scale, color_bias, visible] = channels[i];
        params[i].scale = coordinates.scale;
        params[i].bias = coordinates.bias;
        params[i].last = coordinates.last;
        params[i].color_scale = color_scale;
        params[i].color_bias = color_bias;
        params[i].first = static_cast<vx_int>(opacities.size());
        params[i].visible = visible ? 1 : 0;
        opacities.insert(opacities.end(), table.opacities.begin(), table.opacities.end());
        colors.insert(colors.end(), table.colors.begin(), table.colors.end());
    }
    if (places.empty()) {
        params_.upload(std::as_bytes(std::span(params)));
    } else {
        Params placed{};
        std::copy_n(params.begin(), placed.channels.size(), placed.channels.begin());
        std::ranges::copy(places, placed.places.begin());
        params_.upload(std::as_bytes(std::span(&placed, 1)));
    }
    voxmarch::upload(*device_, opacities_, opacities, "opacities of channels");
    voxmarch::upload(*device_, colors_, colors, "colours of channels");
}

} // namespace voxmarch
