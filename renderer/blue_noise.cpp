// Void-and-cluster (Ulichney 1993): ranks each cell of a tile where its neighbours are emptiest.
#include "renderer/blue_noise.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace voxmarch {

namespace {

constexpr int edge = blue_noise_edge;
constexpr int count = edge * edge;

/// Points on a torus and how crowded every place is by them: a sum of Gaussians.
class Pattern {
public:
    Pattern() : set_(count, false), crowd_(count, 0.0), falloff_(count) {
        constexpr double sigma = 1.9; // Ulichney 1993: 1.5 .. 1.9 for large tiles
        for (int i = 0; i < count; ++i) {
            const double x = std::min(i % edge, edge - i % edge), y = std::min(i / edge, edge - i / edge);
            falloff_[static_cast<std::size_t>(i)] = std::exp(-(x * x + y * y) / (2.0 * sigma * sigma));
        }
    }

    void set(int place, bool on) {
        set_[static_cast<std::size_t>(place)] = on;
        const double sign = on ? 1.0 : -1.0;
        for (int i = 0; i < count; ++i) {
            const int x = (i - place) & (edge - 1), y = (i / edge - place / edge) & (edge - 1);
            crowd_[static_cast<std::size_t>(i)] += sign * falloff_[static_cast<std::size_t>(y * edge + x)];
        }
    }

    /// The most crowded point.
    int tightest_cluster() const { return extreme(true, 1.0); }

    /// The least crowded place without a point.
    int largest_void() const { return extreme(false, -1.0); }

    bool is_set(int place) const { return set_[static_cast<std::size_t>(place)]; }

private:
    std::vector<bool> set_;
    std::vector<double> crowd_, falloff_;

    int extreme(bool among_points, double sign) const {
        int best = -1;
        for (int i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            if (set_[at] == among_points &&
                (best < 0 || sign * crowd_[at] > sign * crowd_[static_cast<std::size_t>(best)])) {
                best = i;
            }
        }
        return best;
    }
};

/// Some points, spread evenly.
Pattern even_points(int points) {
    Pattern pattern;
    std::mt19937 random(1993);
    for (int placed = 0; placed < points;) {
        const auto place = static_cast<int>(random() % count);
        if (!pattern.is_set(place)) {
            pattern.set(place, true);
            ++placed;
        }
    }
    while (true) { // the most crowded point moves to the largest void until it comes back
        const int from = pattern.tightest_cluster();
        pattern.set(from, false);
        const int to = pattern.largest_void();
        pattern.set(to, true);
        if (to == from) {
            return pattern;
        }
    }
}

std::vector<float> make_tile() {
    constexpr int first_points = count / 10;
    const Pattern start = even_points(first_points);
    std::vector<int> rank(count);

    // The first points are ranked by taking the most crowded away, all others by filling the largest void.
    Pattern pattern = start;
    for (int i = first_points - 1; i >= 0; --i) {
        const int place = pattern.tightest_cluster();
        pattern.set(place, false);
        rank[static_cast<std::size_t>(place)] = i;
    }
    pattern = start;
    for (int i = first_points; i < count; ++i) {
        const int place = pattern.largest_void();
        pattern.set(place, true);
        rank[static_cast<std::size_t>(place)] = i;
    }
    std::vector<float> tile;
    for (const int number : rank) {
        tile.push_back((static_cast<float>(number) + 0.5f) / count);
    }
    return tile;
}

} // namespace

const std::vector<float> &blue_noise_tile() {
    static const std::vector<float> tile = make_tile();
    return tile;
}

} // namespace voxmarch
