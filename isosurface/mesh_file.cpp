// Turns meshes into bytes, a piece at a time.
#include "isosurface/mesh_file.h"

#include "base/error.h"
#include "base/file_writer.h"
#include "base/output_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

/// Collects bytes and hands them on in pieces.
class MeshWriter {
public:
    MeshWriter(const std::filesystem::path &file, std::size_t items, const std::function<void(double)> &progress,
               std::string world)
        : file_(file), items_(items), progress_(progress), world_(std::move(world)) {}

    /// A line of a comment: where the coordinates are, after `before`; "" if that is not known.
    std::string world(std::string_view before, std::string_view after) const {
        return world_.empty() ? "" : fmt::format("{}{}{}", before, world_, after);
    }

    void text(std::string_view characters) { bytes_.append(characters); }

    template <typename T> void number(T value, std::endian order) {
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        if (order != std::endian::native) {
            std::reverse(std::begin(raw), std::end(raw));
        }
        bytes_.append(raw, sizeof(T));
    }
    void vector(const glm::vec3 &v, std::endian order) {
        for (int i = 0; i < 3; ++i) {
            number(v[i], order);
        }
    }

    /// One vertex or triangle is complete.
    void item() {
        ++done_;
        if (bytes_.size() >= piece) {
            flush();
            if (progress_) {
                progress_(static_cast<double>(done_) / static_cast<double>(items_));
            }
        }
    }
    void commit() {
        flush();
        file_.commit();
        if (progress_) {
            progress_(1.0);
        }
    }

private:
    static constexpr std::size_t piece = 1 << 16;
    OutputFile file_;
    std::string bytes_;
    std::size_t items_, done_ = 0;
    const std::function<void(double)> &progress_;
    std::string world_;

    void flush() {
        file_.write(std::string_view(bytes_));
        bytes_.clear();
    }
};

/// Calls f(part, index) for every vertex or triangle, part after part. @param count  &MeshPart::vertices
template <typename F> void for_parts(const Mesh &mesh, std::size_t MeshPart::*count, F &&f) {
    std::size_t index = 0;
    for (const MeshPart &part : mesh.parts) {
        for (std::size_t i = 0; i < part.*count; ++i) {
            f(part, index++);
        }
    }
}

std::array<std::uint8_t, 3> color_bytes(const MeshPart &part) {
    const glm::vec3 color = glm::clamp(part.color, 0.0f, 1.0f) * 255.0f + 0.5f;
    return {static_cast<std::uint8_t>(color.r), static_cast<std::uint8_t>(color.g), static_cast<std::uint8_t>(color.b)};
}

bool has_labels(const Mesh &mesh) { return mesh.part_value == "label"; }

/// On one line, and without the spaces that would make several names of it.
std::string one_word(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return letter <= ' ' || letter == 0x7f; }, '_');
    return name;
}

/// A name for each part; equal ones get their value.
std::vector<std::string> group_names(const Mesh &mesh) {
    std::map<std::string, int> uses;
    std::vector<std::string> names;
    for (const MeshPart &part : mesh.parts) {
        ++uses[names.emplace_back(one_word(part.name))];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (uses[names[i]] > 1) {
            names[i] += fmt::format("_{:.9g}", mesh.parts[i].value);
        }
    }
    return names;
}

bool has_normals(const Mesh &mesh) { return !mesh.normals.empty(); }

void write_ply(const Mesh &mesh, MeshWriter &out) {
    out.text(fmt::format("ply\nformat binary_little_endian 1.0\ncomment by voxmarch\n{}element vertex {}\n"
                         "property float x\nproperty float y\nproperty float z\n",
                         out.world("comment ", "\n"), mesh.positions.size()));
    if (has_normals(mesh)) {
        out.text("property float nx\nproperty float ny\nproperty float nz\n");
    }
    if (!mesh.parts.empty()) {
        out.text("property uchar red\nproperty uchar green\nproperty uchar blue\n");
    }
    out.text(fmt::format("element face {}\nproperty list uchar uint vertex_indices\n", mesh.triangles.size()));
    if (!mesh.parts.empty()) {
        out.text(fmt::format("property {} {}\n", has_labels(mesh) ? "int" : "double", mesh.part_value));
    }
    out.text("end_header\n");
    std::vector<std::array<std::uint8_t, 3>> colors;
    std::vector<double> values;
    for_parts(mesh, &MeshPart::vertices,
              [&](const MeshPart &part, std::size_t) { colors.push_back(color_bytes(part)); });
    for_parts(mesh, &MeshPart::triangles, [&](const MeshPart &part, std::size_t) { values.push_back(part.value); });
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        out.vector(mesh.positions[v], std::endian::little);
        if (has_normals(mesh)) {
            out.vector(mesh.normals[v], std::endian::little);
        }
        for (std::size_t i = 0; i < 3 && !colors.empty(); ++i) {
            out.number(colors[v][i], std::endian::little);
        }
        out.item();
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        out.number(std::uint8_t{3}, std::endian::little);
        for (const std::uint32_t v : mesh.triangles[i]) {
            out.number(v, std::endian::little);
        }
        if (!values.empty() && has_labels(mesh)) {
            out.number(static_cast<std::int32_t>(values[i]), std::endian::little);
        } else if (!values.empty()) {
            out.number(values[i], std::endian::little);
        }
        out.item();
    }
}

