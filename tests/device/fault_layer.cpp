// Entry points of OpenCL that count their calls, fail when told to, and else pass on to the loader.
#include "tests/device/fault_layer.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>

namespace voxmarch {

namespace {

std::string faulty_function; ///< changes only while one thread makes calls
std::atomic<int> calls_left = 0;
cl_int fault_code = CL_SUCCESS;

/// Calls of each function, if somebody wants to know.
struct Counts {
    std::mutex mutex;
    std::map<std::string, int> of_function;
};
std::atomic<Counts *> counts = nullptr;

bool fails(const char *function) {
    if (Counts *const counted = counts) {
        const std::lock_guard lock(counted->mutex);
        ++counted->of_function[function];
    }
    return faulty_function == function && calls_left-- == 1;
}

/// VOXMARCH_FAULT=FUNCTION:NTH:CODE, for a program that this is loaded into before all else (LD_PRELOAD), and
/// VOXMARCH_FAULT_COUNTS=FILE, where it writes at its end how often it called what.
struct FaultOfEnvironment {
    FaultOfEnvironment() {
        if (const char *fault = std::getenv("VOXMARCH_FAULT")) {
            const std::string text = fault;
            const std::size_t first = text.find(':'), second = text.find(':', first + 1);
            inject_fault(text.substr(0, first), std::atoi(text.c_str() + first + 1),
                         std::atoi(text.c_str() + second + 1));
        }
        if (std::getenv("VOXMARCH_FAULT_COUNTS") != nullptr) {
            counts = &counted_;
        }
    }
    ~FaultOfEnvironment() {
        const char *name = std::getenv("VOXMARCH_FAULT_COUNTS");
        std::FILE *file = name == nullptr ? nullptr : std::fopen(name, "w");
        counts = nullptr;
        if (file != nullptr) {
            for (const auto &[function, count] : counted_.of_function) {
                std::fprintf(file, "%s %d\n", function.c_str(), count);
            }
            std::fclose(file);
        }
    }
    Counts counted_;
} fault_of_environment;

/// The loader's function. An executable that defines all that it calls is not linked to the loader.
void *loaders(const char *function) {
    if (void *next = dlsym(RTLD_NEXT, function)) {
        return next;
    }
    static void *const loader = dlopen("libOpenCL.so.1", RTLD_NOW);
    return loader == nullptr ? nullptr : dlsym(loader, function);
}

} // namespace

void inject_fault(const std::string &function, int nth, cl_int code) {
    faulty_function = function;
    calls_left = nth;
    fault_code = code;
}

bool end_fault() {
    faulty_function.clear();
    return calls_left <= 0;
}

const std::vector<std::string> &fault_functions() {
    static const std::vector<std::string> names{"clGetPlatformIDs",
                                                "clGetDeviceIDs",
                                                "clGetDeviceInfo",
                                                "clCreateContext",
                                                "clCreateCommandQueue",
                                                "clCreateBuffer",
                                                "clCreateImage",
                                                "clGetSupportedImageFormats",
                                                "clCreateProgramWithSource",
                                                "clCreateProgramWithBinary",
                                                "clBuildProgram",
                                                "clGetProgramInfo",
                                                "clGetProgramBuildInfo",
                                                "clCreateKernel",
                                                "clGetKernelInfo",
                                                "clGetKernelWorkGroupInfo",
                                                "clSetKernelArg",
                                                "clEnqueueNDRangeKernel",
                                                "clEnqueueWriteBuffer",
                                                "clEnqueueReadBuffer",
                                                "clEnqueueFillBuffer",
                                                "clEnqueueWriteImage",
                                                "clEnqueueReadImage",
                                                "clEnqueueCopyBufferToImage",
                                                "clWaitForEvents",
                                                "clGetEventProfilingInfo",
                                                "clFinish",
                                                "clFlush",
                                                "clEnqueueCopyImageToBuffer",
                                                "clEnqueueCopyBuffer",
                                                "clEnqueueMapBuffer",
                                                "clEnqueueUnmapMemObject",
                                                "clGetPlatformInfo",
                                                "clGetCommandQueueInfo",
                                                "clGetMemObjectInfo",
                                                "clGetImageInfo",
                                                "clGetKernelArgInfo",
                                                "clGetEventInfo",
                                                "clEnqueueCopyBufferRect",
                                                "clEnqueueBarrierWithWaitList",
                                                "clEnqueueMarkerWithWaitList",
                                                "clRetainDevice",
                                                "clReleaseDevice",
                                                "clRetainContext",
                                                "clReleaseContext",
                                                "clRetainCommandQueue",
                                                "clReleaseCommandQueue",
                                                "clRetainMemObject",
                                                "clReleaseMemObject",
                                                "clRetainProgram",
                                                "clReleaseProgram",
                                                "clRetainKernel",
                                                "clReleaseKernel",
                                                "clRetainEvent",
                                                "clReleaseEvent"};
    return names;
}

} // namespace voxmarch

// Passes a call on to the loader's function of the same name.
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a function
#define NEXT(name) reinterpret_cast<decltype(&name)>(voxmarch::loaders(#name))

