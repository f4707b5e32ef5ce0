// Grows the bonsai: a planned trunk and main branches, twigs that colonise the space of the foliage pads
// (Runions, Lane and Prusinkiewicz 2007), thickness by Leonardo's rule, leaves on the youngest wood.
#include "volume/synthetic/tree_growth.h"

#include <numbers>

namespace voxmarch {

namespace {

using glm::dvec3;

constexpr double growth_step = 0.0125;
constexpr double tip_radius = 0.0021;
/// Leonardo's rule: r^e of a branch is the sum of r^e of what it carries.
constexpr double thickness_exponent = 2.45;

struct Node {
    dvec3 position;
    int parent = -1;
    double radius = 0.0;
    int children = 0;
};

/// A pad of foliage: an ellipsoid to be filled with twigs, and the height of the trunk where its branch leaves.
struct Pad {
    dvec3 center;
    dvec3 radii;
    double trunk_height; ///< parameter along the trunk, 0 .. 1
    int attractors;
};

const std::vector<Pad> &pads() {
    static const std::vector<Pad> list{{{0.190, 0.470, 0.600}, {0.155, 0.062, 0.150}, 0.33, 420},
                                       {{0.820, 0.530, 0.400}, {0.150, 0.060, 0.150}, 0.43, 400},
                                       {{0.580, 0.590, 0.190}, {0.160, 0.062, 0.125}, 0.50, 380},
                                       {{0.480, 0.545, 0.815}, {0.160, 0.056, 0.130}, 0.47, 380},
                                       {{0.210, 0.690, 0.370}, {0.140, 0.058, 0.140}, 0.61, 340},
                                       {{0.795, 0.690, 0.660}, {0.145, 0.058, 0.140}, 0.66, 340},
                                       {{0.330, 0.745, 0.690}, {0.125, 0.052, 0.115}, 0.75, 260},
                                       {{0.680, 0.800, 0.330}, {0.120, 0.052, 0.115}, 0.80, 260},
                                       {{0.420, 0.830, 0.330}, {0.110, 0.048, 0.105}, 0.86, 220},
                                       {{0.640, 0.840, 0.590}, {0.110, 0.048, 0.110}, 0.89, 220},
                                       {{0.510, 0.915, 0.500}, {0.175, 0.062, 0.165}, 0.98, 480}};
    return list;
}

/// The trunk's line: a slow S leaning over the pot. u in [0, 1].
dvec3 trunk_line(double u) {
    static const std::vector<dvec3> points{{0.385, 0.165, 0.530}, {0.400, 0.230, 0.530}, {0.455, 0.325, 0.540},
                                           {0.540, 0.420, 0.520}, {0.570, 0.520, 0.480}, {0.525, 0.615, 0.475},
                                           {0.485, 0.710, 0.500}, {0.505, 0.800, 0.510}, {0.520, 0.875, 0.500}};
    // Catmull-Rom through the points.
    const double s = u * static_cast<double>(points.size() - 1);
    const auto last = static_cast<int>(points.size()) - 1;
    const int i = std::min(static_cast<int>(s), last - 1);
    const double t = s - i;
    const auto at = [&](int k) { return points[static_cast<std::size_t>(std::clamp(k, 0, last))]; };
    const dvec3 a = at(i - 1);
    const dvec3 b = at(i);
    const dvec3 c = at(i + 1);
    const dvec3 d = at(i + 2);
    return 0.5 * (2.0 * b + (c - a) * t + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t +
                  (3.0 * b - a - 3.0 * c + d) * t * t * t);
}

int append(std::vector<Node> &nodes, const dvec3 &position, int parent) {
    nodes.push_back({position, parent, 0.0, 0});
    return static_cast<int>(nodes.size()) - 1;
}

/// Nodes along a main branch from `root` to the pad: it leaves the trunk steeply and sags into the pad from below.
void grow_main_branch(std::vector<Node> &nodes, int root, const Pad &pad, Random &random) {
    const dvec3 start = nodes[static_cast<std::size_t>(root)].position;
    const dvec3 target = pad.center - dvec3(0.0, 0.55 * pad.radii.y, 0.0);
    const dvec3 reach = target - start;
    const dvec3 knee = start + 0.45 * reach + dvec3(0.0, 0.045, 0.0) + 0.06 * random.in_ball();
    const dvec3 bend = start + 0.75 * reach + 0.05 * random.in_ball();
    const int steps = std::max(3, static_cast<int>(glm::length(reach) * 1.1 / growth_step));
    const dvec3 sway = 0.011 * random.in_ball();
    const double phase = random.uniform(0.0, 6.0);
    int parent = root;
    for (int i = 1; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double s = 1.0 - t;
        const dvec3 p = s * s * s * start + 3.0 * s * s * t * knee + 3.0 * s * t * t * bend + t * t * t * target;
        const dvec3 crook = sway * (std::sin(9.0 * t + phase) - s * std::sin(phase)) * std::min(1.0, 4.0 * t);
        parent = append(nodes, p + crook + 0.0022 * random.in_ball(), parent);
    }
}

/// Twigs grow from the nodes `first` and on towards the nearest of the points that still attract, until they have come
/// close to all of them.
void colonise(std::vector<Node> &nodes, std::size_t first, std::vector<dvec3> attractors) {
    constexpr double kill = 1.7 * growth_step;
    struct Nearest {
        int node = -1;
        double distance = 9.0;
    };
    std::vector<Nearest> nearest(attractors.size());
    std::size_t known = first; // nodes below this index have been offered to every attractor
    for (int round = 0; round < 90 && !attractors.empty(); ++round) {
        for (; known < nodes.size(); ++known) {
            for (std::size_t i = 0; i < attractors.size(); ++i) {
                const double d = glm::distance(attractors[i], nodes[known].position);
                if (d < nearest[i].distance) {
                    nearest[i] = {static_cast<int>(known), d};
                }
            }
        }
        std::vector<dvec3> pull(nodes.size(), dvec3(0.0));
        std::size_t kept = 0;
        for (std::size_t i = 0; i < attractors.size(); ++i) {
            if (nearest[i].distance < kill) {
                continue;
            }
            const auto node = static_cast<std::size_t>(nearest[i].node);
            pull[node] += (attractors[i] - nodes[node].position) / nearest[i].distance;
            attractors[kept] = attractors[i];
            nearest[kept++] = nearest[i];
        }
        attractors.resize(kept);
        nearest.resize(kept);
        const std::size_t parents = nodes.size();
        for (std::size_t i = first; i < parents; ++i) {
            const double strength = glm::length(pull[i]);
            // A node pulled apart evenly, or crowded with children, has nowhere to grow.
            if (strength < 0.3 || nodes[i].children >= 3) {
                continue;
            }
            ++nodes[i].children;
            append(nodes, nodes[i].position + pull[i] * (growth_step / strength), static_cast<int>(i));
        }
    }
}

std::vector<dvec3> attractors_of(const Pad &pad, Random &random) {
    std::vector<dvec3> points;
    for (int i = 0; i < pad.attractors; ++i) {
        dvec3 p = random.in_ball();
        // Domed above, flat below: most foliage lies near the upper face.
        p.y = p.y * 0.5 + 0.45 * (1.0 - p.x * p.x - p.z * p.z);
        points.push_back(pad.center + p * pad.radii);
    }
    return points;
}

/// Rounds off the kinks of the growth steps, roots and tips held.
void smooth_twigs(std::vector<Node> &nodes, std::size_t first) {
    std::vector<int> heir(nodes.size(), -1);
    for (std::size_t i = nodes.size(); i-- > first;) {
        heir[static_cast<std::size_t>(nodes[i].parent)] = static_cast<int>(i);
    }
    for (int pass = 0; pass < 3; ++pass) {
        for (std::size_t i = first; i < nodes.size(); ++i) {
            if (heir[i] >= 0) {
                nodes[i].position =
                    0.5 * nodes[i].position + 0.25 * (nodes[static_cast<std::size_t>(nodes[i].parent)].position +
                                                      nodes[static_cast<std::size_t>(heir[i])].position);
            }
        }
    }
}

/// Leonardo's rule from the tips down, and a foot that widens into the roots.
void set_radii(std::vector<Node> &nodes) {
    std::vector<double> carried(nodes.size(), 0.0);
    const double tip = std::pow(tip_radius, thickness_exponent);
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (carried[i] == 0.0) {
            carried[i] = tip;
        }
        nodes[i].radius = std::pow(carried[i], 1.0 / thickness_exponent);
        if (nodes[i].parent >= 0) {
            carried[static_cast<std::size_t>(nodes[i].parent)] += carried[i] * 1.012;
        }
    }
    for (Node &node : nodes) {
        if (node.parent < 200) {
            node.radius *= 1.0 + 0.45 * std::exp(-(node.position.y - 0.19) / 0.05) * (node.position.y < 0.4 ? 1 : 0);
        }
    }
}

void add_roots(std::vector<Capsule> &wood, Random &random) {
    const dvec3 foot = trunk_line(0.075);
    constexpr int roots = 9;
    for (int i = 0; i < roots; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i + 0.7 * random.uniform()) / roots;
        const double reach = random.uniform(0.12, 0.20);
        dvec3 previous = foot + dvec3(std::cos(angle), 0.6, std::sin(angle)) * 0.03;
        double previous_radius = random.uniform(0.021, 0.027);
        double turn = angle;
        constexpr int steps = 12;
        for (int k = 1; k <= steps; ++k) {
            const double t = static_cast<double>(k) / steps;
            turn += random.uniform(-0.28, 0.28);
            dvec3 p = previous + dvec3(std::cos(turn), 0.0, std::sin(turn)) * (reach / steps);
            // Roots ride on the soil, half sunk, and dive at their ends.
            p.y = soil_height(static_cast<float>(p.x), static_cast<float>(p.z)) + 0.020 * (1.0 - t) - 0.030 * t * t;
            const double radius = 0.023 * std::pow(1.0 - 0.8 * t, 1.1) + 0.002;
            wood.push_back(
                {glm::vec3(previous), glm::vec3(p), static_cast<float>(previous_radius), static_cast<float>(radius)});
            previous = p;
            previous_radius = radius;
        }
    }
}

