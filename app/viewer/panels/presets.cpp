// Presets as small pictures of the loaded volume.
#include "app/viewer/panels/presets.h"

#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/preset_names.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"
#include "renderer/views.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <imgui.h>
#include <imgui_stdlib.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr float picture_edge = 84.0f; // points
constexpr int drawn_edge = 128;       // pixels

/// The volume with a preset, small and with long steps.
Scene preset_scene(const Document &document, const TransferFunction &preset) {
    Scene scene = document.scene;
    scene.width = scene.height = drawn_edge;
    scene.transparent = false;
    const Grid &grid = document.grid();
    scene.camera = named_view(default_view(grid), grid, 1.0);
    const std::size_t channel = document.channel();
    const TransferFunction over_channel = over_volume(preset, *document.loaded, document.channel());
    (channel == 0 ? scene.transfer : scene.other_channels[channel - 1].transfer) = over_channel;
    if (!are_colors(scene.settings.channel_blend)) { // the channel alone
        scene.first_channel = {1.0, channel == 0};
        for (std::size_t i = 0; i < scene.other_channels.size(); ++i) {
            scene.other_channels[i].share = {1.0, i + 1 == channel};
        }
    }
    RenderSettings settings;
    settings.channel_blend = scene.settings.channel_blend;
    settings.traversal = document.scene.settings.traversal;
    settings.step = 1.0;
    settings.shading = document.scene.settings.shading;
    settings.background = glm::vec3(0.05f);
    scene.settings = settings;
    return scene;
}

/// Has it drawn on the render thread, once.
void order_picture(PresetPictures &presets, const Document &document, const std::string &key,
                   const TransferFunction &preset, Jobs &jobs) {
    if (!presets.ordered.insert(key).second) {
        return;
    }
    Mailbox &mailbox = jobs.mailbox;
    jobs.render->post([scene = preset_scene(document, preset), key, of = document.loaded, channel = presets.channel,
                       &presets, &document, &mailbox](Painter &painter) {
        auto image = std::make_shared<Image>(painter.quick_picture(scene));
        mailbox.post([&presets, &document, key, of, channel, image] {
            if (document.loaded == of && presets.channel == channel) {
                auto texture = std::make_unique<Texture>();
                texture->show(*image);
                presets.textures[key] = std::move(texture);
            }
        });
    });
}

/// Those of value and gradient need a volume of one channel.
bool can_show(const TransferFunction &preset, const Document &document) {
    return document.channels() == 1 || preset.widgets.empty();
}

/// CT functions need Hounsfield units: air at -1000.
bool suits(const TransferFunction &preset, const Document &document) {
    constexpr double air = -200.0;
    return (preset.domain == TransferDomain::normalised || document.volume().range().min < air) &&
           can_show(preset, document);
}

/// Whether the function is the preset, as it came.
bool is_current(const TransferFunction &preset, const Document &document) {
    return document.transfer().name == preset.name &&
           document.transfer() == over_volume(preset, *document.loaded, document.channel());
}

/// The grid of pictures, as wide as the panel.
struct PresetGrid {
    int columns = 1, shown = 0;
    float edge = 0.0f;

    PresetGrid() {
        const float room = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
        columns = std::max(1, static_cast<int>((room + gap) / (scaled(picture_edge) + gap)));
        edge = std::floor((room + gap) / static_cast<float>(columns) - gap);
    }

    /// Goes to the place of the next picture.
    void next() {
        if (shown++ % columns != 0) {
            ImGui::SameLine();
        }
    }
};

/// A name below its picture, in two lines at most.
void show_name(const std::string &name, float width) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(shortened(name, 1.7f * width).c_str());
    ImGui::PopTextWrapPos();
}

