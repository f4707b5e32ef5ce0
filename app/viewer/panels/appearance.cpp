// Classification, light, shadows and background.
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "base/error.h"
#include "renderer/frame_params.h"
#include "scene/camera_moves.h"
#include "scene/picture_looks.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

namespace {

/// A lit ball: dragging on it turns the light. Directions are those of the picture: x right, y up, z to the viewer.
/// @return whether it was dragged
bool light_ball(glm::dvec3 &direction) {
    const float radius = scaled(38.0f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 center(corner.x + radius, corner.y + radius);
    ImGui::InvisibleButton("ball", ImVec2(2.0f * radius, 2.0f * radius));
    draw_focus();
    tooltip("Drag to turn the light. Beyond the ball's edge it shines from behind.");
    bool changed = false;
    if (ImGui::IsItemActive()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        glm::dvec2 at((mouse.x - center.x) / radius, (center.y - mouse.y) / radius);
        const double length = glm::length(at);
        if (length > 1.0) { // the back of the ball, seen through
            at *= std::max(2.0 - length, 0.02) / length;
        }
        direction = glm::normalize(
            glm::dvec3(at, std::sqrt(std::max(1.0 - glm::dot(at, at), 0.0)) * (length > 1.0 ? -1.0 : 1.0)));
        changed = true;
    }
    ImDrawList &list = *ImGui::GetWindowDrawList();
    constexpr int rings = 14;
    for (int ring = 0; ring < rings; ++ring) { // brighter towards the light, as discs of shrinking size
        const float share = static_cast<float>(ring) / rings;
        const float shade = direction.z > 0.0 ? 0.22f + 0.62f * share : 0.10f + 0.12f * share;
        const ImVec2 middle(center.x + static_cast<float>(direction.x) * radius * share * 0.8f,
                            center.y - static_cast<float>(direction.y) * radius * share * 0.8f);
        list.AddCircleFilled(middle, radius * (1.0f - 0.95f * share),
                             ImGui::GetColorU32(ImVec4(shade, shade, shade * 0.97f, 1.0f)), 48);
    }
    list.AddCircle(center, radius, IM_COL32(255, 255, 255, 60), 48);
    const ImVec2 dot(center.x + static_cast<float>(direction.x) * radius,
                     center.y - static_cast<float>(direction.y) * radius);
    list.AddCircleFilled(dot, scaled(5.0f), direction.z > 0.0 ? second_color : IM_COL32(150, 105, 45, 255));
    return changed;
}

void show_light_direction(Light &light, const Camera &camera) {
    const CameraAxes axes = axes_of(camera);
    const glm::dmat3 world_from_view(axes.right, axes.up, -axes.forward);
    const glm::dvec3 toward = light_direction(light, camera);
    glm::dvec3 direction = glm::transpose(world_from_view) * toward;
    if (light_ball(direction)) {
        light.follows_camera = light.follows_camera || !light.direction;
        light.direction = light.follows_camera ? direction : world_from_view * direction;
    }
    ImGui::SameLine();
    ImGui::BeginGroup();
    bool follows = light.follows_camera || !light.direction;
    if (ImGui::Checkbox("Follows the camera", &follows)) {
        light.direction = follows ? direction : toward;
        light.follows_camera = follows;
    }
    tooltip("The light turns with the camera. Off: it stays where it is in the volume.");
    if (ImGui::SmallButton("From the eye")) {
        light.direction.reset();
        light.follows_camera = false;
    }
    tooltip("A headlight: shadows of it are hidden behind what throws them.");
    label("Fill", "Light from the eye that throws no shadows, share of the light's: what lies in the dark is seen.");
    slider("##fill", light.fill, 0.0f, 1.0f, "%.2f");
    ImGui::EndGroup();
}

/// Lights beside the main one: added and removed, turned on a ball of their own.
void show_side_lights(std::vector<SideLight> &lights, const Camera &camera) {
    const CameraAxes axes = axes_of(camera);
    const glm::dmat3 world_from_view(axes.right, axes.up, -axes.forward);
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < lights.size(); ++i) {
        SideLight &light = lights[i];
        ImGui::PushID(static_cast<int>(i));
        glm::dvec3 direction = glm::transpose(world_from_view) * light_direction(light, camera);
        if (light_ball(direction)) {
            light.direction = light.follows_camera ? direction : world_from_view * direction;
        }
        ImGui::SameLine();
        ImGui::BeginGroup();
        ImGui::ColorEdit3("##side_color", &light.color.x, ImGuiColorEditFlags_NoInputs);
        tooltip("Its colour: brightness is its share of the main light's strength.");
        ImGui::SameLine();
        bool follows = light.follows_camera;
        if (ImGui::Checkbox("Follows the camera", &follows)) {
            light.direction = follows ? direction : world_from_view * direction;
            light.follows_camera = follows;
        }
        if (ImGui::SmallButton("Remove light")) {
            removed = i;
        }
        ImGui::EndGroup();
        ImGui::PopID();
    }
    if (removed) {
        lights.erase(lights.begin() + static_cast<std::ptrdiff_t>(*removed));
    }
    ImGui::BeginDisabled(lights.size() >= side_light_limit);
    if (ImGui::SmallButton("Add a light")) {
        lights.push_back({{1.0, 0.3, 0.5}, true, glm::vec3(0.5f)});
    }
    tooltip("A light beside the main one, up to three. It throws no shadows.");
    ImGui::EndDisabled();
}

void show_material(Light &light) {
    if (!ImGui::TreeNode("Material")) {
        return;
    }
    const auto factor = [](const char *name, glm::vec3 &value, const char *help) {
        label(name, help);
        ImGui::PushID(name);
        ImGui::DragFloat3("##factor", &value.x, 0.005f, 0.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp);
        ImGui::PopID();
    };
    factor("Ambient", light.ambient, "Share of the colour without light: red, green, blue, 0 to 1.");
    factor("Diffuse", light.diffuse, "Share of the colour of surfaces that face the light: red, green, blue, 0 to 1.");
    factor("Highlight", light.specular, "Colour of the highlight: red, green, blue, 0 to 1.");
    label("Glossiness", "1: the highlight is wide and dull; 1000: a small point. Option --shininess.");
    slider("##shininess", light.shininess, 1.0f, 1000.0f, "%.0f", ImGuiSliderFlags_Logarithmic);
    ImGui::TreePop();
}

/// Buttons for what goes together; that of the look there is now is marked.
void show_looks(Document &document) {
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const auto count = static_cast<float>(picture_looks().size());
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1.0f)) / count;
    ImGui::BeginGroup();
    for (const PictureLook &look : picture_looks()) {
        std::string name(look.name);
        name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
        const bool is_now = has_look(look.name, document.scene.settings);
        if (is_now) {
            ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        }
        if (&look != &picture_looks().front()) {
            ImGui::SameLine(0.0f, gap);
        }
        if (ImGui::Button(name.c_str(), ImVec2(width, 0.0f))) {
            set_look(document, look.name);
        }
        if (is_now) {
            ImGui::PopStyleColor();
        }
        std::string summary(look.summary);
        summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
        tooltip((summary + ". Everything below can be changed afterwards.").c_str());
    }
    ImGui::EndGroup();
}

