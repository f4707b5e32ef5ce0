// How world coordinates are written outside: as DICOM and ITK do (LPS) or as NIfTI does (RAS), and in which unit.
#pragma once

#include "base/enum_names.h"
#include "volume/grid.h"
#include "voxmarch/choices.h"

#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

template <> struct EnumNames<Convention> {
    static constexpr Named<Convention> all[] = {{Convention::lps, "lps"}, {Convention::ras, "ras"}};
};

/// Coordinates as users and files outside of the program have them. Within it patients lie in LPS. RAS differs by half
/// a turn about z, so places, directions and normals of planes are all turned alike, distances of planes stay, and
/// triangles keep their sides. Where the grid states no patient orientation nothing is ever turned.
class OuterWorld {
public:
    explicit OuterWorld(const Grid &grid, Convention wanted = Convention::lps);

    /// Whether coordinates outside differ from those within.
    bool turned() const { return convention_ == Convention::ras; }

    /// Place, direction or normal, from within to outside.
    glm::dvec3 from_world(const glm::dvec3 &vector) const { return turn(vector); }

    /// Place, direction or normal, from outside to within.
    glm::dvec3 to_world(const glm::dvec3 &vector) const { return turn(vector); }

    /// Empty where the grid states no patient orientation.
    std::optional<Convention> convention() const { return convention_; }
    LengthUnit unit() const { return unit_; }

    /// "LPS (x to the patient's left, y to the back, z to the head), mm".
    std::string text() const;

    /// The same in one word for comments of files, as 3D Slicer reads it: "SPACE=LPS;UNIT=mm"; what is not known is
    /// left out, so it may be "".
    std::string tag() const;

    /// Name of a column of tables with a coordinate: "x_lps_mm", "x_mm" or "x".
    std::string column(std::string_view name) const;

    /// Name of a column with a length: "length_mm" or "length".
    std::string length_column(std::string_view name) const;

    /// Of coordinates in another unit. @param unit  what they are converted to
    OuterWorld in(LengthUnit unit) const;

private:
    std::optional<Convention> convention_;
    LengthUnit unit_;

    glm::dvec3 turn(const glm::dvec3 &v) const { return turned() ? glm::dvec3(-v.x, -v.y, v.z) : v; }
};

/// What a comment of a file says about its coordinates.
struct WorldTag {
    std::optional<Convention> convention;
    LengthUnit unit = LengthUnit::unknown;
};

/// Finds "SPACE=LPS" and "UNIT=mm" anywhere in the text.
WorldTag find_world_tag(std::string_view text);

/// Angle in degrees between the voxel axes and the world axes that are nearest to them, the largest of the three.
/// Range [0, 55).
double obliqueness(const Grid &grid);

/// Axes turned by more than this from the world's are oblique, degrees.
constexpr double oblique_from = 1.0;

/// The vector to be printed: parts that are rounding beside `scale` become 0, and -0 becomes 0.
glm::dvec3 without_rounding(const glm::dvec3 &vector, double scale);

} // namespace voxmarch
