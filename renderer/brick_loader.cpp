// Chooses slots for bricks and fills them.
#include "renderer/brick_loader.h"

#include "base/block_fill.h"
#include "base/parallel.h"
#include "renderer/brick_sender.h"
#include "volume/stored_voxels.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace voxmarch {

namespace {

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
    : device_(&device), voxels_(std::move(voxels)), convert_(conversion_to_stored(voxels_.header.type)) {}

BrickLoader::~BrickLoader() = default;

void BrickLoader::fill(int brick, const BrickAtlas &atlas, std::span<std::byte> stored) const {
    const std::size_t voxel_bytes = scalar_size(voxels_.header.type);
    fill_slot(voxels_.header.grid.dims, voxel_bytes, atlas.brick(brick), voxels_.read, stored);
    if (convert_) {
        convert_(stored, stored);
    }
}

void BrickLoader::load(const BrickPlan &plan, const SlotTarget &target) {
    const auto begin = Clock::now();
    if (!readers_) {
        readers_ = std::make_unique<Team>(static_cast<std::size_t>(core_count(target.atlas.slot_count())));
        counts_.threads = static_cast<int>(readers_->size());
    }
    if (!sender_) {
        const std::size_t brick_bytes = slot_voxels * scalar_size(voxels_.header.type);
        sender_ =
            std::make_unique<BrickSender>(*device_, counts_, brick_bytes, target.atlas.slot_count(), voxels_.most_kept);
    }
    read_and_send(sender_->send_kept(plan, target), target);
    target.atlas.update();
    counts_.ms.load += milliseconds_since(begin);
}

void BrickLoader::read_and_send(const BrickPlan &plan, const SlotTarget &target) {
    const std::size_t of_block = sender_->bricks_of_block(),
                      brick_bytes = slot_voxels * scalar_size(voxels_.header.type);
    std::atomic<std::int64_t> reading_ns = 0;
    BlockWork work;
    work.pieces = plan.bricks.size();
    work.pieces_of_block = of_block;
    work.open_blocks = sender_->open_blocks(); // the others are on their way
    work.open = [&](std::size_t) { return sender_->open(); };
    work.fill = [&](std::size_t piece, std::span<std::byte> block) {
        const auto start = Clock::now();
        fill(plan.bricks[piece], target.atlas, block.subspan(piece % of_block * brick_bytes, brick_bytes));
        reading_ns += std::chrono::nanoseconds(Clock::now() - start).count();
    };
    work.send = [&](std::size_t block, std::size_t count) {
        const auto part = [&](const std::vector<int> &of) {
            const auto first = of.begin() + static_cast<std::ptrdiff_t>(block * of_block);
            return std::vector<int>(first, first + static_cast<std::ptrdiff_t>(count));
        };
        sender_->send({part(plan.bricks), part(plan.slots)}, target);
    };
    if (work.pieces > 0) {
        fill_blocks(*readers_, work);
    }
    counts_.ms.reading += 1e-6 * static_cast<double>(reading_ns);
}

void BrickLoader::end() {
    (void)counts();
    sender_.reset();
}

const BrickCounts &BrickLoader::counts() {
    if (sender_) {
        sender_->count_times();
    }
    return counts_;
}

} // namespace voxmarch
