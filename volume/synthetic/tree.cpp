// Paints the bonsai as a CT scanner would see it: leaves, soil, pebbles, pot, and wood with bark, rings and a core.
#include "volume/synthetic/tree_growth.h"

namespace voxmarch {

namespace {

/// Half thickness of a leaf in the middle, in object coordinates, and its least value in voxels.
constexpr float leaf_half_thickness = 0.0030f;
constexpr float leaf_least_thickness = 0.65f;
/// Thinnest twig in voxels.
constexpr float least_wood_radius = 0.75f;

template <typename T> std::vector<Bounds> bounds_of(const std::vector<T> &parts) {
    std::vector<Bounds> all;
    for (const T &part : parts) {
        all.push_back(part.bounds());
    }
    return all;
}

/// Distance to the outside of the pot without its feet.
float pot_outside(const glm::vec3 &p) {
    // The wall leans inwards downwards; a rim runs around the top and a thin bead around the middle.
    const float below_top = PotShape::top - p.y;
    const float lean = 0.24f * below_top;
    const float rim = 0.013f * smooth_ramp(0.030f, 0.024f, below_top);
    const float bead = 0.005f * smooth_ramp(0.010f, 0.004f, std::abs(below_top - 0.075f));
    const float side = pot_plan_distance(p.x, p.z, 0.013f + lean - rim - bead);
    const float top = p.y - PotShape::top;
    const float bottom = PotShape::bottom - p.y;
    constexpr float rounding = 0.006f;
    const glm::vec3 outer = glm::max(glm::vec3(side, top, bottom) + rounding, 0.0f);
    return std::min(std::max(side, std::max(top, bottom)) + rounding, 0.0f) + glm::length(outer) - rounding;
}

float pot_cavity(const glm::vec3 &p) {
    const float lean = 0.24f * (PotShape::top - p.y);
    return std::max(pot_plan_distance(p.x, p.z, 0.013f + lean + PotShape::wall), PotShape::bottom + 0.024f - p.y);
}

float pot_feet(const glm::vec3 &p) {
    const glm::vec3 q(std::abs(p.x - PotShape::center_x) - 0.215f, p.y - 0.028f,
                      std::abs(p.z - PotShape::center_z) - 0.155f);
    const glm::vec3 d = glm::abs(q) - glm::vec3(0.040f, 0.018f, 0.034f);
    return glm::length(glm::max(d, 0.0f)) + std::min(std::max(d.x, std::max(d.y, d.z)), 0.0f) - 0.008f;
}

float pot_distance(const glm::vec3 &p) {
    const float hole_x = std::abs(p.x - PotShape::center_x) - 0.11f;
    const float hole_z = p.z - PotShape::center_z;
    const float hole = std::sqrt(hole_x * hole_x + hole_z * hole_z) - 0.022f;
    const float body = std::max(pot_outside(p), -pot_cavity(p));
    return std::max(std::min(body, pot_feet(p)), -hole);
}

class TreeField final : public ObjectField {
public:
    explicit TreeField(int n)
        : ObjectField(n), parts_(grow_tree()), wood_index_(n, bounds_of(parts_.wood)),
          leaf_index_(n, bounds_of(parts_.leaves)), pebble_index_(n, bounds_of(parts_.pebbles)) {
        pot_bounds_.add({PotShape::center_x - PotShape::half_x, 0.015f, PotShape::center_z - PotShape::half_z}, 0.01f);
        pot_bounds_.add({PotShape::center_x + PotShape::half_x, 0.26f, PotShape::center_z + PotShape::half_z}, 0.01f);
    }

protected:
    bool paint(const Brick &brick, Values &values) const override {
        // Later materials lie over earlier ones.
        bool painted = paint_leaves(brick, values);
        if (pot_bounds_.overlaps(brick.bounds)) {
            paint_soil(brick, values);
            paint_pebbles(brick, values);
            paint_pot(brick, values);
            painted = true;
        }
        return paint_wood(brick, values) || painted;
    }

private:
    TreeParts parts_;
    BrickIndex wood_index_;
    BrickIndex leaf_index_;
    BrickIndex pebble_index_;
    Bounds pot_bounds_;

    bool paint_leaves(const Brick &brick, Values &values) const {
        const auto near = leaf_index_.near(brick);
        const float h = brick.voxel_length;
        const float half_thickness = std::max(leaf_half_thickness, leaf_least_thickness * h);
        for (const std::uint32_t i : near) {
            const Leaf &leaf = parts_.leaves[i];
            const glm::vec3 across = glm::cross(leaf.normal, leaf.along);
            for_each_voxel(brick, leaf.bounds(), [&](std::size_t index, const glm::vec3 &p) {
                const glm::vec3 d = p - leaf.center;
                // A lens in plan, pointed at both ends, that bends down towards its tip.
                const float along = glm::dot(d, leaf.along) / leaf.half_length;
                const float width = leaf.half_width * std::max(1.0f - along * along, 0.0f);
                const float outside =
                    std::max(std::abs(glm::dot(d, across)) - width, (std::abs(along) - 1.0f) * leaf.half_length);
                const float bend = 0.18f * leaf.half_length * along * along;
                const float above = std::abs(glm::dot(d, leaf.normal) + bend) - half_thickness;
                const float share = coverage(std::max(outside, above), h);
                values[index] = std::max(values[index], blend(air, leaf.value, share));
            });
        }
        return !near.empty();
    }

