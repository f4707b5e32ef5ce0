// Interpolates colours in HSV, CIE Lab and Msh.
#include "transfer/color_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

using glm::dvec3;

/// White of D65, 2 degrees.
const dvec3 d65_white{0.9505, 1.0, 1.089};

dvec3 hsv_from_rgb(dvec3 rgb) {
    const double high = std::max({rgb.r, rgb.g, rgb.b}), low = std::min({rgb.r, rgb.g, rgb.b});
    const double chroma = high - low;
    if (chroma <= 0.0) {
        return {0.0, 0.0, high};
    }
    const double sixths = high == rgb.r   ? (rgb.g - rgb.b) / chroma
                          : high == rgb.g ? 2.0 + (rgb.b - rgb.r) / chroma
                                          : 4.0 + (rgb.r - rgb.g) / chroma;
    return {sixths < 0.0 ? sixths / 6.0 + 1.0 : sixths / 6.0, chroma / high, high};
}

dvec3 rgb_from_hsv(dvec3 hsv) {
    dvec3 rgb;
    const double shifts[] = {0.0, 2.0 / 3.0, 1.0 / 3.0};
    for (int channel = 0; channel < 3; ++channel) {
        const double distance = std::abs(std::fmod(hsv.x + shifts[channel] + 0.5, 1.0) - 0.5) * 6.0;
        rgb[channel] = hsv.z * (1.0 - hsv.y * std::clamp(distance - 1.0, 0.0, 1.0));
    }
    return rgb;
}

dvec3 lab_from_rgb(dvec3 rgb) {
    for (int channel = 0; channel < 3; ++channel) {
        rgb[channel] = linear_light(rgb[channel]);
    }
    dvec3 xyz{glm::dot(dvec3(0.4124, 0.3576, 0.1805), rgb), glm::dot(dvec3(0.2126, 0.7152, 0.0722), rgb),
              glm::dot(dvec3(0.0193, 0.1192, 0.9505), rgb)};
    xyz /= d65_white;
    for (int axis = 0; axis < 3; ++axis) {
        xyz[axis] = xyz[axis] > 0.008856 ? std::cbrt(xyz[axis]) : 7.787 * xyz[axis] + 16.0 / 116.0;
    }
    return {116.0 * xyz.y - 16.0, 500.0 * (xyz.x - xyz.y), 200.0 * (xyz.y - xyz.z)};
}

dvec3 rgb_from_lab(dvec3 lab) {
    const double y = (lab.x + 16.0) / 116.0;
    dvec3 xyz{y + lab.y / 500.0, y, y - lab.z / 200.0};
    for (int axis = 0; axis < 3; ++axis) {
        const double cube = xyz[axis] * xyz[axis] * xyz[axis];
        xyz[axis] = cube > 0.008856 ? cube : (xyz[axis] - 16.0 / 116.0) / 7.787;
    }
    xyz *= d65_white;
    dvec3 rgb{glm::dot(dvec3(3.2406, -1.5372, -0.4986), xyz), glm::dot(dvec3(-0.9689, 1.8758, 0.0415), xyz),
              glm::dot(dvec3(0.0557, -0.2040, 1.0570), xyz)};
    for (int channel = 0; channel < 3; ++channel) {
        const double c = rgb[channel];
        rgb[channel] = std::clamp(c > 0.0031308 ? 1.055 * std::pow(c, 1.0 / 2.4) - 0.055 : 12.92 * c, 0.0, 1.0);
    }
    return rgb;
}

/// Moreland's polar form of Lab: magnitude, saturation (angle), hue (angle).
dvec3 msh_from_lab(dvec3 lab) {
    const double magnitude = glm::length(lab);
    const double saturation = magnitude > 0.001 ? std::acos(lab.x / magnitude) : 0.0;
    return {magnitude, saturation, saturation > 0.001 ? std::atan2(lab.z, lab.y) : 0.0};
}

dvec3 lab_from_msh(dvec3 msh) {
    return msh.x * dvec3(std::cos(msh.y), std::sin(msh.y) * std::cos(msh.z), std::sin(msh.y) * std::sin(msh.z));
}

/// The hue that an unsaturated end takes, so that the way to it looks straight.
double spun_hue(dvec3 msh, double unsaturated_magnitude) {
    if (msh.x >= unsaturated_magnitude - 0.1) {
        return msh.z;
    }
    const double spin =
        msh.y * std::sqrt(unsaturated_magnitude * unsaturated_magnitude - msh.x * msh.x) / (msh.x * std::sin(msh.y));
    return msh.z > -0.3 * std::numbers::pi ? msh.z + spin : msh.z - spin;
}

dvec3 diverging(dvec3 from_rgb, dvec3 to_rgb, double s) {
    constexpr double saturated = 0.05;
    dvec3 from = msh_from_lab(lab_from_rgb(from_rgb)), to = msh_from_lab(lab_from_rgb(to_rgb));
    const double angle = std::abs(std::remainder(from.z - to.z, 2.0 * std::numbers::pi));
    // Between two distinct saturated colours lies white.
    if (from.y > saturated && to.y > saturated && angle > 0.33 * std::numbers::pi) {
        const dvec3 middle{std::max({from.x, to.x, 88.0}), 0.0, 0.0};
        (s < 0.5 ? to : from) = middle;
        s = s < 0.5 ? 2.0 * s : 2.0 * s - 1.0;
    }
    if (from.y < saturated && to.y > saturated) {
        from.z = spun_hue(to, from.x);
    } else if (to.y < saturated && from.y > saturated) {
        to.z = spun_hue(from, to.x);
    }
    return rgb_from_lab(lab_from_msh(glm::mix(from, to, s)));
}

dvec3 between(const dvec3 &from, const dvec3 &to, double s, std::string_view space) {
    if (space == "HSV") {
        return rgb_from_hsv(glm::mix(hsv_from_rgb(from), hsv_from_rgb(to), s));
    }
    if (space == "Lab") {
        return rgb_from_lab(glm::mix(lab_from_rgb(from), lab_from_rgb(to), s));
    }
    return diverging(from, to, s);
}

} // namespace

double linear_light(double part) { return part > 0.04045 ? std::pow((part + 0.055) / 1.055, 2.4) : part / 12.92; }

std::vector<ColorPoint> in_color_space(const std::vector<ColorPoint> &colors, std::string_view space, bool &known) {
    const bool step = space == "Step";
    known = step || space == "RGB" || space == "HSV" || space == "Lab" || space == "Diverging";
    if (!known || space == "RGB") {
        return colors;
    }
    std::vector<ColorPoint> result;
    for (std::size_t i = 0; i + 1 < colors.size(); ++i) {
        const ColorPoint &from = colors[i], &to = colors[i + 1];
        // Pieces as fine as a thirty-second of the map follow every space within about 1/255.
        const double share = (to.scalar - from.scalar) / (colors.back().scalar - colors.front().scalar);
        const int pieces = step || !(share > 0.0) ? 1 : std::max(1, static_cast<int>(std::ceil(32.0 * share)));
        result.push_back(from);
        for (int piece = 1; piece < pieces; ++piece) {
            const double s = static_cast<double>(piece) / pieces;
            result.push_back({std::lerp(from.scalar, to.scalar, s), between(from.color, to.color, s, space)});
        }
        if (step) {
            result.push_back({to.scalar, from.color});
        }
    }
    result.push_back(colors.back());
    return result;
}

} // namespace voxmarch
