// Removes edges of graphs and joins those that are left.
#include "skeleton/prune.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

/// Knows the edges at every node of a graph and keeps them right while edges go. Removed edges have no points, removed
/// nodes no voxels, until finish() drops them.
class GraphEditor {
public:
    explicit GraphEditor(SkeletonGraph &graph) : graph_(graph), edges_at_(graph.nodes.size()) {
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (!graph.edges[e].closed()) {
                at(graph.edges[e].from).push_back(e);
                at(graph.edges[e].to).push_back(e); // a loop at a node is there twice
            }
        }
    }

    SkeletonEdge &edge(std::size_t e) { return graph_.edges[e]; }
    std::size_t degree(int node) const { return edges_at_[static_cast<std::size_t>(node)].size(); }

    /// Two edges and nothing else: they are one.
    bool is_passage(int node) const { return degree(node) == 2 && is_plain(node); }

    /// One end is free, the other is not: the edge may go.
    bool is_end_branch(std::size_t e) {
        const SkeletonEdge &one = edge(e);
        return !one.points.empty() && !one.closed() && is_free(one.from) != is_free(one.to);
    }

    /// Removes an end branch. @return the node that stays
    int remove_end_branch(std::size_t e) {
        const bool from_is_free = is_free(edge(e).from);
        const int free = from_is_free ? edge(e).from : edge(e).to, other = from_is_free ? edge(e).to : edge(e).from;
        at(free).clear();
        graph_.nodes[static_cast<std::size_t>(free)].voxels.clear();
        at(other).erase(std::find(at(other).begin(), at(other).end(), e));
        edge(e).points.clear();
        return other;
    }

    /// Joins the two edges at a passage; a loop there becomes a closed curve. @return the edge that is left
    std::size_t join(int node) {
        const std::size_t a = at(node)[0], b = at(node)[1];
        SkeletonEdge &first = edge(a);
        SkeletonNode &between = graph_.nodes[static_cast<std::size_t>(node)];
        first.voxels.insert(first.voxels.end(), between.voxels.begin(), between.voxels.end());
        between.voxels.clear();
        at(node).clear();
        if (a == b) {
            first.from = first.to = -1;
            return a;
        }
        if (first.from == node) {
            turn(first);
        }
        SkeletonEdge &second = edge(b);
        if (second.to == node) {
            turn(second);
        }
        first.points.insert(first.points.end(), second.points.begin() + 1, second.points.end());
        first.voxels.insert(first.voxels.end(), second.voxels.begin(), second.voxels.end());
        first.to = second.to;
        std::replace(at(first.to).begin(), at(first.to).end(), b, a);
        second.points.clear();
        return a;
    }

    /// Drops what was removed and sets degrees.
    void finish() {
        std::vector<int> number(graph_.nodes.size(), -1);
        int kept = 0;
        for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
            graph_.nodes[n].degree = static_cast<int>(edges_at_[n].size());
            number[n] = graph_.nodes[n].voxels.empty() ? -1 : kept++;
        }
        std::erase_if(graph_.nodes, [](const SkeletonNode &node) { return node.voxels.empty(); });
        std::erase_if(graph_.edges, [](const SkeletonEdge &edge) { return edge.points.empty(); });
        for (SkeletonEdge &edge : graph_.edges) {
            if (!edge.closed()) {
                edge.from = number[static_cast<std::size_t>(edge.from)];
                edge.to = number[static_cast<std::size_t>(edge.to)];
            }
        }
    }

private:
    SkeletonGraph &graph_;
    std::vector<std::vector<std::size_t>> edges_at_;

    bool is_plain(int node) const { return graph_.nodes[static_cast<std::size_t>(node)].plain(); }
    bool is_free(int node) const { return degree(node) == 1 && is_plain(node); }
    std::vector<std::size_t> &at(int node) { return edges_at_[static_cast<std::size_t>(node)]; }

    static void turn(SkeletonEdge &edge) {
        std::swap(edge.from, edge.to);
        std::reverse(edge.points.begin(), edge.points.end());
        std::reverse(edge.voxels.begin(), edge.voxels.end());
    }
};

} // namespace

void join_edges(SkeletonGraph &graph) {
    GraphEditor editor(graph);
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        if (editor.is_passage(static_cast<int>(node))) {
            editor.join(static_cast<int>(node));
        }
    }
    editor.finish();
}

void prune(SkeletonGraph &graph, double shortest) {
    GraphEditor editor(graph);
    std::set<std::pair<double, std::size_t>> candidates; // by length
    const auto consider = [&](std::size_t e) {
        if (editor.is_end_branch(e) && editor.edge(e).length < shortest) {
            candidates.emplace(editor.edge(e).length, e);
        }
    };
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        consider(e);
    }
    while (!candidates.empty()) {
        const auto [length, e] = *candidates.begin();
        candidates.erase(candidates.begin());
        if (!editor.is_end_branch(e) || editor.edge(e).length != length) {
            continue; // joined with another meanwhile
        }
        const int node = editor.remove_end_branch(e);
        if (editor.is_passage(node)) {
            const std::size_t joined = editor.join(node);
            measure(editor.edge(joined));
            consider(joined);
        }
    }
    editor.finish();
}

} // namespace voxmarch
