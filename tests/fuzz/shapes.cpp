// Files of meshes, particles and skeletons.
#include "tests/fuzz/readers.h"

#include "isosurface/formats/mesh_format.h"
#include "skeleton/graph_file.h"
#include "volume/particles/density_field.h"
#include "volume/particles/particles.h"

#include <algorithm>
#include <cmath>

namespace voxmarch::fuzz {

namespace {

template <auto read> void read_mesh_with(std::string_view bytes) {
    MeshBuilder builder("a.mesh", 1);
    find_world_tag(read(bytes, builder));
    const Mesh mesh = builder.finish();
    require(!mesh.triangles.empty(), "no triangle");
    for (const auto &position : mesh.positions) {
        require(is_finite(position), "a position");
    }
    for (const auto &triangle : mesh.triangles) {
        for (int corner = 0; corner < 3; ++corner) {
            require(triangle[corner] < mesh.positions.size(), "a corner");
        }
    }
}

using ReadMesh = std::string (*)(std::string_view, MeshBuilder &);

void read_ply_mesh(std::string_view bytes) { read_mesh_with<static_cast<ReadMesh>(read_ply)>(bytes); }
void read_stl_mesh(std::string_view bytes) { read_mesh_with<read_stl>(bytes); }
void read_obj_mesh(std::string_view bytes) { read_mesh_with<read_obj>(bytes); }
void read_glb_mesh(std::string_view bytes) { read_mesh_with<read_glb>(bytes); }

/// By their first bytes: PLY, VTK in either form, else tables.
void read_points(std::string_view bytes) {
    const Particles particles = read_particles(file_of(bytes, "a.points"));
    require(!particles.positions.empty(), "no particle");
    require(std::ranges::all_of(particles.positions, is_finite), "a position");
    require(particles.masses.empty() || particles.masses.size() == particles.positions.size(), "masses");
    require(std::ranges::all_of(particles.masses, [](double mass) { return std::isfinite(mass) && mass >= 0; }),
            "a mass");
}

void read_lines(std::string_view bytes) {
    const SkeletonLines read = read_skeleton_lines(file_of(bytes, "a.vtk"));
    const auto is_point = [&](std::uint32_t i) { return i < read.points.size(); };
    require(std::ranges::all_of(read.lone_points, is_point), "a lone point");
    for (const auto &line : read.lines) {
        require(std::ranges::all_of(line, is_point), "a point of a line");
    }
    for (const SkeletonPoint &point : read.points) {
        require(is_finite(point.position) && std::isfinite(point.radius), "a point");
    }
}

} // namespace

std::vector<FuzzedReader> shape_readers() {
    return {{"ply", read_ply_mesh}, {"stl", read_stl_mesh},     {"obj", read_obj_mesh},
            {"glb", read_glb_mesh}, {"particles", read_points}, {"skeleton", read_lines}};
}

} // namespace voxmarch::fuzz
