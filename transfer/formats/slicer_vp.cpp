// 3D Slicer's volume property as text (.vp), before version 5.9: one entry a line, no names.
//
// interpolation, shade, diffuse, ambient, specular, specular power; then three lists, each with the number of its
// values first: scalar opacity (x, opacity), gradient opacity (x, opacity), colour (x, r, g, b).
#include "base/json_text.h"
#include "transfer/formats/format.h"
#include "transfer/formats/merged_points.h"
#include "transfer/formats/vtk_curve.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <sstream>

namespace voxmarch {

namespace {

struct Line {
    int number = 0; ///< in the file, from 1
    std::vector<double> values;

    [[noreturn]] void fail(const std::string &problem) const {
        throw FormatProblem(fmt::format("line {}: {}", number, problem));
    }
};

std::vector<Line> lines_of(const std::string &bytes) {
    std::vector<Line> lines;
    std::istringstream stream(bytes);
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::vector<std::string> words = text::words(line);
        if (words.empty()) {
            continue;
        }
        lines.push_back({number, {}});
        for (const std::string &word : words) {
            const std::optional<double> value = text::to_double(word);
            if (!value || !std::isfinite(*value)) {
                lines.back().fail(fmt::format("'{:.40}' is not a number", word));
            }
            lines.back().values.push_back(*value);
        }
    }
    return lines;
}

/// Rows of `columns` numbers; all but the first of a row must lie in 0 .. 1.
std::vector<std::vector<double>> rows_of(const Line &line, std::size_t columns, const char *what) {
    const std::size_t count = line.values.size() - 1;
    if (line.values[0] != static_cast<double>(count) || count == 0 || count % columns != 0) {
        line.fail(fmt::format("the {} list announces {} values and holds {}; it needs {} for each point", what,
                              line.values[0], count, columns));
    }
    std::vector<std::vector<double>> rows(count / columns);
    for (std::size_t i = 1; i <= count; ++i) {
        if ((i - 1) % columns != 0 && !(line.values[i] >= 0.0 && line.values[i] <= 1.0)) {
            line.fail(fmt::format("value {} of the {} list, {}, is outside 0 .. 1", i, what, line.values[i]));
        }
        rows[(i - 1) / columns].push_back(line.values[i]);
    }
    return rows;
}

template <typename Point> std::string numbers_of(const Point &point);
template <> std::string numbers_of(const OpacityPoint &point) {
    return fmt::format(" {} {}", json_text(point.scalar), json_text(point.opacity));
}
template <> std::string numbers_of(const ColorPoint &point) {
    return fmt::format(" {} {} {} {}", json_text(point.scalar), json_text(point.color.r), json_text(point.color.g),
                       json_text(point.color.b));
}

template <typename Point> std::string list_of(const std::vector<Point> &points, std::size_t columns) {
    std::string line = fmt::format("{}", points.size() * columns);
    for (const Point &point : without_steps(points)) {
        line += numbers_of(point);
    }
    return line;
}

} // namespace

TransferFunction read_slicer_vp(const std::string &bytes, TransferNotes &notes) {
    const std::vector<Line> lines = lines_of(bytes);
    constexpr std::size_t wanted = 9;
    if (lines.size() < wanted) {
        throw FormatProblem(fmt::format("line {}: ends after {} of {} entries", lines.empty() ? 1 : lines.back().number,
                                        lines.size(), wanted));
    }
    TransferFunction transfer;
    transfer.description = "imported from a 3D Slicer volume property";
    transfer.domain = TransferDomain::value;
    std::vector<VtkNode<OpacityPoint>> opacities;
    for (const std::vector<double> &row : rows_of(lines[6], 2, "scalar opacity")) {
        opacities.push_back({{row[0], row[1]}, {}});
    }
    std::vector<VtkNode<OpacityPoint>> gradients;
    for (const std::vector<double> &row : rows_of(lines[7], 2, "gradient opacity")) {
        gradients.push_back({{row[0], row[1]}, {}});
    }
    std::vector<VtkNode<ColorPoint>> colors;
    for (const std::vector<double> &row : rows_of(lines[8], 4, "colour")) {
        colors.push_back({{row[0], {row[1], row[2], row[3]}}, {}});
    }
    transfer.opacities = unbent(std::move(opacities), &OpacityPoint::opacity);
    transfer.colors = unbent(std::move(colors), &ColorPoint::color);
    transfer.gradient_opacities = gradient_points(unbent(std::move(gradients), &OpacityPoint::opacity));
    if (lines.size() > wanted) {
        notes.push_back(fmt::format("ignored what it does not know: line {} and further ones", lines[wanted].number));
    }
    return transfer;
}

std::string write_slicer_vp(const TransferFunction &transfer, TransferNotes &notes) {
    if (transfer.domain == TransferDomain::normalised) {
        notes.push_back("Slicer takes scalars as the file's values: those of a normalised function stay 0 .. 1");
    }
    const std::string gradients =
        transfer.gradient_opacities.empty() ? "4 0 1 255 1" : list_of(opacity_points(transfer.gradient_opacities), 2);
    return fmt::format("1\n1\n0.9\n0.1\n0.2\n10\n{}\n{}\n{}\n", list_of(transfer.opacities, 2), gradients,
                       list_of(transfer.colors, 4));
}

} // namespace voxmarch
