// Chooses slots for bricks and fills them.
#include "renderer/brick_loader.h"

#include "base/block_fill.h"
#include "base/parallel.h"
#include "volume/stored_voxels.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace voxmarch {

namespace {

/// Bytes of a block: the link takes them in the time of some commands.
constexpr std::size_t block_bytes = std::size_t{4} << 20;

/// Blocks that take turns: some are filled while others are on their way.
constexpr std::size_t most_blocks = 8;

using Clock = std::chrono::steady_clock;

int steps_between(glm::ivec3 a, glm::ivec3 b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z);
}

} // namespace

BrickPlan plan_bricks(const BrickAtlas &atlas, std::span<const std::uint32_t> requests, glm::ivec3 eye) {
    const auto steps = [&](int brick) { return steps_between(atlas.brick(brick), eye); };
    std::vector<int> wanted(requests.begin(), requests.end());
    std::ranges::sort(wanted, {}, [&](int brick) { return std::pair(steps(brick), brick); });
    const int nearest = steps(wanted.front());

    // Slots in the order in which they are taken: empty ones, bricks that no ray comes to any more, bricks of an
    // earlier frame from the farthest on. Those that came in this frame stay, or they would come twice.
    std::vector<int> slots;
    int stay = 0;
    const auto rank = [&](int slot) {
        const std::optional<int> held = atlas.brick_in(slot);
        const int away = held ? steps(*held) : 0;
        return !held                            ? std::pair(0, 0)
               : away <= nearest                ? std::pair(1, away)
               : atlas.came_in_this_frame(slot) ? std::pair(3, -away)
                                                : std::pair(2, -away);
    };
    std::vector<std::pair<std::pair<int, int>, int>> ranked;
    for (int slot = 0; slot < atlas.slot_count(); ++slot) {
        ranked.emplace_back(rank(slot), slot);
        stay += ranked.back().first.first == 3;
    }
    std::ranges::sort(ranked);
    // A brick of an earlier frame makes room for nearer ones alone; one slot is always taken.
    std::size_t count = 0;
    for (; count < std::min(wanted.size(), ranked.size() - static_cast<std::size_t>(stay)); ++count) {
        const auto &[what, away] = ranked[count].first;
        if (what == 2 && -away <= steps(wanted[count])) {
            break;
        }
    }
    count = std::max<std::size_t>(count, 1);
    wanted.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        slots.push_back(ranked[i].second);
    }
    return {std::move(wanted), std::move(slots)};
}

BrickLoader::BrickLoader(Device &device, BrickVoxels voxels)
    : device_(&device), voxels_(std::move(voxels)), convert_(conversion_to_stored(voxels_.header.type)),
      brick_bytes_(slot_voxels * scalar_size(voxels_.header.type)), writer_(device) {}

/// @param slots  of the atlas: where there are few, less is staged
void BrickLoader::make_ring(int slots) {
    if (ring_) {
        return;
    }
    const std::size_t at_once = static_cast<std::size_t>(std::max(slots, 2));
    bricks_of_block_ = std::clamp<std::size_t>(block_bytes / brick_bytes_, 1, std::max<std::size_t>(at_once / 8, 1));
    const std::size_t blocks = std::clamp<std::size_t>(at_once / bricks_of_block_, 2, most_blocks);
    ring_ = std::make_unique<UploadRing>(*device_, bricks_of_block_ * (brick_bytes_ + sizeof(SlotEntry)), blocks,
                                         "bricks on their way to the atlas");
    turn_ = 0;
    if (!readers_) {
        readers_ = std::make_unique<Team>(static_cast<std::size_t>(core_count(slots)));
        counts_.threads = static_cast<int>(readers_->size());
    }
}

void BrickLoader::fill(int brick, const BrickAtlas &atlas, std::span<std::byte> stored) const {
    const std::size_t voxel_bytes = scalar_size(voxels_.header.type);
    fill_slot(voxels_.header.grid.dims, voxel_bytes, atlas.brick(brick), voxels_.read, stored);
    if (convert_) {
        convert_(stored, stored);
    }
}

void BrickLoader::load(const BrickPlan &plan, const SlotTarget &target) {
    const auto begin = Clock::now();
    make_ring(target.atlas.slot_count());
    std::atomic<double> reading = 0.0;
    BlockWork work;
    work.pieces = plan.bricks.size();
    work.pieces_of_block = bricks_of_block_;
    work.open_blocks = std::max<std::size_t>(ring_->count(), 3) - 2; // the others are on their way
    work.open = [&, first = turn_](std::size_t block) { return ring_->open(first + block); };
    work.fill = [&](std::size_t piece, std::span<std::byte> block) {
        const auto start = Clock::now();
        fill(plan.bricks[piece], target.atlas, block.subspan(piece % bricks_of_block_ * brick_bytes_, brick_bytes_));
        reading += milliseconds_since(start);
    };
    work.send = [&](std::size_t block, std::size_t count) {
        send(turn_, plan, block * bricks_of_block_, count, target);
        ++turn_;
    };
    fill_blocks(*readers_, work);
    target.atlas.update();
    counts_.ms.reading += reading;
    counts_.ms.load += milliseconds_since(begin);
}

void BrickLoader::send(std::size_t turn, const BrickPlan &plan, std::size_t first, std::size_t count,
                       const SlotTarget &target) {
    std::vector<SlotEntry> entries;
    for (std::size_t i = first; i < first + count; ++i) {
        entries.push_back({plan.slots[i], plan.bricks[i], target.atlas.brick_in(plan.slots[i]).value_or(-1)});
    }
    const std::span<const std::byte> list = std::as_bytes(std::span(entries));
    const std::size_t voxels = count * brick_bytes_;
    std::ranges::copy(list, ring_->open(turn).subspan(voxels).begin());
    const Buffer &staged = ring_->send(turn, voxels + list.size());
    const Event placed = writer_.write(staged, entries, target);
    ring_->note_reader(turn, placed);
    placed_.push_back(placed);
    counts_.uploads += count;
    counts_.bytes += voxels;
    ++counts_.blocks;
}

void BrickLoader::end() {
    (void)counts();
    ring_.reset();
}

const BrickCounts &BrickLoader::counts() {
    const bool told = device_->info().event_times;
    for (const Event &event : std::exchange(placed_, {})) {
        counts_.ms.placing += told ? event.milliseconds() : 0.0;
    }
    counts_.ms.upload += ring_ ? ring_->take_upload_ms() : 0.0;
    return counts_;
}

} // namespace voxmarch
