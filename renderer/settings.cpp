// Names and ranges of the render settings.
#include "renderer/settings.h"

#include "base/error.h"
#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace voxmarch {

namespace {

void require_range(const char *name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
        throw UsageError(fmt::format("{} is {}, it must lie in [{}, {}]", name, value, low, high));
    }
}

void require_traversal(const RenderSettings &settings) {
    if (!(settings.threshold >= 0.0 && settings.threshold < 1.0)) {
        throw UsageError(fmt::format("threshold is {}, it must lie in [0, 1)", settings.threshold));
    }
    const LoopParams loops = loops_of(settings);
    for (const LoopParam &param : loop_params()) {
        std::string name(param.name);
        std::replace(name.begin(), name.end(), '_', ' ');
        require_range(name.c_str(), loops.*param.member, param.low, param.high);
    }
    if (loops.marching_steps % loops.fused_steps != 0) {
        throw UsageError(fmt::format("marching steps are {}, they must be a multiple of the fused steps, {}",
                                     loops.marching_steps, loops.fused_steps));
    }
    if (!std::has_single_bit(static_cast<unsigned>(loops.buffer_length))) {
        throw UsageError(fmt::format("buffer length is {}, it must be a power of two", loops.buffer_length));
    }
}

void require_direction(const char *what, const glm::dvec3 &direction) {
    const double length = glm::length(direction);
    if (!std::isfinite(length) || length <= 0.0) {
        throw UsageError(fmt::format("{} must be finite and longer than 0", what));
    }
}

void require_side_lights(const std::vector<SideLight> &lights) {
    if (lights.size() > side_light_limit) {
        throw UsageError(
            fmt::format("{} lights beside the main one are more than {}", lights.size(), side_light_limit));
    }
    for (const SideLight &light : lights) {
        require_direction("the direction of a side light", light.direction);
        for (int i = 0; i < 3; ++i) {
            require_range("colour of a side light", light.color[i], 0.0, 1.0);
        }
    }
}

void require_clipping(const RenderSettings &settings) {
    for (int i = 0; i < 3; ++i) {
        require_range("clip box", settings.clip_low[i], 0.0, 1.0);
        require_range("clip box", settings.clip_high[i], 0.0, 1.0);
        if (!(settings.clip_low[i] < settings.clip_high[i])) {
            throw UsageError(fmt::format("the clip box is empty along {}: {} is not below {}", "xyz"[i],
                                         settings.clip_low[i], settings.clip_high[i]));
        }
    }
    if (settings.clip_planes.size() > clip_plane_limit) {
        throw UsageError(
            fmt::format("{} clipping planes are more than {}", settings.clip_planes.size(), clip_plane_limit));
    }
    for (const ClipPlane &plane : settings.clip_planes) {
        const double length = glm::length(plane.normal);
        if (!std::isfinite(length) || !std::isfinite(plane.distance) || length <= 0.0) {
            throw UsageError("the normal of a clipping plane must be finite and longer than 0");
        }
    }
}

/// What surfaces of channels behind the first do not have.
void require_drawable(const SurfaceStyle &surface, const RenderSettings &settings) {
    if (surface.channel == 0) {
        return;
    }
    if (settings.surface_method == SurfaceMethod::raycast) {
        throw UsageError("isosurfaces along rays are those of the first channel",
                         {{Remedy::surface_method, std::string(name_of(SurfaceMethod::mesh))}});
    }
    if (settings.mode == Mode::isosurface && (settings.shadows != Shadows::none || settings.ambient_occlusion > 0)) {
        throw UsageError("isosurfaces of channels behind the first throw no shadows and occlude nothing when they are "
                         "drawn without the volume: draw both, or leave out shadows and ambient occlusion");
    }
}

void require_surfaces(const RenderSettings &settings) {
    if (settings.mode == Mode::volume) {
        return;
    }
    require_range("number of isosurfaces", static_cast<double>(settings.surfaces.size()), 1, surface_limit);
    require_range("layers of surfaces", settings.surface_layers, 1, 64);
    for (const SurfaceStyle &surface : settings.surfaces) {
        if (!std::isfinite(surface.isovalue)) {
            throw UsageError("isovalues must be finite");
        }
        require_range("opacity of an isosurface", surface.opacity, 0.0, 1.0);
        require_range("channel of an isosurface", surface.channel, 0, CHANNEL_LIMIT - 1);
        require_drawable(surface, settings);
        for (int i = 0; i < 3; ++i) {
            require_range("colour of an isosurface", surface.color[i], 0.0, 1.0);
        }
    }
}