    void paint_soil(const Brick &brick, Values &values) const {
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            if (pot_cavity(p) > brick.voxel_length || p.y > PotShape::soil + 0.06f) {
                return;
            }
            // Grains of fired clay: rounded cells with air between them.
            const CellNoise grain = cell_noise(p * 62.0f, 11);
            const float surface = p.y - soil_height(p.x, p.z) - 0.010f * (0.45f - grain.nearest);
            const float share = coverage(surface, brick.voxel_length);
            if (share <= 0.0f) {
                return;
            }
            const float body = 92.0f + 38.0f * grain.value;
            const float pore = smooth_ramp(0.03f, 0.20f, grain.border);
            values[index] = blend(values[index], blend(58.0f, body, pore), share);
        });
    }

    void paint_pebbles(const Brick &brick, Values &values) const {
        for (const std::uint32_t i : pebble_index_.near(brick)) {
            const Pebble &pebble = parts_.pebbles[i];
            for_each_voxel(brick, pebble.bounds(), [&](std::size_t index, const glm::vec3 &p) {
                const glm::vec3 d = p - pebble.center;
                const glm::vec3 q(pebble.cosine * d.x + pebble.sine * d.z, d.y,
                                  pebble.cosine * d.z - pebble.sine * d.x);
                const float share = coverage(ellipsoid_distance(q, pebble.radii), brick.voxel_length);
                values[index] = blend(values[index], pebble.value, share);
            });
        }
    }

    void paint_pot(const Brick &brick, Values &values) const {
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            const float distance = pot_distance(p);
            const float share = coverage(distance, brick.voxel_length);
            if (share <= 0.0f) {
                return;
            }
            const float clay = 226.0f + 12.0f * (value_noise(p * 40.0f, 5) - 0.5f);
            values[index] = blend(values[index], clay, share);
        });
    }

    bool paint_wood(const Brick &brick, Values &values) const {
        const auto near = wood_index_.near(brick);
        if (near.empty()) {
            return false;
        }
        const float h = brick.voxel_length;
        std::array<CapsuleHit, Brick::max_voxels> hits;
        hits.fill({9.0f, 0.0f});
        for (const std::uint32_t i : near) {
            Capsule capsule = parts_.wood[i];
            capsule.radius_a = std::max(capsule.radius_a, least_wood_radius * h);
            capsule.radius_b = std::max(capsule.radius_b, least_wood_radius * h);
            for_each_voxel(brick, capsule.bounds(), [&](std::size_t index, const glm::vec3 &p) {
                const CapsuleHit hit = capsule_distance(capsule, p);
                CapsuleHit &best = hits[index];
                best.radius = hit.distance < best.distance ? hit.radius : best.radius;
                best.distance = smooth_min(best.distance, hit.distance, 0.35f * std::min(hit.radius, 0.012f));
            });
        }
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            const CapsuleHit &hit = hits[index];
            if (hit.distance >= 2.0f * h) {
                return;
            }
            const float rough = bark_relief(p, hit.radius);
            const float share = coverage(hit.distance + rough, h);
            if (share > 0.0f) {
                values[index] = blend(values[index], wood_value(p, hit, rough), share);
            }
        });
        return true;
    }

    /// How deep the furrows of the bark are here, in object coordinates.
    static float bark_relief(const glm::vec3 &p, float radius) {
        if (radius < 0.008f) {
            return 0.0f;
        }
        const glm::vec3 stretched(p.x * 95.0f, p.y * 30.0f, p.z * 95.0f);
        const float furrow = std::abs(2.0f * value_noise(stretched, 31) - 1.0f);
        return std::min(0.16f * radius, 0.0065f) * (1.0f - std::min(2.2f * furrow, 1.0f));
    }

    /// Bark outside, then sapwood with rings, and a dense core. Twigs are bark-like throughout.
    static float wood_value(const glm::vec3 &p, const CapsuleHit &hit, float rough) {
        const float depth = -(hit.distance + rough);
        const float bark = std::min(0.0055f, 0.45f * hit.radius);
        const float wood = smooth_ramp(bark, bark + 0.003f, depth);
        const float core = smooth_ramp(0.5f * hit.radius, 0.8f * hit.radius, depth);
        const float phase = depth * 190.0f;
        const float ring = std::abs(2.0f * (phase - std::floor(phase)) - 1.0f);
        const float inside = 143.0f + 9.0f * ring + 22.0f * core;
        const float skin = 112.0f + 14.0f * value_noise(p * 60.0f, 33);
        return blend(skin, inside, wood);
    }
};

} // namespace

std::unique_ptr<SyntheticField> make_tree(int n, ScalarType) { return std::make_unique<TreeField>(n); }

} // namespace voxmarch
