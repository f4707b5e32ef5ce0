// Reads vertices and poly-lines with radii from legacy VTK files in text.
#include "base/error.h"
#include "skeleton/graph_file.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace voxmarch {

namespace {

/// Words of the file, one after the other.
class Words {
public:
    explicit Words(const std::filesystem::path &file) : file_(file), stream_(file) {
        if (!stream_) {
            fail("cannot be opened");
        }
        std::string version, format;
        std::getline(stream_, version);
        std::getline(stream_, title_);
        stream_ >> format;
        if (!version.starts_with("# vtk DataFile") || format != "ASCII") {
            fail("is no legacy VTK file in text", {{Remedy::write_lines}});
        }
    }

    const std::string &title() const { return title_; }

    bool next(std::string &word) { return static_cast<bool>(stream_ >> word); }

    template <typename T> T number(const char *what) {
        T value{};
        if (!(stream_ >> value)) {
            fail(fmt::format("a number was expected among {}", what));
        }
        return value;
    }

    /// How many there are; each takes a byte of the file at least.
    std::size_t count(const char *what) {
        const auto value = number<std::int64_t>(what);
        if (value < 0 || static_cast<std::uintmax_t>(value) > std::filesystem::file_size(file_)) {
            fail(fmt::format("has an impossible number of {}", what));
        }
        return static_cast<std::size_t>(value);
    }

    [[noreturn]] void fail(const std::string &problem, std::vector<Advice> advice = {}) const {
        throw FileError(file_, problem, std::move(advice));
    }

private:
    std::filesystem::path file_;
    std::ifstream stream_;
    std::string title_;
};

void read_points(Words &words, SkeletonLines &result) {
    result.points.resize(words.count("points"));
    std::string type;
    words.next(type);
    for (SkeletonPoint &point : result.points) {
        for (int axis = 0; axis < 3; ++axis) {
            point.position[axis] = words.number<double>("points");
        }
    }
}

/// The cells of VERTICES or LINES.
std::vector<std::vector<std::uint32_t>> read_cells(Words &words, std::size_t points) {
    std::vector<std::vector<std::uint32_t>> cells(words.count("lines"));
    words.count("numbers of lines");
    for (auto &cell : cells) {
        cell.resize(words.count("points of a line"));
        for (std::uint32_t &point : cell) {
            point = words.number<std::uint32_t>("lines");
            if (point >= points) {
                words.fail("a line has a point that is not there");
            }
        }
    }
    return cells;
}

} // namespace

SkeletonLines read_skeleton_lines(const std::filesystem::path &file) {
    Words words(file);
    SkeletonLines result;
    result.world = find_world_tag(words.title());
    bool of_points = false, has_radii = false;
    for (std::string word; words.next(word);) {
        if (word == "POINTS") {
            if (!result.points.empty()) {
                words.fail("holds points twice"); // lines would be of the first ones
            }
            read_points(words, result);
        } else if (word == "LINES") {
            result.lines = read_cells(words, result.points.size());
        } else if (word == "VERTICES") {
            for (const auto &cell : read_cells(words, result.points.size())) {
                result.lone_points.insert(result.lone_points.end(), cell.begin(), cell.end());
            }
        } else if (word == "POINT_DATA") {
            of_points = true;
        } else if (word == "radius" && of_points) {
            while (words.next(word) && word != "default") { // type, components, LOOKUP_TABLE default
            }
            for (SkeletonPoint &point : result.points) {
                point.radius = words.number<double>("radii");
            }
            has_radii = true;
        }
    }
    if ((result.lines.empty() && result.lone_points.empty()) || !has_radii) {
        words.fail("holds no lines or vertices with a radius at every point", {{Remedy::write_lines}});
    }
    return result;
}

SkeletonLines lines_in_world(SkeletonLines lines, const Grid &grid) {
    const OuterWorld outside(grid, lines.world.convention.value_or(Convention::lps));
    const auto from = millimetres_per(lines.world.unit), to = millimetres_per(grid.unit);
    const double scale = from && to ? *from / *to : 1.0;
    for (SkeletonPoint &point : lines.points) {
        point.position = scale * outside.to_world(point.position);
        point.radius *= scale;
    }
    lines.world = {outside.convention() ? std::optional(Convention::lps) : std::nullopt,
                   from ? grid.unit : lines.world.unit};
    return lines;
}

} // namespace voxmarch
