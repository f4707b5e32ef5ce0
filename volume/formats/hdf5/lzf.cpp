// Literal runs and copies of what came before (liblzf, lzf_d.c).
#include "volume/formats/hdf5/lzf.h"

#include <algorithm>

namespace voxmarch::hdf5 {

std::vector<std::byte> unpack_lzf(std::span<const std::byte> packed, std::size_t most) {
    std::vector<std::byte> out;
    std::size_t at = 0;
    const auto next = [&] { return std::to_integer<std::size_t>(packed[at++]); };
    while (at < packed.size()) {
        const std::size_t control = next();
        if (control < 32) { // so many literal bytes and one
            const std::size_t count = control + 1;
            if (count > packed.size() - at || out.size() + count > most) {
                return {};
            }
            out.insert(out.end(), packed.begin() + static_cast<std::ptrdiff_t>(at),
                       packed.begin() + static_cast<std::ptrdiff_t>(at + count));
            at += count;
            continue;
        }
        std::size_t count = control >> 5;
        if (packed.size() - at < (count == 7 ? 2U : 1U)) {
            return {};
        }
        count += count == 7 ? next() : 0;
        count += 2;
        const std::size_t back = ((control & 31U) << 8 | next()) + 1;
        if (back > out.size() || out.size() + count > most) {
            return {};
        }
        for (std::size_t i = 0; i < count; ++i) { // may overlap what it makes
            out.push_back(out[out.size() - back]);
        }
    }
    return out;
}

} // namespace voxmarch::hdf5
