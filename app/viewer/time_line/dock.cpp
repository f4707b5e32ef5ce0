// Buttons above; below a column of names and the rows with their marks, which the mouse drags.
#include "app/viewer/time_line/dock.h"

#include "app/viewer/dialogs/save_window.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/icons.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr float names_width = 152.0f, side_margin = 14.0f; // points
constexpr float ruler_height = 22.0f, row_height = 20.0f, mark_size = 5.5f, reach = 7.0f;
constexpr float least_tick = 64.0f;    // between numbers of the ruler
constexpr float most_of_window = 0.5f; // of the window

const char *name_of_row(std::optional<Track> track) {
    if (!track) {
        return "All";
    }
    switch (*track) {
    case Track::camera: return "Camera";
    case Track::transfer: return "Transfer function";
    case Track::clipping: return "Clipping";
    case Track::isosurfaces: return "Isosurfaces";
    case Track::light: return "Light, background";
    case Track::time: return "Time of the series";
    }
    return "";
}

const char *help_of_row(std::optional<Track> track) {
    if (!track) {
        return "Key frames of all tracks at one time.";
    }
    switch (*track) {
    case Track::camera: return "Where the camera is and where it looks: it turns by the shortest way.";
    case Track::transfer: return "Colours and opacities of all channels, how strong they are and which are seen.";
    case Track::clipping: return "The box and the planes that cut.";
    case Track::isosurfaces:
        return "Isovalues, their colours and opacities; and whether the volume is shown, or "
               "isosurfaces.";
    case Track::light: return "Directions and strength of the light, the background, and the exposure.";
    case Track::time: return "Which time of the series is shown: the nearest.";
    }
    return "";
}

float controls_height() { return ImGui::GetFrameHeight() + 2.0f * scaled(5.0f); }

float rows_height(const Document &document) {
    return scaled(ruler_height) + scaled(row_height) * static_cast<float>(tracks_of(document).size() + 1) +
           scaled(6.0f);
}

/// @return whether it was pressed
bool icon_button(const char *id, Icon icon, bool enabled, const std::string &help) {
    const float edge = ImGui::GetFrameHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(id, ImVec2(edge * 1.2f, edge));
    draw_icon(*ImGui::GetWindowDrawList(), icon, ImVec2(corner.x + edge * 0.6f, corner.y + edge / 2.0f),
              std::floor(edge * 0.62f), ImGui::GetColorU32(ImGuiCol_Text));
    ImGui::EndDisabled();
    tooltip(help.c_str());
    return pressed;
}

void command_button(ViewerState &state, const char *text, Command command, const char *help) {
    const std::string why_not = command_state(state, command).why_not;
    ImGui::BeginDisabled(!why_not.empty());
    if (ImGui::Button(text)) {
        execute(state, command);
    }
    ImGui::EndDisabled();
    tooltip(why_not.empty() ? help : why_not.c_str());
}

void show_transport(ViewerState &state) {
    TimeLinePlayer &player = state.tools.time_line;
    const TimeLine &line = state.document.scene.time_line;
    const bool keys = !key_times(line).empty();
    if (icon_button("##back", Icon::previous, keys, title_with_key(Command::previous_key_frame))) {
        execute(state, Command::previous_key_frame);
    }
    ImGui::SameLine(0.0f, scaled(2.0f));
    if (icon_button("##play", player.playing ? Icon::pause : Icon::play, true,
                    player.playing ? "Pause (Space)" : "Play (Space)")) {
        toggle_time_line_play(state, seconds_now());
    }
    ImGui::SameLine(0.0f, scaled(2.0f));
    if (icon_button("##on", Icon::next, keys, title_with_key(Command::next_key_frame))) {
        execute(state, Command::next_key_frame);
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string text = fmt::format("{:.2f} s", player.head);
    const float left = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(text.c_str());
    tooltip("Where the play head is. Drag it on the ruler; the view follows.");
    ImGui::SameLine(left + scaled(68.0f));
}

/// A number field behind its name. @return whether it was changed
bool number(const char *name, const char *id, double &value, double low, double high, const char *format,
            const char *help) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    tooltip(help);
    ImGui::SameLine(0.0f, scaled(5.0f));
    ImGui::SetNextItemWidth(scaled(62.0f));
    const bool edited =
        ImGui::DragScalar(id, ImGuiDataType_Double, &value, 0.05f, &low, &high, format, ImGuiSliderFlags_AlwaysClamp);
    tooltip(help);
    return edited;
}

