// A launched command: waiting for it and how long it took.
#include "device/event.h"
#include "device/cl_call.h"
#include "device/context.h"

#include <algorithm>
#include <cstdint>

namespace voxmarch {

using Clock = std::chrono::steady_clock;

Event::Event(const Device &device, Handle<_cl_event> event, bool device_times, std::string label)
    : device_(&device), event_(std::move(event)), device_times_(device_times), label_(std::move(label)),
      launched_(Clock::now()) {}

void Event::wait() const {
    if (!event_ || finished_ != Clock::time_point{}) {
        return;
    }
    device_->wait_for(event_.get(), label_);
    finished_ = Clock::now();
}

double Event::milliseconds() const {
    if (!event_) {
        return 0.0;
    }
    wait();
    if (!device_times_) {
        return std::chrono::duration<double, std::milli>(finished_ - launched_).count();
    }
    const auto time_of = [&](cl_profiling_info moment) {
        return info_value<cl_ulong>("clGetEventProfilingInfo", label_, [&](auto... answer) {
            return clGetEventProfilingInfo(event_.get(), moment, answer...);
        });
    };
    const auto nanoseconds =
        static_cast<std::int64_t>(time_of(CL_PROFILING_COMMAND_END) - time_of(CL_PROFILING_COMMAND_START));
    return static_cast<double>(nanoseconds) * 1e-6;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double milliseconds(const Events &events) {
    double sum = 0.0;
    auto first = Clock::time_point::max(), last = Clock::time_point::min();
    for (const Event &event : events) {
        event.wait();
        if (!event.event_) {
            continue;
        }
        if (event.device_times_) {
            sum += event.milliseconds();
        } else {
            first = std::min(first, event.launched_);
            last = std::max(last, event.finished_);
        }
    }
    return first < last ? sum + std::chrono::duration<double, std::milli>(last - first).count() : sum;
}

} // namespace voxmarch
