// One launch for many bricks, or a copy each.
#include "renderer/slot_writer.h"

namespace voxmarch {

Event SlotWriter::write(const Buffer &staged, std::span<const SlotEntry> entries, const SlotTarget &target) {
    const bool by_kernel = !target.access.images || target.access.image_writes;
    Event last;
    if (by_kernel) {
        target.atlas.update(); // kernels write what changes
        last = launch(staged, static_cast<int>(entries.size()), target);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!by_kernel) {
            last = copy(staged, i, entries[i].slot, target);
        }
        target.atlas.put(entries[i].brick, entries[i].slot);
    }
    if (by_kernel) {
        target.atlas.note_updated();
    }
    return last;
}

Event SlotWriter::launch(const Buffer &staged, int count, const SlotTarget &target) {
    const bool rows = device_->info().kind == DeviceKind::cpu; // as few items as there can be
    const BrickSize size = target.atlas.size();
    const int item_voxels = rows ? size.stored() : 4;
    const std::size_t local = rows ? 16 : 64;
    const std::size_t items = round_up(size.slot_voxels() / static_cast<std::size_t>(item_voxels), local);
    const std::array<int, 3> bricks = target.atlas.bricks(), dims = target.atlas.dims();
    const std::array<int, 4> brick_counts{bricks[0], bricks[1], bricks[2], 0}, voxels{dims[0], dims[1], dims[2], 0};
    Kernel &kernel = kernels_.kernel(fill_slots_source(target.access, size, item_voxels), "fill_slots");
    const LaunchSize launch_size{{items, static_cast<std::size_t>(count), 1}, {local, 1, 1}};
    const auto launch_on = [&](const auto &array) {
        return kernel.launch(launch_size, brick_counts, voxels, count, staged, array, target.atlas.pages(),
                             target.atlas.slot_bricks());
    };
    return target.access.images ? launch_on(target.voxels.image) : launch_on(target.voxels.buffer);
}

Event SlotWriter::copy(const Buffer &staged, std::size_t number, int slot, const SlotTarget &target) {
    const glm::ivec3 corner = target.atlas.corner(slot);
    const int edge = target.atlas.size().stored();
    return target.voxels.image.copy_box_from(staged, number, {edge, edge, edge}, {corner.x, corner.y, corner.z});
}

} // namespace voxmarch
