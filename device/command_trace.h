// A record of the commands that devices were given, with the times at which they ran, and of what the host did
// meanwhile.
#pragma once

#include "device/context.h"
#include "device/handle.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace voxmarch {

/// A launch or copy that is done. Times in nanoseconds since the trace was started, on the clock of the host.
struct TracedCommand {
    std::size_t device = 0; ///< in CommandTrace::devices()
    std::size_t queue = 0;  ///< of its device, in the order in which queues were first used
    std::string kind;       ///< "kernel", "write", "read", "copy", "fill", "map", "unmap" or "other"
    std::string label;      ///< of the kernel, or of the memory that is copied
    std::int64_t queued = 0, submitted = 0, started = 0, ended = 0;
};

/// A stretch of the host's work, by the same clock.
struct TracedPhase {
    std::string name; ///< "read", "write PNG"
    std::int64_t began = 0, ended = 0;
    std::size_t thread = 0; ///< whose it was, in the order in which threads had their first
    std::string detail{};   ///< what came of it, "NRRD, uint8, 64x64x64"; empty: nothing to say
};

/// Keeps the commands of all devices whose DeviceOptions name it, once it was started. It outlives them. Any thread.
class CommandTrace {
public:
    struct TracedDevice {
        int index = 0; ///< DeviceInfo::index
        std::string name;
        bool device_times = true; ///< false: the driver tells none, and commands have the time of their launch alone
        std::int64_t offset = 0;  ///< from the driver's clock to ours; within what a call to the driver takes
        std::vector<_cl_command_queue *> queues;
    };

    void start();
    bool is_on() const { return on_; }

    /// Keeps a command. @throws DeviceError
    void add(const Device &device, Handle<_cl_event> event, const std::string &label);

    /// Who is told of every phase when it ends, whether the trace was started or not; by the thread whose phase it is.
    using Listener = std::function<void(const std::string &name, const std::string &detail, double seconds)>;

    /// Before threads are started.
    void tell(Listener listener) { listener_ = std::move(listener); }

    /// Keeps a phase that ends now, if the trace was started. @param began  what lies before the start is left out
    void add_phase(const std::string &name, std::chrono::steady_clock::time_point began,
                   const std::string &detail = "");

    std::vector<TracedDevice> devices() const;
    std::vector<TracedPhase> phases() const; ///< in the order of their ends

    /// Waits for all commands; in the order of their launches. @throws DeviceError if one failed
    std::vector<TracedCommand> commands() const;

    /// Forgets all commands and phases until now.
    void forget();

    /// Nanoseconds since start().
    std::int64_t now() const { return time_of(std::chrono::steady_clock::now()); }

private:
    struct Kept {
        std::size_t device, queue;
        Handle<_cl_event> event;
        std::string label;
        std::int64_t launched;
    };
    bool on_ = false; ///< set before threads are started
    std::chrono::steady_clock::time_point start_{};
    Listener listener_;
    mutable std::mutex mutex_; ///< of what follows
    std::vector<TracedDevice> devices_;
    std::vector<Kept> kept_;
    std::vector<TracedPhase> phases_;
    std::vector<std::thread::id> threads_; ///< of phases

    std::int64_t time_of(std::chrono::steady_clock::time_point moment) const;
    std::size_t number_of(const Device &device);
    TracedCommand done(const Kept &kept) const;
};

/// Runs a call that puts a command into a queue, and keeps the command if there is a trace.
/// @param call  gets where the event is wanted, null where it is not, and returns the call's code
template <typename Call> int traced(const Device &device, const std::string &label, const Call &call) {
    CommandTrace *const trace = device.trace();
    _cl_event *event = nullptr;
    const int code = call(trace ? &event : nullptr);
    if (event) {
        trace->add(device, Handle<_cl_event>(event), label);
    }
    return code;
}

} // namespace voxmarch
