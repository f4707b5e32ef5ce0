// What it took to bring bricks to a device.
#pragma once

#include <cstdint>

namespace voxmarch {

/// Where the time of loading went, ms. The first ones follow each other on the thread that draws, the others go on
/// beside it.
struct BrickTimes {
    double rays = 0.0;    ///< until rays had stopped, and what they wait for was known
    double plan = 0.0;    ///< choosing slots
    double load = 0.0;    ///< until all was read and on its way
    double derive = 0.0;  ///< launching what is derived from bricks
    double reading = 0.0; ///< of all threads that read, together
    double upload = 0.0;  ///< of the link; 0 where the device finds bricks in the host's memory, or tells no times
    double placing = 0.0; ///< of the device, from staged bricks to slots; 0 where it tells no times
};

/// What loading took, since the start.
struct BrickCounts {
    std::uint64_t uploads = 0; ///< bricks that were brought to the device
    std::uint64_t bytes = 0;   ///< of those
    std::uint64_t waves = 0;   ///< times that frames had to wait
    std::uint64_t kept = 0;    ///< bricks of those that pinned memory had kept, and nobody read
    std::uint64_t blocks = 0;  ///< in which bricks came
    int threads = 0;           ///< that read
    BrickTimes ms;
};

} // namespace voxmarch
