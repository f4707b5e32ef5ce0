// When the volumes of a series were taken, as far as files tell.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

/// Of as many times as a file has.
struct TimeAxis {
    std::vector<double> at;   ///< of each, in `unit`, ascending or not as the file says; empty: not stated
    std::string unit;         ///< "s", "ms", .. as files spell it; empty: not stated
    bool are_numbers = false; ///< `at` are numbers in names of files
    bool operator==(const TimeAxis &) const = default;
};

/// Times that follow each other in equal steps; nothing is stated if the step is no positive number.
TimeAxis even_times(std::size_t count, double step, std::string unit, double first = 0.0);

/// "s", "ms", "us", "min", "h" for the words of files ("second", "msec", ..); another word as it is.
std::string time_unit(const std::string &word);

/// "4.5 s", "number 12" of names of files, or "time 3" where nothing is stated.
std::string time_text(const TimeAxis &axis, int time);

/// "0 to 38 s, 2 s apart", "numbers 1 to 20"; empty where nothing is stated.
std::string times_text(const TimeAxis &axis);

} // namespace voxmarch
