// A build without OpenEXR.
#include "renderer/pictures/decoders.h"

#include "base/format_problem.h"

namespace voxmarch {

LightPixels decode_exr(std::string_view /*bytes*/) {
    throw FormatProblem("is an OpenEXR picture, which this build cannot read: it was made without OpenEXR");
}

} // namespace voxmarch
