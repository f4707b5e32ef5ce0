// Binary glTF: the triangles of a scene where its nodes place them, whatever else there is left out.
#include "isosurface/formats/glb_file.h"

#include "volume/length_unit.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <vector>

namespace voxmarch {

namespace {

/// Vertices or corners of triangles that a file may have where nodes place the same mesh many times.
constexpr std::uint64_t most_placed = std::uint64_t{1} << 26;

/// Ways to make triangles of corners, as the specification numbers them; lower numbers are points and lines.
enum GlbMode : std::uint64_t { glb_triangles = 4, glb_strip = 5, glb_fan = 6 };

/// A mesh at its place.
struct GlbInstance {
    std::uint64_t mesh = 0;
    glm::dmat4 scene_from_mesh{1.0};
};

class GlbScene {
public:
    GlbScene(std::string_view bytes, MeshBuilder &mesh) : bytes_(bytes.size()), mesh_(mesh), file_(bytes, mesh) {}

    /// @return what says where the coordinates are
    std::string read() {
        const std::string world = world_tag();
        const glm::dmat4 world_from_scene = world_from_gltf(world);
        for (const GlbInstance &one : instances()) {
            add(one.mesh, world_from_scene * one.scene_from_mesh);
        }
        return world;
    }

private:
    std::uint64_t bytes_;
    MeshBuilder &mesh_;
    GlbFile file_;
    std::uint64_t placed_ = 0; ///< vertices and corners

    /// glTF is in metres. Our own files tell what the coordinates were, or that it was not known.
    std::string world_tag() const {
        const auto asset = file_.document().find("asset");
        if (asset == file_.document().end() || !asset->is_object()) {
            mesh_.fail("is damaged: it does not say which glTF it is (asset)");
        }
        if (asset->value("generator", GlbJson()) != "voxmarch") {
            return "UNIT=m";
        }
        const GlbJson extras = asset->value("extras", GlbJson::object());
        const GlbJson world = extras.is_object() ? extras.value("world", GlbJson()) : GlbJson();
        return world.is_string() ? world.get<std::string>() : "";
    }

    /// Back from metres and y up, as write_glb() goes there: z is up.
    static glm::dmat4 world_from_gltf(const std::string &world) {
        const double metre = millimetres_per(find_world_tag(world).unit).value_or(1000.0) / 1000.0;
        const glm::dmat4 upright(glm::dvec4(1, 0, 0, 0), glm::dvec4(0, 0, 1, 0), glm::dvec4(0, -1, 0, 0),
                                 glm::dvec4(0, 0, 0, 1));
        return glm::scale(glm::dmat4(1.0), glm::dvec3(1.0 / metre)) * upright;
    }

    /// @return empty where the node does not say it
    std::vector<double> numbers_of(const GlbJson &node, const char *key, std::size_t count) const {
        const auto found = node.find(key);
        if (found == node.end()) {
            return {};
        }
        if (!found->is_array() || found->size() != count ||
            !std::ranges::all_of(*found, [](const GlbJson &one) { return one.is_number(); })) {
            mesh_.fail(fmt::format("is damaged: the {} of a node is not {} numbers", key, count));
        }
        return found->get<std::vector<double>>();
    }

    glm::dmat4 matrix_of(const GlbJson &node) const {
        glm::dmat4 matrix(1.0);
        if (const auto m = numbers_of(node, "matrix", 16); !m.empty()) {
            for (int i = 0; i < 16; ++i) {
                matrix[i / 4][i % 4] = m[static_cast<std::size_t>(i)];
            }
            return matrix;
        }
        if (const auto t = numbers_of(node, "translation", 3); !t.empty()) {
            matrix = glm::translate(matrix, glm::dvec3(t[0], t[1], t[2]));
        }
        if (const auto r = numbers_of(node, "rotation", 4); !r.empty()) {
            const glm::dquat rotation(r[3], r[0], r[1], r[2]);
            matrix *= glm::mat4_cast(glm::length(rotation) > 0.0 ? glm::normalize(rotation) : rotation);
        }
        if (const auto s = numbers_of(node, "scale", 3); !s.empty()) {
            matrix = glm::scale(matrix, glm::dvec3(s[0], s[1], s[2]));
        }
        return matrix;
    }

