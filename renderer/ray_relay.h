// Rays that wait for bricks which another program has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace voxmarch {

/// A ray that waits at a brick, with what it has gathered.
struct WaitingRay {
    std::uint32_t pixel;                ///< row by row
    std::array<std::uint32_t, 8> state; ///< kernels/cast/cast_pixel_waves.cl
    bool operator==(const WaitingRay &) const = default;
};

/// Pixels whose rays have ended.
struct EndedPixels {
    std::vector<std::uint32_t> pixels; ///< row by row
    std::vector<std::byte> values;     ///< of each, as the frame holds them
};

/// What renderers of several programs, each with some bricks of one volume, need of each other. All make the same calls
/// in the same order. A frame is drawn in rounds: each renderer casts its rays as far as its own bricks go, those that
/// wait for others go on elsewhere, until none waits.
class RayRelay {
public:
    virtual ~RayRelay() = default;

    /// Whether the brick can be read here.
    virtual bool has(std::uint32_t brick) const = 0;

    /// The pixels [first, second) of a picture whose rays begin here.
    virtual std::array<std::uint32_t, 2> first_pixels(std::uint32_t pixels) const = 0;

    /// @param rays   that wait here; becomes those that go on here
    /// @param moved  whether any ray has gone on or ended here since the last call
    /// @return false: no ray waits anywhere
    /// @throws DeviceError where rays wait for what nobody has
    virtual bool exchange(std::vector<WaitingRay> &rays, bool moved) = 0;

    /// Brings all pixels to the first renderer. @param ended  here; becomes those of all others on the first one
    virtual void gather(EndedPixels &ended, std::size_t pixel_bytes) = 0;
};

} // namespace voxmarch
