// Sets a kernel's arguments, checks a launch against the limits of device and kernel, and enqueues it.
#include "base/error.h"
#include "device/cl_call.h"
#include "device/program.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

Kernel::Kernel(Device &device, cl::Kernel kernel, std::string name)
    : device_(&device), kernel_(std::move(kernel)), name_(std::move(name)) {
    // Before any argument is set, the kernel's local memory is only what it declares itself.
    cl_call(name_, [&] {
        argument_count_ = kernel_.getInfo<CL_KERNEL_NUM_ARGS>();
        work_group_limit_ = kernel_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device.handle());
        if (device.info().platform == "rusticl") {
            // It answers with the preferred multiple; every size up to the device's limit works.
            work_group_limit_ = std::max(work_group_limit_, device.info().work_group_limit);
        }
        static_local_bytes_ = kernel_.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device.handle());
    });
}

void Kernel::set(cl_uint index, const Buffer &buffer) {
    cl_call(fmt::format("kernel '{}', argument {}", name_, index), [&] { kernel_.setArg(index, buffer.handle()); });
}

void Kernel::set(cl_uint index, const Image3D &image) {
    cl_call(fmt::format("kernel '{}', argument {}", name_, index), [&] { kernel_.setArg(index, image.handle()); });
}

void Kernel::set(cl_uint index, const LocalBytes &local) {
    local_bytes_ += local.bytes;
    require_local_memory();
    set_bytes(index, local.bytes, nullptr);
}

void Kernel::set_bytes(cl_uint index, std::size_t size, const void *data) {
    cl_call(fmt::format("kernel '{}', argument {}", name_, index), [&] { kernel_.setArg(index, size, data); });
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

cl::NDRange range(const std::array<std::size_t, 3> &size, int dimensions) {
    switch (dimensions) {
    case 1: return cl::NDRange(size[0]);
    case 2: return cl::NDRange(size[0], size[1]);
    default: return cl::NDRange(size[0], size[1], size[2]);
    }
}

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

void Kernel::enqueue(const LaunchSize &size, cl::Event *event) {
    require_local_memory();
    require_size(size);
    const int dimensions = size.global[2] > 1 ? 3 : size.global[1] > 1 ? 2 : 1;
    const bool driver_chooses = size.local == std::array<std::size_t, 3>{};
    cl_call(fmt::format("kernel '{}'", name_), [&] {
        device_->queue().enqueueNDRangeKernel(kernel_, cl::NullRange, range(size.global, dimensions),
                                              driver_chooses ? cl::NullRange : range(size.local, dimensions), nullptr,
                                              event);
    });
}

Event Kernel::enqueue(const LaunchSize &size) {
    cl::Event event;
    enqueue(size, &event);
    Event launched(std::move(event), device_->info().event_times, name_);
    // Some drivers start nothing before this, and host times would count the wait for it.
    cl_call(fmt::format("kernel '{}'", name_), [&] { device_->queue().flush(); });
    return launched;
}

} // namespace voxmarch
