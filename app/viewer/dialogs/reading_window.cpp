// Fields that are checked when they are left: what cannot be is refused beside them.
#include "app/viewer/dialogs/reading_window.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"
#include "base/text.h"
#include "scene/figure/figure_parts.h"
#include "transfer/automatic_classes.h"
#include "volume/synthetic/synthetic.h"
#include "volume/voxel_directions.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace voxmarch {

namespace {

constexpr double least_spacing = 1e-9, most_spacing = 1e9;

const char *words_of(DataClass data) {
    switch (data) {
    case DataClass::constant: return "one value everywhere";
    case DataClass::labels: return "labels";
    case DataClass::hounsfield: return "CT";
    case DataClass::patient: return "grey values of a patient";
    case DataClass::field: return "a field of values";
    case DataClass::scan: return "grey values";
    }
    return "";
}

std::string kind_text(const Document &document) {
    if (document.channels() > 1) {
        return fmt::format("{} {}", document.channels(), document.has_volumes() ? "volumes" : "channels");
    }
    if (document.loaded->provisional) {
        return document.volume().header().format;
    }
    const DataKind kind = document.scene.data;
    const std::string unit = value_unit(document);
    const DataGuess guess = guess_data_class(document.volume().header(), document.loaded->survey, kind);
    return std::string(kind == DataKind::grey ? "grey values" : words_of(guess.data_class)) +
           (unit.empty() ? "" : " in" + unit);
}

std::string spacing_of(double distance) { return fmt::format("{:.6g}", distance); }

std::string grid_text(const Grid &grid) {
    const glm::dvec3 &s = grid.spacing;
    const std::string unit = grid.unit == LengthUnit::unknown ? " (no unit)" : printed_unit(grid.unit);
    const std::string axes = directions_text(grid);
    return fmt::format("{:.4g} x {:.4g} x {:.4g}{}, {}", s.x, s.y, s.z, unit, axes == "none" ? "no orientation" : axes);
}

} // namespace

void begin_reading(ReadingWindow &reading, const LoadedVolume &loaded, bool tells) {
    reading.strip = reading.open || (tells && !is_made(loaded.scene.volume.source));
    reading.fields = {};
}

std::string reading_text(const ViewerState &state) {
    const Document &document = state.document;
    const std::string &slices = document.volume().header().resampled_from;
    return fmt::format("Read as {}, {}{}", kind_text(document), grid_text(document.grid()),
                       slices.empty() ? "" : ", resampled from " + slices);
}

float reading_strip_height(const ViewerState &state) {
    return state.document.loaded && state.dialogs.reading.strip ? ImGui::GetFrameHeight() + scaled(4.0f) : 0.0f;
}

void show_reading_strip(ViewerState &state, ImVec2 corner, ImVec2 size) {
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(10.0f), scaled(2.0f)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_Header));
    ImGui::Begin("reading", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    const float gap = ImGui::GetStyle().ItemSpacing.x, close = ImGui::GetFrameHeight();
    const float change = ImGui::CalcTextSize("Change").x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float end = ImGui::GetWindowWidth() - scaled(4.0f) - close;
    ImGui::AlignTextToFramePadding();
    const std::string text = reading_text(state);
    ImGui::TextUnformatted(shortened(text, end - change - 3.0f * gap - ImGui::GetCursorPosX()).c_str());
    tooltip(text.c_str());
    ImGui::SameLine();
    const bool fixed = state.document.has_volumes();
    ImGui::BeginDisabled(fixed);
    if (ImGui::Button("Change")) {
        state.dialogs.reading.open = true;
    }
    ImGui::EndDisabled();
    tooltip(fixed ? "Of several volumes each is read as its file says."
                  : "What the values are, how far the voxels lie apart, and where they point.");
    ImGui::SameLine(end);
    ImGui::PushStyleColor(ImGuiCol_Button, 0);
    if (ImGui::Button("x", ImVec2(close, 0.0f))) {
        state.dialogs.reading.strip = false;
    }
    ImGui::PopStyleColor();
    tooltip("Hides this line. File, How the volume is read, says the same; View, Strip after opening, shows none any "
            "more.");
    ImGui::End();
}

