// The chapter "From file to picture": stages of the host and of the way to the device, each beside its floor.
#include "bench/report/sections.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string stage_table(const Rows &rows, const std::string &caption) {
    HtmlTable table({{"stage", Whose::label},
                     {"ms", Whose::ours},
                     {"p10", Whose::ours},
                     {"p90", Whose::ours},
                     {"GB/s", Whose::ours},
                     {"floor", Whose::label},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const std::string &volume : words(rows, "volume")) {
        table.heading(short_name(volume));
        for (const nlohmann::json &row : where(rows, "volume", volume)) {
            const double ms = number(row, "ms"), floor = number(row, "floor_ms");
            table.row({html_text(word(row, "stage")), number_text(ms), number_text(number(row, "ms_p10")),
                       number_text(number(row, "ms_p90")), fixed_text(number(row, "bytes_per_s") * 1e-9, 2),
                       html_text(word(row, "floor")), number_text(floor), number_text(ms / floor)});
        }
    }
    return table.html(caption);
}

} // namespace

ReportSection stage_section(const Results &results) {
    return {"stages", "From file to picture",
            paragraph("What a user waits for beside the kernels, on the host's clock. Floors were measured in the same "
                      "run: copies in memory, reading what the page cache holds, and copies to the device from pinned "
                      "memory that nothing fills. First pictures are those of a program started anew, from its start "
                      "to its end, with caches that know everything and with caches that know nothing.") +
                stage_table(results.of("input"), "The way in") + stage_table(results.of("output"), "The way out")};
}

} // namespace voxmarch
