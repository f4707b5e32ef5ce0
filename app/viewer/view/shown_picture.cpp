// Uploads new frames into textures.
#include "app/viewer/view/shown_picture.h"

#include "scene/finished_picture.h"

#include <utility>

namespace voxmarch {

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

void ShownPicture::forget_numbers() {
    const Frame last = std::exchange(frame, {});
    frame.request = last.request;
    frame.final = last.final;
    frame.scale = last.scale;
    frame.width = last.width;
    frame.height = last.height;
    frame.camera = last.camera;
    difference.reset();
}

void ShownPicture::forget() {
    frame = {};
    image = other_image = {};
    texture.forget();
    other_texture.forget();
    has_other = false;
    difference.reset();
}

void ShownPicture::show_other(bool differs) {
    if (has_other) {
        const bool alike = image.width == other_image.width && image.height == other_image.height;
        other_texture.show(differs && alike ? difference_image(image, other_image) : other_image);
    }
}

} // namespace voxmarch