    /// Numbers of nodes in a list of the document.
    std::vector<std::uint64_t> list_of(const GlbJson &object, const char *key) const {
        std::vector<std::uint64_t> list;
        const auto found = object.find(key);
        for (const GlbJson &one : found != object.end() && found->is_array() ? *found : GlbJson::array()) {
            if (!one.is_number_integer() || one < 0 || one.get<std::uint64_t>() >= file_.count("nodes")) {
                mesh_.fail(fmt::format("is damaged: a node among {} is not there", key));
            }
            list.push_back(one.get<std::uint64_t>());
        }
        return list;
    }

    /// Those of the scene that is shown at first; without scenes all that are nobody's children.
    std::vector<std::uint64_t> roots() const {
        if (file_.count("scenes") > 0) {
            return list_of(file_.entry("scenes", file_.whole(file_.document(), "scene", 0)), "nodes");
        }
        std::vector<bool> is_child(file_.count("nodes"));
        for (std::uint64_t node = 0; node < is_child.size(); ++node) {
            for (const std::uint64_t child : list_of(file_.entry("nodes", node), "children")) {
                is_child[child] = true;
            }
        }
        std::vector<std::uint64_t> roots;
        for (std::uint64_t node = 0; node < is_child.size(); ++node) {
            if (!is_child[node]) {
                roots.push_back(node);
            }
        }
        return roots;
    }

    /// All meshes of the scene in the order of its nodes.
    std::vector<GlbInstance> instances() const {
        std::vector<GlbInstance> found, waiting; // of the latter `mesh` is a node, the next one last
        std::vector<bool> met(file_.count("nodes"));
        const auto wait = [&](std::vector<std::uint64_t> nodes, const glm::dmat4 &parent) {
            std::reverse(nodes.begin(), nodes.end());
            for (const std::uint64_t node : nodes) {
                if (met[node]) {
                    mesh_.fail("is damaged: a node has two parents or is its own");
                }
                met[node] = true;
                waiting.push_back({node, parent});
            }
        };
        wait(roots(), glm::dmat4(1.0));
        while (!waiting.empty()) {
            const GlbInstance next = waiting.back();
            waiting.pop_back();
            const GlbJson &node = file_.entry("nodes", next.mesh);
            const glm::dmat4 scene_from_node = next.scene_from_mesh * matrix_of(node);
            if (node.contains("mesh")) {
                if (node.contains("skin")) {
                    mesh_.fail("moves a mesh by a skeleton of joints (skin of glTF), which is not read");
                }
                found.push_back({file_.whole(node, "mesh"), scene_from_node});
                require_no_morph(node, found.back().mesh);
            }
            wait(list_of(node, "children"), scene_from_node);
        }
        return found;
    }

    void require_no_morph(const GlbJson &node, std::uint64_t mesh) const {
        for (const GlbJson *one : {&node, &file_.entry("meshes", mesh)}) {
            const GlbJson weights = one->value("weights", GlbJson::array());
            if (std::ranges::any_of(weights, [](const GlbJson &weight) { return weight != 0; })) {
                mesh_.fail("moves vertices of a mesh by weights (morph targets of glTF), which is not read");
            }
        }
    }

    void count_placed(std::uint64_t more) {
        placed_ += more;
        if (placed_ > std::max(most_placed, bytes_)) {
            mesh_.fail(fmt::format("places its meshes so often that they have more than {} million corners",
                                   most_placed >> 20));
        }
    }

    void add(std::uint64_t mesh, const glm::dmat4 &world_from_mesh) {
        const GlbJson &stated = file_.entry("meshes", mesh);
        const auto primitives = stated.find("primitives");
        if (primitives == stated.end() || !primitives->is_array()) {
            mesh_.fail("is damaged: a mesh has no primitives");
        }
        std::map<std::uint64_t, std::int64_t> added; // accessors of positions: their first vertex
        for (const GlbJson &primitive : *primitives) {
            if (!primitive.is_object()) {
                mesh_.fail("is damaged: a primitive of a mesh is none");
            }
            if (file_.whole(primitive, "mode", glb_triangles) >= glb_triangles) {
                add_primitive(primitive, world_from_mesh, added);
            }
        }
    }