/// Leaves in all directions around a twig, facing mostly upwards.
void add_leaves(std::vector<Leaf> &leaves, const dvec3 &position, const dvec3 &direction, int count, Random &random) {
    for (int i = 0; i < count; ++i) {
        const dvec3 along = glm::normalize(direction * 0.5 + random.in_ball() * 1.3 + dvec3(0.0, 0.15, 0.0));
        const dvec3 up = dvec3(0.0, 1.0, 0.0) + random.in_ball() * 0.9;
        const dvec3 across = glm::cross(along, up);
        const double half_length = random.uniform(0.0120, 0.0185);
        const dvec3 center = position + along * (half_length + 0.003) + 0.003 * random.in_ball();
        // No leaf may stick out of the box.
        const dvec3 off_center = glm::abs(center - 0.5) + half_length;
        if (glm::length(across) < 1e-3 || std::max(off_center.x, std::max(off_center.y, off_center.z)) > 0.485) {
            continue;
        }
        leaves.push_back({glm::vec3(center), glm::vec3(along), glm::vec3(glm::cross(glm::normalize(across), along)),
                          static_cast<float>(half_length), static_cast<float>(half_length * random.uniform(0.48, 0.62)),
                          static_cast<float>(random.uniform(68.0, 104.0))});
    }
}

