// Dimensions, type, byte order, header and spacing of a raw file, against its size.
#include "app/viewer/dialogs/raw_window.h"

#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// "16 777 216".
std::string grouped(std::uint64_t number) {
    return number < 1000 ? fmt::format("{}", number) : fmt::format("{} {:03}", grouped(number / 1000), number % 1000);
}

std::string bytes_text(std::uint64_t bytes) { return grouped(bytes) + (bytes == 1 ? " byte" : " bytes"); }

/// "256 x 256 x 256 uint8, header 352 bytes".
std::string layout_text(const RawLayout &layout) {
    std::string text =
        fmt::format("{} x {} x {} {}", layout.dims[0], layout.dims[1], layout.dims[2], name_of(layout.type));
    return layout.offset.value_or(0) == 0 ? text : text + ", header " + bytes_text(*layout.offset);
}

void take_layout(RawWindow &window, const RawLayout &layout) {
    window.header = layout.offset.value_or(0);
    window.layout = layout;
    window.layout.offset.reset();
}

void show_guesses(RawWindow &window) {
    label("Guesses", "Layouts that need as many bytes as the file has. The size alone cannot tell which one is right: "
                     "a wrong one shows stripes or noise.");
    ImGui::BeginDisabled(window.guesses.empty());
    const std::string text = window.guesses.empty()
                                 ? "none fits"
                                 : fmt::format("{} {} the size", window.guesses.size(),
                                               window.guesses.size() == 1 ? "layout fits" : "layouts fit");
    if (ImGui::BeginCombo("##guesses", text.c_str())) {
        for (const RawLayout &guess : window.guesses) {
            const std::string offer = layout_text(guess);
            if (ImGui::Selectable(offer.c_str(), offer == layout_text(chosen_layout(window)))) {
                const glm::dvec3 spacing = window.layout.spacing;
                const LengthUnit unit = window.layout.unit;
                const std::endian order = window.layout.order;
                take_layout(window, guess);
                window.layout.spacing = spacing;
                window.layout.unit = unit;
                window.layout.order = order;
            }
        }
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
}

void show_type(RawLayout &layout) {
    label("Voxel type", "What the bytes of a voxel are. uint: whole numbers from 0; int: with a sign; float: with a "
                        "fraction; the number is that of bits.");
    choose("##type", layout.type);
    label("Byte order", "Which byte of a number comes first. Wrong order makes noise of smooth data.");
    ImGui::BeginDisabled(file_scalar_size(layout.type) == 1);
    choose("##order", layout.order,
           {{std::endian::little, "little endian (PCs)"}, {std::endian::big, "big endian (old workstations)"}});
    ImGui::EndDisabled();
}

void show_header(RawWindow &window) {
    label("Header, bytes", "Bytes before the first voxel, which are skipped.");
    const float button = scaled(150.0f);
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    ImGui::InputScalar("##header", ImGuiDataType_U64, &window.header, nullptr, nullptr, "%llu");
    tooltip("Bytes before the first voxel, which are skipped.");
    ImGui::SameLine();
    const std::uint64_t voxels = voxel_bytes(window.layout).value_or(0);
    ImGui::BeginDisabled(voxels == 0 || voxels > window.size);
    if (ImGui::Button("All but voxels", ImVec2(-1.0f, 0.0f))) {
        window.header = window.size - voxels;
    }
    ImGui::EndDisabled();
    tooltip("Makes the header as long as it must be for the voxels to end where the file ends.");
}

void show_fields(RawWindow &window) {
    RawLayout &layout = window.layout;
    label("Voxels in x, y, z", "Number of voxels along each axis; those along x follow one another in the file.");
    ImGui::InputScalarN("##dims", ImGuiDataType_S64, layout.dims.data(), 3, nullptr, nullptr, "%lld");
    show_type(layout);
    show_header(window);
    label("Spacing", "Distance of neighbouring voxels along x, y and z.");
    ImGui::InputScalarN("##spacing", ImGuiDataType_Double, &layout.spacing.x, 3, nullptr, nullptr, "%.6g");
    label("Unit of lengths", "In which the spacing is, and every length that is shown.");
    choose("##unit", layout.unit);
}

bool has_spacing(const RawLayout &layout) {
    return glm::all(glm::greaterThan(layout.spacing, glm::dvec3(0.0))) &&
           glm::all(glm::lessThan(layout.spacing, glm::dvec3(1e30)));
}

/// @param takes_enter  the key presses the first one
RawAnswer show_buttons(const RawWindow &window, bool takes_enter) {
    const float width = scaled(110.0f), gap = ImGui::GetStyle().ItemSpacing.x;
    const bool possible = fit_of(chosen_layout(window), window.size).possible() && has_spacing(window.layout);
    hint(possible ? "As an option: --raw " + to_text(chosen_layout(window)) : "");
    tooltip("What voxmarch render, info and the other commands want to hear about this file.");
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - 2.0f * width - gap - ImGui::GetStyle().WindowPadding.x);
    ImGui::BeginDisabled(!possible);
    const bool opens = ImGui::Button("Open", ImVec2(width, 0.0f));
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button("Cancel", ImVec2(width, 0.0f))) {
        return RawAnswer::cancel;
    }
    const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
    const bool entered = pressed(ImGuiKey_Enter) || pressed(enter_of_key_pad);
    const bool as_default_button = possible && takes_enter && entered;
    return opens || as_default_button ? RawAnswer::open : RawAnswer::none;
}

} // namespace

