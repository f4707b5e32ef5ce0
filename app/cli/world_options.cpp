// Turns what has coordinates between the user's world and ours.
#include "app/cli/world_options.h"

#include "app/cli/typed_options.h"
#include "app/progress.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

void add_convention_option(CLI::App &command, std::optional<Convention> &convention) {
    add_named(
        command, "--convention", convention, "lps",
        "where x and y of patients point in all coordinates that you give\nand get: lps, to the left and the back "
        "(DICOM, ITK), or ras, to the\nright and the front (NIfTI, 3D Slicer); z points to the head");
}

OuterWorld outer_world(const Grid &grid, const std::optional<Convention> &convention) {
    if (convention && !grid.anatomical) {
        say("note: --convention has no effect: the volume states no patient orientation, its coordinates are the "
            "file's");
    }
    return OuterWorld(grid, convention.value_or(Convention::lps));
}

Camera turned(const Camera &camera, const OuterWorld &world) {
    Camera result = camera;
    for (glm::dvec3 *vector : {&result.eye, &result.target, &result.up}) {
        *vector = world.to_world(*vector);
    }
    return result;
}

void turn_light(Light &light, const OuterWorld &world) {
    if (light.direction && !light.follows_camera) {
        light.direction = world.to_world(*light.direction);
    }
}

void turn_light(SideLight &light, const OuterWorld &world) {
    if (!light.follows_camera) {
        light.direction = world.to_world(light.direction);
    }
}

void turn_planes(std::vector<ClipPlane> &planes, const OuterWorld &world, std::size_t first) {
    for (std::size_t i = first; i < planes.size(); ++i) {
        planes[i].normal = world.to_world(planes[i].normal);
    }
}

nlohmann::ordered_json convention_json(const OuterWorld &world) {
    return world.convention() ? nlohmann::ordered_json(name_of(*world.convention())) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json unit_json(const OuterWorld &world) {
    const std::string_view symbol = name_of(world.unit());
    return symbol.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(symbol);
}

} // namespace voxmarch
