// Isosurfaces as voxmarch mesh and info make them: in memory, or on their way through it.
#pragma once

#include "app/cli/mesh_outputs.h"
#include "isosurface/decimate.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_clip.h"
#include "scene/mesh_source.h"
#include "volume/bricks/brick_source.h"
#include "volume/label_names.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What options say of surfaces.
struct SurfaceChoices {
    Extraction extraction = Extraction::blocks;
    bool flip = false, no_normals = false;
    int largest = 0;       ///< components that stay; 0: all
    int smooth = 0;        ///< steps
    double decimate = 1.0; ///< share of the triangles that is left
    MeshClipping clipping; ///< world
    bool caps = false;     ///< surfaces are closed, where planes cut them and at the border of the volume

    /// Surfaces are changed as a whole.
    bool need_memory() const { return largest > 0 || smooth > 0 || decimate < 1.0 || caps || !clipping.planes.empty(); }
};

/// Opens the devices. @throws as MeshSource
MeshSource opened_source(const ExtractionDevices &devices);

/// Leaves the components that are wanted.
void keep_components(Mesh &mesh, const SurfaceChoices &choices);

/// Gets a surface into the world and smooths it as the options want. Triangles keep their order.
/// @param held  vertices that smoothing leaves where they are, see smooth()
void finish_surface(Mesh &mesh, const Grid &grid, const SurfaceChoices &choices, const std::vector<bool> &held = {});

/// Takes triangles away, the last of all. Empty where no share was asked for.
std::optional<Decimation> decimate_surface(Mesh &mesh, const SurfaceChoices &choices);

/// "  decimated from 1000 to 100 triangles, at most 0.2 mm away, 0.01 mm on average; 3 of 5 pieces are gone,
/// up to 7 mm away\n"; "" for none.
std::string decimation_text(const std::optional<Decimation> &decimation, const Grid &grid);
nlohmann::ordered_json decimation_json(const std::optional<Decimation> &decimation);

/// Objects of a label volume that a surface keeps.
struct LabelChoice {
    Volume labels; ///< of the volume's grid
    std::vector<int> wanted;
    LabelNames names;
    bool apart = false; ///< each becomes a part of the file, with a colour
};

/// The part that a label's surface is of a mesh file.
MeshPart label_part(int label, const LabelNames &names);

/// The voxels of a volume for extraction. Refers to it.
class MeshedVoxels {
public:
    /// @param room  bytes that voxels may take in the memory of the host
    MeshedVoxels(const OpenedVolume &volume, const MeshSource &source, std::uint64_t room);

    const OpenedVolume &volume() const { return *volume_; }
    const SlabVoxels &slabs() const { return *slabs_; }

    /// What was read and skipped of a volume that is not in memory: "..., 500 MiB read, 12 MiB skipped"; else empty.
    std::string note(const std::string &name) const;

    /// The same since the last call; else null.
    nlohmann::ordered_json json();

private:
    const OpenedVolume *volume_;
    std::unique_ptr<const SlabVoxels> slabs_;
    const StreamedVoxels *streamed_ = nullptr;       ///< slabs_, if they are
    std::uint64_t told_read_ = 0, told_skipped_ = 0; ///< by json()
};

/// An isosurface that was made.
struct MadeSurface {
    MeshMeasures measures; ///< in the world, before it is turned
    std::vector<DeviceShare> shares;
    bool found = false; ///< there is a surface, whatever clipping leaves of it
    std::optional<Decimation> decimation{};
};

/// Makes an isosurface in memory. @param labels  pick a part of the surface; null: all; only of volumes in memory
MadeSurface make_in_memory(const MeshSource &source, const MeshedVoxels &voxels, const SurfaceChoices &choices,
                           const MeshPart &part, const LabelChoice *labels, MeshOutputs &outputs);

/// Makes an isosurface that need not fit into memory.
/// @param outputs  null: it is measured alone
MadeSurface make_streamed(const MeshSource &source, const MeshedVoxels &voxels, const SurfaceChoices &choices,
                          const MeshPart &part, MeshOutputs *outputs);

} // namespace voxmarch
