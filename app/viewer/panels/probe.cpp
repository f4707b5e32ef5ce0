// What lies along the ray of a pixel, and facts about the volume.
#include "app/viewer/panels/panels.h"
#include "app/viewer/panels/probe_plot.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

void show_ray(ViewerState &state) {
    const RayProbe &ray = state.probe.ray;
    const Volume &volume = state.loaded->volume;
    if (ray.samples.empty()) {
        hint("The ray misses the volume.");
        return;
    }
    show_probe_plots(ray, volume, volume.grid().smallest_spacing(), awaits_spans(state));
    const auto strongest = std::max_element(ray.samples.begin(), ray.samples.end(),
                                            [](const ReferenceSample &a, const ReferenceSample &b) {
                                                return a.opacity * a.transmittance < b.opacity * b.transmittance;
                                            });
    ImGui::TextWrapped("Pixel %d, %d: the ray %s.", ray.x, ray.y, ray.end.c_str());
    if (strongest->opacity <= 0.0) {
        hint("Nothing along it can be seen.");
        return;
    }
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
    row("Format", fmt::format("{}, {}", volume.header().format, name_of(volume.type())));
    row("Voxels", fmt::format("{} x {} x {}", grid.dims[0], grid.dims[1], grid.dims[2]));
    const std::string unit = unit_suffix(grid.unit);
    row("Spacing", fmt::format("{:.4g} x {:.4g} x {:.4g}{}", grid.spacing.x, grid.spacing.y, grid.spacing.z, unit));
    row("Extent", fmt::format("{:.5g} x {:.5g} x {:.5g}{}", extent.x, extent.y, extent.z, unit));
    row("World", OuterWorld(grid).text());
    row("Values", fmt::format("{} .. {}", value_text(volume.range().min, volume.type()),
                              value_text(volume.range().max, volume.type())));
    const std::string oblique =
        obliqueness(grid) > oblique_from ? fmt::format(", oblique by {:.1f} degrees", obliqueness(grid)) : "";
    row("Orientation", grid.anatomical ? "patient (L/R, A/P, S/I)" + oblique : "none in the file");
    row("Device", fmt::format("{}, {} samples", state.status.device,
                              state.status.backend ? name_of(*state.status.backend) : "no"));
    row("Device memory", fmt::format("{:.1f} MiB", static_cast<double>(state.status.allocated) / (1 << 20)));
    ImGui::EndTable();
}

} // namespace voxmarch
