// What a VolumeRenderer holds and how a frame is made of it; for the files of VolumeRenderer alone.
#pragma once

#include "renderer/derived_data.h"
#include "renderer/ray_caster.h"
#include "renderer/volume_renderer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// @throws UsageError for pictures that are too small or too large
void require_size(int width, int height);

/// The same volume without isosurfaces.
RenderSettings without_surfaces(const RenderSettings &settings);

struct VolumeRenderer::State {
    Device &device;
    DerivedData data;
    TransferFunction transfer;        ///< over file values
    std::optional<double> shadows_of; ///< the isovalue of opaque surfaces that `data` has in place of `transfer`
    RayCaster caster;
    std::unique_ptr<Surfaces> surfaces; ///< once they are wanted
    std::vector<std::pair<Stage, Events>> surface_events;
    std::vector<ColoredMesh> meshes; ///< the user's own
    std::function<void(Stage, double)> report_stage;
    bool divide_stages = false; ///< whether stages tell their shares
    bool upload_told = false;
    Buffer depth; ///< of the last frame with distances
    KernelCache kernels;
    FrameStatistics statistics;

    /// @param voxels  a Volume or DeviceVoxels
    template <typename Voxels>
    State(Device &opened, const Voxels &voxels, SamplingBackend backend)
        : device(opened), data(opened, voxels, backend), caster(opened), kernels(opened) {}

    /// Own meshes need a mode that draws surfaces. @throws UsageError where there is none
    RenderSettings with_meshes(const RenderSettings &settings) const;

    /// Surfaces alone throw shadows by a transfer function of their own; call it before anything asks for features.
    void choose_transfer(const RenderSettings &settings);

    CastVariant variant(const RenderSettings &settings, const CastOutput &output) const;

    /// Brings everything up to date. @return the frame's parameters
    FrameParams update(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// What the ray caster puts into the volume.
    CastLayers layers(const RenderSettings &settings) const;

    /// Draws the frame that update() has prepared. @return the buffers that hold it
    DeviceFrame draw(const FrameParams &frame, const RenderSettings &settings, const CastVariant &cast_variant);

    /// Distances in the unit of the world. @param distances  of the caster or the surfaces
    const Buffer &scaled_depth(const FrameParams &frame, const Buffer &distances);

    /// Leaves of the octree that rays go through, and those that hold nothing.
    void count_leaves(const RenderSettings &settings);

    /// A stage begins, or is waited for; or a share of it is there. @throws what report_stage throws
    void tell(Stage stage, double share = -1.0) const;

    /// For stages that can tell their share; empty if nobody wants to know.
    std::function<void(double)> progress_of(Stage stage) const;

private:
    void add_surface_stages(const RenderSettings &settings);
    void add_stages(const std::vector<std::pair<Stage, Events>> &stages);
};

} // namespace voxmarch
