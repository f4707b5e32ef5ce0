// Builds a kernel program or takes its binary from the cache.
#include "device/program.h"
#include "base/error.h"
#include "device/cache.h"
#include "device/cl_call.h"
#include "device/discovery.h"
#include "device/kernel_source.h"

#include <atomic>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::atomic<std::uint64_t> compiled_count{0};

std::string build_log(const cl::Program &program, const cl::Device &device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error &) {
        return "";
    }
}

/// Not by cl::Program::build, which reports the failure of its own question for the log instead of the build's.
cl_int build(const cl::Program &program, const Device &device, const std::string &options) {
    const cl_device_id id = device.handle()();
    return clBuildProgram(program(), 1, &id, options.c_str(), nullptr, nullptr);
}

/// The program made from a binary that passed the cache's checks; a null program if the driver does not want it.
cl::Program from_binary(const Device &device, const std::string &binary, const std::string &options) {
    try {
        const cl::Program::Binaries binaries{{binary.begin(), binary.end()}};
        cl::Program program(device.context(), {device.handle()}, binaries);
        return build(program, device, options) == CL_SUCCESS ? program : cl::Program();
    } catch (const cl::Error &) {
        return {};
    }
}

/// What the driver compiled; empty if it does not say.
std::string binary_of(const cl::Program &program) {
    try {
        const cl::Program::Binaries binaries = program.getInfo<CL_PROGRAM_BINARIES>();
        return binaries.empty() ? "" : std::string(binaries.front().begin(), binaries.front().end());
    } catch (const cl::Error &) {
        return "";
    }
}

cl::Program compile(const Device &device, const std::string &name, const KernelSource &source,
                    const std::string &options) {
    cl::Program program = cl_call(name, [&] { return cl::Program(device.context(), source.text); });
    ++compiled_count;
    const cl_int code = build(program, device, options);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        const std::string log = source.translate_log(build_log(program, device.handle()));
        throw ProgramError(name, log.empty() ? "the compiler wrote no log" : log);
    }
    if (code != CL_SUCCESS) {
        throw_call_error(cl::Error(code, "clBuildProgram"), name);
    }
    return program;
}

} // namespace

Program::Program(Device &device, const ProgramSource &source) : device_(&device), name_(source.name) {
    const KernelSource text = assemble_source(source);
    const std::string options = build_options(source);
    const DeviceInfo &info = device.info();
    const CacheKey key("program", {text.text, options, info.platform, platform_version(device.handle()), info.name,
                                   info.version, info.driver});
    if (const std::optional<std::string> binary = load_cached(key)) {
        program_ = from_binary(device, *binary, options);
        from_cache_ = program_() != nullptr;
    }
    if (!from_cache_) {
        program_ = compile(device, name_, text, options);
        log_ = text.translate_log(build_log(program_, device.handle()));
        if (const std::string binary = binary_of(program_); !binary.empty()) {
            store_cached(key, binary);
        }
    }
}

Kernel Program::kernel(const std::string &name) {
    cl::Kernel kernel = cl_call(fmt::format("kernel '{}' of program '{}'", name, name_),
                                [&] { return cl::Kernel(program_, name.c_str()); });
    return Kernel(*device_, std::move(kernel), name);
}

std::string warp_file(const DeviceInfo &info) {
    switch (info.warp_vote) {
    case WarpVote::sub_group: return "warp_sub_group.cl";
    case WarpVote::ptx: return "warp_ptx.cl";
    case WarpVote::single: break;
    }
    return "warp_single.cl";
}

std::vector<std::string> load_files(const DeviceArray &array, std::string_view stored_type) {
    if (array.image) {
        return {"vectors.cl", "load_image.cl"};
    }
    return {"vectors.cl", "scalar_" + std::string(stored_type) + ".cl", "load_buffer.cl"};
}

std::uint64_t programs_compiled() { return compiled_count; }

} // namespace voxmarch
