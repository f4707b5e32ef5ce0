// Says what a mesh is like.
#include "app/isosurface_text.h"

#include "app/typed_options.h"
#include "device/error.h"
#include "isosurface/device_field.h"
#include "volume/text.h"

#include <fmt/format.h>
#include <limits>

namespace voxmarch {

CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help) {
    return add_parsed(
        command, "--isovalue", "V[,V..]", "",
        [&isovalues](const std::string &text) {
            isovalues.clear();
            for (const std::string &word : text::split(text, ',')) {
                constexpr double limit = std::numeric_limits<float>::max();
                isovalues.push_back(parse_number(word, -limit, limit, "--isovalue"));
            }
        },
        help);
}

CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction) {
    return add_named(command, "--extraction", extractions(), extraction, "how triangles are found; all give the same");
}

Mesh extract_mesh(Device &device, const Volume &volume, double isovalue, Extraction extraction,
                  const ExtractionSettings &settings) {
    const DeviceField on_device(device, volume);
    DeviceMesh mesh;
    const Events events = make_extractor(extraction, device, on_device.field())->extract(isovalue, settings, mesh);
    milliseconds(events);
    return download(mesh);
}

std::string certificate_text(const MeshMeasures &measures, double isovalue) {
    std::string closed = "watertight";
    if (measures.triangles == 0) {
        return fmt::format("isovalue {:g}: no surface\n", isovalue);
    }
    if (!measures.watertight()) {
        const glm::dvec3 &at = *measures.hole;
        closed = fmt::format(
            "not watertight: {} open edges, {} with more than two triangles, one near ({:g}, {:g}, {:g}) mm",
            measures.open_edges, measures.bad_edges, at.x, at.y, at.z);
    }
    std::string text = fmt::format("isovalue {:g}: {} triangles, {} vertices\n  {}\n", isovalue, measures.triangles,
                                   measures.vertices, closed);
    text += fmt::format("  components {}, Euler characteristic {}\n  area {:.6g} mm2\n", measures.components,
                        measures.euler, measures.area);
    if (measures.watertight()) {
        text += fmt::format("  volume {:.6g} mm3\n", measures.volume);
    } else {
        text += "  volume none, the surface is open (it often ends at the border of the volume)\n";
    }
    if (measures.degenerate > 0) {
        text += fmt::format("  {} triangles have no area: voxels equal to the isovalue\n", measures.degenerate);
    }
    return text;
}

nlohmann::ordered_json certificate_json(const MeshMeasures &measures, double isovalue) {
    const bool closed = measures.watertight();
    nlohmann::ordered_json hole = nullptr;
    if (measures.hole) {
        hole = {measures.hole->x, measures.hole->y, measures.hole->z};
    }
    return {{"isovalue", isovalue},
            {"triangles", measures.triangles},
            {"vertices", measures.vertices},
            {"watertight", closed},
            {"open_edges", measures.open_edges},
            {"edges_with_more_triangles", measures.bad_edges},
            {"open_at_mm", hole},
            {"components", measures.components},
            {"euler_characteristic", measures.euler},
            {"area_mm2", measures.area},
            {"volume_mm3", closed ? nlohmann::ordered_json(measures.volume) : nlohmann::ordered_json(nullptr)},
            {"triangles_without_area", measures.degenerate}};
}

} // namespace voxmarch
