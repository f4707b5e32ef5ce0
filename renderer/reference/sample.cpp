// Samples of the reference ray caster. Written to be read, not to be fast.
#include "renderer/reference/sample.h"

#include "renderer/frame_params.h"
#include "renderer/light_volume.h"
#include "renderer/reference/voxels.h"
#include "renderer/rounding.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// The part of a line that lies in a convex body, and the faces where it enters and leaves; far <= near: none does.
struct LinePart {
    double near, far;
    glm::dvec3 entry{0.0}, exit{0.0}; ///< unit normals, aligned space; 0 where the line begins or ends inside
};

/// The part of a line in a box and on the kept sides of clipping planes.
/// @param ray  its origin and direction
/// @param near where the line begins
LinePart part_inside(const Grid &grid, const RayBox &box, const std::vector<ClipPlane> &planes, const ReferenceRay &ray,
                     double near) {
    LinePart part{near, 1e30};
    const auto keep = [&](glm::dvec3 normal, double offset, glm::dvec3 face) { // normal . voxel + offset >= 0
        const double height = glm::dot(normal, ray.origin) + offset, slope = glm::dot(normal, ray.direction);
        if (slope == 0.0) {
            part.far = height < 0.0 ? -1e30 : part.far;
        } else if (slope < 0.0 && -height / slope < part.far) {
            part.far = -height / slope;
            part.exit = face;
        } else if (slope > 0.0 && -height / slope > part.near) {
            part.near = -height / slope;
            part.entry = face;
        }
    };
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 normal(0.0);
        normal[axis] = 1.0;
        keep(normal, -box.min[axis], normal);
        keep(-normal, box.max[axis], normal);
    }
    for (const ClipPlane &plane : planes) {
        const VoxelPlane placed = voxel_plane(grid, plane);
        keep(placed.normal, placed.offset, placed.normal * grid.smallest_spacing() / grid.spacing);
    }
    return part;
}

} // namespace

ReferenceRay ReferenceSampler::clip(glm::dvec3 origin, glm::dvec3 toward) const {
    const Grid &grid = scene_.grid();
    const RenderSettings &settings = scene_.settings;
    const bool hole = cuts_out(settings);
    ReferenceRay ray{origin, toward * grid.smallest_spacing() / grid.spacing, toward, 0.0, 1e30};
    const LinePart kept = hole ? part_inside(grid, voxel_box(grid), {}, ray, 0.0)
                               : part_inside(grid, clipped_box(grid, settings), settings.clip_planes, ray, 0.0);
    ray.t_near = kept.near;
    ray.t_far = kept.far;
    ray.face = kept.entry;
    if (hole) {
        const LinePart cut = part_inside(grid, hole_box(grid, settings), settings.clip_planes, ray, -1e30);
        if (cut.far > std::max(cut.near, kept.near) && cut.near < kept.far) {
            ray.hole_near = cut.near;
            ray.hole_far = cut.far;
            ray.hole_face = cut.exit;
        }
    }
    return ray;
}

bool ReferenceSampler::is_cut_out(glm::dvec3 position) const {
    if (!cuts_out(scene_.settings)) {
        return false;
    }
    const RayBox box = hole_box(scene_.grid(), scene_.settings);
    return glm::all(glm::greaterThanEqual(position, box.min)) && glm::all(glm::lessThanEqual(position, box.max)) &&
           std::ranges::all_of(scene_.settings.clip_planes, [&](const ClipPlane &plane) {
               const VoxelPlane placed = voxel_plane(scene_.grid(), plane);
               return glm::dot(placed.normal, position) + placed.offset >= 0.0;
           });
}

ReferenceSampler::ReferenceSampler(const ReferenceScene &scene) : scene_(scene) {
    if (scene.mixes() || has_plane() || has_label_functions()) {
        opacity_roundings_.fill(rounding_gradient(1.0 / 255.0));
        if (has_plane() && scene.channels.empty() && is_pre()) {
            classify_plane_voxels();
        }
    } else if (normals_of_opacity()) {
        const ScalarType type = scene.volume->type();
        const TransferTable table =
            sample_table(scene.transfer, scene.volume->range(), default_table_entries(type), 1.0);
        opacity_roundings_ = opacity_rounding_gradients(table, type != ScalarType::f32);
    }
}

static double value_of(const Volume &volume, glm::dvec3 position, Interpolation interpolation) {
    return interpolate(interpolation, volume.grid().dims, position,
                       [&](glm::ivec3 voxel) { return volume.value(voxel.x, voxel.y, voxel.z); });
}

