// Entry points of OpenCL that count their calls, fail when told to, and else pass on to the loader.
#include "tests/device/fault_layer.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace voxmarch {

namespace {

std::string faulty_function; ///< changes only while one thread makes calls
std::atomic<int> calls_left = 0;
std::atomic<bool> fails_on = false; ///< and all calls after it
cl_int fault_code = CL_SUCCESS;

/// Calls of each function, if somebody wants to know.
struct Counts {
    std::mutex mutex;
    std::map<std::string, int> of_function;
};
std::atomic<Counts *> counts = nullptr;

/// A call that hangs for a while.
struct Delay {
    std::string function;
    std::atomic<int> calls_left = 0;
    double seconds = 0.0;
} delay;

thread_local int calls_under_way = 0;

/// Within an OpenCL call as long as it lives.
struct InDriver {
    InDriver() { ++calls_under_way; }
    ~InDriver() { --calls_under_way; }
    InDriver(const InDriver &) = delete;
    InDriver &operator=(const InDriver &) = delete;
};

bool fails(const char *function) {
    if (Counts *const counted = counts) {
        const std::lock_guard lock(counted->mutex);
        ++counted->of_function[function];
    }
    if (delay.function == function && delay.calls_left-- == 1) {
        std::this_thread::sleep_for(std::chrono::duration<double>(delay.seconds));
    }
    if (faulty_function != function) {
        return false;
    }
    const int left = calls_left--;
    return left == 1 || (fails_on && left < 1);
}

/// References that the program holds to each object, and those it gave back without having them.
struct Held {
    std::mutex mutex;
    std::map<void *, std::pair<const char *, int>> of_object; ///< the name of its kind, and how many
    std::map<std::string, int> made;                          ///< objects of each kind
    std::string wrong;
};
std::atomic<Held *> held = nullptr;

void take(void *object, const char *kind, bool is_new) {
    if (Held *const all = held; all != nullptr && object != nullptr) {
        const std::lock_guard lock(all->mutex);
        auto &[its_kind, count] = all->of_object[object];
        its_kind = kind;
        ++count;
        all->made[kind] += is_new ? 1 : 0;
    }
}

void give_back(void *object, const char *kind) {
    if (Held *const all = held) {
        const std::lock_guard lock(all->mutex);
        const auto found = all->of_object.find(object);
        if (found == all->of_object.end() || std::string(found->second.first) != kind) {
            all->wrong += std::string("a ") + kind + " was given back that nobody holds\n";
        } else if (--found->second.second == 0) {
            all->of_object.erase(found);
        }
    }
}

/// For a program that this is loaded into before all else (LD_PRELOAD): VOXMARCH_FAULT=FUNCTION:NTH:CODE lets a call
/// fail, VOXMARCH_FAULT_DELAY=FUNCTION:NTH:SECONDS lets one wait, VOXMARCH_FAULT_COUNTS=FILE is where it writes at its
/// end how often it called what, VOXMARCH_FAULT_HELD=FILE how many objects it made and which it did not give back.
struct FaultOfEnvironment {
    FaultOfEnvironment() {
        if (const char *wanted = std::getenv("VOXMARCH_FAULT_DELAY")) {
            const std::string text = wanted;
            const std::size_t first = text.find(':'), second = text.find(':', first + 1);
            delay.function = text.substr(0, first);
            delay.calls_left = std::atoi(text.c_str() + first + 1);
            delay.seconds = std::atof(text.c_str() + second + 1);
        }
        if (std::getenv("VOXMARCH_FAULT_HELD") != nullptr) {
            held = &held_;
        }
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
        write_held();
    }

private:
    Counts counted_;
    Held held_;

