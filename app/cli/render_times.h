// Pictures of one time after the other: the next is read, and brought to the device, while this one is drawn.
#pragma once

#include "app/cli/render_options.h"
#include "app/cli/render_reading.h"
#include "base/ranks.h"
#include "scene/scene_renderer.h"
#include "scene/time_sample.h"
#include "volume/formats/time_series.h"

#include <future>
#include <optional>
#include <vector>

namespace voxmarch {

/// The times that are drawn, of those of the volume; empty: one alone. Sets ReadOptions::time to the first.
/// @throws UsageError for times that are not there
std::vector<int> times_to_draw(RenderOptions &options, const VolumeHeader &header, const Ranks &ranks);

/// What is known of all times, for volumes that have several: the look of one is that of all. It takes the place of the
/// surveys in `read`, and its ranges go into the content. Empty where one time is all there is, or looked at.
std::optional<TimeSample> sample_series(const RenderOptions &options, const VolumeHeader &header, ReadScene &read);

/// Refers to options. One thread at a time.
class TimeReader {
public:
    /// @param series  as the content was read
    /// @param times  that are drawn, one picture each; the first is on the device
    TimeReader(const RenderOptions &options, const VolumeHeader &header, std::vector<int> times);

    /// Has the renderer draw the time of a picture from now on. Called for one picture after the other.
    /// @throws as TimeSeries::read, VolumeRenderer::send_voxels; Interrupted
    void show(int picture, SceneRenderer &renderer);

    /// Tells the scene what it is of.
    void note(int picture, Scene &scene) const;

private:
    /// One time as it was read.
    struct Step {
        SceneContent content;
        VolumeIdentity identity; ///< empty where nobody asks
    };
    const RenderOptions &options_;
    TimeSeries series_;
    std::vector<int> times_;
    std::future<Step> reading_;              ///< of picture next_
    int next_;                               ///< first picture of the time that comes to the device next
    std::optional<Step> sent_;               ///< of the time before that, until it is shown
    int shown_ = 0;                          ///< picture whose voxels are drawn
    std::optional<VolumeIdentity> identity_; ///< of that picture; empty: of the scene's own volume

    int pictures() const { return static_cast<int>(times_.size()); }
    int time_of(int picture) const { return times_[static_cast<std::size_t>(picture)]; }
    int next_change(int picture) const; ///< the next picture of another time
    void begin_reading();
    void send(SceneRenderer &renderer);
};

} // namespace voxmarch
