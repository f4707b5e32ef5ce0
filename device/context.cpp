// Opening a device and keeping the account of its memory.
#include "device/context.h"
#include "base/error.h"
#include "device/cl_call.h"
#include "device/command_trace.h"
#include "device/discovery.h"
#include "device/external.h"
#include "device/launch_turns.h"
#include "device/probe.h"
#include "device/quirks.h"
#include "device/staging.h"
#include "device/while_waiting.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <thread>

namespace voxmarch {

Device::~Device() = default;

Device::Device(const std::string &selector, DeviceOptions options) : options_(std::move(options)) {
    open(choose_device(list_devices(options_), selector, options_));
}

Device::Device(int index, DeviceOptions options) : options_(std::move(options)) { open(index); }

Device::Device(const ExternalQueue &external, DeviceOptions options) : options_(std::move(options)) {
    const CheckedQueue checked = check_queue(external);
    FoundDevice found = describe_device(checked.device);
    device_ = std::move(found.handle);
    info_ = std::move(found.info);
    // Probing has a queue of its own: it measures times and leaves nothing in the caller's.
    start(Handle<_cl_context>::shared(external.context));
    queue_ = Handle<_cl_command_queue>::shared(external.queue);
    is_external_ = true;
    info_.event_times = info_.event_times && checked.has_times;
}

void Device::open(int index) {
    std::vector<FoundDevice> found = find_devices(options_);
    if (index < 0 || index >= static_cast<int>(found.size())) {
        throw NoDeviceError(fmt::format("there is no OpenCL device {}, but {} of them", index, found.size()),
                            {{Remedy::existing_device}});
    }
    device_ = std::move(found[static_cast<std::size_t>(index)].handle);
    info_ = std::move(found[static_cast<std::size_t>(index)].info);
    start(created("clCreateContext", info_.name, [&](cl_int *code) {
        cl_device_id id = handle();
        const CallWatch::Guard call = calling("opening it");
        return clCreateContext(nullptr, 1, &id, nullptr, nullptr, code);
    }));
}

void Device::start(Handle<_cl_context> context) {
    context_ = std::move(context);
    queue_ = new_queue();
    launch_turns_ = std::make_unique<LaunchTurns>(has_quirk(info_, Quirk::kernels_at_once));
    stages_ = std::make_unique<Stages>(*this);
    probe_device(*this, info_);
    if (options_.memory_limit > 0) {
        limit_memory(options_.memory_limit);
    }
}

void Device::log(const std::string &line) const {
    if (options_.log) {
        options_.log(line);
    }
}

CommandTrace *Device::trace() const {
    return options_.trace != nullptr && options_.trace->is_on() ? options_.trace : nullptr;
}

Event Device::command(cl_event event, const std::string &label) const {
    Handle<_cl_event> held(event);
    if (CommandTrace *const kept = trace()) {
        kept->add(*this, held, label);
    }
    return {*this, std::move(held), info_.event_times, label};
}

Handle<_cl_command_queue> Device::new_queue() const {
    return created("clCreateCommandQueue", info_.name, [&](cl_int *code) {
        const CallWatch::Guard call = calling("opening it");
        return clCreateCommandQueue(context(), handle(), CL_QUEUE_PROFILING_ENABLE, code);
    });
}

void Device::limit_memory(std::uint64_t bytes) {
    info_.global_memory = std::min(info_.global_memory, bytes);
    info_.largest_allocation = std::min(info_.largest_allocation, bytes);
}

void Device::wait_for(cl_event event, const std::string &label) const {
    using Clock = std::chrono::steady_clock;
    const CallWatch::Guard call = calling("running", label);
    const auto start = Clock::now();
    const auto is_done = [&] {
        return info_value<cl_int>("clGetEventInfo", label, [&](auto... answer) {
                   return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, answer...);
               }) <= CL_COMPLETE;
    };
    if (WhileWaiting::is_wanted()) {
        const std::chrono::duration<double> longest(options_.longest_wait > 0.0 ? options_.longest_wait : HUGE_VAL);
        WhileWaiting::until([&] { return is_done() || Clock::now() - start >= longest; });
    }
    while (options_.longest_wait > 0.0 && !is_done()) {
        const std::chrono::duration<double> passed = Clock::now() - start, longest(options_.longest_wait);
        is_lost_ = is_lost_ || passed >= longest;
        if (is_lost_) {
            throw DeviceError(
                fmt::format("{} does not answer: {} has not ended for {:.3g} s", info_.name, label, passed.count()),
                {{Remedy::other_device}});
        }
        constexpr std::chrono::duration<double> longest_pause(0.01);
        std::this_thread::sleep_for(std::min(passed / 20.0, longest_pause));
    }
    require_success(clWaitForEvents(1, &event), "clWaitForEvents", label); // it may have failed
}

