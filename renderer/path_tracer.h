// Follows paths of light on the device (docs/tracing.md).
#pragma once

#include "device/device.h"
#include "kernels/shared/trace_params.h"
#include "renderer/camera.h"
#include "renderer/clear_layer.h"
#include "renderer/derived_data.h"
#include "renderer/noise_guides.h"
#include "renderer/panorama.h"
#include "renderer/program_files.h"
#include "renderer/settings.h"
#include "renderer/surfaces.h"

#include <array>
#include <filesystem>
#include <string>

namespace voxmarch {

/// Lights, environment, lens and scattering of these settings.
/// @param grid   of the volume
/// @param frame  of this camera
TraceParams make_trace_params(const Grid &grid, const Camera &camera, const FrameParams &frame,
                              const RenderSettings &settings);

/// Keeps programs and the picture between frames. Refers to its device.
class PathTracer {
public:
    explicit PathTracer(Device &device);

    /// Builds the program if it is not there yet. @throws ProgramError
    void prepare(const ProgramSource &source) { (void)kernels_.kernel(source, "trace_paths"); }

    /// Reads the picture that the environment is, unless it is there, and tells its size.
    /// @throws FileError as read_panorama()
    void read_environment(const TraceSettings &trace, TraceParams &params);

    /// Tells what the clear layer of this roughness sends back.
    void find_clear_layer(TraceParams &params);

    /// Follows one path for each pixel of the frame. pixels() holds premultiplied radiance and opacity afterwards.
    /// @param sample   its number, which picks the random numbers
    /// @param surfaces  null: the source is of settings without any
    /// @param focus    null: the focus is that of `params`; else what is seen at params.focus_place is made sharp, for
    ///                 which it is looked once for each key; of settings with a lens
    [[nodiscard]] Event trace(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                              TraceParams params, const Buffer &majorants, const TracedSurfaces *surfaces, int sample,
                              const FocusKey *focus);

    /// Adds what the first collisions of the last paths tell of surfaces.
    /// @param source  of settings that are denoised; all else as it was told to trace()
    /// @param place   of the frame's first pixel among those of `guides`
    [[nodiscard]] Event add_guides(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                                   const Buffer &majorants, const TracedSurfaces *surfaces, int sample,
                                   NoiseGuides &guides, int place);

    const Buffer &pixels() const { return pixels_; }

    /// How often a focus was looked for.
    std::uint64_t foci() const { return focus_stage_.version(); }

private:
    Device *device_;
    KernelCache kernels_;
    Buffer params_, pixels_, no_surfaces_;
    Buffer panorama_, aliases_; ///< of panorama_file_
    float layer_roughness_ = 0.0f;
    ClearLayer layer_{}; ///< of this roughness
    std::string panorama_file_;
    std::filesystem::file_time_type panorama_written_;
    std::array<int, 2> panorama_size_{};
    DerivedStage<FocusKey> focus_stage_;
    float focus_ = 0.0f;

    float find_focus(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                     const TracedSurfaces &met);
    TracedSurfaces or_stand_ins(const TracedSurfaces *surfaces) const;
};

} // namespace voxmarch
