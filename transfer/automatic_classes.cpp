// Guesses what a volume holds from its type, range, histogram and name.
#include "transfer/automatic_classes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::vector<double> occupied_bins(const Histogram &histogram) {
    std::vector<double> occupied;
    for (const std::uint64_t count : histogram.counts) {
        if (count > 0) {
            occupied.push_back(static_cast<double>(count));
        }
    }
    return occupied;
}

/// True if every voxel may be a whole number: an integer type, or f32 data whose every occupied bin holds one.
bool may_be_integers(ScalarType type, const Histogram &histogram) {
    if (type != ScalarType::f32) {
        return true;
    }
    const ValueRange range = histogram.data_range; // for f32 also that of the bins
    if (range.min != std::floor(range.min) || range.max != std::floor(range.max) || range.max - range.min < 2.0) {
        return false;
    }
    const double width = histogram.bin_width();
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double low = range.min + width * static_cast<double>(i);
        if (histogram.counts[i] > 0 && std::floor(low + width * 1.0001) < low - width * 0.0001) {
            return false;
        }
    }
    return true;
}

/// How much neighbouring occupied bins differ, 0 (flat) .. 1: images are smooth here (below 0.2 in all we measured),
/// label sizes are not (0.3 and more). The first and last bin (background, saturation) do not count.
double roughness(const std::vector<double> &occupied) {
    double difference = 0.0;
    double sum = 0.0;
    double by_chance = 0.0;
    for (std::size_t i = 2; i + 1 < occupied.size(); ++i) {
        const double both = occupied[i] + occupied[i - 1];
        difference += std::abs(occupied[i] - occupied[i - 1]);
        by_chance += 0.8 * std::sqrt(both); // mean difference of two equal Poisson counts
        sum += both;
    }
    return sum > 0.0 ? std::max(0.0, difference - by_chance) / sum : 0.0;
}

/// The reason to take the data for labels; empty if they are not.
std::string label_reason(const VolumeHeader &header, const Histogram &histogram) {
    const ValueRange range = histogram.data_range;
    if (range.min < 0.0 || !may_be_integers(header.type, histogram)) {
        return {};
    }
    const std::vector<double> occupied = occupied_bins(histogram);
    const std::string found = fmt::format("whole numbers from {} to {}", range.min, range.max);
    if (occupied.size() <= 16) {
        return fmt::format("{} with only {} distinct ones", found, occupied.size());
    }
    const double background = occupied.front() / static_cast<double>(std::max<std::uint64_t>(1, histogram.total));
    if (range.min == 0.0 && background >= 0.05 && roughness(occupied) > 0.25) {
        return found + " whose frequencies jump from one to the next";
    }
    return {};
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

/// MR and the like: a stated patient orientation. Plain u8 NRRD files often state an identity frame without meaning it.
bool is_patient(const VolumeHeader &header) {
    return header.grid.anatomical && (header.type != ScalarType::u8 || header.grid.direction != glm::dmat3(1.0) ||
                                      header.format == "NIfTI" || header.format == "DICOM");
}

/// The reason to take the data for a smooth field; empty if they are not.
std::string field_reason(const VolumeHeader &header, const Histogram &histogram) {
    if (header.format == "synthetic") {
        const auto named = [&](const char *name) { return header.name.starts_with(name); };
        return named("tree") || named("teddy") || named("piggy") || named("vessels") ? "" : "a smooth formula";
    }
    if (header.type == ScalarType::f32 && histogram.data_range.min < 0.0 && histogram.data_range.max > 0.0) {
        return "floating point values of both signs";
    }
    const auto &dims = header.grid.dims;
    const glm::dvec3 spacing = header.grid.spacing;
    const bool small = *std::max_element(dims.begin(), dims.end()) <= 100;
    const bool isotropic = spacing.x == spacing.y && spacing.y == spacing.z;
    const bool wide_integers = header.type == ScalarType::u16 || header.type == ScalarType::i16;
    return small && isotropic && !wide_integers ? "a small cubic lattice, as simulations have" : "";
}

} // namespace

double percentile_above(const Histogram &histogram, double floor, double p) {
    const double share = histogram.share_above(floor);
    return share > 0.0 ? histogram.percentile(1.0 - share * (1.0 - p)) : histogram.data_range.max;
}

DataGuess guess_data_class(const VolumeHeader &header, const Histogram &histogram) {
    const ValueRange range = histogram.data_range;
    if (!(range.max > range.min) || histogram.total == 0) {
        return {DataClass::constant, fmt::format("all voxels are {}", range.min)};
    }
    if (const std::string reason = label_reason(header, histogram); !reason.empty()) {
        return {DataClass::labels, reason};
    }
    const std::string values =
        fmt::format("{} values from {:.6g} to {:.6g}", scalar_name(header.type), range.min, range.max);
    if (is_hounsfield(header, range)) {
        return {DataClass::hounsfield, values + " fit Hounsfield units"};
    }
    if (is_offset_hounsfield(header, histogram)) {
        return {DataClass::hounsfield_offset, values + " with peaks near 0 and 1024 fit Hounsfield units + 1024"};
    }
    if (is_patient(header)) {
        return {DataClass::magnetic,
                "the file states a patient orientation and " + values + " are no Hounsfield units"};
    }
    if (const std::string reason = field_reason(header, histogram); !reason.empty()) {
        return {DataClass::field, reason + " (" + values + ")"};
    }
    return {DataClass::scan, values};
}

} // namespace voxmarch
