// Limits of multiprocessors by compute capability, and a kernel that asks where it runs.
#include "bench/multiprocessor.h"

#include "device/program.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

namespace voxmarch {

namespace {

/// Of one compute capability: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
struct Multiprocessor {
    int capability;
    std::uint64_t shared_bytes;
    int warps, groups;
    std::uint64_t reserved_bytes; ///< shared memory that every group takes for the system
    int cores;                    ///< results of operations on floats in a clock
};

constexpr std::array multiprocessors{
    Multiprocessor{70, 96 << 10, 64, 32, 0, 64},       Multiprocessor{75, 64 << 10, 32, 16, 0, 64},
    Multiprocessor{80, 164 << 10, 64, 32, 1024, 64},   Multiprocessor{86, 100 << 10, 48, 16, 1024, 128},
    Multiprocessor{89, 100 << 10, 48, 24, 1024, 128},  Multiprocessor{90, 228 << 10, 64, 32, 1024, 128},
    Multiprocessor{100, 228 << 10, 64, 32, 1024, 128},
};

/// Groups write where they are, and stay there for long enough that none follows another.
constexpr const char *where_kernel = R"(
__kernel void where_it_runs(__global uint *processors, volatile __local uint *room, const uint rounds) {
    uint processor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    for (uint i = 0; i < rounds; i++) {
        room[get_local_id(0)] += i;
    }
    if (get_local_id(0) == 0) {
        processors[get_group_id(0)] = room[0] == 1u ? 0u : processor; // which it never is
    }
}
)";

/// Null for devices that are not known.
const Multiprocessor *multiprocessor_of(const DeviceInfo &device) {
    const auto *found = std::find_if(multiprocessors.begin(), multiprocessors.end(), [&](const Multiprocessor &each) {
        return each.capability == device.compute_capability;
    });
    return found == multiprocessors.end() ? nullptr : found;
}

} // namespace

int resident_warps(const DeviceInfo &device, int group_items, std::uint64_t local_bytes, int registers) {
    const Multiprocessor *limits = multiprocessor_of(device);
    if (limits == nullptr) {
        return 0;
    }
    const int warps = (group_items + 31) / 32;
    const std::uint64_t bytes = local_bytes + limits->reserved_bytes;
    const int by_memory = bytes > 0 ? static_cast<int>(limits->shared_bytes / bytes) : limits->groups;
    // 65536 registers lie in four parts, of which each has warps of its own and gives them pieces of 256.
    const int by_registers =
        registers > 0 ? 16384 / static_cast<int>(round_up(static_cast<std::size_t>(registers) * 32, 256)) * 4 / warps
                      : limits->groups;
    return std::min({limits->groups, by_memory, by_registers, limits->warps / warps}) * warps;
}

double arithmetic_peak(const DeviceInfo &device) {
    const Multiprocessor *limits = multiprocessor_of(device);
    return limits == nullptr ? 0.0 : 2e6 * limits->cores * device.compute_units * device.clock_mhz;
}

int multiprocessors_used(Device &device, std::size_t groups, std::size_t group_items) {
    if (device.info().warp_vote != WarpVote::ptx) {
        return 0;
    }
    constexpr std::uint32_t rounds = 100000;
    const Buffer processors(device, groups * sizeof(std::uint32_t), "multiprocessors");
    Kernel kernel = Program(device, {.name = "where_it_runs",
                                     .files = {"where_it_runs.cl"},
                                     .constants = {},
                                     .texts = {{"where_it_runs.cl", where_kernel}}})
                        .kernel("where_it_runs");
    const LocalBytes room{group_items * sizeof(std::uint32_t)};
    kernel.launch({{groups * group_items, 1, 1}, {group_items, 1, 1}}, processors, room, rounds).wait();
    std::vector<std::uint32_t> found(groups);
    processors.download(std::as_writable_bytes(std::span(found)));
    return static_cast<int>(std::set<std::uint32_t>(found.begin(), found.end()).size());
}

} // namespace voxmarch
