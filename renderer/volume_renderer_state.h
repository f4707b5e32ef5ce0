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
    FrameStatistics statistics;

    State(Device &opened, const Volume &volume, SamplingBackend backend)
        : device(opened), data(opened, volume, backend), caster(opened) {}

    /// Own meshes need a mode that draws surfaces. @throws UsageError where there is none
    RenderSettings with_meshes(const RenderSettings &settings) const;

    CastVariant variant(const RenderSettings &settings, bool counting) const;

    /// Brings everything up to date. @return the frame's parameters
    FrameParams update(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// What the ray caster puts into the volume.
    CastLayers layers(const RenderSettings &settings) const;

    /// Draws the frame that update() has prepared. @return the buffer that holds it, RGBA8
    const Buffer &draw(const FrameParams &frame, const RenderSettings &settings, const CastVariant &cast_variant);

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
