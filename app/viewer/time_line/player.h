// The play head of the time line: what is shown follows it, and key frames are made of what is shown there.
#pragma once

#include "scene/time_line.h"

#include <imgui.h>
#include <optional>
#include <vector>

namespace voxmarch {

struct Document;
struct ViewerState;

/// Key frames at one time: those of one track, or of all.
struct KeyChoice {
    double at = 0.0;            ///< seconds
    std::optional<Track> track; ///< empty: all
    bool operator==(const KeyChoice &) const = default;
};

/// A mark that the mouse drags. It is applied to the time line as it was when that began.
struct KeyDrag {
    KeyChoice from;
    TimeLine before;
    bool moved = false;
};

struct TimeLinePlayer {
    bool open = false; ///< it is shown
    bool playing = false;
    bool loop = true;    ///< at its end it begins again
    double head = 0.0;   ///< seconds
    double began = 0.0;  ///< seconds_now() when the head was at 0, while it plays
    bool scrubs = false; ///< the mouse holds the head
    std::optional<KeyChoice> selected;
    std::optional<KeyDrag> drag;
    ImVec2 ruler{}, ruler_end{}; ///< 0 s at the top of the ruler, and its end at the lowest row; pixels of the window
};

/// Tracks that the open volume has something for: the time of series alone.
std::vector<Track> tracks_of(const Document &document);

/// Begins with another scene: it is shown where that has key frames.
/// @param goes_on  the same with other volumes or labels: the head stays where it is
void begin_time_line(TimeLinePlayer &player, const Document &document, bool goes_on);

/// Puts the head there, on a picture, and has the scene be what it is then. That is no edit.
void move_head(ViewerState &state, double seconds);

/// Plays from the head on, or from the beginning if it is at the end; or pauses.
void toggle_time_line_play(ViewerState &state, double now);

/// While it plays: moves the head by the clock. A hand that moves the camera ends that.
/// @return whether another picture is shown now
bool advance_time_line(ViewerState &state, double now);

/// Key frames of what is shown now, at the head: on tracks that have one there, or else on all. While the camera
/// glides, here and below, of where it glides to.
void add_key_frame(ViewerState &state);

/// On one track.
void add_key_frame(ViewerState &state, Track track);

/// What is shown now becomes what is selected, on the tracks that have a key frame there.
void put_shown_there(ViewerState &state);

/// Removes what is selected, or else what is at the head.
void remove_key_frame(ViewerState &state);
bool can_remove_key_frame(const ViewerState &state);

/// The head to the next key frame, or back. @param by  1 or -1
void step_key_frame(ViewerState &state, int by);

} // namespace voxmarch
