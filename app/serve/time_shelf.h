// The times of a series that were drawn lately, in memory for all that draw.
#pragma once

#include "scene/load_volume.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

namespace voxmarch {

/// Any thread may use it.
class TimeShelf {
public:
    /// @param first   stays in any case
    /// @param budget  bytes of the other times that are kept; the last one is in any case
    explicit TimeShelf(std::shared_ptr<const LoadedVolume> first, std::uint64_t budget = std::uint64_t{2} << 30);

    /// The volume at this time, which is read where it is not at hand.
    /// Precondition: the series has it; without a series it is that of the first.  @throws as loaded_at()
    std::shared_ptr<const LoadedVolume> at(int time);

    const LoadedVolume &first() const { return *first_; }
    const std::shared_ptr<const LoadedVolume> &shared_first() const { return first_; }

private:
    const std::shared_ptr<const LoadedVolume> first_;
    std::size_t most_ = 1;                                ///< times that are kept
    std::mutex mutex_;                                    // of the list
    std::list<std::shared_ptr<const LoadedVolume>> kept_; ///< the one that was asked for last is in front
};

} // namespace voxmarch
