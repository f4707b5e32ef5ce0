// Lines that the user sees for some seconds, in the lower right corner.
#pragma once

#include <cstddef>
#include <deque>
#include <string>

namespace voxmarch {

constexpr std::size_t message_limit = 500;

struct Notice {
    std::string text;
    bool error = false;
    double until = 0.0; ///< seconds_now()
};

/// What was told, for the window "Messages".
struct Message {
    std::string time; ///< of the day, "14:03:22"
    std::string text;
    bool error = false;
};

struct Notices {
    std::deque<Notice> list; ///< newest last
    std::deque<Message> log; ///< of this run, newest last, at most message_limit

    /// Errors stay longer, and so does what takes longer to read. The oldest go where there are many.
    void add(const std::string &text, bool error = false);
};

/// @param keep_errors  nothing else says why there is nothing to see
void show_notices(Notices &notices, bool keep_errors);

} // namespace voxmarch
