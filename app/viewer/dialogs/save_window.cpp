// The window "Save": pictures of any size, the window itself, animations.
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/panels.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int size_limit = 16384; // pixels

void size_row(SaveState &save, const char *id, int &width, int &height) {
    label("Size in pixels", "Width and height, 1 to 16384 each.");
    int values[2] = {width, height};
    ImGui::PushID(id);
    if (ImGui::InputInt2("##size", values)) {
        width = std::clamp(values[0], 1, size_limit);
        height = std::clamp(values[1], 1, size_limit);
        const bool fits = values[0] == width && values[1] == height;
        save.cut = fits ? ""
                        : fmt::format("{} x {} pixels are not possible: each edge has 1 to {}. Now {} x {}.", values[0],
                                      values[1], size_limit, width, height);
    }
    ImGui::PopID();
}

void show_picture(ViewerState &state) {
    SaveState &save = state.save;
    size_row(save, "picture", save.width, save.height);
    if (ImGui::Button("Size of the view")) {
        save.width = state.scene.width;
        save.height = state.scene.height;
    }
    tooltip("The size that the view has now.");
    ImGui::SameLine();
    ImGui::Checkbox("Transparent background", &state.scene.transparent);
    tooltip("Pictures and animations get opacities in place of the background.");
    label("In the file",
          "What pictures tell about themselves beside their pixels: the session (camera, transfer function, "
          "all settings), version, device, driver and time, size of the volume's file and hash of its "
          "voxels. Dropped on the window they come back as they were.");
    choose("##embed", save.embed);
    const auto ask = [&](const char *title, std::function<void(const std::filesystem::path &)> chosen) {
        ask_for_file(state,
                     {FileKind::save_file,
                      title,
                      "Save",
                      state.save.embed == Embed::none
                          ? "PNG, without the session."
                          : "PNG. The session goes into it: drop the picture on the window, or open it, to come back.",
                      {".png"},
                      next_file(state, ".png"),
                      std::move(chosen)});
    };
    if (ImGui::Button("Save picture ...")) {
        ask("Save the picture", [&state](const std::filesystem::path &file) {
            state.output_folder = file.parent_path();
            save_picture(state, file, state.save.width, state.save.height);
        });
    }
    tooltip("The 3D view alone, drawn at this size and full quality.");
    ImGui::SameLine();
    if (ImGui::Button("Save window ...")) {
        ask("Save a picture of the window", [&state](const std::filesystem::path &file) {
            state.output_folder = file.parent_path();
            state.save.window_wanted = file.string();
            state.save.open = false;
        });
    }
    tooltip("The window with its panels, as it is on the screen.");
}

void show_keys(ViewerState &state) {
    AnimationState &animation = state.save.animation;
    if (ImGui::Button("Add key frame")) {
        animation.keys.push_back(state.scene.camera);
    }
    tooltip("Adds the camera as it is now. The animation goes from one to the next, in equal times.");
    ImGui::SameLine();
    ImGui::BeginDisabled(animation.keys.empty());
    if (ImGui::Button("Clear")) {
        animation.keys.clear();
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::Text("%zu key %s", animation.keys.size(), animation.keys.size() == 1 ? "frame" : "frames");
    for (std::size_t i = 0; i < animation.keys.size(); ++i) {
        if (i % 8 != 0) {
            ImGui::SameLine();
        }
        if (ImGui::SmallButton(fmt::format("{}", i + 1).c_str())) {
            state.glide_to(animation.keys[i]);
        }
        tooltip("Shows this key frame.");
    }
}

void show_animation(ViewerState &state) {
    AnimationState &animation = state.save.animation;
    int kind = animation.turntable ? 0 : 1;
    ImGui::RadioButton("Turntable", &kind, 0);
    tooltip("A full turn of the camera around the volume, about the picture's upright axis.");
    ImGui::SameLine();
    ImGui::RadioButton("Key frames", &kind, 1);
    tooltip("From camera to camera: turn the volume, add a key frame, turn it further, add the next.");
    animation.turntable = kind == 0;
    if (!animation.turntable) {
        show_keys(state);
    }
    label("Frames", "How many pictures.");
    ImGui::SetNextItemWidth(scaled(130.0f));
    ImGui::InputInt("##frames", &animation.frames);
    animation.frames = std::clamp(animation.frames, 1, 100000);
    ImGui::SameLine();
    ImGui::Text("%.1f s at 30 frames/s", animation.frames / 30.0);
    size_row(state.save, "animation", animation.width, animation.height);
    const bool ready = !animation.running && (animation.turntable || animation.keys.size() > 1);
    ImGui::BeginDisabled(!ready);
    if (ImGui::Button("Save animation ...")) {
        ask_for_file(state, {FileKind::save_folder,
                             "Save the animation",
                             "Save",
                             "A folder for frame-0000.png, frame-0001.png and so on. It is made if it is not there.",
                             {".png"},
                             state.output_folder / animation.folder,
                             [&state](const std::filesystem::path &folder) {
                                 state.save.animation.folder = folder.string();
                                 start_animation(state);
                             }});
    }
    ImGui::EndDisabled();
    if (!ready && !animation.running) {
        hint("Two key frames are needed at least.");
    }
    if (!animation.note.empty()) {
        hint(animation.note);
    }
}

} // namespace

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
        if (!state.save.cut.empty()) {
            hint(state.save.cut);
        }
    }
    ImGui::End();
}

void ask_for_session(ViewerState &state) {
    ask_for_file(state, {FileKind::save_file,
                         "Save the session",
                         "Save",
                         "JSON: volume, camera, transfer function and all settings. Open it like a volume.",
                         {".json"},
                         next_file(state, ".json"),
                         [&state](const std::filesystem::path &file) {
                             state.output_folder = file.parent_path();
                             save_session(state, file);
                         }});
}

} // namespace voxmarch
