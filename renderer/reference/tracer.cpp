// One path after the other.
#include "renderer/reference/tracer.h"

#include "renderer/frame_params.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

constexpr int layer_parts = 64; // of cosines and angles

/// Matter that is opaque lets this share of the light through a voxel length: a wall has no extinction.
constexpr double least_through = 1e-4;

double extinction_of_opacity(double opacity) { return -std::log(std::max(1.0 - opacity, least_through)); }

/// The share of facets that others do not hide (Smith), of GGX.
double unhidden(double cosine, double roughness) {
    const double squared = roughness * roughness;
    return 2.0 * cosine / (cosine + std::sqrt(squared + (1.0 - squared) * cosine * cosine));
}

double schlick_weight(double cosine) { return std::pow(1.0 - std::clamp(cosine, 0.0, 1.0), 5.0); }

} // namespace

ReferenceTracer::ReferenceTracer(const ReferenceScene &scene, int width, int height, std::uint64_t seed)
    : scene_(scene), sampler_(scene), rays_(pixel_rays(scene.camera, width, height)), random_(seed) {
    const RenderSettings &settings = scene.settings;
    const Camera &camera = scene.camera;
    const glm::dvec3 diffuse(settings.light.diffuse);
    add_lamp(light_direction(settings.light, camera), diffuse);
    add_lamp(camera.eye - camera.target, diffuse * double(settings.light.fill));
    for (const SideLight &side : settings.side_lights) {
        add_lamp(light_direction(side, camera), diffuse * glm::dvec3(side.color));
    }
    for (const OpacityPoint &point : scene.transfer.opacities) { // linear between them: the largest is one of these
        majorant_ = std::max(majorant_, extinction_of_opacity(scene.transfer.evaluate(point.scalar).w));
    }
    if (settings.classification == Classification::pre) {
        majorant_ *= 1.01; // bytes are rounded
    }
    const ValueRange range = scene.volume->range();
    field_range_ = normals_of_opacity(settings) ? 1.0 : range.max - range.min;
    for (int i = 0; i <= layer_parts; ++i) {
        layer_.push_back(quadrature_of_layer(std::max(double(i) / layer_parts, 1e-3)));
    }
}

void ReferenceTracer::add_lamp(glm::dvec3 toward, glm::dvec3 color) {
    if (color != glm::dvec3(0.0)) {
        lamps_.push_back({glm::normalize(aligned_direction(scene_.grid(), toward)), color});
    }
}

glm::dvec3 ReferenceTracer::on_sphere() {
    const double height = 2.0 * uniform() - 1.0, angle = 2.0 * std::numbers::pi * uniform();
    const double radius = std::sqrt(1.0 - height * height);
    return {radius * std::cos(angle), radius * std::sin(angle), height};
}

/// A direction at this angle to an axis, on any side.
glm::dvec3 ReferenceTracer::around(glm::dvec3 axis, double cosine) {
    const glm::dvec3 across = glm::cross(axis, on_sphere());
    return cosine * axis + std::sqrt(std::max(1.0 - cosine * cosine, 0.0)) * glm::normalize(across);
}

/// What facets send from a direction to the eye if they mirror all of it, per solid angle, times the cosine to the
/// light.
double ReferenceTracer::mirrored(double to_eye, double to_light, double to_half) const {
    const double squared = roughness() * roughness();
    const double facets = squared / (std::numbers::pi * std::pow(1.0 + to_half * to_half * (squared - 1.0), 2.0));
    return facets * unhidden(to_eye, roughness()) * unhidden(to_light, roughness()) / (4.0 * to_eye);
}

