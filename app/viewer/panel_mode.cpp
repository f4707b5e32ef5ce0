// What is drawn: the volume, isosurfaces or both, and what a ray makes of its samples.
#include "app/skeleton_tubes.h"
#include "app/viewer/panels.h"
#include "app/viewer/theme.h"
#include "app/viewer/widgets.h"
#include "volume/histogram.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// @return whether the surface is to go away
bool show_surface(SurfaceStyle &surface, const LoadedVolume &loaded, std::size_t number) {
    ImGui::PushID(static_cast<int>(number));
    const ValueRange range = loaded.volume.range();
    ImGui::ColorEdit3("##color", &surface.color.x, ImGuiColorEditFlags_NoInputs);
    tooltip("Colour of the surface.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(scaled(150.0f));
    slider("##isovalue", surface.isovalue, range.min, range.max,
           loaded.volume.type() == ScalarType::f32 ? "at %.5g" : "at %.1f");
    tooltip("Isovalue: the surface lies where the data have this value, in the file's unit. Ctrl+click to type it; its "
            "line in the transfer function can be dragged too.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-scaled(38.0f));
    ImGui::SliderFloat("##opacity", &surface.opacity, 0.0f, 1.0f, "opacity %.2f", ImGuiSliderFlags_AlwaysClamp);
    tooltip("Opacity of the surface, 0 (clear) to 1 (solid).");
    ImGui::SameLine();
    const bool removed = ImGui::Button("x");
    tooltip("Removes the surface.");
    ImGui::PopID();
    return removed;
}

void show_surfaces(ViewerState &state) {
    RenderSettings &settings = state.scene.settings;
    for (std::size_t i = 0; i < settings.surfaces.size();) {
        if (show_surface(settings.surfaces[i], *state.loaded, i) && settings.surfaces.size() > 1) {
            settings.surfaces.erase(settings.surfaces.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    ImGui::BeginDisabled(settings.surfaces.size() >= surface_limit);
    if (ImGui::Button("Add a surface")) {
        SurfaceStyle surface = settings.surfaces.back();
        surface.isovalue = (surface.isovalue + state.loaded->volume.range().max) / 2.0;
        settings.surfaces.back().opacity = std::min(settings.surfaces.back().opacity, 0.3f);
        settings.surfaces.push_back(surface);
    }
    ImGui::EndDisabled();
    tooltip("Up to eight; outer ones become transparent.");
    if (const std::uint64_t triangles = state.shown.statistics.surfaces.triangles; triangles > 0) {
        ImGui::SameLine();
        ImGui::Text("%s triangles", count_text(static_cast<double>(triangles)).c_str());
    }
    if (ImGui::Button("Extract a mesh ...")) {
        open_mesh_window(state, shown_isovalues(state));
    }
    tooltip(
        "Writes these surfaces into a file, .ply, .stl, .obj or .vtk. For one of them: right click on its handle in "
        "the transfer function.");
    label("Found by", "Triangles of Marching Cubes, made once for each isovalue, or the crossings along every ray.");
    choose("##method", settings.surface_method, {{SurfaceMethod::mesh, "triangles"}, {SurfaceMethod::raycast, "rays"}});
}

/// The lines of a skeleton that was dropped on the window.
void show_skeleton(ViewerState &state) {
    SkeletonSource &skeleton = state.scene.skeleton;
    if (skeleton.source.empty()) {
        return;
    }
    label("Skeleton", "Lines of voxmarch skeleton as tubes: blue where the object around them is thin, red where it is "
                      "thick. Drop another .vtk file on the window to replace them.");
    const double usual = default_tube_width(state.loaded->volume.grid());
    double width = skeleton.width.value_or(usual);
    ImGui::SetNextItemWidth(-scaled(38.0f));
    if (slider("##tubes", width, 0.1 * usual, 10.0 * usual, "%.3g mm thick")) {
        skeleton.width = width;
    }
    tooltip(skeleton.source.c_str());
    ImGui::SameLine();
    if (ImGui::Button("x##skeleton")) {
        skeleton = {};
    }
    tooltip("Removes the skeleton.");
}

} // namespace

void set_mode(ViewerState &state, Mode mode) {
    RenderSettings &settings = state.scene.settings;
    settings.mode = mode;
    if (mode != Mode::volume && settings.surfaces.empty()) {
        SurfaceStyle surface;
        surface.isovalue = otsu_threshold(state.loaded->histogram);
        settings.surfaces.push_back(surface);
    }
    if (mode == Mode::both) {
        settings.blend = Blend::composite; // projections have no depth to meet surfaces at
    }
}

void show_mode_section(ViewerState &state) {
    if (!section(state, "Mode", true)) {
        return;
    }
    ImGui::PushID("mode");
    RenderSettings &settings = state.scene.settings;
    label("Draw",
          "The volume through its transfer function, isosurfaces (where the data have one value), or both. Key M.");
    Mode mode = settings.mode;
    if (choose("##mode", mode, {{Mode::volume, "volume"}, {Mode::isosurface, "isosurfaces"}, {Mode::both, "both"}})) {
        set_mode(state, mode);
    }
    if (settings.mode == Mode::volume) {
        label("A ray shows", "All its samples composited front to back, or only their largest, smallest or mean value "
                             "through the transfer function.");
        choose("##blend", settings.blend,
               {{Blend::composite, "all samples"},
                {Blend::mip, "the largest value"},
                {Blend::minip, "the smallest value"},
                {Blend::average, "the mean value"}});
    } else {
        show_surfaces(state);
    }
    show_skeleton(state);
    ImGui::PopID();
}

} // namespace voxmarch
