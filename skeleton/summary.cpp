// Counts branches, ends, components and loops.
#include "skeleton/summary.h"

#include <numeric>
#include <vector>

namespace voxmarch {

SkeletonSummary summarise(const SkeletonGraph &graph) {
    SkeletonSummary summary;
    std::vector<std::size_t> leader(graph.nodes.size()); // of the component of a node
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t node) {
        while (leader[node] != node) {
            node = leader[node] = leader[leader[node]];
        }
        return node;
    };
    std::size_t closed = 0;
    for (const SkeletonEdge &edge : graph.edges) {
        summary.length += edge.length;
        summary.voxels += edge.voxels.size();
        closed += edge.closed();
        if (!edge.closed()) {
            leader[find(static_cast<std::size_t>(edge.from))] = find(static_cast<std::size_t>(edge.to));
        }
    }
    summary.components = closed;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        const SkeletonNode &one = graph.nodes[node];
        const NodeKind kind = one.kind();
        summary.components += find(node) == node;
        summary.voxels += one.voxels.size();
        summary.loops += one.loops;
        summary.cavities += static_cast<std::size_t>(one.cavities);
        summary.lone_voxels += kind == NodeKind::alone && one.plain();
        summary.ends += kind == NodeKind::end;
        summary.branch_points += kind == NodeKind::fork;
        summary.walls += kind == NodeKind::wall;
    }
    summary.branches = graph.edges.size();
    // A closed curve counts like a loop at one node.
    summary.loops += static_cast<std::int64_t>(graph.edges.size() - closed) -
                     static_cast<std::int64_t>(graph.nodes.size()) +
                     static_cast<std::int64_t>(summary.components - closed) + static_cast<std::int64_t>(closed);
    return summary;
}

} // namespace voxmarch
