// voxmarch voxelize: a closed mesh becomes a volume.
#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/print_json.h"
#include "app/cli/typed_options.h"
#include "app/cli/volume_losses.h"
#include "app/cli/world_options.h"
#include "app/drawing_devices.h"
#include "app/phase_timer.h"
#include "app/progress.h"
#include "base/error.h"
#include "isosurface/read_mesh.h"
#include "isosurface/voxeliser.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/writing/write_slabs.h"
#include "volume/formats/read.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

struct VoxelizeOptions {
    std::string mesh, like, output, device;
    int edge = 0; ///< 0: not given
    int value = 255;
    InsideRule inside = InsideRule::winding;
    std::optional<Convention> convention;
    bool json = false;
};

constexpr int default_edge = 256;

constexpr const char *voxelize_examples = R"(Examples:
  voxmarch voxelize bunny.ply -n 512 -o bunny.nrrd
  voxmarch voxelize liver.stl --like ct.nrrd --value 1 -o liver.nii.gz
  voxmarch skeleton bunny.nrrd --isovalue 128 -o bunny.vtk

A voxel is inside if its centre is. The mesh must be closed; what is odd about it (parts that overlap, triangles that face
inwards or do not agree) is told. World coordinates are those of the file; without --like voxels are cubes along its
axes. STL files are in mm.)";

std::string volume_name(const std::string &text) {
    if (!is_slab_file(text)) {
        throw UsageError(fmt::format("--output is '{}'; volumes are .nrrd, .nii, .nii.gz or .tif files", text));
    }
    return text;
}

/// The mesh in the world and in the unit of the grid that --like names, or in its own.
struct MeshInGrid {
    Mesh mesh;
    Grid grid;
};

MeshInGrid place_mesh(const VoxelizeOptions &options) {
    StoredMesh stored = [&] {
        PhaseTimer phase("read " + options.mesh);
        StoredMesh read = read_mesh(options.mesh);
        phase.set_detail(
            fmt::format("{} vertices, {} triangles", read.mesh.positions.size(), read.mesh.triangles.size()));
        return read;
    }();
    if (!stored.world.convention) {
        stored.world.convention = options.convention;
    } else if (options.convention && options.convention != stored.world.convention) {
        say(fmt::format("note: {} says that it is in {}; --convention has no effect", options.mesh,
                        name_of(*stored.world.convention)));
    }
    const Grid world = world_of(stored);
    if (options.like.empty()) {
        const Grid grid = grid_around(stored.mesh, options.edge ? options.edge : default_edge, world);
        return {std::move(stored.mesh), grid};
    }
    const Grid grid = read_volume_header(options.like).grid;
    const auto from = millimetres_per(world.unit), to = millimetres_per(grid.unit);
    if (from && to && *from != *to) {
        for (glm::vec3 &position : stored.mesh.positions) {
            position *= static_cast<float>(*from / *to);
        }
    }
    return {std::move(stored.mesh), grid};
}

/// A volume, and how it was made.
struct Voxelized {
    Volume volume;
    RayCounts counts;
    InsideRule rule;
    double milliseconds; ///< with the compilation of kernels, if they were not compiled before
    std::string device;
};

/// @throws FileError if the mesh is not closed
Voxelized voxelize(const MeshInGrid &placed, const VoxelizeOptions &options) {
    const auto opened = open_device(options.device);
    Device &device = *opened;
    PhaseTimer phase("voxelize");
    const auto begin = std::chrono::steady_clock::now();
    Voxeliser voxeliser(device);
    const RayCounts counts = voxeliser.count(placed.mesh, placed.grid);
    if (!counts.closed()) {
        throw FileError(options.mesh, hole_text(placed.mesh, counts));
    }
    const InsideRule rule = counts.sides_agree() ? options.inside : InsideRule::parity;
    Volume volume = voxeliser.volume(rule, options.value, options.output);
    phase.set_detail(fmt::format("{} triangles", placed.mesh.triangles.size()));
    return {std::move(volume), counts, rule, milliseconds_since(begin), device.info().name};
}

