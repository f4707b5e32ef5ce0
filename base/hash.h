// A short number that tells bytes apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace voxmarch {

/// FNV-1a, 64 bits: guards against damage, not against malice.
/// @param seed  the hash of what comes before
constexpr std::uint64_t fnv1a(std::span<const std::byte> bytes, std::uint64_t seed = 0xcbf29ce484222325U) {
    for (const std::byte byte : bytes) {
        seed = (seed ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3U;
    }
    return seed;
}

} // namespace voxmarch
