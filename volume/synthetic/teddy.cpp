// Paints the teddy bear: plush over lumpy stuffing with small cavities, dense seams, hard eyes and nose, a bow tie.
#include "volume/synthetic/object.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// A stuffed part of the body: an ellipsoid tilted around z (arms, legs, ears).
struct Part {
    glm::vec3 center;
    glm::vec3 radii;
    float cosine;
    float sine;

    Part(const glm::vec3 &at, const glm::vec3 &size, float tilt_tangent = 0.0f)
        : center(at), radii(size), cosine(1.0f / std::sqrt(1.0f + tilt_tangent * tilt_tangent)),
          sine(tilt_tangent * cosine) {}

    float distance(const glm::vec3 &p) const {
        const glm::vec3 d = p - center;
        return ellipsoid_distance({cosine * d.x + sine * d.y, cosine * d.y - sine * d.x, d.z}, radii);
    }
};

/// The bear sits, looks along +z, and is its own mirror image in x; parts with x > 0.5 stand for both sides.
struct Bear {
    Part body{{0.5f, 0.365f, 0.46f}, {0.205f, 0.235f, 0.185f}};
    Part head{{0.5f, 0.715f, 0.49f}, {0.190f, 0.165f, 0.165f}};
    Part muzzle{{0.5f, 0.675f, 0.640f}, {0.085f, 0.068f, 0.070f}};
    Part ear{{0.655f, 0.865f, 0.465f}, {0.078f, 0.080f, 0.036f}, -0.5f};
    Part arm{{0.715f, 0.455f, 0.520f}, {0.160f, 0.078f, 0.080f}, -0.75f};
    Part leg{{0.655f, 0.175f, 0.640f}, {0.100f, 0.098f, 0.175f}, 0.15f};
    Part foot{{0.672f, 0.205f, 0.790f}, {0.088f, 0.112f, 0.060f}, 0.15f};
    Part tail{{0.5f, 0.235f, 0.265f}, {0.060f, 0.060f, 0.055f}};
};

/// Where a voxel lies in the bear.
struct Plush {
    float distance; ///< to the outside of the whole bear
    float joint;    ///< to the seam between two parts, 0 on it
};

class TeddyField final : public ObjectField {
public:
    explicit TeddyField(int n) : ObjectField(n) {
        bounds_.add({0.10f, 0.06f, 0.18f}, 0.0f);
        bounds_.add({0.90f, 0.97f, 0.88f}, 0.0f);
    }

protected:
    bool paint(const Brick &brick, Values &values) const override {
        if (!bounds_.overlaps(brick.bounds)) {
            return false;
        }
        // Parts much further away than the nearest one cannot matter anywhere in the brick, and a brick far from all
        // of them is empty. The estimated distances grow at most one and a half times as fast as the position moves.
        const glm::vec3 middle = mirrored(0.5f * (brick.bounds.low + brick.bounds.high));
        const float reach = 0.75f * glm::length(brick.bounds.high - brick.bounds.low);
        std::array<float, part_count> distances;
        for (std::size_t i = 0; i < part_count; ++i) {
            distances[i] = part_distance(i, middle);
        }
        const float nearest = *std::min_element(distances.begin(), distances.end());
        if (nearest > reach + 0.09f) {
            return false;
        }
        NearParts near;
        for (std::size_t i = 0; i < part_count; ++i) {
            if (distances[i] <= nearest + 2.0f * reach + 0.04f) {
                near.part[near.count++] = i;
            }
        }
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            paint_voxel(p, near, brick.voxel_length, values[index]);
        });
        return true;
    }

