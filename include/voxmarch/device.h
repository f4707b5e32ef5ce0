// OpenCL devices: which there are, opening one, or taking over one that the program already uses.
#pragma once

#include "voxmarch/error.h"
#include "voxmarch/types.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

// Of CL/cl.h: cl_context is _cl_context *, cl_command_queue is _cl_command_queue *.
struct _cl_context;       // NOLINT(bugprone-reserved-identifier): OpenCL's own name
struct _cl_command_queue; // NOLINT(bugprone-reserved-identifier): OpenCL's own name

namespace voxmarch::v1 {

/// What a device says of itself, and how it will be used.
struct DeviceInfo {
    int index = 0; ///< its number, over all platforms; a selector
    std::string name, platform, vendor;
    std::string version; ///< of OpenCL, "OpenCL 3.0 CUDA"
    std::string driver;
    DeviceKind kind = DeviceKind::other;
    unsigned compute_units = 0;
    std::uint64_t global_memory = 0;                   ///< bytes
    std::uint64_t largest_allocation = 0;              ///< bytes
    SamplingBackend backend = SamplingBackend::buffer; ///< how rays sample on it; known once it is open
};

/// All usable devices over all platforms. @throws NoDeviceError when there is none; it says what to install
VOXMARCH_API std::vector<DeviceInfo> list_devices();

/// Where programs of this user keep what can be made again: $XDG_CACHE_HOME/voxmarch or $HOME/.cache/voxmarch; empty if
/// neither is an absolute path. The only thing here that looks at the environment, and only where it is called.
VOXMARCH_API std::filesystem::path user_cache_folder();

/// What the program decides about a device.
struct DeviceOptions {
    /// Folder for compiled kernels and what was found out about devices, made when it is needed, e.g.
    /// user_cache_folder(); empty: nothing is kept, and a CPU driver may compile for seconds at every start. Several
    /// processes may share it.
    std::filesystem::path cache_folder{};

    /// Folder with a copy of kernels/, read in place of the kernels within the library; empty: those.
    std::filesystem::path kernel_folder{};

    /// The device counts as having no more memory than this, bytes; 0: all it has.
    std::uint64_t memory_limit = 0;

    /// Seconds that launched work is waited for; then what waits throws DeviceError, and all that can be done with the
    /// device and what was made with it is to destroy them. What a driver does within one call (building kernels,
    /// opening a device) takes as long as it wants. 0: no end.
    double longest_wait = 0.0;

    /// Told, a line each, what takes time or fails without harm: programs compiled, findings about the device, a cache
    /// that cannot be written. Called by the thread that uses the device. Empty: nobody listens.
    std::function<void(const std::string &)> log{};
};

/// An opened device. Move-only; what is made with it keeps it open.
class VOXMARCH_API Device {
public:
    /// Opens a device and finds out by trying what it can do (some tiny kernels the first time).
    /// @param selector  an index, `cpu` or `gpu` (the first one), or a part of the name of device, platform or version,
    ///                  whatever the case; empty: the first GPU, else the first CPU, else the first device
    /// @throws NoDeviceError if nothing fits, it lists what there is; DeviceError
    explicit Device(const std::string &selector = "", const DeviceOptions &options = {});

    /// Takes over what the program uses: buffers can be shared, and what is launched here comes after what was launched
    /// on the queue before. Both are retained, and released at the end.
    /// @param queue  an in-order queue of the context. With profiling, times of frames are those of the device.
    /// @throws UsageError for a null pointer or a queue of another context, UnsupportedError for a queue that works out
    ///         of order, or a device before OpenCL 1.2 or without a compiler; DeviceError
    Device(_cl_context *context, _cl_command_queue *queue, const DeviceOptions &options = {});

    ~Device();
    Device(Device &&) noexcept;
    Device &operator=(Device &&) noexcept;

    const DeviceInfo &info() const;
    _cl_context *context() const;
    _cl_command_queue *queue() const; ///< in order; everything is launched here

    /// Bytes held by living buffers and images of the library.
    std::uint64_t allocated() const;

    /// Waits until everything launched is done. @throws DeviceError
    void finish() const;

private:
    friend struct Inside;
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

} // namespace voxmarch::v1
