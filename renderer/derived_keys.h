// What every result that is kept between frames was made from.
//
// A stage is made from its key alone: values of settings, whole blocks of the frame's parameters (shared_types.h) and
// versions of the stages before it, whose results it reads. Of settings and parameters it is given its key, so a value
// that it needs and its key lacks is 0 in every frame and not the one of an earlier frame. What only decides how fast a
// stage is made stays outside.
#pragma once

#include "isosurface/extraction.h"
#include "kernels/shared/shared_types.h"
#include "octree/program_files.h"
#include "renderer/derived_stage.h"
#include "renderer/program_files.h"
#include "renderer/settings.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace voxmarch {

/// The transfer tables of a frame.
struct TableKey {
    Classifier classifier;
    bool plane;
    double step;
    Version opacities, colors; ///< of the transfer function
    bool operator==(const TableKey &) const = default;
};

/// Colour and opacity of every voxel.
struct ColorKey {
    Version opacities, colors, bricks;
    ChannelBlend channel_blend;             ///< of several channels
    Version voxels;                         ///< of all channels that are mixed: DeviceVolume::replacements()
    std::optional<Gradient> plane_gradient; ///< of functions of scalar and gradient
    bool operator==(const ColorKey &) const = default;
};

/// The normal volume.
struct NormalKey {
    Classification field;       ///< pre: of opacities, post: of scalars
    ChannelBlend channel_blend; ///< of several channels, whose opacities are mixed
    Gradient gradient;
    double full_gradient, unit_distance;
    Version opacities, bricks, voxels;
    bool operator==(const NormalKey &) const = default;
};

/// The tables of several channels, one behind the other.
struct ChannelTableKey {
    Version tables; ///< of all
    Version visibility;
    Version voxels; ///< of all: their brightness may be that of their range
    bool operator==(const ChannelTableKey &) const = default;
};

/// The tables of the functions of labels, the volume's own first.
struct LabelTableKey {
    Version table, functions;
    bool operator==(const LabelTableKey &) const = default;
};

/// Opacities of several channels mixed.
struct MixKey {
    Version opacities;
    ChannelBlend channel_blend;
    Version voxels;
    bool operator==(const MixKey &) const = default;
};

/// Ranges of the octree's leaves.
struct RangeKey {
    Classification field; ///< pre: of opacities, post: of scalars
    int leaf_size, margin;
    ChannelBlend channel_blend; ///< of several channels, pre-classified
    Version opacities, voxels;
    std::optional<Gradient> plane_gradient; ///< pre-classified by functions of scalar and gradient
    bool operator==(const RangeKey &) const = default;
};

/// States of the octree's nodes.
struct OccupancyKey {
    TableParams table; ///< of the first channel; those of others change with `opacities`
    Classifier classifier;
    double threshold;
    Version opacities, ranges, labels;
    LabelEdges label_edges;
    NodeCoding nodes;
    bool operator==(const OccupancyKey &) const = default;
};

/// Values of the octree's nodes, for projections.
struct BoundsKey {
    Version ranges, labels;
    bool operator==(const BoundsKey &) const = default;
};

/// Strides of samples in the octree's leaves.
struct StrideKey {
    TableParams table;
    double step;
    bool lit; ///< samples are shaded, or lie in shadows
    Version opacities, colors, ranges;
    bool operator==(const StrideKey &) const = default;
};

/// Distances of leaves to the nearest occupied one.
struct DistanceKey {
    SkipData data;
    Version occupancy;
    bool operator==(const DistanceKey &) const = default;
};

/// Bounds of the extinction in the octree's leaves.
struct MajorantKey {
    TableParams table; ///< of the first channel; those of others change with `opacities`
    Classifier classifier;
    OpacityJoin join; ///< of several channels, or of functions of labels
    Version opacities, ranges;
    Version labels; ///< 0 where labels have no functions
    bool operator==(const MajorantKey &) const = default;
};

/// Strides in a map of distances.
struct MarkKey {
    Version distances, strides;
    bool operator==(const MarkKey &) const = default;
};

/// The light volume.
struct LightKey {
    VolumeParams volume;
    TableParams table;
    LightParams light; ///< zero without shadows: ambient occlusion comes from everywhere
    SceneFeatures features;
    Shadows shadows;
    ShadowMethod method;
    int ambient_occlusion;
    OcclusionMethod ambient_occlusion_method; ///< cones without ambient occlusion
    bool only_asked;                          ///< samples of the volume alone ask for light
    double step;
    Version opacities, labels, gradients, voxels;
    std::optional<Gradient> plane_gradient; ///< pre-classified by functions of scalar and gradient
    bool operator==(const LightKey &) const = default;
};

/// Opacities at all places.
struct MatterKey {
    VolumeParams volume;
    TableParams table;
    SceneFeatures features;
    Version opacities, labels, gradients, voxels;
    std::optional<Gradient> plane_gradient; ///< pre-classified by functions of scalar and gradient
    bool operator==(const MatterKey &) const = default;
};

/// How far away is what is seen at a place of the picture.
struct FocusKey {
    ViewParams view; ///< without size and origin of a part
    MatterKey matter;
    Mode mode;
    std::vector<SurfaceStyle> surfaces;
    std::array<float, 2> place;
    float otherwise; ///< where nothing is seen
    bool operator==(const FocusKey &) const = default;
};

/// The mesh of one isosurface.
struct MeshKey {
    Extraction extraction;
    double isovalue;
    int channel; ///< whose scalars they are
    Version voxels;
    bool operator==(const MeshKey &) const = default;
};

/// Triangles that each pixel sees.
struct VisibilityKey {
    ViewParams view;
    VolumeParams volume;
    int layers;
    std::size_t opaque_begin;                            ///< in `meshes`
    std::vector<std::pair<std::size_t, Version>> meshes; ///< in the order of drawing: number of the surface
    Version own_meshes, labels;
    bool operator==(const VisibilityKey &) const = default;
};

/// Ranges of the leaves of the octree of isovalues.
struct IsovalueRangeKey {
    bool of_ray_caster; ///< its octree has them
    Version voxels;
    bool operator==(const IsovalueRangeKey &) const = default;
};

/// States of the nodes of the octree of isovalues.
struct IsovalueKey {
    std::vector<float> isovalues; ///< of stored values
    double threshold;
    Version voxels;
    bool operator==(const IsovalueKey &) const = default;
};

/// The octree of isovalues.
struct LeafKey {
    Version isovalues, bricks; ///< bricks that were measured
    bool operator==(const LeafKey &) const = default;
};

/// Coloured surfaces along the rays.
struct LayerKey {
    ViewParams view;
    VolumeParams volume;
    SamplingParams sampling; ///< zero for meshes, which need no samples
    LightParams light;
    MaterialParams material;
    SideLightParams side_lights;
    LightVolumeParams light_volume; ///< zero without
    SurfaceFeatures features;
    SurfaceMethod method;
    int layers;
    bool caps;
    std::vector<SurfaceParams> surfaces;
    Version found; ///< visible triangles, or the octree of isovalues
    Version lights, labels;
    bool operator==(const LayerKey &) const = default;
};

} // namespace voxmarch
