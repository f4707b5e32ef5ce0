// The chapter of particles: density, surface and picture, every frame (Dyken and Ziegler 2010).
#include "bench/report/sections.h"

#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

ReportSection particle_section(const Results &results) {
    HtmlTable table({{"particles", Whose::label},
                     {"million voxels", Whose::ours},
                     {"triangles", Whose::ours},
                     {"upload, ms", Whose::ours},
                     {"to a density, ms", Whose::ours},
                     {"billion atomics/s", Whose::ours},
                     {"surface, ms", Whose::ours},
                     {"frame, ms", Whose::ours},
                     {"frames/s", Whose::ours},
                     {"floor of the density, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : results.of("particles")) {
        const double spread = number(row, "spread_ms"), floor = number(row, "floor_ms");
        table.row({fixed_text(number(row, "particles"), 0), number_text(number(row, "voxels") * 1e-6),
                   fixed_text(number(row, "triangles"), 0), number_text(number(row, "upload_ms")), number_text(spread),
                   number_text(number(row, "atomics_per_second") * 1e-9), number_text(number(row, "extraction_ms")),
                   number_text(number(row, "frame_ms")), number_text(number(row, "frames_per_second")),
                   number_text(floor), number_text(spread / floor)});
    }
    return {"particles", "Particles to a surface, every frame",
            paragraph("A fluid breaks a dam: its particles are spread to a density by quadratic B-splines with atomic "
                      "additions, of which a surface is extracted, as Dyken and Ziegler show it (they tell no times). "
                      "Every frame has other particles; triangles are those of the first time. The density is compared "
                      "with the host's bit by bit. Upload and "
                      "frame are wall times; in a frame the density passes through host memory. The floor: particles "
                      "read once, voxels cleared, read and written, at the rate of copies on this device.") +
                table.html()};
}

} // namespace voxmarch
