// An opened OpenCL device: context, queue, capabilities, and the account of its memory.
#pragma once

#include "device/device_info.h"
#include "device/handle.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// Opens one device: context, in-order profiling queue, probed capabilities. Not copyable, not movable;
/// buffers, images and programs refer to it and must not outlive it. One thread at a time.
class Device {
public:
    /// Sets what must be set before the first OpenCL call (rusticl's exact filter weights), then opens and probes.
    /// Probing builds a few tiny kernels the first time; its results are cached (see cache.h).
    /// @param selector  see choose_device
    /// @throws NoDeviceError, DeviceError
    explicit Device(const std::string &selector = "");
    /// @param index  DeviceInfo::index  @throws NoDeviceError if there is no such device, DeviceError
    explicit Device(int index);
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    const DeviceInfo &info() const { return info_; }
    _cl_device_id *handle() const { return device_.get(); }
    _cl_context *context() const { return context_.get(); }
    _cl_command_queue *queue() const { return queue_.get(); }

    /// A second queue, for copies beside the first one's kernels; made when it is first asked for. @throws DeviceError
    _cl_command_queue *copy_queue();

    /// Waits until everything launched is done. @throws DeviceError
    void finish() const;

    /// Bytes held by living buffers and images.
    std::uint64_t allocated() const { return allocated_; }

    /// Buffers and images made since the start.
    std::uint64_t allocations() const { return allocations_; }

    /// From now on the device counts as having no more memory than this.
    void limit_memory(std::uint64_t bytes);

    /// Refuses what the driver would only abort on: nothing at all, a single allocation or a sum beyond the device's
    /// limits. @throws MemoryError "LABEL needs X MiB, device limit Y MiB ..."
    void require_memory(std::uint64_t bytes, const std::string &label) const;

private:
    friend class DeviceMemory;
    DeviceInfo info_;
    Handle<_cl_device_id> device_;
    Handle<_cl_context> context_;
    Handle<_cl_command_queue> queue_, copy_queue_;
    std::uint64_t allocated_ = 0, allocations_ = 0;
    void open(int index);
    Handle<_cl_command_queue> new_queue() const;
};

/// Opens all devices that a selector names, see choose_devices(). @throws NoDeviceError, DeviceError
std::vector<std::unique_ptr<Device>> open_devices(const std::string &selector);

} // namespace voxmarch
