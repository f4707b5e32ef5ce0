// Radiance pictures by stb_image.
#include "renderer/pictures/decoders.h"

#include "base/format_problem.h"

#include <fmt/format.h>
#include <memory>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 16384
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace voxmarch {

LightPixels decode_hdr(std::string_view bytes) {
    const auto *data = reinterpret_cast<const stbi_uc *>(bytes.data());
    const auto length = static_cast<int>(bytes.size());
    LightPixels picture;
    int channels = 0;
    if (stbi_info_from_memory(data, length, &picture.width, &picture.height, &channels) == 0 || picture.width < 1 ||
        picture.height < 1) {
        throw FormatProblem("is a damaged Radiance picture");
    }
    if (picture.width > light_edge_limit || picture.height > light_edge_limit ||
        picture.width > light_pixel_limit / picture.height) {
        throw FormatProblem(
            fmt::format("has {} x {} pixels, more than any light needs", picture.width, picture.height));
    }
    const std::unique_ptr<float, void (*)(void *)> pixels(
        stbi_loadf_from_memory(data, length, &picture.width, &picture.height, &channels, 3), stbi_image_free);
    if (!pixels) {
        throw FormatProblem(fmt::format("is a damaged Radiance picture ({})", stbi_failure_reason()));
    }
    picture.rgb.assign(pixels.get(), pixels.get() + 3 * static_cast<std::size_t>(picture.width) *
                                                        static_cast<std::size_t>(picture.height));
    return picture;
}

} // namespace voxmarch
