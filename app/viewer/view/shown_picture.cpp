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

void ShownPicture::show_other(bool differs) {
    if (has_other) {
        other_texture.show(differs ? difference_image(image, other_image) : other_image);
    }
}

} // namespace voxmarch
