// A thread that makes files of pictures beside the one that draws them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace voxmarch {

class Packer {
public:
    /// Must not throw.
    using Job = std::function<void()>;

    Packer() : thread_([this] { run(); }) {}
    ~Packer() { stop(); }
    Packer(const Packer &) = delete;
    Packer &operator=(const Packer &) = delete;

    /// Jobs run one after the other, urgent ones first.
    void post(Job job, bool urgent) {
        {
            const std::lock_guard lock(mutex_);
            (urgent ? urgent_ : others_).push_back(std::move(job));
        }
        changed_.notify_one();
    }

    /// Forgets jobs that have not begun, and waits for the one that has.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        changed_.notify_one();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

private:
    std::mutex mutex_; // of all below
    std::condition_variable changed_;
    bool stop_ = false;
    std::deque<Job> urgent_, others_;
    std::thread thread_; // last: it starts when everything is there

    void run() {
        std::unique_lock lock(mutex_);
        while (!stop_) {
            std::deque<Job> &from = urgent_.empty() ? others_ : urgent_;
            if (from.empty()) {
                changed_.wait(lock);
                continue;
            }
            const Job job = std::move(from.front());
            from.pop_front();
            lock.unlock();
            job();
            lock.lock();
        }
    }
};

} // namespace voxmarch
