// Tables of numbers (CSV): a point a line, columns by name or the first three.
#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/particles/particles.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// Cells between commas, semicolons or tabs, whichever the line has first in this order; else between blanks.
std::vector<std::string> cells_of(std::string_view line) {
    for (const char separator : {',', ';', '\t'}) {
        if (line.find(separator) != std::string_view::npos) {
            std::vector<std::string> cells = text::split(line, separator);
            std::ranges::transform(cells, cells.begin(), [](const std::string &cell) { return text::trim(cell); });
            return cells;
        }
    }
    return text::words(line);
}

std::string name_in(std::string cell) {
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') {
        cell = cell.substr(1, cell.size() - 2);
    }
    return text::lower(text::trim(cell));
}

/// Columns of x, y, z and of masses.
struct Columns {
    std::array<std::size_t, 3> place{0, 1, 2};
    std::optional<std::size_t> mass{};
};

/// @param names  in lower case; as people and ParaView write them
std::optional<Columns> columns_named(const std::vector<std::string> &names) {
    const auto column = [&](std::initializer_list<std::string_view> known) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(
            names, [&](const std::string &name) { return std::ranges::find(known, name) != known.end(); });
        return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
    };
    const auto x = column({"x", "points:0"}), y = column({"y", "points:1"}), z = column({"z", "points:2"});
    return x && y && z ? std::optional(Columns{{*x, *y, *z}, column({"mass"})}) : std::nullopt;
}

double number_in(const std::vector<std::string> &cells, std::size_t column, std::size_t line, const fs::path &file) {
    if (column >= cells.size()) {
        throw FileError(
            file, fmt::format("has {} columns in line {}, where column {} is needed", cells.size(), line, column + 1));
    }
    const auto number = text::to_double(cells[column]);
    if (!number) {
        throw FileError(file, fmt::format("'{}' in line {} is no number; a table of points has the columns x, y and z",
                                          text::one_line(cells[column], 40), line));
    }
    return *number;
}

} // namespace

Particles read_particle_table(const fs::path &file) {
    const FileMapping mapping(file, 0, size_of_file(file));
    std::string_view text(reinterpret_cast<const char *>(mapping.bytes().data()), mapping.bytes().size());
    if (text.starts_with("\xef\xbb\xbf")) { // of UTF-8, as spreadsheets write it
        text.remove_prefix(3);
    }
    if (text.find('\0') != std::string_view::npos) {
        throw FileError(file, "holds no points: it is no PLY, no VTK and no table of numbers (CSV)");
    }
    Particles particles;
    std::optional<Columns> columns;
    std::size_t line_number = 0;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        const std::string line = text::trim(text.substr(at, end - at));
        ++line_number;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        std::vector<std::string> cells = cells_of(line);
        if (!columns) {
            std::vector<std::string> names;
            std::ranges::transform(cells, std::back_inserter(names), name_in);
            const std::optional<Columns> named = columns_named(names);
            columns = named.value_or(Columns{});
            if (named) {
                continue;
            }
        }
        const auto number = [&](std::size_t column) { return number_in(cells, column, line_number, file); };
        const double x = number(columns->place[0]), y = number(columns->place[1]), z = number(columns->place[2]);
        particles.positions.emplace_back(x, y, z);
        if (columns->mass) {
            particles.masses.push_back(number(*columns->mass));
        }
    }
    return particles;
}

} // namespace voxmarch
