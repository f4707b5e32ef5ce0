// The table of drivers' quirks.
#include "device/quirks.h"

#include <algorithm>
#include <cassert>

namespace voxmarch {

namespace {

bool is_rusticl(const DeviceInfo &device) { return device.platform == "rusticl"; }

constexpr QuirkRow table[] = {
    {Quirk::group_limit_is_preference, "rusticl 22.3 (llvmpipe)",
     "CL_KERNEL_WORK_GROUP_SIZE is the preferred multiple; every size up to the device's limit works",
     "Kernel takes the device's limit", is_rusticl},
    {Quirk::fast_image_sampling, "rusticl 22.3 (llvmpipe)",
     "256 million trilinear samples/s through images, 13 in float16 from buffers, though it is a CPU",
     "choose_backend() takes images",
     [](const DeviceInfo &device) { return is_rusticl(device) && device.kind == DeviceKind::cpu; }},
    {Quirk::inline_ptx, "NVIDIA 580 (H200); other compilers crash on inline assembly",
     "lists no sub-groups, but its compiler takes inline PTX, and vote.sync works",
     "probing tries warp_ptx.cl, and nowhere else",
     [](const DeviceInfo &device) { return device.vendor.find("NVIDIA") != std::string::npos; }},
    {Quirk::sub_groups_run_in_turn, "PoCL 5.0, and any driver of a CPU",
     "items of a sub-group run one after the other: votes in loops that not all take part in give other pictures",
     "probing does not try warp_sub_group.cl", [](const DeviceInfo &device) { return device.kind == DeviceKind::cpu; }},
    {Quirk::understated_allocations, "NVIDIA 580 (H200)",
     "reports a quarter of its memory as the largest allocation; buffers and images of 64 GiB work",
     "DeviceInfo::largest_allocation is the device's memory: what is too large is refused by the driver",
     [](const DeviceInfo &device) { return device.vendor.find("NVIDIA") != std::string::npos; }},
    {Quirk::kernels_at_once, "PoCL 3.1, told of 5.0",
     "aborts now and then (2 of 84 runs of four devices) in pocl_release_dlhandle_cache where devices run kernels at "
     "the same time: the users of all binaries of a kernel and a work-group are counted with the first that is found",
     "Kernel::enqueue() lets the devices take turns, which share the cores anyway; one open device alone does not wait",
     [](const DeviceInfo &device) { return device.platform == "Portable Computing Language"; }},
    {Quirk::status_waits, "rusticl 22.3", "clGetEventInfo() comes back when the command has ended, once that runs",
     "none: DeviceOptions::longest_wait ends no wait for a command that runs, CallWatch tells of it", is_rusticl},

    {Quirk::broken_formats, "PoCL 3.1",
     "R16F is listed and samples garbage; formats that are not listed answer CL_INVALID_OPERATION",
     "probing samples an image of each format, DeviceInfo::good_formats", nullptr},
    {Quirk::short_loops, "rusticl 22.3 (llvmpipe)",
     "ends the loops of a work-item after 65535 rounds altogether, and says nothing",
     "probing loops longer, DeviceInfo::long_loops: no persistent traversals, more groups in block extraction and "
     "thinning",
     nullptr},
    {Quirk::unbelievable_times, "rusticl 22.3", "every event lasts 1 ns",
     "probing compares with host time, DeviceInfo::event_times: times are the host's", nullptr},

    {Quirk::name_in_version, "PoCL 3.1", "the device is called pthread-..., only the version says PoCL",
     "choose_device() looks there too", nullptr},
    {Quirk::empty_platforms, "Mesa 22.3 (Clover)", "a platform without devices", "list_devices() leaves it out",
     nullptr},
    {Quirk::old_language_default, "PoCL 3.1", "without -cl-std programs are OpenCL C 3.0",
     "build_options() always has -cl-std=CL1.2", nullptr},
    {Quirk::chatty_compiler, "PoCL 3.1", "prints \"128 warnings generated.\" to stderr",
     "build_options() always has -w", nullptr},
    {Quirk::no_line_directives, "NVIDIA 580", "ignores #line: logs say <kernel>:2:36",
     "KernelSource::translate_log() finds file and line", nullptr},
    {Quirk::fragile_options, "rusticl 22.3", "crashes on -DS=\"a b\"", "constants of programs are numbers", nullptr},
    {Quirk::fragile_binaries, "PoCL 3.1, rusticl 22.3, Oclgrind 21.10", "crash on a damaged program binary",
     "entries of the cache carry a checksum", nullptr},
    {Quirk::one_binary, "PoCL 3.1",
     "CL_PROGRAM_BINARY_SIZES has one entry in a context of several devices: that of the device it was built for",
     "Program takes the only entry for its device's", nullptr},
    {Quirk::memory_overrun, "PoCL 3.1", "accepts 40 GiB on a machine that has less, and aborts when they are used",
     "Device::require_memory() refuses first", nullptr},
    {Quirk::local_memory_overrun, "PoCL 3.1 aborts, rusticl 22.3 says nothing",
     "a launch with more local memory than there is", "Kernel refuses it first", nullptr},
    {Quirk::local_memory_untold, "PoCL 5.0", "CL_KERNEL_LOCAL_MEM_SIZE is 0 whatever the kernel declares",
     "Kernel::static_local_bytes() is 0 then: such kernels are checked for what is passed to them alone", nullptr},
    {Quirk::late_start, "any driver: the standard allows it", "a command starts when somebody waits for it, or flushes",
     "launches and copies flush, else host times would count the wait", nullptr},
    {Quirk::slow_events, "NVIDIA 580 (H200)", "a launch that gives back an event ends 5 us later",
     "Kernel::submit() asks for none", nullptr},
    {Quirk::indexed_arguments, "rusticl 22.3 (llvmpipe)",
     "crashes on a struct argument whose array is indexed by a variable", "clip_plane.cl names each element", nullptr},

    {Quirk::coarse_filter, "rusticl 22.3 (llvmpipe)",
     "8-bit weights on 8-bit images, off by up to 6.4e-3; exact, and no slower, with GALLIVM_PERF=no_aos_sampling",
     "app/environment.h sets it", nullptr},
    {Quirk::hidden_devices, "rusticl 22.3", "shows neither devices nor itself unless RUSTICL_ENABLE names a driver",
     "app/environment.h says so where no device is found", nullptr},
    {Quirk::environment_writers, "PoCL 3.1",
     "sets environment variables when first asked for devices: a getenv() of another thread's library then reads freed "
     "memory",
     "the viewer calls load_drivers() before OpenGL starts threads", nullptr},
};

} // namespace

std::span<const QuirkRow> quirk_table() { return table; }

bool has_quirk(const DeviceInfo &device, Quirk quirk) {
    const auto row =
        std::find_if(std::begin(table), std::end(table), [&](const QuirkRow &one) { return one.quirk == quirk; });
    assert(row != std::end(table) && row->has);
    return row->has(device);
}

} // namespace voxmarch
