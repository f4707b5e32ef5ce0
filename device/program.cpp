// Builds a kernel program or takes its binary from the cache.
#include "device/program.h"
#include "base/error.h"
#include "device/cache.h"
#include "device/cl_call.h"
#include "device/command_trace.h"
#include "device/discovery.h"
#include "device/kernel_source.h"
#include "device/while_waiting.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::atomic<std::uint64_t> compiled_count{0};

/// Empty if the driver does not say.
std::string build_log(const Device &device, cl_program program) {
    try {
        const std::vector<char> text = info_values<char>("clGetProgramBuildInfo", "log", [&](auto... answer) {
            return clGetProgramBuildInfo(program, device.handle(), CL_PROGRAM_BUILD_LOG, answer...);
        });
        return text.empty() ? "" : std::string(text.data());
    } catch (const Error &) {
        return "";
    }
}

cl_int build(const Device &device, cl_program program, const std::string &options, const std::string &name) {
    const CallWatch::Guard call = device.calling("building kernels", name);
    const cl_device_id id = device.handle();
    return WhileWaiting::during([&] { return clBuildProgram(program, 1, &id, options.c_str(), nullptr, nullptr); });
}

/// The program made from a binary that passed the cache's checks; none if the driver does not want it.
Handle<_cl_program> from_binary(const Device &device, const std::string &binary, const std::string &options,
                                const std::string &name) {
    const cl_device_id id = device.handle();
    const std::size_t size = binary.size();
    const auto *bytes = reinterpret_cast<const unsigned char *>(binary.data());
    cl_int code = CL_SUCCESS;
    Handle program(clCreateProgramWithBinary(device.context(), 1, &id, &size, &bytes, nullptr, &code));
    const bool good = code == CL_SUCCESS && build(device, program.get(), options, name) == CL_SUCCESS;
    return good ? program : Handle<_cl_program>();
}

/// What the driver compiled for this device; empty if it does not say.
std::string binary_of(const Device &device, cl_program program) {
    const auto ask = [&](cl_program_info name) {
        return [program, name](auto... answer) { return clGetProgramInfo(program, name, answer...); };
    };
    try {
        // One entry for each device of the context, where a null pointer asks for none of that device; but see
        // Quirk::one_binary.
        const auto devices = info_values<cl_device_id>("clGetProgramInfo", "binary", ask(CL_PROGRAM_DEVICES));
        const auto sizes = info_values<std::size_t>("clGetProgramInfo", "binary", ask(CL_PROGRAM_BINARY_SIZES));
        const auto found = std::find(devices.begin(), devices.end(), device.handle()) - devices.begin();
        const std::size_t place = sizes.size() == 1 ? 0 : static_cast<std::size_t>(found);
        if (place >= sizes.size()) {
            return "";
        }
        std::string binary(sizes[place], '\0');
        std::vector<char *> binaries(sizes.size(), nullptr);
        binaries[place] = binary.data();
        require_success(ask(CL_PROGRAM_BINARIES)(binaries.size() * sizeof(char *), binaries.data(), nullptr),
                        "clGetProgramInfo", "binary");
        return binary;
    } catch (const Error &) {
        return "";
    }
}

Handle<_cl_program> compile(const Device &device, const std::string &name, const KernelSource &source,
                            const std::string &options) {
    const Handle program = created("clCreateProgramWithSource", name, [&](cl_int *code) {
        const char *text = source.text.c_str();
        const std::size_t size = source.text.size();
        return clCreateProgramWithSource(device.context(), 1, &text, &size, code);
    });
    ++compiled_count;
    const cl_int code = build(device, program.get(), options, name);
    if (code == CL_BUILD_PROGRAM_FAILURE) {
        const std::string log = source.translate_log(build_log(device, program.get()));
        throw ProgramError(name, log.empty() ? "the compiler wrote no log" : log);
    }
    require_success(code, "clBuildProgram", name);
    return program;
}

} // namespace

Program::Program(Device &device, const ProgramSource &source) : device_(&device), name_(source.name) {
    const std::filesystem::path &cache = device.options().cache_folder;
    const KernelSource text = assemble_source(source, device.options().kernel_folder);
    const std::string options = build_options(source, device.info().kind, device.options());
    const DeviceInfo &info = device.info();
    const CacheKey key("program", {text.text, options, info.platform, platform_version(device.handle()), info.name,
                                   info.version, info.driver});
    const auto start = std::chrono::steady_clock::now();
    if (const std::optional<std::string> binary = load_cached(cache, key)) {
        program_ = from_binary(device, *binary, options, name_);
        from_cache_ = static_cast<bool>(program_);
    }
    if (!from_cache_) {
        program_ = compile(device, name_, text, options);
        device.log(fmt::format("compiled kernel program '{}' in {:.0f} ms", name_, milliseconds_since(start)));
        log_ = text.translate_log(build_log(device, program_.get()));
        if (device.options().remarks) {
            device.options().remarks(name_, log_);
        }
        std::string binary;
        (void)WhileWaiting::during([&] { // where PoCL does most of its work
            binary = binary_of(device, program_.get());
            return CL_SUCCESS;
        });
        if (!binary.empty() && !cache.empty() && !store_cached(cache, key, binary)) {
            device.log(fmt::format("cannot write to the cache {}", cache.string()));
        }
    }
    if (CommandTrace *const trace = device.options().trace) {
        trace->add_phase("kernel program " + name_, start, from_cache_ ? "from the cache" : "compiled");
    }
}

Kernel Program::kernel(const std::string &name) {
    Handle kernel = created("clCreateKernel", fmt::format("kernel '{}' of program '{}'", name, name_),
                            [&](cl_int *code) { return clCreateKernel(program_.get(), name.c_str(), code); });
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

std::vector<std::string> load_files(bool image, std::string_view stored_type) {
    if (image) {
        return {"vectors.cl", "load_image.cl"};
    }
    return {"vectors.cl", "scalar_" + std::string(stored_type) + ".cl", "load_buffer.cl"};
}

std::uint64_t programs_compiled() { return compiled_count; }

} // namespace voxmarch
