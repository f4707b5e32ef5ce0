// Threads that do their parts of one job after the other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace voxmarch {

/// Member 0 is the thread that calls run(), each other member a thread of its own for as long as the team is there:
/// what belongs to one thread, like a device, can belong to a member.
class Team {
public:
    /// @param members  at least 1
    explicit Team(std::size_t members);
    ~Team();
    Team(const Team &) = delete;
    Team &operator=(const Team &) = delete;

    std::size_t size() const { return threads_.size() + 1; }

    /// Calls work(member) on every member's thread at the same time, and returns when all have ended.
    /// @throws the first exception, in time, out of `work`
    void run(const std::function<void(std::size_t member)> &work);

    /// Whether a member has failed in the job under way, which others may then leave early.
    bool failed() const { return failed_; }

private:
    std::mutex mutex_; // of all below up to the threads
    std::condition_variable changed_;
    const std::function<void(std::size_t)> *work_ = nullptr;
    std::uint64_t job_ = 0; ///< grows with every one
    std::size_t working_ = 0;
    bool stop_ = false;
    std::exception_ptr error_;
    std::atomic<bool> failed_ = false;

    std::vector<std::jthread> threads_; // last: they go first

    void do_part(std::size_t member, const std::function<void(std::size_t)> &work);
    void serve(std::size_t member);
};

} // namespace voxmarch
