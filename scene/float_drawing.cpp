#include "scene/float_drawing.h"

namespace voxmarch {

namespace {

std::vector<float> floats_of(const Buffer &buffer, int width, int height, std::size_t a_pixel) {
    std::vector<float> floats(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * a_pixel);
    buffer.download(std::as_writable_bytes(std::span(floats)));
    return floats;
}

} // namespace

FloatImage draw_floats(SceneRenderer &renderer, const Scene &scene) {
    VolumeRenderer &drawing = renderer.renderer_for(scene);
    FrameOutput output;
    output.format = PixelFormat::rgba32f;
    output.depth =
        scene.settings.blend == Blend::composite && !is_traced(scene.settings) && !renderer.waits_for_bricks();
    const DeviceFrame frame = drawing.draw(scene.camera, scene.width, scene.height, scene.settings, output);
    FloatImage image{scene.width, scene.height, floats_of(*frame.pixels, scene.width, scene.height, 4), {}};
    if (frame.depth) {
        image.depth = floats_of(*frame.depth, scene.width, scene.height, 1);
    }
    return image;
}

} // namespace voxmarch
