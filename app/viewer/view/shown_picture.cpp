// Uploads new frames into textures, and makes the picture of the difference of two.
#include "app/viewer/view/shown_picture.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace voxmarch {

namespace {

/// Where two pictures of equal size differ, 16 times as strong.
Image difference_image(const Image &a, const Image &b) {
    Image result = a;
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        const int difference = 16 * std::abs(int(a.rgba[i]) - int(b.rgba[i]));
        result.rgba[i] = i % 4 == 3 ? 255 : static_cast<std::uint8_t>(std::min(difference, 255));
    }
    return result;
}

} // namespace

void ShownPicture::take(Frame &&next, bool differs) {
    frame = std::move(next);
    image = std::exchange(frame.image, {});
    texture.show(image);
    difference.reset();
    has_other = frame.other.has_value();
    if (has_other) {
        other_image = std::move(*frame.other);
        frame.other.reset();
        if (frame.final) {
            difference = compare(image, other_image);
        }
        show_other(differs);
    }
}

Image beside_each_other(const Image &a, const Image &b, int width) {
    Image result{width, a.height, Pixels(std::size_t(width) * std::size_t(a.height) * 4)};
    constexpr std::uint8_t black[4] = {0, 0, 0, 255};
    for (std::size_t i = 0; i < result.rgba.size(); ++i) {
        result.rgba[i] = black[i % 4];
    }
    const auto columns = static_cast<std::size_t>(std::min(a.width, width));
    for (int y = 0; y < a.height; ++y) {
        std::uint8_t *const row = result.rgba.data() + 4 * std::size_t(y) * std::size_t(width);
        std::copy_n(a.pixel(0, y), 4 * columns, row);
        std::copy_n(b.pixel(0, y), 4 * columns, row + 4 * (std::size_t(width) - columns));
    }
    return result;
}

void ShownPicture::show_other(bool differs) {
    if (has_other) {
        const bool alike = image.width == other_image.width && image.height == other_image.height;
        other_texture.show(differs && alike ? difference_image(image, other_image) : other_image);
    }
}

} // namespace voxmarch
