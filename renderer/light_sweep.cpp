// Directions, rays and sizes of sweeps.
#include "renderer/light_sweep.h"

#include "renderer/program_files.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

LightSweep make_sweep(const std::array<int, 3> &texels, const glm::dvec3 &away, int steps) {
    const glm::dvec3 size = glm::abs(away);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    LightSweep sweep{};
    sweep.axis = axis;
    sweep.from_high = away[axis] < 0.0;
    sweep.slices = texels[static_cast<std::size_t>(axis)];
    sweep.steps = steps;
    for (int i = 0; i < 2; ++i) {
        const int other = i < axis ? i : i + 1;
        const double shift = away[other] / size[axis];
        sweep.across[i] = texels[static_cast<std::size_t>(other)];
        sweep.shift[i] = static_cast<float>(shift);
        sweep.first[i] = shift > 0.0 ? -static_cast<int>(std::ceil((sweep.slices - 1) * shift)) - 1 : 0;
    }
    return sweep;
}

LaunchSize sweep_size(const LightSweep &sweep) {
    LaunchSize size;
    size.local = {sweep_width, sweep_height, 1};
    for (std::size_t i = 0; i < 2; ++i) {
        const double moved = std::ceil((sweep.slices - 1) * std::abs(static_cast<double>(sweep.shift[i])));
        const auto rays = static_cast<std::size_t>(sweep.across[i]) + static_cast<std::size_t>(moved) + 1;
        const std::size_t texels = size.local[i] - 1; // of a group: its last rays are the next group's first
        size.global[i] = (rays + texels - 1) / texels * size.local[i];
    }
    size.global[2] = 1;
    return size;
}

bool is_short(const LightSweep &sweep) {
    constexpr double most_rays = 64.0; // for each texel of a slice
    const LaunchSize rays = sweep_size(sweep);
    return double(rays.global[0]) * double(rays.global[1]) <=
           most_rays * std::max(double(sweep.across[0]) * double(sweep.across[1]), double(sweep_width * sweep_height));
}

std::uint64_t sweep_state_bytes(const LaunchSize &rays) {
    constexpr std::uint64_t state = (4 + waiting_sweep_slices) * 4;
    return static_cast<std::uint64_t>(rays.global[0]) * static_cast<std::uint64_t>(rays.global[1]) * state;
}

std::uint64_t most_sweep_state_bytes(const std::array<int, 3> &texels) {
    std::uint64_t most = 0;
    for (int axis = 0; axis < 3; ++axis) {
        glm::dvec3 away(1.0); // across by as much as along
        away[axis] = 1.0 + 1e-9;
        const LightSweep sweep = make_sweep(texels, away, 1);
        most = std::max(most, is_short(sweep) ? sweep_state_bytes(sweep_size(sweep)) : 0);
    }
    return most;
}

} // namespace voxmarch
