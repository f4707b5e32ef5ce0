// Reads panoramas in a process of their own, and makes alias tables.
#include "renderer/panorama.h"

#include "base/error.h"
#include "base/format_problem.h"
#include "base/isolated.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <numeric>
#include <span>
#include <string>

namespace voxmarch {

namespace {

/// Of a pixel in this row.
double solid_angle(int row, const LightPixels &picture) {
    const double step = std::numbers::pi / picture.height;
    return (std::cos(row * step) - std::cos((row + 1) * step)) * 2.0 * std::numbers::pi / picture.width;
}

/// Means over solid angles. Light below 0, which filters of pictures leave behind, is none.
LightPixels reduced(const LightPixels &picture) {
    LightPixels result{std::min(picture.width, panorama_columns), std::min(picture.height, panorama_rows), {}};
    const auto count = static_cast<std::size_t>(result.width) * static_cast<std::size_t>(result.height);
    std::vector<double> sums(3 * count), weights(count);
    for (int y = 0; y < picture.height; ++y) {
        const double weight = solid_angle(y, picture);
        const auto row = static_cast<std::size_t>(std::int64_t{y} * result.height / picture.height);
        for (int x = 0; x < picture.width; ++x) {
            const auto column = static_cast<std::size_t>(std::int64_t{x} * result.width / picture.width);
            const std::size_t target = row * static_cast<std::size_t>(result.width) + column;
            const float *rgb =
                picture.rgb.data() + 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                          static_cast<std::size_t>(x));
            for (std::size_t i = 0; i < 3; ++i) {
                if (!std::isfinite(rgb[i])) {
                    throw FormatProblem("holds light that is infinite or no number");
                }
                sums[3 * target + i] += weight * std::max(rgb[i], 0.0f);
            }
            weights[target] += weight;
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        result.rgb.push_back(static_cast<float>(sums[i] / weights[i / 3]));
    }
    return result;
}

LightPixels decode_light(std::string_view bytes) {
    if (bytes.starts_with("#?RADIANCE\n") || bytes.starts_with("#?RGBE\n")) {
        return reduced(decode_hdr(bytes));
    }
    if (bytes.starts_with("\x76\x2f\x31\x01")) {
        return reduced(decode_exr(bytes));
    }
    throw FormatProblem("is neither a Radiance (.hdr) nor an OpenEXR (.exr) picture");
}

} // namespace

LightPixels read_panorama(const std::filesystem::path &file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) {
        throw FileError(file, "no such picture of the environment");
    }
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20, longest = 1024 * mebibyte;
    const std::uint64_t stored = std::filesystem::file_size(file, ignored);
    if (stored > longest) {
        throw FileError(file, "is larger than 1 GiB, which no picture of the environment is");
    }
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    // The pixels packed, as the library unpacks them, and as they are handed on.
    const IsolatedBounds bounds{10 + static_cast<int>(stored / mebibyte),
                                160 * mebibyte + 4 * stored + 4 * 3 * sizeof(float) * light_pixel_limit, 60};
    IsolatedWork work(file, "what reads it", bounds, [&](IsolatedOutput &output) {
        IsolatedOutput::confine_to({});
        const LightPixels picture = decode_light(bytes);
        output.write(std::as_bytes(std::span(&picture.width, 1)));
        output.write(std::as_bytes(std::span(&picture.height, 1)));
        output.write(std::as_bytes(std::span(picture.rgb)));
    });
    LightPixels picture;
    for (int *number : {&picture.width, &picture.height}) {
        work.read(std::as_writable_bytes(std::span(number, 1)));
    }
    if (picture.width < 1 || picture.width > panorama_columns || picture.height < 1 || picture.height > panorama_rows) {
        throw FileError(file, "is damaged: what its reader says makes no sense");
    }
    picture.rgb.resize(3 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
    work.read(std::as_writable_bytes(std::span(picture.rgb)));
    if (!std::ranges::all_of(picture.rgb, [](float light) { return std::isfinite(light) && light >= 0.0f; })) {
        throw FileError(file, "is damaged: what its reader says makes no sense");
    }
    return picture;
}

PanoramaTable panorama_table(const LightPixels &panorama) {
    const std::size_t count = panorama.rgb.size() / 3, columns = static_cast<std::size_t>(panorama.width);
    const auto angle_of = [&](std::size_t i) { return solid_angle(static_cast<int>(i / columns), panorama); };
    std::vector<double> weights(count);
    for (std::size_t i = 0; i < count; ++i) {
        const float *rgb = panorama.rgb.data() + 3 * i;
        weights[i] = angle_of(i) * std::accumulate(rgb, rgb + 3, 0.0);
    }
    double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!(sum > 0.0)) {
        for (std::size_t i = 0; i < count; ++i) {
            weights[i] = angle_of(i);
        }
        sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    }
    PanoramaTable table;
    std::vector<std::size_t> small, large; // those whose share is below that of all alike, and the others
    for (std::size_t i = 0; i < count; ++i) {
        const float *rgb = panorama.rgb.data() + 3 * i;
        table.texels.push_back({rgb[0], rgb[1], rgb[2], static_cast<float>(weights[i] / sum / angle_of(i))});
        table.aliases.push_back({1.0f, static_cast<std::uint32_t>(i)});
        weights[i] *= static_cast<double>(count) / sum;
        (weights[i] < 1.0 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) { // each small one is filled up by a large one (Vose 1991)
        const std::size_t one = small.back(), other = large.back();
        small.pop_back();
        table.aliases[one] = {static_cast<float>(weights[one]), static_cast<std::uint32_t>(other)};
        weights[other] -= 1.0 - weights[one];
        if (weights[other] < 1.0) {
            large.pop_back();
            small.push_back(other);
        }
    }
    return table;
}

} // namespace voxmarch
