// What slices show: window and level, slabs, what is laid over, zoom.
#include "app/viewer/view/slices.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

const NamedWindow *name_of_window(const ValueRange &shown) {
    const auto found = std::ranges::find_if(named_windows(), [&](const NamedWindow &named) {
        return std::abs((shown.min + shown.max) / 2.0 - named.level) < 0.5 &&
               std::abs(shown.max - shown.min - named.width) < 0.5;
    });
    return found == named_windows().end() ? nullptr : &*found;
}

void show_named_windows(Document &document, std::size_t channel) {
    const ValueRange shown = slice_window(document, channel);
    const NamedWindow *now = name_of_window(shown);
    label("Preset", "Windows that radiologists use, in Hounsfield units.");
    if (ImGui::BeginCombo("##preset", now ? now->name : "own")) {
        for (const NamedWindow &named : named_windows()) {
            const std::string text = fmt::format("{}  level {:g}, window {:g}", named.name, named.level, named.width);
            if (ImGui::Selectable(text.c_str(), &named == now)) {
                set_slice_window(document, channel, range_of(named));
            }
        }
        ImGui::EndCombo();
    }
}

/// For fields of both numbers, as window_text() writes them.
std::string alike_format(double level, double width) {
    const std::optional<int> decimals = common_decimals(std::max(std::abs(level), width), 4);
    const bool whole = level == std::round(level) && width == std::round(width);
    return decimals ? fmt::format("%.{}f", whole ? 0 : *decimals) : "%.5g";
}

void show_window_numbers(const Slices &slices, Document &document) {
    const std::size_t channel = windowed_channel(slices, document);
    if (slices.only) {
        hint(fmt::format("Of {}: the volume whose function is edited.", document.name_of(channel)));
    }
    const Volume &volume = channel_of(*document.loaded, channel);
    const ValueRange shown = slice_window(document, channel);
    double level = (shown.min + shown.max) / 2.0, width = shown.max - shown.min;
    const float speed = value_speed(volume);
    std::string format = alike_format(level, width);
    for (const char letter : value_unit_of(document, channel)) {
        format += letter == '%' ? "%%" : std::string(1, letter);
    }
    label("Level", "The value in the middle between black and white. Right drag up and down in a slice.");
    bool changed = ImGui::DragScalar("##level", ImGuiDataType_Double, &level, speed, nullptr, nullptr, format.c_str());
    label("Window", "Values from black to white. Right drag sideways in a slice.");
    changed =
        ImGui::DragScalar("##width", ImGuiDataType_Double, &width, speed, nullptr, nullptr, format.c_str()) || changed;
    if (changed) {
        width = std::max(width, 1e-9);
        set_slice_window(document, channel, ValueRange{level - width / 2.0, level + width / 2.0});
    }
    if (has_named_windows(document, channel)) {
        show_named_windows(document, channel);
    }
    if (ImGui::Button("Automatic")) {
        set_slice_window(document, channel, std::nullopt);
    }
    tooltip("Nearly all values, from the darkest to the brightest.");
}

