// Normals of the reference ray caster, from the gradients of scalars or of opacities.
#include "renderer/reference/sample.h"

#include "renderer/reference/voxels.h"
#include "renderer/rounding.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

/// Coordinates outside count as on the faces.
double ReferenceSampler::scalar_field(glm::ivec3 voxel) const {
    const std::array<int, 3> &dims = scene_.grid().dims;
    voxel = glm::clamp(voxel, glm::ivec3(0), glm::ivec3(dims[0] - 1, dims[1] - 1, dims[2] - 1));
    return scene_.volume->value(voxel.x, voxel.y, voxel.z);
}

/// The field whose gradient makes the normals (thesis 3.5.2, 3.6.7).
double ReferenceSampler::gradient_field(glm::ivec3 voxel) const {
    if (!normals_of_opacity()) {
        return scalar_field(voxel);
    }
    const std::array<int, 3> &dims = scene_.grid().dims;
    return classified_voxel(glm::clamp(voxel, glm::ivec3(0), glm::ivec3(dims[0] - 1, dims[1] - 1, dims[2] - 1))).w;
}

/// Square root of the scalars' gradient magnitude, a share of the data's range per voxel length, as the 8-bit normal
/// volume holds it.
double ReferenceSampler::magnitude_root(glm::ivec3 voxel) const {
    const ValueRange range = scene_.volume->range();
    const double size = glm::length(gradient(&ReferenceSampler::scalar_field, voxel));
    return quantise(std::sqrt(std::min(size / (range.max - range.min), 1.0)));
}

/// Derivative along one axis: differences, smoothed across the axis by the Sobel weights 1 3 1, 3 6 3, 1 3 1.
double ReferenceSampler::derivative(VoxelField field, glm::ivec3 voxel, int axis) const {
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
            sum += weight * ((this->*field)(high) - (this->*field)(low));
            total += weight;
        }
    }
    const int last = scene_.grid().dims[static_cast<std::size_t>(axis)] - 1;
    const int distance = std::min(voxel[axis] + 1, last) - std::max(voxel[axis] - 1, 0);
    return sum / (total * std::max(distance, 1));
}

/// Change of the field per voxel length, aligned space.
glm::dvec3 ReferenceSampler::gradient(VoxelField field, glm::ivec3 voxel) const {
    const Grid &grid = scene_.grid();
    const glm::dvec3 per_voxel(derivative(field, voxel, 0), derivative(field, voxel, 1), derivative(field, voxel, 2));
    return per_voxel * grid.smallest_spacing() / grid.spacing;
}

/// Mean of the field over the neighbours in the slice, by the filter's weights.
double ReferenceSampler::mean_in_slice(glm::ivec3 voxel) const {
    if (scene_.settings.gradient != Gradient::sobel) {
        return gradient_field(voxel);
    }
    double sum = 0.0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            const double weights[3] = {6.0, 3.0, 1.0};
            sum += weights[std::abs(x) + std::abs(y)] * gradient_field(voxel + glm::ivec3(x, y, 0));
        }
    }
    return sum / 22.0;
}

/// Gradient that rounding may make, share of the field's range, wherever it is.
double ReferenceSampler::rounding() const {
    const ValueRange range = scene_.volume->range();
    const bool integers = scene_.volume->type() != ScalarType::f32;
    return rounding_gradient(normals_of_opacity() ? 1.0 / 255.0 : integers ? 1.0 / (range.max - range.min) : 0.0);
}

/// Against the gradient; zero without one, shorter than 1 below the gradient that is fully lit.
glm::dvec3 ReferenceSampler::normal(glm::dvec3 gradient, double rounding) const {
    const ValueRange range = scene_.volume->range();
    const double field_range = normals_of_opacity() ? 1.0 : range.max - range.min;
    const double size = glm::length(gradient);
    const double full = std::max(scene_.settings.full_gradient, rounding) * field_range / scene_.transfer.unit_distance;
    const double share = full > 0.0 ? std::min(size / full, 1.0) : 1.0;
    return size > 1e-5 * field_range ? -gradient / size * share : glm::dvec3(0.0);
}

/// As the 8-bit normal volume holds it.
glm::dvec3 ReferenceSampler::stored_normal(glm::ivec3 voxel) const {
    const bool pre = normals_of_opacity();
    const auto byte = static_cast<std::size_t>(pre ? 255.0 * mean_in_slice(voxel) + 0.5 : 0.0);
    const glm::dvec3 exact =
        normal(gradient(&ReferenceSampler::gradient_field, voxel), pre ? opacity_roundings_[byte] : rounding());
    return {quantise(0.5 + 0.5 * exact.x) * 2.0 - 1.0, quantise(0.5 + 0.5 * exact.y) * 2.0 - 1.0,
            quantise(0.5 + 0.5 * exact.z) * 2.0 - 1.0};
}

glm::dvec3 ReferenceSampler::sampled_normal(glm::dvec3 position) const {
    const Grid &grid = scene_.grid();
    const Interpolation interpolation = scene_.settings.interpolation;
    if (scene_.settings.gradient != Gradient::on_the_fly) {
        return interpolate(interpolation, grid.dims, position, [&](glm::ivec3 voxel) { return stored_normal(voxel); });
    }
    glm::dvec3 gradient(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 offset(0.0);
        offset[axis] = 1.0;
        const auto field = [&](glm::dvec3 at) {
            if (scene_.mixes() && !is_pre()) {
                return correct_opacity(sample_at(at).w, scene_.settings.step);
            }
            return normals_of_opacity() ? interpolate(interpolation, grid.dims, at,
                                                      [&](glm::ivec3 voxel) { return classified_voxel(voxel).w; })
                                        : value(at);
        };
        gradient[axis] = 0.5 * (field(position + offset) - field(position - offset));
    }
    return normal(gradient * grid.smallest_spacing() / grid.spacing, rounding());
}

} // namespace voxmarch
