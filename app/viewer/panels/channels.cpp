// The channels or volumes that are drawn together: which are seen, in which colours, how much of them, and how they are
// mixed.
#include "app/viewer/panels/channels.h"

#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/window/theme.h"
#include "kernels/shared/shared_types.h"
#include "scene/channel_looks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace voxmarch {

void edit_function_of(Document &document, TransferEditor &editor, std::size_t place) {
    document.selected = place;
    editor = TransferEditor{.logarithmic = editor.logarithmic};
}

namespace {

constexpr float name_width = 128.0f; // points

std::vector<bool> seen_channels(const Document &document) {
    std::vector<bool> seen;
    for (std::size_t place = 0; place < document.channels(); ++place) {
        seen.push_back(document.share_of(place).visible);
    }
    return seen;
}

bool is_solo(const Document &document, std::size_t place) {
    const std::vector<bool> seen = seen_channels(document);
    return seen[place] && std::count(seen.begin(), seen.end(), true) == 1;
}

/// Shows this channel alone, or again what was seen before.
void toggle_solo(ChannelList &list, Document &document, std::size_t place) {
    const bool ends = is_solo(document, place);
    const std::vector<bool> before = seen_channels(document);
    const bool known = list.before_solo && list.before_solo->size() == before.size();
    const std::vector<bool> back = known ? *list.before_solo : std::vector<bool>(before.size(), true);
    for (std::size_t i = 0; i < before.size(); ++i) {
        document.share_of(i).visible = ends ? back[i] : i == place;
    }
    if (ends) {
        list.before_solo.reset();
    } else if (!known || std::count(before.begin(), before.end(), true) > 1) {
        list.before_solo = before;
    }
}

void show_solo(ChannelList &list, Document &document, std::size_t place) {
    const bool solo = document.channels() > 1 && is_solo(document, place);
    if (solo) {
        ImGui::PushStyleColor(ImGuiCol_Button, accent_color);
    }
    if (ImGui::Button("S", ImVec2(ImGui::GetFrameHeight(), 0.0f))) {
        toggle_solo(list, document, place);
    }
    if (solo) {
        ImGui::PopStyleColor();
    }
    tooltip("Solo: shows this one alone; again: what was seen before.");
}

const std::string &source_of(const Document &document, std::size_t place) {
    const Scene &scene = document.scene;
    return place == 0 ? scene.volume.source : scene.other_volumes[place - 1].volume.source;
}

/// Chooses the channel whose function is edited.
void show_name(Document &document, TransferEditor &editor, std::size_t place) {
    const std::string name = document.name_of(place);
    const float width = scaled(name_width);
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0.0f, 0.5f));
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top - ImGui::GetStyle().FramePadding.y); // it lowers itself to the line of texts
    if (ImGui::Selectable((shortened(name, width - scaled(4.0f)) + "###name").c_str(), place == document.channel(),
                          ImGuiSelectableFlags_None, ImVec2(width, ImGui::GetFrameHeight()))) {
        edit_function_of(document, editor, place);
    }
    ImGui::PopStyleVar();
    const std::string what = document.has_volumes() ? source_of(document, place)
                                                    : fmt::format("channel {} of the file", document.number_of(place));
    tooltip(fmt::format("{}, {}. A click chooses whose transfer function is edited below.", name, what).c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosY(top);
}

void show_row(ViewerState &state, std::size_t place) {
    Document &document = state.document;
    ChannelList &list = state.tools.channels;
    ChannelShare &share = document.share_of(place);
    const bool colors = document.channels() > 1 && are_colors(document.scene.settings.channel_blend);
    ImGui::PushID(std::to_string(place).c_str());
    ImGui::BeginDisabled(colors || document.channels() < 2);
    if (eye_button(share.visible)) {
        share.visible = !share.visible;
        list.before_solo.reset();
    }
    tooltip(share.visible ? "Hides it." : "Shows it.");
    ImGui::SameLine();
    show_solo(list, document, place);
    ImGui::SameLine();
    glm::vec3 color = color_of(document, place);
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
        set_color(document, place, color);
    }
    tooltip("Its colour: the transfer function becomes a ramp of it, opacities stay.");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(colors && place != document.channel());
    show_name(document, state.tools.transfer, place);
    const bool removable = document.has_volumes() && place > 0;
    const float button = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x;
    ImGui::SetNextItemWidth(document.has_volumes() ? -button : -1.0f);
    const double none = 0.0, all = 1.0;
    ImGui::SliderScalar("##weight", ImGuiDataType_Double, &share.weight, &none, &all, "%.2f",
                        ImGuiSliderFlags_AlwaysClamp);
    tooltip("Weight: factor of its opacities, 0 to 1. Ctrl+click to type it.");
    ImGui::EndDisabled();
    if (removable) {
        ImGui::SameLine();
        if (ImGui::Button("x", ImVec2(ImGui::GetFrameHeight(), 0.0f))) {
            close_beside(state, place);
        }
        tooltip("Closes this volume. The others are read again.");
    }
    ImGui::PopID();
}

