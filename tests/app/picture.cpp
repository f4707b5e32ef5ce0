// Decodes PNG files through stb_image, independently of our writer.
#include "tests/app/picture.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace voxmarch::testing {

Picture decode_png(const std::string &bytes) {
    Picture picture;
    int channels = 0;
    std::uint8_t *pixels =
        stbi_load_from_memory(reinterpret_cast<const std::uint8_t *>(bytes.data()), static_cast<int>(bytes.size()),
                              &picture.width, &picture.height, &channels, 4);
    if (pixels == nullptr) {
        return {};
    }
    picture.rgba.assign(pixels, pixels + static_cast<std::size_t>(picture.width) *
                                             static_cast<std::size_t>(picture.height) * 4);
    stbi_image_free(pixels);
    return picture;
}

} // namespace voxmarch::testing
