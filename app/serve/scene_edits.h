// What messages of a page do to its scene, and which sessions may become one.
#pragma once

#include "app/serve/messages.h"
#include "scene/load_volume.h"
#include "scene/scene.h"

#include <string>
#include <string_view>

namespace voxmarch {

/// Largest picture, pixels.
struct SizeLimit {
    int width = 4096, height = 4096;
};

/// The scene after a message. Messages that change no scene leave it. A size beyond the limit becomes the largest of
/// these proportions.
/// @throws UsageError for what is not possible with this volume; nothing has changed then
Scene edited(Scene scene, const PageMessage &message, const LoadedVolume &loaded, const SizeLimit &limit);

/// The scene of a session that came from outside: the volume, labels and lines are those that are open, whatever place
/// on a disk it names for them; nothing is read.
/// @throws UsageError for a text that is no session, one of other files or another part of the volume, or of a level of
///         detail, and for a picture beyond the limit
Scene scene_of_session(std::string_view text, const LoadedVolume &loaded, const SizeLimit &limit);

/// The session of a scene for outside: files by their bare names.
std::string session_text(const Scene &scene);

/// The size of a picture within the limit, of the same proportions.
PictureSize fitted_size(const PictureSize &wanted, const SizeLimit &limit);

} // namespace voxmarch