void Device::settle(cl_command_queue queue, const Event &also) const {
    if (options_.longest_wait > 0.0 || WhileWaiting::is_wanted()) {
        also.wait();
        cl_event marker = nullptr;
        require_success(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker), "clEnqueueMarkerWithWaitList",
                        info_.name);
        const Handle<_cl_event> held(marker);
        require_success(clFlush(queue), "clFlush", info_.name);
        wait_for(marker, "what was launched");
    }
}

void Device::finish() const {
    settle();
    const CallWatch::Guard call = calling("finishing");
    require_success(clFinish(queue()), "clFinish", info_.name);
}

void Device::drain(cl_command_queue queue) const noexcept {
    try {
        settle(queue);
    } catch (...) {
        return; // nothing ends there any more
    }
    const CallWatch::Guard call = calling("finishing");
    clFinish(queue);
}

namespace {

std::string mib(std::uint64_t bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

/// Whether the device itself, without limit_memory(), has room for so much more.
bool has_room(const DeviceInfo &info, cl_device_id device, std::uint64_t bytes, std::uint64_t allocated) {
    const auto memory = device_value<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    return bytes <= largest_allocation(device, info) && bytes <= memory && allocated <= memory - bytes;
}

} // namespace

bool Device::lacks_room(std::uint64_t bytes) const {
    return bytes > info_.global_memory || allocated_ > info_.global_memory - bytes;
}

void Device::require_memory(std::uint64_t bytes, const std::string &label) {
    if (bytes == 0) {
        throw MemoryError(label + " has no bytes at all");
    }
    const bool too_large = bytes > info_.largest_allocation;
    const bool too_much = lacks_room(bytes) && !(stages_->give_back() && !lacks_room(bytes));
    if ((too_large || too_much) && has_room(info_, handle(), bytes, allocated_)) {
        throw MemoryError(fmt::format("no room for {}: {} beside {} already in use, the memory limit allows {}", label,
                                      mib(bytes), mib(allocated_), mib(info_.global_memory)),
                          {{Remedy::memory_limit}, {Remedy::reduce_volume}});
    }
    if (too_large) {
        throw MemoryError(fmt::format("no room for {}: {} are asked for, the largest allocation of {} is {}", label,
                                      mib(bytes), info_.name, mib(info_.largest_allocation)),
                          {{Remedy::reduce_volume}, {Remedy::other_device}});
    }
    if (too_much) {
        throw MemoryError(fmt::format("no room for {}: {} beside {} already in use, {} has {}", label, mib(bytes),
                                      mib(allocated_), info_.name, mib(info_.global_memory)),
                          {{Remedy::reduce_volume}, {Remedy::other_device}});
    }
}

std::vector<std::unique_ptr<Device>> open_devices(const std::string &selector, const DeviceOptions &options) {
    std::vector<std::unique_ptr<Device>> devices;
    for (const int index : choose_devices(list_devices(options), selector, options)) {
        devices.push_back(std::make_unique<Device>(index, options));
    }
    return devices;
}

} // namespace voxmarch
