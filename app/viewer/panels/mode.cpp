// What is drawn: the volume, isosurfaces or both, and what a ray makes of its samples.
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/extract_skeleton.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/preparation.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/theme.h"
#include "scene/figure/figure_parts.h"
#include "scene/first_isovalue.h"
#include "scene/skeleton_tubes.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace voxmarch {

namespace {

/// A typed isovalue outside the data has no surface: it becomes the nearest one that has, and that is told.
void keep_in_range(double &isovalue, const Volume &volume, Notices &notices) {
    const ValueRange range = volume.range();
    if (isovalue >= range.min && isovalue <= range.max) {
        return;
    }
    const auto text = [&](double value) { return value_text(value, volume.type()); };
    notices.add(fmt::format("there is no isosurface at {}: the values run from {} to {}", text(isovalue),
                            text(range.min), text(range.max)));
    isovalue = isovalue > range.max ? range.max : range.min; // that of NaN too
}

const Volume &volume_of(const Document &document, const SurfaceStyle &surface) {
    return channel_of(*document.loaded, static_cast<std::size_t>(surface.channel));
}

/// Puts the surface into another channel, at the value that parts background and object there, in its colour.
void move_to_channel(SurfaceStyle &surface, const Document &document, std::size_t place) {
    surface.channel = static_cast<int>(place);
    surface.isovalue = first_isovalue(volume_of(document, surface).header(), document.histogram_of(place)).value;
    surface.color = glm::vec3(color_of(document, place));
}

void show_surface_channel(SurfaceStyle &surface, const Document &document) {
    const std::string name = document.name_of(static_cast<std::size_t>(surface.channel));
    const float room = ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##channel", shortened(name, room).c_str(), ImGuiComboFlags_NoArrowButton)) {
        for (std::size_t place = 0; place < document.channels(); ++place) {
            const bool chosen = static_cast<int>(place) == surface.channel;
            if (ImGui::Selectable(fmt::format("{}###{}", document.name_of(place), place).c_str(), chosen) && !chosen) {
                move_to_channel(surface, document, place);
            }
        }
        ImGui::EndCombo();
    }
    tooltip((name + ": the channel in which the surface lies. In another one it begins at the value that parts "
                    "background and object best, in the channel's colour.")
                .c_str());
}

/// One row of the table. @param triangles  what its last column says  @return whether the surface is to go away
bool show_surface(SurfaceStyle &surface, std::size_t number, const std::string &triangles, const Document &document,
                  Notices &notices) {
    const Volume &volume = volume_of(document, surface);
    ImGui::PushID(static_cast<int>(number));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::ColorEdit3("##color", &surface.color.x, ImGuiColorEditFlags_NoInputs);
    tooltip("Colour of the surface.");
    if (document.channels() > 1) {
        ImGui::TableNextColumn();
        show_surface_channel(surface, document);
    }
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1.0f);
    const ValueRange range = volume.range();
    if (ImGui::DragScalar("##isovalue", ImGuiDataType_Double, &surface.isovalue, value_speed(volume), &range.min,
                          &range.max, value_format(surface.isovalue, volume.type()))) {
        keep_in_range(surface.isovalue, volume, notices);
    }
    tooltip(fmt::format("Isovalue: the surface lies where the data have this value, in the file's unit, from {} to {}. "
                        "Drag, or Ctrl+click to type; its handle in the transfer function's plot can be dragged too.",
                        value_text(range.min, volume.type()), value_text(range.max, volume.type()))
                .c_str());
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::DragFloat("##opacity", &surface.opacity, 0.005f, 0.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
    tooltip("Opacity of the surface, 0 (transparent) to 1 (opaque).");
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(triangles.c_str());
    tooltip("Triangles of this surface.");
    ImGui::TableNextColumn();
    const bool removed = ImGui::Button("x");
    tooltip("Removes the surface.");
    ImGui::PopID();
    return removed;
}

