// The window "Save": pictures of any size, the window itself, animations.
#include "app/viewer/dialogs/save_window.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/theme.h"
#include "renderer/picture_file.h"
#include "scene/film_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

constexpr int size_limit = 16384; // pixels

void size_row(Saving &save, const char *id, int &width, int &height) {
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

/// Ends of names of pictures that this build writes, the usual one first. High range (.exr) is drawn by `render` alone.
std::vector<std::string> picture_extensions() {
    std::vector<std::string> all{".png"};
    for (const char *extension : {".jpg", ".jpeg", ".tif", ".tiff"}) {
        if (why_not_written(*picture_format(std::string("picture") + extension)).empty()) {
            all.emplace_back(extension);
        }
    }
    return all;
}

/// For the dialog: "PNG, or by the end of the name .jpg, .jpeg".
std::string picture_kinds() {
    const std::vector<std::string> all = picture_extensions();
    return all.size() == 1
               ? "PNG"
               : fmt::format("PNG, or by the end of the name {}", fmt::join(all.begin() + 1, all.end(), ", "));
}

void show_picture(ViewerState &state) {
    Saving &save = state.tools.save;
    Scene &scene = state.document.scene;
    size_row(save, "picture", save.width, save.height);
    if (ImGui::Button("Size of the view")) {
        save.width = width_of_view(state);
        save.height = scene.height;
    }
    tooltip("The size that the view has now.");
    ImGui::SameLine();
    ImGui::Checkbox("Transparent background", &scene.transparent);
    tooltip("Pictures and animations get opacities in place of the background.");
    label("Over the picture", "What pictures and animations show over the volume. The panel of this name says where.");
    ImGui::BeginGroup();
    ImGui::Checkbox("Scale bar", &scene.figure.scale_bar);
    ImGui::SameLine();
    ImGui::Checkbox("Legend", &scene.figure.legend);
    ImGui::SameLine();
    ImGui::Checkbox("Cube", &scene.figure.orientation);
    ImGui::Checkbox("Measurements", &scene.figure.annotations);
    ImGui::EndGroup();
    label("In the file",
          "What pictures tell about themselves beside their pixels: the session (camera, transfer function, "
          "all settings), version, device, driver and time, size of the volume's file and hash of its "
          "voxels. Dropped on the window they come back as they were.");
    choose("##embed", save.embed);
    const auto ask = [&](const char *title, std::function<void(const std::filesystem::path &)> chosen) {
        ask_for_file(state.dialogs.file,
                     {FileKind::save_file, title, "Save",
                      picture_kinds() + (save.embed == Embed::none
                                             ? ", without the session."
                                             : ". The session goes into it: drop the picture on the window, or open "
                                               "it, to come back."),
                      picture_extensions(), next_file(save, state.document, ".png"), std::move(chosen)});
    };
    if (ImGui::Button("Save picture ...")) {
        ask("Save the picture", [&state, &save](const std::filesystem::path &file) {
            save.folder = file.parent_path();
            save_picture(state, file, save.width, save.height);
        });
    }
    tooltip("The 3D view alone, drawn at this size and full quality; of a comparison side by side both halves.");
    ImGui::SameLine();
    if (ImGui::Button("Save window ...")) {
        ask("Save a picture of the window", [&save](const std::filesystem::path &file) {
            save.folder = file.parent_path();
            save.window_wanted = file.string();
            save.open = false;
        });
    }
    tooltip("The window with its panels, as it is on the screen.");
}

/// How many pictures, and how long they take as a film.
void show_length(ViewerState &state) {
    Animation &animation = state.tools.save.animation;
    const TimeLine &line = state.document.scene.time_line;
    label("Pictures", "How many.");
    if (animation.turntable) {
        ImGui::SetNextItemWidth(scaled(130.0f));
        ImGui::InputInt("##frames", &animation.frames);
        animation.frames = std::clamp(animation.frames, 1, 100000);
        ImGui::SameLine();
        ImGui::Text("%.1f s at %g a second", animation.frames / line.rate, line.rate);
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%d: %.1f s at %g a second", picture_count(line), line.duration, line.rate);
    }
}

/// Asks where to, and begins.
void ask_for_animation(ViewerState &state) {
    Saving &save = state.tools.save;
    if (save.animation.film) {
        ask_for_file(state.dialogs.file, {FileKind::save_file,
                                          "Save the film",
                                          "Save",
                                          "An MP4 file (H.264), which plays everywhere.",
                                          {".mp4"},
                                          next_file(save, state.document, ".mp4"),
                                          [&state, &save](const std::filesystem::path &file) {
                                              save.folder = file.parent_path();
                                              start_animation(state, file);
                                          }});
        return;
    }
    ask_for_file(state.dialogs.file,
                 {FileKind::save_folder,
                  "Save the animation",
                  "Save",
                  "A folder for frame-0000.png, frame-0001.png and so on. It is made if it is not there.",
                  {".png"},
                  save.folder / save.animation.folder,
                  [&state, &save](const std::filesystem::path &folder) {
                      save.animation.folder = folder.string();
                      start_animation(state, folder);
                  }});
}

/// Why there is nothing to save now; "" where there is.
std::string why_no_animation(const ViewerState &state) {
    const Animation &animation = state.tools.save.animation;
    if (!animation.turntable && key_times(state.document.scene.time_line).empty()) {
        return "There are no key frames yet: the time line (T) keeps what is shown as one, then what is shown next.";
    }
    return animation.film ? why_no_films() : "";
}

void show_animation(ViewerState &state) {
    Saving &save = state.tools.save;
    Animation &animation = save.animation;
    int kind = animation.turntable ? 0 : 1;
    ImGui::RadioButton("Turntable", &kind, 0);
    tooltip("A full turn of the camera around the volume, about the picture's upright axis.");
    ImGui::SameLine();
    ImGui::RadioButton("Time line", &kind, 1);
    tooltip("From key frame to key frame of the time line (T): camera, function, clipping and so on.");
    animation.turntable = kind == 0;
    label("As", "What is saved. A film is made by the program ffmpeg.");
    choose("##as", animation.film, {{false, "Pictures (PNG) in a folder"}, {true, "Film (MP4)"}});
    show_length(state);
    size_row(save, "animation", animation.width, animation.height);
    const std::string why_not = why_no_animation(state);
    ImGui::BeginDisabled(animation.running || !why_not.empty());
    if (ImGui::Button("Save animation ...")) {
        ask_for_animation(state);
    }
    ImGui::EndDisabled();
    const std::string &text = why_not.empty() ? animation.note : why_not;
    if (!text.empty()) {
        hint(text);
    }
}

} // namespace

void show_save_window(ViewerState &state) {
    Saving &save = state.tools.save;
    if (!save.open || !state.document.loaded) {
        return;
    }
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(scaled(480.0f), 0.0f), ImGuiCond_Always);
    if (ImGui::Begin("Save", &save.open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_colors().accent), "Picture");
        show_picture(state);
        ImGui::Separator();
        ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_colors().accent), "Animation");
        ImGui::PushID("animation");
        show_animation(state);
        ImGui::PopID();
        if (!save.cut.empty()) {
            hint(save.cut);
        }
    }
    ImGui::End();
}

void ask_for_film(ViewerState &state) {
    state.tools.save.animation.turntable = false;
    state.tools.save.animation.film = why_no_films().empty();
    state.tools.save.open = true;
}

void ask_for_session(ViewerState &state) {
    Saving &save = state.tools.save;
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file,
                  "Save the session",
                  "Save",
                  "JSON: volume, camera, transfer function and all settings. Open it like a volume.",
                  {".json"},
                  next_file(save, state.document, ".json"),
                  [&state, &save](const std::filesystem::path &file) {
                      save.folder = file.parent_path();
                      save_session(state, file);
                  }});
}

} // namespace voxmarch
