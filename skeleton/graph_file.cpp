// Writes skeletons as label volumes, VTK poly-lines and CSV tables.
#include "skeleton/graph_file.h"

#include "base/error.h"
#include "base/file_writer.h"
#include "base/output_file.h"
#include "volume/formats/write.h"

#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

constexpr int last_label = 65535;

void write_text(const std::filesystem::path &file, const std::string &text) {
    OutputFile out(file);
    out.write(std::string_view(text));
    out.commit(Keep::written);
}

int label_of_edge(std::size_t edge) { return static_cast<int>(edge % last_label) + 1; }

void write_labels(const SkeletonGraph &graph, const Grid &grid, const OuterWorld &, const std::filesystem::path &file) {
    VolumeHeader header;
    header.grid = grid;
    header.type = ScalarType::u16;
    std::vector<std::byte> bytes(header.byte_count());
    const auto label = [&](const std::vector<VoxelIndex> &voxels, int value) {
        const auto stored = static_cast<std::uint16_t>(value);
        for (const VoxelIndex &v : voxels) {
            const std::size_t at = static_cast<std::size_t>(v[0]) +
                                   static_cast<std::size_t>(grid.dims[0]) *
                                       (static_cast<std::size_t>(v[1]) +
                                        static_cast<std::size_t>(grid.dims[1]) * static_cast<std::size_t>(v[2]));
            std::memcpy(bytes.data() + 2 * at, &stored, 2);
        }
    };
    for (const SkeletonNode &node : graph.nodes) {
        label(node.voxels, last_label);
    }
    for (std::size_t e = graph.edges.size(); e-- > 0;) { // the smallest number comes last and stays
        const SkeletonEdge &edge = graph.edges[e];
        label(edge.voxels, label_of_edge(e));
        if (!edge.closed()) {
            label(graph.nodes[static_cast<std::size_t>(edge.from)].voxels, label_of_edge(e));
            label(graph.nodes[static_cast<std::size_t>(edge.to)].voxels, label_of_edge(e));
        }
    }
    write_volume(Volume(header, std::move(bytes)), file);
}

/// A scalar at every cell: 0 for the `lone` vertices, which come first, then the value of each edge.
template <typename Value>
void add_cell_scalar(std::string &text, const char *name, const char *type, const SkeletonLines &all, Value &&value) {
    text += fmt::format("SCALARS {} {} 1\nLOOKUP_TABLE default\n", name, type);
    for (std::size_t i = 0; i < all.lone_points.size(); ++i) {
        text += "0\n";
    }
    for (std::size_t e = 0; e < all.lines.size(); ++e) {
        text += fmt::format("{}\n", value(e));
    }
}

void add_cells(std::string &text, const SkeletonLines &all) {
    if (!all.lone_points.empty()) {
        text += fmt::format("VERTICES {} {}\n", all.lone_points.size(), 2 * all.lone_points.size());
        for (const std::uint32_t point : all.lone_points) {
            text += fmt::format("1 {}\n", point);
        }
    }
    if (!all.lines.empty()) {
        std::size_t numbers = 0;
        for (const auto &line : all.lines) {
            numbers += line.size() + 1;
        }
        text += fmt::format("LINES {} {}\n", all.lines.size(), numbers);
        for (const auto &line : all.lines) {
            text += fmt::format("{} {}\n", line.size(), fmt::join(line, " "));
        }
    }
}

/// At every point 0 within a line, else the kind of the node. Lines end at a wall in points of their own.
std::vector<int> kinds_at(const SkeletonLines &all, const SkeletonGraph &graph) {
    std::vector<int> kinds(all.points.size(), 0);
    const auto kind = [&](int node) { return static_cast<int>(graph.nodes[static_cast<std::size_t>(node)].kind()); };
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        kinds[n] = kind(static_cast<int>(n));
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const SkeletonEdge &edge = graph.edges[e];
        if (!edge.closed()) {
            kinds[all.lines[e].front()] = kind(edge.from);
            kinds[all.lines[e].back()] = kind(edge.to);
        }
    }
    return kinds;
}

void write_vtk(const SkeletonGraph &graph, const Grid &, const OuterWorld &world, const std::filesystem::path &file) {
    const SkeletonLines all = lines_of(graph);
    const std::string tag = world.tag();
    std::string text = fmt::format("# vtk DataFile Version 3.0\ncurve skeleton by voxmarch{}{}\nASCII\nDATASET "
                                   "POLYDATA\nPOINTS {} double\n",
                                   tag.empty() ? "" : " ", tag, all.points.size());
    for (const SkeletonPoint &p : all.points) {
        const glm::dvec3 place = world.from_world(p.position);
        text += fmt::format("{} {} {}\n", place.x, place.y, place.z);
    }
    add_cells(text, all);
    text += fmt::format("CELL_DATA {}\n", all.lone_points.size() + all.lines.size());
    add_cell_scalar(text, "branch", "int", all, [](std::size_t e) { return e + 1; });
    add_cell_scalar(text, "length", "double", all, [&](std::size_t e) { return graph.edges[e].length; });
    add_cell_scalar(text, "mean_radius", "double", all, [&](std::size_t e) { return graph.edges[e].mean_radius; });
    text += fmt::format("POINT_DATA {}\nSCALARS radius double 1\nLOOKUP_TABLE default\n", all.points.size());
    for (const SkeletonPoint &p : all.points) {
        text += fmt::format("{}\n", p.radius);
    }
    text += fmt::format("SCALARS node int 1\nLOOKUP_TABLE default\n{}\n", fmt::join(kinds_at(all, graph), "\n"));
    write_text(file, text);
}

