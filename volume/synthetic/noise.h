// Repeatable randomness for synthetic volumes: hashes of lattice points, smooth noise, and a small generator.
#pragma once

#include <cmath>
#include <cstdint>
#include <glm/glm.hpp>

namespace voxmarch {

/// Finaliser of splitmix64: every input bit flips each output bit with probability one half.
inline std::uint64_t mix_bits(std::uint64_t v) {
    v += 0x9e3779b97f4a7c15u;
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
    return v ^ (v >> 31);
}

/// Hash of a lattice point; coordinates in [-2^20, 2^20).
inline std::uint64_t hash_point(int x, int y, int z, std::uint32_t seed = 0) {
    const auto bits = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v) & 0x1fffffu); };
    return mix_bits((bits(z) << 42 | bits(y) << 21 | bits(x)) + static_cast<std::uint64_t>(seed) * 0xd1342543de82ef95u);
}

/// Sum of the four low bytes of a hash, centred and scaled: nearly Gaussian, deviation 1, never beyond 3.46.
inline float normal_of_hash(std::uint64_t hash) {
    const auto sum = static_cast<int>((hash & 0xff) + (hash >> 8 & 0xff) + (hash >> 16 & 0xff) + (hash >> 24 & 0xff));
    return static_cast<float>(sum - 510) * (1.0f / 147.8f);
}

/// 24 bits of a hash as a number in [0, 1).
inline float unit_of_hash(std::uint64_t hash) { return static_cast<float>(hash >> 40) * 0x1p-24f; }

/// Smooth noise in [0, 1] with features of size 1: random values at lattice points, interpolated with smoothstep.
float value_noise(const glm::vec3 &p, std::uint32_t seed);

/// Sum of `octaves` value noises, each of twice the frequency and half the amplitude; in [0, 1].
float fractal_noise(glm::vec3 p, int octaves, std::uint32_t seed);

/// The nearest of random points, one per unit cell.
struct CellNoise {
    float nearest = 0.0f; ///< distance to it, in [0, about 1.2]
    float border = 0.0f;  ///< distance to the second nearest minus `nearest`; 0 on the wall between two cells
    float value = 0.0f;   ///< random number of the nearest point's cell, in [0, 1)
};
CellNoise cell_noise(const glm::vec3 &p, std::uint32_t seed);

/// Generator for the geometry of objects: the same numbers on every platform, unlike the distributions of std.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// In [0, 1).
    double uniform() { return static_cast<double>(mix_bits(state_ += 0x9e3779b97f4a7c15u) >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// Uniform in the unit ball.
    glm::dvec3 in_ball() {
        for (;;) {
            const double x = uniform(-1, 1);
            const double y = uniform(-1, 1);
            const double z = uniform(-1, 1);
            if (x * x + y * y + z * z <= 1.0) {
                return {x, y, z};
            }
        }
    }

private:
    std::uint64_t state_;
};

} // namespace voxmarch
