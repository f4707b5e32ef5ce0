// Keeps derived data and surfaces in step with what a renderer is told, and draws frames.
#pragma once

#include "renderer/derived_data.h"
#include "renderer/path_tracer.h"
#include "renderer/ray_caster.h"
#include "renderer/ray_relay.h"
#include "renderer/sample_sum.h"
#include "renderer/stage_report.h"
#include "renderer/volume_renderer.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace voxmarch {

/// Refers to its device.
class FrameMaker {
public:
    /// @param voxels  a Volume, DeviceVoxels or a DeviceVolume that is moved
    template <typename Voxels>
    FrameMaker(Device &device, Voxels &&voxels, SamplingBackend backend)
        : device_(&device), data_(device, std::forward<Voxels>(voxels), backend), caster_(device), tracer_(device),
          kernels_(device) {}

    /// @param transfer  valid, over the file's values
    void set_transfer(TransferFunction transfer, int channel = 0);
    /// As DerivedData::place and add_channel.
    void place(const Grid &grid, const VolumePlace &first) { data_.place(grid, first); }
    void add_channel(const Volume &volume, const std::optional<VolumePlace> &place) {
        surfaces_.reset(); // they know the channels that there were
        data_.add_channel(volume, place);
    }
    /// As VolumeRenderer's.
    void send_voxels(const Volume &volume, int channel) { data_.channel(channel).send_voxels(volume); }
    void show_sent_voxels() {
        for (int i = 0; i < data_.channels(); ++i) {
            data_.channel(i).show_sent_voxels();
        }
    }
    void widen_range(ValueRange range, int channel) { data_.channel(channel).widen_range(range); }
    void show_channels(unsigned visible) { data_.show_channels(visible); }
    /// As DerivedData::set_labels.
    void set_labels(std::span<const std::uint16_t> labels, const std::vector<LabelStyle> &styles) {
        data_.set_labels(labels, styles);
    }
    void set_meshes(std::vector<ColoredMesh> meshes);
    void set_relay(RayRelay *relay) { relay_ = relay; }
    bool has_meshes() const { return !meshes_.empty(); }

    void report_stages(std::function<void(Stage, double)> listener) { report_.listen(std::move(listener)); }
    void divide_stages(bool divide);
    const StageReport &report() const { return report_; }

    /// What is really drawn: own meshes need a mode that draws surfaces. @throws UsageError where there is none, and
    /// for settings out of range
    RenderSettings settled(const RenderSettings &wanted) const;

    /// @throws UnsupportedError where rays wait for bricks, which `what`, "samples are counted", cannot
    void require_all_bricks(const char *what) const;

    /// Takes a frame while it is drawn. @param drawn  when it is there
    using FrameReader = std::function<void(const Buffer &pixels, const Event &drawn)>;

    /// Brings everything up to date and draws a frame.
    /// @param read  called when all is launched, before anybody asks how long it took, as each wait takes the device as
    ///              long as a launch; behind the waits where stages are divided, and where times are the host's
    /// @throws UsageError for settings and sizes out of range
    DeviceFrame draw(const Camera &camera, int width, int height, const RenderSettings &wanted,
                     const FrameOutput &output, const FrameReader &read = {});

    /// Draws one sample of each pixel of a picture, or of the part that the camera is cropped to, and adds it to those
    /// that are there. @throws as draw()
    void add_sample(const Camera &camera, int width, int height, const RenderSettings &wanted, int number,
                    SampleSum &sum);

    /// Brings everything up to date, for measures that are no part of the frame's statistics.
    /// @param settings  as settled()
    /// @return the frame's parameters
    FrameParams update_unreported(const Camera &camera, int width, int height, const RenderSettings &settings);

    /// As VolumeRenderer::occupied_share. @throws UsageError for settings and sizes out of range
    double occupied_share(const Camera &camera, int width, int height, const RenderSettings &wanted);

    /// Counts what the rays of an updated frame do. @return PixelCounts of every pixel
    /// @param progress  told the share of the rays that are counted, a slab at a time; empty: all are counted at once
    const Buffer &count(const FrameParams &frame, const RenderSettings &settings,
                        const std::function<void(double)> &progress);

