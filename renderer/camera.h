// A camera in world coordinates, perspective or orthographic, and the rays of its pixels.
#pragma once

#include "base/enum_names.h"

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

/// Which rays a camera has: from its eye, or parallel ones.
enum class Projection { perspective, orthographic };

template <> struct EnumNames<Projection> {
    static constexpr Named<Projection> all[] = {{Projection::perspective, "perspective"},
                                                {Projection::orthographic, "orthographic"}};
};

struct Camera {
    glm::dvec3 eye{0.0, 0.0, 1.0};   ///< world
    glm::dvec3 target{0.0};          ///< world; differs from eye
    glm::dvec3 up{0.0, 1.0, 0.0};    ///< any vector not parallel to the line of sight
    double fov = 53.130102354155978; ///< vertical opening angle in degrees, (0, 180)
    /// Of an orthographic camera, whose rays are parallel: height of the picture in the world, > 0; its rays begin in
    /// the plane through the eye, and fov counts for nothing. Empty: a perspective camera.
    std::optional<double> height;
    std::optional<PictureCrop> crop; ///< empty: the whole picture
    glm::dvec2 subpixel{0.0}; ///< where in its pixel each ray goes, from the middle to the right and down, pixels
    bool operator==(const Camera &) const = default;
};

/// The pixel-to-ray map of a camera: the ray of pixel (x, y), (0, 0) at the top left, has the unnormalised world
/// direction corner + x * dx + y * dy and starts at eye + x * eye_dx + y * eye_dy (thesis 3.6.2). Perspective cameras
/// have the steps of directions, orthographic ones those of starts, and a corner of unit length; the others are 0.
struct PixelRays {
    glm::dvec3 corner, dx{0.0}, dy{0.0};
    glm::dvec3 eye, eye_dx{0.0}, eye_dy{0.0};

    glm::dvec3 direction(double x, double y) const { return corner + x * dx + y * dy; }
    glm::dvec3 start(double x, double y) const { return eye + x * eye_dx + y * eye_dy; }
};

/// @throws UsageError if eye = target, up is parallel to the line of sight, or fov or height is out of range
PixelRays pixel_rays(const Camera &camera, int width, int height);

/// Height in the world of what the picture shows of a plane across the line of sight.
/// @param depth  of the plane from the eye
double height_at(const Camera &camera, double depth);

/// The camera with parallel rays, or with those from one place: what the picture shows of the plane through the target
/// stays. An orthographic camera keeps its eye; a perspective one moves along the line of sight.
Camera orthographic(const Camera &camera);
Camera perspective(const Camera &camera);
Camera projected(const Camera &camera, Projection projection);

/// The camera turned as VTK's vtkCamera is, degrees. Azimuth: the eye around the target about `up`, > 0: to the right;
/// elevation: about the picture's horizontal, > 0: up, at the poles `up` turns along; roll: `up` about the line of
/// sight, > 0: the picture turns counterclockwise.
Camera with_azimuth(const Camera &camera, double degrees);
Camera with_elevation(const Camera &camera, double degrees);
Camera with_roll(const Camera &camera, double degrees);

/// Divides the opening angle, or the height of an orthographic camera. @param factor  > 0
Camera magnified(const Camera &camera, double factor);

/// One turn that a text asks for.
struct CameraTurn {
    std::string name; ///< azimuth, elevation or roll
    double degrees;
};

/// What a text says about a camera. Nothing of it is wrong in itself; together with another camera it may be.
struct CameraParts {
    std::optional<glm::dvec3> eye, target, up;
    std::optional<double> fov, height;
    std::vector<CameraTurn> turns; ///< in their order
    double zoom = 1.0;             ///< > 0

    /// Whether it says where the camera is or how much it shows: beside turns and zoom.
    bool places() const { return eye || target || up || fov || height; }
};

/// Parses "eye=x,y,z,target=x,y,z,up=x,y,z,fov=deg,height=h,azimuth=deg,elevation=deg,roll=deg,zoom=factor".
/// @throws UsageError naming the part that is wrong
CameraParts parse_camera_parts(const std::string &text);

/// The camera with these parts, all but zoom: turns come last. Parts left out keep the value of `base`.
/// @param other_up  for cameras whose line of sight is along the up of `base`, where the parts name none
/// @throws UsageError for an impossible camera
Camera with_parts(const Camera &base, const CameraParts &parts, const glm::dvec3 &other_up = {0.0, 0.0, -1.0});

/// Both, and zoom.
Camera parse_camera(const std::string &text, const Camera &base, const glm::dvec3 &other_up = {0.0, 0.0, -1.0});

/// The text parse_camera reads, with all digits.
std::string to_string(const Camera &camera);

} // namespace voxmarch
