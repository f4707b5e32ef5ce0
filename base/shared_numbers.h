// Numbers that all ranks share: each goes to whoever asks first.
#pragma once

#include "base/ranks.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace voxmarch {

/// Made and destroyed by all ranks at the same place, right behind a meeting; meanwhile nobody else uses `ranks`. Rank
/// 0 answers the others from a thread of its own.
class SharedNumbers {
public:
    /// first .. end - 1; there may be none
    SharedNumbers(Ranks &ranks, int first, int end);

    /// Waits until every rank knows that there are no more.
    ~SharedNumbers();
    SharedNumbers(const SharedNumbers &) = delete;
    SharedNumbers &operator=(const SharedNumbers &) = delete;

    /// A number that nobody has, larger than all before it; empty: there is none left. From any thread.
    std::optional<int> next();

    /// Nobody gets another one: this rank has failed.
    void stop();

private:
    Ranks &ranks_;
    const int end_;
    std::atomic<int> next_; ///< of rank 0
    std::mutex asking_;     ///< of a rank's threads
    bool told_none_;        ///< this rank will not ask again
    std::jthread answering_;

    std::optional<int> take();
    std::optional<int> ask(int question);
    void answer();
};

} // namespace voxmarch