    /// Counts the traversal steps of the rays of an updated frame, taking no samples; in slabs where stages are
    /// divided. @return a number of every pixel
    /// @param ms  how long that took on the device
    const Buffer &count_nodes(const FrameParams &frame, const RenderSettings &settings, double &ms);

    /// For measurements, see RayCaster.
    void set_persistent_groups(std::size_t groups) { caster_.set_persistent_groups(groups); }
    std::uint64_t group_local_bytes() const { return caster_.group_local_bytes(); } ///< of the last cast

    const DerivedData &data() const { return data_; }
    Device &device() const { return *device_; }
    StageCounts stage_counts() const;
    FrameStatistics &statistics() { return statistics_; } ///< of the last draw()

private:
    Device *device_;
    DerivedData data_;
    TransferFunction transfer_;        ///< over the file's values
    std::optional<double> shadows_of_; ///< the isovalue of opaque surfaces that `data_` has in place of `transfer_`
    RayCaster caster_;
    PathTracer tracer_;
    std::unique_ptr<Surfaces> surfaces_; ///< once they are wanted
    std::vector<std::pair<Stage, Events>> surface_events_;
    std::vector<ColoredMesh> meshes_; ///< the user's own
    RayRelay *relay_ = nullptr;       ///< of programs that have the other bricks
    StageReport report_;
    bool upload_told_ = false;
    Buffer depth_;                   ///< of the last frame with distances
    std::optional<double> pixel_ms_; ///< what a ray of the last cast took
    KernelCache kernels_;
    FrameStatistics statistics_;

    Buffer channel_sum_, channel_picture_; ///< of projections of several channels
    std::optional<SampleSum> samples_;     ///< of pictures that are finished

    void require_possible_in_bricks(RenderSettings &settings) const;
    void require_possible_with_channels(RenderSettings &settings) const;
    bool projects_channels(const RenderSettings &settings) const;
    const Buffer &project_channels(const Camera &camera, int width, int height, const RenderSettings &settings,
                                   const CastOutput &output);
    void choose_transfer(const RenderSettings &settings);
    CastVariant variant(const RenderSettings &settings, const CastOutput &output) const;
    FrameParams update(const Camera &camera, int width, int height, const RenderSettings &settings);
    CastLayers layers(const RenderSettings &settings) const;
    bool bring_bricks(const RenderSettings &settings, const FrameParams &frame, int waves);
    std::function<void(double)> cast_progress(const FrameParams &frame, const RenderSettings &settings) const;
    Events cast(const FrameParams &frame, const CastVariant &used, const CastLayers &layers);
    struct RoundOfRays;
    bool cast_own_rays(const FrameParams &frame, const CastVariant &used, const CastLayers &layers, RoundOfRays &round);
    Events cast_with_others(const FrameParams &frame, const CastVariant &used, const CastLayers &layers);
    void gather_pixels(const std::vector<std::uint32_t> &own, std::size_t pixel_bytes);
    DeviceFrame draw_rays(const Camera &camera, int width, int height, const RenderSettings &settings,
                          const FrameOutput &output, const FrameReader &read);
    struct SampleTarget {
        NoiseGuides *guides = nullptr; ///< null: nobody wants to know
        int place = 0;                 ///< of the first pixel
    };
    DeviceFrame trace_paths(const Camera &camera, int width, int height, const RenderSettings &settings, int sample,
                            const SampleTarget &target, const FrameReader &read);
    FocusKey focus_key(const FrameParams &frame, const TraceParams &params, const RenderSettings &settings) const;
    DeviceFrame draw_sample(const Camera &camera, int width, int height, const RenderSettings &settings,
                            const FrameOutput &output, int sample, const SampleTarget &target);
    DeviceFrame draw_finished(const Camera &camera, int width, int height, const RenderSettings &settings,
                              const FrameOutput &output, const FrameReader &read);
    DeviceFrame cast_or_blend(const FrameParams &frame, const RenderSettings &settings, const CastVariant &used,
                              const FrameReader &read);
    const Buffer &scaled_depth(const FrameParams &frame, const Buffer &distances);
    void add_surface_stages(const RenderSettings &settings);
    void add_stages(const std::vector<std::pair<Stage, Events>> &stages);
};

} // namespace voxmarch
