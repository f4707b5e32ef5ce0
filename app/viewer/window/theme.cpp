// Loads the font, and sets Dear ImGui's colours and distances for a display's scale.
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <filesystem>
#include <imgui_internal.h>
#include <iterator>
#include <set>
#include <vector>

namespace voxmarch {

namespace {

constexpr float font_size = 15.0f;

/// Fonts that distributions have where they are.
constexpr const char *font_files[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"};

/// Fonts of the letters that those lack.
constexpr const char *other_font_files[] = {"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                            "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
                                            "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc"};

constexpr ImWchar usual_letters[] = {0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0x2264, 0x2265, 0};

std::set<ImWchar> other_letters; ///< that names have had
bool letters_are_new = false;    ///< there are some that the font was not loaded with

bool is_usual(unsigned letter) {
    for (std::size_t i = 0; usual_letters[i] != 0; i += 2) {
        if (letter >= usual_letters[i] && letter <= usual_letters[i + 1]) {
            return true;
        }
    }
    return letter < usual_letters[0];
}

/// Ranges of the font: the usual letters and all others that names have had.
std::vector<ImWchar> wanted_letters() {
    std::vector<ImWchar> ranges(std::begin(usual_letters), std::end(usual_letters) - 1);
    for (const ImWchar letter : other_letters) {
        ranges.insert(ranges.end(), {letter, letter});
    }
    ranges.push_back(0);
    return ranges;
}

/// The first of these files that is there, with the letters that the font has not. @return whether there is one
template <std::size_t count>
bool add_font(const char *const (&files)[count], float pixels, const ImFontConfig &config, const ImWchar *letters) {
    std::error_code ignored;
    return std::ranges::any_of(files, [&](const char *file) {
        return std::filesystem::exists(file, ignored) &&
               ImGui::GetIO().Fonts->AddFontFromFileTTF(file, pixels, &config, letters);
    });
}

float scale_now = 1.0f;
Theme theme_now = Theme::dark;

constexpr ThemeColors dark_colors{accent_color,
                                  second_color,
                                  IM_COL32(140, 217, 140, 255),
                                  IM_COL32(255, 191, 102, 255),
                                  IM_COL32(255, 128, 115, 255),
                                  IM_COL32(22, 23, 27, 255)};
constexpr ThemeColors light_colors{IM_COL32(22, 92, 204, 255), IM_COL32(160, 88, 0, 255),
                                   IM_COL32(22, 118, 40, 255), IM_COL32(150, 84, 0, 255),
                                   IM_COL32(190, 30, 24, 255), IM_COL32(222, 225, 231, 255)};

} // namespace

float scaled(float points) { return points * scale_now; }

void load_font(double scale) {
    ImFontAtlas &fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    const float pixels = font_size * static_cast<float>(scale);
    static std::vector<ImWchar> letters; // as long as the fonts
    letters = wanted_letters();
    letters_are_new = false;
    ImFontConfig config;
    if (!add_font(font_files, pixels, config, letters.data())) {
        config.SizePixels = 13.0f * static_cast<float>(scale);
        fonts.AddFontDefault(&config);
    }
    if (!other_letters.empty()) {
        ImFontConfig others;
        others.MergeMode = true;
        add_font(other_font_files, pixels, others, letters.data());
    }
}

void note_letters(std::string_view text) {
    for (const char *at = text.data(), *const end = at + text.size(); at < end;) {
        unsigned letter = 0;
        at += std::max(ImTextCharFromUtf8(&letter, at, end), 1);
        if (!is_usual(letter) && letter <= 0xffff && other_letters.insert(static_cast<ImWchar>(letter)).second) {
            letters_are_new = true;
        }
    }
}

bool has_new_letters() { return letters_are_new; }

const ThemeColors &theme_colors() { return theme_now == Theme::dark ? dark_colors : light_colors; }

ImU32 on_panel(ImU32 color) {
    if (theme_now == Theme::dark) {
        return color;
    }
    constexpr float most = 0.30f; // luminance
    ImVec4 rgba = ImGui::ColorConvertU32ToFloat4(color);
    const float luminance = 0.30f * rgba.x + 0.59f * rgba.y + 0.11f * rgba.z;
    const float factor = luminance > most ? most / luminance : 1.0f;
    return ImGui::ColorConvertFloat4ToU32(ImVec4(rgba.x * factor, rgba.y * factor, rgba.z * factor, rgba.w));
}

namespace {

void set_dark(ImVec4 *colors) {
    ImGui::StyleColorsDark();
    colors[ImGuiCol_WindowBg] = ImVec4(0.105f, 0.112f, 0.130f, 1.0f);
    colors[ImGuiCol_PopupBg] = ImVec4(0.125f, 0.133f, 0.155f, 0.98f);
    colors[ImGuiCol_MenuBarBg] = ImVec4(0.085f, 0.090f, 0.105f, 1.0f);
    colors[ImGuiCol_FrameBg] = ImVec4(0.185f, 0.198f, 0.230f, 1.0f);
    colors[ImGuiCol_FrameBgHovered] = ImVec4(0.235f, 0.252f, 0.295f, 1.0f);
    colors[ImGuiCol_FrameBgActive] = ImVec4(0.260f, 0.300f, 0.380f, 1.0f);
    colors[ImGuiCol_Button] = ImVec4(0.215f, 0.240f, 0.290f, 1.0f);
    colors[ImGuiCol_ButtonHovered] = ImVec4(0.275f, 0.330f, 0.430f, 1.0f);
    colors[ImGuiCol_ButtonActive] = ImVec4(0.300f, 0.420f, 0.640f, 1.0f);
    colors[ImGuiCol_Header] = ImVec4(0.165f, 0.185f, 0.225f, 1.0f);
    colors[ImGuiCol_HeaderHovered] = ImVec4(0.215f, 0.255f, 0.330f, 1.0f);
    colors[ImGuiCol_HeaderActive] = ImVec4(0.240f, 0.310f, 0.430f, 1.0f);
    colors[ImGuiCol_SliderGrab] = ImVec4(0.37f, 0.62f, 1.0f, 0.85f);
    colors[ImGuiCol_CheckMark] = ImVec4(0.45f, 0.69f, 1.0f, 1.0f);
    colors[ImGuiCol_TextDisabled] = ImVec4(0.60f, 0.62f, 0.67f, 1.0f);
    colors[ImGuiCol_NavHighlight] = ImVec4(0.45f, 0.69f, 1.0f, 1.0f);
    colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.45f);
}

void set_light(ImVec4 *colors) {
    ImGui::StyleColorsLight();
    colors[ImGuiCol_Text] = ImVec4(0.10f, 0.11f, 0.13f, 1.0f);
    colors[ImGuiCol_TextDisabled] = ImVec4(0.38f, 0.40f, 0.44f, 1.0f);
    colors[ImGuiCol_WindowBg] = ImVec4(0.945f, 0.950f, 0.958f, 1.0f);
    colors[ImGuiCol_PopupBg] = ImVec4(0.985f, 0.987f, 0.990f, 0.99f);
    colors[ImGuiCol_MenuBarBg] = ImVec4(0.890f, 0.898f, 0.912f, 1.0f);
    colors[ImGuiCol_TitleBg] = ImVec4(0.850f, 0.862f, 0.885f, 1.0f);
    colors[ImGuiCol_TitleBgActive] = ImVec4(0.760f, 0.815f, 0.905f, 1.0f);
    colors[ImGuiCol_FrameBg] = ImVec4(0.850f, 0.862f, 0.885f, 1.0f);
    colors[ImGuiCol_FrameBgHovered] = ImVec4(0.800f, 0.826f, 0.872f, 1.0f);
    colors[ImGuiCol_FrameBgActive] = ImVec4(0.740f, 0.790f, 0.880f, 1.0f);
    colors[ImGuiCol_Button] = ImVec4(0.810f, 0.828f, 0.862f, 1.0f);
    colors[ImGuiCol_ButtonHovered] = ImVec4(0.720f, 0.780f, 0.880f, 1.0f);
    colors[ImGuiCol_ButtonActive] = ImVec4(0.560f, 0.700f, 0.930f, 1.0f);
    colors[ImGuiCol_Header] = ImVec4(0.850f, 0.868f, 0.900f, 1.0f);
    colors[ImGuiCol_HeaderHovered] = ImVec4(0.770f, 0.815f, 0.895f, 1.0f);
    colors[ImGuiCol_HeaderActive] = ImVec4(0.690f, 0.765f, 0.900f, 1.0f);
    colors[ImGuiCol_SliderGrab] = ImVec4(0.16f, 0.44f, 0.86f, 0.90f);
    colors[ImGuiCol_CheckMark] = ImVec4(0.10f, 0.38f, 0.82f, 1.0f);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0.900f, 0.908f, 0.920f, 1.0f);
    colors[ImGuiCol_NavHighlight] = ImVec4(0.10f, 0.38f, 0.82f, 1.0f);
    colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0.20f, 0.21f, 0.25f, 0.40f);
}

} // namespace

void apply_theme(double scale, Theme theme) {
    scale_now = static_cast<float>(scale);
    theme_now = theme;
    ImGuiStyle &style = ImGui::GetStyle();
    style = ImGuiStyle();
    theme == Theme::dark ? set_dark(style.Colors) : set_light(style.Colors);
    style.WindowRounding = 4.0f;
    style.FrameRounding = 3.0f;
    style.GrabRounding = 3.0f;
    style.PopupRounding = 4.0f;
    style.ScrollbarSize = 12.0f;
    style.FramePadding = ImVec2(7.0f, 4.0f);
    style.ItemSpacing = ImVec2(8.0f, 6.0f);
    style.WindowPadding = ImVec2(10.0f, 8.0f);
    style.WindowBorderSize = theme == Theme::dark ? 0.0f : 1.0f; // else windows over panels have no edge
    style.PopupBorderSize = 1.0f;
    style.ScaleAllSizes(scale_now);
}

} // namespace voxmarch
