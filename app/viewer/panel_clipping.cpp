// Clip box and clip planes.
#include "app/viewer/panels.h"
#include "app/viewer/pick.h"
#include "app/viewer/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr double thinnest = 0.005; // share of an edge

/// Both ends of the box along one voxel axis, in mm from the first voxel.
void show_box_axis(RenderSettings &settings, const Grid &grid, int axis) {
    const double length = std::max(grid.extent()[axis], 1e-9);
    double ends[2] = {settings.clip_low[axis] * length, settings.clip_high[axis] * length};
    const std::string name = fmt::format("Along {}", "xyz"[axis]);
    label(name.c_str(), "First and last place that is drawn along this axis of the voxels, mm from the first voxel.");
    ImGui::PushID(axis);
    if (ImGui::DragScalarN("##ends", ImGuiDataType_Double, ends, 2, static_cast<float>(length / 400.0), nullptr,
                           nullptr, "%.1f mm")) {
        settings.clip_low[axis] = std::clamp(ends[0] / length, 0.0, settings.clip_high[axis] - thinnest);
        settings.clip_high[axis] = std::clamp(ends[1] / length, settings.clip_low[axis] + thinnest, 1.0);
    }
    ImGui::PopID();
}

/// @return whether the plane is to go away
bool show_plane(ClipPlane &plane, const Grid &grid, const Camera &camera, std::size_t number) {
    ImGui::PushID(static_cast<int>(number));
    const double reach = glm::length(grid.extent());
    const double middle = glm::dot(glm::normalize(plane.normal), grid.center());
    double offset = plane.distance / glm::length(plane.normal) - middle;
    label(fmt::format("Plane {}", number + 1).c_str(),
          "Distance of the plane from the middle of the volume; what lies before it is not drawn.");
    ImGui::SetNextItemWidth(scaled(110.0f));
    const double low = -reach / 2.0, high = reach / 2.0;
    if (ImGui::DragScalar("##distance", ImGuiDataType_Double, &offset, static_cast<float>(reach / 400.0), &low, &high,
                          "%.1f mm", ImGuiSliderFlags_AlwaysClamp)) {
        plane.normal = glm::normalize(plane.normal);
        plane.distance = offset + middle;
    }
    ImGui::SameLine();
    if (ImGui::Button("Face camera")) {
        plane.normal = glm::normalize(camera.target - camera.eye);
        plane.distance = offset + glm::dot(plane.normal, grid.center());
    }
    tooltip("Turns the plane so that it is cut straight in front of the camera.");
    ImGui::SameLine();
    const bool removed = ImGui::Button("x");
    tooltip("Removes the plane.");
    ImGui::PopID();
    return removed;
}

} // namespace

void show_clipping_section(ViewerState &state) {
    state.clip_handles = section(state, "Clipping", false);
    if (!state.clip_handles) {
        return;
    }
    ImGui::PushID("clipping");
    RenderSettings &settings = state.scene.settings;
    const Grid &grid = state.loaded->volume.grid();
    hint("Drag the coloured handles of the box in the 3D view, or type lengths (Ctrl+click).");
    for (int axis = 0; axis < 3; ++axis) {
        show_box_axis(settings, grid, axis);
    }
    for (std::size_t i = 0; i < settings.clip_planes.size();) {
        if (show_plane(settings.clip_planes[i], grid, state.scene.camera, i)) {
            settings.clip_planes.erase(settings.clip_planes.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    const bool full = settings.clip_planes.size() >= clip_plane_limit;
    ImGui::BeginDisabled(full);
    if (ImGui::Button("Add a plane")) {
        ClipPlane plane;
        plane.normal = glm::normalize(state.scene.camera.target - state.scene.camera.eye);
        plane.distance = glm::dot(plane.normal, grid.center());
        settings.clip_planes.push_back(plane);
    }
    ImGui::EndDisabled();
    tooltip("A plane through the middle that faces the camera; up to six.");
    ImGui::SameLine();
    if (ImGui::Button("Reset")) {
        settings.clip_low = glm::dvec3(0.0);
        settings.clip_high = glm::dvec3(1.0);
        settings.clip_planes.clear();
    }
    tooltip("Removes planes, and opens the box.");
    ImGui::PopID();
}

} // namespace voxmarch
