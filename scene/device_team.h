// Several devices draw one picture: each has the whole volume and draws parts, whose bits are those of the whole.
#pragma once

#include "base/team.h"
#include "renderer/device_volume.h"
#include "scene/picture_plan.h"
#include "scene/scene_renderer.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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
    int rank = 0;             ///< of several programs that draw together
    std::string place;        ///< Ranks::name_of(rank); empty: one program draws
};

/// PictureShare::frame_ms of each.
std::vector<double> kernel_times(std::span<const PictureShare> shares);

/// How a picture is shared.
struct SharingSettings {
    double longest_part_ms = 300.0; ///< parts that are expected to take longer are cut: for progress and cancelling

    /// Told the share of the picture that is there, 0 .. 1, by the thread that draws; what it throws ends the picture.
    /// Empty: nobody wants to know.
    std::function<void(double)> progress;
};

/// A picture that a team draws, or some parts of it.
struct PictureParts {
    const Scene &scene;
    const RenderSettings &settings;
    int width = 0, height = 0; ///< of the whole picture
    std::span<const Tile> parts;
    std::size_t first = 0; ///< part with which member 0 begins; each other one begins with the part behind that

    /// A part that nobody has, for a member that has done another; empty: there is none left.
    std::function<std::optional<std::size_t>()> next;

    /// Gets pixels of a part from its byte `first` on, rows tightly packed, from threads of their own at the same time.
    std::function<void(std::size_t part, std::uint64_t first, std::span<const std::byte> pixels)> put;

    /// Told the pixels that the team has drawn, by the thread that draws. Empty: nobody wants to know.
    std::function<void(std::uint64_t pixels)> progress;
};

/// What a team did for a picture.
struct DrawnParts {
    std::vector<double> part_ms; ///< of each part; 0 of those that it did not draw
    std::vector<PictureShare> shares;
    FrameStatistics statistics; ///< of the device that took longest
};

/// Member 0 of the team is a renderer of the caller's on the caller's thread; each other one has a thread of its own
/// and makes there what it needs: light volumes, octrees, meshes, normals. Pictures are those of one device, bit for
/// bit, if all are of one model (device/equal_devices.h). PicturePlan cuts them.
class DeviceTeam {
public:
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

    /// The scene with these settings. One that is denoised the first member draws alone.
    /// @param statistics  of the device that took longest; `rays` are those of the picture
    /// @throws as SceneRenderer::draw, of a device by its number and name: the first error of any, after all have
    ///         stopped; and what `progress` throws
    Image draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
               FrameStatistics &statistics);

    /// Draws the parts that it takes. Statistics: `rays` are those of the device's parts.
    /// @throws as draw(), and what `next`, `put` and `progress` throw
    DrawnParts draw_parts(const PictureParts &picture);

    /// Of the last picture, a device each. Empty where draw() had one device.
    const std::vector<PictureShare> &shares() const { return shares_; }

    /// Deals the next picture as if it were the first: for measurements.
    void forget_costs() {
        plan_.forget();
        pixel_ms_.reset();
    }

    /// An error of a member's: a DeviceError gets number and name of its device.
    std::exception_ptr named(std::size_t member, std::exception_ptr error);

    /// Lets every member work on its own thread, for work that is not one picture. @throws the first exception, named
    void run(const std::function<void(std::size_t member)> &work);

private:
    SceneRenderer *first_;
    std::vector<Device *> devices_; ///< of each member
    std::vector<std::unique_ptr<SceneRenderer>> others_;
    PicturePlan plan_;
    std::vector<PictureShare> shares_;
    std::optional<double> pixel_ms_; ///< of the last picture, if one device alone drew it
    Team team_;                      // last: its threads go first

    struct Drawing;
    void draw_parts(std::size_t member, Drawing &drawing);
    bool is_quick(std::size_t member, const Tile &tile, const Drawing &drawing) const;
    FrameStatistics draw_part(std::size_t member, std::size_t part, Drawing &drawing);
    FrameStatistics draw_rows(std::size_t member, std::size_t part, int first_row, int rows, Drawing &drawing);
    void stop_when_another_failed(std::size_t member, const Scene &scene);
};

} // namespace voxmarch
