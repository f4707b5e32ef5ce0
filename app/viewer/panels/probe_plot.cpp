// Two plots with axes over the length of the ray, and a strip of its spans.
#include "app/viewer/panels/probe_plot.h"
#include "app/viewer/document/document.h"

#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/skip_map.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "renderer/drawing.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr ImU32 probe_paper = IM_COL32(16, 18, 23, 255), probe_grid = IM_COL32(255, 255, 255, 26);
constexpr ImU32 light_color = IM_COL32(240, 240, 240, 255);
constexpr float probe_height = 92.0f, left_margin = 46.0f, right_margin = 44.0f, peak_room = 5.0f; // points

/// An interval of numbers along one edge of a plot.
struct Axis {
    double from, to;

    double share(double value) const { return (value - from) / std::max(to - from, 1e-30); }

    /// 1, 2 or 5 times a power of ten apart.
    std::vector<double> ticks(int about) const {
        if (const double length = to - from; !(length > 1e-9 * std::max(std::abs(from), std::abs(to)))) {
            return {from}; // all values are the same, as far as steps can tell
        }
        std::vector<double> all;
        const double step = axis_scale(to - from, about).step, last = std::floor(to / step + 1e-9);
        for (double number = std::ceil(from / step - 1e-9); number <= last; ++number) {
            all.push_back(number * step);
        }
        return all;
    }
};

/// A rectangle of the window with axes. Curves have some room above and below, so that peaks are seen whole.
struct Plot {
    ImVec2 low, high; ///< top left, bottom right
    Axis x;
    ImDrawList &list;

    float column(double at) const { return low.x + static_cast<float>(x.share(at)) * (high.x - low.x); }
    float row(const Axis &y, double value) const {
        const float room = scaled(peak_room);
        return high.y - room - static_cast<float>(y.share(value)) * (high.y - low.y - 2.0f * room);
    }

    void axis_left(const Axis &y, ImU32 color, bool right = false) const {
        for (const double tick : y.ticks(4)) {
            const float at = row(y, tick);
            const std::string text = fmt::format("{:.4g}", tick);
            const ImVec2 size = ImGui::CalcTextSize(text.c_str());
            const float gap = scaled(5.0f);
            list.AddText(ImVec2(right ? high.x + gap : low.x - gap - size.x, at - size.y / 2.0f), on_panel(color),
                         text.c_str());
            if (!right) {
                list.AddLine(ImVec2(low.x, at), ImVec2(high.x, at), probe_grid);
            }
        }
    }

    /// @param height  of the sample with a number; none where it is NaN
    template <typename Height>
    void curve(const std::vector<ReferenceSample> &samples, const Axis &y, ImU32 color, const Height &height,
               double spacing) const {
        std::vector<ImVec2> points;
        const auto draw = [&] {
            list.AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, scaled(1.5f));
            points.clear();
        };
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (std::isnan(height(i))) {
                draw();
            } else {
                points.emplace_back(column((samples[i].t - samples.front().t) * spacing), row(y, height(i)));
            }
        }
        draw();
    }
};

/// The next plot's place, below a line with the names of its curves.
Plot next_plot(const Axis &x) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::InvisibleButton("plot", ImVec2(width, scaled(probe_height)));
    draw_focus();
    const Plot plot{ImVec2(corner.x + scaled(left_margin), corner.y),
                    ImVec2(corner.x + width - scaled(right_margin), corner.y + scaled(probe_height)), x,
                    *ImGui::GetWindowDrawList()};
    plot.list.AddRectFilled(plot.low, plot.high, probe_paper, scaled(3.0f));
    for (const double tick : x.ticks(5)) {
        plot.list.AddLine(ImVec2(plot.column(tick), plot.low.y), ImVec2(plot.column(tick), plot.high.y), probe_grid);
    }
    return plot;
}

