// PNG files as another decoder sees them.
#pragma once

#include "renderer/image.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace voxmarch {

/// An image without pixels if the file cannot be read.
inline Image read_png(const std::filesystem::path &file) {
    Image image;
    int channels = 0;
    if (unsigned char *pixels = stbi_load(file.c_str(), &image.width, &image.height, &channels, 4)) {
        image.rgba.assign(pixels,
                          pixels + static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
        stbi_image_free(pixels);
    }
    return image;
}

} // namespace voxmarch
