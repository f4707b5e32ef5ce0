// Pictures that take long, drawn part by part: no launch takes a second, and somebody can be told how far they are.
#pragma once

#include "scene/resolution.h"
#include "scene/scene_renderer.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

/// How long pictures that are drawn part by part keep their thread, milliseconds.
struct PartTimes {
    double at_once_ms = 600.0; ///< a picture that is expected to take less is drawn at once
    double part_ms = 250.0;    ///< of a part, about; no part is expected to take twice as long
};

/// The scene with these settings: at once if it is quick, as smaller pictures show, else in tiles of about a quarter of
/// a second, which give the picture bit for bit; of traced light sample by sample, and in tiles where a sample takes
/// longer; noise is taken out of the whole of it. Watchdogs end kernels of GPUs
/// that show windows after some seconds.
/// Meshes are drawn at once, their triangles are found for all tiles; so are volumes in bricks where nobody wants to
/// know, whose rays are cast in waves.
/// @param progress     told the share of the picture that is there, 0 .. 1; it may draw other scenes with the renderer.
///                     Empty: nobody wants to know
/// @param statistics   of the whole picture; times of tiles are added up
/// @param expected_ms  that it takes at once, as the last one did; empty: not known
/// @param times        of parts
/// @throws as SceneRenderer::draw, and what `progress` throws
/// Cost: one more picture of 1/256 of the pixels at most, and where that is slow another one and one of 1/16; none
/// where the expected time is short.
Image draw_in_parts(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings,
                    const std::function<void(double)> &progress, FrameStatistics &statistics,
                    std::optional<double> expected_ms = {}, const PartTimes &times = {});

/// Whether triangles are drawn, which are found anew for every part of a picture.
bool draws_mesh(const Scene &scene, const RenderSettings &settings);

/// The camera of a part of a picture of this size.
Camera camera_of_part(const Tile &tile, int width, int height, const Camera &camera);

/// Copies pixels of a part to their places. Threads may do so at the same time with others.
/// @param first   byte of the part with which `pixels` begin
/// @param pixels  rows of the part, tightly packed, or a stretch of them
void put(std::uint64_t first, std::span<const std::byte> pixels, const Tile &tile, Image &image);

/// Adds what was done for a part to what was done for the parts before it: times and rays are added up, all else is of
/// the last part.
void add_part(FrameStatistics &sum, const FrameStatistics &part);

/// A picture put together from its tiles, the same as when drawn whole, bit for bit; empty if one of them is.
/// @param draw  of tile i, as this camera sees it
std::optional<Image>
draw_tiles(const Camera &camera, int width, int height, const std::vector<Tile> &tiles,
           const std::function<std::optional<Image>(std::size_t i, const Camera &camera, const Tile &tile)> &draw);

} // namespace voxmarch
