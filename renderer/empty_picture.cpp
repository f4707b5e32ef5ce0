// Goes through what can keep a volume from being seen, the surest reasons first.
#include "renderer/empty_picture.h"

#include "renderer/picture_finish.h"
#include "renderer/visible_part.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

/// The values to which a function without widgets gives opacity; empty: none.
std::optional<ValueRange> opaque_values(const TransferFunction &transfer, ValueRange data) {
    const std::vector<OpacityPoint> &points = transfer.opacities;
    if (points.empty()) {
        return {};
    }
    std::optional<ValueRange> found;
    const auto add = [&](double from, double to, double opacity) {
        if (opacity > 0.0) {
            found = ValueRange{found ? found->min : from, to};
        }
    };
    add(std::min(data.min, points.front().scalar), points.front().scalar, points.front().opacity);
    for (std::size_t i = 1; i < points.size(); ++i) {
        add(points[i - 1].scalar, points[i].scalar, std::max(points[i - 1].opacity, points[i].opacity));
    }
    add(points.back().scalar, std::max(data.max, points.back().scalar), points.back().opacity);
    return found;
}

std::string about_function(const TransferFunction &transfer, ValueRange data) {
    const std::string name = transfer.name.empty() ? "the transfer function" : "transfer function " + transfer.name;
    const std::string values = fmt::format("the values lie from {:.6g} to {:.6g}", data.min, data.max);
    const std::optional<ValueRange> opaque = transfer.widgets.empty() ? opaque_values(transfer, data) : std::nullopt;
    if (!opaque) {
        return fmt::format("{} shows nothing from {:.6g} to {:.6g}, where the values lie", name, data.min, data.max);
    }
    return fmt::format("{} shows values from {:.6g} to {:.6g} alone, {}", name, opaque->min, opaque->max, values);
}

std::string about_surfaces(const ReferenceScene &scene, ValueRange data) {
    std::string list;
    bool of_others = false;
    for (const SurfaceStyle &surface : scene.settings.surfaces) {
        list += fmt::format("{}{:.6g}", list.empty() ? "" : ", ", surface.isovalue);
        list += surface.channel > 0 ? fmt::format(" of channel {}", surface.channel) : "";
        of_others = of_others || surface.channel > 0;
    }
    if (of_others) {
        return fmt::format("there is no surface at {}", list);
    }
    return fmt::format("there is no surface at {}, the values lie from {:.6g} to {:.6g}", list, data.min, data.max);
}

} // namespace

bool is_empty(const Image &image, const RenderSettings &settings) {
    const std::size_t bytes = image.rgba.size();
    const std::uint8_t *first = image.rgba.data();
    if (settings.finish.background_top) { // dithered
        for (int y = 0; y < image.height; ++y) {
            const glm::dvec3 behind = 255.0 * background_of(settings, y, image.height);
            for (int x = 0; x < image.width; ++x) {
                const std::uint8_t *pixel = image.pixel(x, y);
                if (pixel[3] != 0 && glm::length(glm::dvec3(pixel[0], pixel[1], pixel[2]) - behind) > 2.0) {
                    return false;
                }
            }
        }
        return true;
    }
    if (bytes < 4 || std::memcmp(first, first + 4, bytes - 4) != 0) { // each pixel and the one before it
        return bytes < 4;
    }
    const auto is_near = [&](int channel) {
        return std::abs(float(first[channel]) - 255.0f * settings.background[channel]) <= 1.0f;
    };
    return first[3] == 0 || (is_near(0) && is_near(1) && is_near(2));
}

std::string why_nothing_is_seen(const ReferenceScene &scene, int width, int height) {
    const std::string begin = "nothing is seen: ";
    const RenderSettings &settings = scene.settings;
    const ValueRange data = scene.volume->range();
    const double aspect = double(width) / double(height);
    RenderSettings unclipped = settings;
    unclipped.clip_low = glm::dvec3(0.0);
    unclipped.clip_high = glm::dvec3(1.0);
    unclipped.clip_planes.clear();
    unclipped.clip_inverted = false;
    if (!sees_any(scene.camera, clip_box_corners(scene.grid(), unclipped), aspect)) {
        return begin + "the camera looks past the volume";
    }
    const std::vector<glm::dvec3> seen = visible_corners(scene);
    if (!seen.empty()) {
        if (!sees_any(scene.camera, seen, aspect)) {
            return begin + "the camera looks past the visible part of the volume";
        }
        return begin + (settings.blend != Blend::composite && settings.mode != Mode::isosurface
                            ? "all rays end at the same value, or beyond the window's ends"
                            : "what is there is too thin, or as the background");
    }
    ReferenceScene open = scene;
    open.settings = unclipped;
    if (!visible_corners(open).empty()) {
        return begin + "all that could be seen is clipped away";
    }
    if (open.labels) {
        open.labels = nullptr;
        if (!visible_corners(open).empty()) {
            return begin + "the labels of all that could be seen are hidden";
        }
    }
    if (settings.mode == Mode::volume) {
        return begin + about_function(scene.transfer, data);
    }
    const std::string surfaces = about_surfaces(scene, data);
    return begin +
           (settings.mode == Mode::isosurface ? surfaces : surfaces + "; " + about_function(scene.transfer, data));
}

} // namespace voxmarch