#define STATUS_CALL(name, parameters, arguments)                                                                       \
    cl_int name parameters {                                                                                           \
        static const auto next = NEXT(name);                                                                           \
        return voxmarch::fails(#name) ? voxmarch::fault_code : next arguments;                                         \
    }

#define OBJECT_CALL(type, name, parameters, arguments)                                                                 \
    type name parameters {                                                                                             \
        static const auto next = NEXT(name);                                                                           \
        if (voxmarch::fails(#name)) {                                                                                  \
            if (error) {                                                                                               \
                *error = voxmarch::fault_code;                                                                         \
            }                                                                                                          \
            return nullptr;                                                                                            \
        }                                                                                                              \
        return next arguments;                                                                                         \
    }

using size_type = std::size_t;

extern "C" {

STATUS_CALL(clGetPlatformIDs, (cl_uint n, cl_platform_id *ids, cl_uint *count), (n, ids, count))
STATUS_CALL(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *ids, cl_uint *count),
            (p, t, n, ids, count))
STATUS_CALL(clGetDeviceInfo, (cl_device_id d, cl_device_info what, size_type n, void *out, size_type *size),
            (d, what, n, out, size))
OBJECT_CALL(cl_context, clCreateContext,
            (const cl_context_properties *p, cl_uint n, const cl_device_id *d,
             void(CL_CALLBACK *f)(const char *, const void *, size_type, void *), void *u, cl_int *error),
            (p, n, d, f, u, error))
OBJECT_CALL(cl_command_queue, clCreateCommandQueue,
            (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *error), (c, d, p, error))
OBJECT_CALL(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_type n, void *p, cl_int *error),
            (c, f, n, p, error))
OBJECT_CALL(cl_mem, clCreateImage,
            (cl_context c, cl_mem_flags f, const cl_image_format *i, const cl_image_desc *d, void *p, cl_int *error),
            (c, f, i, d, p, error))
OBJECT_CALL(cl_program, clCreateProgramWithSource,
            (cl_context c, cl_uint n, const char **s, const size_type *l, cl_int *error), (c, n, s, l, error))
OBJECT_CALL(cl_program, clCreateProgramWithBinary,
            (cl_context c, cl_uint n, const cl_device_id *d, const size_type *l, const unsigned char **b, cl_int *s,
             cl_int *error),
            (c, n, d, l, b, s, error))
STATUS_CALL(clBuildProgram,
            (cl_program p, cl_uint n, const cl_device_id *d, const char *o, void(CL_CALLBACK *f)(cl_program, void *),
             void *u),
            (p, n, d, o, f, u))
STATUS_CALL(clGetProgramInfo, (cl_program p, cl_program_info what, size_type n, void *out, size_type *size),
            (p, what, n, out, size))
STATUS_CALL(clGetProgramBuildInfo,
            (cl_program p, cl_device_id d, cl_program_build_info what, size_type n, void *out, size_type *size),
            (p, d, what, n, out, size))
OBJECT_CALL(cl_kernel, clCreateKernel, (cl_program p, const char *name, cl_int *error), (p, name, error))
STATUS_CALL(clGetKernelInfo, (cl_kernel k, cl_kernel_info what, size_type n, void *out, size_type *size),
            (k, what, n, out, size))
STATUS_CALL(clGetKernelWorkGroupInfo,
            (cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, size_type n, void *out, size_type *size),
            (k, d, what, n, out, size))
STATUS_CALL(clSetKernelArg, (cl_kernel k, cl_uint i, size_type n, const void *p), (k, i, n, p))

// A launch that pretends to succeed has to give back an event, if only an empty one.
cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint d, const size_type *o, const size_type *g,
                              const size_type *l, cl_uint n, const cl_event *w, cl_event *e) {
    static const auto next = NEXT(clEnqueueNDRangeKernel);
    if (voxmarch::fails("clEnqueueNDRangeKernel")) {
        if (e) {
            *e = nullptr;
        }
        return voxmarch::fault_code;
    }
    return next(q, k, d, o, g, l, n, w, e);
}

STATUS_CALL(clEnqueueWriteBuffer,
            (cl_command_queue q, cl_mem m, cl_bool b, size_type o, size_type s, const void *p, cl_uint n,
             const cl_event *w, cl_event *e),
            (q, m, b, o, s, p, n, w, e))
STATUS_CALL(clEnqueueReadBuffer,
            (cl_command_queue q, cl_mem m, cl_bool b, size_type o, size_type s, void *p, cl_uint n, const cl_event *w,
             cl_event *e),
            (q, m, b, o, s, p, n, w, e))
STATUS_CALL(clEnqueueFillBuffer,
            (cl_command_queue q, cl_mem m, const void *v, size_type vs, size_type o, size_type s, cl_uint n,
             const cl_event *w, cl_event *e),
            (q, m, v, vs, o, s, n, w, e))
