// Orders compared as values, and a pause.
#include "app/viewer/jobs/picture_requests.h"

namespace voxmarch {

namespace {

constexpr double still_after = 0.15; // seconds

} // namespace

bool PictureRequests::is_still(double now) const { return now - changed_ > still_after; }

std::optional<FrameRequest> PictureRequests::next(const FrameOrder &wanted, bool moves, double now) {
    const bool changed = wanted != last_;
    if (!changed && (in_full_ || moves || !is_still(now))) {
        return std::nullopt;
    }
    FrameRequest request{wanted, changed && last_};
    if (request.moving) {
        request.order.heat_map.reset(); // takes long
    }
    in_full_ = !request.moving;
    changed_ = changed ? now : changed_;
    last_ = wanted;
    return request;
}

void PictureRequests::begin() { last_.reset(); }

bool PictureRequests::is_current(const Frame &frame, const FrameOrder &wanted) const {
    return frame.final && frame.request == number_ && in_full_ && wanted == last_;
}

} // namespace voxmarch
