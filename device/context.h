// An opened OpenCL device: context, queue, capabilities, and the account of its memory.
#pragma once

#include "device/call_watch.h"
#include "device/device_info.h"
#include "device/event.h"
#include "device/handle.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// A context and a queue that the caller made with OpenCL's own functions: a cl_context and a cl_command_queue.
struct ExternalQueue {
    _cl_context *context = nullptr;
    _cl_command_queue *queue = nullptr;
};

class LaunchTurns;
class Stages;

/// Opens one device: context, in-order profiling queue, probed capabilities. Not copyable, not movable;
/// buffers, images and programs refer to it and must not outlive it. One thread at a time.
class Device {
public:
    /// Opens and probes. Probing builds a few tiny kernels the first time; its results are cached (see cache.h).
    /// @param selector  see choose_device
    /// @throws NoDeviceError, DeviceError
    explicit Device(const std::string &selector = "", DeviceOptions options = {});
    /// @param index  DeviceInfo::index  @throws NoDeviceError if there is no such device, DeviceError
    explicit Device(int index, DeviceOptions options = {});
    /// Uses a context and a queue of the caller's, both retained. Everything goes through this queue, in order with
    /// what the caller puts there. Events tell device times only if the queue was made with profiling.
    /// @throws UsageError for a null pointer or a queue of another context, UnsupportedError for a queue that works out
    ///         of order or on the device, and for a device before OpenCL 1.2 or without a compiler; DeviceError
    explicit Device(const ExternalQueue &external, DeviceOptions options = {});
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;
    ~Device();

    const DeviceInfo &info() const { return info_; }
    const DeviceOptions &options() const { return options_; }
    _cl_device_id *handle() const { return device_.get(); }
    _cl_context *context() const { return context_.get(); }
    _cl_command_queue *queue() const { return queue_.get(); }

    /// Another queue, in order like the device's own, which works beside it; that itself where the caller gave it.
    Handle<_cl_command_queue> second_queue() const { return is_external_ ? queue_ : new_queue(); }

    /// What is kept for large copies between host and device: pinned memory and threads (device/staging.h).
    Stages &stages() { return *stages_; }

    /// Who may run a kernel now (device/launch_turns.h).
    const LaunchTurns &launch_turns() const { return *launch_turns_; }

    /// Tells the log sink of the options, if there is one.
    void log(const std::string &line) const;

    /// Takes over the event of a command that was put into one of the device's queues.
    /// @param label  see Event  @throws DeviceError
    Event command(_cl_event *event, const std::string &label) const;

    /// Who keeps commands; null: nobody.
    CommandTrace *trace() const;

    /// The watch is told of a call that may take long as long as the result lives. @param doing,what  see SlowCall
    [[nodiscard]] CallWatch::Guard calling(const char *doing, const std::string &what) const {
        return {options_.watch, info_.name, doing, what};
    }
    [[nodiscard]] CallWatch::Guard calling(const char *doing) const { return calling(doing, nothing_); }

    /// Waits for a command. @throws DeviceError if it failed, or DeviceOptions::longest_wait has passed
    void wait_for(_cl_event *event, const std::string &label) const;

    /// Waits until everything launched is done. @throws DeviceError
    void finish() const;

    /// Before a call that waits within the driver, where nothing could end it: waits until everything launched on the
    /// queue is done, if DeviceOptions::longest_wait is set. @param also  what is waited for, too  @throws DeviceError
    void settle(_cl_command_queue *queue, const Event &also = {}) const;
    void settle() const { settle(queue()); }

    /// The same for destructors: waits for queues, but not for those of a device that did not answer.
    void drain(_cl_command_queue *queue) const noexcept;

    /// Bytes held by living buffers and images.
    std::uint64_t allocated() const { return allocated_; }

    /// Buffers and images made since the start.
    std::uint64_t allocations() const { return allocations_; }

    /// From now on the device counts as having no more memory than this.
    void limit_memory(std::uint64_t bytes);

    /// Refuses what the driver would only abort on: nothing at all, a single allocation or a sum beyond the device's
    /// limits. Where the sum is, what is kept for copies is given back first.
    /// @throws MemoryError "LABEL needs X MiB, device limit Y MiB ..."
    void require_memory(std::uint64_t bytes, const std::string &label);

private:
    friend class DeviceMemory;
    DeviceOptions options_;
    DeviceInfo info_;
    Handle<_cl_device_id> device_;
    Handle<_cl_context> context_;
    Handle<_cl_command_queue> queue_;
    bool is_external_ = false;     ///< the queue is the caller's
    std::string nothing_;          ///< what there is to say of calls that concern nothing further
    mutable bool is_lost_ = false; ///< longest_wait has passed
    std::uint64_t allocated_ = 0, allocations_ = 0;
    std::unique_ptr<LaunchTurns> launch_turns_;
    std::unique_ptr<Stages> stages_; ///< the first to go
    void open(int index);
    void start(Handle<_cl_context> context);
    Handle<_cl_command_queue> new_queue() const;
    bool lacks_room(std::uint64_t bytes) const;
};

/// Opens all devices that a selector names, see choose_devices(). @throws NoDeviceError, DeviceError
std::vector<std::unique_ptr<Device>> open_devices(const std::string &selector, const DeviceOptions &options = {});

} // namespace voxmarch
