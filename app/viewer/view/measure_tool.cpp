// Puts annotations place by place, and keeps what they measure up to date.
#include "app/viewer/view/measure_tool.h"

#include "app/viewer/document/document.h"
#include "scene/annotation_table.h"
#include "scene/new_annotation.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Regions alone depend on the threshold, and only they look for it: orders are compared in every turn of the loop.
ReadingOrder order_of(const MeasureTool &tool, const Document &document, std::size_t annotation) {
    const Annotation &wanted = document.scene.annotations[annotation];
    return {document.loaded, document.channel(), wanted, is_region(wanted.kind) ? threshold_of(tool, document) : 0.0};
}

/// Lengths and angles, and values of voxels in memory, are there at once.
bool is_quick(const ReadingOrder &order) {
    const bool reads_voxel = order.annotation.kind == AnnotationKind::point;
    return !is_region(order.annotation.kind) && !(reads_voxel && channel_of(*order.loaded, order.channel).large());
}

} // namespace

void begin_measuring(MeasureTool &tool) {
    const std::optional<AnnotationKind> placing = tool.placing;
    tool = MeasureTool();
    tool.placing = placing;
}

std::span<const MeasureWords> measure_words() {
    static constexpr MeasureWords all[] = {
        {AnnotationKind::ruler, "Ruler",
         "The distance of two places. Click them on surfaces of the 3D view or in slices."},
        {AnnotationKind::angle, "Angle", "The angle at the second of three places."},
        {AnnotationKind::polyline, "Polyline", "The length of a line through places; a double click ends it."},
        {AnnotationKind::point, "Point", "The value at a place, linear between voxels."},
        {AnnotationKind::box, "Box",
         "Mean, deviation and volume of the voxels of a box along the voxel axes: two corners."},
        {AnnotationKind::sphere, "Sphere", "The same of a ball: its centre, and a place on its surface."}};
    return all;
}

std::string placing_text(const MeasureTool &tool) {
    if (!tool.placing) {
        return "";
    }
    std::string kind(name_of(*tool.placing));
    kind.front() = static_cast<char>(std::toupper(kind.front()));
    if (*tool.placing == AnnotationKind::polyline) {
        return fmt::format(
            "{}: click place after place ({} so far), double click to end; or arrows and Enter, twice to "
            "end. Esc takes one back.",
            kind, tool.placed.size());
    }
    return fmt::format("{}: click place {} of {} on a surface or in a slice, or arrows and Enter. Esc {}.", kind,
                       tool.placed.size() + 1, places_of(*tool.placing),
                       tool.placed.empty() ? "ends it" : "takes one back");
}

void toggle_placing(MeasureTool &tool, AnnotationKind kind) {
    tool.placing = tool.placing == kind ? std::nullopt : std::optional(kind);
    tool.placed.clear();
    tool.next.reset();
    tool.by_keys = true; // until the mouse comes to a picture
    tool.cursor = glm::dvec2(0.5);
}

static void finish(MeasureTool &tool, Document &document) {
    std::vector<Annotation> &annotations = document.scene.annotations;
    if (annotations.size() < annotation_limit) {
        annotations.push_back(new_annotation(annotations, *tool.placing, tool.placed));
        tool.selected = annotations.size() - 1;
    }
    tool.placed.clear();
    tool.next.reset();
}

void put_place(MeasureTool &tool, Document &document, glm::dvec3 place) {
    if (!tool.placing || (!tool.placed.empty() && tool.placed.back() == place)) {
        return; // the second click of a double click
    }
    tool.placed.push_back(place);
    const bool line = *tool.placing == AnnotationKind::polyline;
    if (tool.placed.size() == (line ? polyline_limit : places_of(*tool.placing))) {
        finish(tool, document);
    }
}

void finish_polyline(MeasureTool &tool, Document &document) {
    if (tool.placing == AnnotationKind::polyline && tool.placed.size() >= 2) {
        finish(tool, document);
    }
}

bool step_back(MeasureTool &tool) {
    if (!tool.placing) {
        return false;
    }
    if (tool.placed.empty()) {
        tool.placing.reset();
    } else {
        tool.placed.pop_back();
    }
    tool.next.reset();
    return true;
}

double threshold_of(const MeasureTool &tool, const Document &document) {
    return tool.threshold.value_or(otsu_threshold(document.histogram_of(document.channel())));
}

const AnnotationReading *reading_of(const MeasureTool &tool, const Document &document, std::size_t annotation) {
    const ReadingOrder wanted = order_of(tool, document, annotation);
    const auto found =
        std::ranges::find_if(tool.known, [&](const FinishedReading &known) { return known.order.same(wanted); });
    return found == tool.known.end() ? nullptr : &found->reading;
}

void update_readings(MeasureTool &tool, const Document &document, RegionReader &reader) {
    if (auto outcome = reader.take()) {
        tool.problem = outcome->error;
        if (outcome->error.empty()) {
            tool.known.push_back(std::move(outcome->result));
        }
    }
    const std::size_t count = document.scene.annotations.size();
    const auto is_of_same = [](const FinishedReading &known, const ReadingOrder &wanted) {
        const Annotation &one = known.order.annotation, &other = wanted.annotation;
        return known.order.loaded == wanted.loaded && known.order.channel == wanted.channel && one.kind == other.kind &&
               one.name == other.name;
    };
    std::vector<FinishedReading> kept;
    bool ordered = reader.busy();
    for (std::size_t i = 0; i < count; ++i) {
        const ReadingOrder wanted = order_of(tool, document, i);
        const auto found =
            std::ranges::find_if(tool.known, [&](const FinishedReading &known) { return known.order.same(wanted); });
        if (found != tool.known.end()) {
            kept.push_back(*found);
            continue;
        }
        if (is_quick(wanted)) {
            const Volume &volume = channel_of(*wanted.loaded, wanted.channel);
            kept.push_back({wanted, read_annotation(volume, wanted.annotation, wanted.threshold)});
            continue;
        }
        const auto last =
            std::ranges::find_if(tool.known, [&](const FinishedReading &known) { return is_of_same(known, wanted); });
        if (last != tool.known.end()) { // shown until it is read anew
            kept.push_back(*last);
        }
        if (!ordered && tool.problem.empty()) {
            reader.start(wanted);
            ordered = true;
        }
    }
    tool.known = std::move(kept);
}

std::string reading_text(const MeasureTool &tool, const Document &document, std::size_t annotation) {
    const AnnotationReading *reading = reading_of(tool, document, annotation);
    if (!reading) {
        return tool.problem.empty() ? "..." : tool.problem;
    }
    return reading_text(document.scene.annotations[annotation], *reading, document.grid(), value_unit(document));
}

} // namespace voxmarch
