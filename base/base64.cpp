// Groups of three bytes as four characters, and back.
#include "base/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace voxmarch {

namespace {

constexpr std::uint8_t invalid = 255;
constexpr std::uint8_t space = 254;
constexpr std::uint8_t padding = 253;

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint8_t, 256> make_table() {
    std::array<std::uint8_t, 256> values{};
    for (auto &entry : values) {
        entry = invalid;
    }
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    }
    for (const char c : {' ', '\t', '\r', '\n'}) {
        values[static_cast<unsigned char>(c)] = space;
    }
    values['='] = padding;
    return values;
}

constexpr std::array<std::uint8_t, 256> table = make_table();

} // namespace

std::optional<std::vector<std::byte>> decode_base64(std::string_view text, std::size_t most) {
    std::vector<std::byte> bytes;
    bytes.reserve(std::min(most, text.size() / 4 * 3 + 3));
    std::uint32_t group = 0;
    int characters = 0;
    int padded = 0;
    for (const char c : text) {
        if (bytes.size() >= most) {
            break;
        }
        const std::uint8_t code = table[static_cast<unsigned char>(c)];
        if (code == space) {
            continue;
        }
        const bool is_padding = code == padding;
        if (code == invalid || (padded > 0 && !is_padding) || (is_padding && characters < 2)) {
            return std::nullopt;
        }
        padded += is_padding ? 1 : 0;
        group = group << 6 | (is_padding ? 0U : code);
        if (++characters < 4) {
            continue;
        }
        // Four characters are three bytes, less one for each padding character.
        for (int i = 0; i < 3 - padded; ++i) {
            bytes.push_back(static_cast<std::byte>(group >> (16 - 8 * i) & 0xffU));
        }
        group = 0;
        characters = 0;
        padded = 0;
    }
    if (characters != 0) {
        return std::nullopt;
    }
    if (bytes.size() > most) {
        bytes.resize(most);
    }
    return bytes;
}

std::string encode_base64(std::span<const std::byte> bytes) {
    std::string result;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < left ? std::to_integer<unsigned>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            result += k <= left ? alphabet[group >> (18 - 6 * k) & 63u] : '=';
        }
    }
    return result;
}

} // namespace voxmarch
