// Arithmetic of planes: slices, channels and times in the order of a description.
#include "volume/formats/tiff/tiff_description.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

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

std::uint64_t unnamed_pages(const TiffDescription &description, std::span<const std::uint64_t> pages) {
    const std::uint64_t planes = description.slices * description.channels * description.times;
    std::map<std::uint64_t, std::int64_t> changes; // of how many runs there are, by the page where one begins or ends
    for (std::size_t i = 0; i < description.runs.size(); ++i) {
        const PlaneRun &run = description.runs[i];
        const std::uint64_t end = i + 1 < description.runs.size() ? description.runs[i + 1].first : planes;
        const std::uint64_t count = std::min(run.count, end - std::min(end, run.first));
        if (run.file == 0) {
            ++changes[run.page];
            --changes[run.page + count];
        }
    }
    std::uint64_t unnamed = 0;
    std::int64_t runs = 0;
    auto change = changes.begin();
    for (const std::uint64_t page : pages) {
        for (; change != changes.end() && change->first <= page; ++change) {
            runs += change->second;
        }
        unnamed += runs == 0 ? 1 : 0;
    }
    return unnamed;
}

} // namespace voxmarch
