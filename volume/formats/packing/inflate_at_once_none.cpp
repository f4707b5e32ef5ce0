// Deflate at once in a build without libdeflate: zlib has to do it.
#include "volume/formats/packing/deflate.h"

namespace voxmarch {

bool inflate_at_once(std::span<const std::byte>, std::span<std::byte>) { return false; }

} // namespace voxmarch