/// Value of a channel, of the file; empty beside the box of one that has a grid of its own.
std::optional<double> ReferenceSampler::value_of_channel(std::size_t channel, glm::dvec3 position,
                                                         Interpolation interpolation) const {
    const Volume &volume = scene_.channel(channel);
    if (!scene_.common || scene_.common->places[channel].is_own(volume.grid().dims, scene_.grid().dims)) {
        return value_of(volume, position, interpolation);
    }
    const VolumePlace &place = scene_.common->places[channel];
    const glm::dvec3 own(place.own_from_grid * glm::dvec4(position, 1.0));
    constexpr double rounding = 1.0 / 256.0; // of places on the box
    const RayBox box = voxel_box(volume.grid());
    if (glm::any(glm::lessThan(own, box.min - rounding)) || glm::any(glm::greaterThan(own, box.max + rounding))) {
        return {};
    }
    return value_of(volume, place.nearest ? glm::roundEven(own) : own, Interpolation::linear);
}

double ReferenceSampler::value(glm::dvec3 position) const {
    return value_of_channel(0, position, scene_.settings.interpolation).value_or(0.0);
}

bool ReferenceSampler::has_value(glm::dvec3 position) const {
    return value_of_channel(0, position, Interpolation::linear).has_value();
}

void ReferenceSampler::classify_plane_voxels() {
    const Volume &volume = *scene_.volume;
    const auto &[width, height, depth] = volume.grid().dims;
    const double length = volume.range().max - volume.range().min;
    for (int z = 0; z < depth; ++z) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const double root = magnitude_root({x, y, z});
                plane_voxels_.push_back(scene_.transfer.evaluate(volume.value(x, y, z), root * root * length));
            }
        }
    }
}