void require_strides(const RenderSettings &settings) {
    if (!settings.adaptive_step || settings.mode == Mode::isosurface) {
        return;
    }
    const TraversalInfo &info = info_of(settings.traversal);
    if (settings.mode == Mode::both) {
        throw UsageError("an adaptive step needs a volume without surfaces in it: take a fixed step");
    }
    if (settings.blend != Blend::composite) {
        throw UsageError(
            fmt::format("an adaptive step needs composited samples, blend {} takes all alike", name_of(settings.blend)),
            {{Remedy::blend, std::string(name_of(Blend::composite))}});
    }
    if (settings.classification != Classification::post) {
        throw UsageError(fmt::format("an adaptive step needs post-classified samples, classification is {}",
                                     name_of(settings.classification)),
                         {{Remedy::classification, std::string(name_of(Classification::post))}});
    }
    if (info.data == SkipData::octree) {
        throw UsageError(
            fmt::format("an adaptive step needs a distance map or traversal none, traversal {} has an octree",
                        info.name),
            {{Remedy::other_traversal}});
    }
}

void require_paths(const TraceSettings &trace) {
    require_range("bounces", trace.bounces, 1, 1024);
    require_range("anisotropy", trace.anisotropy, -0.95, 0.95);
    require_range("share of surfaces", trace.surfaces, 0.0, 1.0);
    require_range("radius of lamps", trace.lamp_radius, 0.0, 90.0);
    require_range("seed", trace.seed, 0, std::numeric_limits<int>::max());
    if (trace.environment == Environment::picture && trace.environment_file.empty()) {
        throw UsageError("the environment is a picture, and no file of it is named");
    }
    require_range("turn of the environment", trace.environment_turn, -360.0, 360.0);
    require_range("strength of the environment", trace.environment_strength, 0.0, 1000.0);
    require_range("error", trace.error, 0.0, 1.0);
    require_range("emission", trace.emission, 0.0, 100.0);
    require_range("diameter of the lens", trace.aperture, 0.0, 1e9);
    if (trace.focus_distance && trace.focus_at) {
        throw UsageError("the focus has a distance and a place in the picture, it has one of them");
    }
    if (trace.focus_distance && !(*trace.focus_distance > 0.0 && *trace.focus_distance <= 1e12)) {
        throw UsageError(fmt::format("distance of the focus is {}, it must lie in (0, 1e12]", *trace.focus_distance));
    }
    for (int i = 0; i < 2 && trace.focus_at; ++i) {
        require_range("place of the focus", (*trace.focus_at)[i], 0.0, 1.0);
    }
}

} // namespace

RenderSettings as_drawn(RenderSettings settings) {
    if (is_traced(settings)) { // opacities of a voxel length, and nothing that lights samples one by one
        if (settings.classification == Classification::preintegrated) {
            settings.classification = Classification::post; // which it is of a segment without length
        }
        settings.step = 1.0;
        settings.shading = Shading::none;
        settings.shadows = Shadows::none;
        settings.ambient_occlusion = 0;
        settings.jitter = false;
        settings.traversal = settings.traversal == Traversal::none ? Traversal::none : Traversal::distance_map;
        settings.loops.reset();
        settings.surface_method = SurfaceMethod::raycast; // the field's own, without meshes
        return settings;
    }
    if (settings.mode == Mode::isosurface) {
        settings.blend = Blend::composite;
        settings.adaptive_step = false;
    }
    if (settings.mode == Mode::both && info_of(settings.traversal).persistent) {
        settings.traversal =
            Traversal::buffered_for_for_with_flags; // the others own the loop over pixels and know of no surfaces
        settings.loops.reset();
    }
    if (settings.blend == Blend::composite) {
        return settings;
    }
    settings.classification = Classification::post;
    settings.shading = Shading::none;
    settings.shadows = Shadows::none;
    settings.ambient_occlusion = 0;
    if (settings.traversal == Traversal::none) {
        settings.loops.reset();
    } else {
        settings.traversal = Traversal::for_for; // its rounds are those of kernels/traverse/traversal_projection.cl
        settings.loops = settings.loops.value_or(LoopParams{2, 8, 4, 2, 1, 1});
    }
    return settings;
}

Light key_light(Light light) {
    light.direction = glm::normalize(glm::dvec3(-0.5, 0.7, 1.0));
    light.follows_camera = true;
    light.fill = 0.25f;
    return light;
}

LoopParams loops_of(const RenderSettings &settings) {
    return settings.loops.value_or(info_of(settings.traversal).defaults);
}

bool normals_of_opacity(const RenderSettings &settings) {
    return settings.gradient_of == GradientSource::opacity ||
           (settings.gradient_of == GradientSource::automatic && settings.classification == Classification::pre);
}

bool is_clipped(const RenderSettings &settings) {
    return settings.clip_low != glm::dvec3(0.0) || settings.clip_high != glm::dvec3(1.0) ||
           !settings.clip_planes.empty();
}

bool cuts_out(const RenderSettings &settings) { return settings.clip_inverted && is_clipped(settings); }

bool draws_caps(const RenderSettings &settings) {
    return settings.surface_caps && settings.mode != Mode::volume && !settings.surfaces.empty() && is_clipped(settings);
}

int most_layers(const RenderSettings &settings) {
    std::set<int> channels;
    for (const SurfaceStyle &surface : settings.surfaces) {
        channels.insert(surface.channel);
    }
    return settings.surface_layers + (draws_caps(settings) ? 2 * static_cast<int>(channels.size()) : 0);
}

