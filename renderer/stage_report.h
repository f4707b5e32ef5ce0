// Tells whoever listens which stage of a frame begins, and how much of it is done.
#pragma once

#include "renderer/stage.h"

#include <functional>
#include <utility>

namespace voxmarch {

/// Those who ask for its progress functions refer to it: not copied, not moved.
class StageReport {
public:
    StageReport() = default;
    StageReport(const StageReport &) = delete;
    StageReport &operator=(const StageReport &) = delete;

    void listen(std::function<void(Stage, double)> listener) { listener_ = std::move(listener); }

    /// Whether stages tell their shares, and are waited for one by one.
    void divide(bool divide) { divided_ = divide; }
    bool divided() const { return divided_; }

    /// A stage begins, or is waited for; or a share of it is there. @throws what the listener throws
    void tell(Stage stage, double share = -1.0) const {
        if (listener_) {
            listener_(stage, share);
        }
    }

    /// For stages that can tell their share; empty if they shall not.
    std::function<void(double)> progress_of(Stage stage) const {
        return divided_ ? [this, stage](double share) { tell(stage, share); } : std::function<void(double)>();
    }

private:
    std::function<void(Stage, double)> listener_;
    bool divided_ = false;
};

} // namespace voxmarch
