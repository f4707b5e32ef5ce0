// Lines that the user sees for some seconds, in the lower right corner.
#pragma once

#include <deque>
#include <string>

namespace voxmarch {

struct Notice {
    std::string text;
    bool error = false;
    double until = 0.0; ///< seconds_now()
};

struct Notices {
    std::deque<Notice> list; ///< newest last

    /// Errors stay longer. The oldest go where there are many.
    void add(const std::string &text, bool error = false);
};

/// @param keep_errors  nothing else says why there is nothing to see
void show_notices(Notices &notices, bool keep_errors);

} // namespace voxmarch
