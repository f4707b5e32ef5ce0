// What is done, or the numbers of the picture.
#include "app/viewer/window/status_bar.h"

#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/light_wait.h"
#include "app/viewer/view/shown_picture.h"
#include "app/viewer/window/theme.h"

#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <string>
#include <vector>

namespace voxmarch {

float status_bar_height() { return ImGui::GetTextLineHeight() + scaled(10.0f); }

namespace {

/// Of pictures that were there already, which no device drew again, no time.
std::string drawn_text(double ms) { return ms > 0.0 ? time_text(ms) : "-"; }

/// Of how many paths a traced picture is the mean.
std::string paths_text(const Frame &frame) {
    if (frame.paths == 0) {
        return "";
    }
    return frame.paths < frame.paths_wanted
               ? fmt::format("{} of {} traced samples, which are enough   ", frame.paths, frame.paths_wanted)
               : fmt::format("{} traced samples   ", frame.paths);
}

/// What is done, or the numbers of the picture: all of them, or fewer where there is less room.
std::vector<std::string> status_texts(const RenderStatus &status, const ShownPicture *picture, bool light_cancelled) {
    if (!status.activity.empty()) {
        const std::string waited = status.tells_time ? ""
                                   : status.coarse_seconds >= 1.0
                                       ? fmt::format(", {:.0f} s", std::floor(status.coarse_seconds))
                                       : " ...";
        return {status.share > 0.0 ? fmt::format("{} {:.0f} %", status.activity, 100.0 * status.share)
                                   : status.activity + waited};
    }
    if (!picture || picture->frame.request == 0) {
        return {""};
    }
    const ShownPicture &shown = *picture;
    const Frame &frame = shown.frame;
    if (shown.outdated && frame.final) { // still that of before the last change
        return {"drawing ..."};
    }
    if (light_cancelled) { // what a picture without it took is not what this one would take
        return {"light cancelled"};
    }
    const std::string total = "frame " + time_text(frame.total_ms);
    const std::string rendering = frame.heat_scale  ? "-"
                                  : shown.has_other ? fmt::format("A {}, B {}", drawn_text(frame.statistics.frame_ms),
                                                                  drawn_text(frame.other_statistics.frame_ms))
                                                    : drawn_text(frame.statistics.frame_ms);
    const std::string times = fmt::format("{}rendering {}   {}", paths_text(frame), rendering, total);
    return {fmt::format("{}{} x {} pixels at {:.0f} %   {}", shown.has_other ? "2 of " : "", frame.width, frame.height,
                        100.0 * frame.scale, times),
            times, total};
}

/// Why nothing is seen, in a comparison at which side; "" if something is.
std::string why_empty(const ShownPicture *picture) {
    if (!picture) {
        return "";
    }
    const ShownPicture &shown = *picture;
    const Frame &frame = shown.frame;
    if (shown.outdated || !shown.has_other) {
        return shown.outdated ? "" : frame.why_empty;
    }
    const std::string a = frame.why_empty.empty() ? "" : "A: " + frame.why_empty;
    const std::string b = frame.why_other_empty.empty() ? "" : "B: " + frame.why_other_empty;
    return a + (a.empty() || b.empty() ? "" : "; ") + b;
}

float text_width(const std::string &text) { return ImGui::CalcTextSize(text.c_str()).x; }

} // namespace

bool show_status_bar(const RenderStatus &status, const ShownPicture *shown, const char *volume, LightButton button) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float height = status_bar_height();
    ImGui::SetNextWindowPos(ImVec2(0.0f, size.y - height));
    ImGui::SetNextWindowSize(ImVec2(size.x, height));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_colors().status_bar);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::Begin("status bar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoScrollWithMouse |
                     (button == LightButton::none ? ImGuiWindowFlags_NoNav : ImGuiWindowFlags_None));
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor();
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float y = size.y - height + scaled(5.0f), margin = scaled(10.0f);
    const bool failed = !status.error.empty();
    std::string right = failed ? "F5: try again" : "";
    for (const std::string &text : status_texts(status, shown, button == LightButton::find)) {
        const bool fits = text_width(text) < 0.6f * size.x;
        right = failed ? right : text;
        if (failed || fits) {
            break;
        }
    }
    bool pressed = false;
    float end = size.x - margin;
    if (button != LightButton::none) {
        const char *label = button == LightButton::cancel ? "Cancel###light" : "Find it###light";
        const float width = ImGui::CalcTextSize(label, nullptr, true).x + 2.0f * margin;
        end -= width;
        ImGui::SetCursorScreenPos(ImVec2(end, size.y - height + scaled(2.0f)));
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.0f, 0.0f));
        pressed = ImGui::Button(label, ImVec2(width, height - scaled(4.0f)));
        ImGui::PopStyleVar();
        tooltip(button == LightButton::cancel
                    ? "Ends the search for shadows and ambient occlusion: the picture is drawn without them."
                    : "Finds shadows and ambient occlusion after all. Changes of the picture that need other ones do, "
                      "too.");
        end -= margin;
    }
    const float room = end - text_width(right) - 3.0f * margin;
    const std::string empty = why_empty(shown);
    const std::string left = shortened(failed                  ? status.error
                                       : status.device.empty() ? "opening the device ..."
                                       : !empty.empty()        ? empty
                                                               : fmt::format("{}   {}", volume, status.device),
                                       room);
    const ImU32 red = theme_colors().bad;
    list.AddText(ImVec2(margin, y), failed ? red : dim, left.c_str());
    list.AddText(ImVec2(end - text_width(right), y), failed ? red : dim, right.c_str());
    if (!failed && right.starts_with("compiling")) {
        ImGui::SetCursorScreenPos(ImVec2(end - text_width(right), size.y - height));
        ImGui::Dummy(ImVec2(text_width(right), height));
        tooltip("Once for each look: what is compiled is kept. Drivers do not let go of it before its end; what is "
                "changed meanwhile is drawn then, so undo takes a look back, too.");
    }
    ImGui::End();
    return pressed;
}

} // namespace voxmarch
