// Writes meshes as binary glTF 2.0 (Khronos, ISO/IEC 12113): one JSON chunk, one chunk of vertices and indices.
#include "isosurface/formats/write_glb.h"

#include "base/error.h"
#include "isosurface/mesh_writer.h"
#include "transfer/color_space.h"
#include "volume/length_unit.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

using json = nlohmann::ordered_json;

// Numbers of the specification.
constexpr int float_type = 5126, uint_type = 5125, array_buffer = 34962, index_buffer = 34963;

/// A part with its place in the mesh.
struct PlacedPart {
    MeshPart part;
    std::size_t vertex = 0, triangle = 0; ///< the first ones
};

std::vector<PlacedPart> placed_parts(const MeshView &mesh) {
    std::vector<PlacedPart> result;
    std::size_t vertex = 0, triangle = 0;
    for (const MeshPart &part : mesh.parts) {
        result.push_back({part, vertex, triangle});
        vertex += part.vertices;
        triangle += part.triangles;
    }
    if (result.empty()) {
        MeshPart whole;
        whole.name = "surface";
        whole.color = glm::vec3(0.91f, 0.84f, 0.71f);
        whole.vertices = mesh.positions.size();
        whole.triangles = mesh.triangles.size();
        result.push_back({whole, 0, 0});
    }
    std::erase_if(result, [](const PlacedPart &one) { return one.part.triangles == 0; });
    return result;
}

/// Colours of files are sRGB, those of materials linear light.
double material_part(float part) { return linear_light(std::clamp(static_cast<double>(part), 0.0, 1.0)); }

json vector_json(const glm::vec3 &v) { return {v.x, v.y, v.z}; }

json accessor(int view, std::size_t offset, int type, std::size_t count, const char *shape) {
    return {{"bufferView", view}, {"byteOffset", offset}, {"componentType", type}, {"count", count}, {"type", shape}};
}

/// glTF is in metres and y points up: of patients z does (to the head), and so it does in most other files.
json root_node(const std::string &world, std::size_t parts) {
    const double metre = millimetres_per(find_world_tag(world).unit).value_or(1000.0) / 1000.0;
    const double half = std::sqrt(0.5);
    json node = {{"name", "voxmarch"}, {"rotation", {-half, 0.0, 0.0, half}}, {"scale", {metre, metre, metre}}};
    for (std::size_t i = 0; i < parts; ++i) {
        node["children"].push_back(i + 1);
    }
    return node;
}

/// @param binary  bytes of the second chunk
json document_of(const MeshView &mesh, const std::vector<PlacedPart> &parts, const std::string &world,
                 std::size_t binary) {
    const std::size_t vector_bytes = sizeof(glm::vec3) * mesh.positions.size();
    const bool normals = !mesh.normals.empty();
    json document;
    document["asset"] = {{"version", "2.0"}, {"generator", "voxmarch"}};
    if (!world.empty()) {
        document["asset"]["extras"] = {{"world", world}};
    }
    document["scene"] = 0;
    document["scenes"] = {{{"nodes", {0}}}};
    document["nodes"].push_back(root_node(world, parts.size()));
    document["buffers"] = {{{"byteLength", binary}}};
    json views = {{{"buffer", 0}, {"byteOffset", 0}, {"byteLength", vector_bytes}, {"target", array_buffer}}};
    if (normals) {
        views.push_back(
            {{"buffer", 0}, {"byteOffset", vector_bytes}, {"byteLength", vector_bytes}, {"target", array_buffer}});
    }
    const std::size_t indices = (normals ? 2 : 1) * vector_bytes;
    views.push_back({{"buffer", 0},
                     {"byteOffset", indices},
                     {"byteLength", sizeof(MeshTriangle) * mesh.triangles.size()},
                     {"target", index_buffer}});
    document["bufferViews"] = views;
    const int index_view = normals ? 2 : 1;
    for (const PlacedPart &placed : parts) {
        const std::span vertices = mesh.positions.subspan(placed.vertex, placed.part.vertices);
        glm::vec3 low = vertices.front(), high = low;
        for (const glm::vec3 &position : vertices) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
        json &accessors = document["accessors"];
        json attributes = {{"POSITION", accessors.size()}};
        const std::size_t offset = sizeof(glm::vec3) * placed.vertex;
        accessors.push_back(accessor(0, offset, float_type, vertices.size(), "VEC3"));
        accessors.back()["min"] = vector_json(low);
        accessors.back()["max"] = vector_json(high);
        if (normals) {
            attributes["NORMAL"] = accessors.size();
            accessors.push_back(accessor(1, offset, float_type, vertices.size(), "VEC3"));
        }
        const std::size_t number = document["materials"].size();
        const json primitive = {
            {"attributes", attributes}, {"indices", accessors.size()}, {"material", number}, {"mode", 4}};
        accessors.push_back(accessor(index_view, sizeof(MeshTriangle) * placed.triangle, uint_type,
                                     3 * placed.part.triangles, "SCALAR"));
        const glm::vec3 &color = placed.part.color;
        document["materials"].push_back(
            {{"name", placed.part.name},
             {"doubleSided", true},
             {"pbrMetallicRoughness",
              {{"baseColorFactor", {material_part(color.r), material_part(color.g), material_part(color.b), 1.0}},
               {"metallicFactor", 0.0},
               {"roughnessFactor", 0.6}}}});
        json entry = {{"name", placed.part.name}, {"primitives", {primitive}}};
        if (!mesh.part_value.empty() && !mesh.parts.empty()) {
            entry["extras"] = {{std::string(mesh.part_value), placed.part.value}};
        }
        document["meshes"].push_back(entry);
        document["nodes"].push_back({{"name", placed.part.name}, {"mesh", number}});
    }
    return document;
}

