// In the place of encode_jpeg.cpp where libjpeg is missing.
#include "base/error.h"
#include "renderer/pictures/encoders.h"

namespace voxmarch {

bool can_encode_jpeg() { return false; }

std::string encode_jpeg(const Image & /*image*/, int /*quality*/, const PictureWords & /*words*/) {
    throw UnsupportedError("this build writes no JPEG: libjpeg is missing (install libjpeg-dev and configure again)");
}

std::string encode_jpeg_quickly(const Image &image, int quality, bool /*half_colors*/) {
    return encode_jpeg(image, quality, {});
}

} // namespace voxmarch