private:
    Bear bear_;
    Bounds bounds_;

    static glm::vec3 mirrored(const glm::vec3 &p) { return {0.5f + std::abs(p.x - 0.5f), p.y, p.z}; }

    static constexpr std::size_t part_count = 8;

    /// The parts that matter in a brick.
    struct NearParts {
        std::array<std::size_t, part_count> part{};
        std::size_t count = 0;
    };

    float part_distance(std::size_t i, const glm::vec3 &m) const {
        switch (i) {
        case 0: return bear_.body.distance(m);
        case 1: return bear_.head.distance(m);
        case 2: return bear_.muzzle.distance(m);
        case 3: return ear_distance(m);
        case 4: return bear_.arm.distance(m);
        case 5: return bear_.leg.distance(m);
        case 6: return bear_.foot.distance(m);
        default: return bear_.tail.distance(m);
        }
    }

    Plush plush(const glm::vec3 &m, const NearParts &near) const {
        constexpr float rounding = 0.030f;
        float joined = 9.0f;
        float first = 9.0f;
        float second = 9.0f;
        for (std::size_t i = 0; i < near.count; ++i) {
            const float d = part_distance(near.part[i], m);
            joined = smooth_min(joined, d, rounding);
            second = std::min(second, std::max(first, d));
            first = std::min(first, d);
        }
        return {joined, second - first};
    }

    /// An ear is a disc hollowed in front.
    float ear_distance(const glm::vec3 &m) const {
        const glm::vec3 d = m - (bear_.ear.center + glm::vec3(0.0f, 0.0f, 0.060f));
        return std::max(bear_.ear.distance(m), 0.052f - std::sqrt(glm::dot(d, d)));
    }

    void paint_voxel(const glm::vec3 &p, const NearParts &near, float h, float &value) const {
        const glm::vec3 m = mirrored(p);
        const Plush skin = plush(m, near);
        if (skin.distance < 0.03f) {
            // Plush is not smooth: tufts lift its surface.
            const bool near_surface = skin.distance > -0.08f;
            const float tuft = near_surface ? 0.010f * (fractal_noise(p * 46.0f, 2, 3) - 0.5f) : 0.0f;
            const float distance = skin.distance + tuft;
            const float share = coverage(distance, h);
            if (share > 0.0f) {
                value = blend(value, stuffed_value(p, skin, -distance), share);
            }
        }
        if (skin.distance > -0.08f) {
            paint_details(m, h, value);
        }
    }

    /// From the outside: fuzzy pile, woven backing, stuffing that thins out into cavities.
    static float stuffed_value(const glm::vec3 &p, const Plush &skin, float depth) {
        const float lump = fractal_noise(p * 17.0f, 3, 41);
        const float cavity = smooth_ramp(0.44f, 0.34f, lump) * smooth_ramp(0.020f, 0.034f, depth);
        const float fibre =
            42.0f + 62.0f * smooth_ramp(0.35f, 0.72f, lump) + 10.0f * (value_noise(p * 70.0f, 43) - 0.5f);
        float value = blend(fibre, 17.0f, cavity);
        if (depth < 0.06f) {
            const float pile = 58.0f + 26.0f * value_noise(p * 90.0f, 47);
            const float backing = smooth_ramp(0.004f, 0.007f, depth) * smooth_ramp(0.017f, 0.013f, depth);
            value = blend(pile, value, smooth_ramp(0.008f, 0.014f, depth));
            value = blend(value, 118.0f, backing);
            value = std::max(value, seam_value(p, skin, depth));
        }
        return value;
    }

    /// Seams where parts meet and along the middle of the bear; 0 elsewhere.
    static float seam_value(const glm::vec3 &p, const Plush &skin, float depth) {
        const float near_surface = smooth_ramp(0.028f, 0.018f, depth);
        const float middle = smooth_ramp(0.0075f, 0.0035f, std::abs(p.x - 0.5f)) * near_surface;
        const float joint = smooth_ramp(0.016f, 0.006f, skin.joint) * smooth_ramp(0.06f, 0.03f, depth);
        // Stitches: a thread that surfaces every few millimetres.
        const float phase = (p.x + p.y + p.z) * 34.0f;
        const float stitch = std::abs(2.0f * (phase - std::floor(phase)) - 1.0f);
        return std::max(middle, joint) * (128.0f + 34.0f * smooth_ramp(0.4f, 0.7f, stitch));
    }

    void paint_details(const glm::vec3 &m, float h, float &value) const {
        const auto over = [&](float distance, float material) {
            value = blend(value, material, coverage(distance, h));
        };
        if (m.z > 0.45f && m.y > 0.5f) {
            over(ellipsoid_distance(m - glm::vec3(0.565f, 0.752f, 0.640f), {0.024f, 0.027f, 0.018f}), 250.0f);
            over(ellipsoid_distance(m - glm::vec3(0.5f, 0.705f, 0.705f), {0.036f, 0.024f, 0.020f}), 232.0f);
            over(mouth_distance(m), 160.0f);
            over(bow_distance(m), 148.0f);
        }
        over(pad_distance(m), 140.0f);
    }

    /// Felt on the soles of the feet.
    float pad_distance(const glm::vec3 &m) const {
        const float shell = std::abs(bear_.foot.distance(m) - 0.002f) - 0.006f;
        const glm::vec3 d = (m - glm::vec3(0.672f, 0.205f, 0.85f)) / glm::vec3(0.052f, 0.068f, 0.06f);
        return std::max(shell, (std::sqrt(glm::dot(d, d)) - 1.0f) * 0.05f);
    }

    /// A stitched smile on the muzzle.
    float mouth_distance(const glm::vec3 &m) const {
        const float shell = std::abs(bear_.muzzle.distance(m) - 0.001f) - 0.005f;
        const float dx = m.x - 0.535f;
        const float dy = m.y - 0.672f;
        const float arc = std::max(std::abs(std::sqrt(dx * dx + dy * dy) - 0.036f) - 0.005f, dy + 0.012f);
        const float line = std::max(std::abs(m.x - 0.5f) - 0.005f, std::abs(m.y - 0.668f) - 0.025f);
        return std::max(std::max(shell, std::min(arc, line)), 0.64f - m.z);
    }

    /// Two loops and a knot under the chin.
    static float bow_distance(const glm::vec3 &m) {
        const glm::vec3 d = m - glm::vec3(0.5f, 0.560f, 0.650f);
        const float reach = d.x / 0.115f;
        const float height = 0.014f + 0.040f * smooth_ramp(0.05f, 0.9f, reach);
        const float fold = 0.020f * smooth_ramp(0.0f, 0.6f, reach) * smooth_ramp(1.05f, 0.6f, reach);
        const float cloth = std::max(std::abs(d.y) - height, std::abs(d.z - 0.005f) - 0.010f - fold);
        const float loops = std::max(cloth, d.x - 0.115f);
        return smooth_min(loops, ellipsoid_distance(d, {0.026f, 0.028f, 0.026f}), 0.012f);
    }
};

} // namespace

std::unique_ptr<SyntheticField> make_teddy(int n, ScalarType) { return std::make_unique<TeddyField>(n); }

} // namespace voxmarch
