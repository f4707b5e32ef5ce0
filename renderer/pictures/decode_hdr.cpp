// Radiance pictures by stb_image.
#include "renderer/pictures/decoders.h"

#include "base/format_problem.h"

#include <algorithm>
#include <cstddef>
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

namespace {

/// Bytes that stb_image reads, which goes on with zeros where they end.
struct HdrBytes {
    std::string_view rest;
    bool too_few = false;

    int read(char *data, int size) {
        constexpr int buffer = 128; // stb_image fills it ahead; all else that it asks for is needed
        const std::size_t count = std::min(rest.size(), static_cast<std::size_t>(size));
        std::copy_n(rest.begin(), count, data);
        rest.remove_prefix(count);
        too_few = too_few || count == 0 || (size != buffer && count < static_cast<std::size_t>(size));
        return static_cast<int>(count);
    }
};

constexpr stbi_io_callbacks hdr_callbacks{
    [](void *bytes, char *data, int size) { return static_cast<HdrBytes *>(bytes)->read(data, size); },
    [](void *bytes, int count) {
        std::string_view &rest = static_cast<HdrBytes *>(bytes)->rest;
        rest.remove_prefix(std::min(rest.size(), static_cast<std::size_t>(std::max(count, 0))));
    },
    [](void *bytes) { return static_cast<int>(static_cast<HdrBytes *>(bytes)->rest.empty()); }};

} // namespace

LightPixels decode_hdr(std::string_view bytes) {
    const auto *data = reinterpret_cast<const stbi_uc *>(bytes.data());
    const auto length = static_cast<int>(bytes.size());
    LightPixels picture;
    int channels = 0;
    if (stbi_info_from_memory(data, length, &picture.width, &picture.height, &channels) == 0 || picture.width < 1 ||
        picture.height < 1) {
        throw FormatProblem("is a damaged Radiance picture");
    }
    require_light_size(picture.width, picture.height);
    HdrBytes source{bytes};
    const std::unique_ptr<float, void (*)(void *)> pixels(
        stbi_loadf_from_callbacks(&hdr_callbacks, &source, &picture.width, &picture.height, &channels, 3),
        stbi_image_free);
    if (source.too_few) {
        throw FormatProblem("ends before its last pixel");
    }
    if (!pixels) {
        throw FormatProblem(fmt::format("is a damaged Radiance picture ({})", stbi_failure_reason()));
    }
    picture.rgb.assign(pixels.get(), pixels.get() + 3 * static_cast<std::size_t>(picture.width) *
                                                        static_cast<std::size_t>(picture.height));
    return picture;
}

} // namespace voxmarch
