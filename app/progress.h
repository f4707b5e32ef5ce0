// What goes to the terminal beside results: messages, a progress line, and what Ctrl+C does to long work.
#pragma once

#include <functional>
#include <string>

namespace voxmarch {

/// Thrown out of a progress callback after Ctrl+C or SIGTERM; main ends with end_interrupted().
struct Interrupted {
    int signal;
};

/// From now on the first Ctrl+C or SIGTERM sets a flag that progress callbacks turn into Interrupted. A second later
/// (a driver may compute for minutes in one call), or with a second Ctrl+C, the program ends at once. In either case
/// half-written files go away.
void catch_interrupts();

/// From now on the program ends with exit code 4 and the name of the file where a mapped file lost a page that is read.
/// catch_interrupts() does this too.
void catch_lost_pages();

/// The program is about to end anyway: Ctrl+C and SIGTERM change nothing any more.
void forget_interrupts();

/// What is said after Ctrl+C instead of "voxmarch: interrupted, nothing half-written is left".
/// @param line  a string literal with its end of line
void say_when_interrupted(const char *line);

/// Ends the program with 128 + signal (130 for Ctrl+C) and says so. Destructors of drivers, which may wait for a frame,
/// do not run.
[[noreturn]] void end_interrupted(const Interrupted &stop);

/// Ends the program at once with this exit code and one line "voxmarch: TEXT", whoever speaks otherwise; half-written
/// files go away. From any thread; destructors do not run.
[[noreturn]] void end_at_once(int code, const std::string &text);

/// Says that there is no memory, which takes none.
void say_memory_is_out() noexcept;

/// Writes one line "voxmarch: TEXT" of at most 300 bytes (text::printable) to stderr, after all that went to stdout.
/// Never throws: a stderr that cannot be written is nobody's business.
void say(const std::string &text) noexcept;

/// From now on another program speaks for this one: say() and Ctrl+C write nothing, and nobody looks at progress.
/// @param listener  is told what say() would have written, by the thread that says it; empty: nobody
void keep_quiet(std::function<void(const std::string &)> listener = {});

/// What say() would have written last; "" if nothing.
std::string last_words();

/// @throws Interrupted after Ctrl+C or SIGTERM
void throw_if_interrupted();

/// Whether somebody sees how far the work is: stderr is a terminal.
bool shows_progress();

/// A callback for work in stages: shows "WHAT: STAGE 42 %, 12 s" on stderr if that is a terminal, from half a second
/// on, and nothing in a pipe; a share below 0 is not known and not shown, the seconds are those of the whole work. The
/// line goes away at share 1 and with the last copy of the callback. @throws Interrupted out of the callback
std::function<void(const std::string &stage, double share)> stage_line(const std::string &what);

/// The same for work of one stage. @throws Interrupted out of the callback
std::function<void(double)> progress_line(const std::string &what);

} // namespace voxmarch
