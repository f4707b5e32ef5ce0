// Shows one time of a series after the other.
#pragma once

#include <deque>
#include <string>

namespace voxmarch {

class TimeSteps;
struct Document;
struct Slices;

/// What the user said of the times, and how well it goes.
struct TimePlayer {
    bool playing = false;
    bool loop = true;         ///< after the last comes the first
    double rate = 10.0;       ///< times a second that are wanted, [0.1, 120]
    int wanted = 0;           ///< time that is to be shown; it is read first if it is not there
    double next_due = 0.0;    ///< seconds_now() when the next one is to be shown
    std::deque<double> shown; ///< when times were shown, of the last seconds
};

/// Whether what is open has several times.
bool has_times(const Document &document);

/// Whether the time that is wanted is shown.
bool is_shown(const TimePlayer &player, const Document &document);

/// Begins at the time that is open.
void begin_times(TimePlayer &player, const Document &document);

void toggle_play(TimePlayer &player, const Document &document, double now);

/// One time on or back; ends playing. @param by  1 or -1
void step_time(TimePlayer &player, const Document &document, int by);

/// Has the document show the time that is wanted, and while it plays the next one when its turn has come.
/// @param drawn  the picture of the time that is shown is there
/// @return whether another time is shown now
bool advance_times(TimePlayer &player, Document &document, TimeSteps &steps, Slices &slices, bool drawn, double now);

/// The time that comes next; the same where there is none.
int next_time(const TimePlayer &player, const Document &document);

/// "time 3 (0 .. 19): 1.5 s", and while it plays "12 of 30 frames/s"; "" where there is one time.
std::string player_text(const TimePlayer &player, const Document &document, double now);

} // namespace voxmarch
