// Samples of the reference ray caster. Written to be read, not to be fast.
#include "renderer/reference_sample.h"

#include "renderer/device_volume.h"
#include "renderer/frame_params.h"
#include "renderer/light_volume.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

double quantise(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 255.0) / 255.0; }

/// Trilinear interpolation of a function of the whole numbers 0 .. dims - 1 along each axis.
template <typename F> auto interpolate(const std::array<int, 3> &dims, glm::dvec3 position, F &&at) {
    const glm::dvec3 last(dims[0] - 1, dims[1] - 1, dims[2] - 1);
    position = glm::clamp(position, glm::dvec3(0.0), last);
    const glm::dvec3 lowest = glm::floor(position);
    const glm::dvec3 weight = position - lowest;
    decltype(at(glm::ivec3(0))) sum(0.0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 offset(corner & 1, (corner >> 1) & 1, corner >> 2);
        const glm::dvec3 parts = glm::mix(1.0 - weight, weight, offset);
        const double share = parts.x * parts.y * parts.z;
        if (share > 0.0) {
            sum += share * at(glm::ivec3(glm::min(lowest + offset, last)));
        }
    }
    return sum;
}

} // namespace

ReferenceRay ReferenceSampler::clip(glm::dvec3 origin, glm::dvec3 toward) const {
    const Grid &grid = scene_.volume->grid();
    ReferenceRay ray{origin, toward * grid.smallest_spacing() / grid.spacing, toward, 0.0, 1e30};
    const auto keep = [&](glm::dvec3 normal, double offset, glm::dvec3 face) { // normal . voxel + offset >= 0
        const double height = glm::dot(normal, origin) + offset, slope = glm::dot(normal, ray.direction);
        if (slope == 0.0) {
            ray.t_far = height < 0.0 ? -1.0 : ray.t_far;
        } else if (slope < 0.0) {
            ray.t_far = std::min(ray.t_far, -height / slope);
        } else if (-height / slope > ray.t_near) {
            ray.t_near = -height / slope;
            ray.face = face;
        }
    };
    const VoxelBox box = clipped_box(grid, scene_.settings);
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 normal(0.0);
        normal[axis] = 1.0;
        keep(normal, -box.min[axis], normal);
        keep(-normal, box.max[axis], normal);
    }
    for (const ClipPlane &plane : scene_.settings.clip_planes) {
        const VoxelPlane placed = voxel_plane(grid, plane);
        keep(placed.normal, placed.offset, placed.normal * grid.smallest_spacing() / grid.spacing);
    }
    return ray;
}

double ReferenceSampler::value(glm::dvec3 position) const {
    return interpolate(scene_.volume->grid().dims, position,
                       [&](glm::ivec3 voxel) { return scene_.volume->value(voxel.x, voxel.y, voxel.z); });
}

/// Colour and opacity per voxel length of a voxel, as the 8-bit colour+opacity volume holds them.
glm::dvec4 ReferenceSampler::classified_voxel(glm::ivec3 voxel) const {
    const glm::dvec4 exact = scene_.transfer.evaluate(scene_.volume->value(voxel.x, voxel.y, voxel.z));
    return {quantise(exact.x), quantise(exact.y), quantise(exact.z), quantise(exact.w)};
}

/// The field whose gradient makes the normals (thesis 3.5.2, 3.6.7); coordinates outside count as on the faces.
double ReferenceSampler::gradient_field(glm::ivec3 voxel) const {
    const std::array<int, 3> &dims = scene_.volume->grid().dims;
    voxel = glm::clamp(voxel, glm::ivec3(0), glm::ivec3(dims[0] - 1, dims[1] - 1, dims[2] - 1));
    return scene_.settings.classification == Classification::pre ? classified_voxel(voxel).w
                                                                 : scene_.volume->value(voxel.x, voxel.y, voxel.z);
}

/// Derivative along one axis: differences, smoothed across the axis by the Sobel weights 1 3 1, 3 6 3, 1 3 1.
double ReferenceSampler::derivative(glm::ivec3 voxel, int axis) const {
    const bool sobel = scene_.settings.gradient == Gradient::sobel;
    const double weights[3] = {6.0, 3.0, 1.0};
    const int reach = sobel ? 1 : 0;
    double sum = 0.0, total = 0.0;
    for (int a = -reach; a <= reach; ++a) {
        for (int b = -reach; b <= reach; ++b) {
            glm::ivec3 offset(0);
            offset[(axis + 1) % 3] = a;
            offset[(axis + 2) % 3] = b;
            glm::ivec3 low = voxel + offset, high = voxel + offset;
            low[axis] -= 1;
            high[axis] += 1;
            const double weight = weights[std::abs(a) + std::abs(b)];
            sum += weight * (gradient_field(high) - gradient_field(low));
            total += weight;
        }
    }
    const int last = scene_.volume->grid().dims[static_cast<std::size_t>(axis)] - 1;
    const int distance = std::min(voxel[axis] + 1, last) - std::max(voxel[axis] - 1, 0);
    return sum / (total * std::max(distance, 1));
}

