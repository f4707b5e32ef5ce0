// The reference ray caster. Written to be read, not to be fast.
#include "renderer/reference.h"

#include "renderer/frame_params.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace voxmarch {

namespace {

double quantise(double value) { return std::round(std::clamp(value, 0.0, 1.0) * 255.0) / 255.0; }

/// Colour and opacity per voxel length of a voxel, as the 8-bit colour+opacity volume holds them.
glm::dvec4 classified_voxel(const ReferenceScene &scene, glm::ivec3 voxel) {
    const glm::dvec4 exact = scene.transfer.evaluate(scene.volume->value(voxel.x, voxel.y, voxel.z));
    return {quantise(exact.x), quantise(exact.y), quantise(exact.z), quantise(exact.w)};
}

/// The field whose gradient makes the normals (thesis 3.5.2, 3.6.7); coordinates outside count as on the faces.
double gradient_field(const ReferenceScene &scene, glm::ivec3 voxel) {
    const std::array<int, 3> &dims = scene.volume->grid().dims;
    voxel = glm::clamp(voxel, glm::ivec3(0), glm::ivec3(dims[0] - 1, dims[1] - 1, dims[2] - 1));
    return scene.settings.classification == Classification::pre ? classified_voxel(scene, voxel).w
                                                                : scene.volume->value(voxel.x, voxel.y, voxel.z);
}

/// Derivative along one axis: differences, smoothed across the axis by the Sobel weights 1 3 1, 3 6 3, 1 3 1.
double derivative(const ReferenceScene &scene, glm::ivec3 voxel, int axis) {
    const bool sobel = scene.settings.gradient == Gradient::sobel;
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
            sum += weight * (gradient_field(scene, high) - gradient_field(scene, low));
            total += weight;
        }
    }
    const int last = scene.volume->grid().dims[static_cast<std::size_t>(axis)] - 1;
    const int distance = std::min(voxel[axis] + 1, last) - std::max(voxel[axis] - 1, 0);
    return sum / (total * std::max(distance, 1));
}

/// Unit vector against the gradient in aligned space, as the 8-bit normal volume holds it; zero without a gradient.
glm::dvec3 normal_voxel(const ReferenceScene &scene, glm::ivec3 voxel) {
    const Grid &grid = scene.volume->grid();
    glm::dvec3 gradient;
    for (int axis = 0; axis < 3; ++axis) {
        gradient[axis] = derivative(scene, voxel, axis) * grid.smallest_spacing() / grid.spacing[axis];
    }
    const ValueRange range = scene.volume->range();
    const double field_range = scene.settings.classification == Classification::pre ? 1.0 : range.max - range.min;
    const double size = glm::length(gradient);
    const glm::dvec3 normal = size > 1e-5 * field_range ? -gradient / size : glm::dvec3(0.0);
    return {quantise(0.5 + 0.5 * normal.x) * 2.0 - 1.0, quantise(0.5 + 0.5 * normal.y) * 2.0 - 1.0,
            quantise(0.5 + 0.5 * normal.z) * 2.0 - 1.0};
}

