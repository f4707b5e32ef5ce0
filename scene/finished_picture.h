// From what is drawn of a scene to its finished picture: what lies over it, and both sides of a comparison.
#pragma once

#include "renderer/frame_statistics.h"
#include "renderer/image.h"
#include "scene/scene.h"
#include "scene/scene_content.h"

#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// What a scene's picture is made of: the one that is drawn, or of a comparison both sides.
/// @param draw  draws a scene that has no comparison, at its size
std::vector<Image> draw_sides(const Scene &scene, const std::function<Image(const Scene &)> &draw);

/// Counts a side that was drawn: the first with all, another one with its time.
void add_side(FrameStatistics &sum, const FrameStatistics &side);

/// Puts over the sides what the scene's choice names, over those of a comparison what they are, and these beside each
/// other. Where this build cannot paint that, nothing lies over comparisons.
/// @param sides  of draw_sides()  @param with_values  see annotation_readings()
/// @throws UnsupportedError for a choice without Cairo; as read_annotation()
Image finished_picture(std::vector<Image> sides, const Scene &scene, const SceneContent &content, bool with_values);

/// What finished_picture() leaves out or makes smaller than the scene's choice says, as there is no room, and the
/// letters that no font has, a line each.
std::vector<std::string> figure_notes(const Scene &scene, const SceneContent &content);

/// Two pictures of equal size at the left and right edge of one of this width, with black between them. Columns that it
/// has no room for are cut off at the right of each.
Image beside_each_other(const Image &a, const Image &b, int width);

/// Where two pictures of equal size differ, 16 times as strong.
Image difference_image(const Image &a, const Image &b);

} // namespace voxmarch
