// An object in noisy air, painted brick by brick the way a CT scanner would see it.
#pragma once

#include "volume/synthetic/field.h"
#include "volume/synthetic/noise.h"

#include <array>
#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// A box that grows around points.
struct Bounds {
    glm::vec3 low{9.0f};
    glm::vec3 high{-9.0f};

    void add(const glm::vec3 &p, float radius) {
        low = glm::min(low, p - radius);
        high = glm::max(high, p + radius);
    }
    bool overlaps(const Bounds &other) const {
        return glm::all(glm::lessThanEqual(low, other.high)) && glm::all(glm::lessThanEqual(other.low, high));
    }
};

/// A cube of at most source_brick_edge^3 voxels. Object coordinates: the box of voxel centres is [0,1]^3, +y is up.
struct Brick {
    static constexpr int edge = 8;
    static constexpr int max_voxels = edge * edge * edge;

    glm::ivec3 begin;   ///< first voxel
    glm::ivec3 end;     ///< one past the last voxel, clipped to the volume (not to a box)
    float voxel_length; ///< in object coordinates
    Bounds bounds;      ///< of its voxel centres, widened by one and a half voxels for soft edges

    glm::vec3 position(int x, int y, int z) const { return glm::vec3(x, y, z) * voxel_length; }

    /// Place of a voxel in the arrays of a brick.
    std::size_t index(int x, int y, int z) const {
        return static_cast<std::size_t>(((z - begin.z) * edge + (y - begin.y)) * edge + (x - begin.x));
    }
};

/// Calls f(index in the brick, position) for every voxel of the brick.
template <typename F> void for_each_voxel(const Brick &brick, F &&f) {
    for (int z = brick.begin.z; z < brick.end.z; ++z) {
        for (int y = brick.begin.y; y < brick.end.y; ++y) {
            for (int x = brick.begin.x; x < brick.end.x; ++x) {
                f(brick.index(x, y, z), brick.position(x, y, z));
            }
        }
    }
}

/// Calls f(index in the brick, position) for the voxels of the brick inside `bounds` and one and a half voxels around.
template <typename F> void for_each_voxel(const Brick &brick, const Bounds &bounds, F &&f) {
    const glm::vec3 first = glm::floor(bounds.low / brick.voxel_length - 1.0f);
    const glm::vec3 last = glm::floor(bounds.high / brick.voxel_length + 2.0f);
    const glm::ivec3 begin = glm::max(brick.begin, glm::ivec3(first));
    const glm::ivec3 end = glm::min(brick.end, glm::ivec3(last) + 1);
    for (int z = begin.z; z < end.z; ++z) {
        for (int y = begin.y; y < end.y; ++y) {
            for (int x = begin.x; x < end.x; ++x) {
                f(brick.index(x, y, z), brick.position(x, y, z));
            }
        }
    }
}

/// Share of a voxel that lies inside a surface at `distance` (negative inside): the soft edge of a CT scan, 10 to 90 %
/// within 1.2 voxels, 0 from one voxel outside on.
inline float coverage(float distance, float voxel_length) {
    const float t = std::min(std::max(0.5f - 0.5f * distance / voxel_length, 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

inline float blend(float under, float over, float share) { return under + (over - under) * share; }

/// Smooth step from 0 at `low` to 1 at `high`.
inline float smooth_ramp(float low, float high, float v) {
    const float t = std::min(std::max((v - low) / (high - low), 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// Smooth minimum of two distances; differs from the minimum where they are closer than k.
inline float smooth_min(float a, float b, float k) {
    const float h = std::max(k - std::abs(a - b), 0.0f) / k;
    return std::min(a, b) - 0.25f * h * h * k;
}

/// About the distance to an axis-parallel ellipsoid (exact on its surface).
inline float ellipsoid_distance(const glm::vec3 &p, const glm::vec3 &radii) {
    const glm::vec3 q = p / radii;
    const glm::vec3 g = q / radii;
    const float k0 = std::sqrt(glm::dot(q, q));
    const float k1 = std::sqrt(glm::dot(g, g));
    return k1 > 1e-6f ? k0 * (k0 - 1.0f) / k1 : -std::min(radii.x, std::min(radii.y, radii.z));
}

/// A stretch of a limb: two balls and what lies between them.
struct Capsule {
    glm::vec3 a;
    glm::vec3 b;
    float radius_a;
    float radius_b;

    Bounds bounds() const {
        Bounds box;
        box.add(a, radius_a);
        box.add(b, radius_b);
        return box;
    }
};

/// Distance to a capsule and its radius at the nearest point of the axis.
struct CapsuleHit {
    float distance;
    float radius;
};
inline CapsuleHit capsule_distance(const Capsule &c, const glm::vec3 &p) {
    const glm::vec3 pa = p - c.a;
    const glm::vec3 ba = c.b - c.a;
    const float t = std::min(std::max(glm::dot(pa, ba) / std::max(glm::dot(ba, ba), 1e-12f), 0.0f), 1.0f);
    const float radius = blend(c.radius_a, c.radius_b, t);
    const glm::vec3 d = pa - ba * t;
    return {std::sqrt(glm::dot(d, d)) - radius, radius};
}

/// Which of many small primitives reach into which brick. Memory: 4 bytes per brick and per entry.
class BrickIndex {
public:
    /// @param n       edge of the volume in voxels
    /// @param bounds  of every primitive
    BrickIndex(int n, const std::vector<Bounds> &bounds);

    /// Primitives near the brick, in ascending order.
    std::span<const std::uint32_t> near(const Brick &brick) const;

private:
    int bricks_per_axis_;
    int bin_edge_; ///< in voxels, a multiple of Brick::edge
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> entries_;
};

/// Base of the objects: walks the bricks, lets the object paint them, adds the noise of the scanner.
class ObjectField : public SyntheticField {
public:
    explicit ObjectField(int n) : n_(n) {}

    void fill(const VoxelBox &box, std::span<std::byte> out) const final;

    /// Mean value of air; the noise around it stays within 0 .. 30.
    static constexpr float air = 13.0f;

protected:
    using Values = std::array<float, Brick::max_voxels>;

    /// Paints the noise-free values of a brick; they come filled with `air`. Returns false when it left them so.
    virtual bool paint(const Brick &brick, Values &values) const = 0;

    int n() const { return n_; }
    float voxel_length() const { return n_ > 1 ? 1.0f / static_cast<float>(n_ - 1) : 1.0f; }

private:
    int n_;

    Brick brick_at(int x, int y, int z) const;
    void write(const Brick &brick, const Values &values, const VoxelBox &box, std::span<std::byte> out) const;
};

} // namespace voxmarch
