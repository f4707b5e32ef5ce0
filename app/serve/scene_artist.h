// Draws scenes of one volume on one device, or on several together: whole as `voxmarch render` does, and small ones
// while something moves.
#pragma once

#include "app/serve/brick_choice.h"
#include "app/serve/look_room.h"
#include "app/serve/time_shelf.h"
#include "app/serve/traced_steps.h"
#include "device/while_waiting.h"
#include "renderer/image.h"
#include "scene/device_team.h"
#include "scene/scene_renderer.h"
#include "scene/slice_contents.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace voxmarch {

/// A picture and what drawing it took.
struct DrawnPicture {
    Image image;
    double ms = 0.0;                          ///< in all
    double own_ms = 0.0;                      ///< without what is done once: compiling, what is derived of the volume
    std::optional<FrameStatistics> counted{}; ///< samples, where they were asked for and can be counted
};

/// Asked before bricks are read, by several threads at a time; what it throws ends the reading.
class ReadingWatch {
public:
    void set(std::function<void()> watch);
    void ask() const;

private:
    mutable std::mutex mutex_;
    std::function<void()> watch_;
};

/// What a whole picture heeds while it is drawn. What is thrown ends the picture.
struct Meanwhile {
    /// Asked between parts, and by threads that read bricks, at the same time.
    std::function<void()> still_wanted;

    /// Told between parts, also of the light and the surfaces that are made for the picture, and while a device or a
    /// driver is waited for, by the thread that draws, which may draw moving pictures: as often as leaves the whole one
    /// a quarter of the time, what it has to make anew behind them not counted. Throws nothing.
    std::function<void()> between_parts{};

    /// Of traced light that one device draws, without a comparison. Empty functions: nobody wants to know.
    TracedSteps traced{};
};

class SceneArtist {
public:
    /// Brings the volume to the devices, in bricks where it has to be.
    /// @param devices  at least one; they draw each picture together, and outlive the artist
    /// @param limit    of pictures
    /// @throws as SceneRenderer, choose_bricks
    SceneArtist(const std::vector<Device *> &devices, std::shared_ptr<TimeShelf> times, SamplingBackend backend,
                const BrickWish &bricks, const SizeLimit &limit);

    /// The picture that `voxmarch render` draws of the scene, bit for bit.
    /// @param count  samples are counted, too, where that can be
    /// @throws as SceneRenderer::draw, finished_picture, LookRoom::require
    DrawnPicture whole(const Scene &scene, const Meanwhile &meanwhile, bool count = false);

    /// A picture of this size with cheaper settings. @param drawn  the page's last whole scene; null: there is none
    /// @param waits  told while what it needs is made, as Meanwhile::between_parts
    /// Precondition: can_draw_now()
    /// @throws as whole()
    DrawnPicture moving(const Scene &scene, int width, int height, const Scene *drawn,
                        const std::function<void()> &waits = {});

    /// Whether moving() can draw the scene at this moment. Between parts of a picture that several devices draw, and of
    /// what is made for one, it has to be of the time that they have.
    bool can_draw_now(const Scene &scene);

    const SceneRenderer &renderer() const { return renderer_; }
    const BrickChoice &bricks() const { return bricks_; }

private:
    Device &device_; ///< the first one
    const std::shared_ptr<TimeShelf> times_;
    std::shared_ptr<const LoadedVolume> shown_; ///< the time that is on the devices
    const BrickChoice bricks_;
    const LookRoom room_;
    const std::shared_ptr<ReadingWatch> watch_ = std::make_shared<ReadingWatch>();
    SceneRenderer renderer_;
    std::optional<SceneRenderer> preview_; ///< draws what moves, where rays would wait for bricks
    std::optional<DeviceTeam> team_;       ///< empty: one device draws
    SlicePlanePainter planes_;
    const Scene *begun_ = nullptr; ///< the picture that is at work
    bool in_stage_ = false;        ///< what it needs is being made, and nothing else can be drawn of the volume
    bool in_break_ = false;        ///< others are drawn between its parts
    std::chrono::steady_clock::time_point break_ended_;
    double break_ms_ = 0.0;           ///< of the last one
    std::optional<Scene> derived_of_; ///< whose light and normals the renderer has, as far as known

    /// The first device once more, to draw while that one is waited for; null: it was not needed yet, or cannot be.
    std::unique_ptr<Device> beside_;

    /// Draws a coarser volume while the other one is at work; empty: it was not needed yet, or has no room.
    std::optional<SceneRenderer> aside_;
    int aside_time_ = 0;

    void show_time(int time);
    bool draws_aside(const Scene &scene) const;
    SceneRenderer *aside();
    Device &beside();
    void break_for(const std::function<void()> &others);
    void let_in(std::optional<WhileWaiting> &waiting, const std::function<void()> &others);
    Scene with_planes(Scene side, bool waits);
    Image draw(const Scene &side, const RenderSettings &settings, const std::function<void(double)> &progress,
               const TracedSteps &steps, FrameStatistics &statistics);
    TracedSteps steps_of(const Scene &scene, const TracedSteps &wanted) const;
    std::optional<FrameStatistics> count(const Scene &scene);
};

/// The settings of a moving picture. @param slow  the device takes long for shadows and normals of all voxels
RenderSettings moving_settings(const Scene &scene, const Scene *drawn, double scale, bool slow);

} // namespace voxmarch
