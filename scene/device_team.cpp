// Cuts pictures, lets the devices take the parts, and learns from their times.
#include "scene/device_team.h"

#include "device/equal_devices.h"
#include "device/staged_download.h"
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

/// Below this the next picture is cut finer; shares learnt from the last picture of a moving camera (4 degrees a frame)
/// keep 2 to 8 devices busy for 93 to 99 %.
constexpr double good_balance = 0.85;

/// Parts that take less are not worth their launch.
constexpr double shortest_part_ms = 0.5;

/// Parts a device at most: pictures of minutes are told of often enough.
constexpr double most_parts = 256;

/// Ends what a device is at when another one has failed; nobody sees it but Team, which keeps the first exception.
struct Stopped {};

} // namespace

/// One picture while it is drawn.
struct DeviceTeam::Drawing {
    const Scene &scene;
    const RenderSettings &settings;
    const SharingSettings &sharing;
    std::vector<Tile> parts;
    std::vector<double> part_ms; ///< of each part
    std::vector<PictureShare> shares;
    std::vector<FrameStatistics> statistics; ///< of each member
    Image image;
    std::atomic<std::size_t> next; ///< part that nobody has
    std::atomic<std::uint64_t> pixels_done = 0;
};

DeviceTeam::DeviceTeam(SceneRenderer &first, std::vector<Device *> devices, std::vector<DeviceVolume> uploaded)
    : first_(&first), devices_(std::move(devices)), others_(devices_.size() - 1), team_(devices_.size()) {
    team_.run([&](std::size_t member) {
        if (member == 0) {
            return;
        }
        std::unique_ptr<SceneRenderer> &other = others_[member - 1];
        if (uploaded.empty()) {
            other = std::make_unique<SceneRenderer>(*devices_[member], first_->content(), first_->backend());
        } else {
            other = std::make_unique<SceneRenderer>(first_->content(), std::move(uploaded[member - 1]));
        }
    });
}

DeviceInfo DeviceTeam::device() const {
    std::vector<DeviceInfo> devices;
    for (const Device *device : devices_) {
        devices.push_back(device->info());
    }
    DeviceInfo together = devices.front();
    together.name = names_together(devices);
    return together;
}

std::exception_ptr DeviceTeam::named(std::size_t member, std::exception_ptr error) {
    const DeviceInfo &device = renderer(member).device();
    try {
        std::rethrow_exception(error);
    } catch (const ProgramError &) {
        return error;
    } catch (const DeviceError &failed) {
        return size() == 1 ? error
                           : std::make_exception_ptr(DeviceError(
                                 fmt::format("device {} ({}): {}", device.index, device.name, failed.problem()),
                                 failed.advice()));
    } catch (...) {
        return error;
    }
}

void DeviceTeam::run(const std::function<void(std::size_t)> &work) {
    team_.run([&](std::size_t member) {
        try {
            work(member);
        } catch (...) {
            std::rethrow_exception(named(member, std::current_exception()));
        }
    });
}

std::size_t DeviceTeam::part_count(const Scene &scene, const RenderSettings &settings,
                                   const SharingSettings &sharing) const {
    if (draws_mesh(scene, settings)) {
        return size(); // triangles are found anew for every part
    }
    if (cost_ms_ == 0.0) {
        return size() * unknown_parts;
    }
    const double member_ms = cost_ms_ / static_cast<double>(size());
    const double finest = std::clamp(member_ms / shortest_part_ms, 1.0, double(unknown_parts));
    const double shortened = std::min(std::ceil(member_ms / sharing.longest_part_ms), most_parts);
    return size() * static_cast<std::size_t>(std::max(uneven_ ? finest : 1.0, shortened));
}

/// Nobody waits long for the others to notice.
void DeviceTeam::stop_when_another_failed(std::size_t member, const Scene &scene) {
    if (member > 0) {
        renderer(member).renderer_for(scene).report_stages([this](Stage, double) {
            if (team_.failed()) {
                throw Stopped();
            }
        });
    }
}

