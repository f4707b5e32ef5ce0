// Builds the transfer function of a first look: one recipe for each kind of data.
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "transfer/preset_data.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace voxmarch {

namespace {

/// Shape of an opacity curve: position 0 .. 1 between floor and top, and opacity there.
using Shape = std::vector<OpacityPoint>;

TransferFunction named_auto(std::string description, std::vector<ColorPoint> colors,
                            std::vector<OpacityPoint> opacities) {
    return {"auto", std::move(description), TransferDomain::value, std::move(colors), std::move(opacities)};
}

/// Moves points given over 0 .. 1 to the window.
template <typename Point> std::vector<Point> stretched(std::vector<Point> points, ValueRange window) {
    for (Point &point : points) {
        point.scalar = std::lerp(window.min, window.max, point.scalar);
    }
    return points;
}

/// Length of the volume's mean edge in voxel lengths (the smallest spacing).
double mean_edge(const Grid &grid) {
    const glm::dvec3 edges = grid.dims_d() * grid.spacing / grid.smallest_spacing();
    return std::max(1.0, std::cbrt(edges.x * edges.y * edges.z));
}

/// Optical depth of a ray through the object (the voxels above `floor`, imagined as one cube), -ln of the
/// transmittance.
double object_depth(const TransferFunction &transfer, const Grid &grid, const Histogram &histogram, double floor) {
    double extinction = 0.0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double opacity = std::min(0.999, transfer.evaluate(histogram.bin_center(i)).a);
        extinction -= std::log1p(-opacity) * static_cast<double>(histogram.counts[i]);
    }
    extinction /= static_cast<double>(histogram.total);
    const double share = std::max(1e-6, histogram.share_above(floor));
    return mean_edge(grid) * extinction / std::pow(share, 2.0 / 3.0);
}

/// Thickens or thins the medium until object_depth() lies within the limits.
void fit_depth(TransferFunction &transfer, const Grid &grid, const Histogram &histogram, double floor,
               ValueRange limits) {
    const double depth = object_depth(transfer, grid, histogram, floor);
    if (!(depth > 0.0)) {
        return;
    }
    const double factor = std::clamp(depth, limits.min, limits.max) / depth;
    for (OpacityPoint &point : transfer.opacities) {
        point.opacity = std::min(0.95, correct_opacity(point.opacity, factor));
    }
}

struct ObjectWindow {
    ValueRange values;
    std::string from; ///< "from 34 (the noise floor)"
};

/// From the noise floor to the value that only the share 1 - p of the object exceeds; never of length zero.
/// Without a background the brightest two fifths count as the object: all of it would be an opaque block.
ObjectWindow object_window(const Histogram &histogram, double p) {
    double floor = noise_floor(histogram);
    const char *meaning = "the noise floor";
    if (!(floor > histogram.data_range.min) || histogram.share_above(floor) > 0.7) {
        floor = histogram.percentile(0.6);
        meaning = "the 60th percentile as there is no background peak";
    }
    if (histogram.share_above(floor) <= 0.0) {
        floor = histogram.data_range.min;
        meaning = "the minimum";
    }
    const double top = percentile_above(histogram, floor, p);
    return {{floor, top > floor ? top : histogram.data_range.max}, fmt::format("from {:.4g} ({})", floor, meaning)};
}

/// The histogram with a finite data range, also where whoever made it did not state one.
Histogram with_data_range(Histogram histogram) {
    histogram.data_range.min = std::max(histogram.data_range.min, histogram.range.min);
    histogram.data_range.max = std::min(histogram.data_range.max, histogram.range.max);
    return histogram;
}

TransferFunction constant_function(const DataGuess &guess, const Histogram &histogram) {
    return named_auto(guess.reason + ": a thin grey medium", {{histogram.data_range.min, {0.7, 0.7, 0.7}}},
                      {{histogram.data_range.min, 0.02}});
}

/// Hue in [0, 1) to a colour of moderate saturation.
glm::dvec3 hue_color(double hue, double saturation, double value) {
    glm::dvec3 color;
    for (int channel = 0; channel < 3; ++channel) {
        const double distance = std::abs(std::fmod(hue + channel / 3.0, 1.0) - 0.5) * 6.0 - 1.0;
        color[channel] = value * (1.0 - saturation * (1.0 - std::clamp(distance, 0.0, 1.0)));
    }
    return color;
}

/// Neighbouring labels lie far apart on the colour circle (steps of the golden ratio).
TransferFunction label_function(const DataGuess &guess, ValueRange labels) {
    const auto [first, last] = labels;
    // A table has about a thousand entries: more labels than that share colours with their neighbours.
    const double stride = std::max(1.0, std::ceil((last - first) / 1023.0));
    TransferFunction transfer = named_auto("distinct colours, background clear, because " + guess.reason, {},
                                           {{first, 0.0}, {first + 0.5, 0.0}, {first + 1.0, 0.7}});
    int index = 0;
    for (double label = first; label < last + stride; label += stride, ++index) {
        const double hue = std::fmod(0.08 + index * (std::numbers::phi - 1.0), 1.0);
        const double saturation = index % 3 == 0 ? 0.5 : 0.65;
        // The background is grey, so that it does not tint the rims where colours are interpolated.
        if (index == 0) {
            transfer.colors.push_back({label, glm::dvec3(0.4)});
            continue;
        }
        transfer.colors.push_back({label, hue_color(hue, saturation, index % 2 == 0 ? 0.85 : 1.0)});
    }
    return transfer;
}

