// PNG files of pictures, and picture differences.
#include "renderer/image.h"

#include "base/error.h"
#include "base/output_file.h"
#include "base/png_encoder.h"
#include "renderer/png_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace voxmarch {

std::string packed_png(const Image &image, const std::filesystem::path &file,
                       const std::vector<std::pair<std::string, std::string>> &texts, std::optional<double> dpi) {
    std::string png = encode_png(image.width, image.height, image.rgba);
    if (png.empty()) {
        throw OutputError(file, "the picture could not be encoded as PNG");
    }
    for (const auto &[keyword, text] : texts) {
        insert_png_text(png, keyword, text);
    }
    if (dpi) {
        constexpr std::size_t header_end = 8 + 25; // the signature and the chunk IHDR
        const std::string a_metre = big_endian(static_cast<std::uint32_t>(std::lround(*dpi / 0.0254)));
        png.insert(header_end, png_chunk("pHYs", a_metre + a_metre + '\x01'));
    }
    return png;
}

void write_png(const Image &image, const std::filesystem::path &file,
               const std::vector<std::pair<std::string, std::string>> &texts) {
    const std::string png = packed_png(image, file, texts);
    OutputFile output(file);
    output.write(png);
    output.commit();
}

Image without_background(const Image &over_black, const Image &over_white) {
    if (over_black.width != over_white.width || over_black.height != over_white.height) {
        throw UsageError("pictures over black and over white differ in size");
    }
    Image result = over_black;
    for (std::size_t pixel = 0; pixel < result.rgba.size(); pixel += 4) {
        int seen_through = 0; // of white, three times
        for (std::size_t channel = pixel; channel < pixel + 3; ++channel) {
            seen_through += int(over_white.rgba[channel]) - int(over_black.rgba[channel]);
        }
        const int opacity = 255 - std::clamp((seen_through + 1) / 3, 0, 255);
        for (std::size_t channel = pixel; channel < pixel + 3; ++channel) {
            const int color = opacity > 0 ? (int(over_black.rgba[channel]) * 255 + opacity / 2) / opacity : 0;
            result.rgba[channel] = static_cast<std::uint8_t>(std::min(color, 255));
        }
        result.rgba[pixel + 3] = static_cast<std::uint8_t>(opacity);
    }
    return result;
}

ImageDifference compare(const Image &a, const Image &b, int tolerance) {
    if (a.width != b.width || a.height != b.height) {
        throw UsageError(fmt::format("pictures differ in size: {}x{} and {}x{}", a.width, a.height, b.width, b.height));
    }
    ImageDifference result;
    double sum = 0.0;
    for (std::size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
        int largest = 0;
        for (std::size_t channel = pixel; channel < pixel + 3; ++channel) {
            const int difference = std::abs(int(a.rgba[channel]) - int(b.rgba[channel]));
            largest = std::max(largest, difference);
            sum += difference;
        }
        result.largest = std::max(result.largest, largest);
        result.pixels_above += largest > tolerance ? 1 : 0;
    }
    result.mean = a.rgba.empty() ? 0.0 : sum / (static_cast<double>(a.rgba.size()) * 0.75);
    return result;
}

} // namespace voxmarch
