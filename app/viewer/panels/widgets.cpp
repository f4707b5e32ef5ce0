// Texts beside input elements, and help while the mouse rests on them.
#include "app/viewer/panels/widgets.h"

#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/keyboard_focus.h"

#include <algorithm>
#include <cmath>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

/// Beside the window, where it hides no item; where there is no room, at the mouse. One of a row's parts comes after
/// that of the row and wins.
void show_tooltip(const char *text, float top) {
    const float width = scaled(340.0f), gap = scaled(6.0f);
    const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
    const ImGuiStyle &style = ImGui::GetStyle();
    const float needed = gap + width + 2.0f * style.WindowPadding.x;
    const float height = ImGui::CalcTextSize(text, nullptr, false, width).y + 2.0f * style.WindowPadding.y;
    top = std::min(top, ImGui::GetIO().DisplaySize.y - style.DisplaySafeAreaPadding.y - height);
    if (right + needed <= ImGui::GetIO().DisplaySize.x) {
        ImGui::SetNextWindowPos(ImVec2(right + gap, top));
    } else if (left - needed >= 0.0f) {
        ImGui::SetNextWindowPos(ImVec2(left - gap, top), ImGuiCond_Always, ImVec2(1.0f, 0.0f));
    }
    begin_tooltip();
    ImGui::PushTextWrapPos(width);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// Whether the hovered item was pressed since the mouse came to it: its help was read, and hides what opens now, which
/// may have taken the keyboard. Of what cannot be pressed the help says why.
bool is_used() {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    const double pressed = context.Time - ImGui::GetIO().MouseClickedTime[ImGuiMouseButton_Left];
    const ImGuiIO &io = ImGui::GetIO();
    const ImVec2 at = io.MouseClickedPos[ImGuiMouseButton_Left];
    const bool disabled = (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
    const bool rests = !disabled && std::hypot(io.MousePos.x - at.x, io.MousePos.y - at.y) < scaled(6.0f);
    return ImGui::IsMouseDown(ImGuiMouseButton_Left) || rests || pressed < double(context.HoveredIdTimer);
}

} // namespace

void tooltip(const char *text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) && *text != '\0' && !is_used()) {
        show_tooltip(text, ImGui::GetItemRectMin().y);
    }
}

void tooltip_below(const char *text, float top) {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || *text == '\0' || is_used()) {
        return;
    }
    const float widest = scaled(340.0f), window = ImGui::GetIO().DisplaySize.x;
    const float width = ImGui::CalcTextSize(text, nullptr, false, widest).x + 2.0f * ImGui::GetStyle().WindowPadding.x;
    const float left = std::max(std::min(ImGui::GetItemRectMin().x, window - width - scaled(4.0f)), 0.0f);
    ImGui::SetNextWindowPos(ImVec2(left, top + scaled(4.0f)));
    begin_tooltip();
    ImGui::PushTextWrapPos(widest);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool is_narrow() { return ImGui::GetContentRegionAvail().x < scaled(230.0f); }

void beside(const char *text) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const float width = style.ItemSpacing.x + ImGui::CalcTextSize(text).x + 2.0f * style.FramePadding.x;
    if (ImGui::GetItemRectMax().x + width <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
        ImGui::SameLine();
    }
}

void label(const char *text, const char *help) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 end(corner.x + ImGui::GetContentRegionAvail().x, corner.y + ImGui::GetFrameHeight());
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, end)) {
        show_tooltip(help, corner.y);
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text);
    if (!is_narrow()) { // else the next item is below it
        ImGui::SameLine(std::min(scaled(142.0f), 0.5f * ImGui::GetWindowWidth()));
    }
    ImGui::SetNextItemWidth(-1.0f);
}

DisabledFor::DisabledFor(std::string reason) : reason_(std::move(reason)), corner_(ImGui::GetCursorScreenPos()) {
    ImGui::BeginDisabled(!reason_.empty());
}

DisabledFor::~DisabledFor() {
    ImGui::EndDisabled();
    const ImVec2 end(corner_.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y);
    if (!reason_.empty() && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner_, end)) {
        show_tooltip(reason_.c_str(), corner_.y);
    }
}

std::string shortened(std::string text, float room) {
    const auto width = [](const std::string &some) { return ImGui::CalcTextSize(some.c_str()).x; };
    if (width(text) <= room) {
        return text;
    }
    while (!text.empty() && width(text + "...") > room) {
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) { // letters of UTF-8
            text.pop_back();
        }
        text.pop_back();
    }
    return text + "...";
}

bool eye_button(bool open) {
    const float edge = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton("eye", ImVec2(edge, edge));
    draw_focus();
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const ImVec2 middle(corner.x + edge / 2.0f, corner.y + edge / 2.0f);
    const ImU32 color = ImGui::IsItemHovered() ? theme_colors().accent
                                               : ImGui::GetColorU32(open ? ImGuiCol_Text : ImGuiCol_TextDisabled);
    const float half = scaled(8.0f), height = scaled(4.5f), line = scaled(1.5f);
    constexpr int pieces = 10;
    for (const float side : {-1.0f, 1.0f}) { // lids
        for (int i = 0; i <= pieces; ++i) {
            const float along = 2.0f * static_cast<float>(i) / pieces - 1.0f;
            list.PathLineTo(ImVec2(middle.x + half * along, middle.y + side * height * (1.0f - along * along)));
        }
        list.PathStroke(color, 0, line);
    }
    if (open) {
        list.AddCircleFilled(middle, scaled(2.8f), color, 16);
    } else {
        list.AddLine(ImVec2(middle.x - half * 0.8f, middle.y + height * 1.3f),
                     ImVec2(middle.x + half * 0.8f, middle.y - height * 1.3f), color, line);
    }
    return clicked;
}

void hint(const std::string &text) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

void warn(const std::string &text) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme_colors().bad);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

void center_next_window() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
}

void choose_traversal(RenderSettings &settings, std::optional<SamplingBackend> backend) {
    if (ImGui::BeginCombo("##traversal", std::string(name_of(settings.traversal)).c_str())) {
        for (const TraversalInfo &info : traversals) {
            const bool possible = backend != SamplingBackend::packet || info.packets;
            ImGui::BeginDisabled(!possible);
            if (ImGui::Selectable(std::string(info.name).c_str(), info.traversal == settings.traversal)) {
                settings.traversal = info.traversal;
                settings.loops.reset();
            }
            if (info.traversal == settings.traversal) {
                ImGui::SetItemDefaultFocus();
            }
            ImGui::EndDisabled();
            if (!possible) {
                tooltip(
                    "This device samples 16 pixels at once (back end packet), which this traversal does not support. "
                    "voxmarch view --backend buffer supports it, and is slower.");
            }
        }
        ImGui::EndCombo();
    }
}

} // namespace voxmarch
