// Checks on the axes, origin and data file that a header states.
#include "volume/formats/file_grid.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

bool is_finite(const glm::dvec3 &v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

} // namespace

void set_axes(Grid &grid, const glm::dmat3 &world_step_per_voxel, const std::filesystem::path &file) {
    glm::dmat3 unit(1.0);
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 step = world_step_per_voxel[axis];
        const double length = glm::length(step);
        if (!is_finite(step) || !(length > 0.0) || !std::isfinite(length)) {
            throw FileError(file, "the distance of voxels along an axis is zero or not a number");
        }
        grid.spacing[axis] = length;
        unit[axis] = step / length;
    }
    const double skew = std::max({std::abs(glm::dot(unit[0], unit[1])), std::abs(glm::dot(unit[0], unit[2])),
                                  std::abs(glm::dot(unit[1], unit[2]))});
    if (skew > 1e-3) {
        throw FileError(file,
                        "its axes are not perpendicular (sheared grid, gantry tilt); resample it to a right-angled "
                        "grid first");
    }
    // What is left is rounding in the file: make the axes exactly perpendicular, keeping the handedness.
    const double handedness = glm::determinant(unit) < 0.0 ? -1.0 : 1.0;
    const glm::dvec3 x = unit[0];
    const glm::dvec3 z = handedness * glm::normalize(glm::cross(x, unit[1]));
    grid.direction = glm::dmat3(x, handedness * glm::cross(z, x), z);
}

void set_origin(Grid &grid, const glm::dvec3 &origin, const std::filesystem::path &file) {
    if (!is_finite(origin)) {
        throw FileError(file, "its origin is not a number");
    }
    require_measure(origin, file);
    grid.origin = origin;
}

AxisUnits axis_units(const std::vector<std::string> &words, std::vector<Note> &notes) {
    AxisUnits result;
    std::vector<ScaledUnit> units;
    std::string stated;
    for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 3); ++i) {
        stated += (stated.empty() ? "" : ", ") + words[i];
        if (const auto unit = scaled_unit_from_text(words[i])) {
            units.push_back(*unit);
        }
    }
    const std::size_t stated_axes = std::min<std::size_t>(words.size(), 3);
    if (stated_axes == 0 || units.size() < stated_axes) {
        if (stated.find_first_not_of(", ?") != std::string::npos &&
            (!units.empty() || stated.find("pix") == stated.npos)) {
            notes.emplace_back("The units of its axes (" + stated + ") are not all lengths; lengths have no unit.");
        }
        return result;
    }
    result.unit = units.front().unit;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const double change =
            units[i].unit == result.unit ? 1.0 : *millimetres_per(units[i].unit) / *millimetres_per(result.unit);
        result.factors[static_cast<int>(i)] = units[i].factor() * change;
    }
    return result;
}

void set_unit(Grid &grid, const ScaledUnit &unit) {
    grid.unit = unit.unit;
    grid.spacing *= unit.factor();
    grid.origin *= unit.factor();
}

void set_patient_unit(Grid &grid) {
    if (grid.anatomical && grid.unit == LengthUnit::unknown) {
        grid.unit = LengthUnit::millimeter;
    }
}

void convert_to_lps(Grid &grid, const glm::dvec3 &flip) {
    grid.origin *= flip;
    for (int axis = 0; axis < 3; ++axis) {
        grid.direction[axis] *= flip;
    }
}

std::filesystem::path resolve_data_file(const std::filesystem::path &header, const std::string &name) {
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path folder = fs::weakly_canonical(fs::absolute(header).parent_path(), problem);
    const fs::path data = fs::weakly_canonical(folder / name, problem);
    const auto inside = std::mismatch(folder.begin(), folder.end(), data.begin(), data.end());
    if (name.empty() || problem || inside.first != folder.end() || inside.second == data.end()) {
        throw FileError(header, "names the data file '" + name + "', which does not lie in its folder or below");
    }
    if (!fs::exists(data, problem)) {
        throw FileError(header, "its data file '" + name + "' is missing");
    }
    return data;
}

} // namespace voxmarch
