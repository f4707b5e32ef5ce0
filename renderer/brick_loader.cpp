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

/// Bricks beside each other are read by turns or at once: they share lines of memory, chunks too.
BrickPlan in_order(const BrickPlan &plan) {
    std::vector<std::pair<int, int>> bricks;
    for (std::size_t i = 0; i < plan.bricks.size(); ++i) {
        bricks.emplace_back(plan.bricks[i], plan.slots[i]);
    }
    std::ranges::sort(bricks);
    BrickPlan ordered;
    for (const auto &[brick, slot] : bricks) {
        ordered.bricks.push_back(brick);
        ordered.slots.push_back(slot);
    }
    return ordered;
}

/// In the order in which slots are taken: empty ones, bricks that no ray comes to any more, bricks of an earlier frame
/// from the farthest on. Those that came in this frame stay, or they would come twice.
enum class SlotUse : std::uint64_t { empty, passed, earlier, came_now };

/// A slot in that order, as one number, which is sorted fast.
class SlotRank {
public:
    /// @param steps    of its brick from the eye's
    /// @param nearest  of the bricks that are asked for
    SlotRank(std::optional<int> steps, int nearest, bool came_now, int slot) {
        const SlotUse use = !steps              ? SlotUse::empty
                            : *steps <= nearest ? SlotUse::passed
                            : came_now          ? SlotUse::came_now
                                                : SlotUse::earlier;
        const int away = use == SlotUse::passed ? *steps : steps ? -*steps : 0;
        bits_ = static_cast<std::uint64_t>(use) << 62 | static_cast<std::uint64_t>(away + middle) << 30 |
                static_cast<std::uint64_t>(slot);
    }

    SlotUse use() const { return static_cast<SlotUse>(bits_ >> 62); }
    int slot() const { return static_cast<int>(bits_ & ((1U << 30) - 1)); }
    int steps() const { return std::abs(static_cast<int>(bits_ >> 30 & 0xffffffffU) - middle); }
    std::uint64_t number() const { return bits_; }

private:
    static constexpr int middle = 1 << 30;
    std::uint64_t bits_;
};

} // namespace

BrickPlan plan_bricks(const BrickAtlas &atlas, std::span<const std::uint32_t> requests, glm::ivec3 eye) {
    const auto steps = [&](int brick) { return steps_between(atlas.brick(brick), eye); };
    std::vector<std::pair<int, int>> wanted; // steps, brick
    for (const std::uint32_t brick : requests) {
        wanted.emplace_back(steps(static_cast<int>(brick)), static_cast<int>(brick));
    }
    std::ranges::sort(wanted);
    const int nearest = wanted.front().first;

    std::vector<SlotRank> ranked;
    std::size_t stay = 0;
    for (int slot = 0; slot < atlas.slot_count(); ++slot) {
        const std::optional<int> held = atlas.brick_in(slot);
        ranked.emplace_back(held ? std::optional(steps(*held)) : std::nullopt, nearest, atlas.came_in_this_frame(slot),
                            slot);
        stay += ranked.back().use() == SlotUse::came_now ? 1 : 0;
    }
    const std::size_t most = std::max<std::size_t>(std::min(wanted.size(), ranked.size() - stay), 1);
    std::ranges::partial_sort(ranked, ranked.begin() + static_cast<std::ptrdiff_t>(most), {}, &SlotRank::number);
    // A brick of an earlier frame makes room for nearer ones alone; one slot is always taken.
    BrickPlan plan;
    for (std::size_t i = 0; i < most; ++i) {
        const bool too_near = ranked[i].use() == SlotUse::earlier && ranked[i].steps() <= wanted[i].first;
        if (i > 0 && too_near) {
            break;
        }
        plan.bricks.push_back(wanted[i].second);
        plan.slots.push_back(ranked[i].slot());
    }
    return plan;
}

BrickLoader::BrickLoader(Device &device, BrickVoxels voxels)
    : device_(&device), voxels_(std::move(voxels)), convert_(conversion_to_stored(voxels_.header.type)) {}

BrickLoader::~BrickLoader() = default;

void BrickLoader::fill(int brick, const BrickAtlas &atlas, std::span<std::byte> stored) const {
    const std::size_t voxel_bytes = scalar_size(voxels_.header.type);
    fill_slot(voxels_.header.grid.dims, voxel_bytes, atlas.brick(brick), atlas.size(), voxels_.read, stored);
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
        const std::size_t brick_bytes = voxels_.size.slot_voxels() * scalar_size(voxels_.header.type);
        sender_ =
            std::make_unique<BrickSender>(*device_, counts_, brick_bytes, target.atlas.slot_count(), voxels_.most_kept);
    }
    read_and_send(in_order(sender_->send_kept(plan, target)), target);
    target.atlas.update();
    counts_.ms.load += milliseconds_since(begin);
}

void BrickLoader::read_and_send(const BrickPlan &plan, const SlotTarget &target) {
    const std::size_t of_block = sender_->bricks_of_block(),
                      brick_bytes = voxels_.size.slot_voxels() * scalar_size(voxels_.header.type);
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