/// From the device to its place in the picture at once.
FrameStatistics DeviceTeam::draw_part(std::size_t member, const Tile &part, Drawing &drawing) {
    VolumeRenderer &drawer = renderer(member).renderer_for(drawing.scene);
    const Camera camera = camera_of_part(part, drawing.image, drawing.scene.camera);
    const DeviceFrame frame = drawer.draw(camera, part.width, part.height, drawing.settings);
    const auto drawn = std::chrono::steady_clock::now();
    const auto bytes = std::uint64_t(part.width) * std::uint64_t(part.height) * 4;
    download_parts(
        *devices_[member], *frame.pixels, bytes,
        [&](std::uint64_t first, std::span<const std::byte> pixels) { put(first, pixels, part, drawing.image); });
    FrameStatistics statistics = drawer.statistics();
    statistics.stages.push_back({Stage::readback, milliseconds_since(drawn)});
    return statistics;
}

void DeviceTeam::draw_parts(std::size_t member, Drawing &drawing) {
    const auto start = std::chrono::steady_clock::now();
    PictureShare &share = drawing.shares[member];
    const auto pixels = double(drawing.image.width) * drawing.image.height;
    stop_when_another_failed(member, drawing.scene);
    for (std::size_t i = member; i < drawing.parts.size() && !team_.failed(); i = drawing.next++) {
        const Tile &part = drawing.parts[i];
        const FrameStatistics done_for_part = draw_part(member, part, drawing);
        drawing.part_ms[i] = done_for_part.frame_ms;
        add_part(drawing.statistics[member], done_for_part);
        const auto part_pixels = std::uint64_t(part.width) * std::uint64_t(part.height);
        ++share.parts;
        share.pixels += part_pixels;
        share.frame_ms += done_for_part.frame_ms;
        share.busy_ms = milliseconds_since(start);
        const std::uint64_t done = drawing.pixels_done += part_pixels;
        if (member == 0 && drawing.sharing.progress) {
            drawing.sharing.progress(static_cast<double>(done) / pixels);
        }
    }
}

/// What the next picture is cut by.
void DeviceTeam::learn(const Drawing &drawing) {
    cost_->measured(drawing.parts, drawing.part_ms);
    cost_ms_ = std::accumulate(drawing.part_ms.begin(), drawing.part_ms.end(), 0.0);
    std::vector<double> times;
    for (const PictureShare &share : drawing.shares) {
        times.push_back(share.frame_ms);
    }
    // Many parts are even because they are many.
    uneven_ = drawing.parts.size() <= size() && balance_of(times) < good_balance;
}

Image DeviceTeam::draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
                       FrameStatistics &statistics) {
    if (size() == 1) {
        return draw_in_parts(*first_, scene, settings, sharing.progress, statistics);
    }
    if (!cost_ || cost_->width() != scene.width || cost_->height() != scene.height) {
        cost_.emplace(scene.width, scene.height);
        cost_ms_ = 0.0;
    }
    std::vector<Tile> parts = cost_->cut(part_count(scene, settings, sharing));
    const std::size_t count = parts.size();
    Drawing drawing{scene,
                    settings,
                    sharing,
                    std::move(parts),
                    std::vector<double>(count),
                    std::vector<PictureShare>(size()),
                    std::vector<FrameStatistics>(size()),
                    {scene.width, scene.height, Pixels(std::size_t(scene.width) * std::size_t(scene.height) * 4)},
                    size()};
    for (std::size_t member = 0; member < size(); ++member) {
        drawing.shares[member].device = renderer(member).device().index;
        drawing.shares[member].name = renderer(member).device().name;
    }
    run([&](std::size_t member) { draw_parts(member, drawing); });
    learn(drawing);
    const auto longest = std::max_element(drawing.statistics.begin(), drawing.statistics.end(),
                                          [](const auto &a, const auto &b) { return a.frame_ms < b.frame_ms; });
    statistics = *longest;
    statistics.rays = std::uint64_t(scene.width) * std::uint64_t(scene.height);
    shares_ = std::move(drawing.shares);
    if (sharing.progress) {
        sharing.progress(1.0);
    }
    return std::move(drawing.image);
}

} // namespace voxmarch