/// In voxels, of each slice its own, or in the file's unit.
void show_thickness(SliceSlab &slab, const Grid &grid) {
    const double step = grid.smallest_spacing();
    const int most = *std::ranges::max_element(grid.dims); // of all slices along the axes
    const std::string unit = printed_unit(grid.unit), word = unit.empty() ? "lengths" : unit.substr(1);
    bool by_length = slab.length.has_value();
    ImGui::SetNextItemWidth(-scaled(110.0f));
    if (by_length) {
        const double thickest = most * step;
        ImGui::DragScalar("##length", ImGuiDataType_Double, &*slab.length, static_cast<float>(step), &step, &thickest,
                          ("%.4g" + unit).c_str(), ImGuiSliderFlags_AlwaysClamp);
    } else {
        ImGui::SliderInt("##slab", &slab.voxels, 1, most, slab.voxels == 1 ? "1 voxel" : "%d voxels",
                         ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1.0f);
    if (!choose("##slab_in", by_length, {{false, "voxels"}, {true, word.c_str()}})) {
        return;
    }
    if (by_length) {
        slab.length = slab.voxels * step;
    } else {
        slab.voxels = std::clamp(static_cast<int>(std::lround(*slab.length / step)), 1, most);
        slab.length.reset();
    }
}

void show_slab(const Slices &slices, Document &document) {
    SliceSlab &slab = document.scene.slice_planes.slab;
    const bool large = document.loaded->volume.large() != nullptr;
    const DisabledFor missing(large ? "Voxels of this volume stay in their file: slices show one voxel's thickness."
                                    : "");
    const Grid &grid = document.grid();
    label("Slab",
          "How thick the slices are: each pixel shows the largest, mean or smallest value of the voxels across.");
    show_thickness(slab, grid);
    if (slab.voxels == 1 && !slab.length) {
        return;
    }
    label("Shows", "What a pixel shows of the slab's voxels.");
    choose("##kind", slab.kind,
           {{SliceSlab::Kind::maximum, "largest value (MIP)"},
            {SliceSlab::Kind::mean, "mean value"},
            {SliceSlab::Kind::minimum, "smallest value (MinIP)"}});
    if (slices.contents) {
        const auto &frames = slices.contents->frames;
        const auto voxels = [&](std::size_t normal) { return voxels_across(slab, grid, frames[normal]); };
        const auto thickness = [&](std::size_t normal) {
            return voxels(normal) * glm::length(frames[normal].across * grid.spacing);
        };
        hint(slab.length ? fmt::format("Voxels across the slices: {}, {}, {}", voxels(0), voxels(1), voxels(2))
                         : fmt::format("Thickness of the slices: {:.3g}, {:.3g}, {:.3g}{}", thickness(0), thickness(1),
                                       thickness(2), printed_unit(grid.unit)));
    }
}

void show_isolines(Document &document) {
    const bool any = !document.scene.settings.surfaces.empty();
    const DisabledFor none(any ? "" : "There are no isosurfaces: M, or the panel Mode, shows some.");
    ImGui::Checkbox("Lines of the isosurfaces", &document.scene.slice_planes.isolines);
    tooltip("Where the values of a slice are those of the isosurfaces, in their colours.");
}

void show_planes(Document &document, bool in_bricks) {
    PlanesShown &shown = document.scene.slice_planes.shown;
    label("In the 3D view", "What the 3D view shows of the slices.");
    choose("##planes", shown,
           {{PlanesShown::lines, "lines where they cross"},
            {PlanesShown::with_volume, "pictures, with the volume"},
            {PlanesShown::alone, "pictures alone"}});
    if (shown != PlanesShown::lines) {
        label("Opacity of pictures", "How much they hide of what lies behind them in the 3D view.");
        slider("##plane opacity", document.scene.slice_planes.opacity, least_plane_opacity, 1.0, "%.2f");
    }
    if (const std::string problem = why_no_planes(document.scene, in_bricks, document.loaded->labels.has_value());
        !problem.empty()) {
        hint(problem);
    }
}

} // namespace

void show_slices_section(Slices &slices, Document &document, bool in_bricks) {
    ImGui::PushID("slices");
    show_window_numbers(slices, document);
    show_slab(slices, document);
    if (document.channels() == 1 || slices.only) {
        ImGui::Checkbox("Colours of the transfer function", &document.scene.slice_planes.colors);
        tooltip("Laid over the grey as far as the function makes values opaque: what is clear in 3D stays grey.");
    }
    if (document.loaded->labels) {
        ImGui::Checkbox("Labels laid over", &document.scene.slice_planes.labels);
        if (document.scene.slice_planes.labels) {
            ImGui::Checkbox("Outlines of labels", &document.scene.slice_planes.outlines);
            tooltip("Lines around the labels in place of their fill.");
            if (!document.scene.slice_planes.outlines) {
                label("Opacity of labels", "How much their colours cover of the slice.");
                slider("##label opacity", document.scene.slice_planes.label_opacity, 0.05, 1.0, "%.2f");
            }
        }
    }
    show_isolines(document);
    show_planes(document, in_bricks);
    const bool turned = document.scene.slice_planes.are_turned();
    if (ImGui::Button("Reset zoom")) {
        slices.views = {};
    }
    tooltip("All of each slice. Ctrl+wheel and Ctrl+right drag zoom, Shift+left drag and middle drag move; a double "
            "click gives one slice all of the window.");
    beside("Along the axes");
    const DisabledFor straight(turned ? "" : "Slices lie along the axes of the volume.");
    if (ImGui::Button("Along the axes")) {
        reset_turns(document);
    }
    tooltip("Turns the slices back. They are turned by their lines: drag one away from the crosshair.");
    ImGui::PopID();
}

} // namespace voxmarch
