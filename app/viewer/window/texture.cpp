// Pictures through pixel buffers into textures.
#include "app/viewer/window/texture.h"

#include <cstring>
#include <glad/gl.h>

namespace voxmarch {

Texture::~Texture() {
    if (texture_ != 0) {
        glDeleteTextures(1, &texture_);
        glDeleteBuffers(2, buffers_.data());
    }
}

void Texture::show(const Image &image) {
    if (texture_ == 0) {
        glGenTextures(1, &texture_);
        glGenBuffers(2, buffers_.data());
    }
    glBindTexture(GL_TEXTURE_2D, texture_);
    if (image.width != width_ || image.height != height_) {
        // Without alpha: what the picture shows is opaque.
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        width_ = image.width;
        height_ = image.height;
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);

    // A fresh store for the buffer: the driver may still read the last picture of this one.
    next_buffer_ = 1 - next_buffer_;
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers_[next_buffer_]);
    const auto bytes = static_cast<GLsizeiptr>(image.rgba.size());
    glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    if (void *target =
            glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT)) {
        std::memcpy(target, image.rgba.data(), image.rgba.size());
        glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

} // namespace voxmarch
