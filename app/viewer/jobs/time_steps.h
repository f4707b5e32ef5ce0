// The times of a series in memory: what is shown next is read ahead, on a thread of its own, within a budget.
#pragma once

#include "scene/load_volume.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace voxmarch {

class TimeSteps {
public:
    using Step = std::shared_ptr<const LoadedVolume>;

    /// @param wake  called on the thread when a time has come, or could not be read
    explicit TimeSteps(std::function<void()> wake);
    ~TimeSteps(); ///< ends the reading at its next sign of progress
    TimeSteps(const TimeSteps &) = delete;
    TimeSteps &operator=(const TimeSteps &) = delete;

    /// Forgets all, and begins with a volume. @param budget  bytes of times in memory; two are kept in any case
    void open(Step first, std::uint64_t budget);

    /// What is shown now, and goes on to be: it is read first, then those behind it, as many as there is room for.
    /// @param around  after the last comes the first
    void want(int time, bool around);

    /// A time if it is in memory; else null.
    Step find(int time) const;

    /// Whether a time could not be read; then take_problem() tells why once more.
    bool refuses(int time);

    int kept() const;           ///< times in memory
    std::string take_problem(); ///< why a time could not be read, once; empty: nothing new

private:
    struct Stopped {};

    const std::function<void()> wake_;
    mutable std::mutex mutex_; // of all below
    std::condition_variable changed_;
    std::atomic<bool> stop_ = false;
    std::atomic<std::uint64_t> series_ = 0; ///< grows with every open()
    Step first_;
    std::map<int, Step> steps_;
    int most_ = 2, wanted_ = 0;
    bool around_ = true;
    std::optional<int> broken_; ///< a time that could not be read: nobody tries again before another is wanted
    std::string problem_, last_problem_;
    std::thread thread_; // last: it starts when everything is there

    std::optional<int> next_to_read() const;
    bool is_ahead(int time) const;
    void make_room();
    void run();
};

} // namespace voxmarch
