// Looks at all calls ten times until the first of them is told of.
#include "device/call_watch.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace voxmarch {

CallWatch::Guard::Guard(CallWatch *watch, const std::string &device, const char *doing, const std::string &what)
    : watch_(watch), device_(device), what_(what), doing_(doing) {
    if (watch_ == nullptr) {
        return;
    }
    const std::lock_guard lock(watch_->mutex_);
    after_ = std::exchange(watch_->newest_, this);
    if (after_ != nullptr) {
        after_->before_ = this;
    }
    if (watch_->is_on_ && !watch_->thread_.joinable()) {
        try {
            watch_->thread_ = std::jthread([watch](const std::stop_token &stop) { watch->look_on(stop); });
        } catch (const std::exception &) {
            watch_->is_on_ = false; // no more threads or memory: the work goes on unwatched
        }
    }
}

CallWatch::Guard::~Guard() {
    if (watch_ == nullptr) {
        return;
    }
    const std::lock_guard lock(watch_->mutex_);
    (before_ != nullptr ? before_->after_ : watch_->newest_) = after_;
    if (after_ != nullptr) {
        after_->before_ = before_;
    }
}

void CallWatch::start(const Times &times, std::function<void(const SlowCall &)> slow,
                      std::function<void(const SlowCall &)> expired) {
    thread_ = std::jthread(); // ends the one before, which uses what changes
    const std::lock_guard lock(mutex_);
    times_ = times;
    slow_ = std::move(slow);
    expired_ = std::move(expired);
    told_ = 0.0;
    is_on_ = true;
}

void CallWatch::look_on(const std::stop_token &stop) {
    using Clock = std::chrono::steady_clock;
    const std::chrono::duration<double> pause(times_.notice / 10.0);
    auto last = Clock::now();
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            stopped_.wait_for(lock, stop, pause, [] { return false; });
        }
        const auto now = Clock::now();
        const std::chrono::duration<double> passed = now - last;
        last = now;
        try {
            look(std::min(passed, 2.0 * pause).count()); // the program stood still where more passed
        } catch (const std::bad_alloc &) {
            continue; // there may be memory at the next look
        }
    }
}

void CallWatch::look(double passed) {
    std::optional<SlowCall> told;
    std::function<void(const SlowCall &)> listener;
    {
        const std::lock_guard lock(mutex_);
        for (Guard *call = newest_; call != nullptr; call = call->after_) {
            call->seconds_ += passed;
        }
        if (const Guard *slowest = slowest_guard()) {
            const SlowCall call = told_of(*slowest);
            if (call.expired || call.seconds >= std::max(times_.notice, 2.0 * told_)) {
                listener = call.expired ? expired_ : slow_;
                told = call;
                told_ = call.seconds;
            }
        }
    }
    if (told) {
        listener(*told);
    }
}

/// Null: there is none. Of those that were not left behind. Precondition: the lock is held, as of the next
const CallWatch::Guard *CallWatch::slowest_guard() const {
    const Guard *slowest = nullptr;
    for (const Guard *call = newest_; call != nullptr; call = call->after_) {
        if (!call->is_left_ && (slowest == nullptr || call->seconds_ > slowest->seconds_)) {
            slowest = call;
        }
    }
    return slowest;
}

SlowCall CallWatch::told_of(const Guard &guard) const {
    return {guard.device_, guard.doing_, guard.what_, guard.seconds_,
            times_.timeout > 0.0 && guard.seconds_ >= times_.timeout};
}

std::optional<SlowCall> CallWatch::slowest() { return slowest_from(times_.notice); }

std::optional<SlowCall> CallWatch::slowest_from(double seconds) {
    const std::lock_guard lock(mutex_);
    const Guard *const slowest = slowest_guard();
    return slowest != nullptr && slowest->seconds_ >= seconds ? std::optional(told_of(*slowest)) : std::nullopt;
}

void CallWatch::leave_behind() {
    const std::lock_guard lock(mutex_);
    for (Guard *call = newest_; call != nullptr; call = call->after_) {
        call->is_left_ = call->is_left_ || call->seconds_ >= times_.notice;
    }
    told_ = 0.0;
}

void CallWatch::give_up_after(double seconds, std::function<void(const SlowCall &)> expired) {
    const std::lock_guard lock(mutex_);
    times_.timeout = seconds;
    expired_ = std::move(expired);
    for (Guard *call = newest_; call != nullptr; call = call->after_) {
        call->is_left_ = false;
    }
}

} // namespace voxmarch