void show_controls(ViewerState &state) {
    TimeLinePlayer &player = state.tools.time_line;
    TimeLine &line = state.document.scene.time_line;
    show_transport(state);
    const bool here = has_key(line, player.head);
    command_button(state, here ? "Update key frame###add" : "Add key frame###add", Command::add_key_frame,
                   here ? "Keeps what is shown now as the key frame here (Shift+T)."
                        : "Keeps what is shown now as a key frame at the play head: camera, function, clipping and "
                          "so on (Shift+T).");
    ImGui::SameLine();
    command_button(state, "Remove", Command::remove_key_frame, "Removes the selected key frame, or the one here.");
    ImGui::SameLine(0.0f, scaled(14.0f));
    ImGui::SetNextItemWidth(scaled(84.0f));
    choose("##easing", line.easing, {{Easing::smooth, "Smooth"}, {Easing::linear, "Even"}});
    tooltip("Smooth: slow at every key frame. Even: at constant speed from one to the next.");
    ImGui::SameLine();
    if (number("Seconds", "##duration", line.duration, 0.1, duration_limit, "%.1f", "How long all of it takes.")) {
        player.head = std::min(player.head, line.duration);
    }
    ImGui::SameLine();
    number("Frames/s", "##rate", line.rate, 1.0, rate_limit, "%.0f", "How many pictures a second a saved film has.");
    ImGui::SameLine();
    ImGui::Checkbox("Loop", &player.loop);
    tooltip("Plays over and over.");
    ImGui::SameLine();
    ImGui::BeginDisabled(key_times(line).empty());
    if (ImGui::Button("Save film ...")) {
        ask_for_film(state);
    }
    ImGui::EndDisabled();
    tooltip("As an MP4 film, or as pictures in a folder.");
    const float edge = ImGui::GetFrameHeight();
    ImGui::SameLine(ImGui::GetWindowWidth() - edge - scaled(10.0f));
    if (ImGui::Button("x##close", ImVec2(edge, edge))) {
        execute(state, Command::toggle_time_line);
    }
    tooltip("Closes the time line; its key frames stay (T).");
}

/// Where seconds and rows lie.
class TrackArea {
public:
    TrackArea(ImVec2 corner, ImVec2 size, double seconds)
        : corner_(corner), left_(corner.x + scaled(names_width) + scaled(side_margin)),
          width_(std::max(size.x - scaled(names_width) - 2.0f * scaled(side_margin), 1.0f)), right_(corner.x + size.x),
          bottom_(corner.y + size.y), seconds_(seconds) {}

