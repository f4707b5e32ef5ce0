// Isosurfaces into a file: asks for it, and tells what has come of it.
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/panels.h"

#include <fmt/format.h>

namespace voxmarch {

std::vector<double> shown_isovalues(const ViewerState &state) {
    std::vector<double> isovalues;
    for (const SurfaceStyle &surface : state.scene.settings.surfaces) {
        isovalues.push_back(surface.isovalue);
    }
    return isovalues;
}

void ask_for_mesh(ViewerState &state, const std::vector<double> &isovalues) {
    std::string values;
    for (const double isovalue : isovalues) {
        values += (values.empty() ? "" : ", ") + value_text(isovalue, state.loaded->volume.type());
    }
    ask_for_file(state,
                 {FileKind::save_file,
                  "Extract a mesh",
                  "Extract",
                  fmt::format("Isosurface at {} as triangles with normals, in coordinates of the world (.stl in mm), "
                              "like voxmarch mesh; clipping and opacity do not count. The name's end tells the "
                              "format: .ply, .stl, .obj or .vtk.",
                              values),
                  {".ply", ".stl", ".obj", ".vtk"},
                  next_file(state, ".ply"),
                  [&state, isovalues](const std::filesystem::path &file) {
                      state.exporter.start({state.loaded, isovalues, state.scene.settings.extraction, file});
                  }});
}

void take_mesh(ViewerState &state) {
    const auto outcome = state.exporter.take();
    if (!outcome) {
        return;
    }
    const std::string &error = outcome->error;
    state.notify(error.empty() ? fmt::format("saved {} with {} triangles", state.exporter.name(), outcome->result)
                               : error,
                 !error.empty());
}

} // namespace voxmarch
