// Turns the stored pixels of a DICOM frame into values (PS3.5 section 8 and annex A.4).
#include "volume/formats/dicom/dicom_image.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

using Bytes = std::span<const std::byte>;

// Samples as they lie in memory, `first_bit` before the first.
struct Stored {
    Bytes bytes;
    std::uint64_t first_bit = 0;
    std::endian order = std::endian::little;
    bool swaps_bytes = false; ///< small samples in words of big endian
};

std::uint32_t offset_at(Bytes table, std::size_t i) { return dicom_number(table, 4 * i, 4, std::endian::little); }

// The fragments of a frame: all of a single one's, one each, or as the table of offsets says.
std::vector<std::byte> packed_frame(const DicomImage &image, std::size_t frame) {
    const auto &all = image.pixels.element->fragments;
    const std::size_t count = all.size() - 1;
    const std::size_t frames = image.frames.size();
    const Bytes table = all[0];
    std::size_t begin = frame;
    std::size_t end = frame + 1;
    if (frames == 1) {
        begin = 0;
        end = count;
    } else if (count != frames) {
        if (table.size() < 4 * frames) {
            throw FileError(image.file, fmt::format("has {} packed pieces for {} frames and no table that says which "
                                                    "belong together",
                                                    count, frames));
        }
        std::uint64_t at = 0;
        begin = end = count;
        for (std::size_t i = 0; i < count; ++i) {
            if (at == offset_at(table, frame)) {
                begin = i;
            }
            if (frame + 1 < frames && at == offset_at(table, frame + 1)) {
                end = i;
            }
            at += 8 + all[i + 1].size();
        }
    }
    std::vector<std::byte> packed;
    for (std::size_t i = begin; i < end; ++i) {
        packed.insert(packed.end(), all[i + 1].begin(), all[i + 1].end());
    }
    if (packed.empty()) {
        throw FileError(image.file, fmt::format("is damaged: frame {} is missing", frame + 1));
    }
    return packed;
}

// Raw sample i, not yet cut to the bits stored.
template <typename Word> Word sample(const Stored &stored, std::uint64_t i) {
    if constexpr (std::is_same_v<Word, bool>) {
        const std::uint64_t bit = stored.first_bit + i;
        const std::uint64_t byte = stored.swaps_bytes ? (bit / 8) ^ 1U : bit / 8;
        return byte < stored.bytes.size() && (std::to_integer<unsigned>(stored.bytes[byte]) >> (bit % 8) & 1U) != 0;
    } else {
        std::uint64_t at = stored.first_bit / 8 + i * sizeof(Word);
        if (sizeof(Word) == 1 && stored.swaps_bytes && (at ^ 1U) < stored.bytes.size()) {
            at ^= 1U;
        }
        std::array<std::byte, sizeof(Word)> raw;
        std::memcpy(raw.data(), stored.bytes.data() + at, sizeof(Word));
        if (stored.order != std::endian::native) {
            std::reverse(raw.begin(), raw.end());
        }
        Word word;
        std::memcpy(&word, raw.data(), sizeof(Word));
        return word;
    }
}

// Cuts a word to its bits and spreads the sign.
template <typename Word> double value_of(Word word, const DicomPixels &pixels) {
    if constexpr (std::is_floating_point_v<Word> || std::is_same_v<Word, bool>) {
        return static_cast<double>(word);
    } else {
        const int shift = pixels.high_bit + 1 - pixels.bits_stored;
        auto value = static_cast<std::int64_t>(std::uint64_t{word} >> shift);
        value &= (std::int64_t{1} << pixels.bits_stored) - 1;
        if (pixels.is_signed && (value >> (pixels.bits_stored - 1) & 1) != 0) {
            value -= std::int64_t{1} << pixels.bits_stored;
        }
        return static_cast<double>(value);
    }
}

