// The isosurfaces of a volume as a graph of stages: voxels -> meshes -> visible triangles -> layers of colour. A change
// makes anew only what depends on it: isovalues the meshes, the camera what is visible, light and colours the layers.
#pragma once

#include "isosurface/block_extractor.h"
#include "isosurface/rasteriser.h"
#include "octree/device_octree.h"
#include "renderer/derived_keys.h"
#include "renderer/derived_stage.h"
#include "renderer/device_volume.h"
#include "renderer/image.h"
#include "renderer/ray_caster.h"
#include "renderer/stage.h"
#include "renderer/surface_drawing.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// The labels of a frame.
struct SurfaceLabels {
    Version version = 0;      ///< grows with every change of labels or their styles; 0 without labels
    bool translucent = false; ///< a label lets through what lies behind it
};

/// What the last update() drew.
struct SurfaceStatistics {
    std::uint64_t triangles = 0;                  ///< of all surfaces; 0 if they were found along rays
    std::vector<std::uint64_t> surface_triangles; ///< of each isosurface in the settings' order; empty along rays
    std::uint64_t blocks = 0;         ///< of 8 x 4 x 4 cells (extraction `blocks`), or of 4 x 4 x 4 along rays
    std::uint64_t blocks_skipped = 0; ///< that no isosurface goes through, by the last extraction
    int layers = 0;                   ///< along the ray that has most
};

/// Of a volume in bricks.
struct SurfaceBricks {
    BrickPlaces places;          ///< ranges of scalars
    int leaf_size;               ///< of the octree of isovalues, cells
    std::function<bool()> bring; ///< brings bricks that rays wait for, if any do; empty: all are there
};

/// A mesh of the user's own, drawn with the isosurfaces, of one colour.
struct ColoredMesh {
    Mesh mesh; ///< voxel space (see Mesh), with normals and at least one triangle
    glm::vec3 color{1.0f};

    /// Shown on the mesh, which lies in one plane, unlit; `color` is then that of a thin border along the faces of the
    /// volume, and the normals hold places in the picture in place of directions: x and y in pixels, 0 in the middle of
    /// the first one. Null: none.
    std::shared_ptr<const Image> picture{};

    float opacity = 1.0f; ///< (0, 1]
};

/// What paths of light find isosurfaces by (kernels/trace/surfaces_some.cl).
struct TracedSurfaces {
    const Buffer &voxels, &layout, &distances;
    const Buffer &looks; ///< a SurfaceParams each
    int count;
};

/// Refers to its device and its volumes.
class Surfaces {
public:
    /// @param channels  of one volume, at least one; surfaces along rays, labels and shadows are those of the first
    Surfaces(Device &device, const std::vector<DeviceVolume *> &channels);

    /// Draws these beside the isosurfaces, if those are meshes. @throws MemoryError, DeviceError
    void set_meshes(const std::vector<ColoredMesh> &meshes);

    /// From now on `progress` is told which share of the meshes is extracted, 0 .. 1; what it throws ends the work.
    void report(std::function<void(double)> progress) { progress_ = std::move(progress); }

    /// Makes what is missing or out of date for a frame.
    /// @param scene          of the frame, its light volume up to date
    /// @param light_version  grows with every change of the light volume; 0 without one
    /// @param leaves         of the ray caster's octree, so that voxels are not measured twice; may be empty
    /// @param bricks         null: the volume lies in one piece
    /// @return the stages made, with their events, in order
    /// @throws MemoryError, ProgramError, DeviceError
    std::vector<std::pair<Stage, Events>> update(const RenderSettings &settings, const FrameParams &frame,
                                                 const SceneData &scene, Version light_version,
                                                 const SurfaceLabels &labels, const std::optional<LeafRanges> &leaves,
                                                 const SurfaceBricks *bricks = nullptr);

    /// The same for paths of light, of a volume in one piece; then for_paths() is what they need.
    std::vector<std::pair<Stage, Events>> update_for_paths(const RenderSettings &settings,
                                                           const std::optional<LeafRanges> &leaves);
    TracedSurfaces for_paths() const;

    /// Copies and measures bricks that have come since the last call, if isosurfaces were found along rays.
    void take_bricks(const BrickPlaces &places);

    /// The layers, nearest first, that the ray caster puts into the volume.
    CastLayers layers() const { return {&drawing_.layers(), layer_count_}; }

