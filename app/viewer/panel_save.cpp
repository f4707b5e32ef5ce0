// The window "Save": pictures of any size, the window itself, animations.
#include "app/viewer/panels.h"
#include "app/viewer/save.h"
#include "app/viewer/theme.h"

#include "device/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

void size_row(const char *id, int &width, int &height) {
    label("Size", "Width and height in pixels, up to 16384 each.");
    int values[2] = {width, height};
    ImGui::PushID(id);
    if (ImGui::InputInt2("##size", values)) {
        width = std::clamp(values[0], 1, 16384);
        height = std::clamp(values[1], 1, 16384);
    }
    ImGui::PopID();
}

void show_picture(ViewerState &state) {
    SaveState &save = state.save;
    if (save.file.empty()) {
        save.file = next_file(state, ".png").string();
    }
    label("File", "PNG. The session goes into it: drop the picture on the window, or open it, to come back to it.");
    ImGui::InputText("##file", &save.file);
    hint_if_replaced(save.file);
    size_row("picture", save.width, save.height);
    ImGui::Checkbox("Without background", &state.scene.transparent);
    tooltip("The background is left transparent, here and in animations.");
    if (ImGui::Button("As the view")) {
        save.width = state.scene.width;
        save.height = state.scene.height;
    }
    tooltip("The size that the view has now.");
    ImGui::SameLine();
    if (ImGui::Button("Save picture")) {
        save_picture(state, save.file, save.width, save.height);
        save.file.clear();
    }
    ImGui::SameLine();
    if (ImGui::Button("Save window")) {
        save.window_wanted = save.file;
        save.open = false;
    }
    tooltip("The window with its panels, as it is on the screen.");
}

void show_keys(ViewerState &state) {
    AnimationState &animation = state.save.animation;
    if (ImGui::Button("Add this camera")) {
        animation.keys.push_back(state.scene.camera);
    }
    tooltip("The animation goes from camera to camera, in equal times.");
    ImGui::SameLine();
    ImGui::BeginDisabled(animation.keys.empty());
    if (ImGui::Button("Clear")) {
        animation.keys.clear();
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::Text("%zu cameras", animation.keys.size());
    for (std::size_t i = 0; i < animation.keys.size(); ++i) {
        if (i % 8 != 0) {
            ImGui::SameLine();
        }
        if (ImGui::SmallButton(fmt::format("{}", i + 1).c_str())) {
            state.glide_to(animation.keys[i]);
        }
        tooltip("Shows this camera.");
    }
}

void show_animation(ViewerState &state) {
    AnimationState &animation = state.save.animation;
    int kind = animation.turntable ? 0 : 1;
    ImGui::RadioButton("once around", &kind, 0);
    tooltip("A full turn around the picture's upright axis.");
    ImGui::SameLine();
    ImGui::RadioButton("from camera to camera", &kind, 1);
    animation.turntable = kind == 0;
    if (!animation.turntable) {
        show_keys(state);
    }
    label("Pictures", "How many. At 30 a second, 90 are three seconds.");
    ImGui::InputInt("##frames", &animation.frames);
    animation.frames = std::clamp(animation.frames, 1, 100000);
    size_row("animation", animation.width, animation.height);
    label("Folder", "frame-0000.png and so on are written there.");
    ImGui::InputText("##folder", &animation.folder);
    const bool ready = !animation.running && (animation.turntable || animation.keys.size() > 1);
    ImGui::BeginDisabled(!ready);
    if (ImGui::Button("Draw animation")) {
        start_animation(state);
    }
    ImGui::EndDisabled();
    if (!animation.note.empty()) {
        hint(animation.note);
    }
}

} // namespace

void hint_if_replaced(const std::string &file) {
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        hint("There is such a file already; it would be replaced.");
    }
}

void show_save_window(ViewerState &state) {
    if (!state.save.open || !state.loaded) {
        return;
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y / 2.0f), ImGuiCond_Appearing, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(scaled(480.0f), 0.0f), ImGuiCond_Always);
    if (ImGui::Begin("Save", &state.save.open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(accent_color), "Picture");
        show_picture(state);
        ImGui::Separator();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(accent_color), "Animation");
        ImGui::PushID("animation");
        show_animation(state);
        ImGui::PopID();
    }
    ImGui::End();
}

} // namespace voxmarch
