// Follows one ray with the reference caster and the traversal, and tells it line by line.
#include "renderer/instruments/ray_probe.h"

#include "renderer/drawing.h"
#include "renderer/reference/sample.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

void take_values(const ReferenceScene &scene, RayProbe &probe) {
    if (scene.channels.empty() && !scene.common) {
        return; // the caster has told all there is
    }
    const ReferenceSampler sampler(scene);
    probe.others.assign(scene.channels.size(), {});
    for (ReferenceSample &sample : probe.samples) {
        sample.value = sampler.has_value(sample.position) ? sample.value : std::nan("");
        for (std::size_t i = 0; i < probe.others.size(); ++i) {
            probe.others[i].push_back(
                sampler.value_of_channel(i + 1, sample.position, scene.settings.interpolation).value_or(std::nan("")));
        }
    }
}

RayProbe probe_ray(const ReferenceScene &scene, const SimtScene &skipping, int x, int y) {
    RayProbe probe;
    probe.x = x;
    probe.y = y;
    const int width = skipping.frame.view.size[0], height = skipping.frame.view.size[1];
    reference_pixel(scene, x, y, width, height,
                    [&](const ReferenceSample &sample) { probe.samples.push_back(sample); });
    if (probe.samples.empty()) {
        probe.end = "misses the box";
        return probe;
    }
    take_values(scene, probe);
    const ReferenceSample &last = probe.samples.back();
    probe.spans = walk_ray(skipping, x, y, last.k, probe.descents);
    const double cutoff = 1.0 - scene.settings.opacity_cutoff;
    probe.end = last.transmittance < cutoff ? fmt::format("stops at sample {}: transmittance {:.4f} is below {:.4f}",
                                                          last.k, last.transmittance, cutoff)
                                            : fmt::format("leaves the box after sample {}", last.k);
    return probe;
}

namespace {

/// Whether a sample lies in a span that was marched; without spans everything is.
bool is_marched(const RayProbe &probe, int k) {
    const auto around = std::find_if(probe.spans.begin(), probe.spans.end(), [&](const RaySpan &span) {
        return static_cast<float>(k) >= span.begin && static_cast<float>(k) < span.end;
    });
    return probe.spans.empty() || (around != probe.spans.end() && around->marched);
}

} // namespace

/// None for NaN.
static std::string value_cell(double value) { return std::isnan(value) ? "" : fmt::format("{:.6g}", value); }

std::string probe_csv(const RayProbe &probe, const Grid &grid, const OuterWorld &world) {
    std::string csv = fmt::format("event,first_sample,last_sample,level_or_distance,decision,{},i,j,k,{},{},{},value,"
                                  "opacity,transmittance",
                                  world.length_column("t"), world.column("x"), world.column("y"), world.column("z"));
    const std::string none(probe.others.size(), ','); // of channels behind the first
    for (std::size_t channel = 1; channel <= probe.others.size(); ++channel) {
        csv += fmt::format(",value_{}", channel);
    }
    csv += "\n";
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    // Distance and place of a sample.
    const auto where = [&](double t, const glm::dvec3 &voxel) {
        const glm::dvec3 place = world.from_world(glm::dvec3(world_from_voxel * glm::dvec4(voxel, 1.0)));
        return fmt::format("{:.6g},{:.6g},{:.6g},{:.6g},{:.9g},{:.9g},{:.9g}", t * grid.smallest_spacing(), voxel.x,
                           voxel.y, voxel.z, place.x, place.y, place.z);
    };
    std::size_t next_span = 0;
    const auto spans_up_to = [&](float k) {
        for (; next_span < probe.spans.size() && probe.spans[next_span].begin <= k; ++next_span) {
            const RaySpan &span = probe.spans[next_span];
            csv += fmt::format("node,{:.0f},{:.0f},{},{},{},,,{}\n", span.begin, span.end - 1.0f, span.level,
                               span.marched ? "march" : "skip", where(span.t, glm::dvec3(span.position)), none);
        }
    };
    for (const ReferenceSample &sample : probe.samples) {
        spans_up_to(static_cast<float>(sample.k));
        csv += fmt::format("sample,{},{},,{},{},{},{:.6g},{:.6g}", sample.k, sample.k,
                           is_marched(probe, sample.k) ? "marched" : "skipped", where(sample.t, sample.position),
                           value_cell(sample.value), sample.opacity, sample.transmittance);
        for (const std::vector<double> &values : probe.others) {
            csv += "," + value_cell(values[static_cast<std::size_t>(&sample - probe.samples.data())]);
        }
        csv += "\n";
    }
    const std::string last = probe.samples.empty() ? "" : fmt::format("{}", probe.samples.back().k);
    csv += fmt::format("end,{},{},,{},,,,,,,,,,{}\n", last, last, probe.end, none);
    return csv;
}

