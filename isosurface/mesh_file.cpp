// Turns meshes into the bytes of each format.
#include "isosurface/mesh_file.h"

#include "base/error.h"
#include "base/file_writer.h"
#include "isosurface/formats/write_glb.h"
#include "isosurface/mesh_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/compile.h>
#include <map>
#include <span>
#include <vector>

namespace voxmarch {

namespace {

/// The part of a vertex or triangle, and of those after it. @param count  &MeshPart::vertices
class PartCursor {
public:
    PartCursor(const MeshView &mesh, std::size_t MeshPart::*count, std::size_t index)
        : part_(mesh.parts.data()), end_(part_ + mesh.parts.size()), count_(count), place_(index) {
        skip_ended();
    }

    /// Null where the mesh has no parts.
    const MeshPart *part() const { return part_ == end_ ? nullptr : part_; }
    bool at_first() const { return place_ == 0; }
    void next() {
        ++place_;
        skip_ended();
    }

private:
    const MeshPart *part_, *end_;
    std::size_t MeshPart::*count_;
    std::size_t place_; ///< within the part

    void skip_ended() {
        for (; part_ != end_ && place_ >= part_->*count_; ++part_) {
            place_ -= part_->*count_;
        }
    }
};

template <std::endian order> char *put_vector(char *at, const glm::vec3 &v) {
    for (int i = 0; i < 3; ++i) {
        at = put<order>(at, v[i]);
    }
    return at;
}

std::array<std::uint8_t, 3> color_bytes(const MeshPart &part) {
    const glm::vec3 color = glm::clamp(part.color, 0.0f, 1.0f) * 255.0f + 0.5f;
    return {static_cast<std::uint8_t>(color.r), static_cast<std::uint8_t>(color.g), static_cast<std::uint8_t>(color.b)};
}

char *put_color(char *at, const MeshPart &part) {
    for (const std::uint8_t channel : color_bytes(part)) {
        at = put<std::endian::native>(at, channel);
    }
    return at;
}

bool has_labels(const MeshView &mesh) { return mesh.part_value == "label"; }

/// What the part's triangles are of: label or isovalue.
template <std::endian order> char *put_value(char *at, const MeshView &mesh, const MeshPart &part) {
    return has_labels(mesh) ? put<order>(at, static_cast<std::int32_t>(part.value)) : put<order>(at, part.value);
}

/// On one line, and without the spaces that would make several names of it.
std::string one_word(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return letter <= ' ' || letter == 0x7f; }, '_');
    return name;
}

/// A name for each part; equal ones get their value.
std::vector<std::string> group_names(const MeshView &mesh) {
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

bool has_normals(const MeshView &mesh) { return !mesh.normals.empty(); }

void write_ply(const MeshView &mesh, MeshWriter &out) {
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
    out.items(mesh.positions.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        PartCursor cursor(mesh, &MeshPart::vertices, first);
        for (std::size_t v = first; v < last; ++v, cursor.next()) {
            char *at = put_vector<std::endian::little>(block.room(27), mesh.positions[v]);
            at = has_normals(mesh) ? put_vector<std::endian::little>(at, mesh.normals[v]) : at;
            block.end(cursor.part() ? put_color(at, *cursor.part()) : at);
        }
    });
    out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        PartCursor cursor(mesh, &MeshPart::triangles, first);
        for (std::size_t i = first; i < last; ++i, cursor.next()) {
            char *at = put<std::endian::little>(block.room(21), std::uint8_t{3});
            for (const std::uint32_t v : mesh.triangles[i]) {
                at = put<std::endian::little>(at, v);
            }
            block.end(cursor.part() ? put_value<std::endian::little>(at, mesh, *cursor.part()) : at);
        }
    });
}

void write_stl(const MeshView &mesh, MeshWriter &out) {
    std::string header = "by voxmarch" + out.world(" ", "");
    header.resize(80, ' ');
    char count[4];
    put<std::endian::little>(count, static_cast<std::uint32_t>(mesh.triangles.size()));
    out.text(header + std::string(count, 4));
    out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const MeshTriangle &t = mesh.triangles[i];
            const glm::vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
            const glm::vec3 twice_area = glm::cross(b - a, c - a);
            const float length = glm::length(twice_area);
            char *at =
                put_vector<std::endian::little>(block.room(50), length > 0.0f ? twice_area / length : glm::vec3(0.0f));
            for (const glm::vec3 *corner : {&a, &b, &c}) {
                at = put_vector<std::endian::little>(at, *corner);
            }
            block.end(put<std::endian::little>(at, std::uint16_t{0}));
        }
    });
}

// Of OBJ: three numbers of at most 16 letters and a colour, or six of at most 10.
constexpr std::size_t longest_line = 96;

