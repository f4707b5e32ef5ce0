// Parses the options of isosurfaces.
#include "app/cli/surface_options.h"

#include "app/cli/mesh_options.h"
#include "app/cli/typed_options.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/histogram.h"

#include <algorithm>
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
                                     "threshold)",
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
    add_integer(command, "--isosurface-layers", settings.surface_layers, 1, 64,
                "crossings of a ray with transparent surfaces that are drawn");
    add_extraction_option(command, settings.extraction);
}

void SurfaceOptions::keep(const std::vector<SurfaceStyle> &surfaces) {
    for (const SurfaceStyle &surface : surfaces) {
        isovalues_.push_back(surface.isovalue);
        colors_.push_back(surface.color);
        opacities_.push_back(surface.opacity);
    }
}

void SurfaceOptions::prepare(RenderSettings &settings) const {
    const std::size_t count = std::max<std::size_t>(isovalues_.size(), 1);
    require_length(colors_, count, "--isosurface-color");
    require_length(opacities_, count, "--isosurface-opacity");
    settings.surfaces.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) {
        SurfaceStyle &surface = settings.surfaces[i];
        surface.isovalue = isovalues_.empty() ? 0.0 : isovalues_[i];
        const auto higher = static_cast<std::size_t>(
            std::count_if(isovalues_.begin(), isovalues_.end(), [&](double v) { return v > surface.isovalue; }));
        surface.color = colors_.empty() ? default_colors[std::min(higher, surface_limit - 1)] : value_for(colors_, i);
        surface.opacity = !opacities_.empty() ? value_for(opacities_, i) : higher > 0 ? outer_opacity : 1.0f;
    }
}

std::vector<std::string> SurfaceOptions::complete(const Volume &volume, RenderSettings &settings) const {
    if (settings.mode == Mode::volume) {
        return {};
    }
    std::vector<std::string> notes;
    if (isovalues_.empty()) {
        settings.surfaces.front().isovalue = otsu_threshold(compute_histogram(volume));
        notes.push_back(fmt::format("note: isovalue {:.6g}, Otsu's threshold; --isovalue sets another",
                                    settings.surfaces.front().isovalue));
    }
    const std::array<int, 3> &dims = volume.grid().dims;
    if (const auto flat = std::find(dims.begin(), dims.end(), 1); flat != dims.end()) {
        notes.push_back(fmt::format("note: there is no surface: the volume is one voxel thick along {} and has no "
                                    "cells, use --mode volume",
                                    "xyz"[flat - dims.begin()]));
        return notes;
    }
    const ValueRange range = volume.limits();
    for (const SurfaceStyle &surface : settings.surfaces) {
        if (!(surface.isovalue > range.min && surface.isovalue <= range.max)) {
            notes.push_back(fmt::format("note: there is no surface at {:.6g}, the values lie from {:.6g} to {:.6g}",
                                        surface.isovalue, range.min, range.max));
        }
    }
    return notes;
}

} // namespace voxmarch
