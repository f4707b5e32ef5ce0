// A transfer function as a picture of one row: pixel i of n is the colour and opacity at i / (n - 1).
#include "base/png_encoder.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "volume/cage/caged_png.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Widest table of colours that makes sense; guards against pictures that unpack to more memory than there is.
constexpr int widest = 1 << 16;

/// Pixels of all rows: those of a width that makes sense, thick enough to be seen.
constexpr std::int64_t most_pixels = 1 << 20;

} // namespace

TransferFunction read_image(const std::string &bytes, TransferNotes &notes) {
    const auto size = png_size(bytes);
    if (!size) {
        throw FormatProblem("is not a PNG file, or is damaged");
    }
    const auto [width, height] = *size;
    if (width < 2 || width > widest || height > 4096 || std::int64_t{width} * height > most_pixels) {
        throw FormatProblem(fmt::format("is {} x {} pixels; a row of 2 to {} is needed", width, height, widest));
    }
    const PngPixels pixels = decode_png(bytes);
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    for (std::size_t y = 1; y < static_cast<std::size_t>(height); ++y) {
        if (std::memcmp(pixels.rgba.data(), pixels.rgba.data() + y * row, row * sizeof(std::uint16_t)) != 0) {
            throw FormatProblem(fmt::format("has {} different rows; a transfer function is one row", height));
        }
    }
    TransferFunction transfer;
    transfer.description = "imported from a picture of one row";
    const bool has_alpha = pixels.channels == 2 || pixels.channels == 4;
    for (int x = 0; x < width; ++x) {
        const std::uint16_t *pixel = pixels.rgba.data() + 4 * static_cast<std::size_t>(x);
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
