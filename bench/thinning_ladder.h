// The optimisations of Jiménez and Ruiz de Miras 2012 (section 4, figure 5), one after the other: thinning as they had
// it, a byte a voxel and every voxel looked at in every subiteration.
#pragma once

#include "base/enum_names.h"
#include "device/device.h"
#include "skeleton/bit_volume.h"

#include <vector>

namespace voxmarch {

/// Each has what those before it have.
enum class LadderRung {
    memory_transfers, ///< neighbourhoods are gathered on the host: the volume goes there in each subiteration
    all_on_device,    ///< four kernels (4.1)
    unified,          ///< two (4.2)
    constant_memory,  ///< offsets of neighbours and templates in constant memory (4.3)
    local_memory,     ///< neighbourhoods in local memory (4.4)
    double_buffer     ///< one kernel, from one volume to the other (4.6)
};

template <> struct EnumNames<LadderRung> {
    static constexpr Named<LadderRung> all[] = {{LadderRung::memory_transfers, "memory-transfers"},
                                                {LadderRung::all_on_device, "all-on-device"},
                                                {LadderRung::unified, "unified"},
                                                {LadderRung::constant_memory, "constant-memory"},
                                                {LadderRung::local_memory, "local-memory"},
                                                {LadderRung::double_buffer, "double-buffer"}};
};

/// The program of a rung.
ProgramSource ladder_source(LadderRung rung);

/// Work-items of a work-group, as the paper has them until it chooses the size (4.5).
inline constexpr int ladder_group = 128;

struct LadderRun {
    int iterations = 0; ///< the last one, which deletes nothing, included
    double ms = 0.0;    ///< on the host's clock, from the first launch to the last; without the copies before and after
};

/// thin_reference() with Peeling::published, by a rung.
/// @param object       becomes the skeleton
/// @param group_items  work-items of a work-group
/// @throws MemoryError for volumes of 2^31 bytes or more, too; DeviceError
LadderRun thin_by_ladder(Device &device, LadderRung rung, BitVolume &object, int group_items = ladder_group);

} // namespace voxmarch
