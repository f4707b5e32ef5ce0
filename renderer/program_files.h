// Which kernel files make a ray casting program: each alternative is a file (docs/kernels.md).
#pragma once

#include "base/enum_names.h"
#include "device/device.h"
#include "renderer/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// How samples get colour and opacity; the classification of the settings, or that of a 2D transfer function.
/// One name everywhere: kernels/classify_NAME.cl.
enum class Classifier { pre, post, preintegrated, two_dimensional };

template <> struct EnumNames<Classifier> {
    static constexpr Named<Classifier> all[] = {{Classifier::pre, "pre"},
                                                {Classifier::post, "post"},
                                                {Classifier::preintegrated, "preintegrated"},
                                                {Classifier::two_dimensional, "2d"}};
};

/// What a frame uses beside the voxels; decides which files its program is made of.
struct SceneFeatures {
    Classifier classifier = Classifier::post;
    bool lights = false;   ///< a light volume: shadows or ambient occlusion
    bool labels = false;   ///< a label volume
    bool surfaces = false; ///< layers of surfaces in the volume
    Blend blend = Blend::composite;
    bool operator==(const SceneFeatures &) const = default;
};

/// What colours surfaces beside their own looks.
struct SurfaceFeatures {
    Shading shading = Shading::phong;
    bool lights = false; ///< a light volume
    bool labels = false; ///< a label volume
    bool operator==(const SurfaceFeatures &) const = default;
};

/// Packets have kernels of their own for what is used most; anything else is drawn by the kernels of the buffer back
/// end, which reads the same arrays.
SamplingBackend kernel_backend(SamplingBackend arrays, const RenderSettings &settings, const SceneFeatures &features);

/// The ordered files and constants of the ray casting program.
/// @param backend      kernel_backend()
/// @param stored_type  DeviceVolume::stored_type()
/// @param counting     with counters of every pixel (kernels/cast/count_on.cl)
/// @throws UnsupportedError for a traversal this back end or device does not have
ProgramSource ray_cast_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                              const RenderSettings &settings, const SceneFeatures &features, bool counting);

/// Rays that kernels/derive/propagate_light.cl follows in one work-group.
constexpr int sweep_width = 32, sweep_height = 8;

/// The program that makes the light volume (kernels/derive/cast_light.cl or propagate_light.cl): the samples of frames.
/// @param backend  buffer or image
ProgramSource light_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                           const RenderSettings &settings, const SceneFeatures &features, bool propagated);

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
ProgramSource surface_cast_source(SamplingBackend backend, std::string_view stored_type,
                                  const SurfaceFeatures &features);

} // namespace voxmarch
