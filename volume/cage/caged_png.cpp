// What the other process sends: the number of channels, then the pixels, whose number the first bytes of the file say.
#include "volume/cage/caged_png.h"

#include "base/error.h"
#include "base/format_problem.h"
#include "base/isolated.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <span>
#include <string>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace voxmarch {

namespace {

constexpr const char *library = "stb_image", *name = "PNG",
                     *no_sense = "is damaged: what its reader says makes no sense";

/// The number of 4 bytes, the highest first. Precondition: they are there
std::uint32_t number_at(std::string_view bytes, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        number = (number << 8) | static_cast<unsigned char>(bytes[place + i]);
    }
    return number;
}

/// What the chunks IDAT of a PNG hold, one after the other. @throws FormatProblem if a chunk goes on behind the file
std::string packed_pixels(std::string_view png) {
    std::string packed;
    for (std::size_t place = 8; png.size() - place >= 12;) { // length, type, data, checksum
        const std::uint32_t length = number_at(png, place);
        if (length > png.size() - place - 12) {
            throw FormatProblem("is a damaged PNG file (it ends within a part)");
        }
        if (png.substr(place + 4, 4) == "IDAT") {
            packed += png.substr(place + 8, length);
        }
        place += std::size_t{12} + length;
    }
    return packed;
}

/// @throws FormatProblem if the pixels unpack to more than they can be
void check_packing(std::string_view png, int width, int height) {
    const std::string packed = packed_pixels(png);
    const auto most =
        2 * static_cast<std::uint64_t>(height) * (8 * static_cast<std::uint64_t>(width) + 8); // interlaced
    try {
        if (has_deflate()) {
            inflate_all(std::as_bytes(std::span(packed)), DeflateWrapper::gzip_or_zlib, most, "");
        }
    } catch (const FileError &) {
        throw FormatProblem("is a damaged PNG file (its pixels cannot be unpacked)");
    }
}

std::uint64_t number_count(const std::array<int, 2> &size) {
    return 4 * static_cast<std::uint64_t>(size[0]) * static_cast<std::uint64_t>(size[1]);
}

/// What it may use. stb_image holds the pixels packed, unpacked, without filters, and of 16 bits.
IsolatedBounds bounds_of(const CageBounds &bounds, std::uint64_t stored, std::uint64_t pixels) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    const auto more = static_cast<int>((stored + pixels) / mebibyte);
    return {bounds.seconds + more, bounds.memory + 4 * stored + 6 * pixels, bounds.patience + more / 2};
}

} // namespace

std::optional<std::array<int, 2>> png_size(std::string_view png) {
    constexpr std::size_t width_at = 16, height_at = 20, header_end = 29;
    constexpr std::uint32_t largest = std::numeric_limits<std::int32_t>::max();
    if (png.size() < header_end || !png.starts_with("\x89PNG\r\n\x1a\n") || png.substr(12, 4) != "IHDR") {
        return std::nullopt;
    }
    const std::uint32_t width = number_at(png, width_at), height = number_at(png, height_at);
    if (width < 1 || width > largest || height < 1 || height > largest) {
        return std::nullopt;
    }
    return std::array{static_cast<int>(width), static_cast<int>(height)};
}

PngPixels unpack_png(std::string_view png) {
    const auto *data = reinterpret_cast<const stbi_uc *>(png.data());
    const auto length = static_cast<int>(png.size());
    PngPixels pixels;
    if (stbi_info_from_memory(data, length, &pixels.width, &pixels.height, &pixels.channels) == 0) {
        throw FormatProblem("is not a PNG file, or is damaged");
    }
    check_packing(png, pixels.width, pixels.height);
    const std::unique_ptr<stbi_us, void (*)(void *)> unpacked(
        stbi_load_16_from_memory(data, length, &pixels.width, &pixels.height, &pixels.channels, 4), stbi_image_free);
    if (!unpacked) {
        throw FormatProblem(fmt::format("is a damaged PNG file ({})", stbi_failure_reason()));
    }
    pixels.rgba.assign(unpacked.get(), unpacked.get() + number_count({pixels.width, pixels.height}));
    return pixels;
}

PngPixels decode_png(std::string_view png, const std::function<PngPixels(std::string_view)> &unpack,
                     const CageBounds &bounds) {
    const auto size = png_size(png);
    if (!size || png.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw FormatProblem("is not a PNG file, or is damaged");
    }
    const std::uint64_t count = number_count(*size);
    if (count / 4 > std::uint64_t{1} << 28) {
        throw FormatProblem(fmt::format("has {} x {} pixels, more than any picture needs", (*size)[0], (*size)[1]));
    }
    try {
        IsolatedWork work(name, library, bounds_of(bounds, png.size(), count * sizeof(std::uint16_t)),
                          [&](IsolatedOutput &output) {
                              IsolatedOutput::confine_to({});
                              const PngPixels pixels = unpack(png);
                              if (pixels.rgba.size() != count) {
                                  throw FormatProblem(no_sense);
                              }
                              output.write(std::as_bytes(std::span(&pixels.width, 1)));
                              output.write(std::as_bytes(std::span(&pixels.height, 1)));
                              output.write(std::as_bytes(std::span(&pixels.channels, 1)));
                              output.write(std::as_bytes(std::span(pixels.rgba)));
                          });
        PngPixels pixels;
        for (int *number : {&pixels.width, &pixels.height, &pixels.channels}) {
            work.read(std::as_writable_bytes(std::span(number, 1)));
        }
        if (pixels.width != (*size)[0] || pixels.height != (*size)[1] || pixels.channels < 1 || pixels.channels > 4) {
            throw FormatProblem(no_sense);
        }
        pixels.rgba.resize(count);
        work.read(std::as_writable_bytes(std::span(pixels.rgba)));
        return pixels;
    } catch (const FileError &error) {
        throw FormatProblem(error.problem().substr(std::string_view(name).size() + 2)); // without "PNG: "
    }
}

} // namespace voxmarch
