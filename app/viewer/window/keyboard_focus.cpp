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

constexpr const char *parts[] = {"panels",  "plot",    "plot controls", "time line",
                                 "toolbar", "reading", "status bar",    "Welcome to voxmarch"};
constexpr int part_count = std::size(parts);

/// The part that has the focus; part_count if none has.
int focused_part() {
    const ImGuiWindow *focused = ImGui::GetCurrentContext()->NavWindow;
    const ImGuiWindow *root = focused ? focused->RootWindow : nullptr;
    const auto *const found = std::find_if(std::begin(parts), std::end(parts), [&](const char *part) {
        return root && root == ImGui::FindWindowByName(part);
    });
    return static_cast<int>(found - std::begin(parts));
}

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
    ImGui::GetCurrentContext()->NavId = 0; // an entry of the menu that was open: the next one takes over its window
    ImGui::OpenPopup(name);
}

void KeyboardFocus::begin_menu() const {
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *const menu = ImGui::GetCurrentWindow();
    if (!inside_ || context.NavWindow != menu || context.NavId != 0) {
        return;
    }
    if (!context.NavInitRequest) {
        ImGui::NavInitWindow(menu, true);
    }
    context.NavDisableHighlight = false;
}

void KeyboardFocus::enter(const char *name, At at) {
    if (!takes_keys(name)) {
        return;
    }
    ImGuiContext &context = *ImGui::GetCurrentContext();
    ImGuiWindow *window = ImGui::FindWindowByName(name);
    inside_ = true;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    ImGui::FocusWindow(window);
    wanted_ = at;
    context.NavDisableHighlight = false;
}

void KeyboardFocus::go(int way) {
    int part = inside_ ? focused_part() : part_count;
    if (part == part_count && way > 0) { // the view lies before the first one and behind the last one
        part = -1;
    }
    do {
        part += way;
    } while (part >= 0 && part < part_count && !takes_keys(parts[part]));
    if (part < 0 || part == part_count) {
        leave();
    } else {
        enter(parts[part], way > 0 ? At::first : At::last);
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
    ImGuiWindow *const window = ImGui::GetCurrentContext()->NavWindow;
    const At wanted = std::exchange(wanted_, At::tab);
    if (window && wanted == At::first) {
        ImGui::NavInitWindow(window, false);
    } else if (window && wanted == At::last) {
        tab_to_last_item();
    }
    stops_everywhere_ = begin_tabbing();
    inside_ = inside_ && ImGui::GetCurrentContext()->NavWindow != nullptr;
}

void KeyboardFocus::before_drawing() {
    const int way = inside_ && focused_part() < part_count ? tabs_out() : 0;
    if (stops_everywhere_) {
        end_tabbing();
    }
    stops_everywhere_ = false;
    if (way != 0) {
        ImGui::NavMoveRequestCancel();
        ImGui::GetCurrentContext()->NavWindow->NavLastIds[ImGuiNavLayer_Main] = 0; // it is gone through
        go(way);
    }
}

} // namespace voxmarch
