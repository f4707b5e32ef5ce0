// Sends a unit by a thread of its own.
#include "isosurface/prefetched_voxels.h"

#include "volume/stored_voxels.h"

namespace voxmarch {

PrefetchedVoxels::PrefetchedVoxels(Device &device, ScalarType type, std::uint64_t bytes)
    : side_(device, bytes, "the voxels of the next slab"), convert_(conversion_to_stored(type)) {}

void PrefetchedVoxels::begin(const SliceReader &read, int first_slice, int slices) {
    coming_ = std::async(std::launch::async,
                         [this, &read, first_slice, slices] { side_.send(read(first_slice, slices), convert_); });
}

void PrefetchedVoxels::take(Buffer &voxels) {
    coming_.get();
    side_.note_reader(voxels.copy_from(side_.arrived()));
    (void)side_.take_events(); // nobody asks how long they took
}

} // namespace voxmarch
