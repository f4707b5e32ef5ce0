// Turns meshes into bytes, a piece at a time.
#include "isosurface/mesh_file.h"

#include "device/error.h"
#include "volume/file_writer.h"
#include "volume/output_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Collects bytes and hands them on in pieces.
class MeshWriter {
public:
    MeshWriter(const std::filesystem::path &file, std::size_t items, const std::function<void(double)> &progress)
        : file_(file), items_(items), progress_(progress) {}

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

    void flush() {
        file_.write(std::string_view(bytes_));
        bytes_.clear();
    }
};

bool has_normals(const Mesh &mesh) { return !mesh.normals.empty(); }

void write_ply(const Mesh &mesh, MeshWriter &out) {
    out.text(fmt::format("ply\nformat binary_little_endian 1.0\ncomment by voxmarch\nelement vertex {}\n"
                         "property float x\nproperty float y\nproperty float z\n",
                         mesh.positions.size()));
    if (has_normals(mesh)) {
        out.text("property float nx\nproperty float ny\nproperty float nz\n");
    }
    out.text(
        fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n", mesh.triangles.size()));
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        out.vector(mesh.positions[v], std::endian::little);
        if (has_normals(mesh)) {
            out.vector(mesh.normals[v], std::endian::little);
        }
        out.item();
    }
    for (const MeshTriangle &t : mesh.triangles) {
        out.number(std::uint8_t{3}, std::endian::little);
        for (const std::uint32_t v : t) {
            out.number(v, std::endian::little);
        }
        out.item();
    }
}

void write_stl(const Mesh &mesh, MeshWriter &out) {
    std::string header = "by voxmarch";
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
    out.text("# by voxmarch\n");
    for (const glm::vec3 &p : mesh.positions) {
        out.text(fmt::format("v {} {} {}\n", p.x, p.y, p.z));
        out.item();
    }
    for (const glm::vec3 &n : mesh.normals) {
        out.text(fmt::format("vn {} {} {}\n", n.x, n.y, n.z));
    }
    for (const MeshTriangle &t : mesh.triangles) {
        const std::uint32_t a = t[0] + 1, b = t[1] + 1, c = t[2] + 1;
        out.text(has_normals(mesh) ? fmt::format("f {0}//{0} {1}//{1} {2}//{2}\n", a, b, c)
                                   : fmt::format("f {} {} {}\n", a, b, c));
        out.item();
    }
}

void write_vtk(const Mesh &mesh, MeshWriter &out) {
    out.text(
        fmt::format("# vtk DataFile Version 3.0\nisosurface by voxmarch\nBINARY\nDATASET POLYDATA\nPOINTS {} float\n",
                    mesh.positions.size()));
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
}

constexpr FileWriter<const Mesh &, MeshWriter &> writers[] = {
    {".ply", write_ply}, {".stl", write_stl}, {".obj", write_obj}, {".vtk", write_vtk}};

} // namespace

bool is_mesh_file(const std::filesystem::path &file) { return find_writer(writers, file) != nullptr; }

void write_mesh(const Mesh &mesh, const std::filesystem::path &file, const std::function<void(double)> &progress) {
    const auto *writer = find_writer(writers, file);
    if (writer == nullptr) {
        throw UsageError(fmt::format("{}: meshes are written as .ply, .stl, .obj or .vtk", file.string()));
    }
    MeshWriter out(file, mesh.positions.size() + mesh.triangles.size(), progress);
    writer->write(mesh, out);
    out.commit();
}

} // namespace voxmarch
