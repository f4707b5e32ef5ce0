// Shares a budget between a preview and bricks.
#include "app/viewer/jobs/brick_pictures.h"

#include "renderer/brick_atlas.h"
#include "scene/brick_content.h"
#include "scene/preview.h"
#include "volume/bricks/large_volume.h"
#include "volume/downsample.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr PlannedPicture planned; // previews are drawn no larger where memory is short

/// Voxels of the finest preview, and of the coarsest that is tried.
constexpr std::uint64_t most_preview_voxels = std::uint64_t{1} << 29, least_preview_voxels = std::uint64_t{1} << 12;

/// Bytes of voxels that are brought at once, although nobody may look at all of them, where they fit: large volumes
/// alone are asked, as others were read whole anyway.
constexpr std::uint64_t most_at_once = std::uint64_t{4} << 30;

} // namespace

bool BrickPictures::suit(const LoadedVolume &loaded, const DeviceInfo &device, SamplingBackend backend,
                         const BrickWish &wish) {
    if (loaded.common) {
        return false; // several volumes are drawn whole
    }
    const VolumeHeader &header = loaded.volume.header();
    RenderSettings settings = loaded.scene.settings;
    settings.gradient = loaded.has_session ? settings.gradient : gradient_for(device, header.grid.dims);
    PlannedPicture all = planned;
    all.channels = 1 + static_cast<int>(loaded.other_channels.size());
    return loaded.volume.large() || !lies_whole(plan_memory(header, device, backend, settings, all), wish);
}

BrickPictures::BrickPictures(const std::vector<Device *> &devices, std::shared_ptr<const LoadedVolume> loaded,
                             SamplingBackend backend, const BrickWish &wish, std::function<void()> wake)
    : devices_(devices), loaded_(std::move(loaded)), backend_(backend),
      memory_(brick_memory(wish, devices.front()->info())), size_(wish.size), advice_(advice_on_memory(wish)),
      gate_(std::make_shared<BrickGate>()), levels_(loaded_, gate_), improving_(std::move(wake)) {
    make_preview(possible_in_bricks(loaded_->scene.settings, false));
}

/// Bytes of frames of a preview with normals, or without where these take too much.
std::uint64_t BrickPictures::preview_bytes(const VolumeHeader &header, const RenderSettings &settings) const {
    const auto bytes = [&](Gradient gradient) {
        RenderSettings planned_settings = settings;
        planned_settings.gradient = gradient;
        planned_settings.leaf_size = 0;
        const MemoryPlan plan = plan_memory(header, devices_.front()->info(), backend_, planned_settings, planned);
        return plan.fits ? plan.total : ~std::uint64_t{0};
    };
    const std::uint64_t with_normals = bytes(settings.gradient);
    return with_normals <= memory_ / 3 ? with_normals : bytes(Gradient::on_the_fly);
}

bool BrickPictures::fits_preview(const VolumeHeader &header, const RenderSettings &settings) const {
    return preview_bytes(header, settings) <= memory_ / 3;
}

/// That there is room for, about: of a cube.
std::uint64_t BrickPictures::preview_voxels() const {
    VolumeHeader header = loaded_->volume.header();
    int edge = 812; // most_preview_voxels
    do {
        header.grid.dims = {edge, edge, edge};
        edge = edge * 9 / 10;
    } while (edge > 16 && !fits_preview(header, first_));
    return std::min(header.grid.voxel_count(), most_preview_voxels);
}

/// Beside a third of the budget, which finer previews may take; beside the present one where that makes a difference.
BrickRoom BrickPictures::room(int level, const RenderSettings &settings) const {
    VolumeHeader header = loaded_->volume.header();
    header.grid = levels_.grid(level);
    const int edge = static_cast<int>(std::sqrt(static_cast<double>(part_pixels())));
    const auto in = [&](std::uint64_t memory) {
        return room_in(memory, size_, header, devices_.front()->info(), backend_, settings, {edge, edge},
                       loaded_->labels.has_value());
    };
    BrickRoom room = in(memory_ - memory_ / 3);
    const std::uint64_t taken = preview_bytes(preview_->content()->volume.header(), settings);
    if (!room.all_there && taken < memory_ / 3) {
        const BrickRoom more = in(memory_ - taken);
        room = more.all_there || room.slots == 0 ? more : room;
    }
    if (room.all_there && room.slots > 2 && loaded_->volume.large() && header.byte_count() > most_at_once) {
        --room.slots;
        room.all_there = false;
    }
    return room;
}

/// The finest preview that a third of the budget holds and that leaves room for two bricks.
void BrickPictures::make_preview(const RenderSettings &settings) {
    first_ = settings;
    for (std::uint64_t voxels = sample_voxels; voxels >= least_preview_voxels; voxels /= 2) {
        Volume preview = quick_preview(loaded_->volume, voxels);
        if (voxels / 2 >= least_preview_voxels && !fits_preview(preview.header(), settings)) {
            continue;
        }
        show(preview_content(std::move(preview), *loaded_));
        if (room(levels_.coarsest(), settings).slots > 0) {
            return;
        }
    }
    throw MemoryError(fmt::format("{} MiB have no room for a preview of {} and two bricks beside octree and picture",
                                  memory_ >> 20, loaded_->volume.header().name),
                      advice_);
}

