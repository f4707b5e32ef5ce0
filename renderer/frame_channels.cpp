// Draws projections of several channels: each by its own function, added as light is.
#include "renderer/frame_maker.h"
#include "renderer/frame_params.h"

namespace voxmarch {

bool FrameMaker::projects_channels(const RenderSettings &settings) const {
    return (data_.channels() > 1 || data_.volume().is_placed()) && settings.blend != Blend::composite &&
           settings.mode != Mode::isosurface;
}

/// @throws UsageError
void FrameMaker::require_possible_with_channels(RenderSettings &settings) const {
    for (const SurfaceStyle &surface : settings.surfaces) {
        if (settings.mode != Mode::volume && surface.channel < data_.channels() &&
            data_.channel(surface.channel).volume().is_placed()) {
            throw UsageError(
                "isosurfaces are those of volumes on their own grid, and this one lies on that of another, "
                "or on a larger one",
                {{Remedy::drop_choice, "mode"}});
        }
    }
    if (data_.channels() == 1 || settings.mode == Mode::isosurface) {
        return;
    }
    if (are_colors(settings.channel_blend)) {
        if (settings.blend != Blend::composite) {
            throw UsageError("colours of voxels are composited: they have no largest, smallest or mean one",
                             {{Remedy::blend, std::string(name_of(Blend::composite))}});
        }
        settings.classification = Classification::pre;
    }
}

/// One channel after the other.
const Buffer &FrameMaker::project_channels(const Camera &camera, int width, int height, const RenderSettings &settings,
                                           const CastOutput &output) {
    const int pixels = width * height;
    reserve(*device_, channel_sum_, static_cast<std::uint64_t>(pixels) * pixel_bytes(PixelFormat::rgba32f),
            "sum of channels");
    reserve(*device_, channel_picture_, static_cast<std::uint64_t>(pixels) * pixel_bytes(output.format), "picture");
    const ProgramSource source = add_channels_source(output.format);
    const LaunchSize size{{round_up(static_cast<std::size_t>(pixels), 64), 1, 1}, {64, 1, 1}};
    Kernel &add = kernels_.kernel(source, "add_channel");
    channel_sum_.fill(0);
    FrameParams frame = make_frame_params(data_.volume().grid(), camera, width, height, settings);
    int is_first = 1;
    for (int i = 0; i < data_.channels(); ++i) {
        if ((data_.visible_channels() >> i & 1u) == 0) {
            continue;
        }
        DerivedData &channel = data_.channel(i);
        frame = make_frame_params(data_.volume().grid(), camera, width, height, settings);
        channel.update(settings, frame);
        const CastVariant variant{channel.volume().backend(),
                                  channel.volume().stored_type(),
                                  settings,
                                  channel.features(settings),
                                  {PixelFormat::rgba32f, Counting::off}};
        const Event drawn = caster_.cast(channel.scene(), frame, variant, {});
        const Event added = add.launch(size, caster_.pixels(), channel_sum_, std::exchange(is_first, 0), pixels);
        add_stages(channel.take_events());
        statistics_.frame_ms += drawn.milliseconds() + added.milliseconds();
    }
    const Event finished =
        kernels_.kernel(source, "finish_channels").launch(size, frame, channel_sum_, channel_picture_, pixels);
    statistics_.frame_ms += finished.milliseconds();
    statistics_.stages.push_back({Stage::frame, statistics_.frame_ms});
    return channel_picture_;
}

} // namespace voxmarch