void show_blend(Document &document) {
    std::vector<std::pair<ChannelBlend, const char *>> choices;
    for (const Named<ChannelBlend> &one : PanelNames<ChannelBlend>::all) {
        const bool possible = one.value == ChannelBlend::rgb    ? document.channels() == 3
                              : one.value == ChannelBlend::rgba ? document.channels() == 4
                                                                : true;
        const bool mixes_voxels = are_colors(one.value) && document.has_volumes();
        if (possible && !mixes_voxels &&
            (!are_colors(one.value) || document.scene.settings.blend == Blend::composite)) {
            choices.emplace_back(one.value, one.name.data());
        }
    }
    label(
        "Mixed as",
        "Matter: opacities of all channels as of layers, colours weighted by them. Light: colours added. Strongest: of "
        "every sample the channel of the largest opacity. Colours of voxels: the first three channels are red, green "
        "and blue, and opacity follows the luminance or the fourth.");
    ChannelBlend blend = document.scene.settings.channel_blend;
    if (choose("##blend", blend, choices)) {
        set_channel_blend(document, blend);
    }
}

/// Reads the file again with the channels that are ticked; what they look like stays.
void draw_channels(ViewerState &state, const std::vector<int> &numbers) {
    const Document &document = state.document;
    LoadRequest request;
    request.volume = document.scene.volume;
    request.session = document.scene;
    request.channels.together = numbers;
    reopen(state, request);
}

/// At least one, at most four.
void show_choice(ViewerState &state) {
    const Document &document = state.document;
    const VolumeHeader &header = document.loaded->volume.header();
    std::vector<int> &ticked = state.tools.channels.ticked;
    if (ImGui::Button("Other channels ...")) {
        ticked.clear();
        for (std::size_t place = 0; place < document.channels(); ++place) {
            ticked.push_back(document.number_of(place));
        }
        ImGui::OpenPopup("choice");
    }
    tooltip(fmt::format("Chooses which of the {} channels of the file are drawn, up to {}. The file is read again.",
                        header.channels.size(), int{CHANNEL_LIMIT})
                .c_str());
    ImGui::SetNextWindowSizeConstraints(ImVec2(scaled(220.0f), 0.0f), ImVec2(scaled(420.0f), scaled(400.0f)));
    if (!ImGui::BeginPopup("choice")) {
        return;
    }
    for (int number = 0; number < static_cast<int>(header.channels.size()); ++number) {
        const auto found = std::ranges::find(ticked, number);
        bool drawn = found != ticked.end();
        ImGui::BeginDisabled(!drawn && ticked.size() >= CHANNEL_LIMIT);
        const std::string text = fmt::format("{}  {}###{}", number, channel_name(header, number), number);
        if (ImGui::Checkbox(text.c_str(), &drawn)) {
            if (drawn) {
                ticked.push_back(number);
            } else {
                ticked.erase(found);
            }
        }
        ImGui::EndDisabled();
    }
    ImGui::BeginDisabled(ticked.empty());
    if (ImGui::Button("Draw these")) {
        ImGui::CloseCurrentPopup();
        draw_channels(state, ticked);
    }
    ImGui::EndDisabled();
    ImGui::EndPopup();
}

} // namespace

bool has_channels(const Document &document) {
    return document.channels() > 1 || document.loaded->volume.header().channels.size() > 1;
}

const char *channels_title(const Document &document) { return document.has_volumes() ? "Volumes" : "Channels"; }

void show_channels_section(ViewerState &state) {
    Document &document = state.document;
    ImGui::PushID("channels");
    for (std::size_t place = 0; place < document.channels(); ++place) {
        show_row(state, place);
    }
    if (document.channels() > 1) {
        show_blend(document);
    }
    if (document.has_volumes()) {
        if (ImGui::Button("Compare side by side")) {
            compare_volumes(state.tools.compare, document, {0, std::max<std::size_t>(document.channel(), 1)});
        }
        tooltip("The first volume alone at the left, the chosen one alone at the right, from the same side.");
    }
    const std::size_t in_file = document.loaded->volume.header().channels.size();
    if (!document.has_volumes() && (in_file > document.channels() || in_file > CHANNEL_LIMIT)) {
        show_choice(state);
    }
    ImGui::PopID();
}

} // namespace voxmarch
