// Scenes for the host's own rays.
#include "scene/scene_content.h"

namespace voxmarch {

ReferenceScene reference_scene(const Scene &scene, const SceneContent &content) {
    const Volume &volume = content.volume;
    const ValueRange window = scene.window.value_or(default_window(volume.type(), volume.range()));
    return {
        &volume,           over_values(scene.transfer, window), scene.camera, scene.settings, content.labels_or_null(),
        scene.label_styles};
}

} // namespace voxmarch
