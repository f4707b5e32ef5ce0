// Light is split off, smoothed level by level and put back.
#include "renderer/reference/denoise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>

namespace voxmarch {

namespace {

/// What is known of a pixel.
struct LitPixel {
    bool takes_part = false;
    glm::dvec3 light{0.0}, albedo{0.0}, share{0.0}; ///< the last is what light is multiplied by to give colour
    double variance = 0.0;                          ///< of the light's luminance
    glm::dvec3 normal{0.0};
    double depth = 0.0; ///< 0: none
    glm::dvec2 slope{0.0};
    double normal_doubt = 0.0, depth_doubt = 0.0, albedo_doubt = 0.0; ///< apart from the neighbour that is most alike
};

/// Of light.
struct Brightness {
    double luminance = 0.0, variance = 0.0;
};

double luminance_of(const glm::dvec3 &rgb) { return glm::dot(rgb, {0.2126, 0.7152, 0.0722}); }

class ReferenceDenoiser {
public:
    ReferenceDenoiser(const DenoisePicture &picture, const DenoiseSettings &settings)
        : settings_(settings), width_(picture.width), height_(picture.height), pixels_(picture.variance.size()) {
        for (std::size_t i = 0; i < pixels_.size(); ++i) {
            split(picture, i);
        }
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                const double depth = pixels_[index(x, y)].depth;
                pixels_[index(x, y)].slope = {slope(depth_at(x - 1, y), depth, depth_at(x + 1, y)),
                                              slope(depth_at(x, y - 1), depth, depth_at(x, y + 1))};
            }
        }
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                find_doubts(x, y);
            }
        }
    }

    void smooth(int spacing) {
        std::vector<Brightness> around(pixels_.size());
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                around[index(x, y)] = brightness_around(x, y);
            }
        }
        std::vector<LitPixel> smooth = pixels_;
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                if (pixels_[index(x, y)].takes_part) {
                    exchange(x, y, spacing, around, smooth[index(x, y)]);
                }
            }
        }
        pixels_ = std::move(smooth);
    }

    std::vector<float> joined(const DenoisePicture &picture) const {
        std::vector<float> result = picture.color;
        for (std::size_t i = 0; i < pixels_.size(); ++i) {
            for (std::size_t c = 0; c < 4; ++c) {
                float &value = result[4 * i + c];
                if (!pixels_[i].takes_part) {
                    value = std::isfinite(value) ? value : 0.0f;
                } else if (c < 3) {
                    const auto channel = static_cast<glm::length_t>(c);
                    value = static_cast<float>(pixels_[i].light[channel] * pixels_[i].share[channel]);
                }
            }
        }
        return result;
    }