void add_pebbles(std::vector<Pebble> &pebbles, Random &random) {
    for (int i = 0; i < 620; ++i) {
        const auto x = static_cast<float>(random.uniform(0.12, 0.88));
        const auto z = static_cast<float>(random.uniform(0.19, 0.81));
        const double u = random.uniform();
        const double size = 0.0055 + 0.017 * u * u * u;
        const dvec3 radii =
            size * dvec3(random.uniform(0.85, 1.25), random.uniform(0.55, 0.8), random.uniform(0.75, 1.1));
        const double angle = random.uniform(0.0, std::numbers::pi);
        const auto value = static_cast<float>(random.uniform(180.0, 222.0));
        const bool buried = random.uniform() < 0.3;
        const double depth = buried ? random.uniform(0.02, 0.10) : -0.25 * radii.y;
        // The wall leans inwards: deep stones keep more distance.
        const double clearance = 1.2 * size + 0.013 + 0.24 * (depth + 0.03);
        if (pot_plan_distance(x, z, PotShape::wall) > -static_cast<float>(clearance)) {
            continue;
        }
        pebbles.push_back({{x, soil_height(x, z) - static_cast<float>(depth), z},
                           glm::vec3(radii),
                           static_cast<float>(std::cos(angle)),
                           static_cast<float>(std::sin(angle)),
                           value});
    }
}

