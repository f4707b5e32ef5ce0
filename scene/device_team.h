// Several devices draw one picture: each has the whole volume and draws parts, whose bits are those of the whole.
#pragma once

#include "base/team.h"
#include "renderer/device_volume.h"
#include "scene/picture_cost.h"
#include "scene/scene_renderer.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What one device did for a picture.
struct PictureShare {
    int device = 0; ///< DeviceInfo::index
    std::string name;
    int parts = 0;
    std::uint64_t pixels = 0; ///< of its parts
    double frame_ms = 0.0;    ///< FrameStatistics::frame_ms of its parts
    double busy_ms = 0.0;     ///< on the host, from its first part to its last, with what is made once
};

/// How a picture is shared.
struct SharingSettings {
    double longest_part_ms = 300.0; ///< parts that are expected to take longer are cut: for progress and cancelling

    /// Told the share of the picture that is there, 0 .. 1, by the thread that draws; what it throws ends the picture.
    /// Empty: nobody wants to know.
    std::function<void(double)> progress;
};

/// Member 0 of the team is a renderer of the caller's on the caller's thread; each other one has a thread of its own
/// and makes there what it needs: light volumes, octrees, meshes, normals. Pictures are those of one device, bit for
/// bit, if all are of one model (device/equal_devices.h).
///
/// A picture of which nothing is known is cut into sixteen parts a device of equal areas, which are taken by whoever is
/// free; the times of parts become a map of costs, and the next picture is one part a device of equal costs. Where that
/// was no good guess, as behind a jump of the camera, the next one is cut finer again.
class DeviceTeam {
public:
    /// Sixteen parts of equal areas a device, taken by whoever is free, keep 2 or 4 of them busy for 97 to 99 % of the
    /// time (`bench devices`: samples counted on bonsai 256^3 from outside and from within, and cranium), eight 91
    /// to 99.
    static constexpr std::size_t unknown_parts = 16;

    /// Copies the volume to all devices but the first, to all at the same time.
    /// @param first    member 0; with its content and back end all others draw
    /// @param devices  the first's, then the others, each once; all outlive the team. One alone draws as
    ///                 draw_in_parts() does.
    /// @param uploaded the volume on all devices but the first, in their order, if it is there already
    /// @throws as SceneRenderer
    DeviceTeam(SceneRenderer &first, std::vector<Device *> devices, std::vector<DeviceVolume> uploaded = {});

    std::size_t size() const { return team_.size(); }
    SceneRenderer &renderer(std::size_t member) { return member == 0 ? *first_ : *others_[member - 1]; }

    /// The first member's, with the names of all.
    DeviceInfo device() const;

    /// The scene with these settings.
    /// @param statistics  of the device that took longest; `rays` are those of the picture
    /// @throws as SceneRenderer::draw, of a device by its number and name: the first error of any, after all have
    ///         stopped; and what `progress` throws
    Image draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
               FrameStatistics &statistics);

    /// Of the last picture, a device each. Empty where one device draws.
    const std::vector<PictureShare> &shares() const { return shares_; }

    /// Deals the next picture as if it were the first: for measurements.
    void forget_costs() { cost_.reset(); }

    /// An error of a member's: a DeviceError gets number and name of its device.
    std::exception_ptr named(std::size_t member, std::exception_ptr error);

    /// Lets every member work on its own thread, for work that is not one picture. @throws the first exception, named
    void run(const std::function<void(std::size_t member)> &work);

private:
    SceneRenderer *first_;
    std::vector<Device *> devices_; ///< of each member
    std::vector<std::unique_ptr<SceneRenderer>> others_;
    std::optional<PictureCost> cost_; ///< of the last picture
    double cost_ms_ = 0.0;            ///< of the last picture, all devices together; 0: not known
    bool uneven_ = true;              ///< the last picture was not shared well
    std::vector<PictureShare> shares_;
    Team team_; // last: its threads go first

    struct Drawing;
    std::size_t part_count(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing) const;
    void draw_parts(std::size_t member, Drawing &drawing);
    FrameStatistics draw_part(std::size_t member, const Tile &part, Drawing &drawing);
    void learn(const Drawing &drawing);
    void stop_when_another_failed(std::size_t member, const Scene &scene);
};

} // namespace voxmarch
