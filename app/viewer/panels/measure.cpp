// What is measured: tools that put annotations, the list of those that are there, numbers of the chosen one, export.
#include "app/viewer/panels/measure.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/file_dialog.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/place_fields.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/window/window.h"
#include "base/output_file.h"
#include "scene/annotation_table.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

void show_tools(MeasureTool &tool) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const std::size_t columns = is_narrow() ? 2 : 3;
    const float width = (ImGui::GetContentRegionAvail().x - float(columns - 1) * gap) / float(columns);
    const std::span<const MeasureWords> tools = measure_words();
    for (std::size_t i = 0; i < tools.size(); ++i) {
        if (i % columns != 0) {
            ImGui::SameLine();
        }
        const bool active = tool.placing == tools[i].kind;
        if (active) {
            ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        }
        if (ImGui::Button(tools[i].name, ImVec2(width, 0.0f))) {
            toggle_placing(tool, tools[i].kind);
        }
        if (active) {
            ImGui::PopStyleColor();
        }
        tooltip(tools[i].help);
    }
    if (tool.placing) {
        hint(placing_text(tool));
    }
}

/// A row of the list. @param below  the reading is below the name
/// @return whether the annotation is to go away
bool show_row(MeasureTool &tool, Document &document, std::size_t number, bool below) {
    Annotation &annotation = document.scene.annotations[number];
    ImGui::PushID(static_cast<int>(number));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Checkbox("##visible", &annotation.visible);
    tooltip("Whether it is drawn.");
    ImGui::TableNextColumn();
    ImGui::ColorEdit3("##color", &annotation.color.x, ImGuiColorEditFlags_NoInputs);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    const bool selected = tool.selected == number;
    if (ImGui::Selectable(fmt::format("{}###name", annotation.name).c_str(), selected)) {
        tool.selected = selected ? std::nullopt : std::optional(number);
    }
    if (below) {
        std::string reading = reading_text(tool, document, number);
        if (const std::size_t deviation = reading.find(" \u00b1"); deviation != reading.npos) {
            reading[deviation] = '\n';
        }
        ImGui::TextUnformatted(reading.c_str());
    }
    ImGui::TableNextColumn();
    if (!below) {
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(reading_text(tool, document, number).c_str());
    }
    ImGui::TableNextColumn();
    const bool removed = ImGui::Button("x");
    tooltip("Removes it. Ctrl+Z brings it back.");
    ImGui::PopID();
    return removed;
}

void show_list(MeasureTool &tool, Document &document) {
    std::vector<Annotation> &annotations = document.scene.annotations;
    std::optional<std::size_t> removed;
    const bool below = is_narrow();
    if (ImGui::BeginTable("annotations", 5, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("seen");
        ImGui::TableSetupColumn("colour");
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("reading");
        ImGui::TableSetupColumn("remove");
        for (std::size_t i = 0; i < annotations.size(); ++i) {
            if (show_row(tool, document, i, below)) {
                removed = i;
            }
        }
        ImGui::EndTable();
    }
    if (removed) {
        annotations.erase(annotations.begin() + static_cast<std::ptrdiff_t>(*removed));
        tool.selected.reset();
        tool.held.reset();
    }
}

void number_row(const char *name, const std::string &text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text.c_str());
}

/// @param unit  of the values, " HU" or ""
void show_region(const RegionStatistics &region, const Volume &values, double threshold, const std::string &unit) {
    const auto fixed = [](double number, double largest, int digits) {
        const std::optional<int> decimals = common_decimals(largest, digits);
        return decimals ? fmt::format("{:.{}f}", number, *decimals) : fmt::format("{:.{}g}", number, digits);
    };
    const auto value = [&](double number) { return value_text(number, values.type()) + unit; };
    const auto mean = [&](double number) {
        return fixed(number, std::max(std::abs(region.mean), region.deviation), 5) + unit;
    };
    const auto volume = [&](double number) {
        return fixed(number, region.volume, 6) + printed_unit(values.grid().unit, 3);
    };
    number_row("Voxels", fmt::format("{}", region.voxels));
    number_row("Volume", volume(region.volume));
    number_row("Mean", mean(region.mean));
    number_row("Standard deviation", mean(region.deviation));
    number_row("Minimum, maximum", value_text(region.smallest, values.type()) + ", " + value(region.largest));
    if (region.median) {
        number_row("Median", value(*region.median));
    }
    number_row(fmt::format("Volume from {} on", value(threshold)).c_str(),
               fmt::format("{} ({:.1f} %)", volume(region.volume_above),
                           100.0 * static_cast<double>(region.above) / static_cast<double>(region.voxels)));
}

/// The numbers at both ends of a plot that is as wide as the panel.
void show_ends(const std::string &low, const std::string &high) {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    ImGui::TextDisabled("%s", low.c_str());
    ImGui::SameLine(right - ImGui::CalcTextSize(high.c_str()).x);
    ImGui::TextDisabled("%s", high.c_str());
}

/// Fields of the places, of long lines the first ones.
void show_places(Annotation &annotation, const Grid &grid) {
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(annotation.places.size(), most); ++i) {
        label(fmt::format("Place {}", i + 1).c_str(), place_help(grid));
        glm::dvec3 place = annotation.places[i];
        if (drag_place(fmt::format("##place {}", i).c_str(), place, grid)) {
            move_place(annotation, i, place);
        }
    }
}

