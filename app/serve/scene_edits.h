// What messages of a page do to its scene.
#pragma once

#include "app/serve/messages.h"
#include "scene/load_volume.h"
#include "scene/scene.h"

namespace voxmarch {

/// Largest picture, pixels.
struct SizeLimit {
    int width = 4096, height = 4096;
};

/// The scene after a message. Messages that change no scene leave it. A size beyond the limit becomes the largest of
/// these proportions.
/// @throws UsageError for what is not possible with this volume; nothing has changed then
Scene edited(Scene scene, const PageMessage &message, const LoadedVolume &loaded, const SizeLimit &limit);

/// The size of a picture within the limit, of the same proportions.
PictureSize fitted_size(const PictureSize &wanted, const SizeLimit &limit);

} // namespace voxmarch
