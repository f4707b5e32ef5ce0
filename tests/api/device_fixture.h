// One device for the tests of an executable, and small OpenCL objects made without the library.
#pragma once

#include "voxmarch/voxmarch.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace voxmarch::testing {

inline DeviceOptions with_cache() { return {.cache_folder = user_cache_folder()}; }

/// The device that the environment's driver offers first. Its compiled kernels are kept for the next run. Never closed,
/// because some drivers are gone by the time static objects are destroyed.
inline Device &shared_device() {
    static auto *const device = new Device("", with_cache());
    return *device;
}

/// A buffer of the program's own.
class OwnBuffer {
public:
    template <typename T>
    OwnBuffer(const Device &device, const std::vector<T> &content)
        : queue_(device.queue()), bytes_(content.size() * sizeof(T)),
          memory_(clCreateBuffer(device.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes_,
                                 const_cast<T *>(content.data()), nullptr)) {}
    ~OwnBuffer() { clReleaseMemObject(memory_); }
    OwnBuffer(const OwnBuffer &) = delete;
    OwnBuffer &operator=(const OwnBuffer &) = delete;

    cl_mem get() const { return memory_; }

    template <typename T> std::vector<T> read() const {
        std::vector<T> content(bytes_ / sizeof(T));
        EXPECT_EQ(clEnqueueReadBuffer(queue_, memory_, CL_TRUE, 0, bytes_, content.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return content;
    }

private:
    cl_command_queue queue_;
    std::size_t bytes_;
    cl_mem memory_;
};

/// A context and a queue of the program's own, on the device of another one.
class OwnQueue {
public:
    explicit OwnQueue(const Device &like, cl_command_queue_properties properties = 0) {
        clGetCommandQueueInfo(like.queue(), CL_QUEUE_DEVICE, sizeof(cl_device_id), &id, nullptr);
        context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueue(context, id, properties, nullptr);
    }
    ~OwnQueue() {
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    }
    OwnQueue(const OwnQueue &) = delete;
    OwnQueue &operator=(const OwnQueue &) = delete;

    cl_device_id id = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

/// A sphere seen from the front in a small square picture.
inline Scene sphere_scene(const Volume &volume) {
    Scene scene = first_scene(volume, {.width = 48, .height = 48, .transfer = "thesis", .view = "front"});
    scene.background = {0.25F, 0.5F, 0.75F};
    return scene;
}

inline std::size_t middle_of(const Frame &frame) {
    return static_cast<std::size_t>(frame.height / 2) * static_cast<std::size_t>(frame.width) +
           static_cast<std::size_t>(frame.width / 2);
}

} // namespace voxmarch::testing
