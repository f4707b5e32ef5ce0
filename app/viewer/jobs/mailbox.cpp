// A list behind a lock: filled by any thread, emptied by the interface.
#include "app/viewer/jobs/mailbox.h"

namespace voxmarch {

void Mailbox::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        work_.push_back(std::move(work));
    }
    wake_();
}

void Mailbox::run_all() {
    std::vector<std::function<void()>> work;
    {
        const std::lock_guard lock(mutex_);
        work.swap(work_);
    }
    for (const auto &piece : work) {
        piece();
    }
}

} // namespace voxmarch