void show_surface_table(ViewerState &state) {
    Document &document = state.document;
    std::vector<SurfaceStyle> &surfaces = document.scene.settings.surfaces;
    const bool several = document.channels() > 1;
    if (!ImGui::BeginTable("surfaces", several ? 6 : 5)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    if (several) {
        ImGui::TableSetupColumn("Channel", ImGuiTableColumnFlags_WidthFixed, scaled(72.0f));
    }
    ImGui::TableSetupColumn("Isovalue");
    ImGui::TableSetupColumn("Opacity");
    ImGui::TableSetupColumn("Triangles", ImGuiTableColumnFlags_WidthFixed, scaled(several ? 88.0f : 104.0f));
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableHeadersRow();
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        const std::string triangles = triangles_text(document, state.view.shown, i);
        if (show_surface(surfaces[i], i, triangles, document, state.notices) && surfaces.size() > 1) {
            removed = i;
        }
    }
    ImGui::EndTable();
    if (removed) {
        surfaces.erase(surfaces.begin() + static_cast<std::ptrdiff_t>(*removed));
    }
}

/// Half way from the last one to the largest value, in a colour that none has.
SurfaceStyle next_surface(const std::vector<SurfaceStyle> &surfaces, const Document &document) {
    static const glm::vec3 colors[surface_limit] = {SurfaceStyle().color,  {0.86f, 0.36f, 0.28f}, {0.36f, 0.62f, 0.88f},
                                                    {0.46f, 0.76f, 0.42f}, {0.93f, 0.68f, 0.25f}, {0.64f, 0.48f, 0.82f},
                                                    {0.35f, 0.76f, 0.73f}, {0.91f, 0.56f, 0.73f}};
    const Volume &volume = volume_of(document, surfaces.back());
    SurfaceStyle surface;
    surface.channel = surfaces.back().channel;
    const double middle = (surfaces.back().isovalue + volume.range().max) / 2.0;
    surface.isovalue = volume.type() == ScalarType::f32 ? middle : std::floor(middle) + 0.5; // between voxels' values
    surface.color = *std::find_if(std::begin(colors), std::end(colors) - 1, [&](const glm::vec3 &color) {
        return std::none_of(surfaces.begin(), surfaces.end(),
                            [&](const SurfaceStyle &other) { return other.color == color; });
    });
    return surface;
}

void show_surfaces(ViewerState &state) {
    RenderSettings &settings = state.document.scene.settings;
    show_surface_table(state);
    ImGui::BeginDisabled(settings.surfaces.size() >= surface_limit);
    if (ImGui::Button("Add a surface")) {
        settings.surfaces.push_back(next_surface(settings.surfaces, state.document));
        for (std::size_t i = 0; i + 1 < settings.surfaces.size(); ++i) {
            settings.surfaces[i].opacity = std::min(settings.surfaces[i].opacity, 0.3f);
        }
    }
    ImGui::EndDisabled();
    tooltip("Up to eight; outer ones become transparent.");
    beside("Extract a mesh ...");
    if (ImGui::Button("Extract a mesh ...")) {
        ask_for_mesh(state, isovalues_of(state.document.scene));
    }
    tooltip(
        "Writes these surfaces into a file, .ply, .stl, .obj or .vtk. For one of them: right click on its handle in "
        "the transfer function.");
    label(
        "Drawn as",
        "Triangles: a mesh, made once for each isovalue (Marching Cubes). Exact: found anew in each picture, without a "
        "mesh (ray casting).");
    const DisabledFor missing(brick_limit(state.jobs.status.bricks, "Meshes that are drawn", false));
    choose("##method", settings.surface_method);
}

