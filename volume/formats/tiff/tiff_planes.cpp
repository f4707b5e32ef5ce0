// Arithmetic of planes: slices, channels and times in the order of a description.
#include "volume/formats/tiff/tiff_description.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

std::uint64_t plane_number(const TiffDescription &description, std::uint64_t slice, std::uint64_t channel,
                           std::uint64_t time) {
    std::uint64_t number = 0;
    std::uint64_t step = 1;
    for (const char letter : description.order) {
        number += step * (letter == 'Z' ? slice : letter == 'C' ? channel : time);
        step *= letter == 'Z' ? description.slices : letter == 'C' ? description.channels : description.times;
    }
    return number;
}

PagePlace page_of_plane(const TiffDescription &description, std::uint64_t plane) {
    if (description.runs.empty()) {
        return {0, plane};
    }
    const auto after = std::upper_bound(description.runs.begin(), description.runs.end(), plane,
                                        [](std::uint64_t wanted, const PlaneRun &run) { return wanted < run.first; });
    if (after != description.runs.begin()) {
        const PlaneRun &run = *std::prev(after);
        if (plane - run.first < run.count) {
            return {run.file, run.page + (plane - run.first)};
        }
    }
    throw FileError(description.files.front(),
                    fmt::format("its OME metadata name no page for plane {} of {}", plane,
                                description.slices * description.channels * description.times));
}

} // namespace voxmarch
