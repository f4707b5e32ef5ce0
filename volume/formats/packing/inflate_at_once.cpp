// Deflate by libdeflate, which needs all data and all room at once.
#include "volume/formats/packing/deflate.h"

#include <libdeflate.h>
#include <memory>

namespace voxmarch {

bool inflate_at_once(std::span<const std::byte> packed, std::span<std::byte> out) {
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor *)> decompressor(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (!decompressor) {
        return false;
    }
    do { // a member, or the only stream
        const bool is_gzip = packed.size() > 2 && packed[0] == std::byte{0x1f} && packed[1] == std::byte{0x8b};
        const auto decompress = is_gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
        std::size_t taken = 0, given = 0;
        if (decompress(decompressor.get(), packed.data(), packed.size(), out.data(), out.size(), &taken, &given) !=
            LIBDEFLATE_SUCCESS) {
            return false;
        }
        packed = packed.subspan(taken);
        out = out.subspan(given);
    } while (!out.empty() && !packed.empty());
    return out.empty();
}

} // namespace voxmarch
