// Guesses what a volume holds from its type, range, histogram, neighbours and name.
#include "transfer/automatic_classes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The reason to take the data for labels.
std::string label_reason(const NeighbourSurvey &found) {
    const std::string values = fmt::format("there are {} whole values", found.distinct);
    return found.equal >= 0.0 ? fmt::format("{}, {:.2f} of the neighbours equal", values, found.equal) : values;
}

/// Share (0 .. 1) of the voxels with values in [from, to).
double share_between(const Histogram &histogram, double from, double to) {
    return histogram.share_above(from) - histogram.share_above(to);
}

bool is_hounsfield(const VolumeHeader &header, ValueRange range) {
    if (header.type == ScalarType::u8 || header.type == ScalarType::i8 || range.max > 32767.0) {
        return false;
    }
    return (range.min <= -900.0 && range.max >= 300.0) ||
           (header.grid.anatomical && range.min < -500.0 && range.max > 0.0);
}

/// CT stored as HU + 1024: air near 0 and soft tissue near 1024 with a gap between them.
bool is_offset_hounsfield(const VolumeHeader &header, const Histogram &histogram) {
    const ValueRange range = histogram.data_range;
    const bool wide_integers = header.type == ScalarType::u16 || header.type == ScalarType::i16;
    if (!wide_integers || range.min < 0.0 || range.max < 1400.0 || range.max > 8191.0) {
        return false;
    }
    const double tissue = share_between(histogram, 924.0, 1174.0);
    return tissue > 0.05 && share_between(histogram, 0.0, 200.0) > 0.1 &&
           share_between(histogram, 400.0, 800.0) < 0.4 * tissue;
}

/// A stated patient orientation. Plain u8 NRRD files often state an identity frame without meaning it.
bool is_patient(const VolumeHeader &header) {
    return header.grid.anatomical && (header.type != ScalarType::u8 || header.grid.direction != glm::dmat3(1.0) ||
                                      header.format == "NIfTI" || header.format == "DICOM");
}

/// The reason to take the data for a smooth field; empty if they are not.
std::string field_reason(const VolumeHeader &header, const DataSurvey &survey) {
    const Histogram &histogram = survey.histogram;
    if (header.format == "formula") {
        return "a smooth formula";
    }
    if (header.format == "synthetic") {
        const auto named = [&](const char *name) { return header.name.starts_with(name); };
        return named("tree") || named("teddy") || named("piggy") || named("vessels") ? "" : "a smooth formula";
    }
    if (header.type == ScalarType::f32 && histogram.data_range.min < 0.0 && histogram.data_range.max > 0.0) {
        return "floating point values of both signs";
    }
    // Scans and microscopes have noise. Cut to 32 voxels the smoothest of them may pass, and look right as well.
    constexpr double most_turning = 0.2;
    const auto &dims = survey.dims;
    const glm::dvec3 spacing = header.grid.spacing;
    const bool small = *std::max_element(dims.begin(), dims.end()) <= 100;
    const bool isotropic = spacing.x == spacing.y && spacing.y == spacing.z;
    const double turning = survey.neighbours.turning;
    return small && isotropic && turning >= 0.0 && turning <= most_turning
               ? "values without noise on a small lattice of cubic voxels"
               : "";
}

/// Data that the user calls CT: Hounsfield units, the same + 1024, or, where neither can be, stretched values.
DataGuess wanted_hounsfield(const VolumeHeader &header, const Histogram &histogram, const std::string &values) {
    const ValueRange range = histogram.data_range;
    if (range.min < -200.0 && range.max > 0.0 && header.type != ScalarType::i8) {
        return {DataClass::hounsfield, values + " are taken for Hounsfield units"};
    }
    if (is_offset_hounsfield(header, histogram) || (range.min >= 0.0 && range.max >= 1400.0 && range.max <= 8191.0)) {
        return {DataClass::hounsfield, values + " are taken for Hounsfield units + 1024", 1.0, 1024.0};
    }
    constexpr double low = -1024.0, high = 3071.0; // of scanners with 12 bits
    const double scale = (range.max - range.min) / (high - low);
    return {DataClass::hounsfield, fmt::format("{} are taken for {:g} to {:g} Hounsfield units", values, low, high),
            scale, range.min - scale * low};
}

} // namespace

double percentile_above(const Histogram &histogram, double floor, double p) {
    const double share = histogram.share_above(floor);
    return share > 0.0 ? histogram.percentile(1.0 - share * (1.0 - p)) : histogram.data_range.max;
}

DataGuess guess_data_class(const VolumeHeader &header, const DataSurvey &survey, DataKind kind) {
    const Histogram &histogram = survey.histogram;
    const ValueRange range = histogram.data_range;
    if (!(range.max > range.min) || histogram.total == 0) {
        return {DataClass::constant, fmt::format("all voxels are {}", range.min)};
    }
    const bool is_open = kind == DataKind::automatic;
    if (kind == DataKind::labels) {
        return {DataClass::labels, "the values are taken for labels"};
    }
    if (is_open && holds_labels(survey.neighbours, survey.histogram.data_range)) {
        return {DataClass::labels, label_reason(survey.neighbours)};
    }
    const std::string values =
        fmt::format("{} values from {:.6g} to {:.6g}", name_of(header.type), range.min, range.max);
    if (kind == DataKind::ct) {
        return wanted_hounsfield(header, histogram, values);
    }
    if (is_open && is_hounsfield(header, range)) {
        return {DataClass::hounsfield, values + " fit Hounsfield units"};
    }
    if (is_open && is_offset_hounsfield(header, histogram)) {
        return {DataClass::hounsfield, values + " with peaks near 0 and 1024 fit Hounsfield units + 1024", 1.0, 1024.0};
    }
    if (is_patient(header)) {
        return {DataClass::patient, "the file states a patient orientation and " + values +
                                        (is_open ? " are no Hounsfield units" : " are taken for grey values")};
    }
    if (const std::string reason = field_reason(header, survey); !reason.empty()) {
        return {DataClass::field, reason + " (" + values + ")"};
    }
    return {DataClass::scan, values};
}

} // namespace voxmarch
