// Which light nobody wants to wait for.
#include "app/viewer/view/light_wait.h"

#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/preparation.h"
#include "app/viewer/state.h"
#include "app/viewer/view/view.h"

#include <utility>

namespace voxmarch {

LightButton light_button(const ViewerState &state) {
    if (!state.document.loaded || state.tools.compare.open) {
        return LightButton::none;
    }
    const RenderStatus &status = state.jobs.status;
    return status.activity == finding_light              ? LightButton::cancel
           : state.view.unlit && status.activity.empty() ? LightButton::find
                                                         : LightButton::none;
}

void press_light_button(ViewerState &state) {
    const LightButton button = light_button(state);
    if (button == LightButton::cancel) {
        state.view.unlit = state.document.scene;
    } else if (button == LightButton::find) {
        state.view.unlit.reset();
    }
}

bool is_light_cancelled(const Scene &cancelled, const Scene &scene) {
    Scene there = cancelled;
    there.camera = scene.camera;           // its light may go with it
    there.volume.time = scene.volume.time; // of a series
    return there.volume == scene.volume && have_same_light(without_words(there), without_words(scene));
}

void follow_cancelled_light(ViewerState &state) {
    if (state.view.unlit &&
        (state.tools.compare.open || !is_light_cancelled(*state.view.unlit, state.document.scene))) {
        state.view.unlit.reset();
    }
}

Scene without_light(Scene scene) {
    scene.settings.shadows = Shadows::none;
    scene.settings.ambient_occlusion = 0;
    return scene;
}

} // namespace voxmarch
