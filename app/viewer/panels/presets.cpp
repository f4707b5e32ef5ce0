// Presets as small pictures of the loaded volume.
#include "app/viewer/panels/presets.h"

#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/view/shown_picture.h"
#include "app/viewer/window/theme.h"
#include "transfer/preset.h"

#include <algorithm>
#include <imgui.h>
#include <memory>
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

/// Has it drawn on the render thread.
void order_picture(PresetPictures &presets, const Document &document, const TransferFunction &preset, Jobs &jobs) {
    Mailbox &mailbox = jobs.mailbox;
    jobs.render.post([scene = preset_scene(document, preset), name = preset.name, of = document.loaded,
                      channel = presets.channel, &presets, &document, &mailbox](Painter &painter) {
        auto image = std::make_shared<Image>(painter.quick_picture(scene));
        mailbox.post([&presets, &document, name, of, channel, image] {
            if (document.loaded == of && presets.channel == channel) {
                auto texture = std::make_unique<Texture>();
                texture->show(*image);
                presets.textures[name] = std::move(texture);
            }
        });
    });
}

/// CT functions need Hounsfield units: air at -1000; those of value and gradient a volume of one channel.
bool suits(const TransferFunction &preset, const Document &document) {
    constexpr double air = -200.0;
    return (preset.domain == TransferDomain::normalised || document.volume().range().min < air) &&
           (document.channels() == 1 || preset.widgets.empty());
}

void order_all(PresetPictures &presets, const Document &document, Jobs &jobs) {
    if (std::exchange(presets.channel, document.channel()) != document.channel()) {
        presets.textures.clear();
        presets.ordered = false;
    }
    if (std::exchange(presets.ordered, true)) {
        return;
    }
    for (const TransferFunction *preset : suitable_presets(document)) {
        order_picture(presets, document, *preset, jobs);
    }
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

void show_presets_section(PresetPictures &presets, Document &document, TransferEditor &editor,
                          const ShownPicture &shown, Jobs &jobs) {
    if (!shown.frame.final && !presets.ordered) {
        hint("The presets' pictures follow the first picture.");
        return;
    }
    order_all(presets, document, jobs);
    const float edge = scaled(picture_edge), gap = ImGui::GetStyle().ItemSpacing.x;
    const int columns = std::max(1, static_cast<int>((ImGui::GetContentRegionAvail().x + gap) / (edge + gap)));
    int column = 0;
    for (const TransferFunction *suitable : suitable_presets(document)) {
        const TransferFunction &preset = *suitable;
        ImGui::PushID(preset.name.c_str());
        if (column++ % columns != 0) {
            ImGui::SameLine();
        }
        ImGui::BeginGroup();
        const auto found = presets.textures.find(preset.name);
        const bool is_current = document.transfer().name == preset.name;
        if (is_current) {
            ImGui::PushStyleColor(ImGuiCol_Button, accent_color);
        }
        const bool pressed =
            found != presets.textures.end()
                ? ImGui::ImageButton(found->second->id(), ImVec2(edge - 6, edge - 6), ImVec2(0, 0), ImVec2(1, 1), 3)
                : ImGui::Button("...", ImVec2(edge, edge));
        if (is_current) {
            ImGui::PopStyleColor();
        }
        tooltip((preset.name + ": " + preset.description).c_str());
        if (pressed) {
            take_preset(document, editor, preset);
        }
        std::string name = preset.name;
        while (name.size() > 3 && ImGui::CalcTextSize(name.c_str()).x > edge) {
            name.pop_back();
        }
        ImGui::TextUnformatted(name.c_str());
        ImGui::EndGroup();
        ImGui::PopID();
    }
    if (document.volume().range().min >= -200.0) {
        hint("Functions for CT are left out: they need values in Hounsfield units, with air near -1000.");
    }
}

} // namespace voxmarch
