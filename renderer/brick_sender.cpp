// Bricks that follow each other in pinned memory go by one command.
#include "renderer/brick_sender.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

/// Bytes of a block: the link takes them in the time of many commands; where there is no link, caches hold some blocks.
constexpr std::size_t pinned_block = std::size_t{8} << 20, shared_block = std::size_t{2} << 20;

/// Blocks that take turns: some are filled while others are on their way.
constexpr std::size_t most_blocks = 8;

/// No more than an eighth of the slots at a time, where there are so many.
std::size_t bricks_at_once(std::size_t brick_bytes, int slots, bool pinned) {
    return std::clamp<std::size_t>((pinned ? pinned_block : shared_block) / brick_bytes, 1,
                                   static_cast<std::size_t>(std::max(slots / 8, 1)));
}

std::size_t block_count(std::size_t bricks_of_block, int slots) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(slots) / bricks_of_block, 2, most_blocks);
}

} // namespace

BrickSender::BrickSender(Device &device, BrickCounts &counts, std::size_t brick_bytes, int slots,
                         std::uint64_t most_kept)
    : device_(&device), counts_(&counts), brick_bytes_(brick_bytes),
      bricks_of_block_(bricks_at_once(brick_bytes, slots, device.stages().are_pinned())),
      ring_(device, bricks_of_block_ * (brick_bytes + sizeof(SlotEntry)), bricks_of_block_ * sizeof(SlotEntry),
            block_count(bricks_of_block_, slots), "bricks on their way to the atlas"),
      writer_(device) {
    if (device.stages().are_pinned()) {
        kept_.emplace(device, brick_bytes, bricks_of_block_, most_kept, ring_.count());
    }
}

std::size_t BrickSender::open_blocks() const { return std::max<std::size_t>(ring_.count(), 3) - 2; }

BrickPlan BrickSender::send_kept(const BrickPlan &plan, const SlotTarget &target) {
    open_.clear();
    if (!kept_) {
        return plan;
    }
    BrickPlan others;
    std::vector<std::pair<KeptBricks::Place, std::size_t>> found; // and numbers in the plan
    for (std::size_t i = 0; i < plan.bricks.size(); ++i) {
        if (const std::optional<KeptBricks::Place> place = kept_->find(plan.bricks[i])) {
            found.emplace_back(*place, i);
        } else {
            others.bricks.push_back(plan.bricks[i]);
            others.slots.push_back(plan.slots[i]);
        }
    }
    std::ranges::sort(found); // neighbours in memory go together
    for (std::size_t first = 0; first < found.size(); first += bricks_of_block_) {
        BrickPlan part;
        std::vector<KeptBricks::Place> places;
        for (std::size_t i = first; i < std::min(found.size(), first + bricks_of_block_); ++i) {
            places.push_back(found[i].first);
            part.bricks.push_back(plan.bricks[found[i].second]);
            part.slots.push_back(plan.slots[found[i].second]);
        }
        gather(part, places, target);
    }
    counts_->kept += found.size();
    return others;
}

std::span<std::byte> BrickSender::open() {
    if (kept_) {
        open_.push_back(kept_->open());
        return kept_->block(open_.back());
    }
    open_.push_back(turn_ + open_.size());
    return ring_.open(open_.back());
}

void BrickSender::send(const BrickPlan &plan, const SlotTarget &target) {
    const std::size_t first = open_.front();
    open_.pop_front();
    if (kept_) {
        kept_->keep(first, plan.bricks);
        std::vector<KeptBricks::Place> places;
        for (std::size_t i = 0; i < plan.bricks.size(); ++i) {
            places.push_back(first + i);
        }
        gather(plan, places, target);
        return;
    }
    const std::vector<SlotEntry> entries = entries_of(plan, target.atlas);
    std::ranges::copy(std::as_bytes(std::span(entries)),
                      ring_.open(turn_).subspan(plan.bricks.size() * brick_bytes_).begin());
    place(ring_.send(turn_), entries, target);
}

/// Brings bricks from where they are kept.
void BrickSender::gather(const BrickPlan &plan, std::span<const KeptBricks::Place> places, const SlotTarget &target) {
    std::vector<std::span<const std::byte>> parts;
    for (const KeptBricks::Place place : places) {
        const std::span<const std::byte> bytes = kept_->bytes(place);
        if (!parts.empty() && parts.back().data() + parts.back().size() == bytes.data()) {
            parts.back() = {parts.back().data(), parts.back().size() + bytes.size()};
        } else {
            parts.push_back(bytes);
        }
    }
    const std::vector<SlotEntry> entries = entries_of(plan, target.atlas);
    const Buffer &staged = ring_.gather(turn_, parts, std::as_bytes(std::span(entries)));
    for (const KeptBricks::Place place : places) {
        kept_->note_reader(place, ring_.sent(turn_));
    }
    place(staged, entries, target);
}

std::vector<SlotEntry> BrickSender::entries_of(const BrickPlan &plan, const BrickAtlas &atlas) const {
    std::vector<SlotEntry> entries;
    for (std::size_t i = 0; i < plan.bricks.size(); ++i) {
        entries.push_back({plan.slots[i], plan.bricks[i], atlas.brick_in(plan.slots[i]).value_or(-1)});
    }
    return entries;
}

void BrickSender::place(const Buffer &staged, std::span<const SlotEntry> entries, const SlotTarget &target) {
    const Event placed = writer_.write(staged, entries, target);
    ring_.note_reader(turn_++, placed);
    if (device_->info().event_times) {
        placed_.push_back(placed);
    }
    counts_->uploads += entries.size();
    counts_->bytes += entries.size() * brick_bytes_;
    ++counts_->blocks;
}

void BrickSender::count_times() {
    for (const Event &event : std::exchange(placed_, {})) {
        counts_->ms.placing += event.milliseconds();
    }
    counts_->ms.upload += ring_.take_upload_ms();
}

} // namespace voxmarch
