// The loops of the reference ray caster over pixels and samples.
#include "renderer/reference/caster.h"

#include "renderer/blue_noise.h"
#include "renderer/frame_params.h"
#include "renderer/picture_finish.h"
#include "renderer/projection.h"
#include "renderer/reference/sample.h"
#include "renderer/reference/strides.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Where the lattice of a pixel's samples lies in its first step, [0, 1).
double lattice_offset(const ReferenceScene &scene, int x, int y) {
    const int place = y % blue_noise_edge * blue_noise_edge + x % blue_noise_edge;
    return scene.settings.jitter ? blue_noise_tile()[static_cast<std::size_t>(place)] : 0.5;
}

/// What a projection makes of the samples so far: the extreme, or their sum.
void gather(Blend blend, double value, std::size_t count, double &result) {
    switch (blend) {
    case Blend::mip: result = count == 0 ? value : std::max(result, value); break;
    case Blend::minip: result = count == 0 ? value : std::min(result, value); break;
    case Blend::average:
    case Blend::composite: result += value; break;
    }
}

/// Premultiplied colour and opacity that the transfer function gives the largest, smallest or mean scalar of a pixel's
/// samples; transparent without any.
glm::dvec4 project(const ReferenceScene &scene, const ReferenceSampler &sampler, const ReferenceRay &ray,
                   double t_first) {
    double result = 0.0;
    std::size_t count = 0;
    for (double k = 0.0; t_first + k * scene.settings.step < ray.t_far; ++k) {
        const double t = t_first + k * scene.settings.step;
        const glm::dvec3 position = ray.at(t);
        if (!ray.in_hole(t) && sampler.visibility(position) > 0.0 && sampler.has_value(position)) {
            gather(scene.settings.blend, sampler.value(position), count++, result);
        }
    }
    if (count == 0) {
        return glm::dvec4(0.0);
    }
    const glm::dvec4 color =
        scene.transfer.evaluate(scene.settings.blend == Blend::average ? result / double(count) : result);
    const ProjectionStrength strength = projection_strength(scene.transfer, scene.settings.blend);
    const double weight = std::min(color.w * strength.of_opacity + strength.always, 1.0);
    return {glm::dvec3(color) * weight, weight};
}

/// How many steps one sample of a ray after the other stands for.
class RayStrides {
public:
    /// @param count  steps of the ray
    RayStrides(const ReferenceStrides &strides, const ReferenceRay &ray, double t_first, double step, int count)
        : strides_(strides), ray_(ray), t_first_(t_first), step_(step), count_(count), leaf_(leaf_around(0)) {}

    /// Steps of the sample that stands for step k on.
    int next(int k, double transmittance) {
        if (!strides_.any()) {
            return 1;
        }
        const ReferenceStrides::Leaf leaf = leaf_;
        const int rest = std::min(count_ - k, room_at_hole(k));
        const int wanted = leaf.empty ? 1 : strides_.stride(leaf, transmittance, rest);
        leaf_ = leaf_around(k + wanted);
        return leaf_.empty ? wanted : std::min(wanted, strides_.stride(leaf_, transmittance, count_ - k));
    }

private:
    const ReferenceStrides &strides_;
    const ReferenceRay &ray_;
    double t_first_, step_;
    int count_;
    ReferenceStrides::Leaf leaf_; ///< whose stride comes next

    /// Whole steps from step k up to where what is cut out begins or ends, at least 1.
    int room_at_hole(int k) const {
        const double entry = (ray_.hole_near - t_first_) / step_, exit = (ray_.hole_far - t_first_) / step_;
        const double room = k < entry ? entry - k : k < exit ? exit - k : k < exit + 1.0 ? 0.0 : 1e9;
        return static_cast<int>(std::clamp(room, 1.0, 1e9));
    }

    ReferenceStrides::Leaf leaf_around(int k) const {
        return strides_.any() && k < count_ ? strides_.leaf_at(ray_.at(t_first_ + k * step_))
                                            : ReferenceStrides::Leaf{true, 0};
    }
};

/// What samples are taken with.
struct Sampling {
    ReferenceSampler sampler;
    ReferenceStrides strides;
    explicit Sampling(const ReferenceScene &scene) : sampler(scene), strides(scene) {}
};

