// Parses the options of isosurfaces.
#include "app/cli/surface_options.h"

#include "app/cli/mesh_options.h"
#include "app/cli/typed_options.h"
#include "base/error.h"
#include "base/text.h"
#include "scene/channel_looks.h"
#include "scene/first_isovalue.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Colours of surfaces that were given none, from the highest isovalue down: bone, muscle, skin, then colours that are
/// told apart.
constexpr glm::vec3 default_colors[] = {{0.91f, 0.84f, 0.71f}, {0.78f, 0.38f, 0.32f}, {0.93f, 0.72f, 0.58f},
                                        {0.45f, 0.62f, 0.80f}, {0.52f, 0.72f, 0.48f}, {0.72f, 0.55f, 0.78f},
                                        {0.85f, 0.75f, 0.35f}, {0.45f, 0.72f, 0.72f}};
static_assert(std::size(default_colors) == surface_limit);

/// Of surfaces around the innermost one, if no opacities were given.
constexpr float outer_opacity = 0.3f;

template <typename Value>
void require_length(const std::vector<Value> &list, std::size_t surfaces, const char *option) {
    if (!list.empty() && list.size() != 1 && list.size() != surfaces) {
        throw UsageError(fmt::format("{} has {} values for {} isovalue{}: give one, or one for each", option,
                                     list.size(), surfaces, surfaces == 1 ? "" : "s"));
    }
}

template <typename Value> Value value_for(const std::vector<Value> &list, std::size_t surface) {
    return list.size() == 1 ? list.front() : list[surface];
}

} // namespace

void SurfaceOptions::add_to(CLI::App &command, RenderSettings &settings) {
    command.option_defaults()->group("Isosurfaces");
    add_named(command, "--mode", settings.mode, "what is drawn: the volume, isosurfaces, or both by depth");
    add_isovalues_option(command, isovalues_,
                         fmt::format("values of the surfaces, in the file's units, up to {}\n(default: Otsu's "
                                     "threshold; of formulas 0)",
                                     surface_limit));
    add_named(command, "--isosurface", settings.surface_method,
              "triangles of Marching Cubes, or the first crossings along rays");
    add_parsed(
        command, "--isosurface-color", "COLOR[,..]", "bone, ..",
        [this](const std::string &text) {
            colors_.clear();
            for (const std::string &word : text::split(text, ',')) {
                colors_.push_back(parse_color(word, "--isosurface-color"));
            }
        },
        "colours of the surfaces, #rrggbb or names of CSS: one, or one\nfor each isovalue");
    add_parsed(
        command, "--isosurface-opacity", "A[,..]", "",
        [this](const std::string &text) {
            opacities_.clear();
            for (const std::string &word : text::split(text, ',')) {
                opacities_.push_back(static_cast<float>(parse_number(word, 0.0, 1.0, "--isosurface-opacity")));
            }
        },
        fmt::format("opacities of the surfaces, 0 .. 1: one, or one for each\n(default: 1, of several all but the "
                    "highest {})",
                    outer_opacity));
    add_list<int>(
        command, "--isosurface-channel", "N[,..]", channels_,
        [](const std::string &text) { return parse_integer(text, 0, 65535, "--isosurface-channel"); },
        "channels of the file in which the surfaces lie: one, or one for\neach isovalue (default: the first that is "
        "drawn)");
    add_integer(command, "--isosurface-layers", settings.surface_layers, 1, 64,
                "crossings of a ray with transparent surfaces that are drawn");
    command.add_flag("--caps", settings.surface_caps, "fill the inside of surfaces where clipping opens them");
    add_extraction_option(command, settings.extraction);
}

void SurfaceOptions::keep(const Scene &session) {
    const std::vector<SurfaceStyle> &surfaces = session.settings.surfaces;
    const bool several = std::ranges::any_of(surfaces, [](const SurfaceStyle &one) { return one.channel > 0; });
    const bool keeps_colors = colors_.empty(), keeps_opacities = opacities_.empty(), keeps_channels = channels_.empty();
    for (const SurfaceStyle &surface : surfaces) {
        isovalues_.push_back(surface.isovalue);
        if (keeps_colors) {
            colors_.push_back(surface.color);
        }
        if (keeps_opacities) {
            opacities_.push_back(surface.opacity);
        }
        if (several && keeps_channels) {
            const std::vector<int> &others = session.volume.other_channels;
            const auto place = static_cast<std::size_t>(surface.channel);
            channels_.push_back(place == 0 || place > others.size() ? session.volume.channel : others[place - 1]);
        }
    }
}