/// Over all directions that light may come from, evenly.
glm::dvec2 ReferenceTracer::quadrature_of_layer(double to_eye) const {
    const glm::dvec3 eye(std::sqrt(1.0 - to_eye * to_eye), 0.0, to_eye);
    glm::dvec2 sum(0.0);
    for (int part = 0; part < layer_parts * layer_parts; ++part) {
        const double height = (part / layer_parts + 0.5) / layer_parts, radius = std::sqrt(1.0 - height * height);
        const double angle = (part % layer_parts + 0.5) / layer_parts * std::numbers::pi; // both halves are alike
        const glm::dvec3 light(radius * std::cos(angle), radius * std::sin(angle), height);
        const glm::dvec3 half_way = glm::normalize(eye + light);
        const double share =
            mirrored(to_eye, height, half_way.z) * 2.0 * std::numbers::pi / (layer_parts * layer_parts);
        const double weight = schlick_weight(glm::dot(half_way, light));
        sum += share * glm::dvec2(1.0 - weight, weight);
    }
    return sum;
}

glm::dvec3 ReferenceTracer::layer(double to_eye) const {
    const double place = std::clamp(to_eye, 0.0, 1.0) * layer_parts;
    const auto entry = std::min(static_cast<std::size_t>(place), layer_.size() - 2);
    const glm::dvec2 shares = glm::mix(layer_[entry], layer_[entry + 1], place - double(entry));
    return head_on() * shares.x + grazing() * shares.y;
}

double ReferenceTracer::extinction(glm::dvec3 voxel) const {
    return sampler_.is_cut_out(voxel) ? 0.0 : extinction_of_opacity(sampler_.styled_sample(voxel, 1.0).w);
}

double ReferenceTracer::field(glm::dvec3 voxel) const {
    return normals_of_opacity(scene_.settings) ? sampler_.styled_sample(voxel, 1.0).w : sampler_.value(voxel);
}

/// Per voxel length, share of the field's range.
glm::dvec3 ReferenceTracer::gradient(glm::dvec3 voxel) const {
    const Grid &grid = scene_.grid();
    glm::dvec3 result(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 step(0.0);
        step[axis] = 1.0;
        const double spacing = grid.spacing[axis] / grid.smallest_spacing();
        result[axis] = 0.5 * (field(voxel + step) - field(voxel - step)) / spacing / field_range_;
    }
    return result;
}

/// Henyey and Greenstein: share of the light that is turned by this angle, per solid angle.
double ReferenceTracer::phase(double cosine) const {
    const double g = scene_.settings.trace.anisotropy;
    return (1.0 - g * g) / (4.0 * std::numbers::pi * std::pow(1.0 + g * g - 2.0 * g * cosine, 1.5));
}

glm::dvec3 ReferenceTracer::environment(glm::dvec3 toward) const {
    const RenderSettings &settings = scene_.settings;
    if (settings.trace.environment == Environment::ambient) {
        return settings.trace.environment_strength * glm::dvec3(settings.light.ambient);
    }
    const glm::dvec3 up = glm::normalize(aligned_direction(scene_.grid(), scene_.camera.up));
    const glm::dvec3 below(settings.background), above(settings.finish.background_top.value_or(settings.background));
    return settings.trace.environment_strength * glm::mix(below, above, 0.5 + 0.5 * glm::dot(toward, up));
}

/// Where light on this way collides; empty: it leaves the volume. (Delta tracking: Woodcock 1965.)
std::optional<glm::dvec3> ReferenceTracer::flight(glm::dvec3 voxel, glm::dvec3 toward) {
    const ReferenceRay ray = sampler_.clip(voxel, toward);
    for (double t = ray.t_near;;) {
        t -= std::log(1.0 - uniform()) / majorant_;
        if (!(t < ray.t_far)) {
            return {};
        }
        const glm::dvec3 place = ray.origin + t * ray.direction;
        if (uniform() * majorant_ < extinction(place)) {
            return place;
        }
    }
}

