// A volume that does not lie on its device in one piece: drawn at once as a preview of fewer voxels, and exactly in
// bricks.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/brick_gate.h"
#include "app/viewer/jobs/level_contents.h"
#include "app/viewer/jobs/loader.h"
#include "scene/brick_room.h"
#include "scene/scene_renderer.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace voxmarch {

/// What a device holds of a volume in bricks.
struct BrickStatus {
    bool all_there = false;       ///< all of them: nothing is missing that pictures of whole volumes have
    std::uint64_t slots = 0;      ///< bricks that there is room for
    std::uint64_t bricks = 0;     ///< of the volume
    int edge = 0;                 ///< of each, cells
    std::array<int, 3> preview{}; ///< its voxels
    int level = 0;                ///< of detail of the last full picture,
    std::array<int, 3> drawn{};   ///< and its voxels; 0: there is none yet
};

class BrickPictures {
public:
    /// Thrown by watches: something newer is wanted, or the picture is not worth the reading.
    struct Interrupted {};

    /// Whether a volume is to be drawn so: one that does not fit, or whose voxels are not in memory.
    static bool suit(const LoadedVolume &loaded, const DeviceInfo &device, SamplingBackend backend,
                     const BrickWish &wish);

    /// Makes the preview of what is at hand. @param wake  called by any thread when improve() has something to do
    /// @throws MemoryError where there is no room for two bricks; DeviceError
    BrickPictures(const std::vector<Device *> &devices, std::shared_ptr<const LoadedVolume> loaded,
                  SamplingBackend backend, const BrickWish &wish, std::function<void()> wake);

    SceneRenderer &preview() { return *preview_; }
    RenderSettings preview_settings(const RenderSettings &settings) const;

    /// Brings the preview to a size that frames with such settings have room for.
    void fit_preview(const RenderSettings &settings);

    /// What draws the volume itself, or the level of detail that the scene wants. Made at the first call, and anew for
    /// another level or where other settings leave less room.
    /// @throws MemoryError, what reading throws
    SceneRenderer &exact(const Scene &scene);
    RenderSettings exact_settings(const RenderSettings &settings) const;

    /// Whether exact() is at hand.
    bool is_made_for(const Scene &scene);

    /// Pixels of pictures, or parts of them, that there is room for: rays that wait take memory.
    std::uint64_t part_pixels() const;

    /// What draws it, if it was made; and how often it was made.
    const SceneRenderer *made() const { return exact_ ? &*exact_ : nullptr; }
    std::uint64_t makes() const { return makes_; }

    /// The volume in bricks on all devices but the first.
    std::vector<DeviceVolume> on_others() const;

    /// Asked before bricks are read.
    void watch(BrickGate::Watch watch) { gate_->set(std::move(watch)); }

    /// Begins to read a finer preview, once, if there is one.
    void begin_improving();

    /// Takes the finer preview to the device, if it is there.
    void improve();

    BrickStatus status() const;

private:
    const std::vector<Device *> devices_;
    const std::shared_ptr<const LoadedVolume> loaded_;
    const SamplingBackend backend_;
    const std::uint64_t memory_; ///< of preview and bricks together, bytes
    const BrickSize size_;
    const std::vector<Advice> advice_; ///< where that is too little
    const std::shared_ptr<BrickGate> gate_;
    RenderSettings first_; ///< settings that were planned for
    std::optional<SceneRenderer> preview_, exact_;
    BrickRoom room_;                              ///< of `exact_`
    std::shared_ptr<const SceneContent> content_; ///< which it draws
    int level_ = 0;                               ///< of that
    std::uint64_t makes_ = 0;
    bool improved_ = false;
    // Last: their threads go first.
    LevelContents levels_;
    BackgroundJob<std::shared_ptr<const SceneContent>> improving_;

    std::uint64_t preview_bytes(const VolumeHeader &header, const RenderSettings &settings) const;
    bool fits_preview(const VolumeHeader &header, const RenderSettings &settings) const;
    std::uint64_t preview_voxels() const;
    BrickRoom room(int level, const RenderSettings &settings) const;
    int level_of(const Scene &scene);
    void make_preview(const RenderSettings &settings);
    void show(std::shared_ptr<const SceneContent> preview);
    DeviceVolume bricks_on(Device &device) const;
};

} // namespace voxmarch