STATUS_CALL(clEnqueueWriteImage,
            (cl_command_queue q, cl_mem m, cl_bool b, const size_type *o, const size_type *r, size_type rp,
             size_type sp, const void *p, cl_uint n, const cl_event *w, cl_event *e),
            (q, m, b, o, r, rp, sp, p, n, w, e))
STATUS_CALL(clEnqueueReadImage,
            (cl_command_queue q, cl_mem m, cl_bool b, const size_type *o, const size_type *r, size_type rp,
             size_type sp, void *p, cl_uint n, const cl_event *w, cl_event *e),
            (q, m, b, o, r, rp, sp, p, n, w, e))
STATUS_CALL(clEnqueueCopyBufferToImage,
            (cl_command_queue q, cl_mem s, cl_mem d, size_type so, const size_type *o, const size_type *r, cl_uint n,
             const cl_event *w, cl_event *e),
            (q, s, d, so, o, r, n, w, e))
STATUS_CALL(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e))
STATUS_CALL(clGetEventProfilingInfo, (cl_event e, cl_profiling_info what, size_type n, void *out, size_type *size),
            (e, what, n, out, size))
STATUS_CALL(clFinish, (cl_command_queue q), (q))
STATUS_CALL(clFlush, (cl_command_queue q), (q))
STATUS_CALL(clGetSupportedImageFormats,
            (cl_context c, cl_mem_flags f, cl_mem_object_type t, cl_uint n, cl_image_format *i, cl_uint *count),
            (c, f, t, n, i, count))
STATUS_CALL(clEnqueueCopyBuffer,
            (cl_command_queue q, cl_mem s, cl_mem d, size_type so, size_type d_o, size_type n_bytes, cl_uint n,
             const cl_event *w, cl_event *e),
            (q, s, d, so, d_o, n_bytes, n, w, e))
STATUS_CALL(clEnqueueCopyImageToBuffer,
            (cl_command_queue q, cl_mem s, cl_mem d, const size_type *o, const size_type *r, size_type d_o, cl_uint n,
             const cl_event *w, cl_event *e),
            (q, s, d, o, r, d_o, n, w, e))
OBJECT_CALL(void *, clEnqueueMapBuffer,
            (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_type o, size_type s, cl_uint n,
             const cl_event *w, cl_event *e, cl_int *error),
            (q, m, b, f, o, s, n, w, e, error))
STATUS_CALL(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *p, cl_uint n, const cl_event *w, cl_event *e),
            (q, m, p, n, w, e))
STATUS_CALL(clGetPlatformInfo, (cl_platform_id p, cl_platform_info what, size_type n, void *out, size_type *size),
            (p, what, n, out, size))
STATUS_CALL(clGetCommandQueueInfo,
            (cl_command_queue q, cl_command_queue_info what, size_type n, void *out, size_type *size),
            (q, what, n, out, size))
STATUS_CALL(clGetMemObjectInfo, (cl_mem m, cl_mem_info what, size_type n, void *out, size_type *size),
            (m, what, n, out, size))
STATUS_CALL(clGetImageInfo, (cl_mem m, cl_image_info what, size_type n, void *out, size_type *size),
            (m, what, n, out, size))
STATUS_CALL(clGetKernelArgInfo,
            (cl_kernel k, cl_uint i, cl_kernel_arg_info what, size_type n, void *out, size_type *size),
            (k, i, what, n, out, size))
STATUS_CALL(clGetEventInfo, (cl_event e, cl_event_info what, size_type n, void *out, size_type *size),
            (e, what, n, out, size))
STATUS_CALL(clEnqueueCopyBufferRect,
            (cl_command_queue q, cl_mem s, cl_mem d, const size_type *so, const size_type *d_o, const size_type *r,
             size_type srp, size_type ssp, size_type drp, size_type dsp, cl_uint n, const cl_event *w, cl_event *e),
            (q, s, d, so, d_o, r, srp, ssp, drp, dsp, n, w, e))
STATUS_CALL(clEnqueueBarrierWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e), (q, n, w, e))
STATUS_CALL(clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e), (q, n, w, e))
STATUS_CALL(clRetainDevice, (cl_device_id d), (d))
STATUS_CALL(clReleaseDevice, (cl_device_id d), (d))
STATUS_CALL(clRetainContext, (cl_context c), (c))
STATUS_CALL(clReleaseContext, (cl_context c), (c))
STATUS_CALL(clRetainCommandQueue, (cl_command_queue q), (q))
STATUS_CALL(clReleaseCommandQueue, (cl_command_queue q), (q))
STATUS_CALL(clRetainMemObject, (cl_mem m), (m))
STATUS_CALL(clReleaseMemObject, (cl_mem m), (m))
STATUS_CALL(clRetainProgram, (cl_program p), (p))
STATUS_CALL(clReleaseProgram, (cl_program p), (p))
STATUS_CALL(clRetainKernel, (cl_kernel k), (k))
STATUS_CALL(clReleaseKernel, (cl_kernel k), (k))
STATUS_CALL(clRetainEvent, (cl_event e), (e))
STATUS_CALL(clReleaseEvent, (cl_event e), (e))

} // extern "C"