bool classifies_voxels(const RenderSettings &settings) {
    const bool lit = settings.shading == Shading::phong && settings.blend == Blend::composite;
    return settings.classification == Classification::pre || (lit && normals_of_opacity(settings));
}

int leaf_size_of(const RenderSettings &settings, const std::array<int, 3> &dims) {
    if (settings.leaf_size > 0) {
        return settings.leaf_size;
    }
    // All traversals have the same strides.
    const Traversal traversal = settings.adaptive_step ? Traversal::octant_distance_map : settings.traversal;
    const int own = info_of(traversal).leaf_size;
    const bool large = static_cast<double>(dims[0]) * dims[1] * dims[2] > std::ldexp(1.0, 29);
    return large && own <= 4 ? 2 * own : own;
}

void require_channels(ChannelBlend blend, std::size_t channels) {
    const std::size_t needed = blend == ChannelBlend::rgba ? 4 : are_colors(blend) ? 3 : 1;
    if (channels < needed) {
        throw UsageError(
            fmt::format("blend {} of channels takes {} channels, and there are {}", name_of(blend), needed, channels));
    }
}

void require_traceable(const RenderSettings &settings) {
    if (!is_traced(settings)) {
        return;
    }
    const bool on_others =
        std::ranges::any_of(settings.surfaces, [](const SurfaceStyle &one) { return one.channel > 0; });
    if (settings.mode != Mode::volume && on_others) {
        throw UsageError("traced light meets isosurfaces of the first channel alone");
    }
    if (settings.mode == Mode::isosurface) {
        return; // there is no matter
    }
    if (settings.blend != Blend::composite) {
        throw UsageError(fmt::format("traced light needs matter, blend {} shows values", name_of(settings.blend)),
                         {{Remedy::blend, std::string(name_of(Blend::composite))}});
    }
    if (settings.adaptive_step) {
        throw UsageError("traced light takes no steps, adaptive ones neither: take a fixed step");
    }
}

void validate(const RenderSettings &settings) {
    require_range("step", settings.step, 0.01, 16.0);
    if (!(settings.opacity_cutoff > 0.0 && settings.opacity_cutoff <= 1.0)) {
        throw UsageError(fmt::format("opacity cutoff is {}, it must lie in (0, 1]", settings.opacity_cutoff));
    }
    require_traversal(settings);
    require_surfaces(settings);
    require_strides(settings);
    if (settings.mode == Mode::both && settings.blend != Blend::composite) {
        throw UsageError(
            fmt::format("mode both composites surfaces with the volume, blend {} does not: use mode volume "
                        "or isosurface",
                        name_of(settings.blend)));
    }
    for (int i = 0; i < 3; ++i) {
        require_range("background", settings.background[i], 0.0, 1.0);
    }
    for (int i = 0; i < 3 && settings.finish.background_top; ++i) {
        require_range("background at the top", (*settings.finish.background_top)[i], 0.0, 1.0);
    }
    require_range("exposure", settings.finish.exposure, -10.0, 10.0);
    require_range("samples of a pixel", settings.finish.samples, 1,
                  is_traced(settings) ? traced_sample_limit : sample_limit);
    require_paths(settings.trace);
    if (is_denoised(settings) && settings.finish.samples < 2) {
        throw UsageError("the noise of traced light is not known from 1 sample of a pixel: take 2 or more",
                         {{Remedy::drop_choice, "denoise"}});
    }
    require_range("outline", settings.outline, 0.0, 1.0);
    const Light &light = settings.light;
    for (int i = 0; i < 3; ++i) {
        require_range("ambient", light.ambient[i], 0.0, 1.0);
        require_range("diffuse", light.diffuse[i], 0.0, 1.0);
        require_range("specular", light.specular[i], 0.0, 1.0);
    }
    require_range("gradient for full shading", settings.full_gradient, 0.0, 1.0);
    require_range("ambient occlusion", settings.ambient_occlusion, 0, 64);
    require_clipping(settings);
    require_range("shininess", light.shininess, 1.0, 1000.0);
    require_range("fill", light.fill, 0.0, 1.0);
    if (light.direction) {
        require_direction("light direction", *light.direction);
    }
    require_side_lights(settings.side_lights);
    require_range("local padding", settings.local_padding, 0, 1 << 20);
    const int items = settings.group_width * settings.group_height;
    if (settings.group_width < WARP_TILE_WIDTH || settings.group_width % WARP_TILE_WIDTH != 0 ||
        settings.group_height < WARP_TILE_HEIGHT || settings.group_height % WARP_TILE_HEIGHT != 0 || items > 1024) {
        throw UsageError(
            fmt::format("work-group {}x{} must consist of whole {}x{} warp tiles and have at most 1024 pixels",
                        settings.group_width, settings.group_height, int(WARP_TILE_WIDTH), int(WARP_TILE_HEIGHT)));
    }
}

} // namespace voxmarch
