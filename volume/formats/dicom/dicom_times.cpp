// Sorts the slices of every place by what tells them apart in time.
#include "volume/formats/dicom/dicom_times.h"

#include "base/text.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

constexpr double same_place = 1e-3; // mm

/// What may tell the times of slices apart, the clearest first.
struct TimeTag {
    std::uint32_t tag;
    const char *unit; ///< of its numbers; empty: they count
};
constexpr TimeTag time_tags[] = {{tag_temporal_position, ""}, {tag_trigger_time, "ms"},     {tag_acquisition_time, "s"},
                                 {tag_content_time, "s"},     {tag_acquisition_number, ""}, {tag_number, ""}};

/// "101530.25" is a time of the day (TM) in seconds; others are numbers.
std::optional<double> value_of(const DicomFile &file, const TimeTag &what) {
    const std::string text = text::trim(file.text(what.tag));
    const auto number = text::to_double(text);
    const bool is_clock = what.tag == tag_acquisition_time || what.tag == tag_content_time;
    if (!number || !is_clock) {
        return number;
    }
    const double hours = std::floor(*number / 1e4), minutes = std::floor(*number / 1e2) - 1e2 * hours;
    return 3600.0 * hours + 60.0 * minutes + (*number - 1e4 * hours - 1e2 * minutes);
}

using Places = std::vector<std::vector<std::size_t>>; ///< numbers of files

Places by_place(const std::vector<DicomFile> &files) {
    const auto axes = files.front().numbers(tag_orientation, 6);
    const glm::dvec3 normal =
        axes.empty() ? glm::dvec3(0, 0, 1)
                     : glm::cross(glm::dvec3(axes[0], axes[1], axes[2]), glm::dvec3(axes[3], axes[4], axes[5]));
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto height = [&](std::size_t i) { return glm::dot(*files[i].position(), normal); };
    std::ranges::stable_sort(order, {}, height);
    Places places;
    for (const std::size_t i : order) {
        if (places.empty() || height(i) - height(places.back().front()) > same_place) {
            places.emplace_back();
        }
        places.back().push_back(i);
    }
    return places;
}

/// Sorts every place by a tag. @return whether it tells all slices of every place apart
bool sort_by(const TimeTag &what, const std::vector<DicomFile> &files, Places &places) {
    return std::ranges::all_of(places, [&](std::vector<std::size_t> &place) {
        if (!std::ranges::all_of(place, [&](std::size_t i) { return value_of(files[i], what).has_value(); })) {
            return false;
        }
        const auto value = [&](std::size_t i) { return *value_of(files[i], what); };
        std::ranges::stable_sort(place, {}, value);
        return std::ranges::adjacent_find(place, {}, value) == place.end();
    });
}

/// When the slices of one place were taken, by the first tag of a time that rises from each to the next.
TimeAxis axis_of(const std::vector<DicomFile> &files, const std::vector<std::size_t> &place) {
    for (const TimeTag &what : time_tags) {
        TimeAxis axis{{}, what.unit};
        for (const std::size_t i : place) {
            const auto value = value_of(files[i], what);
            if (axis.unit.empty() || !value || (!axis.at.empty() && *value <= axis.at.back())) {
                break;
            }
            axis.at.push_back(*value);
        }
        if (axis.at.size() == place.size()) {
            const double first = what.tag == tag_trigger_time ? 0.0 : axis.at.front();
            std::ranges::for_each(axis.at, [&](double &at) { at -= first; });
            return axis;
        }
    }
    return {};
}

} // namespace

DicomTimes split_times(std::vector<DicomFile> files) {
    DicomTimes times;
    const bool placed = std::ranges::all_of(files, [](const DicomFile &file) { return file.position().has_value(); });
    Places places = placed ? by_place(files) : Places();
    const std::size_t count = places.empty() ? 1 : places.front().size();
    const bool alike = std::ranges::all_of(places, [&](const auto &place) { return place.size() == count; });
    const auto what = std::ranges::find_if(
        time_tags, [&](const TimeTag &tag) { return count > 1 && alike && sort_by(tag, files, places); });
    if (what == std::end(time_tags)) {
        times.files.push_back(std::move(files));
        return times;
    }
    times.axis = axis_of(files, places.front());
    times.files.resize(count);
    for (const std::vector<std::size_t> &place : places) {
        for (std::size_t time = 0; time < count; ++time) {
            times.files[time].push_back(std::move(files[place[time]]));
        }
    }
    return times;
}

} // namespace voxmarch