/// A button with the picture, or dots until it comes. @return whether it was clicked
bool show_picture(const PresetPictures &presets, const std::string &key, bool current, float edge) {
    const auto found = presets.textures.find(key);
    const bool there = found != presets.textures.end();
    const float frame = scaled(3.0f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (current) {
        ImGui::PushStyleColor(ImGuiCol_Button, accent_color);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, accent_color);
    }
    const bool pressed = ImGui::Button(there ? "###picture" : "...###picture", ImVec2(edge, edge));
    if (current) {
        ImGui::PopStyleColor(2);
    }
    if (there) {
        ImGui::GetWindowDrawList()->AddImage(found->second->id(), ImVec2(corner.x + frame, corner.y + frame),
                                             ImVec2(corner.x + edge - frame, corner.y + edge - frame));
    }
    return pressed;
}

/// One of the grid. @param key  of its picture  @param menu  shown by a right click; empty: none
void show_preset(ViewerState &state, PresetGrid &grid, const std::string &key, const TransferFunction &preset,
                 const std::string &name, const std::string &help, const std::function<void()> &menu = {}) {
    PresetPictures &presets = state.tools.presets;
    order_picture(presets, state.document, key, preset, state.jobs);
    ImGui::PushID(key.c_str());
    grid.next();
    ImGui::BeginGroup();
    const bool pressed = show_picture(presets, key, is_current(preset, state.document), grid.edge);
    if (menu && ImGui::BeginPopupContextItem("menu")) {
        menu();
        ImGui::EndPopup();
    }
    tooltip(help.c_str());
    show_name(name, grid.edge);
    ImGui::EndGroup();
    ImGui::PopID();
    if (pressed) {
        take_preset(state.document, state.tools.transfer, preset);
    }
}

/// What the user is asked about in the next frame.
enum class PresetQuestion { none, new_name, other_name, deletion };

PresetQuestion show_own(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    PresetQuestion question = PresetQuestion::none;
    PresetGrid grid;
    for (const OwnPreset &preset : *presets.own) {
        if (!can_show(preset.function, state.document)) {
            continue;
        }
        const std::string key = preset.file.filename().string();
        show_preset(state, grid, key, preset.function, preset.function.name,
                    preset.function.name + ": your own. A right click renames or deletes it.", [&] {
                        if (ImGui::MenuItem("Rename ...")) {
                            question = PresetQuestion::other_name;
                            presets.typed = preset.function.name;
                        }
                        if (ImGui::MenuItem("Delete ...")) {
                            question = PresetQuestion::deletion;
                        }
                        presets.asked = question == PresetQuestion::none ? presets.asked : preset.file;
                    });
    }
    return question;
}

void show_built_in(ViewerState &state) {
    PresetGrid grid;
    for (const TransferFunction *preset : suitable_presets(state.document)) {
        show_preset(state, grid, "--transfer " + preset->name, *preset, readable_name(preset->name),
                    preset->description + ". On the command line: --transfer " + preset->name);
    }
}

/// The function as a preset: where the values have a unit as it is, else over shares of their range.
TransferFunction as_preset(const Document &document) {
    const ValueRange range = range_of(*document.loaded, document.channel());
    const ValueRange window = default_window(document.volume().type(), range);
    return value_unit(document).empty() ? over_shares(document.transfer(), window) : document.transfer();
}

/// Does what the user wants with the files of presets. @return whether it could be done
bool with_presets(Notices &notices, const std::function<void()> &work) {
    try {
        work();
        return true;
    } catch (const Error &error) {
        notices.add(error.what(), true);
        return false;
    }
}

std::size_t index_of(const std::vector<OwnPreset> &own, const std::filesystem::path &file) {
    return static_cast<std::size_t>(std::ranges::find(own, file, &OwnPreset::file) - own.begin());
}

/// Keeps the function, or gives a preset another name. @param asked  "": the function
void take_name(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    std::vector<OwnPreset> &own = *presets.own;
    with_presets(state.notices, [&] {
        if (presets.asked.empty()) {
            const TransferFunction function = as_preset(state.document);
            take_preset(state.document, state.tools.transfer,
                        add_own_preset(own, state.store.presets_folder(), function, presets.typed).function);
        } else if (const std::size_t index = index_of(own, presets.asked); index < own.size()) {
            const bool current = is_current(own[index].function, state.document);
            rename_own_preset(own, index, presets.typed);
            if (current) {
                state.document.transfer().name = presets.typed;
            }
        }
    });
}

