// Paths of light on the CPU, in double precision: written to be read, not to be fast. The oracle of traced pictures.
#pragma once

#include "renderer/reference/sample.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace voxmarch {

/// Follows paths of light through the volume (docs/tracing.md), each step in the plainest way: one bound of the
/// extinction, the light of all lamps at each collision, which arrives or does not, directions drawn evenly and kept by
/// chance, and no path that ends early. What it expects is what the kernels expect; how it gets there is not.
///
/// Refers to its scene, which is without isosurfaces, panoramas, lens, channels and widgets.
class ReferenceTracer {
public:
    ReferenceTracer(const ReferenceScene &scene, int width, int height, std::uint64_t seed);

    /// Premultiplied radiance and opacity that one path finds behind a random place of a pixel. Their means over many
    /// are the pixel. Cost: some microseconds
    glm::dvec4 path(int x, int y);

private:
    struct Lamp {
        glm::dvec3 toward; ///< its middle, aligned space, unit vector
        glm::dvec3 color;  ///< what a white matt surface that faces a small one sends back
    };

    /// What a path meets.
    struct Collision {
        glm::dvec3 place;   ///< voxel space
        glm::dvec3 eye;     ///< aligned space, unit vector to where the path came from
        glm::dvec3 color;   ///< share of the light that is not absorbed
        bool surface;       ///< else matter
        glm::dvec3 normal;  ///< of a surface, on the side of the eye, unit vector
        double to_eye;      ///< cosine between these
        glm::dvec3 covered; ///< share of even light that the clear layer of a surface sends back to the eye
    };

    /// A direction, and the share of the light from there that goes on, over the probability of the direction.
    struct Way {
        glm::dvec3 toward, share;
    };

    const ReferenceScene &scene_;
    ReferenceSampler sampler_;
    PixelRays rays_;
    std::mt19937_64 random_;
    std::vector<Lamp> lamps_;
    std::vector<glm::dvec2> layer_; ///< at even cosines 0 .. 1: share head-on, share of grazing reflectance
    double majorant_ = 0.0;         ///< largest extinction, per voxel length
    double field_range_ = 1.0;      ///< of what gradients are taken of

    double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; } // [0, 1)
    glm::dvec3 on_sphere();
    glm::dvec3 around(glm::dvec3 axis, double cosine);

    double roughness() const { return std::sqrt(2.0 / (scene_.settings.light.shininess + 2.0)); }
    glm::dvec3 head_on() const { return 0.16 * glm::dvec3(scene_.settings.light.specular); }
    glm::dvec3 grazing() const { return glm::min(50.0 * head_on(), 1.0); }

    void add_lamp(glm::dvec3 toward, glm::dvec3 color);
    glm::dvec2 quadrature_of_layer(double to_eye) const;
    glm::dvec3 layer(double to_eye) const;
    double extinction(glm::dvec3 voxel) const;
    double field(glm::dvec3 voxel) const;
    glm::dvec3 gradient(glm::dvec3 voxel) const;
    double phase(double cosine) const;
    double mirrored(double to_eye, double to_light, double to_half) const;
    glm::dvec3 environment(glm::dvec3 toward) const;

    std::optional<glm::dvec3> flight(glm::dvec3 voxel, glm::dvec3 toward);
    Collision collision(glm::dvec3 voxel, glm::dvec3 eye);
    glm::dvec3 share_toward(const Collision &met, glm::dvec3 light) const;
    glm::dvec3 lamp_light(const Collision &met);
    Way scatter(const Collision &met);
};

} // namespace voxmarch