/// A surface where the field changes fast, by chance (Kroes, Post and Botha 2012, equation 4).
ReferenceTracer::Collision ReferenceTracer::collision(glm::dvec3 voxel, glm::dvec3 eye) {
    const glm::dvec4 sample = sampler_.styled_sample(voxel, 1.0);
    const glm::dvec3 slope = gradient(voxel);
    const double size = glm::length(slope), s = scene_.settings.trace.surfaces;
    const double chance = size > 1e-5 ? sample.w * (1.0 - std::exp(-25.0 * s * s * s * size)) : 0.0;
    Collision met{voxel, eye, glm::dvec3(sample), uniform() < chance, eye, 1.0, glm::dvec3(0.0)};
    if (met.surface) {
        met.normal = glm::dot(slope, eye) < 0.0 ? -slope / size : slope / size;
        met.to_eye = std::max(glm::dot(met.normal, eye), 1e-4);
        met.covered = layer(met.to_eye);
    }
    return met;
}

/// Share of the light from a direction that goes to the eye, per solid angle, times the cosine to the light.
glm::dvec3 ReferenceTracer::share_toward(const Collision &met, glm::dvec3 light) const {
    if (!met.surface) {
        return met.color * phase(-glm::dot(met.eye, light));
    }
    const double to_light = glm::dot(met.normal, light);
    if (to_light <= 0.0) {
        return glm::dvec3(0.0);
    }
    const glm::dvec3 half_way = glm::normalize(met.eye + light);
    const glm::dvec3 reflectance = glm::mix(head_on(), grazing(), schlick_weight(glm::dot(half_way, light)));
    const glm::dvec3 matt = met.color * (1.0 - met.covered) * (to_light / std::numbers::pi);
    return reflectance * mirrored(met.to_eye, to_light, glm::dot(met.normal, half_way)) + matt;
}

/// From a place of each lamp.
glm::dvec3 ReferenceTracer::lamp_light(const Collision &met) {
    const double cos_radius = std::cos(glm::radians(scene_.settings.trace.lamp_radius));
    glm::dvec3 sum(0.0);
    for (const Lamp &lamp : lamps_) {
        const glm::dvec3 toward = around(lamp.toward, glm::mix(cos_radius, 1.0, uniform()));
        const glm::dvec3 share = share_toward(met, toward);
        if (share != glm::dvec3(0.0) && !flight(met.place, toward)) {
            sum += share * lamp.color * std::numbers::pi; // radiance times solid angle, for which the matt one's is 1
        }
    }
    return sum;
}

ReferenceTracer::Way ReferenceTracer::scatter(const Collision &met) {
    if (met.surface) { // by the cosine to the normal (Lambert)
        const glm::dvec3 toward = glm::normalize(met.normal + (1.0 - 1e-9) * on_sphere());
        return {toward, share_toward(met, toward) * std::numbers::pi / std::max(glm::dot(met.normal, toward), 1e-9)};
    }
    const double most = phase(scene_.settings.trace.anisotropy < 0.0 ? -1.0 : 1.0);
    glm::dvec3 toward = on_sphere();
    while (uniform() * most > phase(-glm::dot(met.eye, toward))) {
        toward = on_sphere();
    }
    return {toward, met.color};
}

glm::dvec4 ReferenceTracer::path(int x, int y) {
    const Grid &grid = scene_.grid();
    const TraceSettings &trace = scene_.settings.trace;
    const double column = x + uniform() - 0.5, row = y + uniform() - 0.5;
    glm::dvec3 toward = glm::normalize(aligned_direction(grid, rays_.direction(column, row)));
    glm::dvec3 from = aligned_from_world(grid, rays_.start(column, row)) * grid.smallest_spacing() / grid.spacing;
    glm::dvec3 radiance(0.0), share(1.0);
    for (int collisions = 0;; ++collisions) {
        const std::optional<glm::dvec3> place = flight(from, toward);
        if (!place) {
            return collisions == 0 ? glm::dvec4(0.0) : glm::dvec4(radiance + share * environment(toward), 1.0);
        }
        if (collisions == trace.bounces) {
            return {radiance, 1.0};
        }
        const Collision met = collision(*place, -toward);
        radiance += share * (lamp_light(met) + trace.emission * met.color);
        const Way way = scatter(met);
        share *= way.share;
        toward = way.toward;
        from = *place;
    }
}

} // namespace voxmarch
