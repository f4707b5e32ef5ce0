// Fill values: numbers, words for those that JSON has no number for, and their bits in hexadecimal digits.
#include "base/json_text.h"
#include "base/text.h"
#include "volume/bricks/zarr/array.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace voxmarch::zarr {

namespace {

std::optional<double> named_number(const std::string &word) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return word == "NaN"         ? std::optional(std::numeric_limits<double>::quiet_NaN())
           : word == "Infinity"  ? std::optional(infinity)
           : word == "-Infinity" ? std::optional(-infinity)
                                 : std::nullopt;
}

// "0x7fc00000", as many digits as the type has.
std::optional<std::uint64_t> bits_of(const std::string &word, std::size_t size) {
    std::uint64_t bits = 0;
    const char *end = word.data() + word.size();
    if (!word.starts_with("0x") || word.size() != 2 + 2 * size) {
        return std::nullopt;
    }
    const auto read = std::from_chars(word.data() + 2, end, bits, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional(bits) : std::nullopt;
}

template <typename T> std::vector<std::byte> stored(T value) {
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

template <typename T> std::vector<std::byte> whole_fill(const JsonNode &value) {
    if (value.is_truth()) {
        return stored(static_cast<T>(value.truth() ? 1 : 0));
    }
    const double number = value.number(); // wide enough to compare
    if (number != std::floor(number) || number < static_cast<double>(std::numeric_limits<T>::lowest()) ||
        number > static_cast<double>(std::numeric_limits<T>::max())) {
        value.fail(fmt::format("the fill value {} does not fit the type of the array", number));
    }
    return stored(value.number_as<T>());
}

template <typename T> std::vector<std::byte> real_fill(const JsonNode &value) {
    if (!value.is_text()) {
        return stored(static_cast<T>(value.number()));
    }
    const std::string word = value.text();
    if (const auto bits = bits_of(word, sizeof(T))) {
        auto bytes = stored(*bits);
        bytes.resize(sizeof(T)); // the low ones, which come first
        static_assert(std::endian::native == std::endian::little);
        return bytes;
    }
    const auto number = named_number(word);
    if (!number) {
        value.fail(fmt::format("the fill value \"{}\" is no number", word.substr(0, 40)));
    }
    return stored(static_cast<T>(*number));
}

std::vector<std::byte> stored_fill(const JsonNode &value, FileScalar type) {
    switch (type) {
    case FileScalar::u8: return whole_fill<std::uint8_t>(value);
    case FileScalar::i8: return whole_fill<std::int8_t>(value);
    case FileScalar::u16: return whole_fill<std::uint16_t>(value);
    case FileScalar::i16: return whole_fill<std::int16_t>(value);
    case FileScalar::u32: return whole_fill<std::uint32_t>(value);
    case FileScalar::i32: return whole_fill<std::int32_t>(value);
    case FileScalar::u64: return whole_fill<std::uint64_t>(value);
    case FileScalar::i64: return whole_fill<std::int64_t>(value);
    case FileScalar::f64: return real_fill<double>(value);
    case FileScalar::f16: // by its number, but for its bits
    case FileScalar::f32: break;
    }
    return real_fill<float>(value);
}

} // namespace

std::vector<std::byte> fill_bytes(const JsonNode &value, FileScalar type) {
    std::vector<std::byte> bytes(scalar_size(memory_type(type)));
    if (value.is_null()) {
        return bytes;
    }
    if (type == FileScalar::f16) {
        const auto bits = value.is_text() ? bits_of(value.text(), 2) : std::nullopt;
        if (!bits) {
            return real_fill<float>(value);
        }
        convert_voxels(type, stored(static_cast<std::uint16_t>(*bits)), ScalarType::f32, bytes);
        return bytes;
    }
    convert_voxels(type, stored_fill(value, type), memory_type(type), bytes);
    return bytes;
}

} // namespace voxmarch::zarr