/// Why light cannot be traced in the scene; "" if it can.
std::string traced_limit(const Scene &scene, const RenderStatus &status) {
    if (status.bricks) {
        return brick_limit(status.bricks, "Paths of light");
    }
    if (!scene.meshes.empty() || !scene.skeleton.source.empty()) {
        return "Traced light knows no meshes and skeletons.";
    }
    RenderSettings traced = scene.settings;
    traced.lighting = Lighting::traced;
    try {
        require_traceable(traced);
    } catch (const UsageError &error) {
        return error.what();
    }
    return "";
}

/// A panorama can be chosen once --environment or a session has named one.
void show_surroundings(TraceSettings &trace) {
    label("All around", "What light comes from all sides. Option --environment, which takes a panorama, too.");
    std::vector<std::pair<Environment, const char *>> choices;
    for (const Named<Environment> &one : PanelNames<Environment>::all) {
        if (one.value != Environment::picture || !trace.environment_file.empty()) {
            choices.emplace_back(one.value, one.name.data());
        }
    }
    choose("##environment", trace.environment, choices);
    if (trace.environment == Environment::picture) {
        label("Turned", "The panorama, to the left around what is above the picture. Option --environment-turn.");
        slider("##environment_turn", trace.environment_turn, -180.0, 180.0, "%+.0f degrees");
    }
    label("Strength", "What the light from all around is multiplied by. Option --environment-strength.");
    slider("##environment_strength", trace.environment_strength, 0.0, 1000.0, "%.3g", ImGuiSliderFlags_Logarithmic);
}

/// What is sharp is the centre that the view turns about, which a double click sets.
void show_lens(TraceSettings &trace, const Camera &camera) {
    label("Lens",
          "Its diameter in the unit of the volume: what lies before and behind the focus is blurred. The focus is the "
          "centre that the view turns about; a double click sets it. 0: all is sharp. Option --aperture.");
    slider("##aperture", trace.aperture, 0.0, 0.1 * glm::length(camera.eye - camera.target), "%.3g");
}

