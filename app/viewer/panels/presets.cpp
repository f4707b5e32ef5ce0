// Presets as small pictures of the loaded volume.
#include "app/viewer/panels/panels.h"
#include "app/viewer/window/theme.h"
#include "transfer/preset.h"

#include <algorithm>

namespace voxmarch {

namespace {

constexpr float picture_edge = 84.0f; // points
constexpr int drawn_edge = 128;       // pixels

/// Draws the volume with a preset on the render thread, small and with long steps.
void order_thumbnail(ViewerState &state, const TransferFunction &preset) {
    Scene scene = state.scene;
    const Grid &grid = state.loaded->volume.grid();
    scene.camera = named_view(default_view(grid), grid, 1.0);
    scene.transfer = over_volume(preset, *state.loaded);
    RenderSettings settings;
    settings.traversal = state.scene.settings.traversal;
    settings.step = 1.0;
    settings.shading = state.scene.settings.shading;
    settings.background = glm::vec3(0.05f);
    scene.settings = settings;
    const std::string name = preset.name;
    const LoadedVolume *of = state.loaded.get();
    Mailbox &mailbox = state.mailbox;
    state.render.post([scene, name, of, &mailbox, &state](SceneRenderer &renderer) {
        auto image =
            std::make_shared<Image>(renderer.draw(scene, scene.camera, drawn_edge, drawn_edge, scene.settings));
        mailbox.post([&state, name, of, image] {
            if (state.loaded.get() == of) {
                auto texture = std::make_unique<Texture>();
                texture->show(*image);
                state.thumbnails.textures[name] = std::move(texture);
            }
        });
    });
}

/// CT functions need Hounsfield units: air at -1000.
bool suits(const TransferFunction &preset, const LoadedVolume &loaded) {
    constexpr double air = -200.0;
    return preset.domain == TransferDomain::normalised || loaded.volume.range().min < air;
}

void order_all(ViewerState &state) {
    PresetThumbnails &thumbnails = state.thumbnails;
    if (thumbnails.of == state.loaded.get()) {
        return;
    }
    thumbnails.textures.clear();
    thumbnails.of = state.loaded.get();
    for (const TransferFunction &preset : transfer_presets()) {
        if (suits(preset, *state.loaded)) {
            order_thumbnail(state, preset);
        }
    }
}

} // namespace

void show_presets_section(ViewerState &state) {
    if (!section(state, "Presets", false)) {
        return;
    }
    if (!state.shown.final && state.thumbnails.of != state.loaded.get()) {
        hint("The presets' pictures follow the first picture.");
        return;
    }
    order_all(state);
    const float edge = scaled(picture_edge), gap = ImGui::GetStyle().ItemSpacing.x;
    const int columns = std::max(1, static_cast<int>((ImGui::GetContentRegionAvail().x + gap) / (edge + gap)));
    int column = 0;
    for (const TransferFunction &preset : transfer_presets()) {
        if (!suits(preset, *state.loaded)) {
            continue;
        }
        ImGui::PushID(preset.name.c_str());
        if (column++ % columns != 0) {
            ImGui::SameLine();
        }
        ImGui::BeginGroup();
        const auto found = state.thumbnails.textures.find(preset.name);
        const bool is_current = state.scene.transfer.name == preset.name;
        if (is_current) {
            ImGui::PushStyleColor(ImGuiCol_Button, accent_color);
        }
        const bool pressed =
            found != state.thumbnails.textures.end()
                ? ImGui::ImageButton(found->second->id(), ImVec2(edge - 6, edge - 6), ImVec2(0, 0), ImVec2(1, 1), 3)
                : ImGui::Button("...", ImVec2(edge, edge));
        if (is_current) {
            ImGui::PopStyleColor();
        }
        tooltip((preset.name + ": " + preset.description).c_str());
        if (pressed) {
            state.scene.transfer = over_volume(preset, *state.loaded);
            state.transfer.selected.clear();
        }
        std::string name = preset.name;
        while (name.size() > 3 && ImGui::CalcTextSize(name.c_str()).x > edge) {
            name.pop_back();
        }
        ImGui::TextUnformatted(name.c_str());
        ImGui::EndGroup();
        ImGui::PopID();
    }
    if (state.loaded->volume.range().min >= -200.0) {
        hint("Functions for CT are left out: they need values in Hounsfield units, with air near -1000.");
    }
}

} // namespace voxmarch