    void add_primitive(const GlbJson &primitive, const glm::dmat4 &world_from_mesh,
                       std::map<std::uint64_t, std::int64_t> &added) {
        const GlbJson extensions = primitive.value("extensions", GlbJson::object());
        if (extensions.contains("KHR_draco_mesh_compression")) {
            mesh_.fail("is packed by KHR_draco_mesh_compression of glTF, which is not read; write it without "
                       "compression");
        }
        const auto attributes = primitive.find("attributes");
        if (attributes == primitive.end() || !attributes->is_object() || !attributes->contains("POSITION")) {
            return; // as the specification has it, nothing to draw
        }
        const std::uint64_t accessor = file_.whole(*attributes, "POSITION");
        const GlbNumbers positions = file_.positions(accessor);
        const auto [first, is_new] = added.try_emplace(accessor, static_cast<std::int64_t>(mesh_.vertices()));
        if (is_new) {
            count_placed(positions.count());
            for (std::uint64_t i = 0; i < positions.count(); ++i) {
                const glm::dvec4 place(positions.number(i, 0), positions.number(i, 1), positions.number(i, 2), 1.0);
                mesh_.add_vertex(glm::dvec3(world_from_mesh * place));
            }
        }
        std::vector<std::int64_t> corners = corners_of(primitive, positions.count());
        count_placed(corners.size());
        for (std::int64_t &corner : corners) {
            corner += first->second;
        }
        const bool mirrored = glm::determinant(glm::dmat3(world_from_mesh)) < 0.0;
        add_triangles(corners, file_.whole(primitive, "mode", glb_triangles), mirrored);
    }

    std::vector<std::int64_t> corners_of(const GlbJson &primitive, std::uint64_t vertices) const {
        std::vector<std::int64_t> corners;
        if (!primitive.contains("indices")) {
            for (std::uint64_t i = 0; i < vertices; ++i) {
                corners.push_back(static_cast<std::int64_t>(i));
            }
            return corners;
        }
        const GlbNumbers indices = file_.indices(file_.whole(primitive, "indices"));
        corners.reserve(indices.count());
        for (std::uint64_t i = 0; i < indices.count(); ++i) {
            if (indices.index(i) >= vertices) {
                mesh_.fail(fmt::format("a triangle has a corner that is not there: vertex {} of {}, counted from 0",
                                       indices.index(i), vertices));
            }
            corners.push_back(indices.index(i));
        }
        return corners;
    }

    /// @param mirrored  their place turns them inside out, which turning them round undoes
    void add_triangles(const std::vector<std::int64_t> &corners, std::uint64_t mode, bool mirrored) {
        if (mode > glb_fan || (mode == glb_triangles && corners.size() % 3 != 0)) {
            mesh_.fail(mode > glb_fan
                           ? fmt::format("is damaged: mode {} of a primitive", mode)
                           : fmt::format("is damaged: {} corners, which make no whole triangles", corners.size()));
        }
        const std::size_t step = mode == glb_triangles ? 3 : 1;
        for (std::size_t i = 0; i + 2 < corners.size(); i += step) {
            const std::size_t odd = mode == glb_strip ? i % 2 : 0;
            std::array<std::int64_t, 3> triangle{corners[i], corners[i + 1 + odd], corners[i + 2 - odd]};
            if (mode == glb_fan) {
                triangle = {corners[i + 1], corners[i + 2], corners[0]};
            }
            if (mirrored) {
                std::swap(triangle[1], triangle[2]);
            }
            mesh_.add_polygon(triangle);
        }
    }
};

} // namespace

std::string read_glb(std::string_view bytes, MeshBuilder &mesh) { return GlbScene(bytes, mesh).read(); }

} // namespace voxmarch
