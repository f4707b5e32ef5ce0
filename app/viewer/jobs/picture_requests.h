// When the render thread is asked for a picture: whenever it would differ from the last one that was asked for.
#pragma once

#include "app/viewer/jobs/frame.h"

#include <optional>

namespace voxmarch {

/// While what is wanted changes, pictures are asked for that may be coarse; then, when it has been still for a moment,
/// one in full.
class PictureRequests {
public:
    /// @param moves  more changes will follow at once
    /// @param now    seconds
    /// @return what the render thread is to be asked for now; empty: nothing
    std::optional<FrameRequest> next(const FrameOrder &wanted, bool moves, double now);

    /// The last request is under this number.
    void sent(std::uint64_t number) { number_ = number; }

    /// The next picture is asked for in full, whatever is wanted: that of another volume.
    void begin();

    /// Whether a picture is the full one of what is wanted.
    bool is_current(const Frame &frame, const FrameOrder &wanted) const;

    /// Whether a picture, full or not, is of the last request.
    bool is_of_last(const Frame &frame) const { return frame.request == number_; }

    /// Whether the last request was for a full picture.
    bool in_full() const { return in_full_; }

    /// Whether nothing has changed for so long that a picture is worth to be drawn in full.
    bool is_still(double now) const;

private:
    std::optional<FrameOrder> last_; ///< empty: none since begin()
    bool in_full_ = false;
    double changed_ = 0.0; ///< when, seconds
    std::uint64_t number_ = 0;
};

} // namespace voxmarch
