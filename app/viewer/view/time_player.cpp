// The clock of the player.
#include "app/viewer/view/time_player.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/time_steps.h"
#include "app/viewer/view/slices.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double rate_window = 2.0; // seconds over which frames are counted

int count_of(const Document &document) { return has_times(document) ? document.loaded->series->count() : 1; }

/// The volume at another time takes the place of the one that is open; what was said of it stays.
void show(Document &document, const std::shared_ptr<const LoadedVolume> &at, Slices &slices) {
    document.loaded = at;
    document.scene.volume.time = at->scene.volume.time;
    document.scene.identity = at->scene.identity;
    ++slices.reads; // of other values
}

} // namespace

bool has_times(const Document &document) { return document.loaded && document.loaded->series.has_value(); }

bool is_shown(const TimePlayer &player, const Document &document) {
    return !has_times(document) || player.wanted == document.scene.volume.time;
}

void begin_times(TimePlayer &player, const Document &document) {
    player.playing = false;
    player.wanted = has_times(document) ? document.scene.volume.time : 0;
    player.shown.clear();
}

void toggle_play(TimePlayer &player, const Document &document, double now) {
    if (!has_times(document)) {
        return;
    }
    player.playing = !player.playing;
    player.next_due = now;
    player.shown.clear();
    if (player.playing && !player.loop && player.wanted + 1 == count_of(document)) {
        player.wanted = 0;
    }
}

void step_time(TimePlayer &player, const Document &document, int by) {
    if (has_times(document)) {
        const int count = count_of(document);
        player.playing = false;
        player.wanted = (player.wanted + by + count) % count;
    }
}

int next_time(const TimePlayer &player, const Document &document) {
    const int count = count_of(document), next = player.wanted + 1;
    return next < count ? next : player.loop ? 0 : player.wanted;
}

bool advance_times(TimePlayer &player, Document &document, TimeSteps &steps, Slices &slices, bool drawn, double now) {
    if (!has_times(document)) {
        return false;
    }
    const int before = document.scene.volume.time;
    if (player.playing && player.wanted == before && drawn && now >= player.next_due) {
        const int next = next_time(player, document);
        player.playing = next != player.wanted && !steps.refuses(next);
        if (steps.find(next)) { // else it is late, and waited for
            player.wanted = next;
            player.next_due = std::max(player.next_due + 1.0 / player.rate, now - 1.0 / player.rate);
        }
    }
    player.wanted = std::clamp(player.wanted, 0, count_of(document) - 1);
    steps.want(player.wanted, player.loop);
    if (player.wanted == before) {
        return false;
    }
    const std::shared_ptr<const LoadedVolume> at = steps.find(player.wanted);
    if (!at) {
        return false;
    }
    show(document, at, slices);
    player.shown.push_back(now);
    return true;
}

std::string player_text(const TimePlayer &player, const Document &document, double now) {
    if (!has_times(document)) {
        return "";
    }
    const int time = document.scene.volume.time;
    const TimeAxis &axis = document.loaded->series->axis();
    std::string text = fmt::format("time {} (0 .. {})", time, count_of(document) - 1);
    text += axis.at.empty() ? "" : ": " + time_text(axis, time);
    if (player.playing) {
        const auto first = std::ranges::find_if(player.shown, [&](double at) { return now - at < rate_window; });
        const auto frames = static_cast<double>(player.shown.end() - first);
        const double span = frames > 1.0 ? player.shown.back() - *first : 0.0;
        text += span > 0.0 ? fmt::format(", {:.0f} of {:.0f} frames/s", (frames - 1.0) / span, player.rate) : "";
    } else if (player.wanted != time) {
        text += fmt::format(", reading {} ...", player.wanted);
    }
    return text;
}

} // namespace voxmarch
