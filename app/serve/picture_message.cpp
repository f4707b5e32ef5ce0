// Writes the header of pictures.
#include "app/serve/picture_message.h"

#include <bit>

namespace voxmarch {

namespace {

void append(std::string &bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) {
        bytes += static_cast<char>(value >> (8 * i) & 0xffU);
    }
}

} // namespace

std::string PictureMessage::with(std::string_view file) const {
    std::string bytes;
    bytes.reserve(header_bytes + file.size());
    append(bytes, static_cast<std::uint32_t>(kind), 1);
    append(bytes, static_cast<std::uint32_t>(encoding), 1);
    append(bytes, static_cast<std::uint32_t>(stage), 1);
    append(bytes, quality, 1);
    append(bytes, request, 4);
    append(bytes, picture, 4);
    for (const int edge : {width, height, full_width, full_height}) {
        append(bytes, static_cast<std::uint32_t>(edge), 2);
    }
    append(bytes, std::bit_cast<std::uint32_t>(drawn_ms), 4);
    append(bytes, std::bit_cast<std::uint32_t>(packed_ms), 4);
    append(bytes, detail, 4);
    bytes += file;
    return bytes;
}

} // namespace voxmarch
