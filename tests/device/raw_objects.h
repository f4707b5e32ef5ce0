// OpenCL objects made as other programs make them: with the C functions, without ours.
#pragma once

#include "device/handle.h"

#include <CL/cl.h>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>

namespace voxmarch {

inline Handle<_cl_context> raw_context(cl_device_id device) {
    cl_int code = CL_SUCCESS;
    Handle context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return context;
}

inline Handle<_cl_command_queue> raw_queue(cl_context context, cl_device_id device,
                                           cl_command_queue_properties properties = 0) {
    cl_int code = CL_SUCCESS;
    Handle queue(clCreateCommandQueue(context, device, properties, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return queue;
}

inline Handle<_cl_mem> raw_buffer(cl_context context, std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int code = CL_SUCCESS;
    Handle buffer(clCreateBuffer(context, flags, bytes, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return buffer;
}

inline Handle<_cl_mem> raw_image(cl_context context, cl_image_format format, std::array<std::size_t, 3> dims) {
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE3D;
    shape.image_width = dims[0];
    shape.image_height = dims[1];
    shape.image_depth = dims[2];
    cl_int code = CL_SUCCESS;
    Handle image(clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return image;
}

} // namespace voxmarch
