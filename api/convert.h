// Values between the public interface and the inside of the library, which has the same ones with glm's vectors.
#pragma once

#include "renderer/camera.h"
#include "renderer/settings.h"
#include "scene/scene.h"
#include "transfer/transfer_function.h"
#include "volume/formats/read.h"
#include "volume/grid.h"
#include "volume/volume.h"
#include "voxmarch/scene.h"
#include "voxmarch/transfer_function.h"
#include "voxmarch/volume.h"

#include <cstddef>
#include <glm/glm.hpp>

namespace voxmarch::v1 {

inline glm::dvec3 inner(const Vec3 &v) { return {v[0], v[1], v[2]}; }
inline Vec3 outer(const glm::dvec3 &v) { return {v.x, v.y, v.z}; }
inline glm::vec3 inner(const Color &c) { return {c[0], c[1], c[2]}; }
inline Color outer(const glm::vec3 &c) { return {c.x, c.y, c.z}; }

/// @throws UsageError for a grid that is none: too few or too many voxels, spacing that is not positive, directions
/// that are not at right angles or no unit vectors
voxmarch::Grid inner(const Grid &grid);
Grid outer(const voxmarch::Grid &grid);

voxmarch::ReadOptions inner(const ReadOptions &options);

voxmarch::TransferFunction inner(const TransferFunction &transfer);
TransferFunction outer(const voxmarch::TransferFunction &transfer);

voxmarch::Camera inner(const Camera &camera);
Camera outer(const voxmarch::Camera &camera);

/// @param fastest  the traversal of scenes that name none
voxmarch::RenderSettings inner_settings(const Scene &scene, Traversal fastest);

voxmarch::Scene inner(const Scene &scene, Traversal fastest);

/// The scene for a file. @throws UsageError if it names no volume or has no transfer function
voxmarch::Scene inner_session(const Scene &scene);

Scene outer(const voxmarch::Scene &scene);

/// @throws UsageError unless the scene has looks of so many channels
void require_looks(const Scene &scene, std::size_t channels);

} // namespace voxmarch::v1
