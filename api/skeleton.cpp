// Skeletons: an object of a volume thinned to a graph.
#include "voxmarch/skeleton.h"

#include "api/convert.h"
#include "api/convert_shapes.h"
#include "api/inside.h"
#include "base/error.h"
#include "skeleton/bit_volume.h"
#include "skeleton/graph_file.h"
#include "skeleton/prune.h"
#include "skeleton/summary.h"
#include "skeleton/thinner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch::v1 {

namespace {

SkeletonPoint outer(const voxmarch::SkeletonPoint &point) { return {v1::outer(point.position), point.radius}; }

voxmarch::SkeletonPoint inner(const SkeletonPoint &point) { return {v1::inner(point.position), point.radius}; }

SkeletonSummary outer(const voxmarch::SkeletonSummary &s) {
    return {s.branches, s.ends, s.branch_points, s.lone_voxels, s.components, s.cavities, s.voxels, s.loops, s.length};
}

Skeleton outer(const SkeletonGraph &graph, const Grid &grid) {
    Skeleton skeleton;
    skeleton.grid = grid;
    skeleton.summary = outer(summarise(graph));
    for (const voxmarch::SkeletonNode &node : graph.nodes) {
        skeleton.nodes.push_back({outer(node.point), node.kind(), node.voxels, node.cavities, node.loops, node.degree});
    }
    for (const SkeletonEdge &edge : graph.edges) {
        SkeletonBranch &branch = skeleton.branches.emplace_back();
        branch.from = edge.from;
        branch.to = edge.to;
        for (const voxmarch::SkeletonPoint &point : edge.points) {
            branch.points.push_back(outer(point));
        }
        branch.voxels = edge.voxels;
        branch.length = edge.length;
        branch.mean_radius = edge.mean_radius;
    }
    return skeleton;
}

/// @param what  names the object in messages
Skeleton thinned(Device &device, const Volume &volume, BitVolume object, const std::string &what,
                 const SkeletonOptions &options) {
    const voxmarch::Grid &grid = Inside::volume(volume).grid();
    const std::uint64_t voxels = object.count();
    if (voxels == 0 || voxels == grid.voxel_count()) {
        const ValueRange range = volume.range();
        throw UsageError(fmt::format("{} leaves no {}: the values of {} run from {:.6g} to {:.6g}", what,
                                     voxels == 0 ? "object" : "background", volume.name(), range.min, range.max));
    }
    if (options.largest < 0 || !(options.prune >= 0.0)) {
        throw UsageError(
            fmt::format("{} components and branches of {}: neither can be below 0", options.largest, options.prune));
    }
    if (options.largest > 0) {
        keep_largest(object, static_cast<std::size_t>(options.largest));
    }
    BitVolume skeleton = object;
    Thinner thinner(Inside::device(device));
    thinner.upload(object);
    ThinningSettings settings;
    settings.peeling = options.peeling;
    settings.progress = options.progress;
    thinner.thin(settings);
    thinner.download(skeleton);
    SkeletonGraph graph = graph_of(skeleton, object, grid);
    prune(graph, options.prune);
    return outer(graph, volume.grid());
}

} // namespace

SkeletonGraph inner(const Skeleton &skeleton) {
    SkeletonGraph graph;
    const auto nodes = static_cast<int>(skeleton.nodes.size());
    for (const SkeletonNode &node : skeleton.nodes) {
        graph.nodes.push_back({inner(node.point), node.voxels, node.cavities, node.loops, node.degree});
    }
    for (const SkeletonBranch &branch : skeleton.branches) {
        if (branch.from >= nodes || branch.to >= nodes || (branch.from < 0) != (branch.to < 0)) {
            throw UsageError(
                fmt::format("a branch goes from node {} to node {}, and there are {}", branch.from, branch.to, nodes));
        }
        SkeletonEdge &edge = graph.edges.emplace_back();
        edge.from = branch.from;
        edge.to = branch.to;
        for (const SkeletonPoint &point : branch.points) {
            edge.points.push_back(inner(point));
        }
        edge.voxels = branch.voxels;
        edge.length = branch.length;
        edge.mean_radius = branch.mean_radius;
    }
    return graph;
}

Skeleton extract_skeleton(Device &device, const Volume &volume, double isovalue, const SkeletonOptions &options) {
    return thinned(device, volume, object_of(Inside::volume(volume), isovalue, options.invert),
                   fmt::format("isovalue {}", isovalue), options);
}

Skeleton extract_skeleton(Device &device, const Volume &labels, std::span<const int> wanted,
                          const SkeletonOptions &options) {
    return thinned(device, labels, object_of(Inside::volume(labels), wanted, options.invert),
                   fmt::format("label {}", fmt::join(wanted, ", ")), options);
}

void write_skeleton(const Skeleton &skeleton, const std::filesystem::path &file, Convention convention) {
    voxmarch::write_skeleton(inner(skeleton), v1::inner(skeleton.grid), file, convention);
}

} // namespace voxmarch::v1