template <typename T> bool holds(double value) {
    return std::is_floating_point_v<T> || (value >= std::numeric_limits<T>::lowest() &&
                                           value <= std::numeric_limits<T>::max() && value == std::floor(value));
}

// PS3.3 C.7.6.3.1.2, solved for red, green and blue.
double rgb_of_ybr(double y, double cb, double cr, const DicomPixels &pixels) {
    const double middle = std::exp2(pixels.bits_stored - 1), b = cb - middle, r = cr - middle;
    const double value = pixels.sample == 0   ? y + 1.402 * r
                         : pixels.sample == 1 ? y - (0.114 * 1.772 * b + 0.299 * 1.402 * r) / 0.587
                                              : y + 1.772 * b;
    return std::clamp(std::floor(value + 0.5), 0.0, pixels.range().max);
}

// The value of pixel i that is read, before it is scaled.
template <typename Word> double pixel_value(const Stored &stored, const DicomPixels &pixels, std::uint64_t i) {
    const auto at = [&](std::uint64_t place) { return value_of(sample<Word>(stored, place), pixels); };
    const std::uint64_t pair = i / 2 * 4;
    switch (pixels.colors) {
    case DicomColors::palette: return pixels.palette.part(pixels.sample, at(i));
    case DicomColors::ybr:
        return rgb_of_ybr(at(pixels.place_of(i, 0)), at(pixels.place_of(i, 1)), at(pixels.place_of(i, 2)), pixels);
    case DicomColors::ybr_422: return rgb_of_ybr(at(pair + i % 2), at(pair + 2), at(pair + 3), pixels);
    default: return at(pixels.place_of(i, pixels.sample));
    }
}

/// @return false at the first value that `to` does not hold
template <typename Word>
bool scale(const DicomImage &image, const Stored &stored, const DicomFrame &frame, ScalarType to,
           std::span<std::byte> out) {
    return visit_scalar(to, [&](auto tag) {
        using T = decltype(tag);
        const std::uint64_t count = image.pixels.count();
        for (std::uint64_t i = 0; i < count; ++i) {
            const double value = pixel_value<Word>(stored, image.pixels, i) * frame.slope + frame.intercept;
            if (!holds<T>(value)) {
                return false;
            }
            const auto voxel = static_cast<T>(value);
            std::memcpy(out.data() + i * sizeof(T), &voxel, sizeof(T));
        }
        return true;
    });
}

} // namespace

bool read_dicom_frame(const DicomImage &image, std::size_t frame, ScalarType to, std::span<std::byte> out) {
    const DicomPixels &pixels = image.pixels;
    const auto bits = static_cast<std::uint64_t>(pixels.bits_allocated);
    ZeroedBytes unpacked;
    Stored stored;
    if (pixels.element->fragments.empty()) {
        stored.bytes = pixels.element->value;
        stored.first_bit = frame * pixels.sample_count() * bits;
        stored.order = image.content.order;
        const bool words = pixels.element->kind == std::array<char, 2>{'O', 'W'};
        stored.swaps_bytes = words && stored.order == std::endian::big && bits <= 8;
    } else {
        unpacked = unpack_dicom_frame(image, packed_frame(image, frame));
        stored.bytes = unpacked;
    }
    const std::uint64_t needed = (stored.first_bit + pixels.sample_count() * bits + 7) / 8;
    require_bytes(needed, stored.bytes.size(), 1, image.file);
    const DicomFrame &scaling = image.frames[frame];
    if (pixels.is_float) {
        return bits == 64 ? scale<double>(image, stored, scaling, to, out)
                          : scale<float>(image, stored, scaling, to, out);
    }
    switch (bits) {
    case 1: return scale<bool>(image, stored, scaling, to, out);
    case 8: return scale<std::uint8_t>(image, stored, scaling, to, out);
    case 16: return scale<std::uint16_t>(image, stored, scaling, to, out);
    default: return scale<std::uint32_t>(image, stored, scaling, to, out);
    }
}

} // namespace voxmarch
