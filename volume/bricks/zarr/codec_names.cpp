// Codecs by their names in the metadata of arrays.
#include "base/json_text.h"
#include "volume/bricks/zarr/array.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch::zarr {

std::optional<Codec> packing_of(const std::string &name) {
    return name == "blosc"  ? std::optional(Codec::blosc)
           : name == "zstd" ? std::optional(Codec::zstd)
           : name == "gzip" ? std::optional(Codec::gzip)
           : name == "zlib" ? std::optional(Codec::zlib)
           : name == "lz4"  ? std::optional(Codec::lz4)
                            : std::nullopt;
}

std::string codec_name(const JsonNode &codec) {
    std::string name = codec.is_text() ? codec.text() : codec.at("name").text();
    return name.starts_with("numcodecs.") ? name.substr(10) : name;
}

std::vector<Codec> byte_codecs(const JsonNode &codecs, std::size_t first) {
    std::vector<Codec> result;
    const auto all = codecs.elements();
    for (std::size_t i = first; i < all.size(); ++i) {
        const std::string name = codec_name(all[i]);
        const auto codec = name == "crc32c" ? std::optional(Codec::crc32c) : packing_of(name);
        if (!codec) {
            all[i].fail(fmt::format("the codec \"{}\" cannot be read (blosc, zstd, gzip, zlib, lz4 and crc32c can)",
                                    name.substr(0, 40)));
        }
        result.push_back(*codec);
    }
    const auto packing = std::ranges::count_if(result, [](Codec c) { return c != Codec::crc32c; });
    if (packing > 1 || result.size() > 4) {
        codecs.fail("chunks that are packed twice cannot be read");
    }
    return result;
}

} // namespace voxmarch::zarr