void write_stl(const Mesh &mesh, MeshWriter &out) {
    std::string header = "by voxmarch" + out.world(" ", "");
    header.resize(80, ' ');
    out.text(header);
    out.number(static_cast<std::uint32_t>(mesh.triangles.size()), std::endian::little);
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
        const glm::vec3 twice_area = glm::cross(b - a, c - a);
        const float length = glm::length(twice_area);
        out.vector(length > 0.0f ? twice_area / length : glm::vec3(0.0f), std::endian::little);
        for (const glm::vec3 *corner : {&a, &b, &c}) {
            out.vector(*corner, std::endian::little);
        }
        out.number(std::uint16_t{0}, std::endian::little);
        out.item();
    }
}

void write_obj(const Mesh &mesh, MeshWriter &out) {
    out.text("# by voxmarch\n" + out.world("# ", "\n"));
    for (const glm::vec3 &p : mesh.positions) {
        out.text(fmt::format("v {} {} {}\n", p.x, p.y, p.z));
        out.item();
    }
    for (const glm::vec3 &n : mesh.normals) {
        out.text(fmt::format("vn {} {} {}\n", n.x, n.y, n.z));
    }
    const std::vector<std::string> groups = group_names(mesh);
    std::size_t part = 0, left = 0; // triangles of the part that are still to come
    for (const MeshTriangle &t : mesh.triangles) {
        while (left == 0 && part < groups.size()) {
            left = mesh.parts[part].triangles;
            out.text(left == 0
                         ? ""
                         : fmt::format("# {} {:.9g}\ng {}\n", mesh.part_value, mesh.parts[part].value, groups[part]));
            ++part;
        }
        left -= left > 0 ? 1 : 0;
        const std::uint32_t a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
        out.text(has_normals(mesh) ? fmt::format("f {0}//{0} {1}//{1} {2}//{2}\n", a, b, c)
                                   : fmt::format("f {} {} {}\n", a, b, c));
        out.item();
    }
}

/// Value and colour of each triangle.
void write_vtk_parts(const Mesh &mesh, MeshWriter &out) {
    out.text(fmt::format("CELL_DATA {}\nSCALARS {} {} 1\nLOOKUP_TABLE default\n", mesh.triangles.size(),
                         mesh.part_value, has_labels(mesh) ? "int" : "double"));
    for_parts(mesh, &MeshPart::triangles, [&](const MeshPart &part, std::size_t) {
        if (has_labels(mesh)) {
            out.number(static_cast<std::int32_t>(part.value), std::endian::big);
        } else {
            out.number(part.value, std::endian::big);
        }
    });
    out.text("\nCOLOR_SCALARS color 3\n");
    for_parts(mesh, &MeshPart::triangles, [&](const MeshPart &part, std::size_t) {
        for (const std::uint8_t channel : color_bytes(part)) {
            out.number(channel, std::endian::big);
        }
    });
    out.text("\n");
}

void write_vtk(const Mesh &mesh, MeshWriter &out) {
    out.text(
        fmt::format("# vtk DataFile Version 3.0\nisosurface by voxmarch{}\nBINARY\nDATASET POLYDATA\nPOINTS {} float\n",
                    out.world(" ", ""), mesh.positions.size()));
    for (const glm::vec3 &p : mesh.positions) {
        out.vector(p, std::endian::big);
        out.item();
    }
    out.text(fmt::format("\nPOLYGONS {} {}\n", mesh.triangles.size(), 4 * mesh.triangles.size()));
    for (const MeshTriangle &t : mesh.triangles) {
        out.number(std::int32_t{3}, std::endian::big);
        for (const std::uint32_t v : t) {
            out.number(static_cast<std::int32_t>(v), std::endian::big);
        }
        out.item();
    }
    out.text("\n");
    if (has_normals(mesh)) {
        out.text(fmt::format("POINT_DATA {}\nNORMALS normals float\n", mesh.normals.size()));
        for (const glm::vec3 &n : mesh.normals) {
            out.vector(n, std::endian::big);
        }
        out.text("\n");
    }
    if (!mesh.parts.empty()) {
        write_vtk_parts(mesh, out);
    }
}

constexpr FileWriter<const Mesh &, MeshWriter &> writers[] = {
    {".ply", write_ply}, {".stl", write_stl}, {".obj", write_obj}, {".vtk", write_vtk}};

} // namespace

bool is_mesh_file(const std::filesystem::path &file) { return find_writer(writers, file) != nullptr; }

bool tells_parts_apart(const std::filesystem::path &file) { return text::lower(file.extension().string()) != ".stl"; }

void write_mesh(const Mesh &mesh, const std::filesystem::path &file, const std::function<void(double)> &progress,
                const std::string &world) {
    const auto *writer = find_writer(writers, file);
    if (writer == nullptr) {
        throw UsageError(fmt::format("{}: meshes are written as .ply, .stl, .obj or .vtk", file.string()));
    }
    MeshWriter out(file, mesh.positions.size() + mesh.triangles.size(), progress, world);
    writer->write(mesh, out);
    out.commit();
}

} // namespace voxmarch
