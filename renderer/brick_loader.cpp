// Chooses slots for bricks and fills them.
#include "renderer/brick_loader.h"

#include "base/parallel.h"
#include "volume/stored_voxels.h"

#include <algorithm>
#include <cstdlib>
#include <future>

namespace voxmarch {

namespace {

/// Bricks that are staged together.
constexpr std::size_t batch = 128;

std::size_t stored_bytes(std::size_t voxel_bytes) {
    return std::size_t{BRICK_STORED} * BRICK_STORED * BRICK_STORED * voxel_bytes;
}

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

BrickLoader::BrickLoader(Device &device, BrickVoxels voxels) : device_(&device), voxels_(std::move(voxels)) {}

void BrickLoader::fill(UnsetVector<std::byte> &filled, const BrickAtlas &atlas, std::span<const int> bricks) const {
    const std::size_t voxel_bytes = scalar_size(voxels_.header.type), brick_bytes = stored_bytes(voxel_bytes);
    const auto convert = conversion_to_stored(voxels_.header.type);
    filled.resize(bricks.size() * brick_bytes);
    on_all_cores(static_cast<int>(bricks.size()), [&](int i) {
        const auto number = static_cast<std::size_t>(i);
        const std::span<std::byte> stored = std::span(filled).subspan(number * brick_bytes, brick_bytes);
        fill_slot(voxels_.header.grid.dims, voxel_bytes, atlas.brick(bricks[number]), voxels_.read, stored);
        if (convert) {
            convert(stored, stored);
        }
    });
}

void BrickLoader::load(const BrickPlan &plan, BrickAtlas &atlas,
                       const std::function<void(const Buffer &staged, std::size_t number, int slot)> &place) {
    const std::size_t brick_bytes = stored_bytes(scalar_size(voxels_.header.type));
    const auto bricks_from = [&](std::size_t first) {
        return std::span(plan.bricks).subspan(first, std::min(batch, plan.bricks.size() - first));
    };
    std::size_t turn = 0;
    std::future<void> filling;
    const auto begin = [&](std::size_t first) {
        filling = std::async(std::launch::async, [&, &filled = filled_[turn % 2], bricks = bricks_from(first)] {
            fill(filled, atlas, bricks);
        });
        ++turn;
    };
    if (!plan.bricks.empty()) {
        begin(0);
    }
    for (std::size_t first = 0; first < plan.bricks.size(); first += batch) {
        const std::size_t count = bricks_from(first).size();
        filling.get();
        const UnsetVector<std::byte> &filled = filled_[(turn + 1) % 2];
        if (first + count < plan.bricks.size()) {
            begin(first + count);
        }
        if (staged_.bytes() < count * brick_bytes) {
            reserve(*device_, staged_, count * brick_bytes, "bricks on their way to the atlas");
        }
        staged_.upload(std::as_bytes(std::span(filled)));
        for (std::size_t i = 0; i < count; ++i) {
            place(staged_, i, plan.slots[first + i]);
            atlas.put(plan.bricks[first + i], plan.slots[first + i]);
        }
        counts_.uploads += count;
        counts_.bytes += count * brick_bytes;
    }
    atlas.update();
}

} // namespace voxmarch
