// The chapter of traced light: paths a second, pictures that are waited for, and what bounds of single leaves are
// worth.
#include "bench/report/sections.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Pictures of many samples, and the first that is of use.
std::string traced_pictures(const Rows &rows) {
    HtmlTable table({{"scene", Whose::label},
                     {"what", Whose::label},
                     {"samples", Whose::ours},
                     {"million paths/s", Whose::ours},
                     {"ms", Whose::ours},
                     {"waited for, ms", Whose::ours},
                     {"mean square error, 1e-6", Whose::ours}});
    for (const nlohmann::json &row : rows) {
        if (row.contains("wall_ms")) {
            table.row({html_text(scene_name(word(row, "scene"))), html_text(word(row, "what")),
                       fixed_text(number(row, "samples"), 0), number_text(number(row, "million_paths_per_s")),
                       number_text(number(row, "ms")), number_text(number(row, "wall_ms")),
                       number_text(1e6 * number(row, "mean_square_error"))});
        }
    }
    return table.html("Pictures: all samples, and the first that is of use, without noise");
}

/// Noise with one bound beside noise with those of leaves.
std::string traced_bounds(const Rows &noise) {
    HtmlTable table({{"scene", Whose::label},
                     {"samples", Whose::ours},
                     {"one bound, ms", Whose::ours},
                     {"times error, 1e-6 s", Whose::ours},
                     {"leaves, ms", Whose::ours},
                     {"times error, 1e-6 s", Whose::ours},
                     {"times better", Whose::ours}});
    for (const std::string &scene : words(noise, "scene")) {
        const Rows rows = where(noise, "scene", scene);
        const Rows whole = where(rows, "bounds", "whole volume"), leaves = where(rows, "bounds", "leaves");
        table.row({html_text(scene_name(scene)), fixed_text(number(rows, "samples"), 0),
                   number_text(number(whole, "ms")), number_text(1e6 * number(whole, "error_times_seconds")),
                   number_text(number(leaves, "ms")), number_text(1e6 * number(leaves, "error_times_seconds")),
                   fixed_text(number(leaves, "better_than_whole"), 2)});
    }
    return table.html("One bound of the extinction for the whole volume, and one for each leaf of the octree");
}

} // namespace

ReportSection traced_section(const Results &results) {
    const Rows rows = results.of("trace");
    return {"traced", "Traced light",
            paragraph(fmt::format(
                "Paths of light with up to {} collisions, {} lamps and light all around, as docs/tracing.md tells. "
                "Means of pictures with both kinds of bounds are compared before anything is told of them. The mean "
                "square error times the seconds of a picture does not depend on its number of samples.",
                fixed_text(number(rows, "bounces"), 0), fixed_text(number(rows, "lights"), 0))) +
                traced_pictures(rows) + traced_bounds(where(rows, "what", "noise"))};
}

} // namespace voxmarch
