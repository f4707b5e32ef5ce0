// What a frame should look like and how it is computed: the words of the command line as types.
#pragma once

#include "device/device_info.h"
#include "renderer/traversal.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Transfer function applied per voxel before interpolation, or per sample after it (thesis 3.5.1, 3.6.7).
enum class Classification { pre, post };

/// `phong`: ambient + diffuse + specular of one directional light, both sides of a surface lit (thesis 3.6.5.2).
enum class Shading { none, phong };

/// Filter of the normal image (thesis 3.5.2).
enum class Gradient { central, sobel };

/// One name everywhere: command line, statistics, files of kernels.
std::string_view name_of(Classification value);
std::string_view name_of(Shading value);
std::string_view name_of(Gradient value);

/// One directional light and the material it falls on.
struct Light {
    /// World direction towards the light, any length > 0. Empty: headlight, from the eye to the target.
    std::optional<glm::dvec3> direction;
    float ambient = 0.3f;    ///< [0, 1], factor of the sample's colour
    float diffuse = 0.8f;    ///< [0, 1], factor of the sample's colour
    float specular = 0.25f;  ///< [0, 1], white highlight
    float shininess = 32.0f; ///< exponent, [1, 1000]
};

struct RenderSettings {
    Classification classification = Classification::post;
    Shading shading = Shading::phong;
    Gradient gradient = Gradient::sobel;
    Traversal traversal = Traversal::none;

    /// Distance of two ray samples in voxels of the smallest spacing. Opacity is corrected for it, so it changes
    /// noise and cost, not brightness. Range [0.01, 16].
    double step = 0.5;

    /// A ray ends once its accumulated opacity exceeds this. Range (0, 1]; 1 never ends early.
    double opacity_cutoff = 0.99;

    /// Edge of the octree's leaves in cells: 1, 2, 4, 8, 16 or 32; 0: the traversal's own default.
    int leaf_size = 0;

    /// Nodes of the octree with a larger share of occupied leaves are marched through. Range [0, 1).
    double threshold = 0.9;

    /// Empty: the traversal's defaults.
    std::optional<LoopParams> loops;

    glm::vec3 background{0.0f}; ///< r, g, b in [0, 1]
    Light light;

    /// Work-group of the one-pixel back ends in pixels; x a multiple of 8, y of 4 (whole warp tiles, thesis 3.6.1).
    int group_width = 16, group_height = 8;

    /// Local memory a work-group reserves without using it, bytes: fewer groups are then resident (thesis 6.2.5).
    int local_padding = 0;
};

/// The leaf size given or the traversal's own.
int leaf_size_of(const RenderSettings &settings);

/// The loop parameters given or the traversal's own.
LoopParams loops_of(const RenderSettings &settings);

/// @throws UsageError naming the first field out of range
void validate(const RenderSettings &settings);

} // namespace voxmarch
