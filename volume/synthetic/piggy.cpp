// Paints the piggy bank: a thin ceramic shell around air, with a slot in its back and coins on its floor.
#include "volume/synthetic/object.h"

#include <numbers>

namespace voxmarch {

namespace {

constexpr float shell_thickness = 0.015f;
const glm::vec3 belly_center(0.47f, 0.50f, 0.5f);
const glm::vec3 belly_radii(0.315f, 0.265f, 0.255f);

/// A flat disc.
struct Coin {
    glm::vec3 center;
    glm::vec3 axis; ///< unit normal of its faces
    float radius;
    float half_thickness;
    float value; ///< 225 .. 252

    Bounds bounds() const {
        Bounds box;
        box.add(center, radius + half_thickness);
        return box;
    }

    float distance(const glm::vec3 &p) const {
        const glm::vec3 d = p - center;
        const float height = glm::dot(d, axis);
        const float side = std::sqrt(std::max(glm::dot(d, d) - height * height, 0.0f)) - radius;
        // A raised edge and a boss: money, not washers.
        const float relief = side > -0.010f || side < -0.6f * radius ? 0.0f : 0.3f * half_thickness;
        return std::max(side, std::abs(height) - half_thickness + relief);
    }
};

/// Height of the inner wall under a point.
float floor_height(float x, float z) {
    const float dx = (x - belly_center.x) / (belly_radii.x - shell_thickness);
    const float dz = (z - belly_center.z) / (belly_radii.z - shell_thickness);
    return belly_center.y - (belly_radii.y - shell_thickness) * std::sqrt(std::max(1.0f - dx * dx - dz * dz, 0.0f));
}

/// Where a coin comes to rest when dropped at (x, z): on the wall or on the highest coin there.
Coin dropped_coin(const std::vector<Coin> &heap, float x, float z, Coin coin) {
    const float h = coin.half_thickness;
    // The wall is an ellipsoid, so a coin's rim touches it before its middle does, and it leans towards the middle.
    float y = floor_height(x, z) + h + 0.5f * coin.radius * coin.radius / belly_radii.z;
    glm::vec3 lean((belly_center.x - x) * 1.1f, 1.0f, (belly_center.z - z) * 1.3f);
    for (const Coin &below : heap) {
        const float dx = below.center.x - x;
        const float dz = below.center.z - z;
        const float apart = std::sqrt(dx * dx + dz * dz) / (coin.radius + below.radius);
        const float resting = below.center.y + below.half_thickness + h + 0.004f;
        if (apart < 0.85f && resting > y) {
            y = resting;
            lean = below.axis + glm::vec3(dx, 0.0f, dz) * -3.0f;
        }
    }
    coin.center = {x, y, z};
    coin.axis = glm::normalize(lean + coin.axis * 0.18f);
    return coin;
}

/// Coins dropped one after the other; each slides to the lowest of a few places.
std::vector<Coin> drop_coins() {
    Random random(1907);
    std::vector<Coin> coins;
    for (int i = 0; i < 60; ++i) {
        const Coin coin{{},
                        glm::vec3(random.in_ball()),
                        static_cast<float>(random.uniform(0.030, 0.046)),
                        static_cast<float>(random.uniform(0.0045, 0.0060)),
                        static_cast<float>(random.uniform(225.0, 252.0))};
        Coin lowest = coin;
        lowest.center.y = 9.0f;
        for (int attempt = 0; attempt < 5; ++attempt) {
            const glm::dvec3 spot = random.in_ball();
            const Coin rested = dropped_coin(coins, static_cast<float>(belly_center.x + 0.20 * spot.x),
                                             static_cast<float>(belly_center.z + 0.15 * spot.z), coin);
            if (rested.center.y < lowest.center.y) {
                lowest = rested;
            }
        }
        coins.push_back(lowest);
    }
    return coins;
}

/// The curl of the tail, as short capsules.
std::vector<Capsule> curl_tail() {
    std::vector<Capsule> tail;
    glm::vec3 previous(0.170f, 0.545f, 0.5f);
    constexpr int steps = 40;
    for (int i = 1; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double angle = 2.0 * std::numbers::pi * 1.6 * t;
        const double radius = 0.034 * std::min(1.0, 3.0 * t);
        const glm::vec3 p(glm::dvec3(0.165 - 0.105 * t, 0.555 + radius * std::sin(angle) + 0.02 * t,
                                     0.5 + radius * (1.0 - std::cos(angle)) - radius));
        const auto thick = [](double s) { return static_cast<float>(0.0155 * (1.0 - 0.4 * s)); };
        tail.push_back({previous, p, thick(t - 1.0 / steps), thick(t)});
        previous = p;
    }
    return tail;
}

/// The pig looks along +x and is its own mirror image in z; `m` has z >= 0.5.
float body_distance(const glm::vec3 &m) {
    float d = ellipsoid_distance(m - belly_center, belly_radii);
    d = smooth_min(d, ellipsoid_distance(m - glm::vec3(0.735f, 0.545f, 0.5f), {0.150f, 0.155f, 0.150f}), 0.07f);
    const Capsule snout{{0.84f, 0.515f, 0.5f}, {0.905f, 0.510f, 0.5f}, 0.070f, 0.066f};
    d = smooth_min(d, std::max(capsule_distance(snout, m).distance, m.x - 0.925f), 0.030f);
    const Capsule hind{{0.315f, 0.36f, 0.615f}, {0.300f, 0.155f, 0.630f}, 0.085f, 0.056f};
    const Capsule fore{{0.645f, 0.36f, 0.605f}, {0.660f, 0.155f, 0.620f}, 0.080f, 0.056f};
    const float legs = std::min(capsule_distance(hind, m).distance, capsule_distance(fore, m).distance);
    return smooth_min(d, std::max(legs, 0.118f - m.y), 0.045f);
}

/// Flat ears of solid clay that taper to a rounded tip, turned outwards and folded forwards.
float ear_distance(const glm::vec3 &m) {
    const glm::vec3 d = m - glm::vec3(0.690f, 0.715f, 0.605f);
    const float up = (d.y + 0.30f * d.z) / 0.095f;
    const float taper = 1.0f - 0.45f * std::min(std::max(up, -1.0f), 1.0f);
    const glm::vec3 q(d.x - 0.25f * d.z - 0.020f * up * std::abs(up), 0.095f * up, (d.z - 0.30f * d.y) / taper);
    return 0.7f * ellipsoid_distance(q, {0.017f, 0.095f, 0.062f});
}

class PiggyField final : public ObjectField {
public:
    explicit PiggyField(int n)
        : ObjectField(n), coins_(drop_coins()), tail_(curl_tail()), coin_index_(n, coin_bounds()) {
        bounds_.add({0.03f, 0.09f, 0.20f}, 0.0f);
        bounds_.add({0.97f, 0.90f, 0.80f}, 0.0f);
        for (const Capsule &piece : tail_) {
            tail_bounds_.add(piece.b, piece.radius_a + 0.03f);
        }
    }

protected:
    bool paint(const Brick &brick, Values &values) const override {
        if (!bounds_.overlaps(brick.bounds)) {
            return false;
        }
        const bool has_tail = tail_bounds_.overlaps(brick.bounds);
        const auto coins = coin_index_.near(brick);
        if (!has_tail && coins.empty() && far_from_shell(brick)) {
            return false;
        }
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            const float h = brick.voxel_length;
            const float body = body_distance(mirrored(p));
            paint_shell(p, body, h, has_tail, values[index]);
            for (const std::uint32_t i : coins) {
                // A coin wedged into the wall must not show outside.
                const float distance = std::max(coins_[i].distance(p), body + 0.6f * shell_thickness);
                values[index] = blend(values[index], coins_[i].value, coverage(distance, h));
            }
        });
        return true;
    }

private:
    std::vector<Coin> coins_;
    std::vector<Capsule> tail_;
    BrickIndex coin_index_;
    Bounds bounds_;
    Bounds tail_bounds_;

