// Grid, range and memory of the volume as lines of the column.
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/render_thread.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/sections.h"
#include "scene/figure/figure_parts.h"
#include "volume/world_convention.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

void show_volume_facts(const Document &document, const RenderStatus &status) {
    const Volume &volume = document.volume();
    const Grid &grid = volume.grid();
    const glm::dvec3 extent = grid.extent();
    if (!ImGui::BeginTable("facts", 2, ImGuiTableFlags_RowBg)) {
        return;
    }
    const auto row = [](const char *name, const std::string &value) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(name);
        ImGui::TableNextColumn();
        ImGui::TextWrapped("%s", value.c_str());
    };
    row("Name", volume.header().shown_name());
    if (!volume.header().title.empty()) {
        row("Name in the file", volume.header().name);
    }
    row("Format", fmt::format("{}, {}", volume.header().format, name_of(volume.type())));
    row("Voxels", fmt::format("{} x {} x {}", grid.dims[0], grid.dims[1], grid.dims[2]));
    const std::string unit = printed_unit(grid.unit);
    row("Spacing", fmt::format("{:.4g} x {:.4g} x {:.4g}{}", grid.spacing.x, grid.spacing.y, grid.spacing.z, unit));
    row("Extent", fmt::format("{:.5g} x {:.5g} x {:.5g}{}", extent.x, extent.y, extent.z, unit));
    row("Coordinates", OuterWorld(grid).text());
    const std::size_t channels = document.channels();
    for (std::size_t place = 0; place < channels; ++place) {
        const Volume &channel = channel_of(*document.loaded, place);
        const std::string name = channels > 1 ? document.name_of(place) + ": " : "";
        row(place == 0 ? "Values" : "", fmt::format("{}{} .. {}", name, value_text(channel.range().min, channel.type()),
                                                    value_text(channel.range().max, channel.type())));
    }
    const std::string oblique =
        obliqueness(grid) > oblique_from ? fmt::format(", oblique by {:.1f} degrees", obliqueness(grid)) : "";
    row("Orientation", grid.anatomical ? "patient (L/R, A/P, S/I)" + oblique : "none in the file");
    row("Device", status.device);
    if (status.backend) {
        row("Memory kind", fmt::format("{} (--backend)", name_of(*status.backend)));
    }
    if (status.bricks) {
        const BrickStatus &bricks = *status.bricks;
        row("Parts (bricks)",
            fmt::format("of {0} x {0} x {0} cells: room for {1} of {2}", bricks.edge, bricks.slots, bricks.bricks));
        row("Preview", fmt::format("{} x {} x {} voxels, while something moves", bricks.preview[0], bricks.preview[1],
                                   bricks.preview[2]));
    }
    row("Device memory", fmt::format("{:.1f} MiB{}", static_cast<double>(status.allocated) / (1 << 20),
                                     channels > 1 ? fmt::format(", of all {} channels", channels) : ""));
    ImGui::EndTable();
}

} // namespace voxmarch
