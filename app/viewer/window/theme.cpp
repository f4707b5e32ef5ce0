// Loads the font, and sets Dear ImGui's colours and distances for a display's scale.
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <filesystem>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

constexpr float font_size = 15.0f;

/// Fonts that distributions have where they are.
constexpr const char *font_files[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"};

float scale_now = 1.0f;

} // namespace

float scaled(float points) { return points * scale_now; }

void load_font(double scale) {
    ImFontAtlas &fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    const float pixels = font_size * static_cast<float>(scale);
    static const ImWchar letters[] = {0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2264, 0x2265, 0};
    std::error_code ignored;
    for (const char *file : font_files) {
        if (std::filesystem::exists(file, ignored) && fonts.AddFontFromFileTTF(file, pixels, nullptr, letters)) {
            return;
        }
    }
    ImFontConfig config;
    config.SizePixels = 13.0f * static_cast<float>(scale);
    fonts.AddFontDefault(&config);
}

void apply_theme(double scale) {
    scale_now = static_cast<float>(scale);
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 4.0f;
    style.FrameRounding = 3.0f;
    style.GrabRounding = 3.0f;
    style.PopupRounding = 4.0f;
    style.ScrollbarSize = 12.0f;
    style.FramePadding = ImVec2(7.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 6.0f);
    style.WindowPadding = ImVec2(10.0f, 8.0f);
    style.WindowBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.105f, 0.112f, 0.130f, 1.0f);
    style.Colors[ImGuiCol_PopupBg] = ImVec4(0.125f, 0.133f, 0.155f, 0.98f);
    style.Colors[ImGuiCol_MenuBarBg] = ImVec4(0.085f, 0.090f, 0.105f, 1.0f);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(0.185f, 0.198f, 0.230f, 1.0f);
    style.Colors[ImGuiCol_FrameBgHovered] = ImVec4(0.235f, 0.252f, 0.295f, 1.0f);
    style.Colors[ImGuiCol_FrameBgActive] = ImVec4(0.260f, 0.300f, 0.380f, 1.0f);
    style.Colors[ImGuiCol_Button] = ImVec4(0.215f, 0.240f, 0.290f, 1.0f);
    style.Colors[ImGuiCol_ButtonHovered] = ImVec4(0.275f, 0.330f, 0.430f, 1.0f);
    style.Colors[ImGuiCol_ButtonActive] = ImVec4(0.300f, 0.420f, 0.640f, 1.0f);
    style.Colors[ImGuiCol_Header] = ImVec4(0.165f, 0.185f, 0.225f, 1.0f);
    style.Colors[ImGuiCol_HeaderHovered] = ImVec4(0.215f, 0.255f, 0.330f, 1.0f);
    style.Colors[ImGuiCol_HeaderActive] = ImVec4(0.240f, 0.310f, 0.430f, 1.0f);
    style.Colors[ImGuiCol_SliderGrab] = ImVec4(0.37f, 0.62f, 1.0f, 0.85f);
    style.Colors[ImGuiCol_CheckMark] = ImVec4(0.45f, 0.69f, 1.0f, 1.0f);
    style.Colors[ImGuiCol_TextDisabled] = ImVec4(0.60f, 0.62f, 0.67f, 1.0f);
    style.ScaleAllSizes(scale_now);
}

} // namespace voxmarch