/// Colour and opacity per voxel length of a voxel, as the 8-bit colour+opacity volume holds them.
glm::dvec4 ReferenceSampler::classified_voxel(glm::ivec3 voxel) const {
    const std::array<int, 3> &dims = scene_.grid().dims;
    const auto place =
        (static_cast<std::size_t>(voxel.z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(voxel.y)) *
            static_cast<std::size_t>(dims[0]) +
        static_cast<std::size_t>(voxel.x);
    const glm::dvec4 exact =
        !plane_voxels_.empty() ? plane_voxels_[place]
        : !scene_.mixes()
            ? function_of(style_of(voxel)).evaluate(value_of_channel(0, voxel, Interpolation::linear).value_or(0.0))
        : are_colors(scene_.settings.channel_blend) ? color_voxel(voxel)
                                                    : mixed(voxel, 1.0, Interpolation::linear);
    return {quantise(exact.x), quantise(exact.y), quantise(exact.z), quantise(exact.w)};
}

/// Mean colour and opacity per voxel length between two places, the scalar taken as linear between them.
glm::dvec4 ReferenceSampler::classify_segment(glm::dvec3 front, glm::dvec3 back) const {
    constexpr int parts = 512;
    const double from = value(front), to = value(back);
    glm::dvec3 weighted(0.0), plain(0.0);
    double thickness = 0.0;
    for (int i = 0; i < parts; ++i) {
        const glm::dvec4 sample = scene_.transfer.evaluate(glm::mix(from, to, (i + 0.5) / parts));
        const double extinction = -std::log(std::max(1.0 - sample.w, 1e-7));
        thickness += extinction / parts;
        weighted += extinction / parts * glm::dvec3(sample);
        plain += glm::dvec3(sample) / double(parts);
    }
    return {thickness > 0.0 ? weighted / thickness : plain, 1.0 - std::exp(-thickness)};
}

glm::dvec4 ReferenceSampler::classify_2d(glm::dvec3 position) const {
    const ValueRange range = scene_.volume->range();
    const double length = range.max - range.min;
    const double root = interpolate(scene_.settings.interpolation, scene_.grid().dims, position,
                                    [&](glm::ivec3 voxel) { return magnitude_root(voxel); });
    return scene_.transfer.evaluate(value(position), root * root * length);
}

/// Colour and opacity per voxel length of a single place.
glm::dvec4 ReferenceSampler::sample_at(glm::dvec3 position) const {
    if (has_plane() && !is_pre()) {
        return classify_2d(position);
    }
    if (scene_.settings.classification == Classification::pre) {
        return interpolate(scene_.settings.interpolation, scene_.grid().dims, position,
                           [&](glm::ivec3 voxel) { return classified_voxel(voxel); });
    }
    if (scene_.mixes()) {
        return mixed(position, 1.0, scene_.settings.interpolation);
    }
    return scene_.transfer.evaluate(value(position));
}

glm::dvec4 ReferenceSampler::classify(const ReferenceRay &ray, double t, double front, double back) const {
    const glm::dvec3 position = ray.at(t);
    const bool segments = scene_.settings.classification == Classification::preintegrated;
    if (scene_.mixes() && !is_pre()) {
        return styled(position, mixed(position, scene_.settings.step, scene_.settings.interpolation));
    }
    if (!segments) {
        return styled_sample(position, scene_.settings.step);
    }
    glm::dvec4 sample = classify_segment(ray.at(front), ray.at(back));
    sample.w = correct_opacity(sample.w, back - front);
    return styled(position, sample);
}

/// Share of the light that comes through from a place, voxel space, over `reach` voxel lengths.
double ReferenceSampler::transmittance(glm::dvec3 voxel, glm::dvec3 toward, double reach) const {
    ReferenceRay ray = clip(voxel, toward);
    ray.t_far = std::min(ray.t_far, reach);
    const double step = light_step(scene_.settings);
    double through = 1.0;
    for (int k = 0; ray.t_near + (k + 0.5) * step < ray.t_far; ++k) {
        const glm::dvec3 position = ray.at(ray.t_near + (k + 0.5) * step);
        if (ray.in_hole(ray.t_near + (k + 0.5) * step)) {
            continue;
        }
        through *= 1.0 - styled_sample(position, step).w;
    }
    return through;
}

/// Share of its surroundings that a place sees; half of a sphere is all that a flat surface sees.
double ReferenceSampler::seen_around(glm::dvec3 voxel) {
    const Grid &grid = scene_.grid();
    const RenderSettings &settings = scene_.settings;
    if (settings.ambient_occlusion_method == OcclusionMethod::marched) {
        double seen = 0.0;
        for (const glm::dvec3 &direction : sphere_directions(settings.ambient_occlusion)) {
            seen += transmittance(voxel, direction, occlusion_reach(grid)) / settings.ambient_occlusion;
        }
        return 2.0 * seen;
    }
    if (!cones_) {
        const RayBox box = cuts_out(settings) ? voxel_box(grid) : clipped_box(grid, settings);
        cones_.emplace(grid, box.min, box.max, [&](glm::dvec3 position) {
            constexpr double finest_step = 2.0; // voxel lengths
            const ReferenceRay inside = clip(position, glm::dvec3(0.0));
            if (inside.t_far < inside.t_near || is_cut_out(position)) {
                return 1.0;
            }
            // Labels dim what the transfer table holds: opacities of a step of the frame, pre-classified ones of any.
            const bool pre = settings.classification == Classification::pre;
            const double step = pre ? finest_step : settings.step;
            return std::pow(1.0 - styled_sample(position, step).w, pre ? 1.0 : finest_step / settings.step);
        });
    }
    return cones_->seen(voxel, cone_count(settings.ambient_occlusion));
}

glm::dvec2 ReferenceSampler::light_texel(glm::ivec3 texel) {
    const std::array<int, 3> key{texel.x, texel.y, texel.z};
    if (const auto known = lights_.find(key); known != lights_.end()) {
        return known->second;
    }
    const Grid &grid = scene_.grid();
    const RenderSettings &settings = scene_.settings;
    const glm::dvec3 voxel = glm::dvec3(texel) * double(light_spacing(settings, grid.dims));
    glm::dvec2 light(1.0);
    if (settings.shadows != Shadows::none) {
        const glm::dvec3 toward = aligned_direction(grid, light_direction(settings.light, scene_.camera));
        light.x = quantise(transmittance(voxel, glm::normalize(toward), 1e30));
    }
    if (settings.ambient_occlusion > 0) {
        light.y = quantise(seen_around(voxel));
    }
    return lights_[key] = light;
}

/// @param outward  normal on the side that is seen, shorter where there is less of a surface
/// @param seen  share of the place's light that comes through to the eye
glm::dvec2 ReferenceSampler::light_at(glm::dvec3 position, glm::dvec3 outward, double seen) {
    if (scene_.settings.shadows == Shadows::none && scene_.settings.ambient_occlusion == 0) {
        return glm::dvec2(1.0);
    }
    const std::array<int, 3> &dims = scene_.grid().dims;
    const int spacing = light_spacing(scene_.settings, dims);
    const std::array<double, 2> bias = light_bias(scene_.settings, dims);
    const glm::dvec3 light =
        glm::normalize(aligned_direction(scene_.grid(), light_direction(scene_.settings.light, scene_.camera)));
    const double surface = glm::length(outward), facing = glm::dot(outward, light);
    const double towards = bias[1] * (1.0 - surface + std::max(facing, 0.0));
    position += bias[0] * outward + towards * light;
    const glm::dvec2 share = interpolate(light_dims(dims, spacing), position / double(spacing),
                                         [&](glm::ivec3 texel) { return light_texel(texel); });
    const double own_shadow = bias[1] > 0.0 ? std::clamp(-16.0 * facing, 0.0, surface) : 0.0;
    return {std::min(share.x / std::max(seen, 1.0 / 64.0), 1.0) * (1.0 - own_shadow), share.y};
}

/// Phong's model, both sides lit (thesis 3.6.5.2), in the light that is left.
ReferenceSampler::Material ReferenceSampler::material_at(glm::dvec3 position) const {
    const std::vector<MaterialPoint> &points = scene_.transfer.materials;
    const Light &light = scene_.settings.light;
    if (points.empty()) {
        return {light.ambient, light.diffuse, light.specular, light.shininess};
    }
    const double scalar = value(position);
    const auto behind =
        std::ranges::upper_bound(points, scalar, {}, &MaterialPoint::scalar); // at a step the later point counts
    const MaterialPoint &low = behind == points.begin() ? *behind : *(behind - 1);
    const MaterialPoint &high = behind == points.end() ? low : *behind;
    const double share = high.scalar > low.scalar ? (scalar - low.scalar) / (high.scalar - low.scalar) : 0.0;
    return {glm::dvec3(glm::mix(low.ambient, high.ambient, share)),
            glm::dvec3(glm::mix(low.diffuse, high.diffuse, share)),
            glm::dvec3(glm::mix(low.specular, high.specular, share)), glm::mix(low.shininess, high.shininess, share)};
}

glm::dvec3 ReferenceSampler::shade(const ReferenceRay &ray, double t, double depth, double seen, glm::dvec3 rgb) {
    const glm::dvec3 position = ray.at(t);
    const Light &settings = scene_.settings.light;
    const auto unlit_by = [&](glm::dvec2 share) { // without a surface
        const double direct = share.x + double(settings.fill) * share.y * (1.0 - share.x);
        return glm::dvec3(settings.ambient) * share.y + (1.0 - glm::dvec3(settings.ambient)) * direct;
    };
    if (scene_.settings.shading == Shading::none) {
        return rgb * unlit_by(light_at(position, glm::dvec3(0.0), seen));
    }
    glm::dvec3 sampled = sampled_normal(position);
    double cut = 0.0; // 1 on a cut face: nowhere brighter than its colour
    if (depth < 1.0 && ray.face != glm::dvec3(0.0)) {
        sampled = glm::mix(ray.face, sampled, depth);
        cut = std::min(2.0 - 2.0 * depth, 1.0);
    }
    const double step = scene_.settings.step, behind = (std::floor((t - ray.hole_far) / step) + 0.5) * step;
    if (t >= ray.hole_far && behind < 1.0) {
        sampled = glm::mix(ray.hole_face, sampled, behind);
        cut = std::max(cut, std::min(2.0 - 2.0 * behind, 1.0));
    }
    const double length = std::max(glm::length(sampled), 1e-6);
    const glm::dvec3 normal = sampled / length;
    const glm::dvec3 light = glm::normalize(aligned_direction(scene_.grid(), light_direction(settings, scene_.camera)));
    const double toward_light = glm::dot(normal, light);
    const glm::dvec3 reflected = 2.0 * toward_light * normal - light;
    const Material material = material_at(position);
    const double power = std::pow(std::max(glm::dot(reflected, -ray.toward), 1e-6), material.shininess);
    const double certainty = std::min(2.0 * length, 1.0);
    const double toward_eye = glm::dot(normal, -ray.toward);
    const glm::dvec2 share = light_at(position, normal * std::copysign(certainty, toward_eye), seen);
    glm::dvec3 diffuse(std::abs(toward_light) * share.x + double(settings.fill) * std::abs(toward_eye) * share.y);
    glm::dvec3 highlight(power * share.x);
    for (const SideLight &side : scene_.settings.side_lights) {
        const glm::dvec3 toward =
            glm::normalize(aligned_direction(scene_.grid(), light_direction(side, scene_.camera)));
        const double cosine = glm::dot(normal, toward) * std::copysign(1.0, toward_eye); // of the side that is seen
        if (cosine > 0.0) {
            const double across = 2.0 * cosine * std::abs(toward_eye) - glm::dot(toward, -ray.toward);
            diffuse += glm::dvec3(side.color) * (cosine * share.y);
            highlight += glm::dvec3(side.color) * (std::pow(std::max(across, 1e-6), material.shininess) * share.y);
        }
    }
    const glm::dvec3 lit = material.ambient * share.y + material.diffuse * diffuse;
    const double aside = std::pow(1.0 - std::abs(toward_eye), 2.0);
    const glm::dvec3 shown = glm::mix(unlit_by(share), lit, certainty);
    const glm::dvec3 shaded = glm::min(rgb * shown + material.specular * highlight * certainty, glm::dvec3(1.0)) *
                              (1.0 - scene_.settings.outline * certainty * aside);
    return glm::min(shaded, glm::mix(glm::dvec3(1.0), rgb, cut));
}

} // namespace voxmarch
