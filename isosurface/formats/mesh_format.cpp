// Words of text, and the checks of everything that a mesh file says.
#include "isosurface/formats/mesh_format.h"

#include "base/error.h"
#include "base/text.h"
#include "volume/grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace voxmarch {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

/// The bits of a position; both zeros are one.
struct Place {
    std::array<std::uint32_t, 3> bits;

    explicit Place(const glm::vec3 &p) {
        for (int axis = 0; axis < 3; ++axis) {
            bits[static_cast<std::size_t>(axis)] = std::bit_cast<std::uint32_t>(p[axis] + 0.0f);
        }
    }
    bool operator==(const Place &) const = default;
};

struct PlaceHash {
    std::size_t operator()(const Place &place) const {
        std::uint64_t hash = 0;
        for (const std::uint32_t bits : place.bits) {
            hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

/// Vertices at the same place become the first of them. Triangles that then have a corner twice go: nothing changes at
/// the edges of the others, as two of their sides run back and forth along one and the third has no length.
void join_equal_vertices(Mesh &mesh) {
    std::unordered_map<Place, std::uint32_t, PlaceHash> found(mesh.positions.size());
    std::vector<std::uint32_t> joined(mesh.positions.size());
    std::uint32_t kept = 0;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const auto [place, is_new] = found.try_emplace(Place(mesh.positions[v]), kept);
        joined[v] = place->second;
        if (is_new) {
            mesh.positions[kept++] = mesh.positions[v];
        }
    }
    mesh.positions.resize(kept);
    for (MeshTriangle &triangle : mesh.triangles) {
        for (std::uint32_t &corner : triangle) {
            corner = joined[corner];
        }
    }
    std::erase_if(mesh.triangles, [](const MeshTriangle &t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
}

} // namespace

std::string_view take_line(std::string_view &text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string_view take_word(std::string_view &text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

void MeshBuilder::add_vertex(const glm::dvec3 &position) {
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::abs(position[axis]) <= largest_measure)) {
            fail(fmt::format("vertex {} is at {}: every coordinate must be a finite number, at most {:g}",
                             next_number(), position[axis], largest_measure));
        }
    }
    if (vertices() == std::numeric_limits<std::uint32_t>::max()) {
        fail("has more than 2^32 - 1 vertices");
    }
    mesh_.positions.push_back(glm::vec3(position));
}

void MeshBuilder::add_polygon(std::span<const std::int64_t> corners) {
    for (const std::int64_t corner : corners) {
        if (corner < 0 || static_cast<std::uint64_t>(corner) >= vertices()) {
            fail(fmt::format("a triangle has a corner that is not there: vertex {} of {}, counted from {}",
                             first_ + corner, vertices(), first_));
        }
    }
    const auto vertex = [&](std::size_t i) { return static_cast<std::uint32_t>(corners[i]); };
    for (std::size_t i = 2; i < corners.size(); ++i) {
        mesh_.triangles.push_back({vertex(0), vertex(i - 1), vertex(i)});
    }
}

glm::dvec3 MeshBuilder::position_of(std::string_view &words) const {
    glm::dvec3 position;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string_view word = take_word(words);
        const auto number = text::to_double(word);
        if (!number) {
            fail(fmt::format("vertex {} has '{}' in the place of a coordinate", next_number(),
                             text::one_line(word, 40)));
        }
        position[axis] = *number;
    }
    return position;
}

void MeshBuilder::fail(const std::string &problem) const { throw FileError(file_, problem); }

Mesh MeshBuilder::finish() {
    join_equal_vertices(mesh_);
    if (mesh_.triangles.empty()) {
        fail("holds no triangle with three corners");
    }
    return std::move(mesh_);
}

} // namespace voxmarch
