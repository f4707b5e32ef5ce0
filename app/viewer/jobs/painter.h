// Draws what was ordered of one volume: coarse while something moves, then in full, part by part, with its times.
#pragma once

#include "app/viewer/jobs/frame.h"
#include "app/viewer/jobs/loader.h"
#include "app/viewer/jobs/preparation.h"
#include "device/device.h"
#include "scene/device_team.h"
#include "scene/resolution.h"
#include "scene/scene_renderer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Whom a painter works for. It is called on the painter's thread.
class PainterClient {
public:
    virtual bool is_newest(std::uint64_t request) const = 0; ///< nothing was asked for since
    virtual void set_activity(const std::string &what, double share = 0.0) = 0;
    virtual void publish(Frame frame) = 0;

protected:
    ~PainterClient() = default;
};

class Painter {
public:
    /// Uploads the volume to the first device. The others get it with the first full picture, and draw full pictures
    /// of one side together with the first. @throws as SceneRenderer
    Painter(PainterClient &client, std::vector<Device *> devices, std::shared_ptr<const LoadedVolume> loaded,
            std::optional<SamplingBackend> backend);

    /// Publishes a picture at once, of fewer pixels and samples where the device is slow.
    /// @return whether it is the full picture all the same
    bool draw_coarse(const FrameRequest &request, std::uint64_t number);

    /// Publishes the full picture, if nothing newer is wanted meanwhile. The first one with other kernels or data is
    /// drawn again for its times, where that is quick; so are both sides of a comparison, several times.
    void draw_full(const FrameOrder &order, std::uint64_t number);

    SceneRenderer &renderer() { return renderer_; }

private:
    /// Of both sides of an order.
    struct Prepared {
        Preparation scene;
        std::optional<Preparation> other;
        bool operator==(const Prepared &) const = default;
    };

    PainterClient &client_;
    const std::vector<Device *> devices_; ///< at least one
    const std::shared_ptr<const LoadedVolume> loaded_;
    SceneRenderer renderer_;
    std::unique_ptr<Device> other_device_; ///< of comparisons between devices; null: none was asked for
    std::unique_ptr<SceneRenderer> other_renderer_;
    std::unique_ptr<DeviceTeam> team_; ///< of several devices, once they draw
    ResolutionGovernor governor_;
    std::optional<Preparation> prepared_; ///< of the last coarse picture
    std::optional<Prepared> measured_;    ///< of the last full picture
    std::optional<Scene> drawn_;          ///< of the last full picture

    static Prepared prepared_of(const FrameOrder &order);
    void close_other();
    SceneRenderer &renderer_of_other(const FrameOrder &order);
    Image measured_draw(SceneRenderer &renderer, const Scene &scene, const Camera &camera, int width, int height,
                        const RenderSettings &settings);
    void tell_preparation(const Scene &scene);
    void explain(Frame &frame, const Scene &scene) const;
    std::optional<Frame> full_frame(const FrameOrder &order, std::uint64_t number, bool other_first = false);
    std::optional<Image> refine(SceneRenderer &renderer, const Scene &scene, const std::vector<Tile> &tiles,
                                std::uint64_t number, FrameStatistics &statistics);
    std::optional<Image> draw_together(const Scene &scene, std::uint64_t number, FrameStatistics &statistics);
    void measure_again(const FrameOrder &order, std::uint64_t number, int rounds, Race race);
};

} // namespace voxmarch
