// Casts the rays of a frame as far as the bricks of this program go, and hands them on.
#include "renderer/frame_maker.h"
#include "renderer/ray_relay.h"

#include <bit>
#include <cstring>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::array<std::uint32_t, 8> begins{}, ended{1, std::bit_cast<std::uint32_t>(-1.0f)};

bool waits(const std::array<std::uint32_t, 8> &state) { return std::bit_cast<float>(state[1]) >= 0.0f; }

} // namespace

/// Rays that go on here, and what came of them.
struct FrameMaker::RoundOfRays {
    std::vector<WaitingRay> rays;
    std::vector<std::array<std::uint32_t, 8>> states; ///< of all pixels
    std::vector<std::uint32_t> ended;                 ///< pixels whose rays have ended here, in all rounds
    Events drawn;                                     ///< the last cast
};

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

/// One round: in waves, as far as the bricks that are read here go. @param drawn  the last cast; becomes this one's
/// @return whether a ray has gone on
bool FrameMaker::cast_own_rays(const FrameParams &frame, const CastVariant &used, const CastLayers &layers,
                               RoundOfRays &round) {
    std::ranges::fill(round.states, ended);
    for (const WaitingRay &ray : round.rays) {
        round.states[ray.pixel] = ray.state;
    }
    caster_.set_states(std::as_bytes(std::span(round.states)));
    data_.begin_waves();
    int waves = 0;
    do {
        statistics_.frame_ms += milliseconds(round.drawn);
        round.drawn = caster_.cast_in_slabs(data_.scene(), frame, used, layers, {}, true);
    } while (bring_bricks(used.settings, frame, waves++));
    caster_.download_states(std::as_writable_bytes(std::span(round.states)));
    bool moved = false;
    std::vector<WaitingRay> still;
    for (const WaitingRay &ray : round.rays) {
        const WaitingRay now{ray.pixel, round.states[ray.pixel]};
        moved = moved || now.state != ray.state;
        if (waits(now.state)) {
            still.push_back(now);
        } else {
            round.ended.push_back(ray.pixel);
        }
    }
    round.rays = std::move(still);
    return moved;
}

Events FrameMaker::cast_with_others(const FrameParams &frame, const CastVariant &used, const CastLayers &layers) {
    const auto pixels = static_cast<std::uint32_t>(frame.view.size[0]) * static_cast<std::uint32_t>(frame.view.size[1]);
    RoundOfRays round;
    round.states.resize(pixels);
    const auto [first, end] = relay_->first_pixels(pixels);
    for (std::uint32_t pixel = first; pixel < end; ++pixel) {
        round.rays.push_back({pixel, begins});
    }
    bool moved = cast_own_rays(frame, used, layers, round);
    while (relay_->exchange(round.rays, moved)) {
        moved = !round.rays.empty() && cast_own_rays(frame, used, layers, round);
    }
    gather_pixels(round.ended, pixel_bytes(used.output.format));
    return std::move(round.drawn);
}

} // namespace voxmarch