std::vector<Node> grow_skeleton(Random &random) {
    std::vector<Node> nodes;
    constexpr int trunk_steps = 80;
    for (int i = 0; i <= trunk_steps; ++i) {
        append(nodes, trunk_line(static_cast<double>(i) / trunk_steps), i - 1);
    }
    for (const Pad &pad : pads()) {
        const std::size_t branch = nodes.size();
        grow_main_branch(nodes, static_cast<int>(pad.trunk_height * trunk_steps), pad, random);
        // The part of the branch near the trunk stays bare.
        const std::size_t sprouting = branch + (nodes.size() - branch) * 2 / 5;
        const std::size_t twigs = nodes.size();
        colonise(nodes, sprouting, attractors_of(pad, random));
        smooth_twigs(nodes, twigs);
    }
    set_radii(nodes);
    return nodes;
}

} // namespace

float pot_plan_distance(float x, float z, float inset) {
    const float qx = std::abs(x - PotShape::center_x) - (PotShape::half_x - PotShape::corner);
    const float qz = std::abs(z - PotShape::center_z) - (PotShape::half_z - PotShape::corner);
    const float ox = std::max(qx, 0.0f);
    const float oz = std::max(qz, 0.0f);
    return std::sqrt(ox * ox + oz * oz) + std::min(std::max(qx, qz), 0.0f) - PotShape::corner + inset;
}

float soil_height(float x, float z) {
    const float dx = (x - 0.40f) / 0.21f;
    const float dz = (z - 0.53f) / 0.19f;
    const float mound = 1.0f / (1.0f + dx * dx + dz * dz);
    return PotShape::soil - 0.008f + 0.036f * mound * mound +
           0.010f * (fractal_noise({x * 14.0f, 0.5f, z * 14.0f}, 2, 71) - 0.5f);
}

TreeParts grow_tree() {
    Random random(20240607);
    TreeParts parts;
    const std::vector<Node> nodes = grow_skeleton(random);
    for (const Node &node : nodes) {
        if (node.parent < 0) {
            continue;
        }
        const Node &parent = nodes[static_cast<std::size_t>(node.parent)];
        // A side branch starts with its own thickness inside the wood that carries it.
        const double start_radius = std::min(parent.radius, node.radius * 1.25);
        parts.wood.push_back({glm::vec3(parent.position), glm::vec3(node.position), static_cast<float>(start_radius),
                              static_cast<float>(node.radius)});
        if (node.radius < 1.9 * tip_radius) {
            add_leaves(parts.leaves, node.position, glm::normalize(node.position - parent.position),
                       node.radius < 1.05 * tip_radius ? 4 : 2, random);
        }
    }
    add_roots(parts.wood, random);
    add_pebbles(parts.pebbles, random);
    return parts;
}

} // namespace voxmarch