void show_name_question(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    if (!ImGui::BeginPopup("name of a preset")) {
        return;
    }
    ImGui::TextUnformatted(presets.asked.empty() ? "Name of the new preset" : "Another name for the preset");
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(scaled(260.0f));
    const bool entered = ImGui::InputText("##name", &presets.typed,
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const std::string problem = problem_of_name(*presets.own, presets.typed);
    ImGui::BeginDisabled(!problem.empty());
    const bool pressed = ImGui::Button(presets.asked.empty() ? "Save" : "Rename");
    ImGui::EndDisabled();
    ImGui::SameLine();
    const bool cancelled = ImGui::Button("Cancel");
    hint(problem.empty() ? " " : problem);
    if ((entered || pressed) && problem.empty()) {
        take_name(state);
        ImGui::CloseCurrentPopup();
    } else if (cancelled) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void show_deletion_question(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    if (!ImGui::BeginPopup("end of a preset")) {
        return;
    }
    const std::size_t index = index_of(*presets.own, presets.asked);
    if (index >= presets.own->size()) {
        ImGui::CloseCurrentPopup();
    } else {
        ImGui::Text("Delete the preset \"%s\"? Its file goes, too.", (*presets.own)[index].function.name.c_str());
        if (ImGui::Button("Delete")) {
            with_presets(state.notices, [&] { delete_own_preset(*presets.own, index); });
            ImGui::CloseCurrentPopup();
        }
        ImGui::SameLine();
        if (ImGui::Button("Cancel")) {
            ImGui::CloseCurrentPopup();
        }
    }
    ImGui::EndPopup();
}

void read_own(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    if (!presets.own) {
        std::vector<std::string> problems;
        presets.own = read_own_presets(state.store.presets_folder(), problems);
        for (const std::string &problem : problems) {
            state.notices.add(problem, true);
        }
    }
}

/// @return whether the user wants to save the function
bool show_save_button(const SettingsStore &store) {
    const DisabledFor reason(store.presets_folder().empty() ? "Nothing is remembered: there is no folder for it." : "");
    const bool pressed = ImGui::Button("Save as preset ...");
    tooltip("Keeps the function under a name of yours, for other volumes and for the next time: values with a unit as "
            "they are, others as shares of the range.");
    return pressed;
}

} // namespace

std::vector<const TransferFunction *> suitable_presets(const Document &document) {
    std::vector<const TransferFunction *> suitable;
    for (const TransferFunction &preset : transfer_presets()) {
        if (suits(preset, document)) {
            suitable.push_back(&preset);
        }
    }
    return suitable;
}

void take_preset(Document &document, TransferEditor &editor, const TransferFunction &preset) {
    document.transfer() = over_volume(preset, *document.loaded, document.channel());
    editor.selected.clear();
}

void PresetPictures::begin() {
    textures.clear();
    ordered.clear();
}

void show_presets_section(ViewerState &state) {
    PresetPictures &presets = state.tools.presets;
    const Document &document = state.document;
    if (!state.view.shown.frame.final && presets.ordered.empty()) {
        hint("The presets' pictures follow the first picture.");
        return;
    }
    if (std::exchange(presets.channel, document.channel()) != document.channel()) {
        presets.begin();
    }
    read_own(state);
    ImGui::PushID("presets");
    PresetQuestion question = PresetQuestion::none;
    if (show_save_button(state.store) || std::exchange(presets.saves, false)) {
        question = PresetQuestion::new_name;
        presets.asked.clear();
        presets.typed.clear();
    }
    if (!presets.own->empty()) {
        const PresetQuestion asked = show_own(state);
        question = asked == PresetQuestion::none ? question : asked;
        ImGui::Separator();
    }
    show_built_in(state);
    if (document.volume().range().min >= -200.0) {
        hint("Functions for CT are left out: they need values in Hounsfield units, with air near -1000.");
    }
    if (question != PresetQuestion::none) {
        ImGui::OpenPopup(question == PresetQuestion::deletion ? "end of a preset" : "name of a preset");
    }
    show_name_question(state);
    show_deletion_question(state);
    ImGui::PopID();
}

} // namespace voxmarch
