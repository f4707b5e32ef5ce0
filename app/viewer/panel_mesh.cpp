// The window "Extract a mesh": isosurfaces into a file.
#include "app/viewer/panels.h"
#include "app/viewer/save.h"
#include "app/viewer/theme.h"
#include "isosurface/mesh_file.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

std::string surfaces_text(const ViewerState &state) {
    std::string text;
    for (const double isovalue : state.mesh.isovalues) {
        text += (text.empty() ? "" : ", ") + value_text(isovalue, state.loaded->volume.type());
    }
    return text;
}

void start_extraction(ViewerState &state) {
    MeshWindow &mesh = state.mesh;
    if (!is_mesh_file(mesh.file)) {
        state.notify("meshes are .ply, .stl, .obj or .vtk files: change the end of " + mesh.file, true);
        return;
    }
    state.exporter.start({state.loaded, mesh.isovalues, state.scene.settings.extraction, mesh.file});
    mesh.open = false;
}

} // namespace

std::vector<double> shown_isovalues(const ViewerState &state) {
    std::vector<double> isovalues;
    for (const SurfaceStyle &surface : state.scene.settings.surfaces) {
        isovalues.push_back(surface.isovalue);
    }
    return isovalues;
}

void open_mesh_window(ViewerState &state, const std::vector<double> &isovalues) {
    state.mesh = {true, isovalues, next_file(state, ".ply").string()};
}

void show_mesh_window(ViewerState &state) {
    MeshWindow &mesh = state.mesh;
    if (!mesh.open || !state.loaded) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(scaled(480.0f), 0.0f), ImGuiCond_Always);
    if (ImGui::Begin("Extract a mesh", &mesh.open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        label(mesh.isovalues.size() == 1 ? "Isovalue" : "Isovalues",
              "The surfaces lie where the data have these values, in the file's unit. Several go into one file.");
        ImGui::TextWrapped("%s", surfaces_text(state).c_str());
        label("File", "The name's end tells the format: .ply, .stl, .obj or .vtk.");
        ImGui::InputText("##file", &mesh.file);
        hint_if_replaced(mesh.file);
        hint("Triangles with normals, in mm of the file's coordinates, as voxmarch mesh writes them. Clipping, labels "
             "and opacities do not count.");
        ImGui::BeginDisabled(state.exporter.busy() || mesh.isovalues.empty());
        if (ImGui::Button("Extract", ImVec2(scaled(120.0f), 0.0f))) {
            start_extraction(state);
        }
        ImGui::EndDisabled();
    }
    ImGui::End();
}

void take_mesh(ViewerState &state) {
    const std::optional<MeshOutcome> outcome = state.exporter.take();
    if (!outcome) {
        return;
    }
    state.notify(outcome->error.empty()
                     ? fmt::format("saved {} with {} triangles", outcome->file.string(), outcome->triangles)
                     : outcome->error,
                 !outcome->error.empty());
}

} // namespace voxmarch