/// The lines of a skeleton that was made, or dropped on the window.
void show_skeleton(ViewerState &state) {
    SkeletonSource &skeleton = state.document.scene.skeleton;
    const Grid &grid = state.document.grid();
    if (skeleton.source.empty()) {
        const DisabledFor missing(brick_limit(state.jobs.status.bricks, "Skeletons"));
        if (ImGui::Button("Make a skeleton")) {
            ask_for_skeleton(state);
        }
        tooltip("Thins vessels, or whatever lies within the first isosurface, to curves, and shows them as tubes.");
        return;
    }
    label("Skeleton", "Lines of voxmarch skeleton as tubes: blue where the object around them is thin, red where it is "
                      "thick. Drop another .vtk file on the window to replace them.");
    const double usual = default_tube_width(grid);
    double width = skeleton.width.value_or(usual);
    ImGui::SetNextItemWidth(-scaled(38.0f));
    const double thinnest = 0.1 * usual, thickest = 10.0 * usual;
    const std::string format = fmt::format("%.3g{} thick", printed_unit(grid.unit));
    if (ImGui::DragScalar("##tubes", ImGuiDataType_Double, &width, static_cast<float>(usual / 50.0), &thinnest,
                          &thickest, format.c_str(), ImGuiSliderFlags_AlwaysClamp)) {
        skeleton.width = width;
    }
    tooltip(skeleton.source.c_str());
    ImGui::SameLine();
    if (ImGui::Button("x##skeleton")) {
        skeleton = {};
    }
    tooltip("Removes the skeleton.");
}

/// The meshes of files that were dropped on the window.
void show_meshes(std::vector<SceneMesh> &meshes) {
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        SceneMesh &mesh = meshes[i];
        ImGui::PushID(static_cast<int>(i));
        const std::string name = std::filesystem::path(mesh.source).filename().string();
        label(shortened(name, scaled(90.0f)).c_str(),
              "A mesh of a file, by depth with the volume: its colour and its opacity.");
        ImGui::ColorEdit3("##color", &mesh.color.x, ImGuiColorEditFlags_NoInputs);
        tooltip("Colour of the mesh.");
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-scaled(38.0f));
        ImGui::SliderFloat("##opacity", &mesh.opacity, 0.05f, 1.0f, "%.2f opaque", ImGuiSliderFlags_AlwaysClamp);
        tooltip(mesh.source.c_str());
        ImGui::SameLine();
        const bool removed = ImGui::Button("x##mesh");
        tooltip("Removes the mesh.");
        ImGui::PopID();
        if (removed) {
            meshes.erase(meshes.begin() + static_cast<std::ptrdiff_t>(i--));
        }
    }
}

} // namespace

std::string triangles_text(const Document &document, const ShownPicture &shown, std::size_t surface) {
    const RenderSettings &settings = document.scene.settings;
    const std::vector<std::uint64_t> &counts = shown.frame.statistics.surfaces.surface_triangles;
    const std::vector<Isovalue> &isovalues = shown.frame.isovalues;
    const bool known =
        surface < counts.size() && surface < isovalues.size() &&
        isovalues[surface] == Isovalue{settings.surfaces[surface].isovalue, settings.surfaces[surface].channel};
    if (settings.surface_method == SurfaceMethod::mesh && known) {
        return count_text(static_cast<double>(counts[surface]));
    }
    return settings.surface_method == SurfaceMethod::mesh && shown.outdated ? "counting ..." : "-";
}

void show_mode_section(ViewerState &state) {
    ImGui::PushID("mode");
    Document &document = state.document;
    RenderSettings &settings = document.scene.settings;
    label("Show",
          "The volume through its transfer function, isosurfaces (where the data have one value), or both. Key M.");
    Mode mode = settings.mode;
    if (choose("##mode", mode)) {
        set_mode(document, mode);
    }
    if (settings.mode == Mode::volume) {
        label("Blend mode",
              "Composite: all samples of a ray front to back, by their opacity. Maximum, minimum and average "
              "intensity: that one value of the ray, in the transfer function's colour.");
        Blend blend = settings.blend;
        if (choose("##blend", blend)) {
            set_blend(document, blend);
        }
    } else {
        show_surfaces(state);
    }
    show_skeleton(state);
    show_meshes(state.document.scene.meshes);
    ImGui::PopID();
}

} // namespace voxmarch
