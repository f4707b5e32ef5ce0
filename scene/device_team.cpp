// Cuts pictures, lets the devices take the parts, and learns from their times.
#include "scene/device_team.h"

#include "device/equal_devices.h"
#include "device/staged_download.h"
#include "renderer/slabs.h"
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

/// Ends what a device is at when another one has failed; nobody sees it but Team, which keeps the first exception.
struct Stopped {};

} // namespace

/// One picture while it is drawn.
struct DeviceTeam::Drawing {
    const PictureParts &picture;
    std::vector<FrameStatistics> statistics; ///< of each member
    DrawnParts done;
    std::atomic<std::uint64_t> pixels_done = 0;
};

std::vector<double> kernel_times(std::span<const PictureShare> shares) {
    std::vector<double> times;
    for (const PictureShare &share : shares) {
        times.push_back(share.frame_ms);
    }
    return times;
}

DeviceTeam::DeviceTeam(SceneRenderer &first, std::vector<Device *> devices, std::vector<DeviceVolume> uploaded)
    : first_(&first), devices_(std::move(devices)), others_(devices_.size() - 1), plan_(devices_.size()),
      team_(devices_.size()) {
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

/// Nobody waits long for the others to notice.
void DeviceTeam::stop_when_another_failed(std::size_t member, const Scene &scene) {
    if (member > 0) {
        renderer(member).divide_stages(true);
        renderer(member).renderer_for(scene).report_stages([this](Stage, double) {
            if (team_.failed()) {
                throw Stopped();
            }
        });
    }
}

/// Whether a member may draw a part at once, as those before it were quick: of this picture, else of the last one.
/// Triangles are found anew for every part; their renderer casts slow ones in slabs.
bool DeviceTeam::is_quick(std::size_t member, const Tile &tile, const Drawing &drawing) const {
    const PictureShare &now = drawing.done.shares[member];
    const PictureShare &known = now.pixels == 0 && member < shares_.size() ? shares_[member] : now;
    const double pixels = double(tile.width) * tile.height;
    return draws_mesh(drawing.picture.scene, drawing.picture.settings) ||
           (known.pixels > 0 && known.frame_ms / double(known.pixels) * pixels < surely_quick_ms);
}

/// In slabs of rows if it may be slow.
FrameStatistics DeviceTeam::draw_part(std::size_t member, std::size_t part, Drawing &drawing) {
    const Tile &tile = drawing.picture.parts[part];
    constexpr std::size_t least_rows = 16;
    FrameStatistics sum;
    const auto divided = [](double) {};
    in_slabs(std::size_t(tile.height), least_rows,
             is_quick(member, tile, drawing) ? std::function<void(double)>() : divided,
             [&](std::size_t first, std::size_t rows) {
                 add_part(sum, draw_rows(member, part, int(first), int(rows), drawing));
             });
    return sum;
}

/// From the device to their place at once.
FrameStatistics DeviceTeam::draw_rows(std::size_t member, std::size_t part, int first_row, int rows, Drawing &drawing) {
    const PictureParts &picture = drawing.picture;
    Tile tile = picture.parts[part];
    const std::uint64_t row_bytes = std::uint64_t(tile.width) * 4;
    tile.y += first_row;
    tile.height = rows;
    VolumeRenderer &drawer = renderer(member).renderer_for(picture.scene);
    const Camera camera = camera_of_part(tile, picture.width, picture.height, picture.scene.camera);
    const DeviceFrame frame = drawer.draw(camera, tile.width, tile.height, picture.settings);
    const auto drawn = std::chrono::steady_clock::now();
    download_parts(
        *devices_[member], *frame.pixels, row_bytes * std::uint64_t(rows),
        [&, before = row_bytes * std::uint64_t(first_row)](std::uint64_t first, std::span<const std::byte> pixels) {
            picture.put(part, before + first, pixels);
        });
    FrameStatistics statistics = drawer.statistics();
    statistics.stages.push_back({Stage::readback, milliseconds_since(drawn)});
    return statistics;
}

void DeviceTeam::draw_parts(std::size_t member, Drawing &drawing) {
    const auto start = std::chrono::steady_clock::now();
    const PictureParts &picture = drawing.picture;
    PictureShare &share = drawing.done.shares[member];
    stop_when_another_failed(member, picture.scene);
    std::optional<std::size_t> part = picture.first + member;
    for (; part && *part < picture.parts.size() && !team_.failed(); part = picture.next()) {
        const FrameStatistics done_for_part = draw_part(member, *part, drawing);
        drawing.done.part_ms[*part] = done_for_part.frame_ms;
        add_part(drawing.statistics[member], done_for_part);
        const Tile &tile = picture.parts[*part];
        const auto part_pixels = std::uint64_t(tile.width) * std::uint64_t(tile.height);
        ++share.parts;
        share.pixels += part_pixels;
        share.frame_ms += done_for_part.frame_ms;
        share.busy_ms = milliseconds_since(start);
        const std::uint64_t done = drawing.pixels_done += part_pixels;
        if (member == 0 && picture.progress) {
            picture.progress(done);
        }
    }
}

DrawnParts DeviceTeam::draw_parts(const PictureParts &picture) {
    Drawing drawing{picture,
                    std::vector<FrameStatistics>(size()),
                    {std::vector<double>(picture.parts.size()), std::vector<PictureShare>(size()), {}}};
    for (std::size_t member = 0; member < size(); ++member) {
        drawing.done.shares[member].device = renderer(member).device().index;
        drawing.done.shares[member].name = renderer(member).device().name;
    }
    run([&](std::size_t member) { draw_parts(member, drawing); });
    shares_ = drawing.done.shares;
    drawing.done.statistics =
        std::move(*std::max_element(drawing.statistics.begin(), drawing.statistics.end(),
                                    [](const auto &a, const auto &b) { return a.frame_ms < b.frame_ms; }));
    return std::move(drawing.done);
}

Image DeviceTeam::draw(const Scene &scene, const RenderSettings &settings, const SharingSettings &sharing,
                       FrameStatistics &statistics) {
    if (size() == 1 || is_drawn_as_one(settings)) {
        const double pixels = double(scene.width) * scene.height;
        const auto expected = pixel_ms_ ? std::optional(*pixel_ms_ * pixels) : std::nullopt;
        Image image = draw_in_parts(*first_, scene, settings, sharing.progress, statistics, expected);
        pixel_ms_ = statistics.frame_ms / pixels;
        shares_.clear();
        return image;
    }
    const std::vector<Tile> parts = plan_.parts(scene, settings, sharing.longest_part_ms);
    const auto pixels = std::uint64_t(scene.width) * std::uint64_t(scene.height);
    Image image{scene.width, scene.height, Pixels(pixels * 4)};
    std::atomic<std::size_t> next = size();
    PictureParts picture{scene, settings, scene.width, scene.height, parts, 0, {}, {}, {}};
    picture.next = [&] { return std::optional(next++); };
    picture.put = [&](std::size_t part, std::uint64_t first, std::span<const std::byte> bytes) {
        put(first, bytes, parts[part], image);
    };
    if (sharing.progress) {
        picture.progress = [&](std::uint64_t done) { sharing.progress(double(done) / double(pixels)); };
    }
    DrawnParts drawn = draw_parts(picture);
    plan_.learn(parts, drawn.part_ms, kernel_times(drawn.shares));
    statistics = std::move(drawn.statistics);
    statistics.rays = pixels;
    if (sharing.progress) {
        sharing.progress(1.0);
    }
    return image;
}

} // namespace voxmarch