std::string little_endian(std::initializer_list<std::uint32_t> words) {
    std::string bytes;
    for (const std::uint32_t word : words) {
        char raw[4];
        put<std::endian::little>(raw, word);
        bytes.append(raw, sizeof raw);
    }
    return bytes;
}

} // namespace

void write_glb(const MeshView &mesh, MeshWriter &out) {
    const std::vector<PlacedPart> parts = placed_parts(mesh);
    const std::size_t binary = sizeof(glm::vec3) * (mesh.positions.size() + mesh.normals.size()) +
                               sizeof(MeshTriangle) * mesh.triangles.size();
    std::string text =
        parts.empty()
            ? R"({"asset":{"version":"2.0","generator":"voxmarch"}})"
            : document_of(mesh, parts, out.world("", ""), binary).dump(-1, ' ', false, json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t whole = 12 + 8 + text.size() + (parts.empty() ? 0 : 8 + binary);
    if (whole > 0xffffffffu) {
        throw UsageError(fmt::format("a .glb file holds less than 4 GiB, and this mesh is {:.1f} GiB: write .ply, or "
                                     "fewer triangles",
                                     static_cast<double>(whole) / (1u << 30)));
    }
    out.text("glTF" + little_endian({2, static_cast<std::uint32_t>(whole), static_cast<std::uint32_t>(text.size())}) +
             "JSON" + text);
    if (parts.empty()) {
        return;
    }
    out.text(little_endian({static_cast<std::uint32_t>(binary)}) + std::string("BIN\0", 4));
    for (const std::span<const glm::vec3> vectors : {mesh.positions, mesh.normals}) {
        out.items(vectors.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
            for (const glm::vec3 &v : vectors.subspan(first, last - first)) {
                char *at = block.room(sizeof v);
                for (int i = 0; i < 3; ++i) {
                    at = put<std::endian::little>(at, v[i]);
                }
                block.end(at);
            }
        });
    }
    out.items(mesh.triangles.size(), [&](ByteBlock &block, std::size_t first, std::size_t last) {
        auto part = std::ranges::upper_bound(parts, first, {}, &PlacedPart::triangle) - 1;
        for (std::size_t i = first; i < last; ++i) {
            while (i >= part->triangle + part->part.triangles) {
                ++part;
            }
            char *at = block.room(sizeof(MeshTriangle));
            for (const std::uint32_t vertex : mesh.triangles[i]) { // each part has vertices of its own
                at = put<std::endian::little>(at, static_cast<std::uint32_t>(vertex - part->vertex));
            }
            block.end(at);
        }
    });
}

} // namespace voxmarch
