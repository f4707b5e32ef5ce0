// Changes key frames, and counts pictures.
#include "scene/time_line.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

namespace {

/// Calls `use(key frames)` for one track, or all.
template <typename Line, typename Use> void for_tracks(Line &line, std::optional<Track> track, const Use &use) {
    for_each_track(line, [&](Track one, auto &keys) {
        if (!track || *track == one) {
            use(keys);
        }
    });
}

template <typename T> void erase_at(KeyFrames<T> &keys, double at) {
    std::erase_if(keys, [&](const KeyFrame<T> &key) { return key.at == at; });
}

} // namespace

std::vector<double> key_times(const TimeLine &line, std::optional<Track> track) {
    std::vector<double> times;
    for_tracks(line, track, [&](const auto &keys) {
        for (const auto &key : keys) {
            times.push_back(key.at);
        }
    });
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

bool has_key(const TimeLine &line, double at, std::optional<Track> track) {
    return std::ranges::binary_search(key_times(line, track), at);
}

void remove_key(TimeLine &line, double at, std::optional<Track> track) {
    for_tracks(line, track, [&](auto &keys) { erase_at(keys, at); });
}

void move_key(TimeLine &line, double from, double to, std::optional<Track> track) {
    if (from == to) {
        return;
    }
    for_tracks(line, track, [&](auto &keys) {
        const auto moved = std::ranges::find_if(keys, [&](const auto &key) { return key.at == from; });
        if (moved == keys.end()) {
            return;
        }
        auto key = std::move(*moved);
        keys.erase(moved);
        erase_at(keys, to);
        key.at = to;
        keys.insert(std::ranges::find_if(keys, [&](const auto &other) { return other.at > to; }), std::move(key));
    });
}

TimeLine stretched(TimeLine line, double duration) {
    const double before = std::exchange(line.duration, duration);
    if (before == duration) {
        return line;
    }
    for_each_track(line, [&](Track, auto &keys) {
        for (auto &key : keys) {
            key.at = key.at * duration / before;
            const double picture = at_picture(line, key.at);
            key.at = std::abs(key.at - picture) < 1e-9 * duration ? picture : key.at;
        }
    });
    return line;
}

double at_picture(const TimeLine &line, double seconds) {
    return time_of_picture(line, static_cast<int>(std::lround(std::clamp(seconds, 0.0, line.duration) * line.rate)));
}

int picture_count(const TimeLine &line) { return static_cast<int>(std::lround(line.duration * line.rate)) + 1; }

double time_of_picture(const TimeLine &line, int picture) { return picture / line.rate; }

} // namespace voxmarch
