// Meshes of the volume that is open.
#include "app/viewer/dialogs/extract_mesh.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "scene/label_styles.h"
#include "scene/mesh_clipping.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr int label_smoothing = 20; // steps, see smooth()

/// @return whether one was changed
bool show_choices(MeshChoices &choices, const Document &document, bool of_label) {
    bool changed = false;
    const bool clips = is_clipped(document.scene.settings);
    {
        const DisabledFor unclipped(clips ? "" : "Nothing is clipped: see the panel Clipping.");
        changed = ImGui::Checkbox("Leave out what is clipped", &choices.clipped);
        tooltip("Cuts the triangles where box and planes cut the picture.");
    }
    ImGui::SameLine();
    changed = ImGui::Checkbox("Close openings", &choices.caps) || changed;
    tooltip(of_label
                ? "Fills the cuts with flat caps, so that the mesh encloses a volume, as 3D printing wants it."
                : "Fills cuts, and where surfaces end at the border of the volume, with flat caps, so that the mesh "
                  "encloses a volume, as 3D printing wants it.");
    if (of_label) {
        ImGui::SameLine();
        changed = ImGui::Checkbox("Smooth", &choices.smooth) || changed;
        tooltip("Smooths away the steps of the voxels. The size stays.");
    }
    return changed;
}

/// Asks for a file for what is ordered.
void ask(ViewerState &state, const std::string &title, const std::string &help, const MeshOrder &order) {
    const Document &document = state.document;
    const bool of_label = order.label.has_value();
    MeshChoices &choices = state.dialogs.mesh;
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file,
                  title,
                  "Extract",
                  help + " The name's end tells the format: .ply, .stl, .obj or .vtk.",
                  {".ply", ".stl", ".obj", ".vtk"},
                  next_file(state.tools.save, document, ".ply", order.label ? order.label->name : ""),
                  [&document, &choices, &exporter = state.jobs.exporter, order](const std::filesystem::path &file) {
                      MeshOrder wanted = order;
                      wanted.file = file;
                      wanted.loaded = document.loaded;
                      wanted.extraction = document.scene.settings.extraction;
                      wanted.smooth = wanted.label && choices.smooth ? label_smoothing : 0;
                      wanted.clipping =
                          choices.clipped ? mesh_clipping_of(document.grid(), document.scene.settings) : MeshClipping();
                      wanted.caps = choices.caps;
                      exporter.start(wanted);
                  },
                  [&choices, &document, of_label] { return show_choices(choices, document, of_label); }});
}

} // namespace

void ask_for_mesh(ViewerState &state, const std::vector<Isovalue> &isovalues) {
    const Document &document = state.document;
    std::string values;
    for (const Isovalue &isovalue : isovalues) {
        const auto place = static_cast<std::size_t>(isovalue.channel);
        values += (values.empty() ? "" : ", ") +
                  value_text(isovalue.value, channel_of(*document.loaded, place).type()) +
                  (document.channels() > 1 ? " of " + document.name_of(place) : "");
    }
    MeshOrder order;
    order.isovalues = isovalues;
    ask(state, "Extract a mesh",
        fmt::format("Isosurface at {} as triangles with normals, in coordinates of the world (.stl in mm), like "
                    "voxmarch mesh; opacity does not count.",
                    values),
        order);
}

void ask_for_label_mesh(ViewerState &state, int label) {
    MeshOrder order;
    const LabelStyle &style = state.document.scene.label_styles[static_cast<std::size_t>(label)];
    order.label = MeshPart{label_name(state.document, label), static_cast<double>(label),
                           style.color.value_or(palette_color(label))};
    ask(state, "Mesh of a label",
        fmt::format("Surface of {} as triangles with normals, in coordinates of the world (.stl in mm), like voxmarch "
                    "mesh --labels-of.",
                    label_name(state.document, label)),
        order);
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
