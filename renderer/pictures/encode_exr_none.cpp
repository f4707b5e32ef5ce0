// In the place of encode_exr.cpp where OpenEXR is missing.
#include "base/error.h"
#include "renderer/pictures/encoders.h"

namespace voxmarch {

bool can_encode_exr() { return false; }

std::string encode_exr(const FloatImage & /*linear*/, const PictureWords & /*words*/) {
    throw UnsupportedError(
        "this build writes no OpenEXR: OpenEXR is missing (install libopenexr-dev and configure again)");
}

} // namespace voxmarch
