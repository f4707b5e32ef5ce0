// Meshes of the volume that is open.
#include "app/viewer/dialogs/extract_mesh.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/state.h"

#include <fmt/format.h>

namespace voxmarch {

void ask_for_mesh(ViewerState &state, const std::vector<Isovalue> &isovalues) {
    const Document &document = state.document;
    std::string values;
    for (const Isovalue &isovalue : isovalues) {
        const auto place = static_cast<std::size_t>(isovalue.channel);
        values += (values.empty() ? "" : ", ") +
                  value_text(isovalue.value, channel_of(*document.loaded, place).type()) +
                  (document.channels() > 1 ? " of " + document.name_of(place) : "");
    }
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file,
                  "Extract a mesh",
                  "Extract",
                  fmt::format("Isosurface at {} as triangles with normals, in coordinates of the world (.stl in mm), "
                              "like voxmarch mesh; clipping and opacity do not count. The name's end tells the "
                              "format: .ply, .stl, .obj or .vtk.",
                              values),
                  {".ply", ".stl", ".obj", ".vtk"},
                  next_file(state.tools.save, document, ".ply"),
                  [&document, &exporter = state.jobs.exporter, isovalues](const std::filesystem::path &file) {
                      exporter.start({document.loaded, isovalues, document.scene.settings.extraction, file});
                  }});
}

void take_mesh(ViewerState &state) {
    const auto outcome = state.jobs.exporter.take();
    if (!outcome) {
        return;
    }
    const std::string &error = outcome->error;
    state.notices.add(
        error.empty() ? fmt::format("saved {} with {} triangles", state.jobs.exporter.name(), outcome->result) : error,
        !error.empty());
}

} // namespace voxmarch
