// Which kernel files make a ray casting program: each alternative is a file (docs/kernels.md).
#pragma once

#include "base/enum_names.h"
#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/brick_size.h"
#include "renderer/settings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// How samples get colour and opacity; the classification of the settings, or that of a 2D transfer function, of
/// several channels, or of labels that have functions of their own. One name everywhere: kernels/cast/classify_NAME.cl.
enum class Classifier { pre, post, preintegrated, two_dimensional, channels, labels, smooth_labels };

template <> struct EnumNames<Classifier> {
    static constexpr Named<Classifier> all[] = {{Classifier::pre, "pre"},
                                                {Classifier::post, "post"},
                                                {Classifier::preintegrated, "preintegrated"},
                                                {Classifier::two_dimensional, "2d"},
                                                {Classifier::channels, "channels"},
                                                {Classifier::labels, "labels"},
                                                {Classifier::smooth_labels, "smooth-labels"}};
};

/// The channels of a volume that has several.
struct ChannelFeatures {
    int count = 1;                                    ///< 1 .. CHANNEL_LIMIT
    std::array<int, CHANNEL_LIMIT> bytes{1, 1, 1, 1}; ///< of a stored value of each: 1, 2, or 4 of floats; of those
                                                      ///< that are not there that of the first
    unsigned seen = 1; ///< bit i for channel i; of samples that are mixed: derived voxels are told by ChannelParams
    ChannelBlend blend = ChannelBlend::opacity;
    bool operator==(const ChannelFeatures &) const = default;

    /// Whether all have stored values of one type.
    bool of_one_type() const { return std::ranges::adjacent_find(bytes, std::not_equal_to<>()) == bytes.end(); }
};

/// What a frame uses beside the voxels; decides which files its program is made of.
struct SceneFeatures {
    Classifier classifier = Classifier::post;
    bool lights = false;             ///< a light volume: shadows or ambient occlusion
    bool labels = false;             ///< a label volume
    bool surfaces = false;           ///< layers of surfaces in the volume
    bool hole = false;               ///< clipping is inverted
    std::optional<BrickSize> bricks; ///< the volume lies in bricks of this size
    bool waves = false;              ///< not all of which are there: rays wait for them
    Blend blend = Blend::composite;
    ChannelFeatures channels; ///< of the classifier `channels`, or of one that is placed
    bool placed = false;      ///< volumes have grids of their own (VolumePlace)
    LabelEdges label_edges = LabelEdges::nearest;
    Interpolation interpolation = Interpolation::linear;
    bool plane = false;                   ///< colour and opacity are those of a function of scalar and gradient
    bool materials = false;               ///< by scalar
    bool emissions = false;               ///< by scalar; of traced light
    NodeCoding nodes = NodeCoding::bytes; ///< of the octree: kernels/traverse/nodes_NAME.cl
    bool operator==(const SceneFeatures &) const = default;
};

/// @param settings         as they are drawn (as_drawn())
/// @param two_dimensional  the transfer function is one of scalar and gradient magnitude
/// @param labels           there are labels
/// @param bricks           the volume lies in bricks of this size
/// @throws UsageError for what a 2D function cannot do
SceneFeatures scene_features(const RenderSettings &settings, bool two_dimensional, bool labels,
                             std::optional<BrickSize> bricks = {});

/// What colours surfaces beside their own looks.
struct SurfaceFeatures {
    Shading shading = Shading::phong;
    bool side_lights = false;        ///< lights beside the main one
    bool outline = false;            ///< RenderSettings::outline is not 0
    bool lights = false;             ///< a light volume
    bool labels = false;             ///< a label volume
    std::optional<BrickSize> bricks; ///< the volume lies in bricks of this size
    bool waves = false;              ///< not all of which are there
    bool hole = false;               ///< clipping is inverted
    bool operator==(const SurfaceFeatures &) const = default;
};

/// What a program notes of each ray beside its colour: kernels/cast/count_NAME.cl.
enum class Counting {
    off,
    on,    ///< counters of every pixel
    depth, ///< distance at which half of the light from behind is blocked
    nodes  ///< traversal steps; no sample is taken
};

template <> struct EnumNames<Counting> {
    static constexpr Named<Counting> all[] = {
        {Counting::off, "off"}, {Counting::on, "on"}, {Counting::depth, "depth"}, {Counting::nodes, "nodes"}};
};

/// What a pixel is: kernels/cast/picture_NAME.cl.
template <> struct EnumNames<PixelFormat> {
    static constexpr Named<PixelFormat> all[] = {{PixelFormat::rgba8, "rgba8"}, {PixelFormat::rgba32f, "rgba32f"}};
};

