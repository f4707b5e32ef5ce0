// The scene at a time of its time line, and key frames of what it shows.
#pragma once

#include "scene/scene.h"

namespace voxmarch {

/// The scene as its time line has it: what tracks with key frames say takes the place of what it shows, all else stays.
///
/// Before the first key frame of a track and behind the last it is as there, at a key frame exactly as it, and between
/// two of them blended by the share of the way, see Easing: cameras by the shortest turn at the distance whose
/// logarithm is linear; functions as blended() has them, with weights and windows linear, channels that are seen in one
/// of both fading; numbers of clipping, light and isosurfaces linear, directions and normals by the shortest turn;
/// isosurfaces, lights and planes that only one of both has: isosurfaces fade, others are those of the nearer one. The
/// mode is that of the key frame before, the time the nearest.
/// @param seconds  any
Scene scene_at(const Scene &scene, double seconds);

/// A key frame of what the scene shows now, in the place of what there is at this time. @param at  seconds, >= 0
void set_key(Scene &scene, double at, Track track);

/// Puts the functions of key frames over file values. @param whole  of each channel: default_window()
void place_over_values(TimeLine &line, const std::vector<ValueRange> &whole);

} // namespace voxmarch
