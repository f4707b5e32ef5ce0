// A narrow window over the edge takes the mouse.
#include "app/viewer/panels/edge.h"

#include "app/viewer/window/theme.h"

namespace voxmarch {

EdgeDrag show_edge(const char *name, ImVec2 from, ImVec2 to) {
    const bool upright = from.x == to.x;
    const float half = scaled(3.0f); // points beside the edge that count as on it
    const ImVec2 corner = upright ? ImVec2(from.x - half, from.y) : ImVec2(from.x, from.y - half);
    const ImVec2 size = upright ? ImVec2(2.0f * half, to.y - from.y) : ImVec2(to.x - from.x, 2.0f * half);
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(2);
    EdgeDrag drag;
    ImGui::InvisibleButton("edge", ImVec2(size.x > 0.0f ? size.x : 1.0f, size.y > 0.0f ? size.y : 1.0f));
    const float mouse = upright ? ImGui::GetIO().MousePos.x : ImGui::GetIO().MousePos.y;
    const float place = upright ? from.x : from.y;
    const ImGuiID grip = ImGui::GetID("grip"); // where the mouse holds it, from the edge
    if (ImGui::IsItemActivated()) {
        ImGui::GetStateStorage()->SetFloat(grip, mouse - place);
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0f)) {
        drag.to = mouse - ImGui::GetStateStorage()->GetFloat(grip);
    }
    drag.let_go = ImGui::IsItemDeactivated();
    drag.reset = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddLine(from, to, accent_color, scaled(2.0f));
    }
    ImGui::End();
    return drag;
}

} // namespace voxmarch