namespace {

/// Writes into the fields how the volume is read now.
void fill(ReadingFields &fields, const Document &document) {
    const Grid &grid = document.loaded->volume.grid();
    fields = {};
    for (int axis = 0; axis < 3; ++axis) {
        fields.spacing[static_cast<std::size_t>(axis)] = spacing_of(grid.spacing[axis]);
    }
    fields.axes = directions_text(grid);
    fields.value_unit = unit_word(value_unit(document));
    fields.of = document.loaded.get();
    fields.unit_of = document.scene.value_unit;
}

/// What the file says.
const Grid &stated(const Document &document) {
    const VolumeHeader &header = document.loaded->volume.header();
    return header.stated ? *header.stated : header.grid;
}

/// Reads the volume with this spacing, which is the file's own where it is the same.
void read_with(Document &document, const glm::dvec3 &spacing, LengthUnit unit, const std::string &axes) {
    VolumeSource wanted = document.scene.volume;
    const Grid &file = stated(document);
    const bool same = spacing == file.spacing && unit == file.unit;
    wanted.spacing = same ? std::nullopt : std::optional(spacing / double(wanted.downsample)); // of the file's voxels
    wanted.spacing_unit = same || unit == file.unit ? std::nullopt : std::optional(unit);
    wanted.orientation = axes;
    set_reading(document, wanted);
}

std::optional<double> distance_of(std::string text) {
    std::ranges::replace(text, ',', '.'); // as many countries write them
    const std::optional<double> value = text::to_double(text::trim(text));
    return value && *value >= least_spacing && *value <= most_spacing ? value : std::nullopt;
}

void take_spacing(ReadingFields &fields, Document &document) {
    const Grid &grid = document.loaded->volume.grid();
    glm::dvec3 spacing = grid.spacing;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string &text = fields.spacing[static_cast<std::size_t>(axis)];
        const std::optional<double> typed = distance_of(text);
        if (!typed) {
            fields.spacing_problem = fmt::format("'{}' is no distance: it must be a number from {:g} to {:g}.",
                                                 text::one_line(text, 24), least_spacing, most_spacing);
            return;
        }
        spacing[axis] = text == spacing_of(grid.spacing[axis]) ? grid.spacing[axis] : *typed;
    }
    fields.spacing_problem.clear();
    if (spacing != grid.spacing) {
        read_with(document, spacing, grid.unit, document.scene.volume.orientation);
    }
}

void take_axes(ReadingFields &fields, Document &document) {
    const Grid &grid = document.loaded->volume.grid();
    const auto wanted = parse_directions(fields.axes);
    if (!wanted) {
        fields.axes_problem =
            "These are no axes: three letters of L or R, A or P, S or I, like LPS; or x,-y,z; or none.";
        return;
    }
    fields.axes_problem.clear();
    if (to_text(*wanted) != directions_text(grid)) {
        const bool as_file = to_text(*wanted) == directions_text(stated(document));
        read_with(document, grid.spacing, grid.unit, as_file ? "" : to_text(*wanted));
    }
}

void take_value_unit(ReadingFields &fields, Document &document) {
    try {
        const std::string unit = checked_unit(fields.value_unit);
        fields.unit_problem.clear();
        if (unit != unit_word(value_unit(document))) {
            document.scene.value_unit = unit;
        }
    } catch (const UsageError &) {
        fields.unit_problem = "Too long for a unit: at most 16 letters.";
    }
}

void problem_text(const std::string &problem) {
    if (!problem.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::ColorConvertU32ToFloat4(theme_colors().bad));
        ImGui::TextWrapped("%s", problem.c_str());
        ImGui::PopStyleColor();
    }
}

/// A field that has been left with another text, or where Enter was pressed.
bool field(const char *id, std::string &text) {
    const bool entered =
        ImGui::InputText(id, &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    return entered || ImGui::IsItemDeactivatedAfterEdit();
}

void show_values(ReadingFields &fields, ViewerState &state) {
    Document &document = state.document;
    static const std::vector<std::pair<DataKind, const char *>> kinds{{DataKind::automatic, "what they look like"},
                                                                      {DataKind::grey, "grey values"},
                                                                      {DataKind::labels, "labels"},
                                                                      {DataKind::ct, "CT"}};
    label("Values are", "What the automatic transfer function takes them for. Option --data.");
    if (choose("##kind", document.scene.data, kinds)) {
        take_automatic_transfer(document);
        state.tools.transfer.selected.clear();
    }
    label("Unit of values", "Stands behind values and in the legend: HU, SUV, g/cm3; empty for none. Option "
                            "--value-unit.");
    if (field("##unit of values", fields.value_unit)) {
        take_value_unit(fields, document);
    }
    problem_text(fields.unit_problem);
}

void show_spacing(ReadingFields &fields, Document &document) {
    label("Voxels apart", "Distance of the middles of neighbouring voxels along x, y and z. Option --spacing.");
    const float unit_width = scaled(86.0f), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float width = (ImGui::CalcItemWidth() - unit_width - 3.0f * gap) / 3.0f;
    bool left = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        static constexpr const char *ids[] = {"##spacing x", "##spacing y", "##spacing z"};
        ImGui::SetNextItemWidth(width);
        left = field(ids[axis], fields.spacing[axis]) || left;
        ImGui::SameLine(0.0f, gap);
    }
    ImGui::SetNextItemWidth(unit_width);
    const Grid &grid = document.loaded->volume.grid();
    LengthUnit unit = grid.unit;
    if (choose("##unit of lengths", unit)) {
        read_with(document, grid.spacing, unit, document.scene.volume.orientation);
    }
    tooltip("Unit of these numbers. They stay as they are.");
    if (left) {
        take_spacing(fields, document);
    }
    problem_text(fields.spacing_problem);
}

