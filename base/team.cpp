// A job is announced by its number; who has done a part waits for the next number.
#include "base/team.h"

#include <utility>

namespace voxmarch {

Team::Team(std::size_t members) {
    for (std::size_t member = 1; member < members; ++member) {
        threads_.emplace_back([this, member] { serve(member); });
    }
}

Team::~Team() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
}

void Team::run(const std::function<void(std::size_t)> &work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        working_ = threads_.size();
        failed_ = false;
        ++job_;
    }
    changed_.notify_all();
    do_part(0, work);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return working_ == 0; });
    if (const std::exception_ptr error = std::exchange(error_, nullptr)) {
        std::rethrow_exception(error);
    }
}

void Team::do_part(std::size_t member, const std::function<void(std::size_t)> &work) {
    try {
        work(member);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        error_ = failed_.exchange(true) ? error_ : std::current_exception();
    }
}

void Team::serve(std::size_t member) {
    std::uint64_t done = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stop_ || job_ != done; });
        if (stop_) {
            return;
        }
        done = job_;
        const std::function<void(std::size_t)> &work = *work_;
        lock.unlock();
        do_part(member, work);
        lock.lock();
        --working_;
        changed_.notify_all();
    }
}

} // namespace voxmarch