    std::vector<Bounds> coin_bounds() const {
        std::vector<Bounds> all;
        for (const Coin &coin : coins_) {
            all.push_back(coin.bounds());
        }
        return all;
    }

    static glm::vec3 mirrored(const glm::vec3 &p) { return {p.x, p.y, 0.5f + std::abs(p.z - 0.5f)}; }

    static bool far_from_shell(const Brick &brick) {
        const glm::vec3 middle = mirrored(0.5f * (brick.bounds.low + brick.bounds.high));
        const float reach = 0.5f * glm::length(brick.bounds.high - brick.bounds.low);
        const float body = body_distance(middle);
        return std::min(body, ear_distance(middle)) > 1.6f * reach + 0.02f || body < -(1.6f * reach + 0.05f);
    }

    void paint_shell(const glm::vec3 &p, float body, float h, bool has_tail, float &value) const {
        const glm::vec3 m = mirrored(p);
        // The slot lies in the back, the stopper's hole in the belly.
        const float slot =
            std::max(std::max(std::abs(p.x - 0.46f) - 0.075f, std::abs(p.z - 0.5f) - 0.0105f), 0.6f - p.y);
        const float dx = p.x - 0.47f;
        const float dz = p.z - 0.5f;
        const float hole = std::max(std::sqrt(dx * dx + dz * dz) - 0.052f, p.y - 0.4f);
        float shell = std::max(body, -(body + shell_thickness));
        shell = std::max(shell, -std::min(slot, hole));
        float clay = smooth_min(shell, std::max(ear_distance(m), -(body + shell_thickness)), 0.014f);
        if (has_tail) {
            for (const Capsule &piece : tail_) {
                clay = std::min(clay, std::max(capsule_distance(piece, p).distance, -(body + shell_thickness)));
            }
        }
        const glm::vec3 nostril = m - glm::vec3(0.928f, 0.512f, 0.526f);
        clay = std::max(clay, -ellipsoid_distance(nostril, {0.018f, 0.024f, 0.014f}));
        const float share = coverage(clay, h);
        if (share > 0.0f) {
            // Fired clay with a denser glaze outside.
            const float glaze = smooth_ramp(-0.005f, -0.001f, body);
            value = blend(value, 90.0f + 40.0f * glaze + 10.0f * (value_noise(p * 50.0f, 9) - 0.5f), share);
        }
        const float plug = std::max(std::max(std::sqrt(dx * dx + dz * dz) - 0.050f, body - 0.004f), -(body + 0.045f));
        if (p.y < 0.35f) {
            value = blend(value, 62.0f, coverage(plug, h));
        }
        const glm::vec3 eye = m - glm::vec3(0.842f, 0.605f, 0.578f);
        value = blend(value, 205.0f, coverage(ellipsoid_distance(eye, {0.017f, 0.019f, 0.017f}), h));
    }
};

} // namespace

std::unique_ptr<SyntheticField> make_piggy(int n, ScalarType) { return std::make_unique<PiggyField>(n); }

} // namespace voxmarch