    float x(double seconds) const { return left_ + static_cast<float>(seconds / seconds_) * width_; }
    double seconds(float x) const { return std::clamp((x - left_) / width_, 0.0f, 1.0f) * seconds_; }
    double whole() const { return seconds_; }
    double per_point() const { return scaled(1.0f) / width_ * seconds_; }
    float top() const { return corner_.y; }
    float bottom() const { return bottom_; }
    float names() const { return corner_.x; }
    float rows_begin() const { return corner_.x + scaled(names_width); }
    float right() const { return right_; }
    float row_top(int row) const {
        return corner_.y + scaled(ruler_height) + scaled(row_height) * static_cast<float>(row);
    }

private:
    ImVec2 corner_;
    float left_, width_, right_, bottom_;
    double seconds_;
};

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_seconds(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1.0 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

void draw_seconds(const TrackArea &area, const TimeLine &line) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled), border = ImGui::GetColorU32(ImGuiCol_Separator);
    const float low = area.top() + scaled(ruler_height);
    const double step = round_seconds(area.per_point() * least_tick), small = step / 5.0;
    for (int i = 0; i * small <= area.whole() * (1.0 + 1e-9); ++i) {
        const float x = std::floor(area.x(i * small));
        const bool numbered = i % 5 == 0;
        list.AddLine(ImVec2(x, low - scaled(numbered ? 8.0f : 4.0f)), ImVec2(x, low), numbered ? dim : border);
        if (numbered) {
            const std::string text = fmt::format("{:.{}f} s", i * small, step < 0.1 ? 2 : step < 1.0 ? 1 : 0);
            const float width = ImGui::CalcTextSize(text.c_str()).x;
            const float at = std::clamp(x - width / 2.0f, area.rows_begin(), area.right() - width - scaled(2.0f));
            list.AddText(ImGui::GetFont(), ImGui::GetFontSize() * 0.85f, ImVec2(at, area.top() - scaled(1.0f)), dim,
                         text.c_str());
        }
    }
    list.AddLine(ImVec2(area.rows_begin(), low), ImVec2(area.right(), low), border);
    if (line.duration < area.whole()) { // key frames behind the end
        list.AddRectFilled(ImVec2(area.x(line.duration), area.top()), ImVec2(area.right(), area.bottom()),
                           ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.18f));
    }
}

void draw_mark(ImVec2 middle, bool selected, bool here, float size) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const ImVec2 corners[] = {{middle.x, middle.y - size},
                              {middle.x + size, middle.y},
                              {middle.x, middle.y + size},
                              {middle.x - size, middle.y}};
    const ImU32 fill = here || selected ? theme_colors().accent : ImGui::GetColorU32(ImGuiCol_Text, 0.75f);
    list.AddConvexPolyFilled(corners, 4, fill);
    if (selected) {
        list.AddPolyline(corners, 4, ImGui::GetColorU32(ImGuiCol_Text), ImDrawFlags_Closed, scaled(1.5f));
    }
}

/// The name, and a mark that adds a key frame of this track at the head, or removes it.
void show_name(ViewerState &state, const TrackArea &area, int row, std::optional<Track> track) {
    const TimeLine &line = state.document.scene.time_line;
    const double head = state.tools.time_line.head;
    const float edge = scaled(row_height), top = area.row_top(row);
    const bool here = has_key(line, head, track);
    ImGui::SetCursorScreenPos(ImVec2(area.names(), top));
    if (ImGui::InvisibleButton("here", ImVec2(edge, edge))) {
        if (here) {
            state.tools.time_line.selected = KeyChoice{head, track};
            remove_key_frame(state);
        } else if (track) {
            add_key_frame(state, *track);
        } else {
            add_key_frame(state);
        }
    }
    draw_focus();
    const bool hovered = ImGui::IsItemHovered();
    tooltip(here ? "Removes the key frame here." : "Adds a key frame of this alone, at the play head.");
    const ImVec2 middle(area.names() + edge / 2.0f, top + edge / 2.0f);
    if (here || hovered) {
        draw_mark(middle, false, here, scaled(hovered ? mark_size + 1.0f : mark_size));
    } else {
        const float size = scaled(mark_size - 0.5f);
        const ImVec2 corners[] = {{middle.x, middle.y - size},
                                  {middle.x + size, middle.y},
                                  {middle.x, middle.y + size},
                                  {middle.x - size, middle.y}};
        ImGui::GetWindowDrawList()->AddPolyline(corners, 4, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                                                ImDrawFlags_Closed, scaled(1.2f));
    }
    ImGui::SameLine(0.0f, scaled(4.0f));
    ImGui::SetCursorScreenPos(
        ImVec2(area.names() + edge + scaled(4.0f), top + (edge - ImGui::GetTextLineHeight()) / 2.0f));
    const bool used = !key_times(line, track).empty();
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(used ? ImGuiCol_Text : ImGuiCol_TextDisabled));
    ImGui::TextUnformatted(shortened(name_of_row(track), scaled(names_width) - edge - scaled(8.0f)).c_str());
    ImGui::PopStyleColor();
    tooltip(help_of_row(track));
}