    /// Puts the layers over the background. @return what ran; pixels() holds the picture
    [[nodiscard]] Event blend(const FrameParams &frame, const CastOutput &output = {}) {
        return drawing_.blend(frame, layer_count_, output);
    }
    const Buffer &pixels() const { return drawing_.pixels(); }
    const Buffer &depths() const { return drawing_.depths(); } ///< if the output has them

    const SurfaceStatistics &statistics() const { return statistics_; }
    void add_counts(StageCounts &counts) const;

private:
    /// A mesh and what it was made from.
    struct SurfaceMesh {
        DeviceMesh mesh;
        DerivedStage<MeshKey> stage;
    };

    /// A mesh of the user's own.
    struct OwnMesh {
        DeviceMesh mesh;
        glm::vec3 color;
        float opacity;
        TexturePicture picture; ///< without pixels of one of one colour
    };

    /// A channel as extraction reads it.
    struct Channel {
        DeviceVolume *volume;
        DeviceArray voxel_copy{}; ///< of an image
        ScalarField field{};
        std::unique_ptr<Extractor> extractor{};
        Version copied = 0; ///< replacements() of the volume whose voxels are copied

        const DeviceArray &voxels() const { return volume->scalars().image ? voxel_copy : volume->scalars(); }
    };

    Device *device_;
    DeviceVolume *volume_;          ///< the first channel's
    std::vector<Channel> channels_; ///< stays where it is: extractors refer to fields
    Buffer no_voxels_;
    Version taken_ = 0; ///< loads() of the volume whose bricks are copied and measured
    Extraction extraction_ = Extraction::blocks;
    std::vector<SurfaceMesh> meshes_;  ///< in the order of the settings
    std::vector<std::size_t> order_;   ///< of drawing: transparent ones first
    std::vector<OwnMesh> own_meshes_;  ///< transparent ones first
    std::size_t own_opaque_begin_ = 0; ///< in own_meshes_: those before are drawn first, others last
    Version own_version_ = 0;
    std::size_t opaque_begin_ = 0; ///< in order_
    std::uint64_t extractions_ = 0;
    std::function<void(double)> progress_; ///< of extractions
    Rasteriser rasteriser_;
    DeviceOctree octree_;
    std::uint64_t empty_leaves_ = 0; ///< of octree_
    Buffer looks_;                   ///< of isosurfaces, for paths of light
    int look_count_ = 0;
    SurfaceDrawing drawing_;
    int layer_count_ = 0;
    SurfaceStatistics statistics_;
    std::vector<std::pair<Stage, Events>> events_;

    DerivedStage<IsovalueRangeKey> range_stage_;
    DerivedStage<IsovalueKey> isovalue_stage_; ///< what layers depend on
    DerivedStage<LeafKey> leaf_stage_;
    DerivedStage<VisibilityKey> visibility_stage_;
    DerivedStage<LayerKey> layer_stage_;

    Channel &channel_of(const SurfaceStyle &surface) { return channels_[static_cast<std::size_t>(surface.channel)]; }
    const ScalarField &field_of(const SurfaceStyle &surface) const {
        return channels_[static_cast<std::size_t>(surface.channel)].field;
    }
    void add_events(Stage stage, Events events);
    /// Calls one of both for every surface in the order of drawing: transparent ones first.
    template <typename Isosurface, typename Own> void in_order(const Isosurface &isosurface, const Own &own) const;
    void update_voxels(Channel &channel);
    void update_extractors(const RenderSettings &settings, const std::optional<LeafRanges> &leaves);
    void order_surfaces(const RenderSettings &settings, bool translucent_labels);
    void update_meshes(const RenderSettings &settings, const std::optional<LeafRanges> &leaves);
    void update_visibility(const RenderSettings &settings, const FrameParams &frame, const SceneData &scene,
                           Version label_version);
    std::vector<RasterSurface> raster_surfaces(const RenderSettings &settings) const;
    void update_octree(const RenderSettings &settings, const std::optional<LeafRanges> &leaves,
                       const SurfaceBricks *bricks);
    void make_layers(const RenderSettings &settings, const LayerKey &key, const SceneData &scene,
                     const SurfaceBricks *bricks);
    Events shade_meshes(const RenderSettings &settings, const SurfaceScene &scene);
    void add_caps(const RenderSettings &settings, const SceneData &scene, FrameParams frame,
                  const SurfaceFeatures &features, const std::function<bool()> &bring);
    std::vector<SurfaceParams> surface_params(const RenderSettings &settings) const;
};

} // namespace voxmarch