/// Trilinear interpolation of a function of voxels at a position in voxel space.
template <typename F> auto interpolate(const Grid &grid, glm::dvec3 position, F &&at) {
    const glm::dvec3 last = grid.dims_d() - 1.0;
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

/// Phong's model, both sides lit (thesis 3.6.5.2); `view` is the unit vector to the eye in aligned space.
glm::dvec3 shade(const ReferenceScene &scene, glm::dvec3 position, glm::dvec3 view, glm::dvec3 rgb) {
    const Grid &grid = scene.volume->grid();
    const Light &settings = scene.settings.light;
    const glm::dvec3 sampled =
        interpolate(grid, position, [&](glm::ivec3 voxel) { return normal_voxel(scene, voxel); });
    const double length = std::max(glm::length(sampled), 1e-6);
    const glm::dvec3 normal = sampled / length;
    const glm::dvec3 light = glm::normalize(aligned_direction(grid, light_direction(settings, scene.camera)));
    const double toward_light = glm::dot(normal, light);
    const glm::dvec3 reflected = 2.0 * toward_light * normal - light;
    const double specular = settings.specular * std::pow(std::max(glm::dot(reflected, view), 1e-6), settings.shininess);
    const double certainty = std::min(2.0 * length, 1.0);
    const double lit = glm::mix(1.0, settings.ambient + settings.diffuse * std::abs(toward_light), certainty);
    return glm::min(rgb * lit + specular * certainty, glm::dvec3(1.0));
}

/// Scalar at a position in voxel space, value of the file.
double interpolated_value(const ReferenceScene &scene, glm::dvec3 position) {
    return interpolate(scene.volume->grid(), position,
                       [&](glm::ivec3 voxel) { return scene.volume->value(voxel.x, voxel.y, voxel.z); });
}

/// (r, g, b, opacity of one step) at a position in voxel space.
glm::dvec4 classify(const ReferenceScene &scene, glm::dvec3 position) {
    const Grid &grid = scene.volume->grid();
    glm::dvec4 sample;
    if (scene.settings.classification == Classification::pre) {
        sample = interpolate(grid, position, [&](glm::ivec3 voxel) { return classified_voxel(scene, voxel); });
    } else {
        sample = scene.transfer.evaluate(interpolated_value(scene, position));
    }
    sample.w = correct_opacity(sample.w, scene.settings.step);
    return sample;
}

} // namespace

glm::dvec4 reference_pixel(const ReferenceScene &scene, int x, int y, int width, int height,
                           const SampleVisitor &visit) {
    const Grid &grid = scene.volume->grid();
    const PixelRays rays = pixel_rays(scene.camera, width, height);

    // The ray in aligned space, where lengths are in voxels of the smallest spacing, and in voxel space.
    const glm::dvec3 toward =
        glm::normalize(aligned_direction(grid, rays.corner + double(x) * rays.dx + double(y) * rays.dy));
    const glm::dvec3 scale = grid.smallest_spacing() / grid.spacing;
    const glm::dvec3 origin = aligned_from_world(grid, scene.camera.eye) * scale;
    const glm::dvec3 direction = toward * scale;

    // Where it is inside all three pairs of planes of the box (thesis 3.6.3).
    const VoxelBox box = voxel_box(grid);
    double t_near = 0.0, t_far = 1e30;
    for (int axis = 0; axis < 3; ++axis) {
        if (direction[axis] == 0.0) {
            if (origin[axis] < box.min[axis] || origin[axis] > box.max[axis]) {
                return glm::dvec4(0.0);
            }
            continue;
        }
        const double to_min = (box.min[axis] - origin[axis]) / direction[axis];
        const double to_max = (box.max[axis] - origin[axis]) / direction[axis];
        t_near = std::max(t_near, std::min(to_min, to_max));
        t_far = std::min(t_far, std::max(to_min, to_max));
    }

    // March: samples in the middles of the steps, composited front to back (thesis 3.6.5).
    const double step = scene.settings.step;
    glm::dvec3 rgb(0.0);
    double transmittance = 1.0;
    for (int k = 0; t_near + (k + 0.5) * step < t_far && transmittance >= 1.0 - scene.settings.opacity_cutoff; ++k) {
        const glm::dvec3 position = origin + (t_near + (k + 0.5) * step) * direction;
        const glm::dvec4 sample = classify(scene, position);
        if (sample.w > 0.0) {
            glm::dvec3 color(sample);
            if (scene.settings.shading == Shading::phong) {
                color = shade(scene, position, -toward, color);
            }
            rgb += transmittance * sample.w * color;
            transmittance *= 1.0 - sample.w;
        }
        if (visit) {
            visit(
                {k, t_near + (k + 0.5) * step, position, interpolated_value(scene, position), sample.w, transmittance});
        }
    }
    return {rgb, 1.0 - transmittance};
}

Image reference_render(const ReferenceScene &scene, int width, int height) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const glm::dvec4 front = reference_pixel(scene, x, y, width, height);
            const glm::dvec3 rgb = glm::dvec3(front) + (1.0 - front.w) * glm::dvec3(scene.settings.background);
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
