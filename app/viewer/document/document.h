// What is open: a volume, the scene that shows it, and what the user did to that.
#pragma once

#include "app/viewer/document/history.h"
#include "app/viewer/jobs/loader.h"
#include "scene/scene.h"

#include <memory>

namespace voxmarch {

struct Document {
    std::shared_ptr<const LoadedVolume> loaded; ///< null: nothing is open
    Scene scene;                                ///< valid while something is
    Scene first_scene;                          ///< as it was shown first
    Camera first_camera;
    History history;

    /// Of the volume. Precondition: something is open.
    const Volume &volume() const { return loaded->volume; }
    const Grid &grid() const { return loaded->volume.grid(); }
};

/// A preset's function over the values of this volume.
TransferFunction over_volume(const TransferFunction &transfer, const LoadedVolume &loaded);

/// Changes what is drawn; isosurfaces that were not there begin at the value that parts background and object best.
void set_mode(Document &document, Mode mode);

/// Changes what rays make of their samples, and with it the function that was chosen from the data.
void set_blend(Document &document, Blend blend);

/// The function that is chosen from the data, with the classification that suits it.
void take_automatic_transfer(Document &document);

/// The first shadows turn a headlight into key_light(), and without shadows that becomes a headlight again.
void set_shadows(RenderSettings &settings, Shadows shadows);

} // namespace voxmarch