/// Change of the field per voxel length, aligned space.
glm::dvec3 ReferenceSampler::gradient(glm::ivec3 voxel) const {
    const Grid &grid = scene_.volume->grid();
    const glm::dvec3 per_voxel(derivative(voxel, 0), derivative(voxel, 1), derivative(voxel, 2));
    return per_voxel * grid.smallest_spacing() / grid.spacing;
}

/// Against the gradient; zero without one, shorter than 1 below the gradient that is fully lit.
glm::dvec3 ReferenceSampler::normal(glm::dvec3 gradient) const {
    const ValueRange range = scene_.volume->range();
    const double field_range = scene_.settings.classification == Classification::pre ? 1.0 : range.max - range.min;
    const bool integers = scene_.volume->type() != ScalarType::f32;
    const double rounding = scene_.settings.classification == Classification::pre ? 1.0 / 255.0
                            : integers                                            ? 1.0 / field_range
                                                                                  : 0.0;
    const double size = glm::length(gradient);
    const double full = std::max(scene_.settings.full_gradient, rounding_gradient(rounding)) * field_range;
    const double share = full > 0.0 ? std::min(size / full, 1.0) : 1.0;
    return size > 1e-5 * field_range ? -gradient / size * share : glm::dvec3(0.0);
}

/// As the 8-bit normal volume holds it.
glm::dvec3 ReferenceSampler::stored_normal(glm::ivec3 voxel) const {
    const glm::dvec3 exact = normal(gradient(voxel));
    return {quantise(0.5 + 0.5 * exact.x) * 2.0 - 1.0, quantise(0.5 + 0.5 * exact.y) * 2.0 - 1.0,
            quantise(0.5 + 0.5 * exact.z) * 2.0 - 1.0};
}

glm::dvec3 ReferenceSampler::sampled_normal(glm::dvec3 position) const {
    const Grid &grid = scene_.volume->grid();
    if (scene_.settings.gradient != Gradient::on_the_fly) {
        return interpolate(grid.dims, position, [&](glm::ivec3 voxel) { return stored_normal(voxel); });
    }
    glm::dvec3 gradient(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 offset(0.0);
        offset[axis] = 1.0;
        const auto field = [&](glm::dvec3 at) {
            return scene_.settings.classification == Classification::pre
                       ? interpolate(grid.dims, at, [&](glm::ivec3 voxel) { return classified_voxel(voxel).w; })
                       : value(at);
        };
        gradient[axis] = 0.5 * (field(position + offset) - field(position - offset));
    }
    return normal(gradient * grid.smallest_spacing() / grid.spacing);
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
    const double root = interpolate(scene_.volume->grid().dims, position, [&](glm::ivec3 voxel) {
        return quantise(std::sqrt(std::min(glm::length(gradient(voxel)) / length, 1.0)));
    });
    return scene_.transfer.evaluate(value(position), root * root * length);
}

const LabelStyle *ReferenceSampler::label_at(glm::dvec3 position) const {
    if (!scene_.labels) {
        return nullptr;
    }
    const glm::dvec3 last = scene_.volume->grid().dims_d() - 1.0;
    const glm::ivec3 voxel(glm::clamp(glm::floor(position + 0.5), glm::dvec3(0.0), last));
    const auto label = static_cast<std::size_t>(scene_.labels->value(voxel.x, voxel.y, voxel.z));
    return label < scene_.label_styles.size() ? &scene_.label_styles[label] : nullptr;
}

/// Colour and opacity per voxel length of a single place.
glm::dvec4 ReferenceSampler::sample_at(glm::dvec3 position) const {
    if (!scene_.transfer.widgets.empty()) {
        return classify_2d(position);
    }
    if (scene_.settings.classification == Classification::pre) {
        return interpolate(scene_.volume->grid().dims, position,
                           [&](glm::ivec3 voxel) { return classified_voxel(voxel); });
    }
    return scene_.transfer.evaluate(value(position));
}

/// As the label there wants it.
double ReferenceSampler::visibility(glm::dvec3 position) const {
    const LabelStyle *style = label_at(position);
    return style ? style->visibility : 1.0;
}

glm::dvec4 ReferenceSampler::styled(glm::dvec3 position, glm::dvec4 sample) const {
    const LabelStyle *style = label_at(position);
    return style
               ? glm::dvec4(style->color ? glm::dvec3(*style->color) : glm::dvec3(sample), sample.w * style->visibility)
               : sample;
}

glm::dvec4 ReferenceSampler::classify(const ReferenceRay &ray, double t, double front, double back) const {
    const glm::dvec3 position = ray.origin + t * ray.direction;
    const bool segments = scene_.settings.classification == Classification::preintegrated;
    glm::dvec4 sample = segments
                            ? classify_segment(ray.origin + front * ray.direction, ray.origin + back * ray.direction)
                            : sample_at(position);
    sample.w = correct_opacity(sample.w, segments ? back - front : scene_.settings.step);
    return styled(position, sample);
}