namespace {

constexpr int plot_width = 960, plot_height = 420, left = 64, right = plot_width - 116, top = 56,
              bottom = plot_height - 84;
constexpr Rgb paper{12, 14, 32}, plot_ink{235, 235, 235}, faint{58, 62, 90};
constexpr Rgb value_color{90, 170, 255}, opacity_color{255, 160, 60}, transmittance_color{245, 245, 245};
constexpr Rgb skip_color{52, 56, 84}, march_color{90, 190, 110};

/// Where the samples 0 .. count - 1 and the heights 0 .. 1 lie in the plot.
struct PlotArea {
    double count;
    double at_sample(double k) const { return left + (right - left) * (k + 0.5) / count; }
    static double at_height(double share) { return bottom - (bottom - top) * std::clamp(share, 0.0, 1.0); }
};

/// Three scales: values at the left, opacities and transmittance at the right, samples below.
void draw_axes(Image &image, const PlotArea &area, ValueRange range, double most_opacity) {
    draw_text(image, left, 28, "value", value_color);
    draw_text(image, left + 60, 28, "opacity of a step", opacity_color);
    draw_text(image, left + 190, 28, "transmittance", transmittance_color);
    for (int i = 0; i <= 4; ++i) {
        const double share = i / 4.0, row = PlotArea::at_height(share);
        const int y = static_cast<int>(row) - 4;
        draw_line(image, left, row, right, row, faint);
        draw_text(image, 8, y, fmt::format("{:.4g}", range.min + share * (range.max - range.min)), value_color);
        draw_text(image, right + 8, y, fmt::format("{:.3g}", share * most_opacity), opacity_color);
        draw_text(image, right + 68, y, fmt::format("{:.2f}", share), transmittance_color);
    }
    const int step = std::max(1, static_cast<int>(std::lround(axis_scale(area.count, 10).step)));
    for (int k = 0; k < static_cast<int>(area.count); k += step) {
        draw_text(image, static_cast<int>(area.at_sample(k)) - 4, bottom + 8, fmt::format("{}", k), plot_ink);
    }
}

void draw_curves(Image &image, const PlotArea &area, const RayProbe &probe, ValueRange range, double most_opacity) {
    const ReferenceSample *before = nullptr;
    for (const ReferenceSample &sample : probe.samples) {
        const auto curve = [&](double from, double to, Rgb color) {
            draw_line(image, area.at_sample(before ? before->k : sample.k), PlotArea::at_height(from),
                      area.at_sample(sample.k), PlotArea::at_height(to), color);
        };
        const auto share = [&](double value) { return (value - range.min) / std::max(range.max - range.min, 1e-30); };
        const ReferenceSample &last = before ? *before : sample;
        if (!std::isnan(last.value) && !std::isnan(sample.value)) {
            curve(share(last.value), share(sample.value), value_color);
        }
        curve(last.opacity / most_opacity, sample.opacity / most_opacity, opacity_color);
        curve(before ? last.transmittance : 1.0, sample.transmittance, transmittance_color);
        before = &sample;
    }
}

/// The bar of what was skipped and what was marched, and its numbers.
void draw_spans(Image &image, const PlotArea &area, const RayProbe &probe) {
    const int strip = bottom + 26;
    std::size_t marched = 0;
    for (const RaySpan &span : probe.spans) {
        const int from = static_cast<int>(area.at_sample(span.begin - 0.5)),
                  to = static_cast<int>(area.at_sample(span.end - 0.5));
        fill_rectangle(image, from, strip, to, strip + 20, span.marched ? march_color : skip_color);
        fill_rectangle(image, from, strip, from + 1, strip + 20, plot_ink);
        marched += span.marched ? 1 : 0;
    }
    draw_text(image, left, strip + 28,
              probe.spans.empty()
                  ? std::string("no skipping: every sample is taken")
                  : fmt::format("{} spans marched (green), {} skipped (grey), {} nodes descended into; along: samples",
                                marched, probe.spans.size() - marched, probe.descents),
              plot_ink);
}

} // namespace

Image draw_probe(const RayProbe &probe, ValueRange range) {
    Image image = make_image(plot_width, plot_height, paper);
    draw_text(image, left, 10, fmt::format("the ray of pixel {},{} {}", probe.x, probe.y, probe.end), plot_ink);
    if (probe.samples.empty()) {
        return image;
    }
    double most_opacity = 0.0;
    for (const ReferenceSample &sample : probe.samples) {
        most_opacity = std::max(most_opacity, sample.opacity);
    }
    // Where nothing is visible the curve lies on the floor of any scale.
    most_opacity = most_opacity > 0.0 ? axis_scale(most_opacity, 4).end : 1.0;
    const PlotArea area{static_cast<double>(probe.samples.size())};
    draw_axes(image, area, range, most_opacity);
    draw_curves(image, area, probe, range, most_opacity);
    draw_spans(image, area, probe);
    return image;
}

} // namespace voxmarch
