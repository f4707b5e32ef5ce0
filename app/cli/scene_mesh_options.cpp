// Meshes of files in pictures.
#include "app/cli/scene_mesh_options.h"

#include "app/cli/typed_options.h"
#include "app/progress.h"
#include "base/error.h"
#include "base/text.h"
#include "scene/mesh_in_scene.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace voxmarch {

namespace {

/// Colours of meshes that were given none, one after the other.
constexpr std::array<glm::vec3, 6> mesh_colors{{{0.94f, 0.72f, 0.30f},
                                                {0.36f, 0.66f, 0.90f},
                                                {0.55f, 0.78f, 0.40f},
                                                {0.88f, 0.45f, 0.40f},
                                                {0.70f, 0.55f, 0.85f},
                                                {0.40f, 0.78f, 0.76f}}};

/// Where the name of the file ends: before the last colon that a word of a look follows.
std::size_t end_of_name(const std::string &text) {
    const std::size_t colon = text.rfind(':');
    const std::string rest = colon == text.npos ? "" : text.substr(colon + 1);
    // What stands behind the ending of a mesh and is none itself is a look, too, if a wrong one.
    const bool look = rest.starts_with("color=") || rest.starts_with("opacity=") || rest.starts_with("convention=") ||
                      (is_readable_mesh(text.substr(0, colon)) && !is_readable_mesh(text));
    return look ? colon : text.size();
}

SceneMesh mesh_of(const std::string &text, std::size_t place) {
    SceneMesh mesh;
    const std::size_t end = end_of_name(text);
    mesh.source = text.substr(0, end);
    mesh.color = mesh_colors[place % mesh_colors.size()];
    if (!is_readable_mesh(mesh.source)) {
        throw UsageError(
            fmt::format("--mesh is '{}': meshes are read from .ply, .stl, .obj and .glb files, e.g. --mesh "
                        "implant.stl:color=orange,opacity=0.5",
                        text));
    }
    if (end == text.size()) {
        return mesh;
    }
    std::set<std::string> named;
    for (const std::string &word : text::split(text.substr(end + 1), ',')) {
        const std::size_t equals = word.find('=');
        const std::string key = word.substr(0, equals);
        if (!named.insert(key).second) {
            throw UsageError(fmt::format("--mesh is '{}'; {}= is there twice: give it once", text, key));
        }
        const std::string value = equals == word.npos ? "" : word.substr(equals + 1);
        const auto opacity = to_number(value);
        const auto convention = find_value<Convention>(value);
        if (key == "color" && equals != word.npos) {
            mesh.color = parse_color(value, "--mesh " + mesh.source + ":color");
        } else if (key == "opacity" && opacity && *opacity > 0.0 && *opacity <= 1.0) {
            mesh.opacity = static_cast<float>(*opacity);
        } else if (key == "convention" && convention) {
            mesh.convention = *convention;
        } else {
            const std::vector<std::string> keys = {"color", "opacity", "convention"};
            const std::string nearest = std::ranges::find(keys, key) == keys.end() ? nearest_word(key, keys) : "";
            throw UsageError(fmt::format("--mesh is '{}'; {}'{}' must be color=#rrggbb or a name of CSS, opacity=above "
                                         "0 up to 1, or convention=lps or ras",
                                         text, nearest.empty() ? "" : fmt::format("do you mean {}=? ", nearest), word));
        }
    }
    return mesh;
}

} // namespace

void require_meshes_drawable(const RenderSettings &settings, const char *option, const char *what) {
    if (settings.mode == Mode::volume && settings.blend != Blend::composite) {
        throw UsageError(fmt::format("{} does not go with --blend {}: {} have a place only among composited samples; "
                                     "use --blend composite, or --mode isosurface",
                                     option, name_of(settings.blend), what));
    }
    if (settings.mode != Mode::volume && settings.surface_method != SurfaceMethod::mesh) {
        throw UsageError(fmt::format("{} does not go with --isosurface {}: {} are drawn together with isosurfaces that "
                                     "are meshes; use --isosurface mesh",
                                     option, name_of(settings.surface_method), what));
    }
}

void SceneMeshOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Meshes");
    add_words(
        command, "--mesh", "FILE[:LOOK]",
        [this](const std::vector<std::string> &words) {
            meshes_.clear();
            for (const std::string &word : words) {
                meshes_.push_back(mesh_of(word, meshes_.size()));
            }
            if (meshes_.size() > mesh_limit) {
                throw UsageError(
                    fmt::format("--mesh was given {} times; at most {} meshes are drawn", words.size(), mesh_limit));
            }
        },
        "draw this mesh (.ply, .stl, .obj, .glb), by depth with volume and\nisosurfaces, clipped as they are; LOOK: "
        "color=COLOR, opacity above 0, at most 1,\nconvention=lps|ras (of a file that says none), with commas; "
        "many\ntimes. Lengths "
        "are in the file's unit (STL: mm, glTF: m) or, if it says\nnone, the volume's; not with --isosurface raycast, "
        "nor "
        "with\n--blend other than composite");
}

void SceneMeshOptions::complete(const std::vector<SceneMesh> &session) {
    if (!given()) {
        meshes_ = session;
    }
}

void SceneMeshOptions::read() {
    read_.clear();
    for (const SceneMesh &mesh : meshes_) {
        read_.push_back(read_mesh(mesh.source));
    }
}

void SceneMeshOptions::require_drawable(const RenderSettings &settings) const {
    if (given()) {
        require_meshes_drawable(settings, "--mesh", "meshes");
    }
}

std::vector<PlacedMesh> SceneMeshOptions::place_in(const Grid &grid) {
    std::vector<PlacedMesh> placed;
    for (std::size_t i = 0; i < read_.size(); ++i) {
        placed.push_back({meshes_[i], mesh_in_scene(meshes_[i], std::move(read_[i]), grid)});
    }
    read_.clear();
    return placed;
}

std::vector<glm::dvec3> corners_of_meshes(const std::vector<PlacedMesh> &meshes, const Grid &grid) {
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    std::vector<glm::dvec3> corners;
    for (const auto &[file, colored] : meshes) {
        const Mesh &mesh = colored.mesh;
        glm::dvec3 low = mesh.positions.front(), high = low;
        for (const glm::dvec3 position : mesh.positions) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
        const glm::dvec3 last = grid.dims_d() - 1.0;
        if (glm::any(glm::lessThan(high, glm::dvec3(0.0))) || glm::any(glm::greaterThan(low, last))) {
            say(fmt::format("note: {} lies beside the volume; is it in another unit, or is its x to {} (--mesh "
                            "{}:convention={})?",
                            file.source, file.convention == Convention::ras ? "the left" : "the right", file.source,
                            file.convention == Convention::ras ? "lps" : "ras"));
            continue;
        }
        const glm::dvec3 ends[2] = {low, high};
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 voxel(ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2].z);
            corners.emplace_back(world_from_voxel * glm::dvec4(voxel, 1.0));
        }
    }
    return corners;
}

} // namespace voxmarch
