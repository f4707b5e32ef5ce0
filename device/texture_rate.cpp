// Measures and remembers the rate of the texture units.
#include "device/texture_rate.h"
#include "base/error.h"
#include "device/cache.h"
#include "device/discovery.h"
#include "device/kernel_source.h"
#include "device/program.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

/// To be counted up when the measurement changes.
constexpr std::string_view rate_version = "1";

/// A cube of noise.
Image3D noise_image(Device &device, ImageFormat format, int edge) {
    Image3D image(device, format, {edge, edge, edge}, "image of the texture rate");
    std::vector<std::byte> bytes(image.bytes());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>((static_cast<std::uint32_t>(i) * 2654435761u) >> 24);
    }
    image.upload(bytes);
    return image;
}

CacheKey rate_key(const Device &device, ImageFormat format) {
    const DeviceInfo &info = device.info();
    return CacheKey("rate",
                    {rate_version, kernel_text("texture_peak.cl", device.options().kernel_folder), name_of(format),
                     info.platform, platform_version(device.handle()), info.name, info.version, info.driver});
}

/// The rate that an entry of the cache holds; none if it holds something else.
std::optional<double> rate_of(const std::string &text) {
    double rate = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
    const bool good = error == std::errc() && end == text.data() + text.size() && rate > 0.0;
    return good ? std::optional(rate) : std::nullopt;
}

} // namespace

double measure_texture_rate(Device &device, ImageFormat format, const TextureTrial &trial) {
    const std::size_t rays = static_cast<std::size_t>(trial.width) * static_cast<std::size_t>(trial.height);
    const Image3D image = noise_image(device, format, trial.edge);
    const Buffer sums(device, sizeof(float) * rays, "sums of the texture rate");
    Kernel kernel = Program(device, {"texture_peak", {"texture_peak.cl"}, {}, true}).kernel("texture_peak");
    const auto launch_ms = [&](int steps) {
        return kernel.launch({{rays, 1, 1}, {128, 1, 1}}, image, trial.edge, steps, trial.width, sums).milliseconds();
    };
    constexpr double longest_ms = 10.0;
    int steps = std::min(trial.steps, 16);
    for (double spent = 0.0; spent < trial.warm_ms;) {
        const double ms = std::max(launch_ms(steps), 1e-3);
        spent += ms;
        steps = std::clamp(static_cast<int>(steps * longest_ms / ms), 1, trial.steps);
    }
    double best = launch_ms(steps);
    for (int i = 1; i < trial.launches; ++i) {
        best = std::min(best, launch_ms(steps));
    }
    return best > 0.0 ? static_cast<double>(rays) * steps / best * 1e3 : 0.0;
}

double texture_rate(Device &device, ImageFormat format) {
    const DeviceInfo &info = device.info();
    const auto &good = info.good_formats;
    if (info.kind != DeviceKind::gpu || std::find(good.begin(), good.end(), format) == good.end()) {
        return 0.0;
    }
    const CacheKey key = rate_key(device, format);
    if (const std::optional<std::string> known = load_cached(device.options().cache_folder, key)) {
        if (const std::optional<double> rate = rate_of(*known)) {
            return *rate;
        }
    }
    try {
        const double rate = measure_texture_rate(device, format);
        store_cached(device.options().cache_folder, key, fmt::format("{}", rate));
        device.log(
            fmt::format("{} takes {:.1f} billion samples a second ({})", info.name, rate * 1e-9, name_of(format)));
        return rate;
    } catch (const MemoryError &) {
        return 0.0; // not worth an error, and another time there may be room
    }
}

} // namespace voxmarch
