// What a program decides for the library, which looks nothing up in its environment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace voxmarch {

class CallWatch;
class CommandTrace;

/// How large copies go between host and device.
enum class StagedCopies {
    automatic, ///< on GPUs through pinned memory, once so much has travelled that making it pays; never on CPUs
    always,    ///< copies of any size on any device: for tests
    never      ///< as the driver does it: for comparison
};

/// Given when a device is opened; every field may stay as it is.
struct DeviceOptions {
    /// Keeps compiled kernels and what was found out about devices from one run to the next; empty: nothing is kept,
    /// and a CPU driver compiles for seconds at every start.
    std::filesystem::path cache_folder;

    /// A copy of kernels/ that is read in place of the kernels built in; empty: those built in.
    std::filesystem::path kernel_folder;

    /// Bytes that the device counts as having at most; 0: all it has.
    std::uint64_t memory_limit = 0;

    /// Whether copies go through pinned memory that several threads fill or empty: see Stages::take().
    StagedCopies staged_copies = StagedCopies::automatic;

    /// Programs are built so that the driver tells the names of kernels' parameters, and launches that name their
    /// arguments are compared with them: for tests.
    bool check_arguments = false;

    /// Registers that a work-item has at most, and who is told what the compiler says of each program, by its name: for
    /// measurements, and for drivers with cl_nv_compiler_options alone; others refuse to compile. What comes from the
    /// cache brings no remarks. 0: as many as the compiler likes; empty: nobody.
    int registers = 0;
    std::function<void(const std::string &program, const std::string &log)> remarks;

    /// Keeps every launch and copy once it was started, see command_trace.h; outlives the device. Null: nothing is
    /// kept.
    CommandTrace *trace = nullptr;

    /// Is told of calls into the driver that take long, see call_watch.h; outlives the device. Null: nobody is.
    CallWatch *watch = nullptr;

    /// Seconds that launched work is waited for; then the wait ends in DeviceError, nothing on the device is waited for
    /// any more, and all that can be done with it is to destroy it. What a driver does within a single call (building,
    /// opening) has no end but its own. 0: as long as it takes. With it waits look again and again, and end late by a
    /// twentieth of their time, or 10 ms.
    double longest_wait = 0.0;

    /// Selector that is taken where an empty one is given, and who set it, for messages; see choose_device().
    std::string default_device, default_origin;

    /// Put behind the message that there is no driver or device at all: what the program knows of where they may hide.
    std::string driver_hint;

    /// Is told, in one line, what takes time or fails without harm: programs compiled, findings about a device, a cache
    /// that cannot be written. Called by the thread that uses the device. Empty: nobody listens.
    std::function<void(const std::string &)> log;
};

} // namespace voxmarch
