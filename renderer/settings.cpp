// Names and ranges of the render settings.
#include "renderer/settings.h"

#include "device/error.h"
#include "kernels/shared_types.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

std::string_view name_of(Classification value) { return value == Classification::pre ? "pre" : "post"; }

std::string_view name_of(Shading value) { return value == Shading::none ? "none" : "phong"; }

std::string_view name_of(Gradient value) { return value == Gradient::central ? "central" : "sobel"; }

std::string_view name_of(Traversal) { return "none"; }

namespace {

void require_range(const char *name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
        throw UsageError(fmt::format("{} is {}, it must lie in [{}, {}]", name, value, low, high));
    }
}

} // namespace

void validate(const RenderSettings &settings) {
    require_range("step", settings.step, 0.01, 16.0);
    if (!(settings.opacity_cutoff > 0.0 && settings.opacity_cutoff <= 1.0)) {
        throw UsageError(fmt::format("opacity cutoff is {}, it must lie in (0, 1]", settings.opacity_cutoff));
    }
    for (int i = 0; i < 3; ++i) {
        require_range("background", settings.background[i], 0.0, 1.0);
    }
    const Light &light = settings.light;
    require_range("ambient", light.ambient, 0.0, 1.0);
    require_range("diffuse", light.diffuse, 0.0, 1.0);
    require_range("specular", light.specular, 0.0, 1.0);
    require_range("shininess", light.shininess, 1.0, 1000.0);
    if (light.direction) {
        const double length = glm::length(*light.direction);
        if (!std::isfinite(length) || length <= 0.0) {
            throw UsageError("light direction must be finite and longer than 0");
        }
    }
    const int items = settings.group_width * settings.group_height;
    if (settings.group_width < WARP_TILE_WIDTH || settings.group_width % WARP_TILE_WIDTH != 0 ||
        settings.group_height < WARP_TILE_HEIGHT || settings.group_height % WARP_TILE_HEIGHT != 0 || items > 1024) {
        throw UsageError(
            fmt::format("work-group {}x{} must consist of whole {}x{} warp tiles and have at most 1024 pixels",
                        settings.group_width, settings.group_height, int(WARP_TILE_WIDTH), int(WARP_TILE_HEIGHT)));
    }
}

} // namespace voxmarch
