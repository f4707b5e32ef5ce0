// A launched command: waiting for it and how long it took.
#pragma once

#include "device/handle.h"

#include <chrono>
#include <string>
#include <vector>

namespace voxmarch {

class Device;

/// A launched command. Times are device times where DeviceInfo::event_times, else host times from launch to wait();
/// those contain whatever was launched before on the same device and had not finished yet.
class Event {
    friend double milliseconds(const std::vector<Event> &events);

public:
    Event() = default;
    /// @param device        outlives it
    /// @param device_times  whether its times are believed
    /// @param label         names the command in error messages, e.g. the kernel's name
    Event(const Device &device, Handle<_cl_event> event, bool device_times, std::string label);
    /// Returns at once for an empty event.
    /// @throws DeviceError if the command failed, or DeviceOptions::longest_wait has passed
    void wait() const;
    /// Waits, then the duration in milliseconds; 0 for an empty event. @throws DeviceError if the command failed
    double milliseconds() const;
    const std::string &label() const { return label_; }
    _cl_event *handle() const { return event_.get(); } ///< null for an empty event

private:
    const Device *device_ = nullptr;
    Handle<_cl_event> event_;
    bool device_times_ = false;
    std::string label_;
    std::chrono::steady_clock::time_point launched_{};
    mutable std::chrono::steady_clock::time_point finished_{}; // epoch: not waited for yet
};

/// The commands of one piece of work, in order.
using Events = std::vector<Event>;

/// Host time passed since then.
double milliseconds_since(std::chrono::steady_clock::time_point start);

/// Waits for all, then how long they took in milliseconds: the sum of device times; of host times, which overlap, the
/// time from the first launch until all were done. @throws DeviceError if one failed
double milliseconds(const Events &events);

} // namespace voxmarch
