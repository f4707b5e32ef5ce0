// Edits of the scene that depend on its volume or change several settings at once.
#include "app/viewer/document/document.h"

#include "scene/projection_choice.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/histogram.h"

namespace voxmarch {

TransferFunction over_volume(const TransferFunction &transfer, const LoadedVolume &loaded) {
    return over_values(transfer, default_window(loaded.volume.type(), loaded.volume.range()));
}

void set_mode(Document &document, Mode mode) {
    RenderSettings &settings = document.scene.settings;
    settings.mode = mode;
    if (mode != Mode::volume && settings.surfaces.empty()) {
        SurfaceStyle surface;
        surface.isovalue = otsu_threshold(document.loaded->histogram);
        settings.surfaces.push_back(surface);
    }
    if (mode == Mode::both) {
        set_blend(document, Blend::composite); // projections have no depth to meet surfaces at
    }
}

void set_blend(Document &document, Blend blend) {
    const Volume &volume = document.volume();
    set_blend(document.scene, blend, volume.header(), volume.range(), document.loaded->survey);
}

void take_automatic_transfer(Document &document) {
    const LoadedVolume &loaded = *document.loaded;
    const VolumeHeader &header = loaded.volume.header();
    Scene &scene = document.scene;
    const DataGuess guess = guess_data_class(header, loaded.survey, scene.data);
    const Blend blend = scene.settings.blend;
    scene.settings.blend = Blend::composite;
    scene.transfer = over_volume(automatic_transfer(header, loaded.survey.histogram, guess), loaded);
    scene.window.reset();
    set_blend(document, blend);
    Classification &classification = scene.settings.classification;
    if (guess.data_class == DataClass::labels) {
        classification = Classification::pre;
    } else if (classification == Classification::pre) {
        classification = Classification::post;
    }
}

void set_shadows(RenderSettings &settings, Shadows shadows) {
    Light &light = settings.light;
    const Light key = key_light(light);
    if (settings.shadows == Shadows::none && shadows != Shadows::none && !light.direction) {
        light = key; // shadows of a headlight are hidden behind what throws them
    } else if (shadows == Shadows::none && light.follows_camera && light.direction == key.direction &&
               light.fill == key.fill) {
        light.direction.reset();
        light.follows_camera = false;
        light.fill = 0.0f;
    }
    settings.shadows = shadows;
}

} // namespace voxmarch
