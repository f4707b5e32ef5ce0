// A perspective camera in world coordinates and the named views.
#pragma once

#include "volume/grid.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// A part of a larger picture, pixels: what a camera shows of it is as large as the picture that is asked for.
struct PictureCrop {
    int width, height; ///< of the whole picture
    int x, y;          ///< the part's top left pixel in it
    bool operator==(const PictureCrop &) const = default;
};

struct Camera {
    glm::dvec3 eye{0.0, 0.0, 1.0};   ///< world
    glm::dvec3 target{0.0};          ///< world; differs from eye
    glm::dvec3 up{0.0, 1.0, 0.0};    ///< any vector not parallel to the line of sight
    double fov = 53.130102354155978; ///< vertical opening angle in degrees, (0, 180)
    std::optional<PictureCrop> crop; ///< empty: the whole picture
    glm::dvec2 subpixel{0.0}; ///< where in its pixel each ray goes, from the middle to the right and down, pixels
    bool operator==(const Camera &) const = default;
};

/// The pixel-to-ray map of a camera: the ray of pixel (x, y), (0, 0) at the top left, has the unnormalised world
/// direction corner + x * dx + y * dy and starts at the eye (thesis 3.6.2).
struct PixelRays {
    glm::dvec3 corner, dx, dy;
};

/// @throws UsageError if eye = target, up is parallel to the line of sight, or fov is out of range
PixelRays pixel_rays(const Camera &camera, int width, int height);

/// The standard view: eye at centre + 1.5 L normalize(0.6, 0.5, 0.8), up +y, tan(fov / 2) = 0.5.
Camera standard_view(const Grid &grid);

/// "standard", "iso", "front", "back", "left", "right", "top", "bottom". All but `standard` frame the box of voxel
/// centres in an image of the given width / height. Patient-oriented grids: front looks at the patient's face
/// (from anterior, superior up), left at the patient's left side; others: front looks along -z with +y up.
/// @throws UsageError for an unknown name
Camera named_view(const std::string &name, const Grid &grid, double aspect);

const std::vector<std::string> &view_names();

/// The camera moved along its line of sight, with the volume's centre as target, to where the whole box of voxel
/// centres is in an image of the given width / height, with a margin of 4 %.
Camera framed(const Camera &camera, const Grid &grid, double aspect);

/// The camera moved, not turned, so that it has all these places in an image of the given width / height: nearest with
/// a margin of 2 % at the borders that the places reach first, and in the middle along the other axis. The target lies
/// on the line of sight, in the middle of their depths. Without places it stays where it is.
Camera framed(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect);

/// View used when the user names none: `standard`, and `iso` for patient-oriented grids.
std::string default_view(const Grid &grid);

/// Parses "eye=x,y,z,target=x,y,z,up=x,y,z,fov=deg"; parts left out keep the value of `base`.
/// @param other_up  for cameras whose line of sight is along the up of `base`, where the text names none
/// @throws UsageError naming the part that is wrong
Camera parse_camera(const std::string &text, const Camera &base, const glm::dvec3 &other_up = {0.0, 0.0, -1.0});

/// The text parse_camera reads, with all digits.
std::string to_string(const Camera &camera);

} // namespace voxmarch
