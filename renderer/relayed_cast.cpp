// Casts the rays of a frame as far as the bricks of this program go, and hands them on.
#include "renderer/frame_maker.h"
#include "renderer/ray_relay.h"

#include <bit>
#include <cstring>

namespace voxmarch {

namespace {

constexpr std::array<std::uint32_t, 8> begins{}, ended{1, std::bit_cast<std::uint32_t>(-1.0f)};

bool waits(const std::array<std::uint32_t, 8> &state) { return std::bit_cast<float>(state[1]) >= 0.0f; }

} // namespace

void FrameMaker::gather_pixels(const std::vector<std::uint32_t> &own, std::size_t pixel_bytes) {
    std::vector<std::byte> picture(caster_.pixels().bytes());
    caster_.pixels().download(picture);
    EndedPixels pixels{own, std::vector<std::byte>(own.size() * pixel_bytes)};
    for (std::size_t i = 0; i < own.size(); ++i) {
        std::memcpy(pixels.values.data() + i * pixel_bytes, picture.data() + own[i] * pixel_bytes, pixel_bytes);
    }
    relay_->gather(pixels, pixel_bytes);
    for (std::size_t i = 0; i < pixels.pixels.size(); ++i) {
        std::memcpy(picture.data() + pixels.pixels[i] * pixel_bytes, pixels.values.data() + i * pixel_bytes,
                    pixel_bytes);
    }
    caster_.set_pixels(picture);
}

/// In rounds of waves.
Event FrameMaker::cast_with_others(const FrameParams &frame, const CastVariant &used, const CastLayers &layers) {
    const auto pixels = static_cast<std::uint32_t>(frame.view.size[0]) * static_cast<std::uint32_t>(frame.view.size[1]);
    std::vector<std::array<std::uint32_t, 8>> states(pixels);
    std::vector<WaitingRay> rays;
    const auto [first, end] = relay_->first_pixels(pixels);
    for (std::uint32_t pixel = first; pixel < end; ++pixel) {
        rays.push_back({pixel, begins});
    }
    std::vector<std::uint32_t> own; // pixels whose rays have ended here
    Event drawn;
    bool moved = false;
    do {
        std::ranges::fill(states, ended);
        for (const WaitingRay &ray : rays) {
            states[ray.pixel] = ray.state;
        }
        caster_.set_states(std::as_bytes(std::span(states)));
        data_.begin_waves();
        drawn = caster_.cast(data_.scene(), frame, used, layers, true);
        for (int waves = 0; bring_bricks(used.settings, frame, waves); ++waves) {
            statistics_.frame_ms += drawn.milliseconds();
            drawn = caster_.cast(data_.scene(), frame, used, layers, true);
        }
        caster_.download_states(std::as_writable_bytes(std::span(states)));
        moved = false;
        std::vector<WaitingRay> still;
        for (const WaitingRay &ray : rays) {
            const WaitingRay now{ray.pixel, states[ray.pixel]};
            moved = moved || now.state != ray.state;
            if (waits(now.state)) {
                still.push_back(now);
            } else {
                own.push_back(ray.pixel);
            }
        }
        rays = std::move(still);
    } while (relay_->exchange(rays, moved));
    gather_pixels(own, pixel_bytes(used.output.format));
    return drawn;
}

} // namespace voxmarch
