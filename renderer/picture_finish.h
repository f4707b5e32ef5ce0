// What is done to a picture once its rays have ended, on the host: for the reference, and for those who ask what a
// background is.
#pragma once

#include "renderer/settings.h"

namespace voxmarch {

/// Whether bytes of rays are those of the picture.
inline bool is_plain(const PictureFinish &finish) { return finish == PictureFinish{}; }

/// Where in its pixel the ray of a sample goes, [-0.5, 0.5): the first through the middle, the others by the sequence
/// R2 (Roberts 2018), which fills a square evenly whatever their number.
glm::dvec2 subpixel_of(int sample);

/// Of a row of the picture, r, g, b.
glm::dvec3 background_of(const RenderSettings &settings, int row, int rows);

/// What the mean of the samples of a pixel becomes, without dither: r, g, b in [0, 1].
/// @param mean  premultiplied colour and opacity
glm::dvec3 finished(const RenderSettings &settings, const glm::dvec4 &mean, int row, int rows);

} // namespace voxmarch
