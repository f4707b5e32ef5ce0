// Conversion of stored scalars: byte order and width.
#include "volume/formats/file_scalar.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

struct TypeInfo {
    FileScalar type;
    std::string_view short_name;
    std::size_t size;
};

constexpr std::array<TypeInfo, 11> types{{{FileScalar::u8, "u8", 1},
                                          {FileScalar::i8, "i8", 1},
                                          {FileScalar::u16, "u16", 2},
                                          {FileScalar::i16, "i16", 2},
                                          {FileScalar::u32, "u32", 4},
                                          {FileScalar::i32, "i32", 4},
                                          {FileScalar::u64, "u64", 8},
                                          {FileScalar::i64, "i64", 8},
                                          {FileScalar::f16, "f16", 2},
                                          {FileScalar::f32, "f32", 4},
                                          {FileScalar::f64, "f64", 8}}};

const TypeInfo &info(FileScalar type) { return types[static_cast<std::size_t>(type)]; }

template <typename From> void to_floats(std::span<const std::byte> in, std::span<std::byte> out) {
    const std::size_t count = in.size() / sizeof(From);
    for (std::size_t i = 0; i < count; ++i) {
        From wide;
        std::memcpy(&wide, in.data() + i * sizeof(From), sizeof(From));
        const auto narrow = static_cast<float>(wide);
        std::memcpy(out.data() + i * sizeof(float), &narrow, sizeof(float));
    }
}

// The number of a half (IEEE 754 binary16); floats hold all of them.
float float_of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31;
    const int fraction = half & 1023;
    float size = std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction + 1024), std::max(exponent, 1) - 25);
    if (exponent == 31) {
        size = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    }
    return (half & 0x8000) != 0 ? -size : size;
}

void halves_to_floats(std::span<const std::byte> in, std::span<std::byte> out) {
    for (std::size_t i = 0; i < in.size() / 2; ++i) {
        std::uint16_t half;
        std::memcpy(&half, in.data() + 2 * i, 2);
        const float value = float_of_half(half);
        std::memcpy(out.data() + i * sizeof(float), &value, sizeof(float));
    }
}

template <typename T> void swap_as(std::span<std::byte> bytes) {
    for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
        T value;
        std::memcpy(&value, bytes.data() + i, sizeof(T));
        if constexpr (sizeof(T) == 2) {
            value = __builtin_bswap16(value);
        } else if constexpr (sizeof(T) == 4) {
            value = __builtin_bswap32(value);
        } else {
            value = __builtin_bswap64(value);
        }
        std::memcpy(bytes.data() + i, &value, sizeof(T));
    }
}

} // namespace

std::size_t file_scalar_size(FileScalar type) { return info(type).size; }

std::optional<FileScalar> file_scalar_from_name(std::string_view name) {
    for (const auto &candidate : types) {
        if (name == candidate.short_name) {
            return candidate.type;
        }
    }
    return find_value<FileScalar>(name);
}

ScalarType memory_type(FileScalar type) {
    switch (type) {
    case FileScalar::u8: return ScalarType::u8;
    case FileScalar::i8: return ScalarType::i8;
    case FileScalar::u16: return ScalarType::u16;
    case FileScalar::i16: return ScalarType::i16;
    default: return ScalarType::f32;
    }
}

bool is_converted(FileScalar type) { return memory_type(type) == ScalarType::f32 && type != FileScalar::f32; }

void set_type(VolumeHeader &header, FileScalar type) {
    header.type = memory_type(type);
    if (is_converted(type)) {
        header.notes.emplace_back(fmt::format(
            "Voxels of type {} are converted to float32{}.", name_of(type),
            type == FileScalar::f16 || type == FileScalar::f64 ? "" : "; whole numbers beyond 16777216 are rounded"));
    }
}

std::string scaling_note(double slope, double intercept) {
    if (slope == 1.0) {
        return fmt::format("The values are the stored ones plus {:g} (the file's intercept).", intercept);
    }
    if (intercept == 0.0) {
        return fmt::format("The values are the stored ones times {:g} (the file's slope).", slope);
    }
    return fmt::format("The values are the stored ones times {:g} plus {:g} (the file's slope and intercept).", slope,
                       intercept);
}

void convert_voxels(FileScalar type, std::span<const std::byte> in, ScalarType to, std::span<std::byte> out) {
    if (to == memory_type(type) && !is_converted(type)) {
        std::copy(in.begin(), in.end(), out.begin());
        return;
    }
    switch (type) {
    case FileScalar::u8: return to_floats<std::uint8_t>(in, out);
    case FileScalar::i8: return to_floats<std::int8_t>(in, out);
    case FileScalar::u16: return to_floats<std::uint16_t>(in, out);
    case FileScalar::i16: return to_floats<std::int16_t>(in, out);
    case FileScalar::u32: return to_floats<std::uint32_t>(in, out);
    case FileScalar::i32: return to_floats<std::int32_t>(in, out);
    case FileScalar::u64: return to_floats<std::uint64_t>(in, out);
    case FileScalar::i64: return to_floats<std::int64_t>(in, out);
    case FileScalar::f16: return halves_to_floats(in, out);
    case FileScalar::f32: return to_floats<float>(in, out);
    case FileScalar::f64: return to_floats<double>(in, out);
    }
}

void swap_bytes(std::span<std::byte> bytes, std::size_t size) {
    switch (size) {
    case 2: return swap_as<std::uint16_t>(bytes);
    case 4: return swap_as<std::uint32_t>(bytes);
    case 8: return swap_as<std::uint64_t>(bytes);
    default: return;
    }
}

namespace {

/// Brings voxels as the file has them into memory's order and type, on all cores.
/// @param in  changed: its bytes may be swapped; without conversion it is `out` itself
void arrange(FileScalar type, std::endian order, std::span<std::byte> in, std::span<std::byte> out) {
    constexpr std::size_t piece_voxels = 1 << 17;
    const std::size_t file_size = file_scalar_size(type), memory_size = scalar_size(memory_type(type));
    const bool swaps = order != std::endian::native && file_size > 1, converts = is_converted(type);
    if (!swaps && !converts) {
        return;
    }
    in_pieces(in.size() / file_size, piece_voxels, [&](std::size_t, std::size_t first, std::size_t end) {
        const auto piece = in.subspan(first * file_size, (end - first) * file_size);
        if (swaps) {
            swap_bytes(piece, file_size);
        }
        if (converts) {
            convert_voxels(type, piece, ScalarType::f32, out.subspan(first * memory_size, (end - first) * memory_size));
        }
    });
}

} // namespace

void read_voxels(ByteSource &source, FileScalar type, std::endian order, std::span<std::byte> out,
                 const Progress &progress) {
    constexpr std::size_t voxels_per_chunk = 1 << 22;
    const std::size_t file_size = file_scalar_size(type);
    const std::size_t memory_size = scalar_size(memory_type(type));
    const std::size_t count = out.size() / memory_size;
    const bool converts = is_converted(type);
    const bool is_there = !converts && source.read_at_once(out);
    std::vector<std::byte> wide(converts ? std::min(count, voxels_per_chunk) * file_size : 0);
    for (std::size_t done = 0; done < count;) {
        const std::size_t part = std::min(count - done, voxels_per_chunk);
        const auto target = out.subspan(done * memory_size, part * memory_size);
        const auto chunk = converts ? std::span(wide).first(part * file_size) : target;
        if (!is_there) {
            source.read(chunk);
        }
        arrange(type, order, chunk, target);
        done += part;
        if (progress) {
            progress(static_cast<double>(done) / static_cast<double>(count));
        }
    }
}

} // namespace voxmarch
