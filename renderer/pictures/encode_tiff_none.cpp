// In the place of encode_tiff.cpp where libtiff is missing.
#include "base/error.h"
#include "renderer/pictures/encoders.h"

namespace voxmarch {

bool can_encode_tiff() { return false; }

std::string encode_tiff(const Image & /*image*/, const PictureWords & /*words*/) {
    throw UnsupportedError("this build writes no TIFF: libtiff is missing (install libtiff-dev and configure again)");
}

} // namespace voxmarch