void show_distances(const Plot &plot, LengthUnit unit) {
    const float top = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y + scaled(1.0f);
    const float line = ImGui::GetTextLineHeight();
    for (const double tick : plot.x.ticks(5)) {
        const std::string text = fmt::format("{:.4g}", tick);
        plot.list.AddText(ImVec2(plot.column(tick) - ImGui::CalcTextSize(text.c_str()).x / 2.0f, top),
                          ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
    }
    const std::string caption =
        (unit == LengthUnit::unknown ? "distance" : std::string(name_of(unit))) + " from the entry";
    plot.list.AddText(ImVec2((plot.low.x + plot.high.x - ImGui::CalcTextSize(caption.c_str()).x) / 2.0f, top + line),
                      ImGui::GetColorU32(ImGuiCol_TextDisabled), caption.c_str());
    ImGui::Dummy(ImVec2(1.0f, 2.0f * line));
}

/// The sample under the mouse: a line through the plot, and its numbers.
void show_sample(const Plot &plot, const RayProbe &ray, const Document &document, double spacing) {
    const float mouse = ImGui::GetIO().MousePos.x;
    if (!ImGui::IsItemHovered() || mouse < plot.low.x || mouse > plot.high.x) {
        return;
    }
    const auto place = static_cast<double>((mouse - plot.low.x) / (plot.high.x - plot.low.x));
    const auto last = static_cast<double>(ray.samples.size() - 1);
    const auto index = static_cast<std::size_t>(std::lround(place * last));
    const ReferenceSample &sample = ray.samples[index];
    const double distance = (sample.t - ray.samples.front().t) * spacing;
    plot.list.AddLine(ImVec2(plot.column(distance), plot.low.y), ImVec2(plot.column(distance), plot.high.y),
                      IM_COL32(255, 255, 255, 120));
    tooltip(fmt::format("{:.4g}{}: value {}, opacity {:.4f} of the step, transmittance {:.3f}", distance,
                        printed_unit(document.grid().unit), values_text(document, ray.values_at(index)), sample.opacity,
                        sample.transmittance)
                .c_str());
}

/// A strip under the plots: grey where the ray skips, green where it samples.
void show_spans(const RayProbe &ray, const Plot &plot, bool awaits_spans) {
    if (ray.spans.empty()) {
        hint(awaits_spans ? "What is skipped is shown when the picture is complete."
                          : "Nothing is skipped along this ray.");
        return;
    }
    constexpr ImU32 skipped_color = IM_COL32(92, 98, 112, 255), marched_color = IM_COL32(84, 168, 108, 255);
    const float top = ImGui::GetCursorScreenPos().y, bottom = top + scaled(12.0f);
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, bottom - top));
    const char *help =
        "The octree's nodes, or free distances, along the ray: grey ones hold nothing that can be seen and "
        "are skipped in one step, green ones are sampled. What is skipped never changes the picture.";
    tooltip(help);
    const double first = ray.samples.front().k, most = std::max<double>(1.0, double(ray.samples.size() - 1));
    const auto place = [&](float k) { // half a sample to either side belongs to it
        const double share = std::clamp((static_cast<double>(k) - 0.5 - first) / most, 0.0, 1.0);
        return plot.low.x + (plot.high.x - plot.low.x) * static_cast<float>(share);
    };
    for (const RaySpan &span : ray.spans) {
        const float from = place(span.begin), to = place(span.end);
        plot.list.AddRectFilled(ImVec2(from, top), ImVec2(to, bottom), span.marched ? marched_color : skipped_color);
        plot.list.AddLine(ImVec2(from, top), ImVec2(from, bottom), probe_paper);
    }
    const SkippedShare share = skipped_share(ray);
    ImGui::TextWrapped("%d %s skipped: %.0f %% of the samples (%d of %d).", share.spans,
                       share.spans == 1 ? "span" : "spans", 100.0 * share.samples_skipped / std::max(share.samples, 1),
                       share.samples_skipped, share.samples);
    tooltip(help);
}

/// From 0 to the largest opacity of a step, or to 1 where that is near.
Axis opacity_axis(const RayProbe &ray) {
    double most = 0.001; // of rays through nothing
    for (const ReferenceSample &sample : ray.samples) {
        most = std::max(most, sample.opacity);
    }
    return {0.0, most > 0.25 ? 1.0 : axis_scale(most, 4).end};
}

/// Colour of the curve of a channel, lightened: pure blue is hardly seen on dark paper.
ImU32 channel_curve_color(const Document &document, std::size_t place, std::size_t channels) {
    if (channels == 1) {
        return accent_color;
    }
    const glm::vec3 color = glm::mix(glm::vec3(color_of(document, place)), glm::vec3(1.0f), 0.35f);
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.r, color.g, color.b, 1.0f));
}

/// The plot of values; the numbers beside it are those of the channel whose function is edited.
void show_values(const RayProbe &ray, const Document &document, const Axis &x, double spacing) {
    const std::size_t channels = 1 + ray.others.size();
    for (std::size_t place = 0; place < channels; ++place) {
        const std::string name = channels > 1 ? shortened(document.name_of(place), scaled(84.0f)) : "Value";
        if (place > 0) {
            ImGui::SameLine();
        }
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(on_panel(channel_curve_color(document, place, channels))),
                           "%s", name.c_str());
    }
    const Plot plot = next_plot(x);
    const auto range = [&](std::size_t place) {
        const ValueRange values = channel_of(*document.loaded, place).range();
        return Axis{values.min, values.max};
    };
    const std::size_t told = std::min(document.channel(), channels - 1);
    plot.axis_left(range(told), channel_curve_color(document, told, channels));
    for (std::size_t place = channels; place-- > 0;) {
        plot.curve(
            ray.samples, range(place), channel_curve_color(document, place, channels),
            [&](std::size_t i) { return place == 0 ? ray.samples[i].value : ray.others[place - 1][i]; }, spacing);
    }
    show_sample(plot, ray, document, spacing);
}

} // namespace

void show_probe_plots(const RayProbe &ray, const Document &document, bool awaits_spans) {
    const double spacing = document.grid().smallest_spacing();
    const double length = (ray.samples.back().t - ray.samples.front().t) * spacing;
    const Axis x{0.0, std::max(length, 1e-6)}, whole{0.0, 1.0};
    ImGui::PushID("values");
    show_values(ray, document, x, spacing);
    ImGui::PopID();

    ImGui::PushID("opacities");
    ImGui::TextUnformatted("Light let through (left)");
    tooltip("Transmittance: share of the light from behind that comes through to the eye, 1 in front of the volume.");
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(on_panel(second_color)), "Opacity of a sample (right)");
    tooltip("Opacity of every sample, 0 (transparent) to 1 (opaque), for the present sample distance.");
    const Axis opacities = opacity_axis(ray);
    const Plot lower = next_plot(x);
    lower.axis_left(whole, light_color);
    lower.axis_left(opacities, second_color, true);
    lower.curve(
        ray.samples, opacities, second_color, [&](std::size_t i) { return ray.samples[i].opacity; }, spacing);
    lower.curve(
        ray.samples, whole, light_color, [&](std::size_t i) { return ray.samples[i].transmittance; }, spacing);
    show_sample(lower, ray, document, spacing);
    ImGui::PopID();
    show_distances(lower, document.grid().unit);
    show_spans(ray, lower, awaits_spans);
}

} // namespace voxmarch
