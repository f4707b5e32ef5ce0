// The settings of each look.
#include "scene/picture_looks.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

/// As nothing was said.
void make_plain(RenderSettings &settings) {
    const RenderSettings first;
    settings.shading = first.shading;
    settings.light = first.light;
    settings.side_lights.clear();
    settings.shadows = first.shadows;
    settings.ambient_occlusion = first.ambient_occlusion;
    settings.background = first.background;
    settings.outline = first.outline;
    settings.finish.background_top.reset();
    settings.finish.exposure = first.finish.exposure;
    settings.finish.tone = first.finish.tone;
    settings.blend = Blend::composite;
}

/// A key light from above on the left, a strong fill, soft shadows: all of a surface can be read.
void make_clinical(RenderSettings &settings) {
    settings.light = key_light();
    settings.light.fill = 0.4f;
    settings.light.specular = glm::vec3(0.15f);
    settings.light.shininess = 20.0f;
    settings.shadows = Shadows::half;
    settings.ambient_occlusion = 16;
    settings.background = {0.13f, 0.14f, 0.16f};
    settings.finish.background_top = glm::vec3(0.30f, 0.32f, 0.36f);
    settings.finish.exposure = 0.3;
    settings.finish.tone = ToneCurve::filmic;
    settings.outline = 0.25;
}

/// One warm light from the side, a cold one from behind, deep shadows, before the dark.
void make_cinematic(RenderSettings &settings) {
    settings.light = key_light();
    settings.light.direction = glm::normalize(glm::dvec3(-0.85, 0.75, 0.65));
    settings.light.fill = 0.12f;
    settings.light.ambient = glm::vec3(0.22f);
    settings.light.diffuse = {0.95f, 0.88f, 0.78f};
    settings.light.specular = {0.3f, 0.28f, 0.24f};
    settings.light.shininess = 40.0f;
    settings.side_lights = {{{0.9, 0.35, -0.35}, true, {0.25f, 0.38f, 0.6f}}};
    settings.shadows = Shadows::full;
    settings.ambient_occlusion = 32;
    settings.background = {0.02f, 0.02f, 0.025f};
    settings.finish.background_top = glm::vec3(0.14f, 0.15f, 0.19f);
    settings.finish.exposure = 0.8;
    settings.finish.tone = ToneCurve::filmic;
    settings.outline = 0.1;
}

/// Mean values along rays, as light that has come through.
void make_x_ray(RenderSettings &settings) {
    settings.shading = Shading::none;
    settings.blend = Blend::average;
}

struct KnownLook {
    PictureLook look;
    void (*make)(RenderSettings &); ///< of what is plain
};

constexpr KnownLook known[] = {
    {{"plain", "a headlight, black behind: nothing but the data"}, [](RenderSettings &) {}},
    {{"clinical", "a key light, a fill and soft shadows before grey: surfaces are easy to read"}, make_clinical},
    {{"cinematic", "warm light from the side, cold light from behind, deep shadows"}, make_cinematic},
    {{"x-ray", "mean values along rays, as on film"}, make_x_ray}};

} // namespace

const std::vector<PictureLook> &picture_looks() {
    static const std::vector<PictureLook> looks = [] {
        std::vector<PictureLook> list;
        for (const KnownLook &one : known) {
            list.push_back(one.look);
        }
        return list;
    }();
    return looks;
}

void apply_look(std::string_view name, RenderSettings &settings) {
    const auto *const found = std::ranges::find(known, name, [](const KnownLook &one) { return one.look.name; });
    if (found == std::end(known)) {
        std::vector<std::string_view> names;
        std::ranges::transform(picture_looks(), std::back_inserter(names), &PictureLook::name);
        throw UsageError(fmt::format("there is no look '{}'; choose one of {}", name, fmt::join(names, ", ")));
    }
    make_plain(settings);
    found->make(settings);
}

bool has_look(std::string_view name, const RenderSettings &settings) {
    RenderSettings looked = settings;
    apply_look(name, looked);
    return looked == settings;
}

} // namespace voxmarch
