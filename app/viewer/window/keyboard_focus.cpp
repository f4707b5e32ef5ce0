// Dear ImGui's navigation, switched on where the interface has the keys.
#include "app/viewer/window/keyboard_focus.h"

#include "app/viewer/window/imgui_versions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace voxmarch {

namespace {

/// Whether the focused window is a dialog: one with a title that can be moved.
bool dialog_has_focus() {
    const ImGuiWindow *focused = ImGui::GetCurrentContext()->NavWindow;
    const ImGuiWindow *root = focused ? focused->RootWindow : nullptr;
    return root && root->WasActive && (root->Flags & (ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove)) == 0;
}

/// Whether a window is shown and has something to go to.
bool takes_keys(const char *name) {
    const ImGuiWindow *window = ImGui::FindWindowByName(name);
    return window && window->WasActive && (window->Flags & ImGuiWindowFlags_NoNavInputs) == 0;
}

constexpr const char *parts[] = {"panels",  "plot",       "plot controls",      "time line",
                                 "toolbar", "status bar", "Welcome to voxmarch"};

} // namespace

bool shows_focus() {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    return context.NavId != 0 && !context.NavDisableHighlight;
}

void draw_focus() {
    ImGui::RenderNavHighlight(ImRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax()), ImGui::GetItemID());
}

void KeyboardFocus::open_menu(const char *name) {
    inside_ = true;
    ImGuiWindow &bar = *ImGui::GetCurrentWindow();
    const ImVec2 low(bar.DC.CursorPos.x - bar.Pos.x, bar.DC.CursorPos.y - bar.Pos.y);
    const ImVec2 size = ImGui::CalcTextSize(name);
    bar.NavLastIds[ImGuiNavLayer_Menu] = bar.GetID(name);
    bar.NavRectRel[ImGuiNavLayer_Menu] = ImRect(low, ImVec2(low.x + size.x, low.y + size.y));
    ImGui::OpenPopup(name);
}

void KeyboardFocus::enter(const char *name, bool first_item) {
    if (!takes_keys(name)) {
        return;
    }
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *window = ImGui::FindWindowByName(name);
    inside_ = true;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::FocusWindow(window);
    wants_first_ = first_item;
    context.NavDisableHighlight = false;
}

void KeyboardFocus::enter_next() {
    const ImGuiWindow *focused = ImGui::GetCurrentContext()->NavWindow;
    const ImGuiWindow *root = focused ? focused->RootWindow : nullptr;
    const auto *const now = std::find_if(std::begin(parts), std::end(parts), [&](const char *part) {
        return inside_ && root && root == ImGui::FindWindowByName(part);
    });
    const auto *const begin = now == std::end(parts) ? std::begin(parts) : now + 1;
    const auto *const next = std::find_if(begin, std::end(parts), takes_keys);
    if (next == std::end(parts)) {
        leave();
    } else {
        enter(*next, true);
    }
}

void KeyboardFocus::leave() {
    inside_ = false;
    ImGui::SetWindowFocus(nullptr);
}

bool KeyboardFocus::has_keys() const {
    return inside_ || dialog_has_focus() || ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

void KeyboardFocus::before_frame() const {
    ImGuiIO &io = ImGui::GetIO();
    if (has_keys()) {
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    } else if ((io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0) {
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
        ImGui::GetCurrentContext()->NavDisableHighlight = true;
    }
}

void KeyboardFocus::frame_began() {
    stops_everywhere_ = begin_tabbing();
    if (std::exchange(wants_first_, false) && ImGui::GetCurrentContext()->NavWindow) {
        ImGui::NavInitWindow(ImGui::GetCurrentContext()->NavWindow, false);
    }
    inside_ = inside_ && ImGui::GetCurrentContext()->NavWindow != nullptr;
}

void KeyboardFocus::before_drawing() {
    if (stops_everywhere_) {
        end_tabbing();
    }
    stops_everywhere_ = false;
}

} // namespace voxmarch
