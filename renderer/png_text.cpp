// Chunks iTXt: length, type, keyword 0, not compressed 0, method 0, language 0, translated keyword 0, text, checksum.
#include "renderer/png_text.h"

#include "base/error.h"
#include "base/png_encoder.h"

#include <cstdint>
#include <limits>

namespace voxmarch {

namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t header_end = 8 + 25; // the signature and the chunk IHDR
constexpr std::string_view type = "iTXt";

std::uint32_t number_at(std::string_view bytes, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        number = (number << 8) | static_cast<unsigned char>(bytes[place + i]);
    }
    return number;
}

} // namespace

void insert_png_text(std::string &png, std::string_view keyword, std::string_view text) {
    if (!png.starts_with(signature) || png.size() < header_end) {
        throw UsageError("a text can only be put into a PNG");
    }
    png.insert(header_end, png_chunk(type, std::string(keyword).append(5, '\0').append(text)));
}

std::optional<std::string> find_png_text(std::string_view png, std::string_view keyword) {
    if (!png.starts_with(signature)) {
        return std::nullopt;
    }
    const std::string wanted = std::string(keyword) + std::string(3, '\0'); // then language 0 and translated keyword 0
    for (std::size_t place = signature.size(); png.size() - place >= 12;) {
        const std::size_t length = number_at(png, place);
        if (length > png.size() - place - 12) {
            break;
        }
        const std::string_view data = png.substr(place + 8, length);
        if (png.substr(place + 4, 4) == type && data.starts_with(wanted)) {
            const std::size_t language = data.find('\0', wanted.size());
            const std::size_t translated = language == data.npos ? data.npos : data.find('\0', language + 1);
            if (translated != data.npos) {
                return std::string(data.substr(translated + 1));
            }
        }
        place += 12 + length;
    }
    return std::nullopt;
}

std::optional<PngSize> size_of_whole_png(std::string_view png) {
    if (!png.starts_with(signature) || png.size() < header_end || png.substr(12, 4) != "IHDR") {
        return std::nullopt;
    }
    bool ended = false, has_pixels = false;
    for (std::size_t place = signature.size(); place < png.size();) {
        const std::size_t rest = png.size() - place;
        const std::size_t length = rest < 12 ? rest : number_at(png, place);
        if (ended || rest < 12 || length > rest - 12) {
            return std::nullopt;
        }
        const std::string_view chunk = png.substr(place, length + 12), name = chunk.substr(4, 4);
        if (png_chunk(name, chunk.substr(8, length)) != chunk) {
            return std::nullopt;
        }
        has_pixels = has_pixels || name == "IDAT";
        ended = name == "IEND";
        place += chunk.size();
    }
    const std::uint32_t width = number_at(png, 16), height = number_at(png, 20);
    constexpr auto largest = static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
    if (!ended || !has_pixels || width > largest || height > largest) {
        return std::nullopt;
    }
    return PngSize{static_cast<int>(width), static_cast<int>(height)};
}

} // namespace voxmarch
