// A session, or a picture with one in it, in the place of the volume of voxmarch render.
#pragma once

#include "app/cli/render_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// A session (or a picture with one in it) in the place of the volume gives every option that was not given.
void take_session(RenderOptions &options, CLI::App &command);

/// Reads the file of --keys, after the session. @throws FileError
void take_keys(RenderOptions &options);

/// A scene gives every option about the picture that was not given.
void take_scene(RenderOptions &options, CLI::App &command, const Scene &scene);

/// @throws UsageError for options of sessions without one
void require_session(const RenderOptions &options);

/// Tells of a time behind the end of the time line, where the last picture stays. @param at  seconds
void note_beyond_end(double at, const TimeLine &line);

/// What the command line leaves of the session's comparison. Tells of what is drawn otherwise, or left out.
/// @param scene  with all that options say
void settle_comparison(const RenderOptions &options, Scene &scene);

/// Whether the volume that was read may be drawn as that of the session; tells if it is another one.
bool accepts_volume(const RenderOptions &options, const VolumeIdentity &identity);

/// The same of the volumes behind the first. @param identities  as many
bool accepts_other_volumes(const RenderOptions &options, const std::vector<VolumeIdentity> &identities);

/// The same of the labels. @param hash  voxel_hash() of them on the volume's grid
bool accepts_labels(const RenderOptions &options, const std::string &hash);

} // namespace voxmarch
