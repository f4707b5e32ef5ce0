// What lies under a pixel: the first visible surface, and everything along the ray.
#pragma once

#include "renderer/instruments/ray_probe.h"
#include "scene/load_volume.h"

#include <glm/glm.hpp>
#include <optional>

namespace voxmarch {

/// The ray of a pixel of the scene's picture, unlit: its samples to the end, and why it ends there. Without spans.
/// Cost: some microseconds a sample.
RayProbe probe_pixel(const LoadedVolume &loaded, const Scene &scene, int x, int y);

/// Where the ray has become half as transparent as it will be; world. Empty: nothing visible there.
std::optional<glm::dvec3> visible_surface(const LoadedVolume &loaded, const Scene &scene, int x, int y);

/// The nearest of what is seen there: visible_surface(), and isosurfaces where they are shown.
std::optional<glm::dvec3> seen_place(const LoadedVolume &loaded, const Scene &scene, int x, int y);

/// The value of a channel there: that of the sample which gives the pixel most of its colour, else of the voxel at
/// seen_place(). Empty: nothing visible there.
std::optional<double> seen_value(const LoadedVolume &loaded, const Scene &scene, int x, int y, std::size_t channel);

/// The label of the nearest voxel to a place of the world; empty outside the volume, or where there are no labels.
std::optional<int> label_at(const SceneContent &content, glm::dvec3 world);

/// World position of a place in voxel space.
glm::dvec3 world_of(const Grid &grid, glm::dvec3 voxel);

/// Voxel space of a world position.
glm::dvec3 voxel_of(const Grid &grid, glm::dvec3 world);

/// "L 12.5  A 3.0  S 40.2 mm" for patients, "(12.5, -3.0, 40.2) um" else.
std::string place_text(const Grid &grid, glm::dvec3 world);

} // namespace voxmarch
