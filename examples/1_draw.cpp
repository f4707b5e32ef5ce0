// Draws a volume that is made from a formula. The function, the view and the light are chosen from the data.
#include <voxmarch/voxmarch.h>

#include <cstdio>

int main() {
    try {
        voxmarch::Device device; // the first GPU, else the first CPU
        const voxmarch::Volume volume = voxmarch::synthetic_volume("tree", 128);
        voxmarch::Renderer renderer(device, volume);
        const voxmarch::Scene scene = voxmarch::first_scene(volume);
        voxmarch::write_png(renderer.render(scene), "tree.png");
        std::printf("tree.png on %s\n", device.info().name.c_str());
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
