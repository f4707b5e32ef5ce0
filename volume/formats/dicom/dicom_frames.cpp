// Sorts the frames of a DICOM file into volumes.
#include "volume/formats/dicom/dicom_frames.h"

#include "base/error.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace voxmarch {

namespace {

constexpr std::uint32_t slice_vectors[] = {0x00540080, tag_dose_offsets, 0x00182005};
constexpr double same_height = 1e-3; // mm

// Whether the file says that its frames follow each other in something else than space.
bool frames_are_times(const DicomImage &image) {
    bool stated = false;
    for (std::size_t i = 0; const auto tag = image.data().integer(tag_increment, i); ++i) {
        stated = true;
        if (std::find(std::begin(slice_vectors), std::end(slice_vectors), *tag) != std::end(slice_vectors)) {
            return false;
        }
    }
    return stated;
}

void check_time(const DicomImage &image, int time, std::size_t count) {
    if (static_cast<std::size_t>(time) >= count) {
        throw UsageError(
            fmt::format("{} holds no time {}, but {} of them, 0 to {}", image.file.string(), time, count, count - 1),
            {{Remedy::time}});
    }
}

DicomOrientation orientation_of(const DicomFrame &frame) { return frame.orientation.value_or(DicomOrientation{}); }

// Frames that do not state where each lies.
void stack_unplaced(const DicomImage &image, int time, DicomChoice &choice) {
    const auto &frames = image.frames;
    const glm::dvec3 first = frames[0].position.value_or(glm::dvec3(0.0));
    if (frames_are_times(image)) {
        check_time(image, time, frames.size());
        choice.frames = {static_cast<std::size_t>(time)};
        choice.positions = {first};
        choice.times = frames.size();
        choice.notes.push_back(
            {fmt::format("The {} frames are times or views and no slices; number {} is read.", frames.size(), time),
             {{Remedy::time}}});
        return;
    }
    check_time(image, time, 1);
    const auto orientation = orientation_of(frames[0]);
    const glm::dvec3 normal = glm::normalize(glm::cross(orientation.row, orientation.column));
    const double distance = image.distance.value_or(1.0);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        choice.frames.push_back(i);
        choice.positions.push_back(first + static_cast<double>(i) * distance * normal);
    }
    choice.notes.emplace_back(fmt::format("The frames do not state where they lie; they are taken in their order, {} "
                                          "apart{}.",
                                          distance, image.distance ? "" : " (assumed)"));
}

void check_orientations(const DicomImage &image) {
    const auto first = orientation_of(image.frames[0]);
    std::size_t other = 0;
    for (const auto &frame : image.frames) {
        const auto here = orientation_of(frame);
        if (!frame.position) {
            throw FileError(image.file, "some of its frames do not state where they lie");
        }
        other += glm::distance(here.row, first.row) + glm::distance(here.column, first.column) > 2e-3 ? 1 : 0;
    }
    if (other > 0) {
        throw FileError(
            image.file,
            fmt::format("holds stacks of slices cut in different directions ({} of {} frames are unlike the "
                        "first); split it into one file per stack",
                        other, image.frames.size()));
    }
}

// Frames by place, and at one place in the order of their times and indices.
std::vector<std::vector<std::size_t>> frames_by_place(const DicomImage &image, const std::vector<std::size_t> &chosen) {
    std::vector<std::size_t> order = chosen;
    const auto &frames = image.frames;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(frames[a].time, frames[a].indices) < std::tie(frames[b].time, frames[b].indices);
    });
    const auto orientation = orientation_of(frames[0]);
    const glm::dvec3 normal = glm::cross(orientation.row, orientation.column);
    const auto height = [&](std::size_t i) { return glm::dot(*frames[i].position, normal); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return height(a) < height(b) - same_height; });
    std::vector<std::vector<std::size_t>> places;
    for (const std::size_t i : order) {
        const bool new_place = places.empty() || height(i) - height(places.back().front()) > same_height;
        if (new_place) {
            places.emplace_back();
        } else if (glm::distance(*frames[i].position, *frames[places.back().front()].position) > 10 * same_height) {
            throw FileError(image.file, "holds frames that lie beside each other (tiles); only stacks can be shown");
        }
        places.back().push_back(i);
    }
    return places;
}

void stack_placed(const DicomImage &image, int time, DicomChoice &choice) {
    check_orientations(image);
    std::vector<std::size_t> all(image.frames.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto places = frames_by_place(image, all);
    const std::size_t count = places.front().size();
    for (const auto &place : places) {
        if (place.size() != count) {
            throw FileError(image.file,
                            fmt::format("holds {} frames at some places and {} at others; split it into one "
                                        "file per volume",
                                        count, place.size()));
        }
    }
    check_time(image, time, count);
    for (const auto &place : places) {
        choice.frames.push_back(place[static_cast<std::size_t>(time)]);
        choice.positions.push_back(*image.frames[choice.frames.back()].position);
    }
    choice.times = count;
    if (count > 1) {
        choice.notes.push_back(
            {fmt::format("{} images lie at every place (times, echoes); number {} is read.", count, time),
             {{Remedy::time}}});
    }
}

// A segmentation keeps all frames: those of one place are put together by their numbers.
void keep_segments(const DicomImage &image, DicomChoice &choice) {
    check_orientations(image);
    std::set<int> numbers;
    for (std::size_t i = 0; i < image.frames.size(); ++i) {
        numbers.insert(image.frames[i].segment);
        choice.frames.push_back(i);
        choice.positions.push_back(*image.frames[i].position);
    }
    choice.segments.assign(numbers.begin(), numbers.end());
    if (choice.segments.size() > 1 && choice.segments.back() > 65535) {
        throw FileError(image.file, fmt::format("claims a segment of number {}", choice.segments.back()));
    }
    if (choice.segments.size() > 1 && image.pixels.bits_allocated != 1) {
        throw FileError(image.file,
                        fmt::format("holds {} segments of fractions that may overlap; only one, or segments "
                                    "of one bit, can be shown",
                                    choice.segments.size()));
    }
}

} // namespace

DicomChoice choose_dicom_frames(const DicomImage &image, int time) {
    DicomChoice choice;
    const auto &frames = image.frames;
    const bool is_segmentation = frames[0].segment > 0 && frames[0].position.has_value();
    const bool places_differ = std::any_of(frames.begin(), frames.end(), [&](const DicomFrame &frame) {
        return frame.position.has_value() && frame.position != frames[0].position;
    });
    const bool each_described = !image.data().items(tag_frame_groups).empty() && frames[0].position.has_value();
    if (is_segmentation) {
        check_time(image, time, 1);
        keep_segments(image, choice);
    } else if (frames.size() == 1) {
        check_time(image, time, 1);
        choice.frames = {0};
        choice.positions = {frames[0].position.value_or(glm::dvec3(0.0))};
    } else if (places_differ || each_described) {
        stack_placed(image, time, choice);
    } else {
        stack_unplaced(image, time, choice);
    }
    return choice;
}

} // namespace voxmarch
