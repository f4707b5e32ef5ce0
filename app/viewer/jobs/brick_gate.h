// What ends the reading of bricks when something newer is wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

namespace voxmarch {

/// Decides whether bricks may be read, from whatever thread reads them.
class BrickGate {
public:
    /// Called with what was read since it was set, before each brick; what it throws ends the reading. Empty: all may.
    using Watch = std::function<void(std::uint64_t bricks, std::uint64_t bytes)>;

    void set(Watch watch);
    void pass(std::uint64_t bytes); ///< before a brick @throws what the watch throws
    void ask();                     ///< the same without a brick

private:
    std::mutex mutex_;
    Watch watch_;
    std::uint64_t bricks_ = 0, bytes_ = 0;
};

} // namespace voxmarch
