// How good a traced picture is: told by what became of it as its samples doubled.
#pragma once

#include "renderer/image.h"

namespace voxmarch {

/// The mean of 2n paths a pixel is that of two means of n, so its difference to the first of them has, in the mean of
/// squares, the variance of its own error. Tiles of 16x16 pixels are looked at, in levels of 8 bits; where noise was
/// taken out (docs/denoise.md) it is what is left of it that they show.

/// Whether a traced picture may take the place of the ordinary one: in three of four tiles its error is no more than
/// what the ordinary one is off, or half a level (root mean squares). All of one size.
/// @param half  of the first half of its samples
bool is_better(const Image &traced, const Image &half, const Image &ordinary);

/// Whether more samples would change nothing that can be seen: no tile has an error above one level.
bool is_quiet(const Image &traced, const Image &half);

} // namespace voxmarch