void write_obj(const MeshView &mesh, MeshWriter &out) {
    out.text("# by voxmarch\n" + out.world("# ", "\n"));
    out.items(mesh.positions.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        PartCursor cursor(mesh, &MeshPart::vertices, first);
        for (std::size_t v = first; v < last; ++v, cursor.next()) {
            const glm::vec3 &p = mesh.positions[v];
            char *at = fmt::format_to(block.room(longest_line), FMT_COMPILE("v {} {} {}"), p.x, p.y, p.z);
            if (const MeshPart *part = cursor.part()) { // as MeshLab and Blender write and read it
                at = fmt::format_to(at, " {:.4f} {:.4f} {:.4f}", part->color.x, part->color.y, part->color.z);
            }
            *at++ = '\n';
            block.end(at);
        }
    });
    out.items(mesh.normals.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        for (const glm::vec3 &n : mesh.normals.subspan(first, last - first)) {
            block.end(fmt::format_to(block.room(longest_line), FMT_COMPILE("vn {} {} {}\n"), n.x, n.y, n.z));
        }
    });
    const std::vector<std::string> groups = group_names(mesh);
    out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        PartCursor cursor(mesh, &MeshPart::triangles, first);
        for (std::size_t i = first; i < last; ++i, cursor.next()) {
            if (const MeshPart *part = cursor.part(); part && cursor.at_first()) {
                const std::string &group = groups[static_cast<std::size_t>(part - mesh.parts.data())];
                block.text(fmt::format("# {} {:.9g}\ng {}\n", mesh.part_value, part->value, group));
            }
            const MeshTriangle &t = mesh.triangles[i];
            const std::uint32_t a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
            char *at = block.room(longest_line);
            block.end(has_normals(mesh) ? fmt::format_to(at, FMT_COMPILE("f {}//{} {}//{} {}//{}\n"), a, a, b, b, c, c)
                                        : fmt::format_to(at, FMT_COMPILE("f {} {} {}\n"), a, b, c));
        }
    });
}

/// Value and colour of each triangle.
void write_vtk_parts(const MeshView &mesh, MeshWriter &out) {
    out.text(fmt::format("CELL_DATA {}\nSCALARS {} {} 1\nLOOKUP_TABLE default\n", mesh.triangles.size(),
                         mesh.part_value, has_labels(mesh) ? "int" : "double"));
    const auto for_triangles = [&](auto &&put_part) {
        out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
            PartCursor cursor(mesh, &MeshPart::triangles, first);
            for (std::size_t i = first; i < last && cursor.part(); ++i, cursor.next()) {
                block.end(put_part(block.room(8), *cursor.part()));
            }
        });
    };
    for_triangles([&](char *at, const MeshPart &part) { return put_value<std::endian::big>(at, mesh, part); });
    out.text("\nCOLOR_SCALARS color 3\n");
    for_triangles(put_color);
    out.text("\n");
}

/// Big-endian, as VTK has them.
void write_vtk_vectors(std::span<const glm::vec3> vectors, MeshWriter &out) {
    out.items(vectors.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            block.end(put_vector<std::endian::big>(block.room(12), vectors[i]));
        }
    });
    out.text("\n");
}

void write_vtk(const MeshView &mesh, MeshWriter &out) {
    out.text(
        fmt::format("# vtk DataFile Version 3.0\nisosurface by voxmarch{}\nBINARY\nDATASET POLYDATA\nPOINTS {} float\n",
                    out.world(" ", ""), mesh.positions.size()));
    write_vtk_vectors(mesh.positions, out);
    out.text(fmt::format("POLYGONS {} {}\n", mesh.triangles.size(), 4 * mesh.triangles.size()));
    out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            char *at = put<std::endian::big>(block.room(16), std::int32_t{3});
            for (const std::uint32_t v : mesh.triangles[i]) {
                at = put<std::endian::big>(at, v);
            }
            block.end(at);
        }
    });
    out.text("\n");
    if (has_normals(mesh)) {
        out.text(fmt::format("POINT_DATA {}\nNORMALS normals float\n", mesh.normals.size()));
        write_vtk_vectors(mesh.normals, out);
    }
    if (!mesh.parts.empty()) {
        write_vtk_parts(mesh, out);
    }
}

constexpr FileWriter<const MeshView &, MeshWriter &> writers[] = {
    {".ply", write_ply}, {".stl", write_stl}, {".obj", write_obj}, {".vtk", write_vtk}, {".glb", write_glb}};

} // namespace

bool is_mesh_file(const std::filesystem::path &file) { return find_writer(writers, file) != nullptr; }

bool tells_parts_apart(const std::filesystem::path &file) { return text::lower(file.extension().string()) != ".stl"; }

void write_mesh(const MeshView &mesh, const std::filesystem::path &file, const std::function<void(double)> &progress,
                const std::string &world) {
    const auto *writer = find_writer(writers, file);
    if (writer == nullptr) {
        throw UsageError(fmt::format("{}: meshes are written as .ply, .stl, .obj, .vtk or .glb", file.string()));
    }
    const std::size_t items = mesh.positions.size() + mesh.normals.size() + mesh.triangles.size();
    MeshWriter out(file, items, progress, world, mesh.forget);
    writer->write(mesh, out);
    out.commit();
}

} // namespace voxmarch
