// STL: triangles one after the other, each with its own corners, as bytes or as text.
#include "base/text.h"
#include "isosurface/formats/mesh_format.h"
#include "volume/formats/header_fields.h"

#include <bit>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

/// The last three vertices become a triangle.
void add_triangle(MeshBuilder &mesh) {
    const auto end = static_cast<std::int64_t>(mesh.vertices());
    mesh.add_polygon(std::array<std::int64_t, 3>{end - 3, end - 2, end - 1});
}

/// Numbers of binary STL are little-endian.
HeaderFields fields_of(std::string_view bytes) {
    return {std::as_bytes(std::span(bytes)), std::endian::native != std::endian::little};
}

void read_binary(std::string_view bytes, MeshBuilder &mesh) {
    for (std::string_view left = bytes.substr(header_bytes); !left.empty(); left.remove_prefix(triangle_bytes)) {
        const HeaderFields triangle = fields_of(left.substr(0, triangle_bytes));
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t place = 12 * (corner + 1); // behind the normal
            mesh.add_vertex({triangle.at<float>(place), triangle.at<float>(place + 4), triangle.at<float>(place + 8)});
        }
        add_triangle(mesh);
    }
}

void read_text(std::string_view bytes, MeshBuilder &mesh) {
    std::size_t corners = 0;
    for (std::string_view next = take_word(bytes); !next.empty(); next = take_word(bytes)) {
        const std::string word = text::lower(next); // some programs shout
        if (word == "vertex") {
            mesh.add_vertex(mesh.position_of(bytes));
            ++corners;
        } else if (word == "endloop") {
            if (corners != 3) {
                mesh.fail(fmt::format("a loop of STL has {} vertices; it must have three", corners));
            }
            add_triangle(mesh);
            corners = 0;
        }
    }
    if (corners != 0) {
        mesh.fail("ends within a triangle");
    }
}

} // namespace

std::string read_stl(std::string_view bytes, MeshBuilder &mesh) {
    // Binary files may begin with "solid", too: their size tells them.
    if (bytes.size() >= header_bytes) {
        const std::uint64_t triangles = fields_of(bytes).at<std::uint32_t>(header_bytes - 4);
        if (bytes.size() == header_bytes + triangle_bytes * triangles) {
            read_binary(bytes, mesh);
            return std::string(bytes.substr(0, header_bytes - 4));
        }
    }
    std::string_view left = bytes, first = take_line(left);
    const std::string title(first);
    if (text::lower(take_word(first)) != "solid") {
        mesh.fail("is no STL file: it begins without 'solid', and its size is not that of the triangles it claims");
    }
    read_text(left, mesh);
    return title;
}

} // namespace voxmarch
