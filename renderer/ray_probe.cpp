// The probe of one ray.
#include "renderer/ray_probe.h"

#include "renderer/drawing.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

RayProbe probe_ray(const ReferenceScene &scene, const SimtScene &skipping, int x, int y) {
    RayProbe probe;
    probe.x = x;
    probe.y = y;
    probe.spans = walk_ray(skipping, x, y, probe.descents);
    const int width = skipping.frame.size[0], height = skipping.frame.size[1];
    reference_pixel(scene, x, y, width, height,
                    [&](const ReferenceSample &sample) { probe.samples.push_back(sample); });
    const double end = 1.0 - scene.settings.opacity_cutoff;
    if (probe.samples.empty()) {
        probe.end = "missed the box";
    } else if (probe.samples.back().transmittance < end) {
        probe.end =
            fmt::format("opaque: transmittance {:.4f} is below {:.4f}", probe.samples.back().transmittance, end);
    } else {
        probe.end = "left the box";
    }
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

std::string probe_csv(const RayProbe &probe) {
    std::string csv = "event,first_sample,last_sample,level_or_distance,decision,t,x,y,z,value,opacity,transmittance\n";
    std::size_t next_span = 0;
    const auto spans_up_to = [&](float k) {
        for (; next_span < probe.spans.size() && probe.spans[next_span].begin <= k; ++next_span) {
            const RaySpan &span = probe.spans[next_span];
            csv += fmt::format("node,{:.0f},{:.0f},{},{},,,,,,,\n", span.begin, span.end - 1.0f, span.level,
                               span.marched ? "march" : "skip");
        }
    };
    for (const ReferenceSample &sample : probe.samples) {
        spans_up_to(static_cast<float>(sample.k));
        csv += fmt::format("sample,{},{},,{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}\n", sample.k, sample.k,
                           is_marched(probe, sample.k) ? "marched" : "skipped", sample.t, sample.position.x,
                           sample.position.y, sample.position.z, sample.value, sample.opacity, sample.transmittance);
    }
    const int last = probe.samples.empty() ? -1 : probe.samples.back().k;
    csv += fmt::format("end,{},{},,{},,,,,,,\n", last, last, probe.end);
    return csv;
}

Image draw_probe(const RayProbe &probe, ValueRange range) {
    constexpr int width = 960, height = 420, left = 56, right = width - 20, top = 56, bottom = height - 84;
    constexpr Rgb paper{12, 14, 32}, ink{235, 235, 235}, faint{58, 62, 90};
    constexpr Rgb value_color{90, 170, 255}, opacity_color{255, 160, 60}, transmittance_color{245, 245, 245};
    constexpr Rgb skip_color{52, 56, 84}, march_color{90, 190, 110};
    Image image = make_image(width, height, paper);
    const double most_opacity = std::max(1e-9, std::accumulate(probe.samples.begin(), probe.samples.end(), 0.0,
                                                               [](double most, const ReferenceSample &sample) {
                                                                   return std::max(most, sample.opacity);
                                                               }));
    float length = probe.samples.empty() ? 1.0f : static_cast<float>(probe.samples.back().k + 1);
    length = probe.spans.empty() ? length : std::max(length, probe.spans.back().end);
    const auto at_sample = [&](double k) { return left + (right - left) * (k + 0.5) / length; };
    const auto at_height = [&](double share) { return bottom - (bottom - top) * std::clamp(share, 0.0, 1.0); };

    draw_text(image, left, 10,
              fmt::format("ray of pixel {},{}: {} samples, {}", probe.x, probe.y, probe.samples.size(), probe.end),
              ink);
    draw_text(image, left, 28, fmt::format("value {:.5g} .. {:.5g}", range.min, range.max), value_color);
    draw_text(image, left + 210, 28, fmt::format("opacity of a step 0 .. {:.3g}", most_opacity), opacity_color);
    draw_text(image, left + 430, 28, "transmittance 0 .. 1", transmittance_color);
    for (int i = 0; i <= 4; ++i) {
        draw_line(image, left, at_height(i / 4.0), right, at_height(i / 4.0), faint);
        draw_text(image, left - 36, static_cast<int>(at_height(i / 4.0)) - 4, fmt::format("{:.2f}", i / 4.0), ink);
    }
    for (int i = 0; i <= 8; ++i) {
        const double k = length * i / 8.0;
        draw_text(image, static_cast<int>(at_sample(k - 0.5)) - 8, bottom + 8, fmt::format("{:.0f}", k), ink);
    }
    const ReferenceSample *before = nullptr;
    for (const ReferenceSample &sample : probe.samples) {
        const auto curve = [&](double from, double to, Rgb color) {
            draw_line(image, at_sample(before ? before->k : sample.k), at_height(from), at_sample(sample.k),
                      at_height(to), color);
        };
        const auto share = [&](double value) { return (value - range.min) / std::max(range.max - range.min, 1e-30); };
        const ReferenceSample &last = before ? *before : sample;
        curve(share(last.value), share(sample.value), value_color);
        curve(last.opacity / most_opacity, sample.opacity / most_opacity, opacity_color);
        curve(before ? last.transmittance : 1.0, sample.transmittance, transmittance_color);
        before = &sample;
    }
    const int strip = bottom + 26;
    for (const RaySpan &span : probe.spans) {
        const int from = static_cast<int>(at_sample(span.begin - 0.5)),
                  to = static_cast<int>(at_sample(span.end - 0.5));
        fill_rectangle(image, from, strip, to, strip + 20, span.marched ? march_color : skip_color);
        fill_rectangle(image, from, strip, from + 1, strip + 20, ink);
    }
    const auto marched =
        std::count_if(probe.spans.begin(), probe.spans.end(), [](const RaySpan &span) { return span.marched; });
    draw_text(image, left, strip + 28,
              probe.spans.empty()
                  ? std::string("no skipping: every sample is taken")
                  : fmt::format("{} spans marched (green), {} skipped (grey), {} nodes descended into; along: samples",
                                marched, probe.spans.size() - static_cast<std::size_t>(marched), probe.descents),
              ink);
    return image;
}

} // namespace voxmarch
