// Keeps what was asked for last.
#include "app/serve/time_shelf.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

std::uint64_t bytes_of(const LoadedVolume &loaded) {
    std::uint64_t bytes = loaded.volume.header().byte_count();
    for (const Volume &channel : loaded.other_channels) {
        bytes += channel.header().byte_count();
    }
    return bytes;
}

} // namespace

TimeShelf::TimeShelf(std::shared_ptr<const LoadedVolume> first, std::uint64_t budget)
    : first_(std::move(first)), most_(static_cast<std::size_t>(std::max<std::uint64_t>(
                                    1, budget / std::max<std::uint64_t>(bytes_of(*first_), 1)))) {}

std::shared_ptr<const LoadedVolume> TimeShelf::at(int time) {
    if (time == first_->scene.volume.time) {
        return first_;
    }
    const auto is_wanted = [time](const auto &kept) { return kept->scene.volume.time == time; };
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = std::ranges::find_if(kept_, is_wanted); found != kept_.end()) {
            kept_.splice(kept_.begin(), kept_, found);
            return kept_.front();
        }
    }
    std::shared_ptr<const LoadedVolume> read = loaded_at(*first_, time); // others may take theirs meanwhile
    const std::lock_guard lock(mutex_);
    if (std::ranges::none_of(kept_, is_wanted)) {
        kept_.push_front(read);
        while (kept_.size() > most_) {
            kept_.pop_back();
        }
    }
    return read;
}

} // namespace voxmarch
