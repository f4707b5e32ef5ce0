// Keeps events, and asks them for their times at the end.
#include "device/command_trace.h"

#include "device/cl_call.h"

#include <algorithm>

namespace voxmarch {

namespace {

std::int64_t moment(cl_event event, cl_profiling_info name, const std::string &label) {
    return static_cast<std::int64_t>(info_value<cl_ulong>("clGetEventProfilingInfo", label, [&](auto... answer) {
        return clGetEventProfilingInfo(event, name, answer...);
    }));
}

template <typename T> T event_value(cl_event event, cl_event_info name, const std::string &label) {
    return info_value<T>("clGetEventInfo", label,
                         [&](auto... answer) { return clGetEventInfo(event, name, answer...); });
}

std::string kind_of(cl_command_type type) {
    switch (type) {
    case CL_COMMAND_NDRANGE_KERNEL:
    case CL_COMMAND_TASK: return "kernel";
    case CL_COMMAND_WRITE_BUFFER:
    case CL_COMMAND_WRITE_IMAGE: return "write";
    case CL_COMMAND_READ_BUFFER:
    case CL_COMMAND_READ_IMAGE: return "read";
    case CL_COMMAND_COPY_BUFFER:
    case CL_COMMAND_COPY_BUFFER_RECT:
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER: return "copy";
    case CL_COMMAND_FILL_BUFFER: return "fill";
    case CL_COMMAND_MAP_BUFFER: return "map";
    case CL_COMMAND_UNMAP_MEM_OBJECT: return "unmap";
    default: return "other";
    }
}

} // namespace

void CommandTrace::start() {
    start_ = std::chrono::steady_clock::now();
    on_ = true;
}

std::int64_t CommandTrace::time_of(std::chrono::steady_clock::time_point moment) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(moment - start_).count();
}

void CommandTrace::add_phase(const std::string &name, std::chrono::steady_clock::time_point began,
                             const std::string &detail) {
    if (listener_) {
        listener_(name, detail, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    }
    if (!on_) {
        return;
    }
    const std::int64_t ended = now();
    const std::lock_guard lock(mutex_);
    auto thread = std::find(threads_.begin(), threads_.end(), std::this_thread::get_id());
    if (thread == threads_.end()) {
        thread = threads_.insert(threads_.end(), std::this_thread::get_id());
    }
    phases_.push_back({name, std::max<std::int64_t>(0, time_of(began)), ended,
                       static_cast<std::size_t>(thread - threads_.begin()), detail});
}

std::vector<TracedPhase> CommandTrace::phases() const {
    const std::lock_guard lock(mutex_);
    return phases_;
}

/// A device that is new is given a marker, whose time by its clock lies between two times by ours.
std::size_t CommandTrace::number_of(const Device &device) {
    const DeviceInfo &info = device.info();
    const auto known = std::find_if(devices_.begin(), devices_.end(), [&](const TracedDevice &one) {
        return one.index == info.index && one.name == info.name;
    });
    if (known != devices_.end()) {
        return static_cast<std::size_t>(known - devices_.begin());
    }
    TracedDevice added{info.index, info.name, info.event_times, 0, {}};
    if (info.event_times) {
        cl_event marker = nullptr;
        const std::int64_t before = now();
        require_success(clEnqueueMarkerWithWaitList(device.queue(), 0, nullptr, &marker), "clEnqueueMarkerWithWaitList",
                        info.name);
        const std::int64_t after = now();
        const Handle<_cl_event> held(marker);
        device.wait_for(marker, info.name);
        added.offset = (before + after) / 2 - moment(marker, CL_PROFILING_COMMAND_QUEUED, info.name);
    }
    devices_.push_back(added);
    return devices_.size() - 1;
}

void CommandTrace::add(const Device &device, Handle<_cl_event> event, const std::string &label) {
    const std::lock_guard lock(mutex_);
    const std::size_t number = number_of(device);
    auto *const queue = event_value<cl_command_queue>(event.get(), CL_EVENT_COMMAND_QUEUE, label);
    auto &queues = devices_[number].queues;
    const auto place = std::find(queues.begin(), queues.end(), queue);
    const auto queue_number = static_cast<std::size_t>(place - queues.begin());
    if (place == queues.end()) {
        queues.push_back(queue);
    }
    kept_.push_back({number, queue_number, std::move(event), label, now()});
}

std::vector<CommandTrace::TracedDevice> CommandTrace::devices() const {
    const std::lock_guard lock(mutex_);
    return devices_;
}

TracedCommand CommandTrace::done(const Kept &kept) const {
    const cl_event event = kept.event.get();
    TracedCommand command{kept.device, kept.queue,
                          kind_of(event_value<cl_command_type>(event, CL_EVENT_COMMAND_TYPE, kept.label)), kept.label};
    command.queued = command.submitted = command.started = command.ended = kept.launched;
    if (const TracedDevice &device = devices_[kept.device]; device.device_times) {
        command.queued = moment(event, CL_PROFILING_COMMAND_QUEUED, kept.label) + device.offset;
        command.submitted = moment(event, CL_PROFILING_COMMAND_SUBMIT, kept.label) + device.offset;
        command.started = moment(event, CL_PROFILING_COMMAND_START, kept.label) + device.offset;
        command.ended = moment(event, CL_PROFILING_COMMAND_END, kept.label) + device.offset;
    }
    return command;
}

void CommandTrace::forget() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
    phases_.clear();
}

std::vector<TracedCommand> CommandTrace::commands() const {
    const std::lock_guard lock(mutex_);
    std::vector<TracedCommand> commands;
    for (const Kept &kept : kept_) {
        const cl_event event = kept.event.get();
        require_success(clWaitForEvents(1, &event), "clWaitForEvents", kept.label);
        commands.push_back(done(kept));
    }
    return commands;
}

} // namespace voxmarch
