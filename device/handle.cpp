// Counts references to OpenCL objects. A driver that cannot take one back has nothing to tell that anybody could act
// on.
#include "device/handle.h"

#include "device/cl_call.h"

namespace voxmarch {

namespace {

void require_counted(cl_int code, const char *call) {
    if (code != CL_SUCCESS) {
        throw_call_error(call, code, "one reference more");
    }
}

} // namespace

void retain(cl_device_id object) { require_counted(clRetainDevice(object), "clRetainDevice"); }
void retain(cl_context object) { require_counted(clRetainContext(object), "clRetainContext"); }
void retain(cl_command_queue object) { require_counted(clRetainCommandQueue(object), "clRetainCommandQueue"); }
void retain(cl_mem object) { require_counted(clRetainMemObject(object), "clRetainMemObject"); }
void retain(cl_program object) { require_counted(clRetainProgram(object), "clRetainProgram"); }
void retain(cl_kernel object) { require_counted(clRetainKernel(object), "clRetainKernel"); }
void retain(cl_event object) { require_counted(clRetainEvent(object), "clRetainEvent"); }

void release(cl_device_id object) noexcept { clReleaseDevice(object); }
void release(cl_context object) noexcept { clReleaseContext(object); }
void release(cl_command_queue object) noexcept { clReleaseCommandQueue(object); }
void release(cl_mem object) noexcept { clReleaseMemObject(object); }
void release(cl_program object) noexcept { clReleaseProgram(object); }
void release(cl_kernel object) noexcept { clReleaseKernel(object); }
void release(cl_event object) noexcept { clReleaseEvent(object); }

} // namespace voxmarch
