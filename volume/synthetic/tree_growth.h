// Grows the bonsai of the synthetic volume `tree`: wood, leaves and pebbles as small primitives.
#pragma once

#include "volume/synthetic/object.h"

#include <vector>

namespace voxmarch {

/// A thin lens-shaped leaf.
struct Leaf {
    glm::vec3 center;
    glm::vec3 along;  ///< unit vector from stalk to tip
    glm::vec3 normal; ///< unit vector, perpendicular to `along`
    float half_length;
    float half_width;
    float value; ///< 68 .. 104

    Bounds bounds() const {
        Bounds box;
        box.add(center, half_length);
        return box;
    }
};

/// A stone on or in the soil: an ellipsoid turned around the vertical axis.
struct Pebble {
    glm::vec3 center;
    glm::vec3 radii;
    float cosine;
    float sine;
    float value; ///< 180 .. 222

    Bounds bounds() const {
        Bounds box;
        box.add(center, std::max(radii.x, std::max(radii.y, radii.z)) * 1.1f);
        return box;
    }
};

struct TreeParts {
    std::vector<Capsule> wood;
    std::vector<Leaf> leaves;
    std::vector<Pebble> pebbles;
};

/// The pot: a rounded box in plan, in object coordinates.
struct PotShape {
    static constexpr float center_x = 0.5f;
    static constexpr float center_z = 0.5f;
    static constexpr float half_x = 0.400f; ///< outer half edges of the rim
    static constexpr float half_z = 0.320f;
    static constexpr float corner = 0.20f;
    static constexpr float bottom = 0.040f;
    static constexpr float top = 0.205f;
    static constexpr float wall = 0.020f;
    static constexpr float soil = 0.19f; ///< level of the soil at the wall
};

/// Distance in plan to the inner face of the pot's wall, negative inside; object coordinates.
float pot_plan_distance(float x, float z, float inset);

/// Height of the soil's surface without its grains: a mound around the trunk.
float soil_height(float x, float z);

/// The whole tree. The same on every call. Cost: about 30 ms.
TreeParts grow_tree();

} // namespace voxmarch
