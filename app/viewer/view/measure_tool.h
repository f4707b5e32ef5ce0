// Measuring: which annotation clicks put into the volume, and what those that are there measure.
#pragma once

#include "app/viewer/jobs/region_reader.h"
#include "scene/annotation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

struct Document;

struct MeasureTool {
    std::optional<AnnotationKind> placing;                   ///< what clicks put
    std::vector<glm::dvec3> placed;                          ///< its places so far, world
    std::optional<glm::dvec3> next;                          ///< where the mouse or Enter would put the next one
    bool by_keys = false;                                    ///< keys moved there last, not the mouse
    glm::dvec2 cursor{0.5};                                  ///< of keys in the 3D view, shares of its size
    std::optional<std::size_t> selected;                     ///< of the scene's annotations
    std::optional<std::pair<std::size_t, std::size_t>> held; ///< annotation and place that is dragged
    std::optional<double> threshold;                         ///< empty: what parts background and object best
    std::vector<FinishedReading> known;                      ///< at most one for each annotation
    bool swallows_click = false;                             ///< the second one of a double click
    std::string problem;                                     ///< why the last one could not be read
};

/// A kind of measuring in the words of buttons.
struct MeasureWords {
    AnnotationKind kind;
    const char *name, *help;
};
std::span<const MeasureWords> measure_words();

/// What clicks and Enter put next: "Ruler: click place 1 of 2 on a surface or in a slice, or arrows and Enter. Esc ends
/// it."; "" while nothing is put.
std::string placing_text(const MeasureTool &tool);

/// Begins with an annotation of this kind, or ends with it if it is what is being put.
void toggle_placing(MeasureTool &tool, AnnotationKind kind);

/// Puts a place. What is whole then goes to the scene's annotations, and the next one of its kind begins.
void put_place(MeasureTool &tool, Document &document, glm::dvec3 place);

/// Ends a line that has two places or more.
void finish_polyline(MeasureTool &tool, Document &document);

/// Takes the last place back, or ends placing. @return whether there was something to take back
bool step_back(MeasureTool &tool);

/// Values of at least this count as above.
double threshold_of(const MeasureTool &tool, const Document &document);

/// What it measures now; null: it is being read.
const AnnotationReading *reading_of(const MeasureTool &tool, const Document &document, std::size_t annotation);

/// Takes what was read, and has read what is not known.
void update_readings(MeasureTool &tool, const Document &document, RegionReader &reader);

/// What stands beside it: "12.4 mm", "90.0°", "83 HU", "mean 83 ± 2.1"; "..." while it is read.
std::string reading_text(const MeasureTool &tool, const Document &document, std::size_t annotation);

/// Drops what belongs to another volume.
void begin_measuring(MeasureTool &tool);

} // namespace voxmarch