/// Opacity of what is seen of the step of the sample at t beside what is cut out.
/// @param front, back  where the step begins and ends
double seen_opacity(const ReferenceRay &ray, double t, double step, double front, double back, double opacity) {
    if (ray.in_hole(t)) {
        return 0.0;
    }
    const bool behind = ray.hole_far > t - step && ray.hole_far <= t;
    const bool before = ray.hole_near >= t && ray.hole_near < t + step;
    const double seen = (before ? ray.hole_near : back) - (behind ? ray.hole_far : front);
    return behind || before ? 1.0 - std::pow(std::max(1.0 - opacity, 1e-30), seen / (back - front)) : opacity;
}

/// Premultiplied colour and opacity of one pixel: samples in the middles of the steps, composited front to back
/// (thesis 3.6.5).
glm::dvec4 cast(const ReferenceScene &scene, Sampling &sampling, const PixelRays &rays, glm::ivec2 pixel,
                const SampleVisitor &visit) {
    ReferenceSampler &sampler = sampling.sampler;
    const Grid &grid = scene.grid();
    const glm::dvec3 toward = glm::normalize(aligned_direction(grid, rays.direction(double(pixel.x), double(pixel.y))));
    const glm::dvec3 eye =
        aligned_from_world(grid, rays.start(double(pixel.x), double(pixel.y))) * grid.smallest_spacing() / grid.spacing;
    const ReferenceRay ray = sampler.clip(eye, toward);

    const double step = scene.settings.step;
    const double t_first = ray.t_near + lattice_offset(scene, pixel.x, pixel.y) * step;
    if (scene.settings.blend != Blend::composite) {
        return project(scene, sampler, ray, t_first);
    }
    const double count = std::ceil((ray.t_far - t_first) / step); // of steps
    RayStrides strides(sampling.strides, ray, t_first, step, static_cast<int>(count));
    glm::dvec3 rgb(0.0);
    double transmittance = 1.0;
    for (int k = 0, steps = 1; t_first + k * step < ray.t_far && transmittance >= 1.0 - scene.settings.opacity_cutoff;
         k += steps) {
        steps = strides.next(k, transmittance);
        const double middle = k + 0.5 * (steps - 1), t = t_first + middle * step;
        const double front = k == 0 ? ray.t_near : t - 0.5 * step, back = k + 1 < count ? t + 0.5 * step : ray.t_far;
        glm::dvec4 sample = sampler.classify(ray, t, front, back);
        const bool segments = scene.settings.classification == Classification::preintegrated;
        sample.w =
            seen_opacity(ray, t, step, segments ? front : t - 0.5 * step, segments ? back : t + 0.5 * step, sample.w);
        sample.w = steps > 1 ? correct_opacity(sample.w, steps) : sample.w;
        if (sample.w > 0.0) {
            rgb += transmittance * sample.w *
                   sampler.shade(ray, t, (middle + 0.5) * step, transmittance, glm::dvec3(sample));
            transmittance *= 1.0 - sample.w;
        }
        if (visit) {
            const glm::dvec3 position = ray.at(t);
            visit({k, t, position, sampler.value(position), sample.w, transmittance});
        }
    }
    return {rgb, 1.0 - transmittance};
}

} // namespace

glm::dvec4 reference_pixel(const ReferenceScene &scene, int x, int y, int width, int height,
                           const SampleVisitor &visit) {
    Sampling sampling(scene);
    return cast(scene, sampling, pixel_rays(scene.camera, width, height), {x, y}, visit);
}

Image reference_render(const ReferenceScene &scene, int width, int height) {
    Sampling sampling(scene);
    std::vector<PixelRays> samples;
    for (int sample = 0; sample < scene.settings.finish.samples; ++sample) {
        Camera camera = scene.camera;
        camera.subpixel = subpixel_of(sample);
        samples.push_back(pixel_rays(camera, width, height));
    }
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            glm::dvec4 sum(0.0);
            for (const PixelRays &rays : samples) {
                sum += cast(scene, sampling, rays, {x, y}, {});
            }
            const glm::dvec3 rgb = finished(scene.settings, sum / double(samples.size()), y, height);
            for (int channel = 0; channel < 3; ++channel) {
                image.rgba.push_back(
                    static_cast<std::uint8_t>(std::lround(std::clamp(rgb[channel], 0.0, 1.0) * 255.0)));
            }
            image.rgba.push_back(255);
        }
    }
    return image;
}

} // namespace voxmarch
