// Counts references to OpenCL objects. A driver that cannot count has nothing to tell that anybody could act on.
#include "device/handle.h"

#include <CL/cl.h>

namespace voxmarch {

void retain(cl_device_id object) noexcept { clRetainDevice(object); }
void retain(cl_context object) noexcept { clRetainContext(object); }
void retain(cl_command_queue object) noexcept { clRetainCommandQueue(object); }
void retain(cl_mem object) noexcept { clRetainMemObject(object); }
void retain(cl_program object) noexcept { clRetainProgram(object); }
void retain(cl_kernel object) noexcept { clRetainKernel(object); }
void retain(cl_event object) noexcept { clRetainEvent(object); }

void release(cl_device_id object) noexcept { clReleaseDevice(object); }
void release(cl_context object) noexcept { clReleaseContext(object); }
void release(cl_command_queue object) noexcept { clReleaseCommandQueue(object); }
void release(cl_mem object) noexcept { clReleaseMemObject(object); }
void release(cl_program object) noexcept { clReleaseProgram(object); }
void release(cl_kernel object) noexcept { clReleaseKernel(object); }
void release(cl_event object) noexcept { clReleaseEvent(object); }

} // namespace voxmarch