private:
    DenoiseSettings settings_;
    int width_, height_;
    std::vector<LitPixel> pixels_;

    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    }
    bool is_inside(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
    double depth_at(int x, int y) const { return is_inside(x, y) ? pixels_[index(x, y)].depth : 0.0; }

    void split(const DenoisePicture &picture, std::size_t i) {
        const auto four = [&](const std::vector<float> &values) {
            return glm::dvec4(values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]);
        };
        const auto is_usable = [](const glm::dvec4 &values) {
            return glm::all(glm::lessThanEqual(glm::abs(values), glm::dvec4(1e9)));
        };
        const glm::dvec4 color = four(picture.color), albedo = four(picture.albedo), normal = four(picture.normal);
        const double variance = picture.variance[i];
        LitPixel &pixel = pixels_[i];
        pixel.depth = normal.w > 0.0 && normal.w <= 1e9 ? normal.w : 0.0;
        pixel.takes_part = is_usable(color) && is_usable(albedo) && is_usable(normal) && std::abs(variance) <= 1e18 &&
                           albedo.w > 0.0 && pixel.depth > 0.0;
        if (pixel.takes_part) {
            pixel.normal = glm::dvec3(normal);
            pixel.albedo = glm::clamp(glm::dvec3(albedo) / albedo.w, 0.0, 1.0);
            pixel.share = glm::max(pixel.albedo * albedo.w, 1e-3);
            pixel.light = glm::dvec3(color) / pixel.share;
            pixel.variance = std::max(variance, 0.0) / std::pow(luminance_of(pixel.share), 2.0);
        }
    }

    /// How much depth grows from a pixel to the next, by what is known on both sides.
    static double slope(double before, double here, double behind) {
        const double left = here - before, right = behind - here;
        if (before == 0.0 || behind == 0.0) {
            return behind != 0.0 ? right : before != 0.0 ? left : 0.0;
        }
        return (left > 0.0) != (right > 0.0) ? 0.0 : std::abs(left) < std::abs(right) ? left : right;
    }

    void find_doubts(int x, int y) {
        constexpr double far = 1e30;
        LitPixel &here = pixels_[index(x, y)];
        double normal = far, depth = far, albedo = far;
        for (int j = -1; j <= 1; ++j) {
            for (int i = -1; i <= 1; ++i) {
                if ((i == 0 && j == 0) || !is_inside(x + i, y + j) || !pixels_[index(x + i, y + j)].takes_part) {
                    continue;
                }
                const LitPixel &there = pixels_[index(x + i, y + j)];
                normal = std::min(normal, glm::distance(here.normal, there.normal));
                albedo = std::min(albedo, glm::distance(here.albedo, there.albedo));
                if (i != 0 && j != 0) {
                    depth =
                        std::min(depth, std::abs(there.depth - here.depth - glm::dot(here.slope, glm::dvec2(i, j))));
                }
            }
        }
        here.normal_doubt = normal < far ? normal : 0.0;
        here.depth_doubt = depth < far ? depth : 0.0;
        here.albedo_doubt = albedo < far ? albedo : 0.0;
    }

    /// Over 3x3 pixels.
    Brightness brightness_around(int x, int y) const {
        Brightness sum;
        double weights = 0.0;
        for (int j = -1; j <= 1; ++j) {
            for (int i = -1; i <= 1; ++i) {
                if (is_inside(x + i, y + j) && pixels_[index(x + i, y + j)].takes_part) {
                    const double weight = (i == 0 ? 2.0 : 1.0) * (j == 0 ? 2.0 : 1.0);
                    sum.luminance += weight * luminance_of(pixels_[index(x + i, y + j)].light);
                    sum.variance += weight * pixels_[index(x + i, y + j)].variance;
                    weights += weight;
                }
            }
        }
        return weights > 0.0 ? Brightness{sum.luminance / weights, sum.variance / weights} : Brightness{};
    }

    /// What keeps two pixels apart, beside their light.
    double geometry(const LitPixel &a, const LitPixel &b, const glm::dvec2 &offset) const {
        const double deeper = b.depth - a.depth;
        const double off =
            (std::abs(deeper - glm::dot(a.slope, offset)) + std::abs(deeper - glm::dot(b.slope, offset))) / 2.0;
        const auto apart = [](double distance, double tolerance, double doubt_a, double doubt_b) {
            return distance * distance / (tolerance * tolerance + 16.0 * doubt_a * doubt_a + 16.0 * doubt_b * doubt_b);
        };
        return apart(glm::distance(a.normal, b.normal), settings_.normal, a.normal_doubt, b.normal_doubt) +
               off / (settings_.depth * (a.depth + b.depth) / 2.0 + 4.0 * (a.depth_doubt + b.depth_doubt)) +
               apart(glm::distance(a.albedo, b.albedo), settings_.albedo, a.albedo_doubt, b.albedo_doubt);
    }
    double contrast(const Brightness &a, const Brightness &b) const {
        return std::abs(b.luminance - a.luminance) /
               std::max(settings_.luminance * std::sqrt(a.variance + b.variance), 1e-10);
    }

    void exchange(int x, int y, int spacing, const std::vector<Brightness> &around, LitPixel &result) const {
        constexpr std::array<double, 5> spline{1.0 / 16.0, 1.0 / 4.0, 3.0 / 8.0, 1.0 / 4.0, 1.0 / 16.0};
        const LitPixel &here = pixels_[index(x, y)];
        double kept = 1.0, variance = 0.0;
        for (int j = -2; j <= 2; ++j) {
            for (int i = -2; i <= 2; ++i) {
                const glm::ivec2 offset = spacing * glm::ivec2(i, j);
                if ((i == 0 && j == 0) || !is_inside(x + offset.x, y + offset.y)) {
                    continue;
                }
                const std::size_t other = index(x + offset.x, y + offset.y);
                const LitPixel &there = pixels_[other];
                if (!there.takes_part) {
                    continue;
                }
                const double apart =
                    geometry(here, there, glm::dvec2(offset)) + contrast(around[index(x, y)], around[other]);
                const double weight = spline[static_cast<std::size_t>(i + 2)] *
                                      spline[static_cast<std::size_t>(j + 2)] * std::exp(-apart);
                result.light += weight * glm::min(here.share, there.share) / here.share * (there.light - here.light);
                const double grey = luminance_of(here.share);
                const double part = weight * std::min(grey, luminance_of(there.share)) / grey;
                kept -= part;
                variance += part * part * there.variance;
            }
        }
        result.variance = variance + kept * kept * here.variance;
    }
};

} // namespace

std::vector<float> reference_denoise(const DenoisePicture &picture, const DenoiseSettings &settings) {
    ReferenceDenoiser denoiser(picture, settings);
    for (int level = 0; level < settings.levels; ++level) {
        denoiser.smooth(1 << level);
    }
    return denoiser.joined(picture);
}

} // namespace voxmarch
