// Follows the voxels of a skeleton from node to node.
#include "skeleton/graph.h"

#include "skeleton/distance.h"
#include "skeleton/prune.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace voxmarch {

namespace {

constexpr std::size_t smallest_shell = 6; ///< voxels around a cavity of one voxel

/// The voxels of a skeleton by number, and who is next to whom.
struct VoxelNet {
    explicit VoxelNet(const BitVolume &skeleton);

    std::vector<VoxelIndex> voxels;
    std::vector<std::vector<int>> neighbours;
    std::vector<int> node; ///< of a voxel; -1 for those inside of a branch

    bool adjacent(int a, int b) const {
        const VoxelIndex &u = voxels[static_cast<std::size_t>(a)], &v = voxels[static_cast<std::size_t>(b)];
        return std::abs(u[0] - v[0]) <= 1 && std::abs(u[1] - v[1]) <= 1 && std::abs(u[2] - v[2]) <= 1;
    }
    /// Two neighbours that do not touch: a branch goes through.
    bool is_regular(int v) const {
        const std::vector<int> &around = neighbours[static_cast<std::size_t>(v)];
        return around.size() == 2 && !adjacent(around[0], around[1]);
    }
};

VoxelNet::VoxelNet(const BitVolume &skeleton) {
    std::unordered_map<std::uint64_t, int> numbers;
    const auto key = [](int x, int y, int z) {
        return static_cast<std::uint64_t>(x) | static_cast<std::uint64_t>(y) << 20 |
               static_cast<std::uint64_t>(z) << 40;
    };
    skeleton.for_each([&](const VoxelIndex &v) {
        numbers.emplace(key(v[0], v[1], v[2]), static_cast<int>(voxels.size()));
        voxels.push_back(v);
    });
    neighbours.resize(voxels.size());
    node.assign(voxels.size(), -1);
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        const VoxelIndex &v = voxels[i];
        for (int n = 0; n < 27; ++n) {
            const int x = v[0] + n % 3 - 1, y = v[1] + n / 3 % 3 - 1, z = v[2] + n / 9 - 1;
            if (n != 13 && skeleton.at(x, y, z)) {
                neighbours[i].push_back(numbers.at(key(x, y, z)));
            }
        }
    }
}

/// Vertices - edges + faces - cubes of the union of the voxels' cubes. Cells are the points of a lattice of half steps
/// with voxels at odd coordinates.
int euler_number(const std::vector<VoxelIndex> &voxels) {
    std::set<std::array<int, 3>> cells;
    for (const VoxelIndex &v : voxels) {
        for (int n = 0; n < 27; ++n) {
            cells.insert({2 * v[0] + n % 3, 2 * v[1] + n / 3 % 3, 2 * v[2] + n / 9});
        }
    }
    int euler = 0;
    for (const auto &[x, y, z] : cells) {
        euler += (x + y + z) % 2 ? -1 : 1;
    }
    return euler;
}

/// 6-components of the background within the box of some voxels that do not reach its outside.
int cavities_of(const std::vector<VoxelIndex> &voxels) {
    VoxelIndex low = voxels.front(), high = low;
    for (const VoxelIndex &v : voxels) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], v[axis] - 1);
            high[axis] = std::max(high[axis], v[axis] + 1);
        }
    }
    BitVolume background({high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1});
    const auto &dims = background.dims();
    for (int i = 0; i < dims[0] * dims[1] * dims[2]; ++i) {
        background.set({i % dims[0], i / dims[0] % dims[1], i / dims[0] / dims[1]}, true);
    }
    for (const VoxelIndex &v : voxels) {
        background.set({v[0] - low[0], v[1] - low[1], v[2] - low[2]}, false);
    }
    return static_cast<int>(count_face_components(background)) - 1; // one is outside
}

/// Makes the graph, edge by edge.
class Tracer {
public:
    Tracer(const BitVolume &skeleton, const BitVolume &object, const Grid &grid)
        : net_(skeleton), object_(object), grid_(grid), world_from_voxel_(grid.world_from_voxel()),
          followed_(net_.voxels.size(), false) {}

    SkeletonGraph trace() {
        for (int v = 0; v < voxel_count(); ++v) {
            if (net_.node[static_cast<std::size_t>(v)] < 0 && !net_.is_regular(v)) {
                add_node(v);
            }
        }
        for (int v = 0; v < voxel_count(); ++v) {
            if (net_.node[static_cast<std::size_t>(v)] >= 0) {
                follow_all(v);
            }
        }
        for (int v = 0; v < voxel_count(); ++v) {
            if (net_.node[static_cast<std::size_t>(v)] < 0 && !followed_[static_cast<std::size_t>(v)]) {
                follow_loop(v);
            }
        }
        return std::move(graph_);
    }

private:
    VoxelNet net_;
    const BitVolume &object_;
    const Grid &grid_;
    glm::dmat4 world_from_voxel_;
    std::vector<bool> followed_; ///< voxels inside of branches
    SkeletonGraph graph_;

    int voxel_count() const { return static_cast<int>(net_.voxels.size()); }

    SkeletonPoint point(int v) const {
        const VoxelIndex &voxel = net_.voxels[static_cast<std::size_t>(v)];
        const double radius = distance_to_background(object_, voxel, grid_.spacing) - 0.5 * grid_.smallest_spacing();
        return {glm::dvec3(world_from_voxel_ * glm::dvec4(voxel[0], voxel[1], voxel[2], 1.0)), radius};
    }

