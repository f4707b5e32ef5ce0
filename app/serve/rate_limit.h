// How often something may be done: so many at once, and so many a second from then on.
#pragma once

#include <algorithm>
#include <chrono>

namespace voxmarch {

class RateLimit {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// @param a_second  > 0  @param at_once  >= 1
    RateLimit(double a_second, double at_once) : a_second_(a_second), at_once_(at_once), left_(at_once) {}

    /// Whether one more is within the limit; it then counts.
    bool take(Time now = std::chrono::steady_clock::now()) {
        if (last_ != Time{}) {
            const double seconds = std::chrono::duration<double>(now - last_).count();
            left_ = std::min(at_once_, left_ + std::max(seconds, 0.0) * a_second_);
        }
        last_ = now;
        if (left_ < 1.0) {
            return false;
        }
        left_ -= 1.0;
        return true;
    }

private:
    double a_second_, at_once_, left_;
    Time last_{};
};

} // namespace voxmarch
