// Which sessions from outside may become a scene, and what they look like from there.
#pragma once

#include "app/serve/scene_edits.h"
#include "scene/load_volume.h"
#include "scene/scene.h"

#include <string>
#include <string_view>

namespace voxmarch {

/// The scene of a session that came from outside: the volume, labels and lines are those that are open, whatever place
/// on a disk it names for them; nothing is read. Its time may be any of the series.
/// @throws UsageError for a text that is no session, one of other files or another part of the volume, or of a level of
///         detail, and for a picture beyond the limit. It names the field, and of a text of several lines the line.
Scene scene_of_session(std::string_view text, const LoadedVolume &loaded, const SizeLimit &limit);

/// The session of a scene for outside: files by their bare names.
std::string session_text(const Scene &scene);

} // namespace voxmarch