    void write_held() {
        const char *name = std::getenv("VOXMARCH_FAULT_HELD");
        std::FILE *file = name == nullptr ? nullptr : std::fopen(name, "w");
        held = nullptr;
        if (file == nullptr) {
            return;
        }
        for (const auto &[kind, count] : held_.made) {
            std::fprintf(file, "%d of kind %s were made\n", count, kind.c_str());
        }
        for (const auto &[object, left] : held_.of_object) {
            std::fprintf(file, "left: a %s with %d references\n", left.first, left.second);
        }
        std::fprintf(file, "%s", held_.wrong.c_str());
        std::fclose(file);
    }
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
    fails_on = false;
    fault_code = code;
}

void inject_faults_from(const std::string &function, int nth, cl_int code) {
    inject_fault(function, nth, code);
    fails_on = true;
}

void inject_delay(const std::string &function, int nth, double seconds) {
    delay.function = function;
    delay.calls_left = nth;
    delay.seconds = seconds;
}

bool end_fault() {
    faulty_function.clear();
    return calls_left <= 0;
}

bool is_in_driver() { return calls_under_way > 0; }

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
        const voxmarch::InDriver inside;                                                                               \
        static const auto next = NEXT(name);                                                                           \
        return voxmarch::fails(#name) ? voxmarch::fault_code : next arguments;                                         \
    }

/// A call whose last argument is where it puts the event of a command, if that is wanted.
#define COMMAND_CALL(name, parameters, arguments)                                                                      \
    cl_int name parameters {                                                                                           \
        const voxmarch::InDriver inside;                                                                               \
        static const auto next = NEXT(name);                                                                           \
        if (voxmarch::fails(#name)) {                                                                                  \
            return voxmarch::fault_code;                                                                               \
        }                                                                                                              \
        const cl_int code = next arguments;                                                                            \
        voxmarch::take(code == CL_SUCCESS && e != nullptr ? *e : nullptr, "Event", true);                              \
        return code;                                                                                                   \
    }

/// @param kind  of object, as its clRetain... is called
#define OBJECT_CALL(type, kind, name, parameters, arguments)                                                           \
    type name parameters {                                                                                             \
        const voxmarch::InDriver inside;                                                                               \
        static const auto next = NEXT(name);                                                                           \
        if (voxmarch::fails(#name)) {                                                                                  \
            if (error) {                                                                                               \
                *error = voxmarch::fault_code;                                                                         \
            }                                                                                                          \
            return nullptr;                                                                                            \
        }                                                                                                              \
        type const made = next arguments;                                                                              \
        voxmarch::take(made, kind, true);                                                                              \
        return made;                                                                                                   \
    }

/// clRetain... and clRelease... of a kind of objects.
#define COUNTING_CALLS(type, kind)                                                                                     \
    cl_int clRetain##kind(type object) {                                                                               \
        const voxmarch::InDriver inside;                                                                               \
        static const auto next = NEXT(clRetain##kind);                                                                 \
        if (voxmarch::fails("clRetain" #kind)) {                                                                       \
            return voxmarch::fault_code;                                                                               \
        }                                                                                                              \
        voxmarch::take(object, #kind, false);                                                                          \
        return next(object);                                                                                           \
    }                                                                                                                  \
    cl_int clRelease##kind(type object) {                                                                              \
        const voxmarch::InDriver inside;                                                                               \
        static const auto next = NEXT(clRelease##kind);                                                                \
        if (voxmarch::fails("clRelease" #kind)) {                                                                      \
            return voxmarch::fault_code;                                                                               \
        }                                                                                                              \
        voxmarch::give_back(object, #kind);                                                                            \
        return next(object);                                                                                           \
    }

using size_type = std::size_t;

extern "C" {

STATUS_CALL(clGetPlatformIDs, (cl_uint n, cl_platform_id *ids, cl_uint *count), (n, ids, count))
STATUS_CALL(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *ids, cl_uint *count),
            (p, t, n, ids, count))
STATUS_CALL(clGetDeviceInfo, (cl_device_id d, cl_device_info what, size_type n, void *out, size_type *size),
            (d, what, n, out, size))
OBJECT_CALL(cl_context, "Context", clCreateContext,
            (const cl_context_properties *p, cl_uint n, const cl_device_id *d,
             void(CL_CALLBACK *f)(const char *, const void *, size_type, void *), void *u, cl_int *error),
            (p, n, d, f, u, error))
OBJECT_CALL(cl_command_queue, "CommandQueue", clCreateCommandQueue,
            (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *error), (c, d, p, error))
OBJECT_CALL(cl_mem, "MemObject", clCreateBuffer, (cl_context c, cl_mem_flags f, size_type n, void *p, cl_int *error),
            (c, f, n, p, error))
OBJECT_CALL(cl_mem, "MemObject", clCreateImage,
            (cl_context c, cl_mem_flags f, const cl_image_format *i, const cl_image_desc *d, void *p, cl_int *error),
            (c, f, i, d, p, error))
OBJECT_CALL(cl_program, "Program", clCreateProgramWithSource,
            (cl_context c, cl_uint n, const char **s, const size_type *l, cl_int *error), (c, n, s, l, error))
OBJECT_CALL(cl_program, "Program", clCreateProgramWithBinary,
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
OBJECT_CALL(cl_kernel, "Kernel", clCreateKernel, (cl_program p, const char *name, cl_int *error), (p, name, error))
STATUS_CALL(clGetKernelInfo, (cl_kernel k, cl_kernel_info what, size_type n, void *out, size_type *size),
            (k, what, n, out, size))
STATUS_CALL(clGetKernelWorkGroupInfo,
            (cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, size_type n, void *out, size_type *size),
            (k, d, what, n, out, size))
STATUS_CALL(clSetKernelArg, (cl_kernel k, cl_uint i, size_type n, const void *p), (k, i, n, p))

// A launch that pretends to succeed has to give back an event, if only an empty one.
cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint d, const size_type *o, const size_type *g,
                              const size_type *l, cl_uint n, const cl_event *w, cl_event *e) {
    const voxmarch::InDriver inside;
    static const auto next = NEXT(clEnqueueNDRangeKernel);
    if (voxmarch::fails("clEnqueueNDRangeKernel")) {
        if (e) {
            *e = nullptr;
        }
        return voxmarch::fault_code;
    }
    const cl_int code = next(q, k, d, o, g, l, n, w, e);
    voxmarch::take(code == CL_SUCCESS && e != nullptr ? *e : nullptr, "Event", true);
    return code;
}

COMMAND_CALL(clEnqueueWriteBuffer,
             (cl_command_queue q, cl_mem m, cl_bool b, size_type o, size_type s, const void *p, cl_uint n,
              const cl_event *w, cl_event *e),
             (q, m, b, o, s, p, n, w, e))
COMMAND_CALL(clEnqueueReadBuffer,
             (cl_command_queue q, cl_mem m, cl_bool b, size_type o, size_type s, void *p, cl_uint n, const cl_event *w,
              cl_event *e),
             (q, m, b, o, s, p, n, w, e))
COMMAND_CALL(clEnqueueFillBuffer,
             (cl_command_queue q, cl_mem m, const void *v, size_type vs, size_type o, size_type s, cl_uint n,
              const cl_event *w, cl_event *e),
             (q, m, v, vs, o, s, n, w, e))
COMMAND_CALL(clEnqueueWriteImage,
             (cl_command_queue q, cl_mem m, cl_bool b, const size_type *o, const size_type *r, size_type rp,
              size_type sp, const void *p, cl_uint n, const cl_event *w, cl_event *e),
             (q, m, b, o, r, rp, sp, p, n, w, e))
COMMAND_CALL(clEnqueueReadImage,
             (cl_command_queue q, cl_mem m, cl_bool b, const size_type *o, const size_type *r, size_type rp,
              size_type sp, void *p, cl_uint n, const cl_event *w, cl_event *e),
             (q, m, b, o, r, rp, sp, p, n, w, e))
COMMAND_CALL(clEnqueueCopyBufferToImage,
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
COMMAND_CALL(clEnqueueCopyBuffer,
             (cl_command_queue q, cl_mem s, cl_mem d, size_type so, size_type d_o, size_type n_bytes, cl_uint n,
              const cl_event *w, cl_event *e),
             (q, s, d, so, d_o, n_bytes, n, w, e))
COMMAND_CALL(clEnqueueCopyImageToBuffer,
             (cl_command_queue q, cl_mem s, cl_mem d, const size_type *o, const size_type *r, size_type d_o, cl_uint n,
              const cl_event *w, cl_event *e),
             (q, s, d, o, r, d_o, n, w, e))

void *clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_type o, size_type s, cl_uint n,
                         const cl_event *w, cl_event *e, cl_int *error) {
    const voxmarch::InDriver inside;
    static const auto next = NEXT(clEnqueueMapBuffer);
    if (voxmarch::fails("clEnqueueMapBuffer")) {
        if (error) {
            *error = voxmarch::fault_code;
        }
        return nullptr;
    }
    void *const mapped = next(q, m, b, f, o, s, n, w, e, error);
    voxmarch::take(mapped != nullptr && e != nullptr ? *e : nullptr, "Event", true);
    return mapped;
}

COMMAND_CALL(clEnqueueUnmapMemObject,
             (cl_command_queue q, cl_mem m, void *p, cl_uint n, const cl_event *w, cl_event *e), (q, m, p, n, w, e))
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
COMMAND_CALL(clEnqueueCopyBufferRect,
             (cl_command_queue q, cl_mem s, cl_mem d, const size_type *so, const size_type *d_o, const size_type *r,
              size_type srp, size_type ssp, size_type drp, size_type dsp, cl_uint n, const cl_event *w, cl_event *e),
             (q, s, d, so, d_o, r, srp, ssp, drp, dsp, n, w, e))
COMMAND_CALL(clEnqueueBarrierWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e),
             (q, n, w, e))
COMMAND_CALL(clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e), (q, n, w, e))
COUNTING_CALLS(cl_device_id, Device)
COUNTING_CALLS(cl_context, Context)
COUNTING_CALLS(cl_command_queue, CommandQueue)
COUNTING_CALLS(cl_mem, MemObject)
COUNTING_CALLS(cl_program, Program)
COUNTING_CALLS(cl_kernel, Kernel)
COUNTING_CALLS(cl_event, Event)

} // extern "C"