/// Bytes of a pixel.
constexpr std::uint64_t pixel_bytes(PixelFormat format) { return format == PixelFormat::rgba8 ? 4 : 16; }

/// What a program gives of each ray.
struct CastOutput {
    PixelFormat format = PixelFormat::rgba8;
    Counting counting = Counting::off;
    bool normals = false; ///< in place of colours; of shaded samples that no labels and no surfaces lie between
};

/// What programs for several channels are told of them.
void add_channels(std::vector<std::pair<std::string, long>> &constants, const ChannelFeatures &channels);

/// What packets do not draw of that, "cubic interpolation"; empty: they draw it all, by the traversals that they have.
std::string beyond_packets(const RenderSettings &settings, const SceneFeatures &features,
                           const CastOutput &output = {});

/// What is beyond packets is drawn by the kernels of the buffer back end, which reads the same arrays.
SamplingBackend kernel_backend(SamplingBackend arrays, const RenderSettings &settings, const SceneFeatures &features,
                               const CastOutput &output = {});

/// The ordered files and constants of the ray casting program.
/// @param backend      kernel_backend()
/// @param stored_type  DeviceVolume::stored_type()
/// @throws UnsupportedError for a traversal this back end or device does not have
ProgramSource ray_cast_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                              const RenderSettings &settings, const SceneFeatures &features,
                              const CastOutput &output = {});

/// Parts that kernels/trace/find_focus.cl cuts a line of sight into, a work-item each.
constexpr int focus_parts = 64;

/// The program that follows paths of light (kernels/trace/trace_paths.cl).
/// @param settings  as drawn
ProgramSource trace_source(SamplingBackend arrays, std::string_view stored_type, const RenderSettings &settings,
                           const SceneFeatures &features);

/// Rays that kernels/derive/propagate_light.cl follows in one work-group.
constexpr int sweep_width = 32, sweep_height = 8;

/// Slices between two of its barriers: with a table of 1025 entries 32 KiB of local memory are enough. And slices that
/// are marched at a time where rays wait for bricks.
constexpr int sweep_slices = 4, waiting_sweep_slices = 16;

/// The program that makes the light volume (kernels/derive/cast_light.cl or propagate_light.cl): the samples of frames.
/// @param backend  buffer or image
ProgramSource light_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                           const RenderSettings &settings, const SceneFeatures &features, bool propagated);

/// The programs that make the pyramid which cones look into (kernels/derive/pass_cells.cl, merge_pass.cl).
ProgramSource opacity_pyramid_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                                     const RenderSettings &settings, const SceneFeatures &features);
ProgramSource merge_pass_source();
/// Whether a work-item of that program looks from 16 texels along x.
bool looks_in_packets(const DeviceInfo &device, bool images);
/// The program that looks (kernels/derive/look_around.cl). @param images  the light volume is an image
ProgramSource look_around_source(const DeviceInfo &device, bool images, NodeCoding nodes);

/// The program that estimates how coarse the samples of a composited frame are (kernels/derive/sampling_error.cl).
/// @param arrays  of the volume
/// @throws UsageError for projections and pre-integration, which miss nothing between two samples
ProgramSource sampling_error_source(const DeviceInfo &device, SamplingBackend arrays, std::string_view stored_type,
                                    const RenderSettings &settings, const SceneFeatures &features);

/// The program that colours triangles (kernels/raster/surface_shade.cl), and the one that finds isosurfaces along rays
/// (kernels/raster/surface_cast.cl).
/// @param backend  buffer or image
ProgramSource surface_shade_source(SamplingBackend backend, std::string_view stored_type,
                                   const SurfaceFeatures &features);
ProgramSource surface_picture_source(); ///< triangles that show pictures (kernels/raster/surface_picture.cl)
ProgramSource surface_cast_source(SamplingBackend backend, std::string_view stored_type,
                                  const SurfaceFeatures &features);

/// The program that fills isosurfaces where clipping opens them (kernels/raster/surface_caps.cl). @param backend  as
/// above
ProgramSource surface_caps_source(SamplingBackend backend, std::string_view stored_type,
                                  const SurfaceFeatures &features);

/// The program that adds projections of channels (kernels/cast/add_channels.cl).
ProgramSource add_channels_source(PixelFormat format);

/// The program that finishes pictures (kernels/cast/finish_picture.cl).
ProgramSource finish_source(ToneCurve tone);

/// The program that puts surfaces over the background (kernels/raster/surface_blend.cl). @param output  not counting on
ProgramSource surface_blend_source(const CastOutput &output);

} // namespace voxmarch