/// The mark of a row that is under the mouse.
std::optional<double> mark_at(const TrackArea &area, const std::vector<double> &times, float x) {
    std::optional<double> nearest;
    for (const double time : times) {
        const float distance = std::abs(area.x(time) - x);
        if (distance <= scaled(reach) && (!nearest || distance < std::abs(area.x(*nearest) - x))) {
            nearest = time;
        }
    }
    return nearest;
}

/// Head and marks stop at key frames, so that both can be put together exactly.
double stopped_at_key(const TrackArea &area, const TimeLine &line, float x) {
    return mark_at(area, key_times(line), x).value_or(at_picture(line, area.seconds(x)));
}

void drag_mark(ViewerState &state, const TrackArea &area, float x) {
    TimeLinePlayer &player = state.tools.time_line;
    KeyDrag &drag = *player.drag;
    drag.moved = drag.moved || std::abs(x - area.x(drag.from.at)) > scaled(3.0f);
    if (!drag.moved) {
        return;
    }
    TimeLine line = drag.before;
    double to = at_picture(line, area.seconds(x));
    if (std::abs(area.x(player.head) - x) <= scaled(reach) / 2.0f) {
        to = player.head;
    }
    move_key(line, drag.from.at, to, drag.from.track);
    state.document.scene.time_line = std::move(line);
    player.selected = KeyChoice{to, drag.from.track};
}

void show_mark_menu(ViewerState &state) {
    TimeLinePlayer &player = state.tools.time_line;
    if (!ImGui::BeginPopup("mark")) {
        return;
    }
    if (player.selected) {
        if (ImGui::MenuItem("Go there")) {
            move_head(state, player.selected->at);
        }
        if (ImGui::MenuItem("Put what is shown now there")) {
            put_shown_there(state);
        }
        if (ImGui::MenuItem("Remove")) {
            remove_key_frame(state);
        }
    }
    ImGui::EndPopup();
}

/// The marks of a row; the mouse selects, drags and asks. Elsewhere it moves the head.
void show_row(ViewerState &state, const TrackArea &area, int row, std::optional<Track> track) {
    TimeLinePlayer &player = state.tools.time_line;
    const TimeLine &line = state.document.scene.time_line;
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const float top = area.row_top(row), height = scaled(row_height), middle = std::floor(top + height / 2.0f);
    if (row % 2 == 0) {
        list.AddRectFilled(ImVec2(area.rows_begin(), top), ImVec2(area.right(), top + height),
                           ImGui::GetColorU32(ImGuiCol_Text, 0.05f));
    }
    ImGui::SetCursorScreenPos(ImVec2(area.rows_begin(), top));
    ImGui::InvisibleButton("row", ImVec2(area.right() - area.rows_begin(), height),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const float x = ImGui::GetIO().MousePos.x;
    const std::vector<double> times = key_times(line, track);
    const std::optional<double> under = ImGui::IsItemHovered() ? mark_at(area, times, x) : std::nullopt;
    if (ImGui::IsItemActivated()) {
        player.playing = false;
        player.selected.reset();
        if (under) {
            player.selected = KeyChoice{*under, track};
            if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
                ImGui::OpenPopup("mark");
            } else {
                player.drag = KeyDrag{*player.selected, line, false};
            }
        }
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        if (player.drag) {
            drag_mark(state, area, x);
        } else if (!under) {
            player.scrubs = true;
            move_head(state, stopped_at_key(area, line, x));
        }
    }
    if (ImGui::IsItemDeactivated() && player.drag) {
        const KeyDrag drag = *std::exchange(player.drag, {});
        move_head(state, drag.moved ? player.head : drag.from.at);
    }
    if (under && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsPopupOpen("mark")) {
        tooltip(fmt::format("{} at {:.2f} s. Click: go there. Drag: move it. Right click: more.", name_of_row(track),
                            *under)
                    .c_str());
    }
    show_mark_menu(state);
    const std::vector<double> now = key_times(state.document.scene.time_line, track);
    if (now.size() > 1) {
        list.AddLine(ImVec2(area.x(now.front()), middle), ImVec2(area.x(now.back()), middle),
                     ImGui::GetColorU32(ImGuiCol_Text, 0.3f), scaled(2.0f));
    }
    for (const double at : now) {
        const bool selected = player.selected && player.selected->at == at &&
                              (!player.selected->track || player.selected->track == track);
        draw_mark(ImVec2(area.x(at), middle), selected, at == player.head, scaled(mark_size));
    }
}

