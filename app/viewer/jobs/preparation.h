// What has to be there before a picture can be drawn, where it takes long: kernels, data derived from the volume, and
// isosurfaces.
#pragma once

#include "app/viewer/jobs/isovalue.h"
#include "scene/scene.h"

#include <optional>
#include <vector>

namespace voxmarch {

struct PreparedSurfaces {
    SurfaceMethod method{};
    Extraction extraction{};
    std::vector<Isovalue> isovalues;
    bool operator==(const PreparedSurfaces &) const = default;
};

/// Equal preparations need nothing new. Settings that change a picture without new kernels or data do not count; all
/// others do, those too that nobody thought of here.
struct Preparation {
    RenderSettings settings;   ///< those that do not count, and those of surfaces, are as they are at first
    PreparedSurfaces surfaces; ///< that are drawn
    bool operator==(const Preparation &) const = default;
};
Preparation preparation_of(const Scene &scene);

/// The settings for a scene whose function is being edited: gradients of opacities are found along the rays while they
/// change from picture to picture, as normals of all voxels would be stored for one picture each.
/// @param drawn  the last scene that was drawn in full; empty: there is none
RenderSettings settings_while_edited(const Scene &scene, const std::optional<Scene> &drawn);

/// The same where shadows and what surrounds places would have to be found anew, which takes long: coarse ones do for
/// a moving picture. And where isovalues are other ones, rays find the surfaces, as meshes would be drawn once each.
RenderSettings settings_while_moving(const Scene &scene, const std::optional<Scene> &drawn, bool is_slow);

/// The scene without names and whatever else pictures do not depend on, so that it can be compared for its picture.
Scene without_words(Scene scene);

/// Whether light that was found for one scene is that of the other. Names of functions count: see without_words().
bool have_same_light(const Scene &a, const Scene &b);

/// Of all isosurfaces of the scene.
std::vector<Isovalue> isovalues_of(const Scene &scene);

} // namespace voxmarch
