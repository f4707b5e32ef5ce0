// Everybody tells how many rays wait; then they go once around.
#include "scene/rank_relay.h"

#include "base/error.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

namespace voxmarch {

std::array<std::uint32_t, 2> RankRelay::first_pixels(std::uint32_t pixels) const {
    const auto end_of = [&](int rank) {
        return static_cast<std::uint32_t>(std::uint64_t(pixels) * std::uint64_t(rank) / std::uint64_t(ranks_.size()));
    };
    return {end_of(ranks_.rank()), end_of(ranks_.rank() + 1)};
}

/// Of all ranks. Notes whether any ray has gone on.
std::vector<std::size_t> RankRelay::counts(std::size_t mine, bool moved) {
    nlohmann::json told = nlohmann::json::array();
    for (const std::string &text : ranks_.gather(nlohmann::json{mine, moved}.dump())) {
        told.push_back(nlohmann::json::parse(text));
    }
    bool any_moved = false;
    std::vector<std::size_t> counts;
    for (const nlohmann::json &one : nlohmann::json::parse(ranks_.broadcast(told.dump()))) {
        counts.push_back(one[0]);
        any_moved = any_moved || one[1];
    }
    idle_ = any_moved ? 0 : idle_ + 1;
    return counts;
}

bool RankRelay::exchange(std::vector<WaitingRay> &rays, bool moved) {
    const std::vector<std::size_t> waiting = counts(rays.size(), moved);
    if (std::accumulate(waiting.begin(), waiting.end(), std::size_t{0}) == 0) {
        return false;
    }
    if (idle_ > ranks_.size()) {
        throw DeviceError("rays wait for bricks that no rank brings");
    }
    const int size = ranks_.size(), to = (ranks_.rank() + 1) % size, from = (ranks_.rank() + size - 1) % size;
    std::vector<WaitingRay> coming(waiting[static_cast<std::size_t>(from)]);
    const auto send = [&] {
        if (!rays.empty()) {
            ranks_.send(to, std::as_bytes(std::span(rays)));
        }
    };
    const auto receive = [&] {
        if (!coming.empty()) {
            ranks_.receive(from, std::as_writable_bytes(std::span(coming)));
        }
    };
    if (ranks_.rank() % 2 == 0) { // a rank that sends waits for one that receives
        send();
        receive();
    } else {
        receive();
        send();
    }
    rays = std::move(coming);
    return true;
}

void RankRelay::gather(EndedPixels &ended, std::size_t pixel_bytes) {
    const std::vector<std::size_t> theirs = counts(ended.pixels.size(), true);
    if (!ranks_.lead()) {
        if (!ended.pixels.empty()) {
            ranks_.send(0, std::as_bytes(std::span(ended.pixels)));
            ranks_.send(0, ended.values);
        }
        ended = {};
        return;
    }
    ended = {};
    for (int rank = 1; rank < ranks_.size(); ++rank) {
        const std::size_t count = theirs[static_cast<std::size_t>(rank)], before = ended.pixels.size();
        ended.pixels.resize(before + count);
        ended.values.resize((before + count) * pixel_bytes);
        if (count > 0) {
            ranks_.receive(rank, std::as_writable_bytes(std::span(ended.pixels).subspan(before)));
            ranks_.receive(rank, std::span(ended.values).subspan(before * pixel_bytes));
        }
    }
}

} // namespace voxmarch
