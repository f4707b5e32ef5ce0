// Kernel programs: built from an ordered list of files or taken from the cache; typed launches.
#pragma once

#include "device/context.h"
#include "device/event.h"
#include "device/kernel_arguments.h"
#include "device/memory.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace voxmarch {

/// The smallest multiple that is not less than a value: work-items that fill their groups.
constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// Sizes of a launch; local all 0 lets the driver choose. Global sizes are multiples of local ones.
struct LaunchSize {
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{0, 0, 0};
    std::array<std::size_t, 3> first{0, 0, 0}; ///< global ids of the first work-item
};

/// A kernel of a program. Move-only; arguments are given at each launch, in the order of the kernel's parameters.
class Kernel {
public:
    /// @throws DeviceError
    Kernel(Device &device, Handle<_cl_kernel> kernel, std::string name);
    Kernel(Kernel &&) = default;
    Kernel &operator=(Kernel &&) = default;

    /// Sets all arguments (Buffer, Image3D, LocalBytes, or a trivially copyable value; or named() ones) and enqueues.
    /// @throws DeviceError naming kernel, call and code, for sizes that do not fit the kernel or the device, and for
    ///         names that are not those of the parameters, if the device checks arguments;
    ///         MemoryError if local memory exceeds the device's
    template <typename... Arguments> [[nodiscard]] Event launch(const LaunchSize &size, const Arguments &...arguments) {
        set_all(arguments...);
        return enqueue(size);
    }

    /// As launch, but nobody can wait for it or ask how long it took: a short launch ends earlier, Quirk::slow_events.
    /// For long rows of launches; what reads their results waits for them.
    template <typename... Arguments> void submit(const LaunchSize &size, const Arguments &...arguments) {
        set_all(arguments...);
        enqueue(size, nullptr);
    }

    /// Largest work-group the driver allows for this kernel; that which the kernel requires at least.
    std::size_t work_group_limit() const { return work_group_limit_; }

    /// Local memory of a work-group that the kernel declares itself, bytes; 0: Quirk::local_memory_untold.
    std::uint64_t static_local_bytes() const { return static_local_bytes_; }

    /// Local memory of a work-group in the last launch, that of arguments added, bytes.
    std::uint64_t local_bytes() const { return local_bytes_; }

private:
    Device *device_;
    Handle<_cl_kernel> kernel_;
    std::string name_;
    std::size_t work_group_limit_ = 0;
    std::uint64_t static_local_bytes_ = 0;
    std::uint64_t local_bytes_ = 0; // of the launch being set up, or the last
    unsigned argument_count_ = 0;
    std::vector<KernelParameter> parameters_; // if arguments are to be checked

    template <typename... Arguments> void set_all(const Arguments &...arguments) {
        require_argument_count(sizeof...(arguments));
        unsigned index = 0;
        local_bytes_ = static_local_bytes_;
        (set(index++, arguments), ...);
    }
    void set(unsigned index, const Buffer &buffer);
    void set(unsigned index, const Image3D &image);
    void set(unsigned index, const LocalBytes &local);
    template <typename T> void set(unsigned index, const T &value) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
        set_bytes(index, sizeof(T), &value);
    }
    template <typename T> void set(unsigned index, const NamedArgument<T> &argument) {
        require_parameter(index, argument.name, parameter_type<T>());
        set(index, argument.value);
    }
    void set_bytes(unsigned index, std::size_t size, const void *data);
    void require_parameter(unsigned index, std::string_view name, std::string_view type) const;
    void require_argument_count(std::size_t count) const;
    void require_local_memory() const;
    void require_size(const LaunchSize &size) const;
    Event enqueue(const LaunchSize &size);
    void enqueue(const LaunchSize &size, _cl_event **event);
};

/// A program is an ordered list of kernel files (see docs/kernels.md).
struct ProgramSource {
    std::string name;                                    ///< for messages, e.g. "ray_cast none post phong image"
    std::vector<std::string> files;                      ///< names in kernels/, "ray_cast.cl"
    std::vector<std::pair<std::string, long>> constants; ///< -D NAME=VALUE; numbers only
    bool fast_math = true;                               ///< -cl-fast-relaxed-math, but for CPUs
    /// Name and text of files of the caller's own, which count before those in kernels/.
    std::vector<std::pair<std::string, std::string>> texts = {};
};

class Program {
public:
    /// Builds, or takes the binary from the cache. Always -cl-std=CL1.2 and -I nothing: files are concatenated, each
    /// after a `#line 1 "file"`, shared_types.h first; a log's line numbers are mapped back for compilers that ignore
    /// `#line`. Files come from this library, or from DeviceOptions::kernel_folder if that is set.
    /// @throws ProgramError with the log, UsageError for an unknown file or a constant that is no identifier,
    ///         FileError for a file missing in that folder, DeviceError
    /// Cost: on CPU drivers seconds when compiled, milliseconds from the cache.
    Program(Device &device, const ProgramSource &source);
    Program(Program &&) = default;
    Program &operator=(Program &&) = default;

    /// @throws DeviceError if there is no such kernel
    Kernel kernel(const std::string &name);

    bool from_cache() const { return from_cache_; }
    /// The compiler's remarks; empty when taken from the cache.
    const std::string &log() const { return log_; }

private:
    Device *device_;
    Handle<_cl_program> program_;
    std::string name_, log_;
    bool from_cache_ = false;
};

/// Kernel file that makes warp_any and warp_count for this device: "warp_sub_group.cl", "warp_ptx.cl",
/// "warp_single.cl".
std::string warp_file(const DeviceInfo &info);

/// Kernel files with which a program reads single voxels of an array (load_scalar, load_opacity).
/// @param image        the array is an image, else a buffer
/// @param stored_type  of a buffer's scalars: "u8", "u16", "f32"
std::vector<std::string> load_files(bool image, std::string_view stored_type);

/// Programs compiled by the driver (not taken from the cache) since the process started.
std::uint64_t programs_compiled();

} // namespace voxmarch
