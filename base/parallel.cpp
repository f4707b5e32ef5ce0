// Threads take the next piece until none is left.
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace voxmarch {

int core_count(int pieces) {
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, std::max(pieces, 1));
}

void on_all_cores(int pieces, const std::function<void(int)> &work, const std::function<void(double)> &progress) {
    std::atomic<int> next{0};
    std::atomic<int> done{0};
    std::mutex failure_mutex;
    std::exception_ptr failure;
    const auto take = [&](bool reports) {
        try {
            for (int i = next++; i < pieces; i = next++) {
                work(i);
                ++done;
                if (reports) {
                    progress(static_cast<double>(done) / pieces);
                }
            }
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            failure = failure ? failure : std::current_exception();
            next = pieces;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 1; i < core_count(pieces); ++i) {
            threads.emplace_back(take, false);
        }
        take(static_cast<bool>(progress));
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
    if (progress) {
        progress(1.0);
    }
}

} // namespace voxmarch
