// Sampling: what costs time and changes noise, not content.
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/sections.h"
#include "app/viewer/panels/widgets.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

void show_level(LevelOfDetail &lod, const BrickStatus &bricks) {
    label("Level of detail", "Of pictures at rest. Screen: the coarsest level whose voxels are not longer than pixels "
                             "are wide, which has fewer bricks. Full: all voxels.");
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
    label("Gradients of",
          "Whose gradients are the normals of shading: values show every boundary, opacities those that "
          "the transfer function makes. As classified: opacities with pre-classification and several "
          "channels, else values.");
    choose("##gradient_of", settings.gradient_of);
    ImGui::EndDisabled();
}

void show_interpolation(RenderSettings &settings, bool bricks) {
    label("Interpolation", "Values between voxels: the nearest voxel's, linear, or smooth by cubic B-splines, which "
                           "cost eight times as much and need the whole volume on the device, not bricks of it.");
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
    label("Step size",
          "Distance of two samples on a ray, in voxels. Smaller is smoother and slower; brightness stays the same.");
    slider("##step", settings.step, 0.05, 4.0, "%.2f voxels", ImGuiSliderFlags_Logarithmic);
    {
        const DisabledFor missing(brick_limit(status.bricks, "Adaptive steps"));
        if (ImGui::Checkbox("Adaptive step", &settings.adaptive_step)) {
            settings.step = settings.adaptive_step ? finest_adaptive_step : RenderSettings{}.step;
        }
        tooltip("The step size is the finest: where little changes a sample stands for up to 16 steps. For composited, "
                "post-classified volumes alone.");
    }
    label("Early termination", "A ray ends once its accumulated opacity reaches this: what lies behind cannot be seen. "
                               "100 % never ends early.");
    double percent = settings.opacity_cutoff * 100.0;
    if (slider("##cutoff", percent, 50.0, 100.0, "at %.1f %%")) {
        settings.opacity_cutoff = percent / 100.0;
    }
    label("Gradient filter",
          "How gradients, the normals of shading, are found: Sobel is smooth, central differences are "
          "sharper and faster to make, on the fly needs no memory and costs time in each frame.");
    choose("##gradient", settings.gradient);
    show_gradient_source(settings, !scene.other_channels.empty(), scene.transfer.is_two_dimensional());
    label(
        "Gradient threshold",
        "Gradient magnitude from which samples are shaded in full, as a share of the data's range over a voxel. Weaker "
        "ones are shaded less, so that noise in flat regions does not sparkle. 0: only steps of rounded values are.");
    double share = settings.full_gradient * 100.0;
    if (slider("##full_gradient", share, 0.0, 50.0, "%.1f %% / voxel")) {
        settings.full_gradient = share / 100.0;
    }
    show_interpolation(settings, status.bricks.has_value());
    label("Smoothness", "Rays a pixel, of which it is the mean: smooth edges. They come one after the other while "
                        "nothing moves. Saved pictures have all of them.");
    slider("##samples", settings.finish.samples, 1, 64, "%d samples", ImGuiSliderFlags_Logarithmic);
    ImGui::Checkbox("Jittering", &settings.jitter);
    tooltip("Moves the samples of every pixel by a part of a step: fine grain in place of rings.");
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
