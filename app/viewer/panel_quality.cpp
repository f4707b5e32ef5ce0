// Sampling: what costs time and changes noise, not content.
#include "app/viewer/panels.h"
#include "app/viewer/theme.h"
#include "app/viewer/widgets.h"

namespace voxmarch {

void show_quality_section(ViewerState &state) {
    if (!section(state, "Quality", false)) {
        return;
    }
    ImGui::PushID("quality");
    RenderSettings &settings = state.scene.settings;
    label("Step",
          "Distance of two samples on a ray, in voxels. Smaller is smoother and slower; brightness stays the same.");
    slider("##step", settings.step, 0.05, 4.0, "%.2f voxels", ImGuiSliderFlags_Logarithmic);
    label("Stop rays at",
          "A ray ends once it is this opaque: what lies behind cannot be seen. 100 % never ends early.");
    double percent = settings.opacity_cutoff * 100.0;
    if (slider("##cutoff", percent, 50.0, 100.0, "%.1f %% opacity")) {
        settings.opacity_cutoff = percent / 100.0;
    }
    label("Surface normals",
          "How the direction of surfaces is found, for lighting: Sobel is smooth, central differences are "
          "sharper and faster to make, on the fly needs no memory and costs time in each frame.");
    choose("##gradient", settings.gradient,
           {{Gradient::sobel, "Sobel filter"},
            {Gradient::central, "central differences"},
            {Gradient::on_the_fly, "on the fly"}});
    label("Flat regions",
          "Samples where values change less than this share of the data's range over a voxel are lit less: "
          "noise in flat regions does not sparkle. 0: all are lit alike.");
    slider("##full_gradient", settings.full_gradient, 0.0, 0.5, "%.3f of the range");
    ImGui::Checkbox("Jitter", &settings.jitter);
    tooltip("Moves the samples of every pixel by a part of a step: fine grain in place of rings.");
    ImGui::PopID();
}

} // namespace voxmarch
