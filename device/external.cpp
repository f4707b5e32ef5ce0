// Checks what callers made with OpenCL's own functions, as far as OpenCL tells.
#include "device/external.h"
#include "base/error.h"
#include "device/cl_call.h"
#include "device/image_format.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr cl_command_queue_properties queue_on_device = 1u << 2; // CL_QUEUE_ON_DEVICE of OpenCL 2.0

template <typename T> T queue_value(cl_command_queue queue, cl_command_queue_info name) {
    return info_value<T>("clGetCommandQueueInfo", "the given command queue",
                         [&](auto... answer) { return clGetCommandQueueInfo(queue, name, answer...); });
}

template <typename T> T memory_value(cl_mem memory, cl_mem_info name, const std::string &label) {
    return info_value<T>("clGetMemObjectInfo", label,
                         [&](auto... answer) { return clGetMemObjectInfo(memory, name, answer...); });
}

template <typename T> T image_value(cl_mem image, cl_image_info name, const std::string &label) {
    return info_value<T>("clGetImageInfo", label,
                         [&](auto... answer) { return clGetImageInfo(image, name, answer...); });
}

void check_memory(const Device &device, cl_mem memory, cl_mem_object_type type, const std::string &label) {
    if (!memory) {
        throw UsageError(label + ": the memory object is null");
    }
    if (memory_value<cl_mem_object_type>(memory, CL_MEM_TYPE, label) != type) {
        throw UsageError(
            fmt::format("{}: the memory object is no {}", label, type == CL_MEM_OBJECT_BUFFER ? "buffer" : "3D image"));
    }
    if (memory_value<cl_context>(memory, CL_MEM_CONTEXT, label) != device.context()) {
        throw UsageError(
            fmt::format("{}: the memory object belongs to another OpenCL context than {}", label, device.info().name));
    }
    if (memory_value<cl_mem_flags>(memory, CL_MEM_FLAGS, label) & CL_MEM_READ_ONLY) {
        throw UsageError(label + ": kernels may not write the memory object; make it with CL_MEM_READ_WRITE");
    }
}

} // namespace

CheckedQueue check_queue(const ExternalQueue &external) {
    if (!external.context || !external.queue) {
        throw UsageError(fmt::format("the given {} is null", external.context ? "command queue" : "context"));
    }
    if (queue_value<cl_context>(external.queue, CL_QUEUE_CONTEXT) != external.context) {
        throw UsageError("the given command queue belongs to another context than the one given with it");
    }
    const auto properties = queue_value<cl_command_queue_properties>(external.queue, CL_QUEUE_PROPERTIES);
    if (properties & queue_on_device) {
        throw UnsupportedError("the given command queue is one on the device; make one on the host");
    }
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) {
        throw UnsupportedError("the given command queue works out of order, and nothing here waits for what came "
                               "before; make it without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
    }
    return {Handle<_cl_device_id>::shared(queue_value<cl_device_id>(external.queue, CL_QUEUE_DEVICE)),
            (properties & CL_QUEUE_PROFILING_ENABLE) != 0};
}

std::uint64_t check_buffer(const Device &device, cl_mem memory, const std::string &label) {
    check_memory(device, memory, CL_MEM_OBJECT_BUFFER, label);
    return memory_value<std::size_t>(memory, CL_MEM_SIZE, label);
}

CheckedImage check_image(const Device &device, cl_mem memory, const std::string &label) {
    check_memory(device, memory, CL_MEM_OBJECT_IMAGE3D, label);
    const auto format = image_value<cl_image_format>(memory, CL_IMAGE_FORMAT, label);
    constexpr auto formats = values_of<ImageFormat>();
    const auto known = std::find_if(formats.begin(), formats.end(),
                                    [&](ImageFormat one) { return same_format(cl_format(one), format); });
    if (known == formats.end()) {
        throw UnsupportedError(label + ": the image's format is none of r8, r16, r32f (CL_R) and rgba8 (CL_RGBA)");
    }
    const auto edge = [&](cl_image_info name) {
        return static_cast<int>(image_value<std::size_t>(memory, name, label));
    };
    return {*known, {edge(CL_IMAGE_WIDTH), edge(CL_IMAGE_HEIGHT), edge(CL_IMAGE_DEPTH)}};
}

} // namespace voxmarch
