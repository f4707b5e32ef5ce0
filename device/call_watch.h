// Tells of calls into a driver that take long, and of those that do not come back.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace voxmarch {

/// A call into a driver that has not come back so far.
struct SlowCall {
    std::string device;   ///< its name; "an OpenCL driver" while devices are looked for
    std::string doing;    ///< "building kernels", "running"
    std::string what;     ///< program, kernel or memory; may be empty
    double seconds = 0.0; ///< that it takes so far
    bool expired = false; ///< it takes longer than it may
};

/// Watches the calls of all devices whose DeviceOptions name it, from a thread of its own that begins with the first
/// one. It outlives them. Nobody can take a call into a driver back, so `expired` is for programs that end then,
/// without destructors, which would wait for the driver, too, or that leave the thread behind which makes the call.
/// Time in which the whole program stands still (Ctrl+Z, a debugger) counts as next to nothing.
class CallWatch {
public:
    /// Seconds; each may be off by a tenth of `notice`.
    struct Times {
        double notice = 10.0;   ///< after which a call is told of; then whenever one takes twice as long as was told
        double timeout = 120.0; ///< after which one has expired; 0: none does
    };

    /// From now on calls are watched. Both are told by the thread of the watch.
    void start(const Times &times, std::function<void(const SlowCall &)> slow,
               std::function<void(const SlowCall &)> expired);

    /// The slowest call under way, if it takes so long that it is told of. Any thread.
    std::optional<SlowCall> slowest();

    /// The slowest call under way, if it takes so many seconds, those too that nobody is told of so far. Any thread.
    std::optional<SlowCall> slowest_from(double seconds);

    /// Calls that take so long by now are not looked at any more: who made them is not waited for. Any thread.
    void leave_behind();

    /// From now on a call, also one that is under way or was left behind, has expired after so many seconds, and this
    /// is told. Nothing happens where calls are not watched.
    void give_up_after(double seconds, std::function<void(const SlowCall &)> expired);

    /// A call is on its way as long as this lives. Costs two uncontended locks.
    class Guard {
    public:
        /// @param watch   null: nobody watches
        /// @param device,doing,what  see SlowCall; they outlive it
        Guard(CallWatch *watch, const std::string &device, const char *doing, const std::string &what);
        Guard(CallWatch *, const std::string &, const char *, std::string &&) = delete;
        ~Guard();
        Guard(const Guard &) = delete;
        Guard &operator=(const Guard &) = delete;

    private:
        friend class CallWatch;
        CallWatch *watch_;
        const std::string &device_, &what_;
        const char *doing_;
        double seconds_ = 0.0;
        bool is_left_ = false;                       ///< see leave_behind()
        Guard *before_ = nullptr, *after_ = nullptr; ///< in the list of the watch
    };

private:
    Times times_;
    std::function<void(const SlowCall &)> slow_, expired_;
    std::mutex mutex_;        ///< of what follows, and of the seconds of calls
    Guard *newest_ = nullptr; ///< begins a list of all calls
    bool is_on_ = false;
    double told_ = 0.0; ///< seconds of the slowest call that was told of
    std::condition_variable_any stopped_;
    std::jthread thread_; ///< after all that it uses

    void look_on(const std::stop_token &stop);
    void look(double passed);
    const Guard *slowest_guard() const;
    SlowCall told_of(const Guard &guard) const;
};

} // namespace voxmarch
