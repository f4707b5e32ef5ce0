// The labels of the volume: which are seen, in which colour, how much of each there is.
#include "app/viewer/panels/labels.h"

#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/theme.h"
#include "base/text.h"
#include "scene/figure/figure_parts.h"
#include "scene/pick.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

constexpr float list_height = 220.0f; // points

double cubes_of(std::uint64_t voxels, const Grid &grid) {
    return static_cast<double>(voxels) * grid.spacing.x * grid.spacing.y * grid.spacing.z;
}

/// Whether at most one label is seen.
bool shows_only_one(const std::vector<LabelStyle> &styles) {
    return std::ranges::count_if(styles, [](const LabelStyle &style) { return style.visibility > 0.0f; }) <= 1;
}

/// Labels that voxels have, or that have a name, and that the search is for.
std::vector<int> listed(const Document &document, const std::string &search) {
    const Volume &labels = *document.loaded->labels;
    const std::string part = text::lower(search);
    std::vector<int> found;
    for (std::size_t i = 0; i < document.scene.label_styles.size(); ++i) {
        const int label = static_cast<int>(i);
        const bool there = label_voxels(labels, label).value_or(1) > 0;
        const bool wanted = part.empty() || text::lower(label_name(document, label)).find(part) != std::string::npos ||
                            fmt::format("{}", label).find(part) != std::string::npos;
        if (there && wanted) {
            found.push_back(label);
        }
    }
    return found;
}

void set_seen(LabelStyle &style, bool seen) { style.visibility = seen ? 1.0f : 0.0f; }

void show_row(LabelList &list, ViewerState &state, int label) {
    Document &document = state.document;
    LabelStyle &style = document.scene.label_styles[static_cast<std::size_t>(label)];
    ImGui::PushID(label);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (eye_button(style.visibility > 0.0f)) {
        set_seen(style, style.visibility <= 0.0f);
        list.before.reset();
    }
    tooltip("Whether it is seen.");
    ImGui::TableNextColumn();
    glm::vec3 color = style.color.value_or(glm::vec3(0.5f));
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel)) {
        style.color = color;
    }
    tooltip(style.color ? "Its colour."
                        : "It has the colours of the transfer function. Click to give it one of its own.");
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    const bool chosen = list.chosen == label;
    if (ImGui::Selectable(fmt::format("{}###name", label_name(document, label)).c_str(), chosen)) {
        list.chosen = chosen ? std::nullopt : std::optional(label);
    }
    if (ImGui::BeginPopupContextItem("menu")) {
        if (ImGui::MenuItem("Mesh of this label ...", nullptr, false, why_no_label_mesh(document).empty())) {
            ask_for_label_mesh(state, label);
        }
        ImGui::EndPopup();
    }
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    if (const auto voxels = label_voxels(*document.loaded->labels, label)) {
        ImGui::TextUnformatted(amount_text(*voxels, document.grid()).c_str());
        tooltip(amount_help(label, *voxels, document.grid()).c_str());
    }
    ImGui::PopID();
}

/// By the column whose head was clicked; by number where none was.
void sort(std::vector<int> &labels, const Document &document) {
    const ImGuiTableSortSpecs *const wanted = ImGui::TableGetSortSpecs();
    if (wanted == nullptr || wanted->SpecsCount == 0) {
        return;
    }
    constexpr int name_column = 2;
    std::vector<std::pair<std::string, std::uint64_t>> keys; // of each label: one of them tells
    for (const int label : labels) {
        const bool by_name = wanted->Specs->ColumnIndex == name_column;
        keys.emplace_back(by_name ? text::lower(label_name(document, label)) : "",
                          by_name ? 0 : label_voxels(*document.loaded->labels, label).value_or(0));
    }
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return wanted->Specs->SortDirection == ImGuiSortDirection_Ascending ? keys[a] < keys[b] : keys[b] < keys[a];
    });
    std::vector<int> sorted;
    std::ranges::transform(order, std::back_inserter(sorted), [&](std::size_t place) { return labels[place]; });
    labels = std::move(sorted);
}

void show_list(LabelList &list, ViewerState &state) {
    const Document &document = state.document;
    std::vector<int> labels = listed(document, list.search);
    if (labels.empty()) {
        hint("No label has this in its name.");
        return;
    }
    const float rows = (static_cast<float>(labels.size()) + 1.5f) * ImGui::GetFrameHeightWithSpacing();
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                      ImGuiTableFlags_PadOuterX | ImGuiTableFlags_Sortable |
                                      ImGuiTableFlags_SortTristate;
    if (!ImGui::BeginTable("list", 4, flags, ImVec2(0.0f, std::min(scaled(list_height), rows)))) {
        return;
    }
    ImGui::TableSetupColumn("##seen", ImGuiTableColumnFlags_NoSort);
    ImGui::TableSetupColumn("##colour", ImGuiTableColumnFlags_NoSort);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Volume", ImGuiTableColumnFlags_PreferSortDescending);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    sort(labels, document);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(labels.size()));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            show_row(list, state, labels[static_cast<std::size_t>(i)]);
        }
    }
    if (std::exchange(list.scrolls, false) && list.chosen) { // to the middle, now that a row's height is known
        const auto place = static_cast<float>(std::ranges::find(labels, *list.chosen) - labels.begin());
        ImGui::SetScrollY((place + 0.5f) * clipper.ItemsHeight - 0.5f * ImGui::GetWindowHeight());
    }
    ImGui::EndTable();
}

