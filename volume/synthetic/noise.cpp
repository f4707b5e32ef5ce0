// Smooth and cellular noise on a hashed lattice.
#include "volume/synthetic/noise.h"

#include <algorithm>

namespace voxmarch {

float value_noise(const glm::vec3 &p, std::uint32_t seed) {
    const glm::vec3 base = glm::floor(p);
    const glm::vec3 t = p - base;
    const glm::vec3 s = t * t * (3.0f - 2.0f * t);
    const glm::ivec3 cell(base);
    const auto corner = [&](int x, int y, int z) {
        return unit_of_hash(hash_point(cell.x + x, cell.y + y, cell.z + z, seed));
    };
    const auto lerp = [](float a, float b, float w) { return a + (b - a) * w; };
    const auto edge = [&](int y, int z) { return lerp(corner(0, y, z), corner(1, y, z), s.x); };
    return lerp(lerp(edge(0, 0), edge(1, 0), s.y), lerp(edge(0, 1), edge(1, 1), s.y), s.z);
}

float fractal_noise(glm::vec3 p, int octaves, std::uint32_t seed) {
    float sum = 0.0f;
    float weight = 0.5f;
    float total = 0.0f;
    for (int i = 0; i < octaves; ++i) {
        sum += weight * value_noise(p, seed + static_cast<std::uint32_t>(i));
        total += weight;
        weight *= 0.5f;
        p = p * 2.0f + 17.3f;
    }
    return sum / total;
}

CellNoise cell_noise(const glm::vec3 &p, std::uint32_t seed) {
    const glm::ivec3 cell(glm::floor(p));
    float first = 9.0f;
    float second = 9.0f;
    std::uint64_t owner = 0;
    for (int k = -1; k <= 1; ++k) {
        for (int j = -1; j <= 1; ++j) {
            for (int i = -1; i <= 1; ++i) {
                const glm::ivec3 c = cell + glm::ivec3(i, j, k);
                const std::uint64_t hash = hash_point(c.x, c.y, c.z, seed);
                const auto jitter = [&](int shift) { return static_cast<float>(hash >> shift & 0xfff) * 0x1p-12f; };
                const glm::vec3 d = glm::vec3(c) + glm::vec3(jitter(0), jitter(12), jitter(24)) - p;
                const float d2 = glm::dot(d, d);
                if (d2 < first) {
                    second = first;
                    first = d2;
                    owner = hash;
                } else {
                    second = std::min(second, d2);
                }
            }
        }
    }
    const float nearest = std::sqrt(first);
    return {nearest, std::sqrt(second) - nearest, unit_of_hash(owner)};
}

} // namespace voxmarch