/// What was read last of an annotation that has changed since; null: nothing.
const AnnotationReading *last_reading_of(const MeasureTool &tool, const Annotation &annotation) {
    const auto found = std::ranges::find_if(tool.known, [&](const FinishedReading &known) {
        return known.order.annotation.kind == annotation.kind && known.order.annotation.name == annotation.name;
    });
    return found == tool.known.end() ? nullptr : &found->reading;
}

void show_chosen(MeasureTool &tool, Document &document) {
    Scene &scene = document.scene;
    if (!tool.selected || *tool.selected >= scene.annotations.size()) {
        tool.selected.reset();
        return;
    }
    Annotation &annotation = scene.annotations[*tool.selected];
    label("Name", "What it is called, also in exported tables.");
    std::array<char, 128> name{};
    std::copy_n(annotation.name.begin(), std::min(annotation.name.size(), name.size() - 1), name.begin());
    if (ImGui::InputText("##name", name.data(), name.size())) {
        annotation.name = name.data();
    }
    show_places(annotation, document.grid());
    const AnnotationReading *reading = reading_of(tool, document, *tool.selected);
    const float alpha = ImGui::GetStyle().Alpha * (reading ? 1.0f : 0.5f);
    reading = reading ? reading : last_reading_of(tool, annotation); // dim, so that nothing moves until it is read
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    if (ImGui::BeginTable("numbers", 2, ImGuiTableFlags_SizingFixedFit)) {
        if (reading && reading->length && annotation.kind == AnnotationKind::sphere) {
            number_row("Radius", fmt::format("{:.{}f}{}", *reading->length, length_digits(document.grid()),
                                             printed_unit(document.grid().unit)));
        }
        if (reading && reading->region && reading->region->voxels > 0) {
            show_region(*reading->region, document.volume(), threshold_of(tool, document), value_unit(document));
        }
        ImGui::EndTable();
    }
    if (reading && reading->region && reading->region->voxels > 0) {
        std::vector<float> bars(reading->region->histogram.begin(), reading->region->histogram.end());
        ImGui::PlotHistogram("##histogram", bars.data(), static_cast<int>(bars.size()), 0, nullptr, 0.0f, FLT_MAX,
                             ImVec2(ImGui::GetContentRegionAvail().x, scaled(60.0f)));
        tooltip("How often values occur in the region, from its minimum to its maximum.");
        show_ends(value_text(reading->region->smallest, document.volume().type()),
                  value_text(reading->region->largest, document.volume().type()) + value_unit(document));
        label("Threshold", "Voxels of at least this value count as above.");
        double threshold = threshold_of(tool, document);
        if (ImGui::DragScalar("##threshold", ImGuiDataType_Double, &threshold, value_speed(document.volume()), nullptr,
                              nullptr, "%.6g")) {
            tool.threshold = threshold;
        }
    }
    ImGui::PopStyleVar();
}

/// Writes the table of all annotations; those that are not read yet are left until they are.
void export_table(ViewerState &state, const std::filesystem::path &file) {
    const Document &document = state.document;
    const MeasureTool &tool = state.tools.measure;
    const double threshold = threshold_of(tool, document);
    std::vector<AnnotationRow> rows;
    for (std::size_t i = 0; i < document.scene.annotations.size(); ++i) {
        const AnnotationReading *reading = reading_of(tool, document, i);
        if (!reading) {
            state.notices.add("the regions are still being read: export again when all have numbers", true);
            return;
        }
        rows.push_back({document.scene.annotations[i], *reading});
    }
    const bool json = file.extension() == ".json";
    const std::string unit = unit_word(value_unit(document));
    const std::string text = json ? annotations_json(rows, document.volume(), threshold, unit)
                                  : annotations_csv(rows, document.volume(), threshold, unit);
    OutputFile output(file);
    output.write(std::as_bytes(std::span(text)));
    output.commit();
    state.notices.add(fmt::format("{} measurements are in {}", rows.size(), file.filename().string()));
}

void show_export(ViewerState &state) {
    if (ImGui::Button("Export ...")) {
        ask_for_measurements(state, ".csv");
    }
    tooltip("Writes all measurements as a table (.csv), or with histograms (.json).");
}

} // namespace

void ask_for_measurements(ViewerState &state, const char *extension) {
    const bool json = std::string_view(extension) == ".json";
    ask_for_file(state.dialogs.file, {FileKind::save_file,
                                      "Export the measurements",
                                      "Save",
                                      "A table (.csv), or the same with the histograms of regions (.json).",
                                      {extension, json ? ".csv" : ".json"},
                                      next_file(state.tools.save, state.document, extension),
                                      [&state](const std::filesystem::path &file) {
                                          state.tools.save.folder = file.parent_path();
                                          try {
                                              export_table(state, file);
                                          } catch (const Error &error) {
                                              state.notices.add(error.what(), true);
                                          }
                                      }});
}

void show_measure_section(ViewerState &state) {
    MeasureTool &tool = state.tools.measure;
    Document &document = state.document;
    ImGui::PushID("measure");
    const std::optional<AnnotationKind> before = tool.placing;
    show_tools(tool);
    if (tool.placing && tool.placing != before && state.window.keys().inside()) {
        state.window.keys().leave(); // Enter puts places
    }
    if (!document.scene.annotations.empty()) {
        show_list(tool, document);
        show_chosen(tool, document);
        show_export(state);
    }
    if (!tool.problem.empty()) {
        hint(tool.problem);
    }
    ImGui::PopID();
}

} // namespace voxmarch
