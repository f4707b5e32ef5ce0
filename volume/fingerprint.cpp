// XXH3 over dimensions, type and voxels.
#include "volume/fingerprint.h"

#include <fmt/format.h>

#define XXH_INLINE_ALL // no library to link
#include <xxhash.h>

namespace voxmarch {

std::string voxel_hash(const Volume &volume) {
    const auto &dims = volume.grid().dims;
    const std::string header = fmt::format("{}x{}x{} {}\n", dims[0], dims[1], dims[2], name_of(volume.type()));
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, header.data(), header.size());
    const std::span<const std::byte> voxels = volume.sample().bytes();
    XXH3_128bits_update(&state, voxels.data(), voxels.size());
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace voxmarch
