// What lies along the ray under the mouse, and facts about the volume.
#include "app/viewer/panels.h"
#include "app/viewer/pick.h"
#include "app/viewer/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

struct Curve {
    ImU32 color;
    std::function<double(const ReferenceSample &)> height; ///< 0 .. 1
};

/// Of one step, > 0.
double largest_opacity(const RayProbe &ray) {
    double most = 1e-9;
    for (const ReferenceSample &sample : ray.samples) {
        most = std::max(most, sample.opacity);
    }
    return most;
}

void draw_curves(const RayProbe &ray, ValueRange range) {
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(120.0f));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), IM_COL32(16, 18, 23, 255), scaled(3.0f));
    const double most = largest_opacity(ray);
    const Curve curves[] = {
        {accent_color,
         [&](const ReferenceSample &s) { return (s.value - range.min) / std::max(range.max - range.min, 1e-30); }},
        {second_color, [&](const ReferenceSample &s) { return s.opacity / most; }},
        {IM_COL32(240, 240, 240, 255), [](const ReferenceSample &s) { return s.transmittance; }}};
    for (const Curve &curve : curves) {
        std::vector<ImVec2> points;
        for (std::size_t i = 0; i < ray.samples.size(); ++i) {
            const double x = static_cast<double>(i) / std::max<double>(1.0, double(ray.samples.size() - 1));
            points.emplace_back(
                corner.x + size.x * static_cast<float>(x),
                corner.y + size.y * (1.0f - static_cast<float>(std::clamp(curve.height(ray.samples[i]), 0.0, 1.0))));
        }
        list.AddPolyline(points.data(), static_cast<int>(points.size()), curve.color, 0, scaled(1.5f));
    }
}

void show_legend(const RayProbe &ray) {
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(accent_color), "value");
    ImGui::SameLine();
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(second_color), "opacity of a step (top: %.3f)",
                       largest_opacity(ray));
    ImGui::SameLine();
    ImGui::TextUnformatted("light left");
}

/// A strip under the plot: grey where the ray skips, green where it samples.
void draw_spans(const RayProbe &ray) {
    if (ray.spans.empty()) {
        hint("Nothing is skipped along this ray.");
        return;
    }
    constexpr ImU32 skipped_color = IM_COL32(92, 98, 112, 255), marched_color = IM_COL32(84, 168, 108, 255);
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(12.0f));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    const char *help = "The cubes that the ray meets from left to right: grey ones hold nothing that can be seen and "
                       "are skipped in one step, green ones are sampled. What is skipped never changes the picture.";
    tooltip(help);
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const double first = ray.samples.front().k, most = std::max<double>(1.0, double(ray.samples.size() - 1));
    const auto place = [&](float k) { // half a sample to either side belongs to it
        const double x = std::clamp((static_cast<double>(k) - 0.5 - first) / most, 0.0, 1.0);
        return corner.x + size.x * static_cast<float>(x);
    };
    for (const RaySpan &span : ray.spans) {
        const float from = place(span.begin), to = place(span.end);
        list.AddRectFilled(ImVec2(from, corner.y), ImVec2(to, corner.y + size.y),
                           span.marched ? marched_color : skipped_color);
        list.AddLine(ImVec2(from, corner.y), ImVec2(from, corner.y + size.y), IM_COL32(16, 18, 23, 255));
    }
    const SkippedShare share = skipped_share(ray);
    ImGui::TextWrapped("%d %s skipped: %.0f %% of the samples (%d of %d).", share.spans,
                       share.spans == 1 ? "span" : "spans", 100.0 * share.samples_skipped / std::max(share.samples, 1),
                       share.samples_skipped, share.samples);
    tooltip(help);
}

void show_ray(ViewerState &state) {
    const RayProbe &ray = state.probe.ray;
    const Volume &volume = state.loaded->volume;
    if (ray.samples.empty()) {
        hint("The ray misses the volume.");
        return;
    }
    draw_curves(ray, volume.range());
    draw_spans(ray);
    show_legend(ray);
    const auto strongest = std::max_element(ray.samples.begin(), ray.samples.end(),
                                            [](const ReferenceSample &a, const ReferenceSample &b) {
                                                return a.opacity * a.transmittance < b.opacity * b.transmittance;
                                            });
    ImGui::TextWrapped("Pixel %d, %d: the ray %s.", ray.x, ray.y, ray.end.c_str());
    ImGui::TextWrapped("Most of its colour: value %s at %s", value_text(strongest->value, volume.type()).c_str(),
                       place_text(volume.grid(), world_of(volume.grid(), strongest->position)).c_str());
}

} // namespace

void show_probe_section(ViewerState &state) {
    ProbeState &probe = state.probe;
    ImGui::SetNextItemOpen(probe.open);
    probe.open = ImGui::CollapsingHeader("Ray probe");
    if (!probe.open) {
        return;
    }
    ImGui::PushID("probe");
    ImGui::Checkbox("hold this pixel", &probe.held);
    tooltip("Off: the probe follows the mouse over the 3D view. On: it stays, and follows edits.");
    if (probe.held && !probe.ray.samples.empty()) {
        probe.ray = probe_with_spans(state, probe.ray.x, probe.ray.y);
    }
    show_ray(state);
    ImGui::PopID();
}

void show_volume_section(ViewerState &state) {
    if (!section(state, "Volume", false)) {
        return;
    }
    const Volume &volume = state.loaded->volume;
    const Grid &grid = volume.grid();
    const glm::dvec3 extent = grid.extent();
    if (!ImGui::BeginTable("facts", 2, ImGuiTableFlags_RowBg)) {
        return;
    }
    const auto row = [](const char *name, const std::string &value) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(name);
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", value.c_str());
    };
    row("Name", volume.header().name);
    row("Format", fmt::format("{}, {}", volume.header().format, scalar_name(volume.type())));
    row("Voxels", fmt::format("{} x {} x {}", grid.dims[0], grid.dims[1], grid.dims[2]));
    row("Spacing", fmt::format("{:.4g} x {:.4g} x {:.4g} mm", grid.spacing.x, grid.spacing.y, grid.spacing.z));
    row("Extent", fmt::format("{:.1f} x {:.1f} x {:.1f} mm", extent.x, extent.y, extent.z));
    row("Values", fmt::format("{} .. {}", value_text(volume.range().min, volume.type()),
                              value_text(volume.range().max, volume.type())));
    row("Orientation", grid.anatomical ? "patient (L/R, A/P, S/I)" : "none in the file");
    row("Device", fmt::format("{}, {} samples", state.status.device,
                              state.status.backend ? backend_name(*state.status.backend) : "no"));
    row("Device memory", fmt::format("{:.1f} MiB", static_cast<double>(state.status.allocated) / (1 << 20)));
    ImGui::EndTable();
}

} // namespace voxmarch
