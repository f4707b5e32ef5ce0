// The stages of a frame: what is made or done for it, one after the other.
#pragma once

#include "base/enum_names.h"

namespace voxmarch {

/// Names are those of statistics, progress lines and benchmarks.
enum class Stage {
    upload,             ///< of the voxels, once
    program,            ///< the ray caster's kernels built, or taken from the cache
    derived_data,       ///< those below, up to light; told as one before they begin
    tables,             ///< of the transfer function
    classify,           ///< colour and opacity of every voxel
    normals,            ///< the normal volume
    leaf_ranges,        ///< values of the octree's leaves
    label_borders,      ///< where labels border on others, for smooth edges
    leaf_labels,        ///< which leaves hold visible labels
    node_bounds,        ///< values of the octree's nodes, for projections
    occupancy,          ///< states of the octree's nodes
    strides,            ///< how many steps a sample may stand for in the octree's leaves
    distance_map,       ///< from leaves to the nearest occupied one
    majorants,          ///< bounds of the extinction in the octree's leaves, for traced light
    light,              ///< shadows and ambient occlusion
    voxels,             ///< copied out of a 3D image, for isosurfaces
    block_ranges,       ///< of isosurfaces, taken from the octree's leaves
    extraction,         ///< meshes of isosurfaces
    raster,             ///< the triangle of every pixel
    isovalue_ranges,    ///< values of the leaves of the octree of isovalues
    isovalue_occupancy, ///< states of its nodes
    isovalue_distances, ///< from its leaves to the nearest that holds an isovalue
    shade_surfaces,     ///< triangles of pixels coloured
    cast_surfaces,      ///< crossings of rays with surfaces found and coloured
    blend_surfaces,     ///< surfaces alone composited
    frame,              ///< rays cast
    denoise,            ///< noise taken out of traced light
    finish,             ///< mean of samples, exposure, tone curve, background
    counting,           ///< the same once more with counters
    readback            ///< of the picture
};

template <> struct EnumNames<Stage> {
    static constexpr Named<Stage> all[] = {{Stage::upload, "scalar upload"},
                                           {Stage::program, "program"},
                                           {Stage::derived_data, "derived data"},
                                           {Stage::tables, "tables"},
                                           {Stage::classify, "classify"},
                                           {Stage::normals, "normals"},
                                           {Stage::leaf_ranges, "leaf ranges"},
                                           {Stage::label_borders, "borders of labels"},
                                           {Stage::leaf_labels, "labels of leaves"},
                                           {Stage::node_bounds, "node bounds"},
                                           {Stage::occupancy, "occupancy"},
                                           {Stage::strides, "strides"},
                                           {Stage::distance_map, "distance map"},
                                           {Stage::majorants, "extinction of leaves"},
                                           {Stage::light, "light"},
                                           {Stage::voxels, "voxels"},
                                           {Stage::block_ranges, "block ranges of leaves"},
                                           {Stage::extraction, "extraction"},
                                           {Stage::raster, "raster"},
                                           {Stage::isovalue_ranges, "leaf ranges of isovalues"},
                                           {Stage::isovalue_occupancy, "occupancy of isovalues"},
                                           {Stage::isovalue_distances, "distance map of isovalues"},
                                           {Stage::shade_surfaces, "shade surfaces"},
                                           {Stage::cast_surfaces, "cast surfaces"},
                                           {Stage::blend_surfaces, "blend surfaces"},
                                           {Stage::frame, "frame"},
                                           {Stage::denoise, "denoise"},
                                           {Stage::finish, "finish"},
                                           {Stage::counting, "counting"},
                                           {Stage::readback, "readback"}};
};

} // namespace voxmarch
