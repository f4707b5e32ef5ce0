// Chapters on growth: pictures, volumes, steps, meshes, edits; the octree.
#include "bench/report/sections.h"
#include "bench/timing.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

namespace {

/// "1024x768" -> pixels
double pixels_of(const nlohmann::json &row) {
    double width = 0.0, height = 0.0;
    return std::sscanf(word(row, "size").c_str(), "%lfx%lf", &width, &height) == 2 ? width * height : 0.0;
}

/// One small plot, its exponents in the legend and in the table.
class Curves {
public:
    Curves(std::string title, std::string x_label, HtmlTable &table)
        : plot_{std::move(title), std::move(x_label), "time, ms", true, true, {}}, table_(table) {}

    /// `floors` may be empty.
    void add(const std::string &name, Points points, const Points &floors) {
        std::sort(points.begin(), points.end());
        const PowerLaw law = fit_power(points), floor_law = fit_power(floors);
        const std::string exponent = std::isfinite(law.exponent) ? fmt::format("{:.2f}", law.exponent) : "–";
        plot_.series.push_back(
            {fmt::format("{}: power {}", name, exponent), points, plot_colors[plot_.series.size() % 4]});
        const double largest = points.empty() ? NAN : points.back()[1];
        const double floor = floors.empty() ? NAN : std::max_element(floors.begin(), floors.end())->at(1);
        table_.row({html_text(plot_.title), html_text(name), std::to_string(points.size()), fixed_text(law.exponent, 2),
                    fixed_text(floor_law.exponent, 2), number_text(largest), number_text(floor),
                    number_text(largest / floor)});
    }

    std::string html() const { return svg(plot_); }

private:
    LinePlot plot_;
    HtmlTable &table_;
};

/// Frame times of every traversal over `x`.
template <typename X> std::string frame_curves(Curves curves, const Rows &rows, X x) {
    for (const std::string &traversal : words(rows, "traversal")) {
        Points points, floors;
        for (const nlohmann::json &row : where(rows, "traversal", traversal)) {
            points.push_back({x(row), number(row, "ms")});
            floors.push_back({x(row), frame_floor(row)});
        }
        curves.add(traversal, points, floors);
    }
    return curves.html();
}

std::string voxel_curves(Curves curves, const Rows &extracted) {
    for (const std::string &strategy : words(extracted, "extraction")) {
        Points points, floors;
        for (const nlohmann::json &row : where(extracted, "extraction", strategy)) {
            if (word(row, "volume").find("cayley") != std::string::npos && number(row, "isovalue") == 100.5) {
                points.push_back({voxels_of(row), number(row, "first_ms")});
                floors.push_back({voxels_of(row), number(row, "floor_ms")});
            }
        }
        curves.add(strategy, points, floors);
    }
    return curves.html();
}

std::string triangle_curves(Curves curves, const Rows &extracted) {
    for (const std::string &strategy : words(extracted, "extraction")) {
        const Rows rows = of_largest(where(extracted, "extraction", strategy));
        curves.add(strategy, points_of(rows, "triangles", "first_ms"), points_of(rows, "triangles", "floor_ms"));
    }
    return curves.html();
}

std::string edit_curves(Curves curves, const Rows &edits) {
    for (const char *edit : {"opacity, pre", "opacity, post", "light, half, propagated"}) {
        Points points, floors;
        for (const nlohmann::json &row : where(edits, "edit", edit)) {
            const double edge = edge_of(word(row, "volume"));
            points.push_back({edge * edge * edge, number(row, "device_ms")});
            if (number(row, "floor_ms") > 0.0) {
                floors.push_back({edge * edge * edge, number(row, "floor_ms")});
            }
        }
        curves.add(edit, points, floors);
    }
    return curves.html();
}

std::string octree_table(const Rows &rows) {
    HtmlTable table({{"volume", Whose::label},
                     {"leaf", Whose::label},
                     {"work", Whose::label},
                     {"launches", Whose::ours},
                     {"ms", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    for (const nlohmann::json &row : rows) {
        for (const auto &[name, value] : row.items()) {
            if (value.is_object()) {
                const double ms = number(value, "ms"), floor = number(value, "floor_ms");
                table.row({html_text(short_name(word(row, "volume"))), fixed_text(number(row, "leaf_size"), 0),
                           html_text(name), fixed_text(number(value, "launches"), 0), number_text(ms),
                           number_text(floor), number_text(ms / floor)});
            }
        }
    }
    return table.html();
}

} // namespace

ReportSection scaling_section(const Results &results) {
    HtmlTable table({{"curve", Whose::label},
                     {"what", Whose::label},
                     {"points", Whose::ours},
                     {"power", Whose::ours},
                     {"power of the floor", Whose::floor},
                     {"last, ms", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"ratio", Whose::floor}});
    const Rows extracted = results.of("isosurface", "isosurface");
    const std::vector<std::string> plots = {
        frame_curves({"Frame over pixels", "pixels", table}, results.of("scaling-picture"), pixels_of),
        frame_curves({"Frame over volume", "edge of the volume, voxels", table}, results.of("scaling-volume"),
                     [](const nlohmann::json &row) { return edge_of(word(row, "scene")); }),
        frame_curves({"Frame over step", "distance of samples, voxels", table}, results.of("scaling-step"),
                     [](const nlohmann::json &row) { return number(row, "step"); }),
        voxel_curves({"Extraction over voxels", "voxels of cayley", table}, extracted),
        triangle_curves({"Extraction over triangles", "triangles, largest volumes", table}, extracted),
        edit_curves({"Edit over voxels", "voxels of tree", table}, results.of("edit"))};
    return {
        "scaling", "Scaling",
        paragraph("Time against what grows, on logarithmic axes; the power is the exponent of the power law fitted by "
                  "least squares to the logarithms. Pictures and steps at one volume, volumes at one picture. Floors "
                  "are fetches at the rate measured on this device's texture units, and bytes at its rate of copies.") +
            row_of(plots) + table.html("Exponents")};
}

ReportSection edit_section(const Results &results) {
    HtmlTable table({{"volume", Whose::label},
                     {"edit", Whose::label},
                     {"device, ms", Whose::ours},
                     {"beyond the frame, ms", Whose::ours},
                     {"frame, ms", Whose::ours},
                     {"floor, ms", Whose::floor},
                     {"device / floor", Whose::floor}});
    for (const nlohmann::json &row : results.of("edit")) {
        const auto text = [&row](const char *name) { // dragged pictures have one time alone
            const double value = number(row, name);
            return std::isnan(value) ? std::string("–") : number_text(value);
        };
        const double ms = number(row, "device_ms"), floor = number(row, "floor_ms");
        const bool stated = floor > 0.0;
        table.row({html_text(short_name(word(row, "volume"))), html_text(word(row, "edit")), text("device_ms"),
                   text("beyond_frame_ms"), text("frame_ms"), stated ? number_text(floor) : "–",
                   stated ? number_text(ms / floor) : "–"});
    }
    return {
        "edits", "Edits and the octree",
        paragraph(
            "From an edit of transfer function or light to the next frame, and what building the octree and its "
            "distance maps costs. Beyond the frame: wall time from the edit to the picture, less frame and read-back. "
            "Floors: what must be read and written, at the rate of copies on this device.") +
            table.html() + folded("The octree", octree_table(results.of("octree")))};
}

} // namespace voxmarch
