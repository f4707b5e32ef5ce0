// The chapter of series of times: what playing one takes, beside the time that its bytes take over the link.
#include "bench/report/sections.h"
#include "bench/report/tables.h"

#include <fmt/format.h>

namespace voxmarch {

ReportSection time_section(const Results &results) {
    const Rows rows = results.of("time");
    HtmlTable table({{"classification", Whose::label},
                     {"frames/s", Whose::ours},
                     {"a time, ms", Whose::ours},
                     {"upload, ms", Whose::ours},
                     {"made anew, ms", Whose::ours},
                     {"drawing, ms", Whose::ours},
                     {"over the link, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : rows) {
        const double upload = number(row, "upload_ms"), floor = number(row, "floor_ms");
        table.row({word(row, "classification"), number_text(number(row, "frames_per_s")),
                   number_text(number(row, "frame_ms")), number_text(upload), number_text(number(row, "made_ms")),
                   number_text(number(row, "drawing_ms")), number_text(floor), number_text(upload / floor)});
    }
    return {
        "times", "Series of times",
        paragraph(fmt::format("{} times of {}^3 16-bit voxels are played from host memory: the next is brought to the "
                              "device while one is drawn. Pictures are compared with those of new renderers. The "
                              "floor: the bytes of a time over the link of this device, from pinned memory.",
                              fixed_text(number(rows, "times"), 0), fixed_text(number(rows, "edge"), 0))) +
            table.html()};
}

} // namespace voxmarch
