// A picture on the graphics card.
#pragma once

#include "renderer/image.h"

#include <array>
#include <cstdint>
#include <imgui.h>

namespace voxmarch {

/// Owns an OpenGL texture and two pixel buffers that pictures pass through. Needs a current context for its whole
/// life. (A device with cl_khr_gl_sharing would write into the pixel buffer itself; this is the place for it.)
class Texture {
public:
    Texture() = default;
    ~Texture();
    Texture(const Texture &) = delete;
    Texture &operator=(const Texture &) = delete;

    /// Copies the picture into a pixel buffer; the driver takes it from there while the program goes on.
    /// It is interpolated when drawn larger or smaller.
    void show(const Image &image);

    /// Shows nothing until the next picture comes.
    void forget() { width_ = height_ = 0; }

    ImTextureID id() const { return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture_)); }
    int width() const { return width_; }
    int height() const { return height_; }
    explicit operator bool() const { return width_ > 0; } ///< a picture is there

private:
    unsigned texture_ = 0;
    std::array<unsigned, 2> buffers_{};
    std::size_t next_buffer_ = 0;
    int width_ = 0, height_ = 0;
};

} // namespace voxmarch
