// Reads in the order in which times will be shown.
#include "app/viewer/jobs/time_steps.h"

#include "app/remedy_text.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace voxmarch {

TimeSteps::TimeSteps(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

TimeSteps::~TimeSteps() {
    stop_ = true;
    {
        const std::lock_guard lock(mutex_);
        ++series_;
    }
    changed_.notify_all();
    thread_.join();
}

void TimeSteps::open(Step first, std::uint64_t budget) {
    {
        const std::lock_guard lock(mutex_);
        ++series_;
        steps_.clear();
        problem_.clear();
        broken_.reset();
        first_ = first && first->series ? std::move(first) : nullptr;
        if (first_) {
            const std::uint64_t bytes = first_->volume.header().byte_count() * (1 + first_->other_channels.size()) +
                                        (first_->labels ? first_->labels->header().byte_count() : 0);
            most_ = static_cast<int>(std::clamp<std::uint64_t>(budget / std::max<std::uint64_t>(bytes, 1), 2, 1 << 20));
            wanted_ = first_->scene.volume.time;
            steps_[wanted_] = first_;
        }
    }
    changed_.notify_all();
}

void TimeSteps::want(int time, bool around) {
    {
        const std::lock_guard lock(mutex_);
        if (time == wanted_ && around == around_) {
            return;
        }
        wanted_ = time;
        around_ = around;
        broken_.reset();
    }
    changed_.notify_all();
}

TimeSteps::Step TimeSteps::find(int time) const {
    const std::lock_guard lock(mutex_);
    const auto found = steps_.find(time);
    return found == steps_.end() ? nullptr : found->second;
}

bool TimeSteps::refuses(int time) {
    const std::lock_guard lock(mutex_);
    if (broken_ != time) {
        return false;
    }
    problem_ = last_problem_;
    return true;
}

int TimeSteps::kept() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(steps_.size());
}

std::string TimeSteps::take_problem() {
    const std::lock_guard lock(mutex_);
    return std::exchange(problem_, {});
}

/// Whether a time is one of those that are shown next.
bool TimeSteps::is_ahead(int time) const {
    const int count = first_->series->count();
    const int way = around_ ? (time - wanted_ + count) % count : time - wanted_;
    return way >= 0 && way < most_;
}

std::optional<int> TimeSteps::next_to_read() const {
    if (!first_ || broken_) {
        return {};
    }
    const int count = first_->series->count();
    for (int way = 0; way < std::min(count, most_); ++way) {
        if (!around_ && wanted_ + way >= count) {
            break;
        }
        const int time = (wanted_ + way) % count;
        if (!steps_.contains(time)) {
            return time;
        }
    }
    return {};
}

/// Before one more: those that are shown last go first.
void TimeSteps::make_room() {
    while (static_cast<int>(steps_.size()) >= most_) {
        const auto passed = std::ranges::find_if(steps_, [&](const auto &step) { return !is_ahead(step.first); });
        if (passed == steps_.end()) {
            return;
        }
        steps_.erase(passed);
    }
}

void TimeSteps::run() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        const std::optional<int> time = next_to_read();
        if (!time) {
            changed_.wait(lock);
            continue;
        }
        make_room();
        const Step first = first_;
        const std::uint64_t series = series_;
        lock.unlock();
        Step step;
        std::string problem;
        try {
            step = loaded_at(*first, *time, [&](double) {
                if (series_ != series) {
                    throw Stopped{};
                }
            });
        } catch (const Stopped &) {
        } catch (const std::bad_alloc &) {
            problem = "this machine has not enough memory for another time of " + first->volume.header().name;
        } catch (const std::exception &error) {
            problem = viewer_text(error);
        }
        lock.lock();
        if (series_ != series) {
            continue;
        }
        if (step) {
            steps_[*time] = std::move(step);
        } else {
            broken_ = *time;
            problem_ = last_problem_ = std::move(problem);
        }
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace voxmarch