    /// A node of all voxels that are no part of a branch and connected to `seed` through such voxels.
    void add_node(int seed) {
        const auto number = static_cast<int>(graph_.nodes.size());
        std::vector<int> voxels{seed};
        net_.node[static_cast<std::size_t>(seed)] = number;
        // An end next to a branch point is a node of its own, so only voxels with several neighbours spread.
        const auto spreads = [&](int v) { return net_.neighbours[static_cast<std::size_t>(v)].size() > 1; };
        for (std::size_t i = 0; i < voxels.size() && spreads(seed); ++i) {
            for (const int next : net_.neighbours[static_cast<std::size_t>(voxels[i])]) {
                if (net_.node[static_cast<std::size_t>(next)] < 0 && spreads(next) && !net_.is_regular(next)) {
                    net_.node[static_cast<std::size_t>(next)] = number;
                    voxels.push_back(next);
                }
            }
        }
        SkeletonNode node;
        const double share = 1.0 / static_cast<double>(voxels.size());
        for (const int v : voxels) {
            const SkeletonPoint one = point(v);
            node.point.position += share * one.position;
            node.point.radius += share * one.radius;
            node.voxels.push_back(net_.voxels[static_cast<std::size_t>(v)]);
        }
        node.cavities = voxels.size() < smallest_shell ? 0 : cavities_of(node.voxels);
        node.loops = 1 + node.cavities - euler_number(node.voxels);
        if (!node.plain()) {
            node.point = nearest(voxels, node.point.position);
        }
        graph_.nodes.push_back(std::move(node));
    }

    /// Of some voxels the one nearest to a place.
    SkeletonPoint nearest(const std::vector<int> &voxels, const glm::dvec3 &place) const {
        SkeletonPoint best = point(voxels.front());
        for (const int v : voxels) {
            if (const SkeletonPoint one = point(v);
                glm::distance(one.position, place) < glm::distance(best.position, place)) {
                best = one;
            }
        }
        return best;
    }

    int node_of(int v) const { return net_.node[static_cast<std::size_t>(v)]; }

    /// All edges that leave the node of `start` there and were not followed yet.
    void follow_all(int start) {
        for (const int next : net_.neighbours[static_cast<std::size_t>(start)]) {
            if (node_of(next) >= 0) {
                if (node_of(next) > node_of(start)) { // two nodes side by side, one of them an end
                    add_edge(start, next);
                }
            } else if (!followed_[static_cast<std::size_t>(next)]) {
                add_edge(start, next);
            }
        }
    }

    /// From the node of `start` through `next` to the next node.
    void add_edge(int start, int next) {
        SkeletonEdge edge;
        edge.from = node_of(start);
        edge.points.push_back(end_point(start));
        const int last = follow(start, next, edge);
        edge.to = node_of(last);
        edge.points.push_back(end_point(last));
        graph_.edges.push_back(std::move(edge));
    }

    /// Where an edge that reaches a voxel of a node ends: in the middle of the node, but at the voxel itself if the
    /// node is a wall or has holes, whose middle may lie outside of the object.
    SkeletonPoint end_point(int v) const {
        const SkeletonNode &node = graph_.nodes[static_cast<std::size_t>(node_of(v))];
        return node.plain() ? node.point : point(v);
    }

    void follow_loop(int start) {
        SkeletonEdge edge;
        follow(net_.neighbours[static_cast<std::size_t>(start)][0], start, edge);
        edge.points.push_back(edge.points.front());
        graph_.edges.push_back(std::move(edge));
    }

    /// Appends the voxels from `here` on, coming from `from`. @return the node's voxel, or the followed one, that ends
    /// it
    int follow(int from, int here, SkeletonEdge &edge) {
        while (node_of(here) < 0 && !followed_[static_cast<std::size_t>(here)]) {
            followed_[static_cast<std::size_t>(here)] = true;
            edge.points.push_back(point(here));
            edge.voxels.push_back(net_.voxels[static_cast<std::size_t>(here)]);
            const std::vector<int> &around = net_.neighbours[static_cast<std::size_t>(here)];
            const int next = around[0] == from ? around[1] : around[0];
            from = here;
            here = next;
        }
        return here;
    }
};

/// Three passes of (1 2 1) / 4 over the points between the ends; over all of a closed curve.
void smooth(SkeletonEdge &edge) {
    std::vector<SkeletonPoint> &points = edge.points;
    const std::size_t last = points.size() - 1;
    for (int pass = 0; pass < 3; ++pass) {
        const std::vector<SkeletonPoint> old = points;
        for (std::size_t i = 1; i < last; ++i) {
            points[i].position = 0.25 * old[i - 1].position + 0.5 * old[i].position + 0.25 * old[i + 1].position;
        }
        if (edge.closed()) {
            points[0].position = 0.25 * old[last - 1].position + 0.5 * old[0].position + 0.25 * old[1].position;
            points[last].position = points[0].position;
        }
    }
}

} // namespace

void measure(SkeletonEdge &edge) {
    double length = 0.0, area = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < edge.points.size(); ++i) {
        sum += edge.points[i].radius;
        if (i > 0) {
            const double step = glm::distance(edge.points[i - 1].position, edge.points[i].position);
            length += step;
            area += step * 0.5 * (edge.points[i - 1].radius + edge.points[i].radius);
        }
    }
    edge.length = length;
    edge.mean_radius = length > 0.0 ? area / length : sum / static_cast<double>(edge.points.size());
}

SkeletonGraph graph_of(const BitVolume &skeleton, const BitVolume &object, const Grid &grid) {
    SkeletonGraph graph = Tracer(skeleton, object, grid).trace();
    join_edges(graph);
    for (SkeletonEdge &edge : graph.edges) {
        smooth(edge);
        measure(edge);
    }
    return graph;
}

} // namespace voxmarch
