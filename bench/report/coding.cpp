// The chapter of two nodes in three bits (Werner 2013, section 4.2, "1.5 bits").
#include "bench/report/sections.h"

#include <fmt/format.h>

namespace voxmarch {

ReportSection coding_section(const Results &results) {
    HtmlTable frames({{"scene", Whose::label},
                      {"rays look at", Whose::label},
                      {"KiB of it", Whose::ours},
                      {"frame, ms", Whose::ours},
                      {"times none", Whose::ours},
                      {"floor, ms", Whose::floor},
                      {"ratio", Whose::floor}});
    HtmlTable walks({{"scene", Whose::label},
                     {"nodes", Whose::label},
                     {"million steps", Whose::ours},
                     {"ms", Whose::ours},
                     {"billion steps/s", Whose::ours}});
    for (const nlohmann::json &row : results.of("coding")) {
        const double ms = number(row, "ms");
        if (row.contains("steps_per_s")) {
            walks.row({html_text(word(row, "scene")), html_text(word(row, "node_coding")),
                       fixed_text(number(row, "traversal_steps") * 1e-6, 3), number_text(ms),
                       fixed_text(number(row, "steps_per_s") * 1e-9, 2)});
            continue;
        }
        const double floor = frame_floor(row);
        frames.row({html_text(word(row, "scene")), html_text(word(row, "row")),
                    number_text(number(row, "skip_bytes") / 1024.0), number_text(ms),
                    fixed_text(number(row, "speed_up"), 2), number_text(floor), number_text(ms / floor)});
    }
    return {"coding", "Nodes of the octree in 1.5 bits",
            paragraph("The thesis proposes two nodes in three bits (4.2). Rays then look at fewer bytes, which helps "
                      "where these did not lie in the caches before. Distance maps, which need no nodes, stand "
                      "beside them; every picture is compared with that of the standard caster.") +
                frames.html("Frames") + walks.html("The walk alone, without samples")};
}

} // namespace voxmarch