/// Paths of light, and what they meet.
void show_traced_light(Scene &scene, const RenderStatus &status) {
    RenderSettings &settings = scene.settings;
    bool traced = is_traced(settings);
    {
        const DisabledFor missing(traced ? "" : traced_limit(scene, status));
        if (ImGui::Checkbox("Traced light", &traced)) {
            set_traced(settings, traced);
        }
    }
    tooltip("Paths of light are followed through the volume once nothing moves: soft shadows, light from part to part. "
            "The picture before it stays until this one is better. Option --lighting traced.");
    if (!traced) {
        return;
    }
    TraceSettings &trace = settings.trace;
    label("Samples", "Paths a pixel. Four times as many have half the noise. They end earlier once none is seen; saved "
                     "pictures have all of them. Option --samples.");
    slider("##paths", settings.finish.samples, 2, 4096, "%d", ImGuiSliderFlags_Logarithmic);
    ImGui::Checkbox("Take the noise out", &trace.denoise);
    tooltip("Pixels that show the same surface share their light. Option --denoise.");
    label("Scattering", "To where matter turns light: above 0 onwards, below 0 back, 0 evenly. Option --anisotropy.");
    slider("##anisotropy", trace.anisotropy, -0.95, 0.95, "%+.2f");
    label("Surfaces", "How soon an edge in the volume reflects as a surface does. 0: all scatters as fog. Option "
                      "--trace-surfaces.");
    slider("##surfaces", trace.surfaces, 0.0, 1.0, "%.2f");
    label("Lamp size", "Radius of the lamps as an angle: larger ones throw softer shadows. Option --lamp-radius.");
    slider("##lamp_radius", trace.lamp_radius, 0.0, 90.0, "%.0f degrees");
    label("Bounces", "How often light is turned before it is left out. Option --bounces.");
    slider("##bounces", trace.bounces, 1, 64, "%d", ImGuiSliderFlags_Logarithmic);
    show_surroundings(trace);
    label("Glow", "Matter shines by itself, in its own colour. Option --emission.");
    slider("##emission", trace.emission, 0.0, 2.0, "%.2f");
    show_lens(trace, scene.camera);
}

void show_finish(RenderSettings &settings) {
    label("Background", "Colour behind the volume.");
    ImGui::ColorEdit3("##background", &settings.background.x);
    std::optional<glm::vec3> &top = settings.finish.background_top;
    bool graded = top.has_value();
    if (ImGui::Checkbox("Another colour at the top", &graded)) {
        top = graded ? std::optional(glm::mix(settings.background, glm::vec3(1.0f), 0.2f)) : std::nullopt;
    }
    if (top) {
        label("Top", "Colour behind the volume at the upper edge.");
        ImGui::ColorEdit3("##background_top", &top->x);
    }
    label("Exposure", "Stops: one more is twice as bright. The background stays as it is.");
    slider("##exposure", settings.finish.exposure, -4.0, 4.0, "%+.2f");
    label("Tone", "How bright colours become those of a screen.");
    choose("##tone", settings.finish.tone);
}

} // namespace

void show_appearance_section(Document &document, const RenderStatus &status) {
    RenderSettings &settings = document.scene.settings;
    const Camera &camera = document.scene.camera;
    ImGui::PushID("appearance");
    show_looks(document);
    show_traced_light(document.scene, status);
    const bool traced = is_traced(settings);
    label("Colours are of",
          "What the transfer function is applied to: samples between voxels (post-classification: sharp, the usual), "
          "voxels before interpolation (pre-classification: for labels), or all between two samples (pre-integration: "
          "thin shells without bands). Key K, option --classification.");
    choose("##classification", settings.classification);
    bool lit = settings.shading == Shading::phong;
    if (ImGui::Checkbox("Shading", &lit)) {
        settings.shading = lit ? Shading::phong : Shading::none;
    }
    tooltip("Boundaries are lit as surfaces (Phong). Key L, option --shading.");
    if (lit || traced) {
        show_light_direction(settings.light, camera);
        show_side_lights(settings.side_lights, camera);
        show_material(settings.light);
    }
    std::optional<DisabledFor> own;
    if (traced) {
        own.emplace("Traced light throws shadows of its own. These are those of the picture while something moves.");
    }
    label("Shadows", "The volume shadows itself. Finer shadows take more memory and time. Key J.");
    Shadows shadows = settings.shadows;
    if (choose("##shadows", shadows)) {
        set_shadows(settings, shadows);
    }
    label("Ambient occlusion",
          "Darkens hollows and folds: in how many directions every place looks for what surrounds it. "
          "More are smoother and take longer. 0: off.");
    slider("##occlusion", settings.ambient_occlusion, 0, 64, "%d directions");
    if (lit) {
        label("Outline", "How much darker surfaces are that turn away from the eye.");
        slider("##outline", settings.outline, 0.0, 1.0, "%.2f");
    }
    own.reset();
    show_finish(settings);
    ImGui::PopID();
}

} // namespace voxmarch