/// The axes with one of them the other way round. @param axis  0 for x
std::string flipped(const Grid &grid, int axis) {
    VoxelDirections directions = *parse_directions(directions_text(grid));
    directions.direction[axis] = -directions.direction[axis];
    return to_text(directions);
}

void show_axes(ReadingFields &fields, Document &document) {
    label("x, y, z go to", "Sides of the patient, to which columns, rows and slices go: LPS is left, posterior, "
                           "superior. Or axes without a patient, like x,-y,z. Option --orientation.");
    ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - ImGui::GetFrameHeight());
    bool left = field("##axes", fields.axes);
    ImGui::SameLine(0.0f, 0.0f);
    if (ImGui::BeginCombo("##usual axes", "", ImGuiComboFlags_NoPreview | ImGuiComboFlags_PopupAlignLeft)) {
        static constexpr std::pair<const char *, const char *> usual[] = {
            {"LPS", "LPS   DICOM, axial slices from the feet up"},
            {"RAS", "RAS   NIfTI"},
            {"LAS", "LAS   axial slices, front first"},
            {"LPI", "LPI   axial slices from the head down"},
            {"LSP", "LSP   coronal slices from the front"},
            {"PIR", "PIR   sagittal slices"},
            {"none", "none   no patient"}};
        for (const auto &[axes, text] : usual) {
            if (ImGui::Selectable(text, fields.axes == axes)) {
                fields.axes = axes;
                left = true;
            }
        }
        ImGui::EndCombo();
    }
    const Grid &grid = document.loaded->volume.grid();
    static constexpr const char *flips[] = {"Flip x", "Flip y", "Flip z"};
    for (int axis = 0; axis < 3; ++axis) {
        if (axis > 0) {
            beside(flips[axis]);
        }
        if (ImGui::Button(flips[axis])) {
            fields.axes = flipped(grid, axis);
            left = true;
        }
        tooltip("The other way round along this axis of the voxels.");
    }
    if (left) {
        take_axes(fields, document);
    }
    problem_text(fields.axes_problem);
    if (fields.axes_problem.empty() && obliqueness(grid) > oblique_from) {
        hint(fmt::format("The file's axes are oblique by {:.1f} degrees; other axes here are straight.",
                         obliqueness(grid)));
    }
}

bool differs_from_file(const Scene &scene) {
    return scene.volume.spacing || !scene.volume.orientation.empty() || scene.value_unit ||
           scene.data != DataKind::automatic;
}

void take_file(ViewerState &state) {
    Document &document = state.document;
    VolumeSource wanted = document.scene.volume;
    wanted.spacing.reset();
    wanted.spacing_unit.reset();
    wanted.orientation.clear();
    set_reading(document, wanted);
    document.scene.value_unit.reset();
    if (document.scene.data != DataKind::automatic) {
        document.scene.data = DataKind::automatic;
        take_automatic_transfer(document);
        state.tools.transfer.selected.clear();
    }
    state.dialogs.reading.fields = {};
}

} // namespace

void show_reading_window(ViewerState &state) {
    ReadingWindow &reading = state.dialogs.reading;
    Document &document = state.document;
    reading.open = reading.open && document.loaded && !document.has_volumes();
    if (!reading.open) {
        return;
    }
    if (reading.fields.of != document.loaded.get() || reading.fields.unit_of != document.scene.value_unit) {
        fill(reading.fields, document);
    }
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(470.0f), ImGui::GetIO().DisplaySize.x * 0.95f), 0.0f));
    if (ImGui::Begin("How the volume is read", &reading.open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        show_values(reading.fields, state);
        ImGui::Spacing();
        show_spacing(reading.fields, document);
        show_axes(reading.fields, document);
        ImGui::Spacing();
        ImGui::BeginDisabled(!differs_from_file(document.scene));
        if (ImGui::Button("As the file says")) {
            take_file(state);
        }
        ImGui::EndDisabled();
        tooltip("Takes all of this back. Ctrl+Z takes back one change after the other.");
        beside("Close");
        if (ImGui::Button("Close")) {
            reading.open = false;
        }
    }
    ImGui::End();
}

} // namespace voxmarch