/// The field for the chosen label's name, which counts when it is left.
void show_name(LabelList &list, Document &document, int label) {
    if (!list.name_of || *list.name_of != label) {
        list.name = label_name(document, label);
    }
    ImGui::InputText("##name", &list.name);
    tooltip("Its name, in lists, legends and meshes. Empty: the name of the file.");
    list.name_of = ImGui::IsItemActive() ? std::optional(label) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        give_name(document, label, list.name);
    }
}

void show_chosen(LabelList &list, ViewerState &state) {
    Document &document = state.document;
    std::vector<LabelStyle> &styles = document.scene.label_styles;
    if (!list.chosen || static_cast<std::size_t>(*list.chosen) >= styles.size()) {
        list.chosen.reset();
        return;
    }
    LabelStyle &style = styles[static_cast<std::size_t>(*list.chosen)];
    label("Name", "Of the chosen label.");
    show_name(list, document, *list.chosen);
    label("Opacity", "Factor of the opacity of its voxels.");
    ImGui::SliderFloat("##opacity", &style.visibility, 0.0f, 1.0f, "%.2f");
    if (ImGui::Button("Show only this one")) {
        show_only(list, document, *list.chosen);
    }
    beside("Mesh of this label ...");
    {
        const DisabledFor large(why_no_label_mesh(document));
        if (ImGui::Button("Mesh of this label ...")) {
            ask_for_label_mesh(state, *list.chosen);
        }
        tooltip("Writes its surface into a file, .ply, .stl, .obj or .vtk. Also by a right click on its name.");
    }
    if (style.color) {
        beside("Colours of the function");
        if (ImGui::Button("Colours of the function")) {
            style.color.reset();
        }
        tooltip("Its voxels have the colours of their values.");
    }
}

void show_buttons(LabelList &list, Document &document) {
    std::vector<LabelStyle> &styles = document.scene.label_styles;
    if (list.before && (list.before->size() != styles.size() || !shows_only_one(styles))) { // undone
        list.before.reset();
    }
    if (list.before) {
        if (ImGui::Button("Show the others again")) {
            for (std::size_t i = 0; i < styles.size(); ++i) {
                styles[i].visibility = (*list.before)[i].visibility;
            }
            list.before.reset();
        }
        beside("Show all");
    }
    if (ImGui::Button("Show all")) {
        show_all_labels(list, document, true);
    }
    beside("Hide all");
    if (ImGui::Button("Hide all")) {
        show_all_labels(list, document, false);
    }
    const char *pick = list.picking ? "Click in the view ..." : "Pick";
    beside(pick);
    if (ImGui::Button(pick)) {
        list.picking = !list.picking;
    }
    tooltip("The next click chooses the label that is seen there, in the 3D view or in a slice.");
}

} // namespace

void show_only(LabelList &list, Document &document, int label) {
    std::vector<LabelStyle> &styles = document.scene.label_styles;
    list.before = styles;
    for (std::size_t i = 0; i < styles.size(); ++i) {
        set_seen(styles[i], static_cast<int>(i) == label);
    }
}

void show_all_labels(LabelList &list, Document &document, bool seen) {
    std::ranges::for_each(document.scene.label_styles, [seen](LabelStyle &style) { set_seen(style, seen); });
    list.before.reset();
}

std::string why_no_label_mesh(const Document &document) {
    return document.loaded->labels->large() ? "The labels do not fit into memory." : "";
}

std::string amount_text(std::uint64_t voxels, const Grid &grid) {
    if (grid.unit == LengthUnit::unknown) {
        return fmt::format("{} voxels", voxels);
    }
    const VolumeUnit unit = volume_unit(grid.unit);
    const double volume = cubes_of(voxels, grid) * unit.per_cube;
    const std::string suffix = unit.per_cube == 1.0 ? printed_unit(grid.unit, 3) : unit.suffix;
    return volume < 1e5 ? fmt::format("{:.5g}{}", volume, suffix) : fmt::format("{:.0f}{}", volume, suffix);
}

std::string amount_help(int label, std::uint64_t voxels, const Grid &grid) {
    const std::string text = fmt::format("Label {}: {} voxels", label, voxels);
    return grid.unit == LengthUnit::unknown
               ? text
               : fmt::format("{}, {:.9g}{}", text, cubes_of(voxels, grid), printed_unit(grid.unit, 3));
}

std::optional<int> label_at(const Document &document, glm::dvec3 world) { return label_at(*document.loaded, world); }

void choose_label(LabelList &list, std::optional<int> label) {
    list.chosen = label;
    list.search.clear();
    list.scrolls = true;
    list.picking = false;
}

std::string label_name(const Document &document, int label) {
    const auto given = document.scene.label_names.find(label);
    const LabelNames &names = document.loaded->label_names;
    return given != document.scene.label_names.end()        ? given->second
           : label == 0 && names.find(label) == names.end() ? "no label"
                                                            : label_name(names, label);
}

void give_name(Document &document, int label, const std::string &wanted) {
    std::map<int, std::string> &names = document.scene.label_names;
    names.erase(label);
    if (const std::string name = text::one_line(text::trim(wanted), longest_label_name);
        !name.empty() && name != label_name(document, label)) {
        names[label] = name;
    }
}

void begin_labels(LabelList &list) { list = {}; }

void show_labels_section(ViewerState &state) {
    LabelList &list = state.tools.labels;
    Document &document = state.document;
    ImGui::PushID("labels");
    label("Search", "Shows labels with this in their name or number.");
    if (ImGui::InputText("##search", &list.search) && list.chosen) {
        const std::vector<int> found = listed(document, list.search);
        if (std::ranges::find(found, *list.chosen) == found.end()) {
            list.chosen.reset(); // nothing is done to what the list does not show
        }
    }
    show_list(list, state);
    show_buttons(list, document);
    show_chosen(list, state);
    ImGui::PopID();
}

} // namespace voxmarch
