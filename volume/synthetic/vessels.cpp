// Paints the vessel tree: nine generations of forks whose number of branches is known, filled with contrast agent.
#include "volume/synthetic/object.h"

#include <algorithm>
#include <array>

namespace voxmarch {

namespace {

using glm::dvec3;

constexpr int generations = 9;
constexpr double root_radius = 0.078;
constexpr float blood = 200.0f;

/// Grows a three-dimensional H-tree, which fills the box and never meets itself, with its forks out of place a little.
/// Radii follow Murray's law: r^3 of a vessel is the sum of r^3 of its branches.
void grow(std::vector<Capsule> &vessels, const dvec3 &at, double radius, int generation, double length,
          Random &random) {
    if (generation == generations) {
        return;
    }
    constexpr std::array<int, 3> axis_of_generation{0, 2, 1};
    const double branch_radius = radius * std::pow(0.5, 1.0 / 3.0);
    for (const double side : {-1.0, 1.0}) {
        dvec3 step(0.0);
        step[axis_of_generation[static_cast<std::size_t>(generation % 3)]] = side * length;
        const dvec3 end = at + step + 0.1 * length * random.in_ball();
        vessels.push_back({glm::vec3(at), glm::vec3(end), static_cast<float>(branch_radius * 1.1),
                           static_cast<float>(branch_radius)});
        grow(vessels, end, branch_radius, generation + 1, generation % 3 == 2 ? 0.42 * length : length, random);
    }
}

std::vector<Capsule> grow_vessels() {
    const dvec3 fork(0.5);
    std::vector<Capsule> vessels{
        {{0.5f, 0.08f, 0.5f}, glm::vec3(fork), static_cast<float>(root_radius), static_cast<float>(root_radius)}};
    Random random(3);
    grow(vessels, fork, root_radius, 0, 0.26, random);
    return vessels;
}

std::vector<Bounds> bounds_of(const std::vector<Capsule> &vessels) {
    std::vector<Bounds> all;
    for (const Capsule &vessel : vessels) {
        all.push_back(vessel.bounds());
    }
    return all;
}

class VesselsField final : public ObjectField {
public:
    explicit VesselsField(int n) : ObjectField(n), vessels_(grow_vessels()), index_(n, bounds_of(vessels_)) {}

protected:
    bool paint(const Brick &brick, Values &values) const override {
        const std::span<const std::uint32_t> near = index_.near(brick);
        for_each_voxel(brick, [&](std::size_t index, const glm::vec3 &p) {
            float distance = 9.0f;
            for (const std::uint32_t i : near) {
                distance = std::min(distance, capsule_distance(vessels_[i], p).distance);
            }
            values[index] = blend(values[index], blood, coverage(distance, brick.voxel_length));
        });
        return !near.empty();
    }

private:
    std::vector<Capsule> vessels_;
    BrickIndex index_;
};

} // namespace

std::unique_ptr<SyntheticField> make_vessels(int n, ScalarType) { return std::make_unique<VesselsField>(n); }

} // namespace voxmarch
