// Maps, copies, unmaps.
#include "device/mapped_read.h"

#include "device/cl_call.h"

namespace voxmarch {

std::vector<std::uint8_t> read_mapped(const Device &device, const Buffer &buffer) {
    return cl_call("reading a frame back", [&] {
        const cl::CommandQueue &queue = device.queue();
        void *mapped = queue.enqueueMapBuffer(buffer.handle(), CL_TRUE, CL_MAP_READ, 0, buffer.bytes());
        const auto *bytes = static_cast<const std::uint8_t *>(mapped);
        std::vector<std::uint8_t> result(bytes, bytes + buffer.bytes());
        queue.enqueueUnmapMemObject(buffer.handle(), mapped);
        return result;
    });
}

} // namespace voxmarch