/// Skin and bone together where there is bone, else soft tissue.
TransferFunction ct_function(const DataGuess &guess, const Histogram &histogram) {
    const auto value_of = [&](double units) { return guess.scale * units + guess.offset; };
    const double body = histogram.share_above(value_of(-200.0));
    const double bone = histogram.share_above(value_of(300.0));
    const bool has_bone = bone > 0.005 * body;
    TransferFunction transfer = find_preset(has_bone ? "ct-skin" : "ct-soft-tissue");
    const std::string chosen = transfer.name;
    for (ColorPoint &point : transfer.colors) {
        point.scalar = value_of(point.scalar);
    }
    for (OpacityPoint &point : transfer.opacities) {
        point.scalar = value_of(point.scalar);
    }
    transfer.name = "auto";
    transfer.description = fmt::format("{}{}, because {} and {:.1f} % of the body is bone", chosen,
                                       guess.scale != 1.0    ? " over the values' range"
                                       : guess.offset != 0.0 ? " shifted by 1024"
                                                             : "",
                                       guess.reason, body > 0.0 ? 100.0 * bone / body : 0.0);
    return transfer;
}

TransferFunction patient_function(const DataGuess &guess, const Grid &grid, const Histogram &histogram) {
    const auto [window, from] = object_window(histogram, 0.995);
    const Shape shape{{0.0, 0.0}, {0.15, 0.01}, {0.35, 0.06}, {0.6, 0.3}, {1.0, 0.7}};
    TransferFunction transfer =
        named_auto(fmt::format("grey ramp {} to {:.4g}, which 0.5 % of the object exceeds, because {}", from,
                               window.max, guess.reason),
                   stretched(find_preset("mr-default").colors, window), stretched(shape, window));
    fit_depth(transfer, grid, histogram, window.min, {4.0, 60.0});
    return transfer;
}

/// Faint fog between thin shells, each a surface of equal value, denser towards the top.
/// @param half_width  of a shell; on coarse lattices thin shells would fall between two samples
Shape shells(double half_width) {
    Shape shape{{0.0, 0.0}};
    for (const double center : {0.15, 0.35, 0.55, 0.75, 0.95}) {
        const double fog = 0.02 * center;
        const double peak = 0.08 + 0.3 * center;
        shape.insert(shape.end(), {{center - half_width, fog}, {center, peak}, {center + half_width, fog}});
    }
    shape.push_back({1.05, 0.3});
    return shape;
}

TransferFunction field_function(const DataGuess &guess, const Grid &grid, const Histogram &histogram) {
    const double low = histogram.percentile(0.02);
    const double high = percentile_above(histogram, object_window(histogram, 0.99).values.min, 0.99);
    const ValueRange window = high > low ? ValueRange{low, high} : histogram.data_range;
    TransferFunction transfer = named_auto(
        fmt::format("thin shells from {:.4g} to {:.4g} in the colours of plasma show the inside, because of {}",
                    window.min, window.max, guess.reason),
        stretched(color_map("plasma"), {std::lerp(window.min, window.max, -0.2), window.max}),
        stretched(shells(std::clamp(3.2 / mean_edge(grid), 0.035, 0.095)), window));
    fit_depth(transfer, grid, histogram, std::lerp(window.min, window.max, 0.1), {3.0, 3.0});
    return transfer;
}

TransferFunction scan_function(const DataGuess &guess, const Grid &grid, const Histogram &histogram) {
    const auto [window, from] = object_window(histogram, 0.99);
    // Even what lies just above the floor is bright, as on a black background dim colours are lost; it is thin instead,
    // so that leaves and skins let the inside show.
    const std::vector<ColorPoint> colors{
        {0.0, {0.72, 0.38, 0.40}}, {0.15, {0.9, 0.52, 0.3}}, {0.45, {1.0, 0.76, 0.45}}, {1.0, {1.0, 1.0, 0.94}}};
    const Shape shape{{0.0, 0.0}, {0.08, 0.03}, {0.3, 0.25}, {1.0, 0.7}};
    TransferFunction transfer = named_auto(
        fmt::format("warm ramp {} to {:.4g}, which 1 % of the object exceeds ({})", from, window.max, guess.reason),
        stretched(colors, window), stretched(shape, window));
    fit_depth(transfer, grid, histogram, window.min, {4.0, 60.0});
    return transfer;
}

} // namespace

TransferFunction automatic_transfer(const VolumeHeader &header, const Histogram &any_histogram,
                                    const DataGuess &guess) {
    const Histogram histogram = with_data_range(any_histogram);
    switch (guess.data_class) {
    case DataClass::constant: return constant_function(guess, histogram);
    case DataClass::labels: return label_function(guess, histogram.data_range);
    case DataClass::hounsfield: return ct_function(guess, histogram);
    case DataClass::patient: return patient_function(guess, header.grid, histogram);
    case DataClass::field: return field_function(guess, header.grid, histogram);
    case DataClass::scan: break;
    }
    return scan_function(guess, header.grid, histogram);
}

} // namespace voxmarch