void BrickPictures::show(std::shared_ptr<const SceneContent> preview) {
    preview_.reset();
    preview_.emplace(*devices_.front(), std::move(preview), backend_);
}

void BrickPictures::fit_preview(const RenderSettings &settings) {
    const RenderSettings wanted = possible_in_bricks(settings, false);
    if (!fits_preview(preview_->content()->volume.header(), wanted) &&
        fits_preview(preview_->content()->volume.header(), first_)) {
        make_preview(wanted);
    }
}

RenderSettings BrickPictures::preview_settings(const RenderSettings &settings) const {
    const VolumeHeader &header = preview_->content()->volume.header();
    RenderSettings result = possible_in_bricks(settings, false);
    result.leaf_size = 0;
    if (plan_memory(header, devices_.front()->info(), backend_, result, planned).total > memory_ / 3) {
        result.gradient = Gradient::on_the_fly;
    }
    return result;
}

DeviceVolume BrickPictures::bricks_on(Device &device) const {
    return in_bricks(device, content_, backend_, room_.slots, size_,
                     [gate = gate_](std::uint64_t bytes) { gate->pass(bytes); });
}

int BrickPictures::level_of(const Scene &scene) {
    int level = levels_.wanted(scene);
    const RenderSettings settings = possible_in_bricks(scene.settings, true);
    while (scene.lod.for_screen && level < levels_.coarsest() && room(level, settings).slots == 0) {
        ++level; // octree and pages of a finer one take all memory
    }
    return level;
}

bool BrickPictures::is_made_for(const Scene &scene) {
    return exact_ && levels_.knows(scene) && level_of(scene) == level_;
}

SceneRenderer &BrickPictures::exact(const Scene &scene) {
    const RenderSettings settings = possible_in_bricks(scene.settings, true);
    const int level = level_of(scene);
    const std::shared_ptr<const SceneContent> content = levels_.content_at(level);
    const BrickRoom wanted = room(level, settings);
    if (wanted.slots == 0) {
        throw MemoryError(fmt::format("{} MiB have no room for two bricks of {} beside preview, octree and picture",
                                      memory_ >> 20, loaded_->volume.header().name),
                          advice_);
    }
    if (exact_ && level == level_ && wanted.slots >= room_.slots && wanted.slots < 2 * room_.slots) {
        room_.leaf_size = wanted.leaf_size;
        return *exact_;
    }
    exact_.reset();
    room_ = wanted;
    content_ = content;
    level_ = level;
    exact_.emplace(content_, bricks_on(*devices_.front()));
    ++makes_;
    return *exact_;
}

std::uint64_t BrickPictures::part_pixels() const {
    constexpr std::uint64_t waiting = 40; // bytes of a pixel and a ray that waits, see brick_slots()
    return std::clamp<std::uint64_t>(memory_ / 8 / waiting, 64 * 64, std::uint64_t{1} << 22);
}

RenderSettings BrickPictures::exact_settings(const RenderSettings &settings) const {
    RenderSettings result = possible_in_bricks(settings, room_.all_there);
    result.leaf_size = room_.leaf_size;
    return result;
}

std::vector<DeviceVolume> BrickPictures::on_others() const {
    std::vector<DeviceVolume> volumes;
    for (std::size_t i = 1; i < devices_.size(); ++i) {
        volumes.push_back(bricks_on(*devices_[i]));
    }
    return volumes;
}

void BrickPictures::begin_improving() {
    if (std::exchange(improved_, true)) {
        return;
    }
    improving_.start(loaded_->volume.header().name,
                     [loaded = loaded_, most = preview_voxels(), than = preview_->content()->volume.grid()](
                         const std::function<void(double)> &progress) -> std::shared_ptr<const SceneContent> {
                         std::optional<Volume> fine = fine_preview(loaded->volume, most, than, progress);
                         return fine && fine->grid().voxel_count() > than.voxel_count()
                                    ? preview_content(std::move(*fine), *loaded)
                                    : nullptr;
                     });
}

void BrickPictures::improve() {
    const auto outcome = improving_.take();
    const std::uint64_t bricks = exact_ ? room_.memory : 0;
    if (outcome && outcome->result && preview_bytes(outcome->result->volume.header(), first_) <= memory_ - bricks) {
        show(outcome->result);
    }
}

BrickStatus BrickPictures::status() const {
    const BrickRoom finest = exact_ && level_ == 0 ? room_ : room(0, first_);
    BrickStatus status{finest.all_there, finest.slots, brick_count(loaded_->volume.grid().dims, size_), size_.edge};
    status.preview = preview_->content()->volume.grid().dims;
    if (exact_) {
        status.level = level_;
        status.drawn = content_->volume.grid().dims;
    }
    return status;
}

} // namespace voxmarch
