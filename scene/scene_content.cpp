// What scenes mean for the volume that is drawn, and scenes for the host's own rays.
#include "scene/scene_content.h"

namespace voxmarch {

ValueRange window_of(const Scene &scene, const SceneContent &content) {
    const Volume &volume = content.volume;
    return scene.window         ? *scene.window
           : content.stands_for ? content.stands_for->window
                                : default_window(volume.type(), volume.range());
}

TransferFunction transfer_of(const Scene &scene, const SceneContent &content) {
    TransferFunction transfer = scene.transfer;
    if (content.stands_for && scene.settings.blend == Blend::composite) {
        transfer.unit_distance = 1.0 / content.stands_for->voxels;
    }
    return transfer;
}

ReferenceScene reference_scene(const Scene &scene, const SceneContent &content) {
    return {&content.volume,
            over_values(transfer_of(scene, content), window_of(scene, content)),
            scene.camera,
            scene.settings,
            content.labels_or_null(),
            scene.label_styles};
}

} // namespace voxmarch
