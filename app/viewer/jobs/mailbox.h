// Work that other threads leave for the interface.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace voxmarch {

class Mailbox {
public:
    /// @param wake  called on the thread that posts
    explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

    void post(std::function<void()> work);
    void run_all(); ///< on the interface's thread

private:
    std::function<void()> wake_;
    std::mutex mutex_;
    std::vector<std::function<void()>> work_;
};

} // namespace voxmarch
