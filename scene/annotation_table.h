// What annotations measure, as rows of a table for people and other programs.
#pragma once

#include "scene/annotation.h"
#include "scene/region_statistics.h"

#include <string>

namespace voxmarch {

/// Where what it measures is written beside it. Precondition: it is whole.
glm::dvec3 text_place(const Annotation &annotation);

/// What an annotation measures in a volume.
struct AnnotationReading {
    std::optional<double> length; ///< see length_of()
    std::optional<double> angle;  ///< see angle_of()
    std::optional<double> value;  ///< of a point in the volume, linear between voxels; empty outside
    std::optional<RegionStatistics> region;
};

/// Value at a place of the world, linear between voxels; empty outside the box of voxel centres.
/// @throws what reading a large volume throws
std::optional<double> value_at(const Volume &volume, glm::dvec3 world);

/// @param threshold  see region_statistics()
AnnotationReading read_annotation(const Volume &volume, const Annotation &annotation, double threshold,
                                  const std::function<void(double)> &progress = {});

/// Digits behind the point that tell lengths of this grid to a tenth of a voxel or finer, 1 to 6.
int length_digits(const Grid &grid);

/// What is written beside it: "12.4 mm", "90.0°", "83 HU", "mean 83 ± 2.1 HU"; "outside" of the volume.
/// @param value_unit  with a space before it, or ""
std::string reading_text(const Annotation &annotation, const AnnotationReading &reading, const Grid &grid,
                         const std::string &value_unit);

/// An annotation with what it measures.
struct AnnotationRow {
    Annotation annotation;
    AnnotationReading reading;
};

/// Comma-separated values with a head (RFC 4180): a row each; what a kind does not have stays empty. Lengths are in
/// `unit` of the grid, volumes in cubes of it, places in the world.
/// @param value_unit  of the volume's values, "" if none is known
std::string annotations_csv(const std::vector<AnnotationRow> &rows, const Volume &volume, double threshold,
                            const std::string &value_unit);

/// The same as JSON, with histograms of regions. Its annotations are those of sessions, with their readings.
std::string annotations_json(const std::vector<AnnotationRow> &rows, const Volume &volume, double threshold,
                             const std::string &value_unit);

/// Whether a file begins as annotations_json() does.
bool holds_annotations(const std::filesystem::path &file);

/// The annotations of such a file, without their readings. @throws FileError
std::vector<Annotation> read_annotations(const std::filesystem::path &file);

} // namespace voxmarch
