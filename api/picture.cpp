// Turns frames of any kind into PNG files, with their session where one is given.
#include "api/convert.h"
#include "base/error.h"
#include "renderer/image.h"
#include "scene/provenance.h"
#include "voxmarch/renderer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch::v1 {

namespace {

std::uint8_t byte_of(float share) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255.0f));
}

/// Colours as PNG has them: not multiplied by their opacity.
Pixels bytes_of(const std::vector<float> &premultiplied) {
    Pixels bytes(premultiplied.size());
    for (std::size_t i = 0; i + 3 < premultiplied.size(); i += 4) {
        const float opacity = premultiplied[i + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            bytes[i + c] = opacity > 0.0f ? byte_of(premultiplied[i + c] / opacity) : 0;
        }
        bytes[i + 3] = byte_of(opacity);
    }
    return bytes;
}

/// A picture, and what is written into its file.
struct Written {
    Image image;
    std::vector<std::pair<std::string, std::string>> texts;
};

Written written(const Frame &frame, const Scene *session) {
    Written result{{frame.width, frame.height,
                    frame.rgba32f.empty() ? Pixels(frame.rgba8.begin(), frame.rgba8.end()) : bytes_of(frame.rgba32f)},
                   {}};
    const std::uint64_t pixels =
        static_cast<std::uint64_t>(std::max(frame.width, 0)) * static_cast<std::uint64_t>(std::max(frame.height, 0));
    if (pixels == 0 || result.image.rgba.size() != pixels * 4) {
        throw UsageError(fmt::format("a frame of {}x{} pixels holds {} numbers", frame.width, frame.height,
                                     result.image.rgba.size()));
    }
    if (session) {
        result.texts = picture_texts(inner_session(*session), Embed::name, {});
    }
    return result;
}

} // namespace

void write_png(const Frame &frame, const std::filesystem::path &file, const Scene *session) {
    const Written picture = written(frame, session);
    voxmarch::write_png(picture.image, file, picture.texts);
}

std::string png_of(const Frame &frame, const Scene *session) {
    const Written picture = written(frame, session);
    return packed_png(picture.image, "picture", picture.texts);
}

} // namespace voxmarch::v1
