// One piece of work at a time on a thread of its own: start, progress, cancel, and what came of it, once.
#pragma once

#include "app/remedy_text.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace voxmarch {

template <typename Result> class BackgroundJob {
public:
    /// Reports a share of the work, 0 .. 1. After cancel() it throws, and the work ends.
    using Progress = std::function<void(double)>;

    struct Outcome {
        Result result;
        std::string error; ///< one line; empty: the work was done
    };

    /// @param wake  called on the job's thread when something happened
    explicit BackgroundJob(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~BackgroundJob() { cancel(); }
    BackgroundJob(const BackgroundJob &) = delete;
    BackgroundJob &operator=(const BackgroundJob &) = delete;

    /// Cancels what is under way. @param name  of a file or volume, for messages
    void start(const std::string &name, std::function<Result(const Progress &)> work) {
        cancel();
        name_ = name;
        share_ = 0.0;
        cancelled_ = false;
        finished_ = false;
        busy_ = true;
        thread_ = std::thread([this, work = std::move(work)] { run(work); });
    }

    /// Ends the work at its next progress report, and waits for that.
    void cancel() {
        cancelled_ = true;
        if (thread_.joinable()) {
            thread_.join();
        }
        busy_ = false;
        outcome_.reset();
    }

    bool busy() const { return busy_; }
    double share() const { return share_; } ///< 0 .. 1
    const std::string &name() const { return name_; }

    /// What came of the work, once; then busy() ends. Empty: nothing new.
    std::optional<Outcome> take() {
        busy_ = busy_ && !finished_;
        const std::lock_guard lock(mutex_);
        return std::exchange(outcome_, std::nullopt);
    }

private:
    struct Cancelled {};

    const std::function<void()> wake_;
    std::thread thread_;
    std::string name_;
    std::atomic<bool> finished_ = false, cancelled_ = false;
    bool busy_ = false; ///< until the outcome was taken
    std::atomic<double> share_ = 0.0;
    std::mutex mutex_; // of the one below
    std::optional<Outcome> outcome_;

    void report(double share) {
        if (cancelled_) {
            throw Cancelled{};
        }
        if (share - share_ >= 0.01) {
            share_ = share;
            wake_();
        }
    }

    void run(const std::function<Result(const Progress &)> &work) {
        std::optional<Outcome> outcome = Outcome{};
        try {
            outcome->result = work([this](double share) { report(share); });
        } catch (const Cancelled &) {
            outcome.reset();
        } catch (const std::bad_alloc &) {
            outcome->error = "this machine has not enough memory for " + name_;
        } catch (const std::exception &problem) {
            outcome->error = viewer_text(problem);
        }
        {
            const std::lock_guard lock(mutex_);
            outcome_ = std::move(outcome);
        }
        finished_ = true;
        wake_();
    }
};

} // namespace voxmarch