void write_obj(const SkeletonGraph &graph, const Grid &, const OuterWorld &world, const std::filesystem::path &file) {
    const SkeletonLines all = lines_of(graph);
    const std::string tag = world.tag();
    std::string text = fmt::format("# curve skeleton by voxmarch{}{}\n", tag.empty() ? "" : " ", tag);
    for (const SkeletonPoint &p : all.points) {
        const glm::dvec3 place = world.from_world(p.position);
        text += fmt::format("v {} {} {}\n", place.x, place.y, place.z);
    }
    for (const std::uint32_t point : all.lone_points) {
        text += fmt::format("p {}\n", point + 1);
    }
    for (const auto &line : all.lines) {
        text += "l";
        for (const std::uint32_t point : line) {
            text += fmt::format(" {}", point + 1);
        }
        text += "\n";
    }
    write_text(file, text);
}

void write_csv(const SkeletonGraph &graph, const Grid &, const OuterWorld &world, const std::filesystem::path &file) {
    std::string text = fmt::format("branch,from,to,from_kind,to_kind,from_degree,to_degree,{},{}",
                                   world.length_column("length"), world.length_column("mean_radius"));
    for (const char *name : {"from_x", "from_y", "from_z", "to_x", "to_y", "to_z"}) {
        text += ',' + world.column(name);
    }
    text += '\n';
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const SkeletonEdge &edge = graph.edges[e];
        const glm::dvec3 a = world.from_world(edge.points.front().position);
        const glm::dvec3 b = world.from_world(edge.points.back().position);
        std::string nodes = ",,,,,"; // none
        if (!edge.closed()) {
            const SkeletonNode &from = graph.nodes[static_cast<std::size_t>(edge.from)];
            const SkeletonNode &to = graph.nodes[static_cast<std::size_t>(edge.to)];
            nodes = fmt::format("{},{},{},{},{},{}", edge.from + 1, edge.to + 1, name_of(from.kind()),
                                name_of(to.kind()), from.degree, to.degree);
        }
        text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", e + 1, nodes, edge.length, edge.mean_radius, a.x, a.y,
                            a.z, b.x, b.y, b.z);
    }
    write_text(file, text);
}

constexpr FileWriter<const SkeletonGraph &, const Grid &, const OuterWorld &, const std::filesystem::path &> writers[] =
    {{".nrrd", write_labels}, {".vtk", write_vtk}, {".obj", write_obj}, {".csv", write_csv}};

} // namespace

SkeletonLines lines_of(const SkeletonGraph &graph) {
    SkeletonLines result;
    for (const SkeletonNode &node : graph.nodes) {
        if (node.degree == 0) {
            result.lone_points.push_back(static_cast<std::uint32_t>(result.points.size()));
        }
        result.points.push_back(node.point);
    }
    const auto is_plain = [&](int node) { return graph.nodes[static_cast<std::size_t>(node)].plain(); };
    for (const SkeletonEdge &edge : graph.edges) {
        const auto first = static_cast<std::uint32_t>(result.points.size());
        // Plain nodes are points already; a closed curve repeats its first point.
        const bool begins_at_node = !edge.closed() && is_plain(edge.from);
        const bool ends_at_known_point = edge.closed() || is_plain(edge.to);
        std::vector<std::uint32_t> line;
        if (begins_at_node) {
            line.push_back(static_cast<std::uint32_t>(edge.from));
        }
        const std::size_t end = edge.points.size() - (ends_at_known_point ? 1 : 0);
        for (std::size_t i = begins_at_node ? 1 : 0; i < end; ++i) {
            line.push_back(static_cast<std::uint32_t>(result.points.size()));
            result.points.push_back(edge.points[i]);
        }
        if (ends_at_known_point) {
            line.push_back(edge.closed() ? first : static_cast<std::uint32_t>(edge.to));
        }
        result.lines.push_back(std::move(line));
    }
    return result;
}

bool is_skeleton_file(const std::filesystem::path &file) { return find_writer(writers, file) != nullptr; }

void write_skeleton(const SkeletonGraph &graph, const Grid &grid, const std::filesystem::path &file,
                    Convention convention) {
    const auto *writer = find_writer(writers, file);
    if (writer == nullptr) {
        throw UsageError(fmt::format("{}: skeletons are written as .nrrd, .vtk, .obj or .csv", file.string()));
    }
    writer->write(graph, grid, OuterWorld(grid, convention), file);
}

} // namespace voxmarch
