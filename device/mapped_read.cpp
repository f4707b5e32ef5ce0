// Maps a buffer for the host, copies it once and unmaps it.
#include "device/mapped_read.h"

#include "device/cl_call.h"

namespace voxmarch {

std::vector<std::uint8_t> read_mapped(const Device &device, const Buffer &buffer) {
    const std::string what = "reading a frame back";
    cl_int code = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(device.queue(), buffer.handle(), CL_TRUE, CL_MAP_READ, 0, buffer.bytes(), 0,
                                      nullptr, nullptr, &code);
    require_success(code, "clEnqueueMapBuffer", what);
    const auto *bytes = static_cast<const std::uint8_t *>(mapped);
    std::vector<std::uint8_t> result(bytes, bytes + buffer.bytes());
    require_success(clEnqueueUnmapMemObject(device.queue(), buffer.handle(), mapped, 0, nullptr, nullptr),
                    "clEnqueueUnmapMemObject", what);
    return result;
}

} // namespace voxmarch
