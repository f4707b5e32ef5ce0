// Moves the head, and what the document shows with it.
#include "app/viewer/time_line/player.h"

#include "app/viewer/document/document.h"
#include "app/viewer/state.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "scene/key_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

std::vector<Track> tracks_of(const Document &document) {
    std::vector<Track> tracks;
    for_each_track(document.scene.time_line, [&](Track track, const auto &keys) {
        if (track != Track::time || has_times(document) || !keys.empty()) {
            tracks.push_back(track);
        }
    });
    return tracks;
}

void begin_time_line(TimeLinePlayer &player, const Document &document, bool goes_on) {
    const bool stays_open = player.open || !key_times(document.scene.time_line).empty();
    const double head = goes_on ? player.head : 0.0;
    player = {};
    player.head = head;
    player.open = stays_open;
}

void move_head(ViewerState &state, double seconds) {
    TimeLinePlayer &player = state.tools.time_line;
    Document &document = state.document;
    const TimeLine &line = document.scene.time_line;
    const bool at_key = seconds <= line.duration && has_key(line, seconds); // which may lie between two pictures
    player.head = at_key ? seconds : at_picture(line, seconds);
    document.history.settle_edits(document.scene);
    Scene scene = scene_at(document.scene, player.head);
    if (has_times(document) && !scene.time_line.time.empty()) { // shown when it is read
        state.tools.times.playing = false;
        state.tools.times.wanted = scene.volume.time;
    }
    scene.volume.time = document.scene.volume.time;
    state.view.motion.glide.reset();
    document.scene = std::move(scene);
    document.history.follow(document.scene);
}

void toggle_time_line_play(ViewerState &state, double now) {
    TimeLinePlayer &player = state.tools.time_line;
    player.playing = !player.playing;
    if (player.playing) {
        const double end = state.document.scene.time_line.duration;
        player.began = now - (player.head < end ? player.head : 0.0);
    }
}

bool advance_time_line(ViewerState &state, double now) {
    TimeLinePlayer &player = state.tools.time_line;
    player.playing = player.playing && player.open && state.document.loaded && !state.view.dragged;
    if (!player.playing) {
        return false;
    }
    const TimeLine &line = state.document.scene.time_line;
    const double end = line.duration;
    double seconds = now - player.began;
    if (seconds > end && player.loop) {
        seconds = std::fmod(seconds, end);
        player.began = now - seconds;
    }
    player.playing = seconds <= end;
    if (at_picture(line, seconds) == player.head) {
        return false;
    }
    move_head(state, seconds);
    return true;
}

namespace {

/// Key frames are made, removed and moved: what is selected is not that any more.
void changed(ViewerState &state) {
    TimeLinePlayer &player = state.tools.time_line;
    player.playing = false;
    player.selected.reset();
}

/// Makes key frames of the scene; of a camera in flight that is where it goes to.
template <typename Make> void at_flights_end(ViewerState &state, const Make &make) {
    Scene &scene = state.document.scene;
    const auto &glide = state.view.motion.glide;
    const Camera now = std::exchange(scene.camera, glide ? glide->second : scene.camera);
    make(scene);
    scene.camera = now;
    changed(state);
}

} // namespace

void add_key_frame(ViewerState &state) {
    const double head = state.tools.time_line.head;
    at_flights_end(state, [&](Scene &scene) {
        const bool anew = !has_key(scene.time_line, head);
        for (const Track track : tracks_of(state.document)) {
            if (anew || has_key(scene.time_line, head, track)) {
                set_key(scene, head, track);
            }
        }
    });
}

void add_key_frame(ViewerState &state, Track track) {
    at_flights_end(state, [&](Scene &scene) { set_key(scene, state.tools.time_line.head, track); });
}

void put_shown_there(ViewerState &state) {
    const std::optional<KeyChoice> chosen = state.tools.time_line.selected;
    at_flights_end(state, [&](Scene &scene) {
        for (const Track track : tracks_of(state.document)) {
            if (chosen && (!chosen->track || chosen->track == track) && has_key(scene.time_line, chosen->at, track)) {
                set_key(scene, chosen->at, track);
            }
        }
    });
}

bool can_remove_key_frame(const ViewerState &state) {
    const TimeLinePlayer &player = state.tools.time_line;
    return player.selected || has_key(state.document.scene.time_line, player.head);
}

void remove_key_frame(ViewerState &state) {
    const TimeLinePlayer &player = state.tools.time_line;
    const KeyChoice what = player.selected.value_or(KeyChoice{player.head, {}});
    remove_key(state.document.scene.time_line, what.at, what.track);
    changed(state);
}

void step_key_frame(ViewerState &state, int by) {
    const std::vector<double> times = key_times(state.document.scene.time_line);
    const double head = state.tools.time_line.head;
    const auto next = by > 0 ? std::ranges::upper_bound(times, head) : std::ranges::lower_bound(times, head);
    if (by > 0 ? next == times.end() : next == times.begin()) {
        return;
    }
    state.tools.time_line.playing = false;
    move_head(state, by > 0 ? *next : *std::prev(next));
}

} // namespace voxmarch
