// What the files hold that a scene names, read and brought to one grid: what a SceneRenderer draws scenes of.
#pragma once

#include "renderer/reference/caster.h"
#include "renderer/surfaces.h"
#include "scene/scene.h"
#include "skeleton/graph_file.h"
#include "volume/common_grid.h"
#include "volume/label_names.h"
#include "volume/volume.h"

#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// The lines of a skeleton's file, in the world of the volume.
struct SceneLines {
    std::string file;
    SkeletonLines lines;
};

/// A mesh of a file, see mesh_in_scene().
struct PlacedMesh {
    SceneMesh file;
    ColoredMesh mesh;
};

/// What a volume of longer voxels stands for.
struct FinerVolume {
    double voxels = 1.0; ///< its voxel lengths in one of the longer ones, >= 1
    ValueRange window{}; ///< default_window() of it
};

/// Whether the values of a channel are Hounsfield units, see hounsfield_units().
struct HounsfieldUnits {
    bool as_file = false; ///< as far as its file tells
    bool as_ct = false;   ///< where the user takes them for CT
};

struct SceneContent {
    Volume volume;
    std::vector<Volume> other_channels{}; ///< drawn together with it: channels on its grid, or other volumes
    std::optional<Volume> labels{};       ///< on grid(); empty: none
    std::optional<SceneLines> lines{};    ///< lines of other files are read when a scene names them
    std::vector<PlacedMesh> meshes{};     ///< on grid(); others are read when a scene names them
    std::vector<ValueRange> over_times{}; ///< of each channel: of all times, as far as known; empty: there is one time
    std::optional<FinerVolume> stands_for{}; ///< scenes are of this one, and are drawn as bright; empty: of the volume

    LabelNames label_names{};           ///< of labels that are told
    std::optional<CommonGrid> common{}; ///< of volumes that have grids of their own; empty: all have the volume's
    bool names = false;                 ///< the values of `volume` are names, between which there is nothing
    std::vector<HounsfieldUnits> hounsfield{}; ///< of each channel; empty: nobody has looked

    /// What rays and all that is derived have.
    const Grid &grid() const { return common ? common->grid : volume.grid(); }

    const Volume *labels_or_null() const { return labels ? &*labels : nullptr; }
};

/// Channel i of the content: 0 is its volume.
const Volume &channel_of(const SceneContent &content, std::size_t channel);

/// Smallest and largest value of a channel, of all times of a series as far as known.
ValueRange range_of(const SceneContent &content, std::size_t channel = 0);

/// Value of channel i at a voxel of grid(): of a volume that has a grid of its own that of its nearest voxel; empty
/// beside its box. Precondition: the voxel is inside.
std::optional<double> value_on_grid(const SceneContent &content, std::size_t channel, const glm::ivec3 &voxel);

/// The header of the volume on the grid of all. Precondition: content.common
VolumeHeader common_header(const SceneContent &content);

/// What normalised transfer functions of a channel run over.
ValueRange window_of(const Scene &scene, const SceneContent &content, std::size_t channel = 0);

/// The scene's transfer function for the voxels of `content`. The opacity of a projection is that of its one value,
/// however long a voxel is.
TransferFunction transfer_of(const Scene &scene, const SceneContent &content, std::size_t channel = 0);

/// The styles of the scene's labels for the voxels of `content`, with functions over their values.
std::vector<LabelStyle> label_styles_of(const Scene &scene, const SceneContent &content);

/// Channels that are seen, bit i for channel i.
unsigned visible_channels(const Scene &scene);

/// The scene without a device, for what walks rays or looks for visible parts on the host. It refers to `content`.
ReferenceScene reference_scene(const Scene &scene, const SceneContent &content);

} // namespace voxmarch