RawWindow raw_window_for(const LoadRequest &request, const std::string &last) {
    const std::filesystem::path file(request.volume.source);
    RawWindow window;
    window.open = window.takes_keys = true;
    window.request = request;
    window.name = file.filename().string();
    std::error_code ignored;
    window.size = std::filesystem::file_size(file, ignored);
    window.guesses = guess_raw_layouts(window.name, window.size);
    window.layout.dims = {256, 256, 256};
    if (const auto named = raw_layout_from_name(window.name)) { // does not fit
        take_layout(window, *named);
    }
    if (!window.guesses.empty()) {
        take_layout(window, window.guesses.front());
    }
    try {
        if (!last.empty()) {
            take_layout(window, parse_raw_layout(last));
        }
    } catch (const UsageError &) { // of a broken settings file: the guess will do
    }
    return window;
}

RawLayout chosen_layout(const RawWindow &window) {
    RawLayout layout = window.layout;
    const bool exact = fit_of(layout, window.size).exact();
    if (window.header > 0 || !exact) {
        layout.offset = window.header;
    }
    return layout;
}

std::string fit_text(const RawWindow &window) {
    const RawLayout layout = chosen_layout(window);
    const RawFit fit = fit_of(layout, window.size);
    if (fit.needed == 0) {
        return fmt::format("Each number of voxels must be 1 to {}.", grouped(1u << 20));
    }
    if (!has_spacing(layout)) {
        return "Each spacing must be more than 0.";
    }
    const std::string needs =
        fmt::format("{} need {}, the file has {}", layout_text(layout), bytes_text(fit.needed), bytes_text(fit.size));
    if (fit.exact()) {
        return layout.offset.value_or(0) == 0 ? needs + ": it fits." : needs + ": it fits if that header is there.";
    }
    return fit.possible() ? fmt::format("{}: the last {} are left out.", needs, bytes_text(fit.size - fit.needed))
                          : fmt::format("{}: {} too few.", needs, bytes_text(fit.needed - fit.size));
}

RawAnswer show_raw_window(RawWindow &window) {
    if (!window.open) {
        return RawAnswer::none;
    }
    RawAnswer answer = RawAnswer::none;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    center_next_window();
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(600.0f), size.x * 0.95f), 0.0f));
    if (std::exchange(window.takes_keys, false)) {
        ImGui::SetNextWindowFocus();
    }
    if (ImGui::Begin("Open raw volume", &window.open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings)) {
        // Asked before the fields: the key that ends an edit or chooses from a list does no more than that.
        const bool takes_enter = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                                 !ImGui::IsAnyItemActive() && !shows_focus() &&
                                 !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
        ImGui::TextWrapped("%s, %s", window.name.c_str(), bytes_text(window.size).c_str());
        tooltip(window.request.volume.source.c_str());
        hint("The file does not tell how its voxels lie. Choose a guess, or tell it:");
        ImGui::Spacing();
        show_guesses(window);
        show_fields(window);
        ImGui::Spacing();
        const RawFit fit = fit_of(chosen_layout(window), window.size);
        const bool good = fit.possible() && has_spacing(window.layout);
        ImGui::PushStyleColor(ImGuiCol_Text, !good                               ? theme_colors().bad
                                             : fit.exact() && window.header == 0 ? theme_colors().good
                                                                                 : theme_colors().odd);
        ImGui::TextWrapped("%s", fit_text(window).c_str());
        ImGui::PopStyleColor();
        answer = show_buttons(window, takes_enter);
    }
    ImGui::End();
    if (answer == RawAnswer::open) {
        window.request.volume.raw = to_text(chosen_layout(window));
    } else if (!window.open) { // by its cross
        answer = RawAnswer::cancel;
    }
    window.open = answer == RawAnswer::none;
    return answer;
}

} // namespace voxmarch