/// Tells what is odd about a mesh that rays found closed.
void say_oddities(const MeshInGrid &placed, const Voxelized &made, const VoxelizeOptions &options) {
    const MeshMeasures measures = measure(placed.mesh);
    if (const std::string open = open_edges_text(measures); !open.empty()) {
        say(fmt::format("note: {} has holes between the rays or facing each other along z: {}", options.mesh, open));
    } else if (measures.bad_edges > 0 && made.counts.sides_agree()) {
        say(fmt::format("note: {}: at {} edges more than two triangles meet, or two do not agree about the outside; no "
                        "ray met them",
                        options.mesh, measures.bad_edges));
    }
    if (const std::string oddity = oddity_text(made.counts, made.rule); !oddity.empty()) {
        say(fmt::format("note: {}: {}", options.mesh, oddity));
    }
    if (made.volume.range().max == 0.0) {
        say(fmt::format("note: no voxel of {} is inside of {}", options.output, options.mesh));
    }
}

void report(const Voxelized &made, std::size_t triangles, const VoxelizeOptions &options) {
    const Grid &grid = made.volume.grid();
    const std::uint64_t inside = made.volume.value_counts()[static_cast<std::size_t>(options.value)];
    const double content = static_cast<double>(inside) * grid.spacing.x * grid.spacing.y * grid.spacing.z;
    const auto &[nx, ny, nz] = grid.dims;
    if (!options.json) {
        fmt::print("{} triangles: {} voxels inside, volume {:.6g}{}\nwrote {} ({}x{}x{} uint8)\n", triangles, inside,
                   content, unit_suffix(grid.unit, 3), written_name(options.output), nx, ny, nz);
        return;
    }
    const nlohmann::ordered_json json = {{"output", options.output},
                                         {"triangles", triangles},
                                         {"dims", grid.dims},
                                         {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
                                         {"inside_voxels", inside},
                                         {"inside_volume", content},
                                         {"rule", name_of(made.rule)},
                                         {"uneven_rays", made.counts.uneven_rays},
                                         {"lowest_winding", made.counts.lowest},
                                         {"highest_winding", made.counts.highest},
                                         {"voxelize_ms", made.milliseconds},
                                         {"device", made.device}};
    print_json(json);
}

int run_voxelize(const VoxelizeOptions &options) {
    if (options.output.empty()) {
        throw UsageError("voxelize needs -o FILE, e.g. voxmarch voxelize bunny.ply -n 256 -o bunny.nrrd");
    }
    if (options.edge != 0 && !options.like.empty()) {
        throw UsageError("-n and --like both say how many voxels there are; give one of them");
    }
    const MeshInGrid placed = place_mesh(options);
    const Voxelized made = voxelize(placed, options);
    say_oddities(placed, made, options);
    say_losses(placed.grid, options.output);
    write_slabs(*view_of(made.volume), options.output, {true, progress_line("writing " + options.output)});
    report(made, placed.mesh.triangles.size(), options);
    return 0;
}

} // namespace

void add_voxelize_command(CLI::App &app, Action &action) {
    auto options = std::make_shared<VoxelizeOptions>();
    CLI::App *command = app.add_subcommand("voxelize", "turn a closed mesh into a volume");
    command->footer(voxelize_examples);
    command->add_option("MESH", options->mesh, "mesh: a .ply, .stl, .obj or .glb file")->required()->type_name("");
    add_integer(
        *command, "-n", options->edge, 3, largest_voxelized,
        fmt::format("voxels along the longest side of the mesh, one empty one at each end among them (default: {})",
                    default_edge));
    add_text(*command, "--like", "VOLUME", options->like,
             "the voxels of this volume: size, spacing, place and directions");
    add_named(*command, "--inside", options->inside,
              "what is inside where parts overlap: any of them (winding\nnumber other than 0), or an odd number of "
              "them (parity)");
    add_integer(*command, "--value", options->value, 1, 255, "of voxels inside; others are 0");
    add_convention_option(*command, options->convention);
    add_parsed(
        *command, "-o,--output", "FILE", "",
        [options](const std::string &text) { options->output = volume_name(output_name(text, ".nrrd")); },
        "volume to write: .nrrd, .nii, .nii.gz or .tif");
    command->add_flag("--json", options->json, "what was found as JSON");
    add_device_option(*command, options->device);
    command->callback([&action, options] { action = [options] { return run_voxelize(*options); }; });
}

} // namespace voxmarch