void SurfaceOptions::prepare(RenderSettings &settings) const {
    require_length(colors_, count(), "--isosurface-color");
    require_length(opacities_, count(), "--isosurface-opacity");
    require_length(channels_, count(), "--isosurface-channel");
    require_length(isovalues_, count(), "--isovalue");
    settings.surfaces.assign(count(), {});
    for (std::size_t i = 0; i < count(); ++i) {
        SurfaceStyle &surface = settings.surfaces[i];
        surface.isovalue = isovalues_.empty() ? 0.0 : value_for(isovalues_, i);
        const auto higher = static_cast<std::size_t>(
            std::count_if(isovalues_.begin(), isovalues_.end(), [&](double v) { return v > surface.isovalue; }));
        surface.color = colors_.empty() ? default_colors[std::min(higher, surface_limit - 1)] : value_for(colors_, i);
        surface.opacity = !opacities_.empty() ? value_for(opacities_, i) : higher > 0 ? outer_opacity : 1.0f;
    }
}

std::vector<std::string> SurfaceOptions::complete(const SceneContent &content, const std::vector<int> &numbers,
                                                  RenderSettings &settings) const {
    if (settings.mode == Mode::volume) {
        return {};
    }
    std::vector<std::string> notes;
    const bool several = numbers.size() > 1 && !content.volume.header().channels_are_colors;
    const std::vector<int> channels = channels_.empty() && several ? std::vector{numbers.front()} : channels_;
    if (channels_.empty() && several) {
        notes.push_back(fmt::format("note: isosurfaces lie in {}; --isosurface-channel chooses others",
                                    channel_name(content.volume.header(), numbers.front())));
    }
    for (std::size_t i = 0; i < settings.surfaces.size(); ++i) {
        SurfaceStyle &surface = settings.surfaces[i];
        std::string of_channel;
        if (!channels.empty()) {
            const int number = value_for(channels, i);
            const auto place = std::ranges::find(numbers, number) - numbers.begin();
            if (place == static_cast<std::ptrdiff_t>(numbers.size())) {
                throw UsageError(fmt::format("--isosurface-channel is {}, a channel that is not drawn", number));
            }
            surface.channel = static_cast<int>(place);
            const VolumeHeader &header = content.volume.header();
            if (colors_.empty()) {
                surface.color = channel_color(header, number, static_cast<std::size_t>(place));
            }
            of_channel = " of " + channel_name(header, number);
        }
        if (isovalues_.empty()) {
            const Volume &volume = channel_of(content, static_cast<std::size_t>(surface.channel));
            const FirstIsovalue first = first_isovalue(volume.header(), compute_histogram(volume));
            surface.isovalue = first.value;
            notes.push_back(fmt::format("note: isovalue {:.6g}, {}{}; --isovalue sets another", first.value,
                                        first.reason, of_channel));
        }
    }
    const std::array<int, 3> &dims = content.volume.grid().dims;
    if (const auto flat = std::find(dims.begin(), dims.end(), 1); flat != dims.end()) {
        notes.push_back(fmt::format("note: there is no surface: the volume is one voxel thick along {} and has no "
                                    "cells, use --mode volume",
                                    "xyz"[flat - dims.begin()]));
        return notes;
    }
    for (const SurfaceStyle &surface : settings.surfaces) {
        const ValueRange range = channel_of(content, static_cast<std::size_t>(surface.channel)).limits();
        if (!(surface.isovalue > range.min && surface.isovalue <= range.max)) {
            notes.push_back(fmt::format("note: there is no surface at {:.6g}, the values lie from {:.6g} to {:.6g}",
                                        surface.isovalue, range.min, range.max));
        }
    }
    return notes;
}

} // namespace voxmarch
