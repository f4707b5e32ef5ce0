// What lies along the ray of a pixel.
#include "app/viewer/document/document.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/probe_plot.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/skip_map.h"
#include "scene/pick.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

void show_ray(const RayProbe &ray, const Document &document, bool waits) {
    const Volume &volume = document.loaded->volume;
    if (ray.samples.empty()) {
        hint("The ray misses the volume.");
        return;
    }
    if (volume.large()) {
        const std::array<int, 3> &dims = volume.sample().grid().dims;
        hint(fmt::format("Along a sample of {} x {} x {} of the voxels.", dims[0], dims[1], dims[2]));
    }
    show_probe_plots(ray, document, waits);
    const auto strongest = std::max_element(ray.samples.begin(), ray.samples.end(),
                                            [](const ReferenceSample &a, const ReferenceSample &b) {
                                                return a.opacity * a.transmittance < b.opacity * b.transmittance;
                                            });
    ImGui::TextWrapped("Pixel %d, %d: the ray %s.", ray.x, ray.y, ray.end.c_str());
    if (strongest->opacity <= 0.0) {
        hint("Nothing along it can be seen.");
        return;
    }
    const auto index = static_cast<std::size_t>(strongest - ray.samples.begin());
    ImGui::TextWrapped("Most of its colour: value %s at %s", values_text(document, ray.values_at(index)).c_str(),
                       place_text(volume.grid(), world_of(volume.grid(), strongest->position)).c_str());
}

} // namespace

void show_probe_section(ProbeTool &probe, SkipMap &skip, const Comparison &compare, const Document &document) {
    ImGui::SetNextItemOpen(probe.open);
    probe.open = ImGui::CollapsingHeader("Ray probe");
    if (!probe.open) {
        return;
    }
    if (probe.reveals > 0) {
        const bool whole = !probe.ray.samples.empty() || ImGui::GetIO().MouseWheel != 0.0f; // there is no ray at first
        probe.reveals -= whole ? 1 : 0;
        ImGui::SetScrollHereY(0.0f);
    }
    ImGui::PushID("probe");
    ImGui::BeginDisabled(probe.ray.samples.empty() && !probe.held);
    ImGui::Checkbox("Hold the pixel", &probe.held);
    ImGui::EndDisabled();
    tooltip(
        "Off: the probe follows the mouse over the 3D view. On: it stays at its pixel, and follows edits. A click in "
        "the 3D view holds it there, Esc lets it go.");
    ImGui::SameLine();
    ImGui::TextDisabled(probe.held ? "Esc: follow the mouse" : "Click in the view: hold");
    if (probe.held && !probe.ray.samples.empty()) {
        const Scene shown = side_of(compare, document.scene, probe.side);
        probe.ray = probe_with_spans(skip, document, shown, probe.ray.x, probe.ray.y);
    }
    show_ray(probe.ray, document, awaits_spans(skip, document.scene.settings));
    ImGui::PopID();
}

} // namespace voxmarch
