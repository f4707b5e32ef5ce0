// PNG by stb_image_write, on one core: for builds without zlib.
#include "base/png_encoder.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace voxmarch {

std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba) {
    std::string png;
    const auto append = [](void *target, void *data, int size) {
        static_cast<std::string *>(target)->append(static_cast<const char *>(data), static_cast<std::size_t>(size));
    };
    const bool packed = stbi_write_png_to_func(append, &png, width, height, 4, rgba.data(), width * 4) != 0;
    return packed ? png : std::string();
}

} // namespace voxmarch
