// Our image formats in OpenCL's words; only device/*.cpp include this.
#pragma once

#include "device/device_info.h"

#include <CL/cl.h>

namespace voxmarch {

inline cl_image_format cl_format(ImageFormat format) {
    switch (format) {
    case ImageFormat::r8: return {CL_R, CL_UNORM_INT8};
    case ImageFormat::r16: return {CL_R, CL_UNORM_INT16};
    case ImageFormat::r32f: return {CL_R, CL_FLOAT};
    case ImageFormat::rgba8: break;
    }
    return {CL_RGBA, CL_UNORM_INT8};
}

inline bool same_format(const cl_image_format &a, const cl_image_format &b) {
    return a.image_channel_order == b.image_channel_order && a.image_channel_data_type == b.image_channel_data_type;
}

} // namespace voxmarch
