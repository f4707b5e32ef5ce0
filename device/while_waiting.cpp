// A thread knows its own work, so that nothing between who has it and who waits has to pass it on.
#include "device/while_waiting.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

namespace voxmarch {

namespace {

thread_local WhileWaiting *of_this_thread = nullptr;

} // namespace

WhileWaiting::WhileWaiting(std::function<void()> work)
    : work_(std::move(work)), before_(std::exchange(of_this_thread, this)) {}

WhileWaiting::~WhileWaiting() { of_this_thread = before_; }

bool WhileWaiting::is_wanted() { return of_this_thread != nullptr && of_this_thread->work_; }

void WhileWaiting::until(const std::function<bool()> &holds) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    while (!holds()) {
        WhileWaiting *const own = std::exchange(of_this_thread, nullptr);
        own->work_();
        of_this_thread = own;
        constexpr Clock::duration longest_pause = std::chrono::milliseconds(10);
        std::this_thread::sleep_for(std::min((Clock::now() - start) / 20, longest_pause));
    }
}

int WhileWaiting::during(const std::function<int()> &call) {
    if (!is_wanted()) {
        return call();
    }
    std::future<int> result = std::async(std::launch::async, call);
    until([&] { return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    return result.get();
}

} // namespace voxmarch
