// Sets a kernel's arguments, checks a launch against the limits of device and kernel, and enqueues it.
#include "base/error.h"
#include "device/cl_call.h"
#include "device/command_trace.h"
#include "device/launch_turns.h"
#include "device/program.h"
#include "device/quirks.h"
#include "device/while_waiting.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace voxmarch {

Kernel::Kernel(Device &device, Handle<_cl_kernel> kernel, std::string name)
    : device_(&device), kernel_(std::move(kernel)), name_(std::move(name)) {
    const auto of_group = [&](cl_kernel_work_group_info what) {
        return [this, what](auto... answer) {
            return clGetKernelWorkGroupInfo(kernel_.get(), device_->handle(), what, answer...);
        };
    };
    argument_count_ = info_value<cl_uint>("clGetKernelInfo", name_, [&](auto... answer) {
        return clGetKernelInfo(kernel_.get(), CL_KERNEL_NUM_ARGS, answer...);
    });
    work_group_limit_ = info_value<std::size_t>("clGetKernelWorkGroupInfo", name_, of_group(CL_KERNEL_WORK_GROUP_SIZE));
    if (has_quirk(device.info(), Quirk::group_limit_is_preference)) {
        work_group_limit_ = std::max(work_group_limit_, device.info().work_group_limit);
    }
    // What a kernel requires it was compiled for: a driver that tells less (NVIDIA's says 256) runs it all the same.
    const auto required = info_value<std::array<std::size_t, 3>>("clGetKernelWorkGroupInfo", name_,
                                                                 of_group(CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
    work_group_limit_ = std::max(work_group_limit_, required[0] * required[1] * required[2]);
    // Before any argument is set, the kernel's local memory is only what it declares itself.
    static_local_bytes_ = info_value<cl_ulong>("clGetKernelWorkGroupInfo", name_, of_group(CL_KERNEL_LOCAL_MEM_SIZE));
    if (device.options().check_arguments) {
        parameters_ = kernel_parameters(kernel_.get());
    }
}

void Kernel::set(unsigned index, const Buffer &buffer) {
    const cl_mem object = buffer.handle();
    set_bytes(index, sizeof(cl_mem), &object);
}

void Kernel::set(unsigned index, const Image3D &image) {
    const cl_mem object = image.handle();
    set_bytes(index, sizeof(cl_mem), &object);
}

void Kernel::set(unsigned index, const LocalBytes &local) {
    local_bytes_ += local.bytes;
    require_local_memory();
    set_bytes(index, local.bytes, nullptr);
}

void Kernel::set_bytes(unsigned index, std::size_t size, const void *data) {
    if (const cl_int code = clSetKernelArg(kernel_.get(), index, size, data); code != CL_SUCCESS) {
        throw_call_error("clSetKernelArg", code, fmt::format("kernel '{}', argument {}", name_, index));
    }
}

void Kernel::require_parameter(unsigned index, std::string_view name, std::string_view type) const {
    if (parameters_.empty()) {
        return;
    }
    const KernelParameter &parameter = parameters_.at(index);
    if (parameter.name != name || !parameter.type.ends_with(type)) {
        throw DeviceError(fmt::format("kernel '{}', argument {}: its parameter is '{} {}', '{}{}{}' was given", name_,
                                      index, parameter.type, parameter.name, type, type.empty() ? "" : " ", name));
    }
}

void Kernel::require_argument_count(std::size_t count) const {
    if (count != argument_count_) {
        throw DeviceError(fmt::format("kernel '{}' takes {} arguments, {} were given", name_, argument_count_, count));
    }
}

void Kernel::require_local_memory() const {
    const DeviceInfo &info = device_->info();
    if (local_bytes_ > info.local_memory) {
        throw MemoryError(fmt::format("kernel '{}' needs {} bytes of local memory a work-group, {} has {}; use a "
                                      "smaller work-group or another device",
                                      name_, local_bytes_, info.name, info.local_memory));
    }
}

namespace {

std::string text_of(const std::array<std::size_t, 3> &size) {
    return fmt::format("{}x{}x{}", size[0], size[1], size[2]);
}

} // namespace

void Kernel::require_size(const LaunchSize &size) const {
    const DeviceInfo &info = device_->info();
    const auto refuse = [&](const std::string &problem) {
        throw DeviceError(fmt::format("kernel '{}': {}", name_, problem));
    };
    if (std::find(size.global.begin(), size.global.end(), 0u) != size.global.end()) {
        refuse(fmt::format("a global size of {} has no work-items", text_of(size.global)));
    }
    if (size.local == std::array<std::size_t, 3>{}) {
        return;
    }
    const std::size_t limit = std::min(work_group_limit_, info.work_group_limit);
    std::size_t items = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t local = size.local[axis];
        if (local == 0 || size.global[axis] % local != 0) {
            refuse(fmt::format("global size {} is no multiple of the work-group {}", text_of(size.global),
                               text_of(size.local)));
        }
        if (local > info.work_item_limit[axis] || local > limit / items) {
            refuse(fmt::format("work-group {} is too large, the limit is {} in all and {} along {} on {}",
                               text_of(size.local), limit, info.work_item_limit[axis], "xyz"[axis], info.name));
        }
        items *= local;
    }
}

void Kernel::enqueue(const LaunchSize &size, cl_event *event) {
    require_local_memory();
    require_size(size);
    const auto has_axis = [&](std::size_t axis) { return size.first[axis] + size.global[axis] > 1; };
    const cl_uint dimensions = has_axis(2) ? 3 : has_axis(1) ? 2 : 1;
    const std::unique_lock turn = device_->launch_turns().wait();
    std::optional<WhileWaiting> nothing; // what is done meanwhile would wait for its turn
    if (turn.owns_lock()) {
        nothing.emplace(nullptr);
    }
    const bool driver_chooses = size.local == std::array<std::size_t, 3>{};
    const CallWatch::Guard call = device_->calling("launching", name_); // PoCL compiles for this size
    const auto launch = [&](cl_event *launched) {
        const auto call = [&] {
            return clEnqueueNDRangeKernel(device_->queue(), kernel_.get(), dimensions, size.first.data(),
                                          size.global.data(), driver_chooses ? nullptr : size.local.data(), 0, nullptr,
                                          launched);
        };
        return device_->info().kind == DeviceKind::cpu ? WhileWaiting::during(call) : call();
    };
    const cl_int code = event != nullptr ? launch(event) : traced(*device_, name_, launch);
    if (code != CL_SUCCESS) {
        throw_call_error("clEnqueueNDRangeKernel", code, fmt::format("kernel '{}'", name_));
    }
    if (turn.owns_lock()) {
        device_->finish();
    }
}

Event Kernel::enqueue(const LaunchSize &size) {
    cl_event event = nullptr;
    enqueue(size, &event);
    Event launched = device_->command(event, name_);
    // Quirk::late_start
    const CallWatch::Guard call = device_->calling("launching", name_);
    if (const cl_int code = clFlush(device_->queue()); code != CL_SUCCESS) {
        throw_call_error("clFlush", code, fmt::format("kernel '{}'", name_));
    }
    return launched;
}

} // namespace voxmarch