void show_ruler(ViewerState &state, const TrackArea &area) {
    ImGui::SetCursorScreenPos(ImVec2(area.rows_begin(), area.top()));
    ImGui::InvisibleButton("ruler", ImVec2(area.right() - area.rows_begin(), scaled(ruler_height)));
    if (ImGui::IsItemActive()) {
        state.tools.time_line.playing = false;
        state.tools.time_line.scrubs = true;
        move_head(state, stopped_at_key(area, state.document.scene.time_line, ImGui::GetIO().MousePos.x));
    }
    draw_seconds(area, state.document.scene.time_line);
}

void draw_head(const TrackArea &area, double head) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const float x = std::floor(area.x(head)) + 0.5f, low = area.top() + scaled(ruler_height), half = scaled(6.0f);
    const ImU32 color = theme_colors().accent;
    list.AddLine(ImVec2(x, low - scaled(3.0f)), ImVec2(x, area.bottom()), color, scaled(1.5f));
    list.AddTriangleFilled(ImVec2(x - half, low - scaled(10.0f)), ImVec2(x + half, low - scaled(10.0f)),
                           ImVec2(x, low - scaled(1.0f)), color);
}

void show_rows(ViewerState &state) {
    TimeLinePlayer &player = state.tools.time_line;
    const TimeLine &line = state.document.scene.time_line;
    const std::vector<double> times = key_times(line);
    const double end = times.empty() || player.drag ? line.duration : std::max(line.duration, times.back());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const TrackArea area(corner, ImVec2(ImGui::GetContentRegionAvail().x, rows_height(state.document) - scaled(6.0f)),
                         end);
    player.scrubs = player.scrubs && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    show_ruler(state, area);
    int row = 0;
    const auto show = [&](std::optional<Track> track) {
        ImGui::PushID(track ? std::string(name_of(*track)).c_str() : "all");
        show_row(state, area, row, track);
        show_name(state, area, row, track);
        ImGui::PopID();
        ++row;
    };
    show({});
    for (const Track track : tracks_of(state.document)) {
        show(track);
    }
    draw_head(area, player.head);
    player.ruler = ImVec2(area.x(0.0), area.top());
    player.ruler_end = ImVec2(area.x(end), area.bottom());
    ImGui::SetCursorScreenPos(ImVec2(corner.x, area.bottom()));
    ImGui::Dummy(ImVec2(1.0f, 1.0f));
}

} // namespace

float time_line_height(const ViewerState &state) {
    if (!state.tools.time_line.open || !state.document.loaded) {
        return 0.0f;
    }
    return std::floor(std::min(controls_height() + rows_height(state.document) + scaled(4.0f),
                               most_of_window * ImGui::GetIO().DisplaySize.y));
}

void show_time_line(ViewerState &state, float top, float bottom) {
    const float width = ImGui::GetIO().DisplaySize.x;
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(width, bottom - top));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(10.0f), scaled(5.0f)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::Begin("time line", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(2);
    show_controls(state);
    show_rows(state);
    if (ImGui::IsWindowFocused() && !ImGui::GetIO().WantTextInput &&
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete)) && state.tools.time_line.selected) {
        remove_key_frame(state);
    }
    ImGui::End();
}

} // namespace voxmarch
