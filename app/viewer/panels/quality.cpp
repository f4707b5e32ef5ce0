// Sampling: what costs time and changes noise, not content.
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

void show_level(LevelOfDetail &lod, const BrickStatus &bricks) {
    label("Detail", "Of pictures at rest. Screen: as fine as pixels can show, which needs less to be read. Full: all "
                    "voxels. Option --lod.");
    const LevelOfDetail screen{.for_screen = true, .level = 0}, full{};
    std::vector<std::pair<LevelOfDetail, const char *>> choices{{screen, "screen"}, {full, "full"}};
    const std::string other = fmt::format("level {}", lod.level);
    if (lod != screen && lod != full) { // of a session
        choices.emplace_back(lod, other.c_str());
    }
    choose("##lod", lod, choices);
    const std::array<int, 3> &drawn = bricks.drawn;
    if (drawn[0] > 0) {
        hint(fmt::format("At rest: level {}, {} x {} x {} voxels.", bricks.level, drawn[0], drawn[1], drawn[2]));
    }
}

void show_gradient_source(RenderSettings &settings, bool channels, bool plane) {
    ImGui::BeginDisabled(channels || plane);
    label("Shading shows",
          "Which boundaries are lit as surfaces: all between values, or those that the transfer function makes. "
          "Automatic: those of the function where voxels have their colours first or there are several channels, else "
          "all. Option --gradient-of.");
    choose("##gradient_of", settings.gradient_of);
    ImGui::EndDisabled();
}

void show_interpolation(RenderSettings &settings, bool bricks) {
    label("Interpolation", "Values between voxels: the nearest voxel's, linear, or smooth by cubic B-splines, which "
                           "cost eight times as much and need the whole volume on the device, not parts of it. Option "
                           "--interpolation.");
    std::vector<std::pair<Interpolation, const char *>> ways;
    for (const Named<Interpolation> &one : PanelNames<Interpolation>::all) {
        if (one.value != Interpolation::cubic || !bricks) {
            ways.emplace_back(one.value, one.name.data());
        }
    }
    choose("##interpolation", settings.interpolation, ways);
}

} // namespace

void show_quality_section(Scene &scene, const RenderStatus &status) {
    RenderSettings &settings = scene.settings;
    ImGui::PushID("quality");
    if (status.bricks) {
        show_level(scene.lod, *status.bricks);
    }
    label("Sample distance",
          "How far apart the volume is looked at along each line of sight, in voxels. Smaller is smoother and slower; "
          "brightness stays the same. Option --step.");
    slider("##step", settings.step, 0.05, 4.0, "%.2f voxels", ImGuiSliderFlags_Logarithmic);
    {
        const DisabledFor missing(brick_limit(status.bricks, "Adaptive steps"));
        if (ImGui::Checkbox("Fewer samples where little changes", &settings.adaptive_step)) {
            settings.step = settings.adaptive_step ? finest_adaptive_step : RenderSettings{}.step;
        }
        tooltip("The distance above is the finest: where little changes a sample stands for up to 16 of them. For the "
                "blend mode composite with colours of samples alone. Option --step adaptive.");
    }
    label("Stop when opaque", "What lies behind this much opacity is not looked at: it can hardly be seen. 100 %: "
                              "everything is. Option --opacity-cutoff.");
    double percent = settings.opacity_cutoff * 100.0;
    if (slider("##cutoff", percent, 50.0, 100.0, "at %.1f %%")) {
        settings.opacity_cutoff = percent / 100.0;
    }
    label("Shading is",
          "How the directions of lit surfaces are found: smooth (Sobel filter), sharp and faster to prepare (central "
          "differences), or sharp without memory, which costs time in each picture (on the fly). Option --gradient.");
    choose("##gradient", settings.gradient);
    show_gradient_source(settings, !scene.other_channels.empty(), scene.transfer.is_two_dimensional());
    label(
        "Shade edges from",
        "How much values must change from voxel to voxel for full shading, as a share of the data's range. Weaker "
        "edges "
        "are shaded less, so that noise in flat regions does not sparkle. 0: only steps of rounded values are. Option "
        "--full-gradient.");
    double share = settings.full_gradient * 100.0;
    if (slider("##full_gradient", share, 0.0, 50.0, "%.1f %% / voxel")) {
        settings.full_gradient = share / 100.0;
    }
    show_interpolation(settings, status.bricks.has_value());
    label("Smoothness", "Rays a pixel, of which it is the mean: smooth edges. They come one after the other while "
                        "nothing moves. Saved pictures have all of them.");
    {
        const DisabledFor paths(is_traced(settings) ? "Traced light has samples of its own: Appearance." : "");
        slider("##samples", settings.finish.samples, 1, 64, "%d samples", ImGuiSliderFlags_Logarithmic);
    }
    ImGui::Checkbox("Grain in place of rings", &settings.jitter);
    tooltip("Moves the samples of every pixel by a part of their distance. Option --jitter.");
    if (!scene.labels.empty()) {
        bool smooth = settings.label_edges == LabelEdges::smooth;
        if (ImGui::Checkbox("Smooth label borders", &smooth)) {
            settings.label_edges = smooth ? LabelEdges::smooth : LabelEdges::nearest;
        }
        tooltip("Borders of labels without the steps of voxels: one label fades into the next.");
    }
    ImGui::PopID();
}

} // namespace voxmarch
