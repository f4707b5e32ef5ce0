// A transfer function as a picture of one row: pixel i of n is the colour and opacity at i / (n - 1).
#include "base/error.h"
#include "base/png_encoder.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string_view>

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

/// Widest table of colours that makes sense; guards against pictures that unpack to more memory than there is.
constexpr int widest = 1 << 16;

/// Pixels of all rows: those of a width that makes sense, thick enough to be seen.
constexpr std::int64_t most_pixels = 1 << 20;

/// What the chunks IDAT of a PNG hold, one after the other. @throws FormatProblem if a chunk goes on behind the file
std::string packed_pixels(std::string_view png) {
    std::string packed;
    for (std::size_t place = 8; png.size() - place >= 12;) { // length, type, data, checksum
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length = (length << 8) | static_cast<unsigned char>(png[place + i]);
        }
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

/// stb_image believes lengths, and unpacks whatever comes: that is tried before with as much room as the pixels need.
/// @throws FormatProblem
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

} // namespace

TransferFunction read_image(const std::string &bytes, TransferNotes &notes) {
    const auto *data = reinterpret_cast<const stbi_uc *>(bytes.data());
    const auto length = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    if (stbi_info_from_memory(data, length, &width, &height, &channels) == 0) {
        throw FormatProblem("is not a PNG file, or is damaged");
    }
    if (width < 2 || width > widest || height > 4096 || std::int64_t{width} * height > most_pixels) {
        throw FormatProblem(fmt::format("is {} x {} pixels; a row of 2 to {} is needed", width, height, widest));
    }
    check_packing(bytes, width, height);
    const std::unique_ptr<stbi_us, void (*)(void *)> pixels(
        stbi_load_16_from_memory(data, length, &width, &height, &channels, 4), stbi_image_free);
    if (!pixels) {
        throw FormatProblem(fmt::format("is a damaged PNG file ({})", stbi_failure_reason()));
    }
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    for (std::size_t y = 1; y < static_cast<std::size_t>(height); ++y) {
        if (std::memcmp(pixels.get(), pixels.get() + y * row, row * sizeof(stbi_us)) != 0) {
            throw FormatProblem(fmt::format("has {} different rows; a transfer function is one row", height));
        }
    }
    TransferFunction transfer;
    transfer.description = "imported from a picture of one row";
    const bool has_alpha = channels == 2 || channels == 4;
    for (int x = 0; x < width; ++x) {
        const stbi_us *pixel = pixels.get() + 4 * static_cast<std::size_t>(x);
        const double scalar = static_cast<double>(x) / (width - 1);
        transfer.colors.push_back({scalar, glm::dvec3(pixel[0], pixel[1], pixel[2]) / 65535.0});
        if (has_alpha) {
            transfer.opacities.push_back({scalar, pixel[3] / 65535.0});
        }
    }
    if (!has_alpha) {
        transfer.opacities = opacity_ramp(transfer.colors);
        notes.push_back("has no alpha channel: a ramp from 0 to 0.5 per voxel stands in");
    }
    return transfer;
}

std::string write_image(const TransferFunction &transfer, TransferNotes &notes) {
    constexpr int width = 256;
    double low = 0.0, high = 1.0;
    if (transfer.domain == TransferDomain::value) {
        low = std::min(transfer.colors.front().scalar, transfer.opacities.front().scalar);
        high = std::max({transfer.colors.back().scalar, transfer.opacities.back().scalar, low + 1.0});
        notes.push_back(
            {"a picture cannot tell its values", {{Remedy::window, fmt::format("{:.6g}:{:.6g}", low, high)}}});
    }
    notes.push_back("colours and opacities are rounded to 1/255");
    std::vector<std::uint8_t> pixels;
    for (int x = 0; x < width; ++x) {
        const glm::dvec4 color = transfer.evaluate(std::lerp(low, high, x / (width - 1.0)));
        for (int channel = 0; channel < 4; ++channel) {
            pixels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * color[channel])));
        }
    }
    return encode_png(width, 1, pixels);
}

} // namespace voxmarch