/// Share of the light that comes through from a place, voxel space, over `reach` voxel lengths.
double ReferenceSampler::transmittance(glm::dvec3 voxel, glm::dvec3 toward, double reach) const {
    ReferenceRay ray = clip(voxel, toward);
    ray.t_far = std::min(ray.t_far, reach);
    const double step = light_step(scene_.settings);
    double through = 1.0;
    for (int k = 0; ray.t_near + (k + 0.5) * step < ray.t_far; ++k) {
        const glm::dvec3 position = ray.origin + (ray.t_near + (k + 0.5) * step) * ray.direction;
        glm::dvec4 sample = sample_at(position);
        sample.w = correct_opacity(sample.w, step);
        through *= 1.0 - styled(position, sample).w;
    }
    return through;
}

/// (light, surroundings) of a texel of the light volume (thesis 3.6.6).
glm::dvec2 ReferenceSampler::light_texel(glm::ivec3 texel) {
    const std::array<int, 3> key{texel.x, texel.y, texel.z};
    if (const auto known = lights_.find(key); known != lights_.end()) {
        return known->second;
    }
    const Grid &grid = scene_.volume->grid();
    const RenderSettings &settings = scene_.settings;
    const glm::dvec3 voxel = glm::dvec3(texel) * double(light_spacing(settings));
    glm::dvec2 light(1.0);
    if (settings.shadows != Shadows::none) {
        const glm::dvec3 toward = aligned_direction(grid, light_direction(settings.light, scene_.camera));
        light.x = quantise(transmittance(voxel, glm::normalize(toward), 1e30));
    }
    if (settings.ambient_occlusion > 0) {
        double seen = 0.0;
        for (const glm::dvec3 &direction : sphere_directions(settings.ambient_occlusion)) {
            seen += transmittance(voxel, direction, occlusion_reach(grid)) / settings.ambient_occlusion;
        }
        light.y = quantise(2.0 * seen); // half of a sphere is all that a flat surface sees
    }
    return lights_[key] = light;
}

/// @param outward  normal on the side that is seen, shorter where there is less of a surface
/// @param seen  share of the place's light that comes through to the eye
glm::dvec2 ReferenceSampler::light_at(glm::dvec3 position, glm::dvec3 outward, double seen) {
    if (scene_.settings.shadows == Shadows::none && scene_.settings.ambient_occlusion == 0) {
        return glm::dvec2(1.0);
    }
    const int spacing = light_spacing(scene_.settings);
    const std::array<double, 2> bias = light_bias(scene_.settings);
    const glm::dvec3 light =
        glm::normalize(aligned_direction(scene_.volume->grid(), light_direction(scene_.settings.light, scene_.camera)));
    const double towards = bias[1] * (1.0 - glm::length(outward) + std::max(glm::dot(outward, light), 0.0));
    position += bias[0] * outward + towards * light;
    const glm::dvec2 share = interpolate(light_dims(scene_.volume->grid().dims, spacing), position / double(spacing),
                                         [&](glm::ivec3 texel) { return light_texel(texel); });
    return {std::min(share.x / std::max(seen, 1.0 / 64.0), 1.0), share.y};
}

/// Phong's model, both sides lit (thesis 3.6.5.2), in the light that is left.
glm::dvec3 ReferenceSampler::shade(const ReferenceRay &ray, double t, double depth, double seen, glm::dvec3 rgb) {
    const glm::dvec3 position = ray.origin + t * ray.direction;
    const Light &settings = scene_.settings.light;
    const auto unlit_by = [&](glm::dvec2 share) { // without a surface
        const double direct = share.x + double(settings.fill) * share.y * (1.0 - share.x);
        return glm::dvec3(settings.ambient) * share.y + (1.0 - glm::dvec3(settings.ambient)) * direct;
    };
    if (scene_.settings.shading == Shading::none) {
        return rgb * unlit_by(light_at(position, glm::dvec3(0.0), seen));
    }
    glm::dvec3 sampled = sampled_normal(position);
    if (depth < 1.0 && ray.face != glm::dvec3(0.0)) {
        sampled = glm::mix(ray.face, sampled, depth);
    }
    const double length = std::max(glm::length(sampled), 1e-6);
    const glm::dvec3 normal = sampled / length;
    const glm::dvec3 light =
        glm::normalize(aligned_direction(scene_.volume->grid(), light_direction(settings, scene_.camera)));
    const double toward_light = glm::dot(normal, light);
    const glm::dvec3 reflected = 2.0 * toward_light * normal - light;
    const double power = std::pow(std::max(glm::dot(reflected, -ray.toward), 1e-6), double(settings.shininess));
    const double certainty = std::min(2.0 * length, 1.0);
    const double toward_eye = glm::dot(normal, -ray.toward);
    const glm::dvec2 share = light_at(position, normal * std::copysign(certainty, toward_eye), seen);
    const double diffuse = std::abs(toward_light) * share.x + double(settings.fill) * std::abs(toward_eye) * share.y;
    const glm::dvec3 lit = glm::dvec3(settings.ambient) * share.y + glm::dvec3(settings.diffuse) * diffuse;
    return glm::min(rgb * glm::mix(unlit_by(share), lit, certainty) +
                        glm::dvec3(settings.specular) * power * certainty * share.x,
                    glm::dvec3(1.0));
}

} // namespace voxmarch
