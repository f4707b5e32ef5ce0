// Measures of a mesh as lines of text and as JSON.
#include "app/cli/isosurface_text.h"

#include "app/cli/world_options.h"

#include <fmt/format.h>

namespace voxmarch {

std::string shares_text(const std::vector<DeviceShare> &shares) {
    std::string text;
    for (const DeviceShare &share : shares) {
        if (shares.size() > 1 || share.units > 1) {
            text +=
                fmt::format("  device {} ({}): {} units, {} cells, {} triangles, kernels {:.1f} ms{} of {:.1f} ms\n",
                            share.device, share.name, share.units, share.cells, share.triangles, share.kernel_ms,
                            share.device_times ? "" : " (host time)", share.busy_ms);
        }
    }
    return text;
}

nlohmann::ordered_json shares_json(const std::vector<DeviceShare> &shares) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (const DeviceShare &share : shares) {
        result.push_back({{"device", share.device},
                          {"name", share.name},
                          {"units", share.units},
                          {"cells", share.cells},
                          {"triangles", share.triangles},
                          {"kernel_ms", share.kernel_ms},
                          {"device_times", share.device_times},
                          {"upload_wait_ms", share.upload_ms},
                          {"read_back_ms", share.read_back_ms},
                          {"busy_ms", share.busy_ms}});
    }
    return result;
}

std::string certificate_text(const MeshMeasures &measures, double isovalue, const OuterWorld &world) {
    std::string closed = "watertight";
    if (measures.triangles == 0) {
        return fmt::format("isovalue {:g}: no surface\n", isovalue);
    }
    if (!measures.watertight()) {
        const glm::dvec3 at = world.from_world(*measures.hole);
        closed =
            fmt::format("not watertight: {} open edges, {} with more than two triangles, one near ({:g}, {:g}, {:g}){}",
                        measures.open_edges, measures.bad_edges, at.x, at.y, at.z, unit_suffix(world.unit()));
    }
    std::string text = fmt::format("isovalue {:g}: {} triangles, {} vertices\n  {}\n", isovalue, measures.triangles,
                                   measures.vertices, closed);
    text += fmt::format("  components {}, Euler characteristic {}\n  area {:.6g}{}\n", measures.components,
                        measures.euler, measures.area, unit_suffix(world.unit(), 2));
    if (measures.watertight()) {
        text += fmt::format("  volume {:.6g}{}\n", measures.volume, unit_suffix(world.unit(), 3));
    } else {
        text += "  volume none, the surface is open (it often ends at the border of the volume)\n";
    }
    if (measures.degenerate > 0) {
        text += fmt::format("  {} triangles have no area: voxels equal to the isovalue\n", measures.degenerate);
    }
    return text;
}

nlohmann::ordered_json certificate_json(const MeshMeasures &measures, double isovalue, const OuterWorld &world) {
    const bool closed = measures.watertight();
    nlohmann::ordered_json hole = nullptr;
    if (measures.hole) {
        const glm::dvec3 at = world.from_world(*measures.hole);
        hole = {at.x, at.y, at.z};
    }
    return {{"isovalue", isovalue},
            {"triangles", measures.triangles},
            {"vertices", measures.vertices},
            {"watertight", closed},
            {"open_edges", measures.open_edges},
            {"edges_with_more_triangles", measures.bad_edges},
            {"open_at", hole},
            {"components", measures.components},
            {"euler_characteristic", measures.euler},
            {"area", measures.area},
            {"volume", closed ? nlohmann::ordered_json(measures.volume) : nlohmann::ordered_json(nullptr)},
            {"triangles_without_area", measures.degenerate},
            {"convention", convention_json(world)},
            {"unit", unit_json(world)}};
}

} // namespace voxmarch
